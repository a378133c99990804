"""The Mosaic solver of puzzlekit, asked twice: it finds one solution, so the first is ruled out then.

It knows no given cells.
"""

from __future__ import annotations

from ortools.sat.python import cp_model
from puzzlekit.solvers.mosaic import MosaicSolver

from bench.baselines import SECONDS
from models.fillapix import FillAPix


def fillapix(puzzle: FillAPix) -> bool | None:
    """Its Mosaic; None for a board with given cells, or if the time is over."""
    board = puzzle.board
    if board.givens:
        return None
    clues = [["-" if clue is None else str(clue) for clue in row] for row in board.clues]
    kit = MosaicSolver(board.rows, board.cols, clues)
    found = kit.solve({"time_limit_sec": SECONDS}).solution_data
    if found["status"] != "Optimal":
        return False if found["status"] == "Infeasible" else None
    kit.model.add_bool_or([~cell if kit.solver.value(cell) else cell for cell in kit.x.values()])
    second = kit.solver.solve(kit.model)
    if second in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        return bool(second == cp_model.INFEASIBLE)
    return None
