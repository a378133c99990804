"""The Fill-a-Pix board: clues 0..9 or blank, optional given cells. Parsing and drawing only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from models.puzzle import BadPuzzle, cell_name
from models.sides import Sides

SIDES = Sides("Fill-a-Pix", 250)
"""Published boards reach 118 x 100; beyond this a paste is a mistake."""

BLANK, INK = 0, 1
Rows = tuple[tuple[int | None, ...], ...]
_TYPES = frozenset((int, type(None)))
"""Of cells whose values can be looked up all together: 1 is equal to True, but a truth value is no number."""


@dataclass(frozen=True)
class Board:
    """``clues[r][c]`` is 0..9 or None; ``givens[r][c]`` is INK, BLANK or None (empty: none given)."""

    clues: Rows
    givens: Rows = ()

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.clues)

    @property
    def cols(self) -> int:
        """Number of columns."""
        return len(self.clues[0])

    @cached_property
    def clue_cells(self) -> list[tuple[int, int]]:
        """Where the clues stand, row by row: a clue's number is its index here."""
        return [(r, c) for r, row in enumerate(self.clues) for c, clue in enumerate(row) if clue is not None]

    def window(self, row: int, col: int) -> list[tuple[int, int]]:
        """The cells a clue at (row, col) counts: itself and its neighbours inside the board."""
        return [
            (r, c)
            for r in range(max(0, row - 1), min(self.rows, row + 2))
            for c in range(max(0, col - 1), min(self.cols, col + 2))
        ]

    def given(self, row: int, col: int) -> int | None:
        """The given value of a cell, if any."""
        return self.givens[row][col] if self.givens else None


def read_rows(data: Any, name: str, allowed: range) -> Rows:
    """Check a list of equal rows of integers in a range or null; BadPuzzle says where it is not."""
    if not isinstance(data, Sequence) or isinstance(data, str | bytes) or not data:
        raise BadPuzzle("expected a list of rows", name)
    SIDES.check(len(data), 0, name)
    rows: list[tuple[int | None, ...]] = []
    numbers = frozenset((None, *allowed))
    for r, row in enumerate(data):
        if not isinstance(row, Sequence) or isinstance(row, str | bytes) or not row:
            raise BadPuzzle("expected a list of cells", f"{name} row {r + 1}")
        SIDES.check(0, len(row), f"{name} row {r + 1}")
        if rows and len(row) != len(rows[0]):
            raise BadPuzzle(f"has {len(row)} cells, row 1 has {len(rows[0])}", f"{name} row {r + 1}")
        rows.append(tuple(row))
        if _TYPES.issuperset(map(type, row)) and numbers.issuperset(row):
            continue
        for c, value in enumerate(row):
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
                raise BadPuzzle(
                    f"{str(value)[:20]!r} is not null or a number {allowed.start}..{allowed.stop - 1}",
                    f"{name} {cell_name(r, c)}",
                )
    return tuple(rows)


def board_from_json(data: Mapping[str, Any]) -> Board:
    """Read ``{"clues": [[..]], "givens": [[..]]}``; BadPuzzle on a ragged or out-of-range board."""
    if "clues" not in data:
        raise BadPuzzle("a Fill-a-Pix board needs clues", "clues")
    clues = read_rows(data["clues"], "clues", range(10))
    givens: Rows = ()
    if data.get("givens") is not None:
        givens = read_rows(data["givens"], "givens", range(2))
        if (len(givens), len(givens[0])) != (len(clues), len(clues[0])):
            raise BadPuzzle(
                f"is {len(givens)}x{len(givens[0])}, clues are {len(clues)}x{len(clues[0])}",
                "givens",
            )
        if all(cell is None for row in givens for cell in row):
            givens = ()
    return Board(clues, givens)


def board_to_json(board: Board) -> dict[str, Any]:
    """The inverse of ``board_from_json``; givens only if there are any."""
    data: dict[str, Any] = {"kind": "fillapix", "clues": [list(row) for row in board.clues]}
    if board.givens:
        data["givens"] = [list(row) for row in board.givens]
    return data


def find_impossible(board: Board) -> str | None:
    """A clue that its window cannot hold, or that the given cells already contradict."""
    height = [min(board.rows, r + 2) - max(0, r - 1) for r in range(board.rows)]
    width = [min(board.cols, c + 2) - max(0, c - 1) for c in range(board.cols)]
    # Without givens every window can hold so much.
    safe = -1 if board.givens else min(height) * min(width)
    for r, row in enumerate(board.clues):
        for c, clue in enumerate(row):
            if clue is None or clue <= safe:
                continue
            if clue > height[r] * width[c]:
                return f"the {clue} at {cell_name(r, c)} has only {height[r] * width[c]} cells to count"
            if board.givens and not _fits_givens(board, r, c, clue):
                return f"the {clue} at {cell_name(r, c)} contradicts the given cells around it"
    return None


def _fits_givens(board: Board, row: int, col: int, clue: int) -> bool:
    window = board.window(row, col)
    ink = sum(board.givens[y][x] == INK for y, x in window)
    blank = sum(board.givens[y][x] == BLANK for y, x in window)
    return ink <= clue <= len(window) - blank


@lru_cache(maxsize=4)
def uncovered(board: Board) -> tuple[tuple[int, int], ...]:
    """The cells that are neither given nor in any clue's window: each doubles the answers.

    Rows as bit masks: a clue's bit spreads to its neighbours in the row, then to the rows around.
    """
    spread = [0]
    for row in board.clues:
        bits = sum(1 << c for c, clue in enumerate(row) if clue is not None)
        spread.append(bits << 1 | bits | bits >> 1)
    spread.append(0)
    free: list[tuple[int, int]] = []
    every = (1 << board.cols) - 1
    for r in range(board.rows):
        left = every & ~(spread[r] | spread[r + 1] | spread[r + 2])
        if left:
            free += [(r, c) for c in range(board.cols) if left >> c & 1 and board.given(r, c) is None]
    return tuple(free)
