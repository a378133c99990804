"""``bounds``: the least and the greatest sum that a line can still have between two blocks.

It walks the pairs of block places of ``scope`` and weighs each by the digits still possible between them, at
least as sharply as by their distance; so ``scope`` adds nothing beside it.
"""

from __future__ import annotations

import numpy as np

from models.doppelblock.lines import (
    CLUE,
    LENGTHS,
    NO_CLUE,
    SIDE,
    TRIED,
    USED,
    cell_step,
    first_cell,
    keep_waiting,
    line_field,
    waiting_lines,
)
from models.doppelblock.windows import block_places, second_places
from models.kernel import (
    CONFLICT,
    LENGTH,
    bit_count,
    conflict,
    inlined,
    remove,
    rung,
    trailing_zeros,
    uncounted,
)

BOUNDS_SLOT = 2
"""The cursor slot."""
NEVER = np.int64(1) << 20
"""A least sum that no clue reaches: some digit has no place left."""


@inlined
def _highest(mask):  # type: ignore[no-untyped-def]
    """Index of the highest set bit of a non-zero mask of up to 16 bits."""
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    mask |= mask >> 8
    return bit_count(np.uint64(mask)) - 1


@inlined
def _extremes(candidates, start, step, side, first, second, without):  # type: ignore[no-untyped-def]
    """(least, greatest) sum of different digits in the cells between two places but one.

    Each cell takes the least free digit not under its least candidate: which digits are taken in the end does
    not depend on the order of the cells, and no other choice has a smaller sum. Likewise from above.
    """
    digits = (np.int64(1) << (side - 1)) - 2
    free_low = free_high = digits
    least = greatest = np.int64(0)
    for place in range(first + 1, second):
        if place == without:
            continue
        mask = np.int64(candidates[start + place * step, 0]) & digits
        low = free_low & -(mask & -mask)
        high = free_high & ((np.int64(2) << _highest(mask)) - 1) if mask else np.int64(0)
        if low == 0 or high == 0:
            return NEVER, np.int64(0)
        value = trailing_zeros(np.uint64(low))
        least += value
        free_low ^= np.int64(1) << value
        value = _highest(high)
        greatest += value
        free_high ^= np.int64(1) << value
    return least, greatest


@uncounted
def _weigh_pair(candidates, room, start, step, side, clue, first, second):  # type: ignore[no-untyped-def]
    """Note what the cells of a line may be with its blocks at two places, if any sum there is the clue."""
    least, greatest = _extremes(candidates, start, step, side, first, second, -1)
    if clue < least or clue > greatest:
        return
    digits = (np.int64(1) << (side - 1)) - 2
    for place in range(first + 1, second):
        least, greatest = _extremes(candidates, start, step, side, first, second, place)
        low, high = max(clue - greatest, 0), min(clue - least, side)
        fitting = ((np.int64(2) << high) - 1) & -(np.int64(1) << low) if low <= high else np.int64(0)
        room[TRIED + place] = np.int64(candidates[start + place * step, 0]) & digits & fitting
        if room[TRIED + place] == 0:
            return
    for place in range(side):
        if place in (first, second):
            room[USED + place] |= 1
        elif first < place < second:
            room[USED + place] |= room[TRIED + place]
        else:
            room[USED + place] |= np.int64(candidates[start + place * step, 0]) & digits


@uncounted
def _weigh_line(tables, candidates, sizes, trail, room, line):  # type: ignore[no-untyped-def]
    """Remove from a line what no pair of block places allows; ``CONFLICT`` or 0."""
    side = np.int64(tables[SIDE])
    start, step = first_cell(side, line), cell_step(side, line)
    clue, lengths = line_field(tables, line, CLUE), line_field(tables, line, LENGTHS)
    possible, standing = block_places(candidates, start, step, side)
    for place in range(side):
        room[USED + place] = 0
    for first in range(side - 1):
        seconds = second_places(possible, standing, lengths, first)
        while seconds:
            second = trailing_zeros(np.uint64(seconds))
            seconds &= seconds - 1
            _weigh_pair(candidates, room, start, step, side, clue, first, second)
    if room[USED] == 0:
        return conflict(trail, line)
    for place in range(side):
        cell = start + place * step
        dead = np.int64(candidates[cell, 0]) & ~room[USED + place]
        while dead:
            remove(candidates, sizes, trail, cell, trailing_zeros(np.uint64(dead)), line)
            dead &= dead - 1
    return 0


@rung
def bounds(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """A clue as an interval: with any digit between two blocks the others must still reach around the sum.

    Returns after the first line that changes. Reason: the line.
    """
    before = trail[LENGTH, 0]
    room = scratch.view(np.int64)
    waiting = waiting_lines(tables, trail, scratch, BOUNDS_SLOT)
    while waiting and trail[LENGTH, 0] == before:
        number = trailing_zeros(np.uint64(waiting))
        waiting &= waiting - 1
        if line_field(tables, number, CLUE) == NO_CLUE:
            continue
        if _weigh_line(tables, candidates, sizes, trail, room, number) < 0:
            return CONFLICT
    keep_waiting(scratch, BOUNDS_SLOT, waiting)
    return trail[LENGTH, 0] - before
