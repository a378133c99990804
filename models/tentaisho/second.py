"""Whether a known answer of a board is its only one, by clause learning on the board's clauses."""

from __future__ import annotations

import numpy as np

from models.puzzle import Grid
from models.tentaisho.board import Board
from models.tentaisho.cnf import cnf_view

SOLVER = "minisat-gh"


def find_second(board: Board, known: Grid) -> Grid | None:
    """Another answer, if there is one; the solver guesses against the known one, to find them far apart."""
    from pysat.solvers import Solver

    view = cnf_view(board)
    cells = np.flatnonzero(known >= 0)
    answer = view.literals[cells, known.ravel()[cells]]
    with Solver(SOLVER, bootstrap_with=view.clauses) as solver:
        solver.add_clause((-answer).tolist())
        solver.set_phases((-answer).tolist())
        while solver.solve():
            true = np.zeros(view.variables + 1, bool)
            true[[literal for literal in solver.get_model() if literal > 0]] = True
            grid = known.copy()
            grid.ravel()[cells] = true[view.literals[cells]].argmax(axis=1)
            cuts = view.cuts(grid) if view.cuts else []
            if not cuts:
                return grid
            for clause in cuts:
                solver.add_clause(clause)
    return None
