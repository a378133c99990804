"""The arrays of the Tentai Show ladder, and laying them out for a board.

A candidate (cell, dot) says that the dot's galaxy may own the cell. At the start the cells a dot
touches are its own, and any other cell may belong to every dot whose half turn keeps it on the board
and out of holes and foreign cores. With S = (y - 1) columns + x - 1, the half turn about a dot takes
cell k to S - k.

Tables, int32: header; per dot S; per dot its core (first cell, rows less one, columns less one); per
dot where its list of cells starts (and a last end); per cell its four neighbours, the cell itself
where there is none.

State, int32[1 + 3 D] for D dots: how far ``reach`` has counted along the trail; per dot how many of
its candidates are left, how many cells of its list are still worth a look, and whether it owns more
than its core.

Scratch, int32: the number of the latest walk; the queues of dots to look at, of ``reach`` and of
``bridge``; by cell its mark, the walk, and three columns of a depth-first walk; the lists. A list holds
all cells its dot could own at the start; ``reach`` moves dead ones behind the part that is worth a look.
That part only shrinks between a choice point and its undoing, so putting back its length makes it right
again whatever the order.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from models.kernel import inlined, uncounted
from models.puzzle import Ints
from models.tentaisho.board import Board

CELLS, COLS, DOTS, TURNS, CORES, STARTS, SIDES = range(7)
"""Header fields: cells, columns, dots, and where the parts of the tables start."""
HEADER = 7
MIRROR_SLOT, REACH_SLOT, BRIDGE_SLOT = range(3)
"""Cursor slots."""
COUNTED = 0
"""State: the trail row up to which candidates are counted; 0 for the start."""
EPOCH, QUEUES = 0, 1
"""Scratch: the number of the latest walk, and where the queues start."""
REACH_QUEUE, BRIDGE_QUEUE = range(2)
BY_CELL = 5
"""Columns by cell in scratch: mark, walk, lowest number, owned below, next side."""
LAST_EPOCH = 2**31 - 2

Arrays = tuple[Ints, npt.NDArray[np.uint64], Ints, Ints]


def lay_out(board: Board) -> Arrays:
    """(tables, candidates, state, scratch) of a board that is not impossible at sight."""
    cells, count = board.rows * board.cols, len(board.dots)
    dots = board.dot_table
    holes = np.array(board.holes, np.int32).reshape(-1, 2)
    lists = np.zeros(count + 1, np.int32)
    size_lists(board.rows, board.cols, dots, lists)
    tables = np.zeros(HEADER + 5 * count + 1 + 4 * cells, np.int32)
    candidates = np.zeros((cells, max(1, (count + 63) // 64)), np.uint64)
    state = np.zeros(1 + 3 * count, np.int32)
    scratch = np.zeros(QUEUES + 2 * (1 + 2 * count) + BY_CELL * cells + lists[-1], np.int32)
    fill_in(board.rows, board.cols, dots, holes, lists, tables, candidates, state, scratch)
    return tables, candidates, state, scratch


@uncounted
def size_lists(rows, cols, dots, lists):  # type: ignore[no-untyped-def]
    """Where the list of each dot starts: it has room for every cell with a twin on the board."""
    for dot in range(len(dots)):
        y, x = dots[dot, 0], dots[dot, 1]
        lists[dot + 1] = lists[dot] + min(y, 2 * rows - y) * min(x, 2 * cols - x)


@uncounted
def fill_in(rows, cols, dots, holes, lists, tables, candidates, state, scratch):  # type: ignore[no-untyped-def]
    """Fill the arrays of a board, all zero at first."""
    count = len(dots)
    tables[CELLS], tables[COLS], tables[DOTS] = rows * cols, cols, count
    tables[TURNS] = HEADER
    tables[CORES] = tables[TURNS] + count
    tables[STARTS] = tables[CORES] + 3 * count
    tables[SIDES] = tables[STARTS] + count + 1
    for dot in range(count + 1):
        tables[tables[STARTS] + dot] = lists[dot]
    owners = scratch[marks_place(tables) : lists_place(tables)]
    for hole in range(len(holes)):
        owners[holes[hole, 0] * cols + holes[hole, 1]] = -1
    _lay_sides(rows, cols, owners, tables)
    for dot in range(count):
        y, x = dots[dot, 0], dots[dot, 1]
        tables[tables[TURNS] + dot] = (y - 1) * cols + x - 1
        core = tables[CORES] + 3 * dot
        tables[core] = (y - 1) // 2 * cols + (x - 1) // 2
        tables[core + 1], tables[core + 2] = 1 - y % 2, 1 - x % 2
        for r in range((y - 1) // 2, y // 2 + 1):
            for c in range((x - 1) // 2, x // 2 + 1):
                owners[r * cols + c] = dot + 1
    for dot in range(count):
        _lay_candidates(rows, cols, dots, dot, owners, tables, candidates, state, scratch)
    for cell in range(rows * cols):
        owners[cell] = 0


@inlined
def _lay_sides(rows, cols, owners, tables):  # type: ignore[no-untyped-def]
    """The neighbours of every cell: up, left, right, down; itself for the rim and for holes."""
    for r in range(rows):
        for c in range(cols):
            cell = r * cols + c
            sides = tables[SIDES] + 4 * cell
            for side in range(4):
                tables[sides + side] = cell
            if r > 0 and owners[cell - cols] == 0:
                tables[sides] = cell - cols
            if c > 0 and owners[cell - 1] == 0:
                tables[sides + 1] = cell - 1
            if c + 1 < cols and owners[cell + 1] == 0:
                tables[sides + 2] = cell + 1
            if r + 1 < rows and owners[cell + cols] == 0:
                tables[sides + 3] = cell + cols


@inlined
def _lay_candidates(rows, cols, dots, dot, owners, tables, candidates, state, scratch):  # type: ignore[no-untyped-def]
    """A dot's candidates: in its rectangle, the cells that are free or its own, and so are their twins."""
    y, x = dots[dot, 0], dots[dot, 1]
    turn = tables[tables[TURNS] + dot]
    start = lists_place(tables) + tables[tables[STARTS] + dot]
    bit = np.uint64(1) << np.uint64(dot & 63)
    length = 0
    for r in range(max(0, y - rows), min(rows, y)):
        for cell in range(r * cols + max(0, x - cols), r * cols + min(cols, x)):
            here, there = owners[cell], owners[turn - cell]
            if (here == 0 and there == 0) or (here == dot + 1 and there == dot + 1):
                candidates[cell, dot >> 6] |= bit
                scratch[start + length] = cell
                length += 1
    state[1 + dot] = length
    state[1 + len(dots) + dot] = length


