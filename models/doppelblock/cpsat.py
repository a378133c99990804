"""Doppelblock for OR-Tools CP-SAT: one Boolean per cell and value, one per pair of block places of a clue.

Exactly one pair holds, and the pair that holds enforces a linear equation, the sum of the window's digits.
Measured against an automaton along the line and against a table of its words, this
is three to seven times faster on 7x7 and 8x8 boards.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from models.doppelblock.board import BLOCK, Board
from models.puzzle import CpsatView
from models.statement import Look, unhurried

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    Cell = list[cp_model.IntVar]
    """One Boolean per value."""


def cpsat_view(board: Board, look: Look = unhurried) -> CpsatView:
    """One value a cell; in a line each digit once, two blocks and the sum; givens as fixed variables."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    side = board.side
    grid = [
        [[model.new_bool_var("") for _ in range(board.digits + 1)] for _ in range(side)] for _ in range(side)
    ]
    for row in grid:
        for cell in row:
            model.add_exactly_one(cell)
    for line, clue in enumerate(board.clues):
        look()
        cells = [grid[r][c] for r, c in board.line_cells(line)]
        for digit in range(1, board.digits + 1):
            model.add_exactly_one(cell[digit] for cell in cells)
        if clue is None:
            model.add(cp_model.LinearExpr.sum([cell[BLOCK] for cell in cells]) == 2)
        else:
            _add_clue(model, cells, clue)
    for r, givens in enumerate(board.givens):
        for c, value in enumerate(givens):
            if value is not None:
                model.add_bool_and(grid[r][c][value])
    literals = [[value.index for value in cell] for row in grid for cell in row]
    return CpsatView(model, np.array(literals, np.int32))


def _add_clue(model: cp_model.CpModel, cells: list[Cell], clue: int) -> None:
    """Two blocks in a line, and the sum of the digits between them."""
    from ortools.sat.python import cp_model

    digits = list(range(1, len(cells) - 1))
    ends: list[Cell] = [[] for _ in cells]
    pairs = []
    for first, second in combinations(range(len(cells)), 2):
        window = cells[first + 1 : second]
        least, most = sum(digits[: len(window)]), sum(digits[len(digits) - len(window) :])
        if not least <= clue <= most:
            continue
        pair = model.new_bool_var("")
        pairs.append(pair)
        ends[first].append(pair)
        ends[second].append(pair)
        if window:
            terms = [value for cell in window for value in cell[1:]]
            total = cp_model.LinearExpr.weighted_sum(terms, digits * len(window))
            model.add(total == clue).only_enforce_if(pair)
    model.add_exactly_one(pairs)
    for cell, standing in zip(cells, ends, strict=True):
        model.add(cp_model.LinearExpr.sum(standing) == cell[BLOCK])
