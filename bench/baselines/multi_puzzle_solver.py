"""The solvers of multi-puzzle-solver: CP-SAT models, and its way of listing their solutions.

Its own loop has no limit of time, so the same collector is run under one here. It knows neither given
cells nor holes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from ortools.sat.python import cp_model
from puzzle_solver.core.utils import get_pos
from puzzle_solver.core.utils_ortools import AllSolutionsCollector, SingleSolution
from puzzle_solver.puzzles.galaxies import galaxies
from puzzle_solver.puzzles.mosaic import mosaic

from bench.baselines import SECONDS
from models.fillapix import FillAPix
from models.tentaisho import TentaiShow


def fillapix(puzzle: FillAPix) -> bool | None:
    """Its Mosaic; None for a board with given cells."""
    if puzzle.board.givens:
        return None
    clues = [[" " if clue is None else str(clue) for clue in row] for row in puzzle.board.clues]
    board = mosaic.Board(np.array(clues))

    def read(board: Any, solver: Any) -> Any:
        return SingleSolution({place: solver.Value(cell) for place, cell in board.model_vars.items()})

    return _has_one_answer(board, read)


def tentaisho(puzzle: TentaiShow) -> bool | None:
    """Its Galaxies; None for a board with holes."""
    board = puzzle.board
    if board.holes:
        return None
    cores = [tuple(get_pos(x=c, y=r) for r, c in board.core(dot)) for dot in range(len(board.dots))]

    def read(board: Any, solver: Any) -> Any:
        owners = board.pos_to_galaxy.items()
        return SingleSolution(
            {place: next(dot for dot, owns in dots.items() if solver.Value(owns)) for place, dots in owners}
        )

    return _has_one_answer(galaxies.Board(cores, V=board.rows, H=board.cols), read)


def _has_one_answer(board: Any, read: Any) -> bool | None:
    """Whether its list of at most two solutions holds one; None if the time is over."""
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.max_time_in_seconds = SECONDS
    found = AllSolutionsCollector(board, read, max_solutions=2)
    status = solver.solve(board.model, found)
    if len(found.solutions) >= 2:
        return False
    is_done = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return len(found.solutions) == 1 if is_done else None
