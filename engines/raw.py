"""Plain enumeration: drives a puzzle's own raw walk in slices. Nodes: placements."""

from __future__ import annotations

import numpy as np

from engines.engine import Limits, Outcome, Pace, Watch, off_the_clock
from engines.harvest import Harvest, gather
from models.puzzle import Puzzle, RawWalk

FIRST_SLICE = 1_000
"""Placements before the first look at the clock."""
BATCH = 1_000
BATCH_CELLS = 500_000
"""Grids that one slice may return, and cells of all of them, so that memory and time stay bounded."""


class Raw:
    """The raw walk as an engine."""

    name = "raw"

    def solve(self, puzzle: Puzzle, limits: Limits) -> Outcome:
        """Walk through all grids until a limit; an outcome, never an error, when one is hit."""
        return gather(self.name, puzzle, limits, self._run)

    def _run(self, puzzle: Puzzle, harvest: Harvest, watch: Watch, outcome: Outcome) -> str | None:
        """Build, then walk; the limit that ended it, None at the end of the space."""
        walk = puzzle.raw_walk()
        with off_the_clock():
            walk.advance(0, 1)  # its kernels loaded, or compiled
        outcome.build_seconds = watch.elapsed()
        limit = self._walk(walk, harvest, watch)
        outcome.nodes = walk.placements
        outcome.counters = {"placements": walk.placements}
        outcome.solve_seconds = watch.elapsed() - outcome.build_seconds
        return limit

    def _walk(self, walk: RawWalk, harvest: Harvest, watch: Watch) -> str | None:
        """Advance in slices; the limit that ended the walk, None at its end."""
        nodes = watch.limits.nodes
        pace = Pace(FIRST_SLICE)
        batch = min(BATCH, max(1, BATCH_CELLS // int(np.prod(harvest.puzzle.shape))))
        while (limit := watch.hit()) is None:
            if nodes is not None and walk.placements >= nodes:
                return "nodes"
            work = pace.size if nodes is None else min(pace.size, nodes - walk.placements)
            missing = harvest.missing
            started = watch.elapsed()
            grids = walk.advance(work, batch if missing is None else min(batch, missing))
            pace.took(watch.elapsed() - started)
            for grid in grids:
                harvest.add(grid)
            if harvest.is_enough:
                return "solutions"
            if walk.exhausted:
                return None
        return limit
