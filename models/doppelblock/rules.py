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
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            if not 0 <= value <= board.digits:
                text = f"{cell_name(r, c)} is neither a block nor a digit 1..{board.digits}"
                broken.append(Violation("value", text, ((r, c),)))
    for r, given_row in enumerate(board.givens):
        for c, given in enumerate(given_row):
            if given is not None and given != rows[r][c]:
                broken.append(Violation("given", f"{cell_name(r, c)} is not as given", ((r, c),)))
    for r in range(side):
        broken += _broken_in_line(board, r, f"row {r + 1}", rows[r])
    for c in range(side):
        broken += _broken_in_line(board, side + c, f"column {c + 1}", [row[c] for row in rows])
    return broken


def _broken_in_line(board: Board, line: int, name: str, values: list[int]) -> list[Violation]:
    """The two blocks, the digits once each, and the sum, along one line."""
    if sorted(values) == [BLOCK, BLOCK, *range(1, board.digits + 1)]:
        clue = board.clues[line]
        if clue is None:
            return []
        first = values.index(BLOCK)
        second = values.index(BLOCK, first + 1)
        total = sum(values[first + 1 : second])
        if total == clue:
            return []
        window = tuple(board.line_cells(line)[first : second + 1])
        return [Violation("sum", f"the sum between the blocks of {name} is {total}, not {clue}", window)]
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
