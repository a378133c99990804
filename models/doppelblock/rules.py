"""The rules of Doppelblock, as slow plain Python written from the rule text.

Every row and every column holds two blocks and each of the digits 1 .. n - 2 once; a clue is the
sum of the digits between the two blocks of its line, whatever stands outside of them; a given
cell is as given.
"""

from __future__ import annotations

from models.doppelblock.board import BLOCK, Board
from models.puzzle import Grid, Violation, cell_name


def violations(board: Board, grid: Grid) -> list[Violation]:
    """Every rule that the complete int16[n, n] grid breaks."""
    side = board.side
    if grid.shape != (side, side):
        return [Violation("shape", f"the grid is {grid.shape}, not {side}x{side}")]
    rows: list[list[int]] = grid.tolist()
    broken = []
    for r, given_row in enumerate(board.givens):
        for c, given in enumerate(given_row):
            if given is not None and given != rows[r][c]:
                broken.append(Violation("given", f"{cell_name(r, c)} is not as given", ((r, c),)))
    lines = rows + [list(column) for column in zip(*rows, strict=True)]
    wanted = [BLOCK, BLOCK, *range(1, board.digits + 1)]
    for line, (values, clue) in enumerate(zip(lines, board.clues, strict=True)):
        if sorted(values) != wanted:
            broken += _stray_values(board, line, values) + _wrong_counts(board, line, values)
        elif clue is not None:
            broken += _wrong_sum(board, line, values, clue)
    return broken


def _stray_values(board: Board, line: int, values: list[int]) -> list[Violation]:
    """What is neither a block nor a digit, told once, along its row."""
    if line >= board.side:
        return []
    return [
        Violation("value", f"{cell_name(*cell)} is neither a block nor a digit 1..{board.digits}", (cell,))
        for cell, value in zip(board.line_cells(line), values, strict=True)
        if not 0 <= value <= board.digits
    ]


def _wrong_counts(board: Board, line: int, values: list[int]) -> list[Violation]:
    """Other than two blocks, or a digit more than once, in a line."""
    name = board.line_name(line)
    cells = board.line_cells(line)
    broken = []
    blocks = tuple(cell for cell, value in zip(cells, values, strict=True) if value == BLOCK)
    if len(blocks) != 2:
        count = "1 block" if len(blocks) == 1 else f"{len(blocks)} blocks"
        broken.append(Violation("blocks", f"{name} has {count}, not 2", blocks or tuple(cells)))
    for digit in range(1, board.digits + 1):
        places = tuple(cell for cell, value in zip(cells, values, strict=True) if value == digit)
        if len(places) > 1:
            broken.append(Violation("digit", f"{name} has the digit {digit} {len(places)} times", places))
    return broken


def _wrong_sum(board: Board, line: int, values: list[int], clue: int) -> list[Violation]:
    """A line of two blocks whose digits between them do not add up to its clue."""
    first = values.index(BLOCK)
    second = values.index(BLOCK, first + 1)
    total = sum(values[first:second])
    if total == clue:
        return []
    text = f"the sum between the blocks of {board.line_name(line)} is {total}, not {clue}"
    return [Violation("sum", text, tuple(board.line_cells(line)[first : second + 1]))]
