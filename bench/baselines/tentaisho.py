"""Tentai Show baselines: owners of cells under symmetry; connectivity by cuts, found one by one."""

from __future__ import annotations

import time

from ortools.sat.python import cp_model
from pysat.solvers import Glucose4

from bench.baselines import CONFLICTS, SECONDS
from models.tentaisho import TentaiShow
from models.tentaisho.board import Board

Owned = dict[tuple[int, int], dict[int, int]]
"""Per cell, by dot: a number of the variable "this dot owns it"."""


def _owners(board: Board) -> Owned:
    """A variable per cell and dot whose mirror is on the board; twins share it."""
    holes = set(board.holes)
    owned: Owned = {(r, c): {} for r in range(board.rows) for c in range(board.cols) if (r, c) not in holes}
    top = 0
    for dot, (y, x) in enumerate(board.dots):
        for r, c in owned:
            twin = (y - r - 1, x - c - 1)
            if twin in owned and dot not in owned[r, c]:
                top += 1
                owned[r, c][dot] = owned[twin][dot] = top
    return owned


def _torn(board: Board, owned: Owned, true: set[int]) -> list[int] | None:
    """A cut against a part of a galaxy that is apart from its dot: negated owners, then the way out."""
    galaxy = {cell: next(d for d, v in dots.items() if v in true) for cell, dots in owned.items()}
    core = {cell: dot for dot in range(len(board.dots)) for cell in board.core(dot)}
    seen: set[tuple[int, int]] = set()
    for start, dot in galaxy.items():
        if start in seen:
            continue
        part, border = [start], set()
        seen.add(start)
        for r, c in part:
            for cell in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if galaxy.get(cell) == dot and cell not in seen:
                    seen.add(cell)
                    part.append(cell)
                elif cell in galaxy and galaxy[cell] != dot and dot in owned[cell]:
                    border.add(owned[cell][dot])
        if all(core.get(cell) != dot for cell in part):
            return [-owned[cell][dot] for cell in part] + sorted(border)
    return None


def _cores(board: Board, owned: Owned) -> list[int]:
    return [owned[cell].get(dot, 0) for dot in range(len(board.dots)) for cell in board.core(dot)]


def simple_sat(puzzle: TentaiShow) -> bool | None:
    """Glucose; each cell one owner, dots own what they touch, cuts until the answer holds."""
    board = puzzle.board
    owned = _owners(board)
    with Glucose4() as solver:
        for dots in owned.values():
            choice = list(dots.values())
            solver.add_clause(choice)
            for i, one in enumerate(choice):
                for other in choice[:i]:
                    solver.add_clause([-one, -other])
        for core in _cores(board, owned):
            solver.add_clause([core] if core else [])
        found = 0
        solver.conf_budget(CONFLICTS)
        end = time.monotonic() + SECONDS
        while status := solver.solve_limited():
            if time.monotonic() > end:
                return None
            true = {literal for literal in solver.get_model() if literal > 0}
            cut = _torn(board, owned, true)
            if cut is None:
                found += 1
                if found == 2:
                    break
                answer = {v for dots in owned.values() for v in dots.values() if v in true}
                cut = [-literal for literal in answer]
            solver.add_clause(cut)
        return None if status is None else found == 1


def simple_cpsat(puzzle: TentaiShow) -> bool | None:
    """CP-SAT, one worker; the same statement, solved again after every cut."""
    board = puzzle.board
    owned = _owners(board)
    model = cp_model.CpModel()
    variables = [
        model.new_bool_var("") for _ in range(max((v for d in owned.values() for v in d.values()), default=0))
    ]

    def literal(number: int) -> cp_model.LiteralT:
        return variables[number - 1] if number > 0 else ~variables[-number - 1]

    for dots in owned.values():
        model.add_exactly_one(literal(v) for v in dots.values())
    for core in _cores(board, owned):
        model.add_bool_or([literal(core)] if core else [])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    end = time.monotonic() + SECONDS
    found = 0
    while True:
        solver.parameters.max_time_in_seconds = max(0.0, end - time.monotonic())
        if (status := solver.solve(model)) != cp_model.OPTIMAL:
            break
        true = {v for dots in owned.values() for v in dots.values() if solver.value(literal(v))}
        cut = _torn(board, owned, true)
        if cut is None:
            found += 1
            if found == 2:
                break
            cut = [-v for v in true]
        model.add_bool_or([literal(v) for v in cut])
    return None if status == cp_model.UNKNOWN else found == 1
