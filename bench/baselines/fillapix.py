"""Fill-a-Pix baselines: a clause for every subset of a window, or one linear equation a clue."""

from __future__ import annotations

from itertools import combinations

from ortools.sat.python import cp_model
from pysat.solvers import Glucose4

from bench.baselines import CONFLICTS, SECONDS
from models.fillapix import FillAPix


def _windows(puzzle: FillAPix) -> list[tuple[int, list[int]]]:
    """Each clue with the numbers, from 0, of the cells it counts."""
    board = puzzle.board
    return [
        (clue, [y * board.cols + x for y, x in board.window(r, c)])
        for r, row in enumerate(board.clues)
        for c, clue in enumerate(row)
        if clue is not None
    ]


def _givens(puzzle: FillAPix) -> list[tuple[int, int]]:
    """The given cells: (number, value)."""
    board = puzzle.board
    return [
        (r * board.cols + c, given)
        for r, row in enumerate(board.givens)
        for c, given in enumerate(row)
        if given is not None
    ]


def simple_sat(puzzle: FillAPix) -> bool | None:
    """Glucose on "no clue + 1 cells are all ink, no size - clue + 1 cells are all blank"."""
    cells = puzzle.board.rows * puzzle.board.cols
    with Glucose4() as solver:
        for clue, window in _windows(puzzle):
            for some in combinations(window, clue + 1):
                solver.add_clause([-cell - 1 for cell in some])
            for some in combinations(window, len(window) - clue + 1):
                solver.add_clause([cell + 1 for cell in some])
        for cell, value in _givens(puzzle):
            solver.add_clause([cell + 1 if value else -cell - 1])
        solver.conf_budget(CONFLICTS)
        first: bool | None = solver.solve_limited()
        if not first:
            return first
        true = {literal for literal in solver.get_model() if 0 < literal <= cells}
        solver.add_clause([-cell if cell in true else cell for cell in range(1, cells + 1)])
        second = solver.solve_limited()
        return None if second is None else not second


def simple_cpsat(puzzle: FillAPix) -> bool | None:
    """CP-SAT, one worker: a sum a clue; solved, then solved again without the answer found."""
    model = cp_model.CpModel()
    cells = [model.new_bool_var("") for _ in range(puzzle.board.rows * puzzle.board.cols)]
    for clue, window in _windows(puzzle):
        model.add(sum(cells[cell] for cell in window) == clue)
    for cell, value in _givens(puzzle):
        model.add(cells[cell] == value)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = SECONDS
    status = solver.solve(model)
    if status != cp_model.OPTIMAL:
        return None if status == cp_model.UNKNOWN else False
    model.add_bool_or([~cell if solver.value(cell) else cell for cell in cells])
    status = solver.solve(model)
    return None if status == cp_model.UNKNOWN else status == cp_model.INFEASIBLE
