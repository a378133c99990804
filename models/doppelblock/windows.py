"""``scope`` and ``bounds``: where the two blocks of a line can stand, given its clue.

``scope`` reads a clue as a distance and looks at no digit. ``bounds`` walks the same pairs of places and
weighs the digits still possible between them, at least as sharply.
"""

from __future__ import annotations

import numpy as np

from models.doppelblock.lines import (
    CLUE,
    LENGTHS,
    NO_CLUE,
    SIDE,
    cell_step,
    first_cell,
    keep_waiting,
    line_field,
    waiting_lines,
)
from models.kernel import (
    CONFLICT,
    LENGTH,
    bit_count,
    conflict,
    fix,
    inlined,
    remove,
    rung,
    trailing_zeros,
    uncounted,
)

SCOPE_SLOT, BOUNDS_SLOT = 1, 2
"""Cursor slots."""


@inlined
def _highest(mask):  # type: ignore[no-untyped-def]
    """Index of the highest set bit of a non-zero mask of up to 16 bits."""
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    mask |= mask >> 8
    return bit_count(np.uint64(mask)) - 1


@uncounted
def _reachable(candidates, start, step, side, clue, first, seconds):  # type: ignore[no-untyped-def]
    """Of the places of a second block, those between which and ``first`` digits can make the sum.

    The window's least and greatest sum of different digits must enclose the clue. Going along the window,
    each cell takes the least free digit not under its least candidate: which digits are taken in the end does
    not depend on the order of the cells, and no other choice has a smaller sum.
    """
    digits = (np.int64(1) << (side - 1)) - 2
    free_low = free_high = digits
    least = greatest = np.int64(0)
    kept = np.int64(0)
    second = first
    while True:
        second += 1
        here = np.int64(1) << second
        if seconds & here and least <= clue <= greatest:
            kept |= here
        seconds &= ~here
        mask = np.int64(candidates[start + second * step, 0]) & digits if seconds else np.int64(0)
        low = free_low & -(mask & -mask)
        high = free_high & ((np.int64(2) << _highest(mask)) - 1) if mask else np.int64(0)
        if low == 0 or high == 0:
            return kept
        value = trailing_zeros(np.uint64(low))
        least += value
        free_low ^= np.int64(1) << value
        value = _highest(high)
        greatest += value
        free_high ^= np.int64(1) << value


@uncounted
def _place_blocks(tables, candidates, sizes, trail, line, weighs):  # type: ignore[no-untyped-def]
    """Keep the blocks of a line on the pairs of places that its clue allows; ``CONFLICT`` or 0."""
    side = np.int64(tables[SIDE])
    start, step = first_cell(side, line), cell_step(side, line)
    clue, lengths = line_field(tables, line, CLUE), line_field(tables, line, LENGTHS)
    blocks = forced = np.int64(0)
    for place in range(side):
        mask = np.int64(candidates[start + place * step, 0])
        blocks |= (mask & 1) << place
        forced |= np.int64(mask == 1) << place
    some, every = np.int64(0), blocks
    for first in range(side - 1):
        here = np.int64(1) << first
        others = forced & ~here
        if blocks & here == 0 or others & (others - 1):
            continue
        seconds = lengths << (first + 1) & (others if others else blocks)
        if weighs and seconds:
            seconds = _reachable(candidates, start, step, side, clue, first, seconds)
        if seconds:
            some |= here | seconds
            every &= here | (seconds if seconds & (seconds - 1) == 0 else 0)
    if some == 0:
        return conflict(trail, line)
    for place in range(side):
        cell = start + place * step
        if (blocks & ~some) >> place & 1:
            if remove(candidates, sizes, trail, cell, 0, line) < 0:
                return CONFLICT
        elif (every & ~forced) >> place & 1:
            fix(candidates, sizes, trail, cell, 0, line)
    return 0


@uncounted
def _sweep(tables, candidates, sizes, trail, scratch, slot, weighs):  # type: ignore[no-untyped-def]
    """Place the blocks of one waiting line after another until one of them changes."""
    before = trail[LENGTH, 0]
    waiting = waiting_lines(tables, trail, scratch, slot)
    while waiting and trail[LENGTH, 0] == before:
        number = trailing_zeros(np.uint64(waiting))
        waiting &= waiting - 1
        if line_field(tables, number, CLUE) == NO_CLUE:
            continue
        if _place_blocks(tables, candidates, sizes, trail, number, weighs) < 0:
            return CONFLICT
    keep_waiting(scratch, slot, waiting)
    return trail[LENGTH, 0] - before


@rung
def scope(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """A clue as a distance: two blocks stand so far apart that some digits between them make the sum."""
    return _sweep(tables, candidates, sizes, trail, scratch, SCOPE_SLOT, False)


@rung
def bounds(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """A clue as an interval: the digits still possible between two blocks must reach around the sum.

    It walks the pairs of ``scope`` and weighs at least as sharply, so ``scope`` adds nothing beside it.
    """
    return _sweep(tables, candidates, sizes, trail, scratch, BOUNDS_SLOT, True)
