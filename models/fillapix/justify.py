"""Whether a deduction in Fill-a-Pix follows from the clues it cites, in plain Python.

``count``: one clue and the cells of its block. ``pair``: two clues, the cells that both see, and the cells
that one of them sees. A candidate is excluded if the clues cannot be met once it is assumed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from models.fillapix.board import BLANK, INK, Board
from models.justification import Candidates, Citation, Unjustified

CITED = {"count": 1, "pair": 2}
"""How many clues each rung cites."""
Window = tuple[int, frozenset[int]]
"""A clue and the cells that it counts."""
Assumed = dict[int, set[int]]
"""The values of cells that are looked at as if they were so."""


class ClueJustifier:
    """Judges deductions from one clue or from two."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def start(self) -> Candidates:
        """Ink or blank, but for the given cells."""
        given = [self.board.given(r, c) for r in range(self.board.rows) for c in range(self.board.cols)]
        return [{BLANK, INK} if value is None else {value} for value in given]

    def allows(self, candidates: Candidates, citation: Citation, removes: Sequence[tuple[int, int]]) -> bool:
        """Whether no candidate to go fits the clues."""
        windows = self._windows(citation)
        return not any(_fits(candidates, windows, {cell: {value}}) for cell, value in removes)

    def contradicts(self, candidates: Candidates, citation: Citation) -> bool:
        """Whether nothing fits the clues."""
        return not _fits(candidates, self._windows(citation), {})

    def _windows(self, citation: Citation) -> list[Window]:
        """Each clue cited, with the cells it counts."""
        if len(citation.clues) != CITED.get(citation.rung):
            raise Unjustified(f"no rung {citation.rung!r} cites {len(citation.clues)} clues")
        return [self._window(*place) for place in citation.clues]

    def _window(self, row: int, col: int) -> Window:
        board = self.board
        clue = board.clues[row][col] if 0 <= row < board.rows and 0 <= col < board.cols else None
        if clue is None:
            raise Unjustified("there is no clue where one is cited")
        return clue, frozenset(r * board.cols + c for r, c in board.window(row, col))


def _fits(candidates: Candidates, windows: list[Window], assumed: Assumed) -> bool:
    """Whether some ink in the shared cells leaves each clue an amount that its other cells can hold."""
    shared = frozenset.intersection(*(cells for _, cells in windows))
    least, most = _ink(candidates, shared, assumed)
    others = [(clue, *_ink(candidates, cells - shared, assumed)) for clue, cells in windows]
    return any(all(low <= clue - ink <= high for clue, low, high in others) for ink in range(least, most + 1))


def _ink(candidates: Candidates, cells: Iterable[int], assumed: Assumed) -> tuple[int, int]:
    """How many of the cells are ink for certain, and how many may be."""
    values = [assumed.get(cell, candidates[cell]) for cell in cells]
    return sum(each == {INK} for each in values), sum(INK in each for each in values)


def justifier(board: Board) -> ClueJustifier:
    """What judges deductions on a board."""
    return ClueJustifier(board)
