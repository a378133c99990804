"""The Doppelblock board: sums above the columns and left of the rows, optional given cells.

Reads and writes the project's own JSON. Solves nothing; ``impossible.py`` has the contradictions
that are seen at first sight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from models.puzzle import BadPuzzle, cell_name
from models.sides import Sides

SIDES = Sides("Doppelblock", 12)
"""A set of reachable window sums is one machine word with room to shift in (12: sums to 55, 14: to
78), and the subset walk of a line doubles with each further digit. Printed boards end at 12."""
MAX_CLUE = 9999
"""Beyond this a clue is a mistake of the paste; the greatest sum that any board holds is 55."""
BLOCK = 0

Line = tuple[int | None, ...]
Rows = tuple[Line, ...]


def greatest_sum(side: int) -> int:
    """The sum of all the digits of a line, which a window from end to end holds."""
    return (side - 2) * (side - 1) // 2


def window_lengths(side: int, clue: int) -> range:
    """The numbers of cells between two blocks that can hold a clue; empty if none can.

    The sums of L different digits out of 1 .. m fill the whole interval from the L least to the L
    greatest: raising one digit by one, where there is room, raises the sum by one. Both ends grow
    with L, so the lengths are consecutive too.
    """
    digits = side - 2
    fits = [
        length
        for length in range(digits + 1)
        if length * (length + 1) <= 2 * clue <= length * (2 * digits + 1 - length)
    ]
    return range(fits[0], fits[-1] + 1) if fits else range(0)


@dataclass(frozen=True)
class Board:
    """``top[c]`` and ``left[r]``: a sum or None. ``givens[r][c]``: BLOCK, a digit or None (empty: none)."""

    top: Line
    left: Line
    givens: Rows = ()

    @property
    def side(self) -> int:
        """Rows, and columns."""
        return len(self.top)

    @property
    def digits(self) -> int:
        """The greatest digit; every line holds 1 .. digits once each, and two blocks."""
        return len(self.top) - 2

    @property
    def clues(self) -> Line:
        """The clue of each line: rows 0 .. side - 1 first, then the columns."""
        return self.left + self.top

    def line_cells(self, line: int) -> list[tuple[int, int]]:
        """The cells (row, column) of a line, numbered as in ``clues``."""
        side = self.side
        if line < side:
            return [(line, place) for place in range(side)]
        return [(place, line - side) for place in range(side)]

    def line_name(self, line: int) -> str:
        """A line in a sentence: ``row 3``, ``column 1``."""
        return f"row {line + 1}" if line < self.side else f"column {line - self.side + 1}"

    def given_line(self, line: int) -> Line:
        """The given values along a line."""
        if not self.givens:
            return (None,) * self.side
        return tuple(self.givens[r][c] for r, c in self.line_cells(line))


def _numbers(data: Any, name: str, greatest: int, places: str) -> Line:
    """A list of null or 0 .. greatest; ``places`` names its members in an error: ``column``, ``row``."""
    if not isinstance(data, Sequence) or isinstance(data, str | bytes):
        raise BadPuzzle("expected a list", name)
    SIDES.check(*((len(data), 0) if places == "row" else (0, len(data))), name)
    for place, value in enumerate(data):
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= greatest:
            raise BadPuzzle(
                f"{str(value)[:20]!r} is not null or a number 0..{greatest}", f"{name} {places} {place + 1}"
            )
    return tuple(data)


def _merge(data: Mapping[str, Any], near: str, far: str, places: str) -> Line | None:
    """The clues of two opposite sides as one line; None if neither side is there."""
    sides = [_numbers(data[s], s, MAX_CLUE, places) for s in (near, far) if data.get(s) is not None]
    if len(sides) < 2:
        return sides[0] if sides else None
    one, other = sides
    if len(one) != len(other):
        raise BadPuzzle(f"has {len(other)} clues, {near} has {len(one)}", far)
    for place, (a, b) in enumerate(zip(one, other, strict=True)):
        if a is not None and b is not None and a != b:
            raise BadPuzzle(f"{b} contradicts the {a} of {near}", f"{far} {places} {place + 1}")
    return tuple(b if a is None else a for a, b in zip(one, other, strict=True))


def _givens(data: Any, side: int) -> Rows:
    """Square rows of null, BLOCK or a digit; empty if nothing is given."""
    if not isinstance(data, Sequence) or isinstance(data, str | bytes):
        raise BadPuzzle("expected a list of rows", "givens")
    if len(data) != side:
        raise BadPuzzle(f"has {len(data)} rows, the board is {side}x{side}", "givens")
    rows = []
    for r, row in enumerate(data):
        if not isinstance(row, Sequence) or isinstance(row, str | bytes):
            raise BadPuzzle("expected a list of cells", f"givens row {r + 1}")
        if len(row) != side:
            raise BadPuzzle(f"has {len(row)} cells, the board is {side}x{side}", f"givens row {r + 1}")
        for c, value in enumerate(row):
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= side - 2:
                digits = f", 0 for a block or a digit 1..{side - 2}" if side > 2 else " or 0 for a block"
                raise BadPuzzle(f"{str(value)[:20]!r} is not null{digits}", f"givens {cell_name(r, c)}")
        rows.append(tuple(row))
    return tuple(rows) if any(value is not None for row in rows for value in row) else ()


def board_from_json(data: Mapping[str, Any]) -> Board:
    """Read ``{"top", "left", "givens"}``; ``bottom`` and ``right`` are merged in, a missing side is blank.

    BadPuzzle on a board that is not square, a number out of range, or sides that contradict.
    """
    top, left = _merge(data, "top", "bottom", "column"), _merge(data, "left", "right", "row")
    found = top if top is not None else left
    if found is None:
        raise BadPuzzle("a Doppelblock board needs the clues above its columns or left of its rows", "top")
    side = len(found)
    top, left = top or (None,) * side, left or (None,) * side
    if len(left) != len(top):
        raise BadPuzzle(f"{len(left)} rows but {len(top)} columns: the board must be square", "left")
    if side < 2:
        raise BadPuzzle(f"the board is {side}x{side}, a line needs room for two blocks", "top")
    givens = data.get("givens")
    return Board(top, left, () if givens is None else _givens(givens, side))


def board_to_json(board: Board) -> dict[str, Any]:
    """The inverse of ``board_from_json``; givens only if there are any."""
    data: dict[str, Any] = {"kind": "doppelblock", "top": list(board.top), "left": list(board.left)}
    if board.givens:
        data["givens"] = [list(row) for row in board.givens]
    return data
