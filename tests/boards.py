"""Small boards of every kind with their exact numbers of solutions, for the contract suites.

A kind in the registry without boards here fails the suites: add a few when adding a puzzle.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from models import puzzle_class
from models.puzzle import Puzzle


@dataclass(frozen=True)
class Sample:
    """A board by its JSON, and how many solutions it has; ``at_sight``: impossible before any search."""

    kind: str
    name: str
    board: dict[str, Any]
    count: int
    at_sight: bool = False

    def __str__(self) -> str:
        return f"{self.kind}-{self.name}"

    def puzzle(self) -> Puzzle:
        """The board as a puzzle."""
        return puzzle_class(self.kind).from_json(self.board)


def blank(rows: int, cols: int) -> list[list[int | None]]:
    """Rows of None."""
    return [[None] * cols for _ in range(rows)]


SAMPLES = [
    # Every clue of the picture 101 / 010 / 001; no side is 2 (mod 3), so there is no other.
    Sample("fillapix", "unique", {"clues": [[2, 3, 2], [2, 4, 3], [1, 2, 2]]}, 1),
    # C(9, 4) pictures.
    Sample("fillapix", "centre", {"clues": [[None] * 3, [None, 4, None], [None] * 3]}, 126),
    # Two cells that no clue sees, and one cell of ink among the first two.
    Sample("fillapix", "unseen", {"clues": [[1, None, None, None]]}, 8),
    # The given ink leaves one of three cells, the given blank none of the rest.
    Sample(
        "fillapix",
        "givens",
        {"clues": [[2, None], [None, None]], "givens": [[1, 0], [None, None]]},
        2,
    ),
    # The first two cells are ink, yet the first three hold one.
    Sample("fillapix", "contradiction", {"clues": [[2, 1, None, None]]}, 0),
    Sample("fillapix", "too large", {"clues": [[5, None], [None, None]]}, 0, at_sight=True),
]

ENDLESS: dict[str, dict[str, Any]] = {
    "fillapix": {"clues": blank(12, 12)},
}
"""Per kind a board with more solutions than anyone can enumerate."""


def samples(kind: str) -> list[Sample]:
    """The boards of a kind."""
    return [sample for sample in SAMPLES if sample.kind == kind]


def endless(kind: str) -> Puzzle:
    """The kind's board that keeps every engine busy."""
    return puzzle_class(kind).from_json(ENDLESS[kind])
