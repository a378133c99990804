"""The state of the clues in the Fill-a-Pix ladder, and what one clue alone settles.

State, int32[2 K] for K clues: per clue the open cells of its window as a 9-bit mask and how much ink
they still need. ``sync`` brings it up to date from the trail and puts every clue it touched on the
queues of all rungs: in ``scratch`` that of ``count``, then that of the clues to compare with others.
"""

from __future__ import annotations

import numpy as np

from models.fillapix.board import BLANK, INK
from models.fillapix.ladder_tables import CENTRES, CLUES, COLUMNS, SEEN, SEEN_ROW, VALUES
from models.kernel import (
    CURSOR,
    FRESH,
    HEAD,
    LENGTH,
    bit_count,
    conflict,
    inlined,
    remove,
    trailing_zeros,
    uncounted,
)

SYNC = 0
"""The cursor slot of ``_sync``."""
COUNT_REASONS = 4
FULL, NEEDY, OVER, SHORT = range(COUNT_REASONS)
"""Reasons of ``count``, 4 x clue + one of these: the clue has all its ink; it needs every open cell; it
has too much ink; it has too few open cells. The last two are contradictions."""


@uncounted
def enqueue(scratch, queue, clues, clue):  # type: ignore[no-untyped-def]
    """Put a clue on a queue unless it is there: (length, flag per clue, clues)."""
    if scratch[queue + 1 + clue] == 0:
        scratch[queue + 1 + clue] = 1
        scratch[queue + 1 + clues + scratch[queue]] = clue
        scratch[queue] += 1


@uncounted
def dequeue(scratch, queue, clues):  # type: ignore[no-untyped-def]
    """Take the clue queued last."""
    scratch[queue] -= 1
    clue = np.int64(scratch[queue + 1 + clues + scratch[queue]])
    scratch[queue + 1 + clue] = 0
    return clue


@uncounted
def read_board(tables, sizes, state, scratch):  # type: ignore[no-untyped-def]
    """Derive the state of every clue from the candidates and queue them all, the first on top."""
    clues = tables[CLUES]
    scratch[0] = scratch[1 + 2 * clues] = 0
    for clue in range(clues):
        scratch[1 + clue] = scratch[2 + 2 * clues + clue] = 0
    for clue in range(clues - 1, -1, -1):
        state[2 * clue] = 0
        state[2 * clue + 1] = tables[tables[VALUES] + clue]
        enqueue(scratch, 0, clues, clue)
        enqueue(scratch, 1 + 2 * clues, clues, clue)
    for cell in range(sizes.shape[0]):
        seen = tables[SEEN] + SEEN_ROW * cell
        for entry in range(seen + 1, seen + 1 + tables[seen]):
            clue = tables[entry] >> 4
            if sizes[cell, 0] == 2:
                state[2 * clue] |= 1 << (tables[entry] & 15)
            elif sizes[cell, 1] == INK:
                state[2 * clue + 1] -= 1


@uncounted
def sync(tables, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """Follow the trail: every newly settled cell leaves the masks of the clues that see it."""
    cursor = trail[CURSOR + SYNC, 0]
    length = trail[LENGTH, 0]
    clues = tables[CLUES]
    if cursor == FRESH:
        read_board(tables, sizes, state, scratch)
    else:
        for row in range(max(cursor, HEAD), length):
            cell = trail[row, 0] >> 6
            ink = sizes[cell, 1]
            seen = tables[SEEN] + SEEN_ROW * cell
            for entry in range(seen + 1, seen + 1 + tables[seen]):
                clue = tables[entry] >> 4
                state[2 * clue] &= ~(1 << (tables[entry] & 15))
                state[2 * clue + 1] -= ink
                enqueue(scratch, 0, clues, clue)
                enqueue(scratch, 1 + 2 * clues, clues, clue)
    trail[CURSOR + SYNC, 0] = length


@uncounted
def fill(tables, candidates, sizes, trail, clue, mask, value, reason):  # type: ignore[no-untyped-def]
    """Settle the masked cells of a clue's window to a value."""
    columns = tables[COLUMNS]
    centre = tables[tables[CENTRES] + clue]
    while mask:
        bit = trailing_zeros(np.uint64(mask))
        mask &= mask - 1
        cell = centre + (bit // 3 - 1) * columns + bit % 3 - 1
        remove(candidates, sizes, trail, cell, INK + BLANK - value, reason)


@inlined
def settle_clues(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """What ``count`` does: CONFLICT, or 0 at its fixpoint."""
    clues = tables[CLUES]
    sync(tables, sizes, trail, state, scratch)
    while scratch[0] > 0:
        clue = dequeue(scratch, 0, clues)
        mask, need = np.int64(state[2 * clue]), state[2 * clue + 1]
        open_cells = bit_count(np.uint64(mask))
        if need < 0 or need > open_cells:
            return conflict(trail, COUNT_REASONS * clue + (OVER if need < 0 else SHORT))
        if mask and need == 0:
            fill(tables, candidates, sizes, trail, clue, mask, np.int64(BLANK), COUNT_REASONS * clue + FULL)
        elif mask and need == open_cells:
            fill(tables, candidates, sizes, trail, clue, mask, np.int64(INK), COUNT_REASONS * clue + NEEDY)
        else:
            continue
        sync(tables, sizes, trail, state, scratch)
    return 0
