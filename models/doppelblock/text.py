"""The lines of a board in plain text: the clues above the columns, then the clue and the cells of each row.

The values of a line have spaces between them, and the first line begins with a ``.`` for the corner. A clue
is a number, a given cell a digit or ``x`` for a block; ``.``, ``-``, ``?`` and ``_`` stand for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from models.doppelblock.board import BLOCK, MAX_CLUE, MAX_SIDE, Board, Line
from models.puzzle import BadPuzzle, TooLarge

NOTHING = (".", "-", "?", "_")
BLOCKS: Mapping[str, int | None] = {"x": BLOCK, "X": BLOCK, "#": BLOCK, "0": BLOCK}

NumberedLines = Sequence[tuple[int, str]]
Word = tuple[str, str]
"""A value and where it stands."""


def board_to_lines(board: Board) -> list[str]:
    """The inverse of ``board_from_lines``, in columns of one width."""
    rows: list[list[str]] = [[".", *map(_name, board.top)]]
    for r, clue in enumerate(board.left):
        given = board.given_line(r)
        rows.append([_name(clue), *("x" if value == BLOCK else _name(value) for value in given)])
    width = max(len(word) for row in rows for word in row)
    return [" ".join(word.rjust(width) for word in row) for row in rows]


def _name(value: int | None) -> str:
    return "." if value is None else str(value)


def board_from_lines(lines: NumberedLines) -> Board:
    """Read (number, text) lines; BadPuzzle names line and column."""
    if not lines:
        raise BadPuzzle("no line of clues follows the heading", "line 2")
    (corner, where), *heads = _words(lines[0])
    if corner not in NOTHING:
        raise BadPuzzle(f"expected '.' in the corner, not {corner[:20]!r}", where)
    side = len(heads)
    if side < 2:
        raise BadPuzzle("expected '.' and the clues of two columns at least", f"line {lines[0][0]}")
    if len(lines) != side + 1:
        where = f"line {lines[min(side + 1, len(lines) - 1)][0]}"
        raise BadPuzzle(f"{len(lines) - 1} rows but {side} columns: the board must be square", where)
    top = tuple(_clue(word) for word in heads)
    left: list[int | None] = []
    givens: list[Line] = []
    for line in lines[1:]:
        words = _words(line)
        if len(words) != side + 1:
            raise BadPuzzle(f"expected a clue and {side} cells, found {len(words)} values", f"line {line[0]}")
        left.append(_clue(words[0]))
        givens.append(tuple(_cell(word, side - 2) for word in words[1:]))
    is_bare = all(value is None for row in givens for value in row)
    return Board(top, tuple(left), () if is_bare else tuple(givens))


def _words(line: tuple[int, str]) -> list[Word]:
    number, text = line
    words: list[Word] = []
    for match in re.finditer(r"\S+", text):
        if len(words) > MAX_SIDE:
            raise TooLarge(f"more than {MAX_SIDE} columns", f"line {number}")
        words.append((match.group(), f"line {number} column {match.start() + 1}"))
    return words


def _clue(word: Word) -> int | None:
    text, where = word
    if text in NOTHING:
        return None
    if not re.fullmatch("[0-9]{1,4}", text) or int(text) > MAX_CLUE:
        raise BadPuzzle(f"{text[:20]!r} is not a clue 0..{MAX_CLUE} or one of . - ? _", where)
    return int(text)


def _cell(word: Word, digits: int) -> int | None:
    text, where = word
    if text in NOTHING:
        return None
    if text in BLOCKS:
        return BLOCKS[text]
    if not re.fullmatch("[0-9]{1,2}", text) or not 1 <= int(text) <= digits:
        raise BadPuzzle(f"{text[:20]!r} is not a digit 1..{digits}, x for a block, or one of . - ? _", where)
    return int(text)
