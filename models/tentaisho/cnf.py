"""Tentai Show as clauses, laid out with NumPy; connectivity by cuts.

One variable says that a dot's galaxy owns a cell and its twin, so symmetry needs no clause. Only
cells to which a walk over free twins leads from the dot have one. Every cell has exactly one owner,
and a cell that its dot does not touch has a neighbour in its galaxy. A galaxy also skips no level:
sort the cells about a dot by the steps a walk needs, or by their distance in rows, in columns or along
a diagonal, and no step changes a level by more than one, so a galaxy with a cell on one level has
cells on all levels below. (Without the levels the solver fails on large galaxies: at 20x20 with 7 cells
a galaxy, 188,000 conflicts and no answer against 6,800 conflicts.) What is left of connectivity comes
lazily, from `cuts.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, pairwise

import numpy as np
import numpy.typing as npt

from models.puzzle import CnfView, Ints
from models.statement import SLICE, Look, to_lists, unhurried
from models.tentaisho.board import Board
from models.tentaisho.cuts import Cuts

PAIRWISE = 6
"""More owners than that exclude each other through a chain of counters instead of pair by pair."""

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Twins:
    """Pairs of twin cells that a galaxy may hold, a row each: its dot, the cells, whether it touches them.

    ``cell`` and ``twin`` are the same cell where the dot is at its centre.
    """

    dot: Ints
    cell: Ints
    twin: Ints
    core: Flags

    def only(self, kept: Flags) -> Twins:
        """The rows that are kept."""
        return Twins(self.dot[kept], self.cell[kept], self.twin[kept], self.core[kept])

    def literals(self, board: Board) -> Ints:
        """int32[cells, dots]: the number of a cell's row, from 1; 0 for none."""
        literals = np.zeros((board.rows * board.cols, len(board.dots)), np.int32)
        number = np.arange(1, len(self.dot) + 1, dtype=np.int32)
        literals[self.cell, self.dot] = number
        literals[self.twin, self.dot] = number
        return literals

    def around(self, board: Board, literals: Ints) -> Ints:
        """int32[4, rows]: the literals of the same dot for the neighbours of each row's cell."""
        row, col = np.divmod(self.cell, board.cols)
        steps = (
            (row > 0, -board.cols),
            (col > 0, -1),
            (col < board.cols - 1, 1),
            (row < board.rows - 1, board.cols),
        )
        around = np.zeros((4, len(self.dot)), np.int32)
        for side, (inside, step) in enumerate(steps):
            around[side, inside] = literals[self.cell[inside] + step, self.dot[inside]]
        return around


def cnf_view(board: Board, look: Look = unhurried) -> CnfView:
    """Variables 1 .. n are twins with a dot; the counters of crowded cells and crowded levels follow."""
    pairs = free_twins(board)
    look()
    steps = count_steps(pairs.around(board, pairs.literals(board)), pairs.core)
    pairs, steps = pairs.only(steps >= 0), steps[steps >= 0]
    look()
    literals = pairs.literals(board)
    if not len(pairs.dot):  # every dot touches a hole, and there are cells, so none has an owner
        return CnfView([[]], 0, literals)
    owners, starts = owners_by_cell(literals)
    clauses, variables = exclusion_clauses(owners, starts, len(pairs.dot), look)
    flat = owners.tolist()
    if is_spoilt(board, literals):
        clauses.append([])
    clauses += [flat[start:end] for start, end in pairwise(starts.tolist())]
    look()
    around = pairs.around(board, literals)[:, ~pairs.core]
    clauses += support_clauses(around, np.flatnonzero(~pairs.core) + 1, look)
    look()
    layered, variables = level_clauses(pairs, levels(board, pairs, steps), variables, look)
    clauses += layered
    return CnfView(clauses, variables, literals, Cuts(board, literals))


def free_twins(board: Board) -> Twins:
    """Every two twin cells about a dot that are both free, or both touched by it.

    The cells with a twin on the board fill a rectangle around the dot; its first half, row by row,
    holds one of each two.
    """
    size = np.array((board.rows, board.cols), np.int32)
    dots = np.array(board.dots, np.int32).reshape(-1, 2)
    corner = np.maximum(dots - size, 0)
    extent = np.minimum(dots, 2 * size - dots)
    halves = (extent.prod(axis=1, dtype=np.int32) + 1) // 2
    dot = np.repeat(np.arange(len(dots), dtype=np.int32), halves)
    place = np.arange(len(dot), dtype=np.int32) - np.repeat(np.cumsum(halves) - halves, halves)
    row, col = np.divmod(place, extent[dot, 1])
    cell = (corner[dot, 0] + row) * board.cols + corner[dot, 1] + col
    twin = ((dots[:, 0] - 1) * board.cols + dots[:, 1] - 1)[dot] - cell
    holder = holders(board, dots)
    here = holder[cell]
    core = here == dot
    return Twins(dot, cell, twin, core).only((here == holder[twin]) & ((here == FREE) | core))


FREE, HOLE = -1, -2


def is_spoilt(board: Board, literals: Ints) -> bool:
    """Whether a cell has no owner to choose from, or a dot has lost a cell it touches: no solution."""
    dots = np.array(board.dots, np.int32).reshape(-1, 2)
    holder = holders(board, dots)
    ownerless = ~literals.any(axis=1) & (holder != HOLE)
    touched = (2 - dots % 2).prod(axis=1)
    held = np.bincount(holder[holder >= 0], minlength=len(dots))
    return bool(ownerless.any() or (held < touched).any())


