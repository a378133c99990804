"""All engines against each other on one board: counts, and sorted lists of solutions."""

from __future__ import annotations

from typing import Any

from engines import find_engine
from engines.engine import Limits, Outcome
from models.puzzle import Puzzle

ENUMERATING = ("ladder", "sat", "cpsat", "raw")


def sorted_grids(outcome: Outcome) -> list[Any]:
    """The solutions in an order of their own."""
    return sorted(grid.tolist() for grid in outcome.solutions)


def assert_engines_agree(puzzle: Puzzle, most: int) -> Outcome:
    """Equal sorted solution lists from all engines; a failure prints the board as JSON.

    Beyond ``most`` solutions all engines must say that there are more.
    """
    limits = Limits(solutions=most)
    first, *others = (find_engine(name).solve(puzzle, limits) for name in ENUMERATING)
    for other in others:
        board = f"{other.engine} differs from {first.engine} on {puzzle.canonical()}"
        assert (other.count, other.exhausted) == (first.count, first.exhausted), board
        if first.exhausted:
            assert sorted_grids(other) == sorted_grids(first), board
    return first
