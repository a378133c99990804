"""Plain enumeration: drives a puzzle's own raw walk in slices. Nodes: placements."""

from __future__ import annotations

from engines.engine import Limits, Outcome, Watch, impossible_outcome
from engines.harvest import Harvest
from models.puzzle import Puzzle, RawWalk

SLICE = 100_000
"""Placements between two looks at the clock: a few milliseconds of a compiled walk."""
BATCH = 1_000
"""Grids that one slice may return, so that memory stays bounded on boards with many solutions."""


class Raw:
    """The raw walk as an engine."""

    name = "raw"

    def solve(self, puzzle: Puzzle, limits: Limits) -> Outcome:
        """Walk through all grids until a limit; an outcome, never an error, when one is hit."""
        watch = Watch(limits)
        reason = puzzle.impossible()
        if reason is not None:
            return impossible_outcome(self.name, reason)
        harvest = Harvest(puzzle, limits, self.name)
        outcome = Outcome(self.name)
        limit = "solutions" if harvest.is_enough else watch.hit()
        if limit is None:
            walk = puzzle.raw_walk()
            outcome.build_seconds = watch.elapsed()
            limit = self._walk(walk, harvest, watch)
            outcome.nodes = walk.placements
            outcome.counters = {"placements": walk.placements}
            outcome.solve_seconds = watch.elapsed() - outcome.build_seconds
        harvest.fill(outcome, limit)
        return outcome

    def _walk(self, walk: RawWalk, harvest: Harvest, watch: Watch) -> str | None:
        """Advance in slices; the limit that ended the walk, None at its end."""
        nodes = watch.limits.nodes
        while True:
            missing = harvest.missing
            work = SLICE if nodes is None else min(SLICE, nodes - walk.placements)
            for grid in walk.advance(work, BATCH if missing is None else min(BATCH, missing)):
                harvest.add(grid)
            if harvest.is_enough:
                return "solutions"
            if walk.exhausted:
                return None
            limit = watch.hit()
            if limit is not None:
                return limit
            if nodes is not None and walk.placements >= nodes:
                return "nodes"
