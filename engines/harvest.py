"""How an engine gathers solutions under its limits. Checks every grid that it keeps."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engines.engine import LimitHit, Limits, Outcome, Watch, checked
from models.puzzle import Grid, Puzzle


class Harvest:
    """Counts solutions, keeps the first ``limits.kept_of`` of them, and says when there are enough."""

    def __init__(self, puzzle: Puzzle, limits: Limits, engine: str) -> None:
        self.puzzle = puzzle
        self.wanted = limits.solutions
        self.room = limits.kept_of(int(np.prod(puzzle.shape)))
        self.engine = engine
        self.count = 0
        self.grids: list[Grid] = []

    @property
    def missing(self) -> int | None:
        """How many more are wanted; None without a limit."""
        return None if self.wanted is None else max(0, self.wanted - self.count)

    @property
    def is_enough(self) -> bool:
        """Whether as many were found as are wanted."""
        return self.wanted is not None and self.count >= self.wanted

    def add(self, grid: Grid) -> None:
        """Count one more solution, distinct from all before; WrongSolution if it is kept and is none."""
        self.count += 1
        if len(self.grids) < self.room:
            self.grids.append(checked(self.puzzle, grid, self.engine))

    def fill(self, outcome: Outcome, limit: str | None) -> None:
        """Write what was found into an outcome; ``limit`` None says that there are no others."""
        outcome.solutions = self.grids
        outcome.count = self.count
        outcome.limit = limit
        outcome.exhausted = limit is None


Run = Callable[[Puzzle, Harvest, Watch, Outcome], str | None]
"""Builds and searches, writing counters and times; the limit that ended it, None if there is nothing more."""


def gather(name: str, puzzle: Puzzle, limits: Limits, run: Run) -> Outcome:
    """The outcome of a run, or of none where a limit is hit before it; a limit is never an error."""
    watch = Watch(limits)
    harvest = Harvest(puzzle, limits, name)
    outcome = Outcome(name)
    limit = "solutions" if harvest.is_enough else watch.hit()
    if limit is None:
        try:
            limit = run(puzzle, harvest, watch, outcome)
        except LimitHit as hit:
            limit = hit.limit
            outcome.build_seconds = watch.elapsed()
    harvest.fill(outcome, limit)
    return outcome
