"""The rules of Fill-a-Pix, as slow plain Python written from the rule text.

Every cell is ink or blank; a clue counts the ink in the three-by-three block around it, its own
cell included, as far as the board reaches; a given cell is as given.
"""

from __future__ import annotations

from models.fillapix.board import Board
from models.puzzle import Grid, Violation, cell_name


def violations(board: Board, grid: Grid) -> list[Violation]:
    """Every rule that the complete int16[rows, cols] grid breaks."""
    if grid.shape != (board.rows, board.cols):
        return [Violation("shape", f"the grid is {grid.shape}, not {board.rows}x{board.cols}")]
    picture = [[int(value) for value in row] for row in grid]
    broken = []
    for r in range(board.rows):
        for c in range(board.cols):
            value = picture[r][c]
            if value not in (0, 1):
                broken.append(Violation("value", f"{cell_name(r, c)} is neither ink nor blank", ((r, c),)))
            given = board.given(r, c)
            if given is not None and given != value:
                broken.append(Violation("given", f"{cell_name(r, c)} is not as given", ((r, c),)))
    for r in range(board.rows):
        for c in range(board.cols):
            clue = board.clues[r][c]
            if clue is None:
                continue
            block = board.window(r, c)
            ink = sum(picture[y][x] == 1 for y, x in block)
            if ink != clue:
                broken.append(
                    Violation(
                        "clue",
                        f"the {clue} at {cell_name(r, c)} sees {ink} ink",
                        tuple(block),
                    )
                )
    return broken
