"""The Tentai Show ladder: ``mirror``, ``reach``, and ``bridge`` (bridges.py), on the arrays of layout.py."""

from __future__ import annotations

import numpy as np

from models.kernel import CONFLICT, CURSOR, FRESH, HEAD, LENGTH, fix, inlined, remove, rung
from models.puzzle import LadderView
from models.tentaisho.board import Board
from models.tentaisho.bridges import bridge
from models.tentaisho.layout import (
    CELLS,
    COLS,
    CORES,
    COUNTED,
    DOTS,
    EPOCH,
    MIRROR_SLOT,
    REACH_QUEUE,
    REACH_SLOT,
    SIDES,
    STARTS,
    TURNS,
    dequeue,
    enqueue,
    lay_out,
    lists_place,
    marks_place,
    new_epoch,
    queue_place,
)


def ladder_view(board: Board) -> LadderView:
    """The arrays as at the start; boards that are impossible at sight are none of its business."""
    tables, candidates, state, scratch = lay_out(board)
    return LadderView((mirror, reach, bridge), tables, candidates, state, scratch)


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
    queue = queue_place(tables, REACH_QUEUE)
    length = trail[LENGTH, 0]
    if trail[CURSOR + REACH_SLOT, 0] == FRESH:
        for dot in range(dots - 1, -1, -1):
            enqueue(scratch, queue, dots, dot)
    bits = candidates.shape[1] << 6
    for row in range(max(state[COUNTED], HEAD), length):
        dot = trail[row, 0] % bits
        state[1 + dot] -= 1
        enqueue(scratch, queue, dots, dot)
    state[COUNTED] = length
    trail[CURSOR + REACH_SLOT, 0] = length


@inlined
def _flood(tables, candidates, scratch, dot):  # type: ignore[no-untyped-def]
    """Mark the cells that a walk over a dot's candidates from its core comes to; how many."""
    epoch = new_epoch(tables, scratch)
    marks = marks_place(tables)
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
    marks = marks_place(tables)
    epoch = scratch[EPOCH]
    start = lists_place(tables) + tables[tables[STARTS] + dot]
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
    queue = queue_place(tables, REACH_QUEUE)
    _count(tables, candidates, trail, state, scratch)
    while scratch[queue] > 0:
        dot = dequeue(scratch, queue, dots)
        if _flood(tables, candidates, scratch, dot) != state[1 + dot]:
            if _drop_unmarked(tables, candidates, sizes, trail, state, scratch, dot) < 0:
                return CONFLICT
            state[1 + dot] = state[1 + dots + dot]
            state[COUNTED] = trail[LENGTH, 0]
            trail[CURSOR + REACH_SLOT, 0] = trail[LENGTH, 0]
    return trail[LENGTH, 0] - before