def holders(board: Board, dots: Ints) -> Ints:
    """int32[cells]: the dot that touches a cell, FREE or HOLE."""
    holder = np.full((board.rows, board.cols), FREE, np.int32)
    for down in (-1, 0):
        for along in (-1, 0):
            holder[(dots[:, 0] + down) // 2, (dots[:, 1] + along) // 2] = np.arange(len(dots))
    if board.holes:
        holder[tuple(np.array(board.holes).T)] = HOLE
    return holder.ravel()


def count_steps(around: Ints, core: Flags) -> Ints:
    """int32[rows]: the steps that a walk from the core needs to each row; -1 where none comes."""
    steps = np.full(len(core) + 1, -1, np.int32)
    front = np.flatnonzero(core) + 1
    steps[front] = 0
    steps[0] = 0
    round_ = 0
    while len(front):
        round_ += 1
        beside = around[:, front - 1]
        steps[beside[steps[beside] < 0]] = round_
        front = np.flatnonzero(steps == round_)
    return steps[1:]


def owners_by_cell(literals: Ints) -> tuple[Ints, npt.NDArray[np.int64]]:
    """The variables of each cell in a row, and where each cell's start, with a last end; holes left out."""
    cell, dot = np.nonzero(literals)
    starts = np.flatnonzero(cell[1:] != cell[:-1]) + 1
    return literals[cell, dot], np.concatenate(([0], starts, [len(cell)]))


def exclusion_clauses(
    owners: Ints, starts: npt.NDArray[np.int64], variables: int, look: Look
) -> tuple[list[list[int]], int]:
    """No cell has two owners: pair by pair, or by counters "one of the owners up to here"."""
    sizes = starts[1:] - starts[:-1]
    group = np.repeat(np.arange(len(sizes)), sizes)
    few = sizes[group] <= PAIRWISE
    clauses: list[list[int]] = []
    for step in range(1, min(PAIRWISE, int(sizes.max()))):
        both = (group[:-step] == group[step:]) & few[step:]
        clauses += to_lists(np.array((-owners[:-step][both], -owners[step:][both])).T, look)
    if few.all():
        return clauses, variables
    crowd, group = owners[~few], group[~few]
    counter = np.arange(variables + 1, variables + len(crowd) + 1, dtype=np.int32)
    on = group[:-1] == group[1:]
    clauses += to_lists(np.array((-crowd, counter)).T, look)
    clauses += to_lists(np.array((-counter[:-1][on], counter[1:][on])).T, look)
    clauses += to_lists(np.array((-counter[:-1][on], -crowd[1:][on])).T, look)
    return clauses, variables + len(crowd)


def support_clauses(around: Ints, number: npt.NDArray[np.int64], look: Look) -> list[list[int]]:
    """Each of these owned cells has a neighbour in its galaxy."""
    table = np.vstack((-number, np.sort(around, axis=0)[::-1])).T.astype(np.int64, copy=False)
    lengths = np.count_nonzero(around, axis=0)
    clauses: list[list[int]] = []
    for length in range(5):
        clauses += to_lists(table[lengths == length, : 1 + length], look)
    return clauses


def levels(board: Board, pairs: Twins, steps: Ints) -> Ints:
    """int32[5, rows]: the level of each row by steps, rows, columns and both diagonals."""
    dots = np.array(board.dots, np.int32).reshape(-1, 2)[pairs.dot]
    row, col = np.divmod(pairs.cell, board.cols)
    down, along = 2 * row + 1 - dots[:, 0], 2 * col + 1 - dots[:, 1]
    return np.stack((steps, *(np.abs((down, along, down + along, down - along)) // 2)))


def level_clauses(pairs: Twins, level: Ints, variables: int, look: Look) -> tuple[list[list[int]], int]:
    """A cell above the levels that its dot touches needs one on the level below.

    ``level`` int32[kinds, rows]. A level of several rows has a variable of its own, "one of these".
    """
    kinds, rows = level.shape
    if rows == 0:
        return [], variables
    height = int(level.max(initial=0)) + 2
    key = ((pairs.dot * kinds + np.arange(kinds, dtype=np.int32)[:, None]) * height + level + 1).ravel()
    order = np.argsort(key, kind="stable")
    look()
    ordered = key[order]
    starts = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
    keys = ordered[starts]
    look()
    touched = np.logical_or.reduceat(np.tile(pairs.core, kinds)[order], starts)
    below = np.searchsorted(keys, key - 1)
    look()
    high = np.flatnonzero((keys[below] == key - 1) & ~touched[below])
    below = below[high]
    look()
    member = order % rows + 1
    name = member[starts]
    ends = np.append(starts[1:], len(key))
    crowded = np.zeros(len(keys), bool)
    crowded[below] = True
    crowded = np.flatnonzero(crowded & (ends - starts > 1))
    name[crowded] = np.arange(variables + 1, variables + 1 + len(crowded))
    clauses = to_lists(np.stack((-(high % rows + 1), name[below]), axis=1), look)
    flat = member.tolist()
    look()
    crowds = zip(name[crowded].tolist(), starts[crowded].tolist(), ends[crowded].tolist(), strict=True)
    while part := [[-one, *flat[start:end]] for one, start, end in islice(crowds, SLICE)]:
        clauses += part
        look()
    return clauses, variables + len(crowded)
