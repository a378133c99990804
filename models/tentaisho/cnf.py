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

    ``cell`` and ``twin`` are the same cell where the dot is at its centre. Cells are numbered on the board
    with a rim of one cell around it, ``cols + 2`` to a row.
    """

    dot: Ints
    cell: Ints
    twin: Ints
    core: Flags

    def only(self, kept: Flags) -> Twins:
        """The rows that are kept."""
        rows = np.flatnonzero(kept)
        return Twins(self.dot.take(rows), self.cell.take(rows), self.twin.take(rows), self.core.take(rows))

    def rimmed(self, board: Board) -> Ints:
        """int32[rows + 2, cols + 2, dots]: the number of a cell's row, from 1; 0 for none."""
        count = len(board.dots)
        literals = np.zeros((board.rows + 2, board.cols + 2, count), np.int32)
        number = np.arange(1, len(self.dot) + 1, dtype=np.int32)
        flat = literals.reshape(-1)
        flat[self.cell * count + self.dot] = number
        flat[self.twin * count + self.dot] = number
        return literals

    def around(self, literals: Ints) -> Ints:
        """int32[4, rows]: the literals of the same dot for the neighbours of each row's cell."""
        _, width, count = literals.shape
        steps = np.array((-width, -1, 1, width), np.int32) * count
        around: Ints = literals.reshape(-1)[self.cell * count + self.dot + steps[:, None]]
        return around


def cnf_view(board: Board, look: Look = unhurried) -> CnfView:
    """Variables 1 .. n are twins with a dot; the counters of crowded cells and crowded levels follow."""
    dots = board.dot_table
    holder = holders(board, dots)
    pairs = free_twins(board, dots, holder)
    look()
    steps = count_steps(pairs.around(pairs.rimmed(board)), pairs.core, look)
    pairs, steps = pairs.only(steps >= 0), steps[steps >= 0]
    look()
    rimmed = pairs.rimmed(board)
    literals = rimmed[1:-1, 1:-1].copy().reshape(board.rows * board.cols, len(dots))
    if not len(pairs.dot):  # every dot touches a hole, and there are cells, so none has an owner
        return CnfView([[]], 0, literals)
    owners, starts = owners_by_cell(literals)
    clauses, variables = exclusion_clauses(owners, starts, len(pairs.dot), look)
    flat = owners.tolist()
    if is_spoilt(board, holder, len(starts) - 1):
        clauses.append([])
    clauses += [flat[start:end] for start, end in pairwise(starts.tolist())]
    look()
    clauses += support_clauses(pairs.around(rimmed)[:, ~pairs.core], np.flatnonzero(~pairs.core) + 1, look)
    look()
    layered, variables = level_clauses(pairs, levels(board, dots, pairs, steps), variables, look)
    clauses += layered
    return CnfView(clauses, variables, literals, Cuts(board, literals))


FREE, HOLE = -1, -2


def holders(board: Board, dots: Ints) -> Ints:
    """int32[cells with the rim]: the dot that touches a cell, FREE or HOLE."""
    width = board.cols + 2
    holder = np.full((board.rows + 2) * width, FREE, np.int32)
    (top, left), (bottom, right) = (dots.T + 1) >> 1, (dots.T >> 1) + 1
    top, bottom = top * width, bottom * width
    number = np.arange(len(dots), dtype=np.int32)
    for place in (top + left, top + right, bottom + left, bottom + right):
        holder[place] = number
    if board.holes:
        row, col = np.array(board.holes).T
        holder[(row + 1) * width + col + 1] = HOLE
    return holder


def free_twins(board: Board, dots: Ints, holder: Ints) -> Twins:
    """Every two twin cells about a dot that are both free, or both touched by it.

    The cells with a twin on the board fill a rectangle around the dot; its first half, row by row,
    holds one of each two.
    """
    width = board.cols + 2
    size = np.array((board.rows, board.cols), np.int32)
    corner = np.maximum(dots - size, 0)
    extent = np.minimum(dots, 2 * size - dots)
    halves = (extent[:, 0] * extent[:, 1] + 1) // 2
    dot = np.repeat(np.arange(len(dots), dtype=np.int32), halves)
    of_dot = np.empty((4, len(dots)), np.int32)
    of_dot[0] = np.cumsum(halves) - halves
    of_dot[1] = extent[:, 1]
    of_dot[2] = (corner[:, 0] + 1) * width + corner[:, 1] + 1
    of_dot[3] = (dots[:, 0] + 1) * width + dots[:, 1] + 1
    start, across, first, turn = of_dot[:, dot]
    row, col = np.divmod(np.arange(len(dot), dtype=np.int32) - start, across)
    cell = first + row * width + col
    twin = turn - cell
    here = holder[cell]
    core = here == dot
    return Twins(dot, cell, twin, core).only((here == holder[twin]) & ((here == FREE) | core))


def is_spoilt(board: Board, holder: Ints, owned: int) -> bool:
    """Whether a cell has no owner to choose from, or a dot has lost a cell it touches: no solution.

    ``owned``: how many cells have an owner to choose from.
    """
    touched = sum((2 - y % 2) * (2 - x % 2) for y, x in board.dots)
    held = int(np.count_nonzero(holder >= 0))
    return owned < board.rows * board.cols - len(board.holes) or held < touched


