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
    # 4! permutations for the digit 1, nine derangements of it for the digit 2.
    Sample("doppelblock", "no clues", {"top": [None] * 4, "left": [None] * 4}, 216),
    Sample("doppelblock", "few clues", {"top": [3, None, None, 0], "left": [None, 2, None, None]}, 5),
    # One digit: a permutation matrix, of which two entries are given.
    Sample(
        "doppelblock",
        "givens",
        {
            "top": [None] * 3,
            "left": [None] * 3,
            "givens": [[1, None, None], [None, 1, None], [None, None, None]],
        },
        1,
    ),
    Sample("doppelblock", "unique", {"top": [None, None, 2, None], "left": [None, None, 3, 2]}, 1),
    Sample("doppelblock", "contradiction", {"top": [3, None, 1, 0], "left": [None, 2, None, 1]}, 0),
    # The digits of a line of four add up to 3.
    Sample("doppelblock", "too large", {"top": [7, None, None, None], "left": [None] * 4}, 0, at_sight=True),
    Sample("tentaisho", "unique", {"rows": 3, "cols": 3, "dots": [[2, 2], [3, 5], [5, 2]]}, 1),
    # Three columns, or all but the two cells of the outer dots for the middle one.
    Sample("tentaisho", "thirds", {"rows": 3, "cols": 3, "dots": [[3, 1], [3, 3], [3, 5]]}, 2),
    # The outer galaxy is a ring around the two inner ones.
    Sample("tentaisho", "ring", {"rows": 3, "cols": 5, "dots": [[3, 3], [3, 5], [3, 7]]}, 1),
    Sample("tentaisho", "hole", {"rows": 3, "cols": 3, "dots": [[1, 4], [4, 3]], "holes": [[0, 0]]}, 1),
    Sample("tentaisho", "contradiction", {"rows": 3, "cols": 3, "dots": [[1, 3], [3, 3], [5, 4]]}, 0),
    Sample("tentaisho", "overlap", {"rows": 2, "cols": 2, "dots": [[1, 1], [1, 2]]}, 0, at_sight=True),
]

ENDLESS: dict[str, dict[str, Any]] = {
    "fillapix": {"clues": blank(12, 12)},
    "doppelblock": {"top": [None] * 9, "left": [None] * 9},
    # Squares of three by three that can be cut in two ways each.
    "tentaisho": {
        "rows": 18,
        "cols": 18,
        "dots": [[6 * r + 3, 6 * c + d] for r in range(6) for c in range(6) for d in (1, 3, 5)],
    },
}
"""Per kind a board with more solutions than anyone can enumerate."""


def samples(kind: str) -> list[Sample]:
    """The boards of a kind."""
    return [sample for sample in SAMPLES if sample.kind == kind]


def endless(kind: str) -> Puzzle:
    """The kind's board that keeps every engine busy."""
    return puzzle_class(kind).from_json(ENDLESS[kind])
