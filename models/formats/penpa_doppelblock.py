"""A Penpa+ drawing as a Doppelblock board: clues beside the grid, or in its own first row and column."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from models.answers import Answer
from models.formats import Parsed
from models.formats.penpa_boards import MAX_CLUE, answered, leftovers, outside, surfaces, texts
from models.formats.penpa_sheet import Sheet
from models.formats.source import shown, whole_number
from models.puzzle import BadPuzzle, cell_name

Rows = list[list[int | None]]


def has_inner_clues(sheet: Sheet) -> bool:
    """Whether the clues stand in the first row and column of the board, whose corner is empty."""
    if sheet.rows != sheet.cols or sheet.rows < 3 or sheet.cut - {(0, 0)}:
        return False
    cells = {(spot.row, spot.col) for spot, _, _ in texts(sheet, "problem") if spot.category == 0}
    is_beside = any(not sheet.has(*cell) for cell in cells)
    return not is_beside and (0, 0) not in cells and any(0 in cell for cell in cells)


def doppelblock(sheet: Sheet, marks: Collection[int], numbers: Iterable[tuple[int, str]]) -> Parsed:
    """The board; ``marks`` and ``numbers`` are an answer's dark cells and digits, by index."""
    warnings = list(sheet.warnings)
    if has_inner_clues(sheet):
        warnings.append("the first row and column hold the clues: the board is what remains")
        sheet = replace(
            sheet,
            rows=sheet.rows - 1,
            cols=sheet.cols - 1,
            top=sheet.top + 1,
            left=sheet.left + 1,
            cut=frozenset((r - 1, c - 1) for r, c in sheet.cut if r and c),
        )
    sheet.check("doppelblock")
    if sheet.rows != sheet.cols:
        why = f"{sheet.rows} rows and {sheet.cols} columns: a Doppelblock board must be square"
        raise BadPuzzle(why, "payload line 1")
    if sheet.cut:
        raise BadPuzzle("cells are cut out of the board, a Doppelblock board has none such", "payload line 6")
    board = _Board(sheet, warnings)
    for spot, text, where in texts(sheet, "problem"):
        board.number(spot.row, spot.col, spot.category, text, where)
    for (r, c), is_dark in surfaces(sheet, "problem"):
        if is_dark:
            board.givens[r][c] = 0
    answer = _answer(sheet, board.givens, marks, numbers)
    warnings += (
        outside(board.beside, "numbers") + leftovers(sheet, "number") + answered(sheet, answer is not None)
    )
    data: dict[str, Any] = {"kind": "doppelblock", "top": board.clues[0], "left": board.clues[1]}
    if any(value is not None for row in board.givens for value in row):
        data["givens"] = board.givens
    return Parsed("doppelblock", data, tuple(warnings), answer)


class _Board:
    """Clues and givens as the numbers tell them."""

    def __init__(self, sheet: Sheet, warnings: list[str]) -> None:
        self.side = sheet.rows
        self.warnings = warnings
        self.clues: Rows = [[None] * self.side, [None] * self.side]
        self.givens: Rows = [[None] * self.side for _ in range(self.side)]
        self.beside = 0

    def number(self, row: int, col: int, category: int, text: str, where: str) -> None:
        """A number in the grid is given; beside the grid, at any side, it is a clue."""
        in_row, in_col = 0 <= row < self.side, 0 <= col < self.side
        ends = (-1, self.side)
        if category != 0:
            self.beside += 1
        elif in_row and in_col:
            self.givens[row][col] = self._digit(row, col, text, where)
        elif in_col and row in ends:
            self._clue(0, col, f"column {col + 1}", text, where)
        elif in_row and col in ends:
            self._clue(1, row, f"row {row + 1}", text, where)
        else:
            self.beside += 1

    def _digit(self, row: int, col: int, text: str, where: str) -> int:
        digit = whole_number(text)
        if digit is None or not 1 <= digit <= self.side - 2:
            why = f"{shown(text)} in {cell_name(row, col)} is not a digit 1..{self.side - 2} of the board"
            raise BadPuzzle(why, where)
        return digit

    def _clue(self, axis: int, place: int, name: str, text: str, where: str) -> None:
        clue = whole_number(text)
        if clue is None:
            self.warnings.append(f"the text {shown(text)} beside {name} is read as no clue")
            return
        if not 0 <= clue <= MAX_CLUE:
            raise BadPuzzle(f"{clue} beside {name} is not a clue 0..{MAX_CLUE}", where)
        if self.clues[axis][place] not in (None, clue):
            raise BadPuzzle(
                f"{clue} contradicts the {self.clues[axis][place]} at the other end of {name}", where
            )
        self.clues[axis][place] = clue


def _answer(
    sheet: Sheet, givens: Rows, marks: Collection[int], numbers: Iterable[tuple[int, str]]
) -> Answer | None:
    """Digits and dark cells of the answer, over what is given; None if the answer says nothing."""
    cells = [list(row) for row in givens]
    written = [
        ((spot.row, spot.col), text) for spot, text, _ in texts(sheet, "solution") if spot.category == 0
    ]
    spots = [(sheet.spot(index), text) for index, text in numbers]
    written += [((spot.row, spot.col), text) for spot, text in spots if spot.category == 0]
    dark = [cell for cell, is_dark in surfaces(sheet, "solution") if is_dark]
    dark += [(spot.row, spot.col) for spot in map(sheet.spot, marks) if spot.category == 0]
    if not written and not dark:
        return None
    for cell, text in written:
        digit = whole_number(text)
        if sheet.has(*cell) and digit is not None and givens[cell[0]][cell[1]] is None:
            cells[cell[0]][cell[1]] = digit
    for cell in dark:
        if sheet.has(*cell) and givens[cell[0]][cell[1]] is None:
            cells[cell[0]][cell[1]] = 0
    return Answer(tuple(map(tuple, cells)))
