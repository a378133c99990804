"""The plain rules as an engine: they are asked about every grid there is. For tiny boards only."""

from __future__ import annotations

from itertools import product

import numpy as np

from engines.engine import Limits, Outcome, Watch
from models.puzzle import HOLE, Puzzle


def grids_of(puzzle: Puzzle) -> int:
    """How many grids there are, holes taken for cells."""
    rows, cols = puzzle.shape
    return int(puzzle.values ** (rows * cols))


def every_grid(puzzle: Puzzle, limits: Limits) -> Outcome:
    """Ask the rules about each grid; nodes are the grids asked about."""
    watch = Watch(limits)
    outcome = Outcome("rules")
    holes = (puzzle.cnf_view().literals == 0).all(axis=1)
    choices = [(HOLE,) if hole else range(puzzle.values) for hole in holes]
    for values in product(*choices):
        outcome.limit = watch.hit()
        if outcome.limit is None and limits.solutions is not None and outcome.count >= limits.solutions:
            outcome.limit = "solutions"
        if outcome.limit is not None:
            break
        outcome.nodes += 1
        grid = np.array(values, np.int16).reshape(puzzle.shape)
        if not puzzle.violations(grid):
            outcome.count += 1
            if len(outcome.solutions) < limits.kept:
                outcome.solutions.append(grid)
    outcome.exhausted = outcome.limit is None
    outcome.solve_seconds = watch.elapsed()
    return outcome
