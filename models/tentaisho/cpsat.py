"""Tentai Show for OR-Tools CP-SAT; connectivity by distances.

A Boolean says that a dot's galaxy owns a cell and its twin. Every free cell has a distance from its
dot, counted in steps inside its galaxy: neighbours of one owner differ by at most one, and one of
them is a step nearer. Such numbers exist for connected galaxies only, and then they are the true
distances, so that the owners fix every other variable and no answer comes twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from models.puzzle import NO_LITERAL, CpsatView
from models.statement import Look, unhurried
from models.tentaisho.board import Board, Cell, count_choices

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    Holders = dict[Cell, dict[int, cp_model.IntVar]]
    """Per cell, by dot: the Boolean that says the dot's galaxy owns the cell."""


CHOICE_SECONDS = 25e-6
"""What a cell that a dot can reach costs: 31 s for 1,250,000 of them."""


def cpsat_view(board: Board, look: Look = unhurried) -> CpsatView:
    """One owner a cell, and distances that hold the galaxies together."""
    from ortools.sat.python import cp_model

    look(count_choices(board) * CHOICE_SECONDS)
    model = cp_model.CpModel()
    taken = set(board.holes)
    cores = [board.core(dot) for dot in range(len(board.dots))]
    taken.update(cell for core in cores for cell in core)
    holders: Holders = {}
    for dot, core in enumerate(cores):
        look()
        for twins in spread(board, board.dots[dot], core, taken):
            owns = model.new_bool_var("")
            for cell in twins:
                holders.setdefault(cell, {})[dot] = owns
    touched = [cell for core in cores for cell in core]
    ownerless = board.rows * board.cols - len(holders.keys() | set(board.holes))
    if ownerless or len(taken) < len(touched) + len(board.holes):
        model.add_bool_or([])  # a cell without an owner, or one that is touched twice or is a hole
    literals = np.full((board.rows * board.cols, len(board.dots)), NO_LITERAL, np.int32)
    for (row, col), choice in holders.items():
        look()
        model.add_exactly_one(choice.values())
        literals[row * board.cols + col, list(choice)] = [owns.index for owns in choice.values()]
    connect(model, holders, [cell for cell in holders if cell not in taken], look)
    return CpsatView(model, literals)


def spread(board: Board, dot: Cell, core: list[Cell], taken: set[Cell]) -> list[tuple[Cell, ...]]:
    """The core, and every two twins about a dot that a walk over free twins comes to."""
    y, x = dot
    rows, cols = range(board.rows), range(board.cols)
    found: list[tuple[Cell, ...]] = [tuple(core)]
    walk = list(core)
    seen = set(core)
    for row, col in walk:
        for cell in beside(row, col):
            r, c = y - cell[0] - 1, x - cell[1] - 1
            inside = cell[0] in rows and r in rows and cell[1] in cols and c in cols
            if inside and cell not in seen and cell not in taken and (r, c) not in taken:
                seen.update((cell, (r, c)))
                walk += [cell, (r, c)]
                found.append((cell, (r, c)))
    return found


def connect(model: cp_model.CpModel, holders: Holders, free: list[Cell], look: Look) -> None:
    """Give every free cell its distance from the core of its dot, which is 0 all over."""
    distance = {cell: model.new_int_var(1, len(free), "") for cell in free}
    nearer: dict[Cell, list[cp_model.IntVar]] = {cell: [] for cell in free}
    for cell in free:
        for other in beside(*cell):
            look()
            if other not in distance:
                for dot in holders[cell].keys() & holders.get(other, {}).keys():
                    owns = holders[cell][dot]
                    nearer[cell].append(owns)
                    model.add(distance[cell] == 1).only_enforce_if(owns)
            elif cell < other and holders[cell].keys() & holders[other].keys():
                here, there = distance[cell], distance[other]
                same = add_same(model, holders[cell], holders[other])
                back, forth = model.new_bool_var(""), model.new_bool_var("")
                model.add(here == there + 1).only_enforce_if(same, back)
                model.add(there == here + 1).only_enforce_if(same, forth)
                model.add(here == there).only_enforce_if(same, ~back, ~forth)
                model.add_implication(back, same)
                model.add_implication(forth, same)
                nearer[cell].append(back)
                nearer[other].append(forth)
    for choice in nearer.values():
        model.add_bool_or(choice)


def add_same(
    model: cp_model.CpModel, first: dict[int, cp_model.IntVar], second: dict[int, cp_model.IntVar]
) -> cp_model.IntVar:
    """A Boolean that is true exactly if two cells have the same owner."""
    same = model.new_bool_var("")
    for dot in first.keys() | second.keys():
        if dot in first and dot in second:
            model.add_bool_or(~same, ~first[dot], second[dot])
            model.add_bool_or(~same, first[dot], ~second[dot])
            model.add_bool_or(same, ~first[dot], ~second[dot])
        else:
            model.add_implication(same, ~(first if dot in first else second)[dot])
    return same


def beside(row: int, col: int) -> list[Cell]:
    """The four cells beside a cell, on the board or not."""
    return [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]