def count_steps(around: Ints, core: Flags, look: Look) -> Ints:
    """int32[rows]: the steps that a walk from the core needs to each row; -1 where none comes.

    In plain Python: the rounds of NumPy calls cost more, as most boards have few rows and many rounds.
    """
    beside = to_lists(around.T, look)
    steps = [-1] * (len(core) + 1)
    steps[0] = 0
    walk = (np.flatnonzero(core) + 1).tolist()
    for row in walk:
        steps[row] = 0
    for number, row in enumerate(walk):
        if number % SLICE == 0:
            look()
        for other in beside[row - 1]:
            if steps[other] < 0:
                steps[other] = steps[row] + 1
                walk.append(other)
    return np.array(steps[1:], np.int32)


def owners_by_cell(literals: Ints) -> tuple[Ints, npt.NDArray[np.int64]]:
    """The variables of each cell in a row, and where each cell's start, with a last end; holes left out."""
    flat = literals.reshape(-1)
    places = np.flatnonzero(flat != 0)
    cell = places // literals.shape[1]
    starts = np.flatnonzero(cell[1:] != cell[:-1]) + 1
    return flat[places], np.concatenate(([0], starts, [len(cell)]))


def rows(look: Look, *columns: Ints | npt.NDArray[np.int64]) -> list[list[int]]:
    """The rows of a table that is given by its columns."""
    table = np.empty((len(columns[0]), len(columns)), np.int32)
    for at, column in enumerate(columns):
        table[:, at] = column
    return to_lists(table, look)


def exclusion_clauses(
    owners: Ints, starts: npt.NDArray[np.int64], variables: int, look: Look
) -> tuple[list[list[int]], int]:
    """No cell has two owners: pair by pair, or by counters "one of the owners up to here"."""
    sizes = starts[1:] - starts[:-1]
    few = np.repeat(sizes <= PAIRWISE, sizes)
    behind = np.repeat(starts[1:], sizes) - np.arange(1, len(owners) + 1)
    step, first = np.nonzero((behind >= np.arange(1, PAIRWISE)[:, None]) & few)
    clauses = rows(look, -owners[first], -owners[first + step + 1])
    if few.all():
        return clauses, variables
    crowd, on = owners[~few], (behind > 0)[~few][:-1]
    counter = np.arange(variables + 1, variables + len(crowd) + 1, dtype=np.int32)
    clauses += rows(look, -crowd, counter)
    clauses += rows(look, -counter[:-1][on], counter[1:][on])
    clauses += rows(look, -counter[:-1][on], -crowd[1:][on])
    return clauses, variables + len(crowd)


def support_clauses(around: Ints, number: npt.NDArray[np.int64], look: Look) -> list[list[int]]:
    """Each of these owned cells has a neighbour in its galaxy."""
    table = np.empty((len(number), 5), np.int32)
    table[:, 0], table[:, 1:] = -number, np.sort(around.T, axis=1)[:, ::-1]
    lengths = (table != 0).sum(axis=1)
    order = np.argsort(lengths, kind="stable")
    ordered = zip(to_lists(table.take(order, axis=0), look), lengths.take(order).tolist(), strict=True)
    return [row[:length] for row, length in ordered]


def levels(board: Board, dots: Ints, pairs: Twins, steps: Ints) -> Ints:
    """int32[5, rows]: the level of each row by steps, rows, columns and both diagonals."""
    row, col = np.divmod(pairs.cell, board.cols + 2)
    y, x = dots[pairs.dot].T
    level = np.empty((5, len(steps)), np.int32)
    level[1], level[2] = 2 * row - 1 - y, 2 * col - 1 - x
    np.add(level[1], level[2], out=level[3])
    np.subtract(level[1], level[2], out=level[4])
    level = np.abs(level) >> 1
    level[0] = steps
    return level


def level_clauses(pairs: Twins, level: Ints, variables: int, look: Look) -> tuple[list[list[int]], int]:
    """A cell above the levels that its dot touches needs one on the level below.

    ``level`` int32[kinds, rows]. A level of several rows has a variable of its own, "one of these".
    """
    kinds, count = level.shape
    if count == 0:
        return [], variables
    height = int(level.max()) + 2
    key = ((pairs.dot * kinds + np.arange(kinds, dtype=np.int32)[:, None]) * height + level).ravel()
    order = np.argsort(key, kind="stable")
    look()
    ordered = key[order]
    begins = np.ones(len(key), bool)
    np.not_equal(ordered[1:], ordered[:-1], out=begins[1:])
    starts = np.flatnonzero(begins)
    keys = ordered[starts]
    at = np.empty(len(key), np.int64)
    at[order] = np.cumsum(begins) - 1
    member = order % count
    look()
    touched = np.logical_or.reduceat(pairs.core[member], starts)
    needs_below = np.zeros(len(keys), bool)
    needs_below[1:] = (keys[1:] == keys[:-1] + 1) & ~touched[:-1]
    high = np.flatnonzero(needs_below[at])
    look()
    below = at[high] - 1
    member += 1
    name = member[starts]
    ends = np.empty(len(starts), np.int64)
    ends[:-1], ends[-1] = starts[1:], len(key)
    crowded = np.zeros(len(keys), bool)
    crowded[:-1] = needs_below[1:]
    crowded = np.flatnonzero(crowded & (ends - starts > 1))
    name[crowded] = np.arange(variables + 1, variables + 1 + len(crowded))
    clauses = rows(look, -(high % count + 1), name[below])
    flat = member.tolist()
    look()
    crowds = zip(name[crowded].tolist(), starts[crowded].tolist(), ends[crowded].tolist(), strict=True)
    while part := [[-one, *flat[start:end]] for one, start, end in islice(crowds, SLICE)]:
        clauses += part
        look()
    return clauses, variables + len(crowded)
