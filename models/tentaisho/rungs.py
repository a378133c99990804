"""The Tentai Show ladder: ``mirror``, then ``reach``, then ``bridge``.

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

Scratch, int32: the queues of dots to look at, of ``reach`` and of ``bridge``; marks, walk and the
three columns of a depth-first walk by cell; the lists. A list holds all cells its dot could own at
the start; ``reach`` moves dead ones behind the part that is worth a look. That part only shrinks
between a choice point and its undoing, so putting back its length makes it right again whatever the
order.
"""

from __future__ import annotations

import numpy as np

from models.kernel import (
    CONFLICT,
    CURSOR,
    FRESH,
    HEAD,
    LENGTH,
    conflict,
    fix,
    inlined,
    kernel,
    remove,
    rung,
)
from models.puzzle import LadderView
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
LAST_EPOCH = 2**31 - 2


def ladder_view(board: Board) -> LadderView:
    """Lay the arrays out; the boards that ``find_impossible`` refuses are none of its business."""
    cells, count = board.rows * board.cols, len(board.dots)
    dots = np.array(board.dots, np.int32).reshape(-1, 2)
    holes = np.array(board.holes, np.int32).reshape(-1, 2)
    size = np.array((2 * board.rows, 2 * board.cols), np.int32)
    lists = np.zeros(count + 1, np.int32)
    np.cumsum(np.minimum(dots, size - dots).prod(axis=1), out=lists[1:])
    tables = np.zeros(HEADER + 5 * count + 1 + 4 * cells, np.int32)
    candidates = np.zeros((cells, max(1, (count + 63) // 64)), np.uint64)
    state = np.zeros(1 + 3 * count, np.int32)
    scratch = np.zeros(QUEUES + 2 * (1 + 2 * count) + 5 * cells + lists[-1], np.int32)
    lay_out(board.rows, board.cols, dots, holes, lists, tables, candidates, state, scratch)
    return LadderView((mirror, reach, bridge), tables, candidates, state, scratch)


@kernel
def lay_out(rows, cols, dots, holes, lists, tables, candidates, state, scratch):  # type: ignore[no-untyped-def]
    """Fill the arrays of a board, all zero at first."""
    cells, count = rows * cols, len(dots)
    tables[CELLS], tables[COLS], tables[DOTS] = cells, cols, count
    tables[TURNS] = HEADER
    tables[CORES] = tables[TURNS] + count
    tables[STARTS] = tables[CORES] + 3 * count
    tables[SIDES] = tables[STARTS] + count + 1
    tables[tables[STARTS] : tables[SIDES]] = lists
    owners = scratch[_marks_place(tables) : _lists_place(tables)]
    for hole in holes:
        owners[hole[0] * cols + hole[1]] = -1
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
    owners[:] = 0


@inlined
def _lay_sides(rows, cols, owners, tables):  # type: ignore[no-untyped-def]
    """The neighbours of every cell: up, left, right, down; itself for the rim and for holes."""
    for r in range(rows):
        for c in range(cols):
            cell = r * cols + c
            sides = tables[SIDES] + 4 * cell
            tables[sides : sides + 4] = cell
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
    start = _lists_place(tables) + tables[tables[STARTS] + dot]
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
def _queue_place(tables, queue):  # type: ignore[no-untyped-def]
    """Where queue 0 or 1 starts in scratch: its length, a flag per dot, its dots."""
    return QUEUES + queue * (1 + 2 * tables[DOTS])


@inlined
def _marks_place(tables):  # type: ignore[no-untyped-def]
    """Where the five columns by cell start in scratch."""
    return QUEUES + 2 * (1 + 2 * tables[DOTS])


@inlined
def _lists_place(tables):  # type: ignore[no-untyped-def]
    """Where the lists of cells start in scratch."""
    return _marks_place(tables) + 5 * tables[CELLS]


@inlined
def _enqueue(scratch, queue, dots, dot):  # type: ignore[no-untyped-def]
    """Put a dot on a queue unless it is there."""
    if scratch[queue + 1 + dot] == 0:
        scratch[queue + 1 + dot] = 1
        scratch[queue + 1 + dots + scratch[queue]] = dot
        scratch[queue] += 1


@inlined
def _dequeue(scratch, queue, dots):  # type: ignore[no-untyped-def]
    """Take the dot queued last."""
    scratch[queue] -= 1
    dot = scratch[queue + 1 + dots + scratch[queue]]
    scratch[queue + 1 + dot] = 0
    return dot


@inlined
def _new_epoch(tables, scratch):  # type: ignore[no-untyped-def]
    """A number that no mark has yet."""
    if scratch[EPOCH] >= LAST_EPOCH:
        marks = _marks_place(tables)
        scratch[marks : marks + tables[CELLS]] = 0
        scratch[EPOCH] = 0
    scratch[EPOCH] += 1
    return scratch[EPOCH]


@inlined
def _own_twin(tables, candidates, sizes, trail, cell):  # type: ignore[no-untyped-def]
    """The twin of a settled cell belongs to the same galaxy; CONFLICT if it cannot."""
    dot = sizes[cell, 1]
    twin = tables[tables[TURNS] + dot] - cell
    if sizes[twin, 0] == 1 and sizes[twin, 1] == dot:
        return 0
    return fix(candidates, sizes, trail, twin, dot, 2 * dot + 1)


@rung
def mirror(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """A candidate dies with its twin, and an owned cell owns its twin.

    Follows the trail, its own removals included. The candidates at the start are symmetric, so the
    first call needs to look only at cells that are settled from the start. Reason: twice the dot,
    plus one for an owned cell.
    """
    before = trail[LENGTH, 0]
    row = np.int64(trail[CURSOR + MIRROR_SLOT, 0])
    if row == FRESH:
        row = np.int64(HEAD)
        for cell in range(tables[CELLS]):
            if sizes[cell, 0] == 1 and _own_twin(tables, candidates, sizes, trail, cell) < 0:
                return CONFLICT
    bits = candidates.shape[1] << 6
    while row < trail[LENGTH, 0]:
        cell = trail[row, 0] // bits
        dot = trail[row, 0] % bits
        row += 1
        twin = tables[tables[TURNS] + dot] - cell
        if remove(candidates, sizes, trail, twin, dot, 2 * dot) < 0:
            return CONFLICT
        if sizes[cell, 0] == 1 and _own_twin(tables, candidates, sizes, trail, cell) < 0:
            return CONFLICT
    trail[CURSOR + MIRROR_SLOT, 0] = row
    return trail[LENGTH, 0] - before


@inlined
def _count(tables, candidates, trail, state, scratch):  # type: ignore[no-untyped-def]
    """Follow the trail: count off every candidate that went and queue its dot for ``reach``."""
    dots = tables[DOTS]
    queue = _queue_place(tables, 0)
    length = trail[LENGTH, 0]
    if trail[CURSOR + REACH_SLOT, 0] == FRESH:
        for dot in range(dots - 1, -1, -1):
            _enqueue(scratch, queue, dots, dot)
    bits = candidates.shape[1] << 6
    for row in range(max(state[COUNTED], HEAD), length):
        dot = trail[row, 0] % bits
        state[1 + dot] -= 1
        _enqueue(scratch, queue, dots, dot)
    state[COUNTED] = length
    trail[CURSOR + REACH_SLOT, 0] = length


@inlined
def _flood(tables, candidates, scratch, dot):  # type: ignore[no-untyped-def]
    """Mark the cells that a walk over a dot's candidates from its core comes to; how many."""
    epoch = _new_epoch(tables, scratch)
    marks = _marks_place(tables)
    walk = marks + tables[CELLS]
    core = tables[CORES] + 3 * dot
    end = walk
    for down in range(tables[core + 1] + 1):
        for along in range(tables[core + 2] + 1):
            cell = tables[core] + down * tables[COLS] + along
            scratch[marks + cell] = epoch
            scratch[end] = cell
            end += 1
    at = walk
    word = dot >> 6
    bit = np.uint64(1) << np.uint64(dot & 63)
    while at < end:
        sides = tables[SIDES] + 4 * scratch[at]
        at += 1
        for side in range(4):
            cell = tables[sides + side]
            if scratch[marks + cell] != epoch and candidates[cell, word] & bit != np.uint64(0):
                scratch[marks + cell] = epoch
                scratch[end] = cell
                end += 1
    return end - walk


@inlined
def _drop_unmarked(tables, candidates, sizes, trail, state, scratch, dot):  # type: ignore[no-untyped-def]
    """Remove a dot's candidates that the walk did not mark; keep the marked ones in front of its list."""
    marks = _marks_place(tables)
    epoch = scratch[EPOCH]
    start = _lists_place(tables) + tables[tables[STARTS] + dot]
    length = state[1 + tables[DOTS] + dot]
    at = 0
    while at < length:
        cell = scratch[start + at]
        if scratch[marks + cell] == epoch:
            at += 1
            continue
        if remove(candidates, sizes, trail, cell, dot, dot) < 0:
            return CONFLICT
        length -= 1
        scratch[start + at] = scratch[start + length]
        scratch[start + length] = cell
    state[1 + tables[DOTS] + dot] = length
    return 0


@rung
def reach(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """What cannot walk home to its dot through live candidates dies.

    Looks at the dots that lost a candidate; a walk that meets as many cells as are left ends there.
    Reason: the dot.
    """
    before = trail[LENGTH, 0]
    dots = tables[DOTS]
    queue = _queue_place(tables, 0)
    _count(tables, candidates, trail, state, scratch)
    while scratch[queue] > 0:
        dot = _dequeue(scratch, queue, dots)
        if _flood(tables, candidates, scratch, dot) != state[1 + dot]:
            if _drop_unmarked(tables, candidates, sizes, trail, state, scratch, dot) < 0:
                return CONFLICT
            state[1 + dot] = state[1 + dots + dot]
            state[COUNTED] = trail[LENGTH, 0]
            trail[CURSOR + REACH_SLOT, 0] = trail[LENGTH, 0]
    return trail[LENGTH, 0] - before


@inlined
def _note_owners(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """Follow the trail: queue for ``bridge`` the galaxies that grew, or shrank around owned cells."""
    dots = tables[DOTS]
    queue = _queue_place(tables, 1)
    owning = 1 + 2 * dots
    row = trail[CURSOR + BRIDGE_SLOT, 0]
    if row == FRESH:
        row = trail[LENGTH, 0]
        for cell in range(tables[CELLS]):
            if sizes[cell, 0] == 1 and not _is_core(tables, cell, sizes[cell, 1]):
                state[owning + sizes[cell, 1]] = 1
        for dot in range(dots - 1, -1, -1):
            if state[owning + dot]:
                _enqueue(scratch, queue, dots, dot)
    bits = candidates.shape[1] << 6
    for place in range(row, trail[LENGTH, 0]):
        cell = trail[place, 0] // bits
        dot = trail[place, 0] % bits
        if state[owning + dot]:
            _enqueue(scratch, queue, dots, dot)
        if sizes[cell, 0] == 1:
            state[owning + sizes[cell, 1]] = 1
            _enqueue(scratch, queue, dots, sizes[cell, 1])
    trail[CURSOR + BRIDGE_SLOT, 0] = trail[LENGTH, 0]


@inlined
def _is_core(tables, cell, dot):  # type: ignore[no-untyped-def]
    """Whether a dot touches a cell."""
    core = tables[CORES] + 3 * dot
    columns = tables[COLS]
    down = cell // columns - tables[core] // columns
    along = cell % columns - tables[core] % columns
    return 0 <= down <= tables[core + 1] and 0 <= along <= tables[core + 2]


@inlined
def _close(candidates, sizes, trail, scratch, columns, cell, parent, dot):  # type: ignore[no-untyped-def]
    """Leave a cell of the depth-first walk: tell its parent, and take the parent if it is a bridge.

    ``columns``: where the columns (number, lowest number met below, owned below) start, and their
    length. The cells below ``cell`` hang on ``parent`` if none of them meets a lower number.
    """
    numbers, cells = columns
    lows, owned = numbers + 2 * cells, numbers + 3 * cells
    scratch[lows + parent] = min(scratch[lows + parent], scratch[lows + cell])
    if not scratch[owned + cell]:
        return 0
    scratch[owned + parent] = 1
    if scratch[lows + cell] < scratch[numbers + parent] or sizes[parent, 0] == 1:
        return 0
    return fix(candidates, sizes, trail, parent, dot, dot)


@inlined
def _walk_bridges(tables, candidates, sizes, trail, scratch, dot):  # type: ignore[no-untyped-def]
    """Depth first over a dot's candidates from its core; own every cell that owned ones hang on.

    The core counts as one cell: its cells are one piece and owned. Numbers run through the epochs,
    so that they need no clearing.
    """
    cells = tables[CELLS]
    numbers = _marks_place(tables)
    path, lows, owned, sides = numbers + cells, numbers + 2 * cells, numbers + 3 * cells, numbers + 4 * cells
    core = tables[CORES] + 3 * dot
    if scratch[EPOCH] >= LAST_EPOCH - cells:
        scratch[EPOCH] = LAST_EPOCH
    root = _new_epoch(tables, scratch)
    depth = 0
    for down in range(tables[core + 1] + 1):
        for along in range(tables[core + 2] + 1):
            cell = tables[core] + down * tables[COLS] + along
            scratch[numbers + cell] = root
            scratch[sides + cell] = 0
            scratch[lows + cell] = root
            scratch[path + depth] = cell
            depth += 1
    last = root
    roots = depth
    word = dot >> 6
    bit = np.uint64(1) << np.uint64(dot & 63)
    while depth > 0:
        cell = scratch[path + depth - 1]
        side = scratch[sides + cell]
        if side < 4:
            scratch[sides + cell] = side + 1
            other = tables[tables[SIDES] + 4 * cell + side]
            if scratch[numbers + other] >= root:
                scratch[lows + cell] = min(scratch[lows + cell], scratch[numbers + other])
            elif candidates[other, word] & bit != np.uint64(0):
                last += 1
                scratch[numbers + other] = last
                scratch[lows + other] = last
                scratch[owned + other] = sizes[other, 0] == 1
                scratch[sides + other] = 0
                scratch[path + depth] = other
                depth += 1
            continue
        depth -= 1
        if depth >= roots:
            parent = scratch[path + depth - 1]
            if _close(candidates, sizes, trail, scratch, (numbers, cells), cell, parent, dot) < 0:
                return CONFLICT
        roots = min(roots, depth)
    scratch[EPOCH] = last
    return 0


@rung
def bridge(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """What an owned cell needs to stay connected to its dot is owned too.

    Articulation cells between owned cells and the core, by one walk over each galaxy that changed;
    returns after the first that made progress. Reason: the dot.
    """
    before = trail[LENGTH, 0]
    queue = _queue_place(tables, 1)
    _note_owners(tables, candidates, sizes, trail, state, scratch)
    while scratch[queue] > 0 and trail[LENGTH, 0] == before:
        dot = _dequeue(scratch, queue, tables[DOTS])
        if _walk_bridges(tables, candidates, sizes, trail, scratch, dot) < 0:
            return conflict(trail, dot)
    return trail[LENGTH, 0] - before
