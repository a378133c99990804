"""The lines of a board in plain text: the clues above the columns, then per row its clue and its cells.

Numbers stand apart by spaces. A given block is ``#``, a given digit is itself; ``.``, ``-``, ``?`` and ``_``
all say that nothing is there. Where no cell is given, rows may end after their clue.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from models.doppelblock.board import BLOCK, MAX_CLUE, SIDES, Board, Line
from models.puzzle import BadPuzzle

NOTHING = (".", "-", "?", "_")
BLOCK_MARK = "#"

NumberedLines = Sequence[tuple[int, str]]
Tokens = list[tuple[int, str]]
"""The words of a line, each with its column from 1."""


def board_to_lines(board: Board) -> list[str]:
    """The inverse of ``board_from_lines``, in columns."""
    table = [["", *(_clue_text(clue) for clue in board.top)]]
    for line, clue in enumerate(board.left):
        table.append([_clue_text(clue), *(_cell_text(value) for value in board.given_line(line))])
    width = max(len(text) for row in table for text in row)
    return [" ".join(text.rjust(width) for text in row) for row in table]


def _clue_text(clue: int | None) -> str:
    return "." if clue is None else str(clue)


def _cell_text(value: int | None) -> str:
    return "." if value is None else BLOCK_MARK if value == BLOCK else str(value)


def board_from_lines(lines: NumberedLines) -> Board:
    """Read (number, text) lines; BadPuzzle names line and column."""
    if not lines:
        raise BadPuzzle("no line of clues follows the heading", "line 2")
    SIDES.check(len(lines) - 1, 0, f"line {lines[min(SIDES.most + 1, len(lines) - 1)][0]}")
    for number, line in lines:
        SIDES.check(0, sum(1 for _ in re.finditer(r"\S+", line)) - 1, f"line {number}")
    number, first = lines[0]
    tokens = _tokens(first)
    side = len(lines) - 1
    if len(tokens) == side + 1 and tokens[0][1] in NOTHING:
        tokens = tokens[1:]
    if len(tokens) != side:
        raise BadPuzzle(f"{len(tokens)} columns but {side} rows: the board must be square", f"line {number}")
    if side < 2:
        raise BadPuzzle(f"the board is {side}x{side}, a line needs room for two blocks", f"line {number}")
    top = tuple(_clue(token, number) for token in tokens)
    rows = [(number, _tokens(line)) for number, line in lines[1:]]
    left = tuple(_clue(tokens[0], number) for number, tokens in rows)
    givens = tuple(_cells(tokens[1:], number, side) for number, tokens in rows)
    return Board(top, left, givens if any(v is not None for row in givens for v in row) else ())


def _tokens(line: str) -> Tokens:
    return [(found.start() + 1, found[0]) for found in re.finditer(r"\S+", line)]


def _clue(token: tuple[int, str], number: int) -> int | None:
    return _number(token, number, MAX_CLUE, f"a sum 0..{MAX_CLUE}")


def _cells(tokens: Tokens, number: int, side: int) -> Line:
    """A row's cells; none at all stands for a row without given cells."""
    if not tokens:
        return (None,) * side
    if len(tokens) != side:
        raise BadPuzzle(
            f"has {len(tokens)} cells after its clue, the board is {side}x{side}", f"line {number}"
        )
    expected = f"a digit 1..{side - 2}, {BLOCK_MARK}" if side > 2 else BLOCK_MARK
    cells: list[int | None] = []
    for column, text in tokens:
        if text == BLOCK_MARK:
            cells.append(BLOCK)
            continue
        value = _number((column, text), number, side - 2, expected)
        if value == BLOCK:
            raise BadPuzzle(f"'0' is not {expected} or one of . - ? _", f"line {number} column {column}")
        cells.append(value)
    return tuple(cells)


def _number(token: tuple[int, str], number: int, greatest: int, expected: str) -> int | None:
    """A number up to a greatest one, or nothing."""
    column, text = token
    if text in NOTHING:
        return None
    if re.fullmatch(r"[0-9]{1,4}", text) and int(text) <= greatest:
        return int(text)
    raise BadPuzzle(f"{text[:20]!r} is not {expected} or one of . - ? _", f"line {number} column {column}")
