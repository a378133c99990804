"""The board of a Doppelblock file: clues above and at the left, cells with givens and answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from models.answers import Answer
from models.formats import Parsed
from models.formats.source import Lines, Source, Token, shown
from models.puzzle import BadPuzzle, Grid, cell_name

_CELL = re.compile(r"(?P<mark>\.|\+|-|q?(?:-2|[0-9]{1,4}))(?P<notes>\[[^\]\s]*\])?")
MAX_CLUE = 9999

Row = list[int | None]


class _Board:
    """What the lines have said so far."""

    def __init__(self, source: Source, side: int) -> None:
        self.source = source
        self.side = side
        self.givens: list[Row] = [[None] * side for _ in range(side)]
        self.answer: list[Row] = [[None] * side for _ in range(side)]
        self.is_answered = False
        self.notes = 0
        self.warnings: list[str] = []

    def clue(self, token: Token, line: str) -> int | None:
        """A clue, None for a blank or unknown one."""
        if token.text == ".":
            return None
        if token.text == "-2":
            self.warnings.append(f"the unknown clue of {line} is read as no clue")
            return None
        return self.source.number(token, 0, MAX_CLUE, f"the clue of {line} or '.'")

    def cell(self, token: Token, row: int, col: int) -> None:
        """A given, an answered cell, or a cell left open."""
        found = _CELL.fullmatch(token.text)
        if found is None:
            raise self.source.fault(
                token, f"expected a cell ('.', '-', '+', a digit or q and a digit), not {shown(token.text)}"
            )
        mark = found["mark"]
        self.notes += mark == "+" or found["notes"] is not None
        where = cell_name(row, col)
        if mark == "-":
            self.answer[row][col] = 0
            self.is_answered = True
        elif mark in ("q-2", "-2"):
            self.warnings.append(f"the unknown digit of {where} is read as an open cell")
        elif mark == "q0":
            self.warnings.append(f"the given 0 in {where} is read as a given block")
            self.givens[row][col] = self.answer[row][col] = 0
        elif mark not in (".", "+"):
            digit = int(mark.lstrip("q"))
            if not 1 <= digit <= self.side - 2:
                raise self.source.fault(
                    token, f"{digit} in {where} is not a digit 1..{self.side - 2} of the board"
                )
            self.answer[row][col] = digit
            if mark[0] == "q":
                self.givens[row][col] = digit
            else:
                self.is_answered = True


def read_board(source: Source, lines: Lines, rows: int, cols: int) -> Parsed:
    """A line of clues, then a clue and the cells of each row."""
    if rows != cols:
        why = f"{rows} rows and {cols} columns: a Doppelblock board must be square"
        raise source.fault(max(lines.offset - 1, 0), why)
    board = _Board(source, cols)
    corner, *heads = source.row(lines.take("the clues above the columns"), cols + 1, "the line of clues")
    if corner.text != ".":
        raise source.fault(corner, f"expected '.' in the corner, not {shown(corner.text)}")
    data: dict[str, Any] = {"kind": "doppelblock", "left": []}
    data["top"] = [board.clue(head, f"column {c + 1}") for c, head in enumerate(heads)]
    for r in range(rows):
        head, *cells = source.row(lines.take(f"row {r + 1}"), cols + 1, f"row {r + 1}")
        data["left"].append(board.clue(head, f"row {r + 1}"))
        for c, cell in enumerate(cells):
            board.cell(cell, r, c)
    if any(value is not None for row in board.givens for value in row):
        data["givens"] = board.givens
    if board.notes:
        board.warnings.append(
            f"pencil marks in {board.notes} cells are not part of the board and are left out"
        )
    answer = Answer(tuple(map(tuple, board.answer))) if board.is_answered else None
    return Parsed("doppelblock", data, tuple(board.warnings), answer)


def write_board(data: Mapping[str, Any], answer: Grid | None) -> str:
    """The file; BadPuzzle on a given block, which it cannot hold."""
    side = len(data["top"])
    givens = data.get("givens") or [[None] * side] * side
    lines = ["pzprv3", "doppelblock", str(side), str(side)]
    lines.append(" ".join([".", *map(_number, data["top"])]) + " ")
    for r in range(side):
        cells = []
        for c in range(side):
            if givens[r][c] == 0:
                raise BadPuzzle("a pzprv3 file cannot hold a given block", cell_name(r, c))
            value = None if answer is None else int(answer[r, c])
            mark = {None: ".", 0: "-"}.get(value, str(value))
            cells.append(mark if givens[r][c] is None else f"q{givens[r][c]}")
        lines.append(" ".join([_number(data["left"][r]), *cells]) + " ")
    return "\n".join(lines) + "\n"


def _number(clue: int | None) -> str:
    return "." if clue is None else str(clue)
