"""What search learns from on Fill-a-Pix: the rung that it runs, and the causes of what that rung does."""

from __future__ import annotations

import numpy as np

from models.fillapix.board import BLANK, INK
from models.fillapix.ladder_tables import (
    CENTRES,
    CLUES,
    COLUMNS,
    OFFSETS,
    ROWS,
    SHARED,
    STARTS,
)
from models.fillapix.windows import COUNT_REASONS, FULL, OVER, dequeue, fill, settle_clues
from models.kernel import CONFLICT, LENGTH, bit_count, conflict, inlined, kernel, rung, uncounted

WHOLE = 511
"""The mask of a window with all its nine cells."""


@inlined
def _differs_freely(tables, state, first, second, offset):  # type: ignore[no-untyped-def]
    """Whether the cells of two clues beyond those they share leave the difference of their ink some room."""
    only_first = bit_count(np.uint64(state[2 * first] & ~tables[tables[SHARED] + offset]))
    only_second = bit_count(np.uint64(state[2 * second] & ~tables[tables[SHARED] + OFFSETS - 1 - offset]))
    difference = state[2 * first + 1] - state[2 * second + 1]
    return -only_second < difference < only_first or difference == 0 == only_first + only_second


@uncounted
def _spread_apart(tables, candidates, sizes, trail, state, first, second, offset):  # type: ignore[no-untyped-def]
    """Settle both clues' own cells if the first's need all their ink and the second's none; how many.

    CONFLICT if that is not enough.
    """
    rest = state[2 * first] & ~tables[tables[SHARED] + offset]
    other = state[2 * second] & ~tables[tables[SHARED] + OFFSETS - 1 - offset]
    difference = state[2 * first + 1] - state[2 * second + 1]
    room = bit_count(np.uint64(rest))
    reason = COUNT_REASONS * tables[CLUES] + OFFSETS * first + offset
    if difference > room:
        return conflict(trail, reason)
    if difference < room:
        return 0
    fill(tables, candidates, sizes, trail, first, rest, INK, reason)
    fill(tables, candidates, sizes, trail, second, other, BLANK, reason)
    return room + bit_count(np.uint64(other))


@uncounted
def _compare(tables, candidates, sizes, trail, state, scratch, first):  # type: ignore[no-untyped-def]
    """Hold a clue against its partners until one settles something; CONFLICT, or the number settled."""
    starts = tables[STARTS] + first
    for entry in range(tables[starts], tables[starts + 1]):
        second, offset = tables[entry] >> 5, tables[entry] & 31
        if _differs_freely(tables, state, first, second, offset):
            continue
        settled = _spread_apart(tables, candidates, sizes, trail, state, first, second, offset)
        if settled == 0:
            mirrored = OFFSETS - 1 - offset
            settled = _spread_apart(tables, candidates, sizes, trail, state, second, first, mirrored)
        if settled != 0:
            return settled
    return 0


@rung
def reckon(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """What search learns from: ``count``, and all that ``pair`` adds to it, with sharper reasons.

    The cells that two clues share count for both, so the ink of the first's other cells less that of the
    second's is the difference of the clues. Where it is as large as the open cells allow, the first's are
    all ink and the second's all blank: because of the blanks among the first's own cells and the ink among
    the second's, whatever the cells they share. Reason: those of ``count``, then 25 x clue + offset.
    """
    before = trail[LENGTH, 0]
    queue = 1 + 2 * tables[CLUES]
    while True:
        if settle_clues(tables, candidates, sizes, trail, state, scratch) < 0:
            return CONFLICT
        settled = 0
        while settled == 0 and scratch[queue] > 0:
            first = scratch[queue + 1 + tables[CLUES] + scratch[queue] - 1]
            if state[2 * first] != 0 or state[2 * first + 1] != 0:
                settled = _compare(tables, candidates, sizes, trail, state, scratch, first)
            if settled < 0:
                return CONFLICT
            if settled == 0:
                dequeue(scratch, queue, tables[CLUES])
        if settled == 0:
            return trail[LENGTH, 0] - before


@kernel
def causes(tables):  # type: ignore[no-untyped-def]
    """Why ``reckon`` acted, for models/puzzle.py's ``Learning``: starts int32[reasons + 1] and items.

    A clue that is full or has too much ink rests on the cells of its window that cannot be blank any
    more, one that is short on those that cannot be ink.
    """
    clues = tables[CLUES]
    starts = np.empty((COUNT_REASONS + OFFSETS) * clues + 1, np.int32)
    items = np.empty(_lay_out(tables, starts, starts, False), np.int32)
    _lay_out(tables, starts, items, True)
    return starts, items


@uncounted
def _lay_out(tables, starts, items, writes):  # type: ignore[no-untyped-def]
    """Set the starts, and the items if they are to be written; how many items there are."""
    clues = tables[CLUES]
    starts[0] = end = 0
    for clue in range(clues):
        for kind in range(COUNT_REASONS):
            gone = BLANK if kind in (FULL, OVER) else INK
            end = _list_cells(tables, items, writes, end, clue, WHOLE, gone)
            starts[COUNT_REASONS * clue + kind + 1] = end
    for first in range(clues):
        entry = tables[tables[STARTS] + first]
        for offset in range(OFFSETS):
            if entry < tables[tables[STARTS] + first + 1] and tables[entry] & 31 == offset:
                own = WHOLE & ~tables[tables[SHARED] + offset]
                other = WHOLE & ~tables[tables[SHARED] + OFFSETS - 1 - offset]
                end = _list_cells(tables, items, writes, end, first, own, INK)
                end = _list_cells(tables, items, writes, end, tables[entry] >> 5, other, BLANK)
                entry += 1
            starts[COUNT_REASONS * clues + OFFSETS * first + offset + 1] = end
    return end


@uncounted
def _list_cells(tables, items, writes, end, clue, mask, gone):  # type: ignore[no-untyped-def]
    """List one candidate of each cell of a clue's window that the mask names; the new end."""
    centre = tables[tables[CENTRES] + clue]
    row, column = centre // tables[COLUMNS], centre % tables[COLUMNS]
    for bit in range(9):
        r, c = row + bit // 3 - 1, column + bit % 3 - 1
        if mask >> bit & 1 and 0 <= r < tables[ROWS] and 0 <= c < tables[COLUMNS]:
            if writes:
                items[end] = 2 * (r * tables[COLUMNS] + c) + gone
            end += 1
    return end
