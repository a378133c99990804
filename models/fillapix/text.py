"""The lines of a board in plain text: rows of clues, then, under ``givens``, rows of given cells.

A row is written with spaces between its cells or without any. Clues are digits, given ink is ``#`` and
given blank is ``x``; ``.``, ``-``, ``?`` and ``_`` all say that nothing is there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from models.fillapix.board import BLANK, INK, SIDES, Board, Rows
from models.puzzle import BadPuzzle

GIVENS = "givens"
"""The line between the clues and the given cells."""

NOTHING: dict[str, int | None] = dict.fromkeys(".-?_")
CLUES: dict[str, int | None] = NOTHING | {str(clue): clue for clue in range(10)}
GIVEN: dict[str, int | None] = NOTHING | {"#": INK, "x": BLANK, "X": BLANK}

NumberedLines = Sequence[tuple[int, str]]


def board_to_lines(board: Board) -> list[str]:
    """The inverse of ``board_from_lines``; a ``givens`` part only if there are any."""
    lines = [" ".join("." if clue is None else str(clue) for clue in row) for row in board.clues]
    if board.givens:
        names = {None: ".", INK: "#", BLANK: "x"}
        lines.append(GIVENS)
        lines.extend(" ".join(names[value] for value in row) for row in board.givens)
    return lines


def board_from_lines(lines: NumberedLines) -> Board:
    """Read (number, text) lines; BadPuzzle names line and column."""
    at = next((i for i, (_, line) in enumerate(lines) if line.strip().lower() == GIVENS), len(lines))
    if at == 0:
        raise BadPuzzle("no row of clues follows the heading", f"line {lines[0][0] if lines else 2}")
    clues = _read_rows(lines[:at], CLUES, "a clue 0..9 or one of . - ? _")
    if at == len(lines):
        return Board(clues)
    givens = _read_rows(lines[at + 1 :], GIVEN, "one of # (ink) x (blank) . - ? _")
    size, wanted = _size(givens), _size(clues)
    if size != wanted:
        raise BadPuzzle(f"the givens are {size}, the clues {wanted}", f"line {lines[at][0]}")
    is_bare = all(value is None for row in givens for value in row)
    return Board(clues, () if is_bare else givens)


def _size(rows: Rows) -> str:
    return f"{len(rows)}x{len(rows[0]) if rows else 0}"


def _read_rows(lines: NumberedLines, names: Mapping[str, int | None], expected: str) -> Rows:
    if lines:
        SIDES.check(len(lines), 0, f"line {lines[min(SIDES.most, len(lines) - 1)][0]}")
    rows: list[tuple[int | None, ...]] = []
    for number, line in lines:
        SIDES.check(0, _count(line), f"line {number}")
        cells = _split(line)
        if rows and len(cells) != len(rows[0]):
            raise BadPuzzle(f"has {len(cells)} cells, the row above has {len(rows[0])}", f"line {number}")
        for column, cell in cells:
            if cell not in names:
                raise BadPuzzle(f"{cell[:20]!r} is not {expected}", f"line {number} column {column}")
        rows.append(tuple(names[cell] for _, cell in cells))
    return tuple(rows)


def _count(line: str) -> int:
    """The cells of a row, before anything is made of them."""
    words = sum(1 for _ in re.finditer(r"\S+", line))
    return words if words > 1 else len(line.strip())


def _split(line: str) -> list[tuple[int, str]]:
    """The cells of a row, each with its column in the line from 1."""
    cells = line.split()
    if len(cells) == 1:
        start = len(line) - len(line.lstrip()) + 1
        return list(enumerate(cells[0], start))
    placed, column = [], 0
    for cell in cells:
        column = line.index(cell, column)
        placed.append((column + 1, cell))
        column += len(cell)
    return placed
