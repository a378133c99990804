"""Doppelblock baselines: pairs of blocks with the digit sets that do not fit, or with conditional sums."""

from __future__ import annotations

from itertools import combinations

from ortools.sat.python import cp_model
from pysat.solvers import Glucose4

from bench.baselines import CONFLICTS, SECONDS
from models.doppelblock import Doppelblock

BLOCK = 0


def simple_sat(puzzle: Doppelblock) -> bool | None:
    """Glucose; a variable per line and pair of blocks, which rules out the sets of digits between them."""
    board = puzzle.board
    side, digits = board.side, range(1, board.side - 1)
    square = [
        [[1 + (r * side + c) * (side - 1) + v for v in range(side - 1)] for c in range(side)]
        for r in range(side)
    ]
    top = side * side * (side - 1)
    columns = [[row[c] for row in square] for c in range(side)]
    clauses: list[list[int]] = []
    for cell in (cell for row in square for cell in row):
        clauses.append(cell)
        clauses += [[-one, -other] for one, other in combinations(cell, 2)]
    for line, clue in zip(square + columns, (*board.left, *board.top), strict=True):
        for digit in digits:
            clauses.append([cell[digit] for cell in line])
        pairs = []
        for start, end in combinations(range(side), 2):
            top += 1
            pairs.append(top)
            clauses += [[-top, line[start][BLOCK]], [-top, line[end][BLOCK]]]
            outside = line[:start] + line[end + 1 :]
            for between in combinations(digits, end - start - 1):
                if clue is not None and sum(between) != clue:
                    clauses.append([-top, *(cell[digit] for digit in between for cell in outside)])
        clauses.append(pairs)
    for r, row in enumerate(board.givens):
        clauses += [[square[r][c][value]] for c, value in enumerate(row) if value is not None]
    with Glucose4(bootstrap_with=clauses) as solver:
        solver.conf_budget(CONFLICTS)
        first: bool | None = solver.solve_limited()
        if not first:
            return first
        model = set(solver.get_model())
        true = [each for row in square for cell in row for each in cell if each in model]
        solver.add_clause([-literal for literal in true])
        second = solver.solve_limited()
        return None if second is None else not second


def simple_cpsat(puzzle: Doppelblock) -> bool | None:
    """CP-SAT, one worker; a Boolean per line and pair of blocks, and the sum between them under it."""
    board = puzzle.board
    side = board.side
    model = cp_model.CpModel()
    square = [[model.new_int_var(0, side - 2, "") for _ in range(side)] for _ in range(side)]
    takes = [[[model.new_bool_var("") for _ in range(side - 1)] for _ in range(side)] for _ in range(side)]
    for r in range(side):
        for c in range(side):
            model.add_exactly_one(takes[r][c])
            model.add(square[r][c] == sum(v * take for v, take in enumerate(takes[r][c])))
    for line in range(2 * side):
        places = [(line, c) if line < side else (c, line - side) for c in range(side)]
        for digit in range(1, side - 1):
            model.add_exactly_one(takes[r][c][digit] for r, c in places)
        clue = (*board.left, *board.top)[line]
        pairs = []
        for start, end in combinations(range(side), 2):
            pair = model.new_bool_var("")
            pairs.append(pair)
            for r, c in (places[start], places[end]):
                model.add_implication(pair, takes[r][c][BLOCK])
            if clue is not None:
                window = [square[r][c] for r, c in places[start + 1 : end]]
                model.add(sum(window) == clue).only_enforce_if(pair)
        model.add_exactly_one(pairs)
    for r, row in enumerate(board.givens):
        for c, value in enumerate(row):
            if value is not None:
                model.add(square[r][c] == value)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = SECONDS
    status = solver.solve(model)
    if status != cp_model.OPTIMAL:
        return None if status == cp_model.UNKNOWN else False
    cells = [take for row in takes for cell in row for take in cell]
    model.add_bool_or([~take for take in cells if solver.value(take)])
    status = solver.solve(model)
    return None if status == cp_model.UNKNOWN else status == cp_model.INFEASIBLE
