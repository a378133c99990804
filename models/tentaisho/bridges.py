"""The rung ``bridge``: what an owned cell needs to stay connected to its dot (arrays: layout.py)."""

from __future__ import annotations

import numpy as np

from models.kernel import CONFLICT, CURSOR, FRESH, LENGTH, conflict, fix, inlined, rung
from models.tentaisho.layout import (
    BRIDGE_QUEUE,
    BRIDGE_SLOT,
    CELLS,
    COLS,
    CORES,
    DOTS,
    EPOCH,
    LAST_EPOCH,
    SIDES,
    dequeue,
    enqueue,
    marks_place,
    new_epoch,
    queue_place,
)


@inlined
def _note_owners(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """Follow the trail: queue for ``bridge`` the galaxies that grew, or shrank around owned cells."""
    dots = tables[DOTS]
    queue = queue_place(tables, BRIDGE_QUEUE)
    owning = 1 + 2 * dots
    row = trail[CURSOR + BRIDGE_SLOT, 0]
    if row == FRESH:
        row = trail[LENGTH, 0]
        for cell in range(tables[CELLS]):
            if sizes[cell, 0] == 1 and not _is_core(tables, cell, sizes[cell, 1]):
                state[owning + sizes[cell, 1]] = 1
        for dot in range(dots - 1, -1, -1):
            if state[owning + dot]:
                enqueue(scratch, queue, dots, dot)
    bits = candidates.shape[1] << 6
    for place in range(row, trail[LENGTH, 0]):
        cell = trail[place, 0] // bits
        dot = trail[place, 0] % bits
        if state[owning + dot]:
            enqueue(scratch, queue, dots, dot)
        if sizes[cell, 0] == 1:
            state[owning + sizes[cell, 1]] = 1
            enqueue(scratch, queue, dots, sizes[cell, 1])
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
def _enter(scratch, numbers, cells, depth, cell, number, is_owned):  # type: ignore[no-untyped-def]
    """Put a cell on the path of the depth-first walk, with its number."""
    scratch[numbers + cell] = number
    scratch[numbers + cells + depth] = cell
    scratch[numbers + 2 * cells + cell] = number
    scratch[numbers + 3 * cells + cell] = is_owned
    scratch[numbers + 4 * cells + cell] = 0


@inlined
def _leave(candidates, sizes, trail, scratch, numbers, cells, cell, parent, dot):  # type: ignore[no-untyped-def]
    """Leave a cell of the depth-first walk: tell its parent, and take the parent if it is a bridge.

    What lies below ``cell`` hangs on ``parent`` if none of it met a number lower than the parent's.
    """
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

    The core counts as one cell: its cells are one piece and owned. By cell: its number, the path, the
    lowest number met from it and below, whether anything owned is there, and the side to look at next.
    Numbers run on from the latest epoch, so that they need no clearing.
    """
    cells = tables[CELLS]
    numbers = marks_place(tables)
    path, lows, sides = numbers + cells, numbers + 2 * cells, numbers + 4 * cells
    core = tables[CORES] + 3 * dot
    if scratch[EPOCH] >= LAST_EPOCH - cells:
        scratch[EPOCH] = LAST_EPOCH
    root = new_epoch(tables, scratch)
    depth = 0
    for down in range(tables[core + 1] + 1):
        for along in range(tables[core + 2] + 1):
            cell = tables[core] + down * tables[COLS] + along
            _enter(scratch, numbers, cells, depth, cell, root, 0)
            depth += 1
    roots = depth
    last = root
    word, bit = dot >> 6, np.uint64(1) << np.uint64(dot & 63)
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
                _enter(scratch, numbers, cells, depth, other, last, sizes[other, 0] == 1)
                depth += 1
            continue
        depth -= 1
        if depth < roots:
            roots = depth
            continue
        parent = scratch[path + depth - 1]
        if _leave(candidates, sizes, trail, scratch, numbers, cells, cell, parent, dot) < 0:
            return CONFLICT
    scratch[EPOCH] = last
    return 0


@rung
def bridge(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """What an owned cell needs to stay connected to its dot is owned too.

    Articulation cells between owned cells and the core, by one walk over each galaxy that changed;
    returns after the first that made progress. Reason: the dot.
    """
    before = trail[LENGTH, 0]
    queue = queue_place(tables, BRIDGE_QUEUE)
    _note_owners(tables, candidates, sizes, trail, state, scratch)
    while scratch[queue] > 0 and trail[LENGTH, 0] == before:
        dot = dequeue(scratch, queue, tables[DOTS])
        if _walk_bridges(tables, candidates, sizes, trail, scratch, dot) < 0:
            return conflict(trail, dot)
    return trail[LENGTH, 0] - before
