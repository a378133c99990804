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
    Sample("doppelblock", "unique", {"top": [None, 6, None, 3, 4], "left": [None, 1, 0, None, None]}, 1),
    # Without clues: the (n - 2) x n Latin rectangles.
    Sample("doppelblock", "bare 3x3", {"top": [None] * 3, "left": [None] * 3}, 6),
    Sample("doppelblock", "bare 4x4", {"top": [None] * 4, "left": [None] * 4}, 216),
    # Every sum could be; together they cannot.
    Sample("doppelblock", "contradiction", {"top": [3, 3, 0, 0], "left": [3, 3, 0, 0]}, 0),
    # Digits 1 to 3 add up to 6.
    Sample("doppelblock", "too large", {"top": [7] + [None] * 4, "left": [None] * 5}, 0, at_sight=True),
    # The outer galaxy is a ring around the two inner ones.
    Sample("tentaisho", "ring", {"rows": 3, "cols": 5, "dots": [[3, 3], [3, 5], [3, 7]]}, 1),
    # The middle dot owns its row, or its cell alone and the others the sides.
    Sample("tentaisho", "two", {"rows": 3, "cols": 3, "dots": [[1, 3], [3, 3], [5, 3]]}, 2),
    Sample(
        "tentaisho",
        "hole",
        {"rows": 2, "cols": 2, "dots": [[1, 1], [2, 3]], "holes": [[1, 0]]},
        1,
    ),
    # Every cell can be reached, none of them can be shared out.
    Sample(
        "tentaisho",
        "contradiction",
        {"rows": 3, "cols": 4, "dots": [[2, 2], [2, 5], [3, 7], [5, 4]]},
        0,
    ),
    Sample("tentaisho", "cores", {"rows": 2, "cols": 2, "dots": [[1, 1], [1, 2]]}, 0, at_sight=True),
]

ENDLESS: dict[str, dict[str, Any]] = {
    "fillapix": {"clues": blank(12, 12)},
    "doppelblock": {"top": [None] * 8, "left": [None] * 8},
    # Sixty-four of the boards with two solutions, at the least, side by side.
    "tentaisho": {
        "rows": 24,
        "cols": 24,
        "dots": [[6 * r + y, 6 * c + 3] for r in range(8) for y in (1, 3, 5) for c in range(8)],
    },
}
"""Per kind a board with more solutions than anyone can enumerate."""


def samples(kind: str) -> list[Sample]:
    """The boards of a kind."""
    return [sample for sample in SAMPLES if sample.kind == kind]


def endless(kind: str) -> Puzzle:
    """The kind's board that keeps every engine busy."""
    return puzzle_class(kind).from_json(ENDLESS[kind])