@inlined
def queue_place(tables, queue):  # type: ignore[no-untyped-def]
    """Where a queue starts in scratch: its length, a flag per dot, its dots."""
    return QUEUES + queue * (1 + 2 * tables[DOTS])


@inlined
def marks_place(tables):  # type: ignore[no-untyped-def]
    """Where the columns by cell start in scratch."""
    return QUEUES + 2 * (1 + 2 * tables[DOTS])


@inlined
def lists_place(tables):  # type: ignore[no-untyped-def]
    """Where the lists of cells start in scratch."""
    return marks_place(tables) + BY_CELL * tables[CELLS]


@inlined
def enqueue(scratch, queue, dots, dot):  # type: ignore[no-untyped-def]
    """Put a dot on a queue unless it is there."""
    if scratch[queue + 1 + dot] == 0:
        scratch[queue + 1 + dot] = 1
        scratch[queue + 1 + dots + scratch[queue]] = dot
        scratch[queue] += 1


@inlined
def dequeue(scratch, queue, dots):  # type: ignore[no-untyped-def]
    """Take the dot queued last."""
    scratch[queue] -= 1
    dot = scratch[queue + 1 + dots + scratch[queue]]
    scratch[queue + 1 + dot] = 0
    return dot


@inlined
def new_epoch(tables, scratch):  # type: ignore[no-untyped-def]
    """A number that no mark has yet."""
    if scratch[EPOCH] >= LAST_EPOCH:
        marks = marks_place(tables)
        for cell in range(tables[CELLS]):
            scratch[marks + cell] = 0
        scratch[EPOCH] = 0
    scratch[EPOCH] += 1
    return scratch[EPOCH]
