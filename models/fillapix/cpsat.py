"""Fill-a-Pix for OR-Tools CP-SAT: one Boolean a cell, one linear sum a clue."""

from __future__ import annotations

from models.fillapix.board import Board
from models.puzzle import CpsatView


def cpsat_view(board: Board) -> CpsatView:
    """A Boolean per cell that says ink; a sum per clue; givens as fixed variables."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    ink = [[model.new_bool_var("") for _ in range(board.cols)] for _ in range(board.rows)]
    for row in range(board.rows):
        for col in range(board.cols):
            clue = board.clues[row][col]
            if clue is not None:
                model.add(sum(ink[r][c] for r, c in board.window(row, col)) == clue)
            given = board.given(row, col)
            if given is not None:
                model.add(ink[row][col] == given)
    literals = [[-cell.index - 1, cell.index] for row in ink for cell in row]
    return CpsatView(model, literals)
