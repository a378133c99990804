"""Whether a known answer of a board is its only one, by clause learning on the board's clauses."""

from __future__ import annotations

import numpy as np

from models.deadline import Deadline
from models.puzzle import Grid
from models.statement import no_cycles
from models.tentaisho.board import Board
from models.tentaisho.cnf import cnf_view

SOLVER = "minisat-gh"


class Undecided(Exception):  # noqa: N818 - not an error: the question was given up
    """The solver has learned as much as it may and does not know."""


def find_second(board: Board, known: Grid, conflicts: int, deadline: Deadline) -> Grid | None:
    """Another answer, or None if there is none; Undecided after so many conflicts in one go, or Unfinished.

    The solver guesses against the known answer, so as to find one that is far from it.
    """
    from pysat.solvers import Solver

    with no_cycles():
        view = cnf_view(board, deadline)
    cells = np.flatnonzero(known >= 0)
    denied = (-view.literals[cells, known.ravel()[cells]]).tolist()
    with Solver(SOLVER, bootstrap_with=view.clauses) as solver:
        solver.add_clause(denied)
        solver.set_phases([-literal for literal in denied])
        while True:
            status = deadline.solve(solver, conflicts=conflicts)
            if status is None:
                raise Undecided
            if not status:
                return None
            true = np.zeros(view.variables + 1, bool)
            true[[literal for literal in solver.get_model() if literal > 0]] = True
            grid = known.copy()
            grid.ravel()[cells] = true[view.literals[cells]].argmax(axis=1)
            cuts = view.cuts(grid) if view.cuts else []
            if not cuts:
                return grid
            solver.append_formula(cuts)
