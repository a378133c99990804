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
    picture: list[list[int]] = grid.tolist()
    broken = []
    for r, row in enumerate(picture):
        if not {0, 1}.issuperset(row):
            broken += [
                Violation("value", f"{cell_name(r, c)} is neither ink nor blank", ((r, c),))
                for c, value in enumerate(row)
                if value not in (0, 1)
            ]
    for r, givens in enumerate(board.givens):
        broken += [
            Violation("given", f"{cell_name(r, c)} is not as given", ((r, c),))
            for c, given in enumerate(givens)
            if given is not None and given != picture[r][c]
        ]
    for r, clues in enumerate(board.clues):
        block = picture[max(0, r - 1) : r + 2]
        for c, clue in enumerate(clues):
            if clue is None:
                continue
            left = max(0, c - 1)
            ink = 0
            for row in block:
                ink += row[left : c + 2].count(1)
            if ink != clue:
                text = f"the {clue} at {cell_name(r, c)} sees {ink} ink"
                broken.append(Violation("clue", text, tuple(board.window(r, c))))
    return broken
