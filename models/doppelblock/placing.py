"""``line``: two blocks and each digit once in a line, whatever its clue."""

from __future__ import annotations

import numpy as np

from models.doppelblock.lines import SIDE, cell_step, first_cell, waiting_lines
from models.kernel import CONFLICT, LENGTH, conflict, fix, inlined, remove, rung, trailing_zeros, uncounted

STANDS, NEEDED, CLASHES, MISSING = range(4)
"""Why ``line`` fires: a value stands already as often as it may; it has no places left to spare; or, in a
contradiction, it stands more often; it has too few places left."""
REASON_KINDS, REASON_VALUES = 4, 16
"""A reason is (line x REASON_KINDS + kind) x REASON_VALUES + value."""

LINE_SLOT = 0
"""The cursor slot."""


@uncounted
def _survey(candidates, sizes, start, step, side):  # type: ignore[no-untyped-def]
    """(values that stand, values to spare none of, clashing values, missing values) of a line, as bits.

    A value stands, clashes or is missing if it is settled in as many cells as it may be, in more, or
    possible in fewer: one cell for a digit, two for a block.
    """
    once = twice = placed = clashing = np.int64(0)
    places = blocks = np.int64(0)
    for place in range(side):
        mask = np.int64(candidates[start + place * step, 0])
        twice |= once & mask
        once |= mask
        places += mask & 1
        if sizes[start + place * step, 0] == 1:
            blocks += mask & 1
            clashing |= placed & mask & ~1
            placed |= mask & ~1
    every = (np.int64(1) << (side - 1)) - 2
    stands = placed | np.int64(blocks == 2)
    needed = (once & ~twice & every) | np.int64(places == 2)
    return stands, needed, clashing | np.int64(blocks > 2), (every & ~once) | np.int64(places < 2)


@inlined
def _settle_cell(candidates, sizes, trail, cell, stands, needed, reason):  # type: ignore[no-untyped-def]
    """Give an open cell the value that has no other place, or take from it what stands elsewhere."""
    mask = np.int64(candidates[cell, 0])
    if mask & needed:
        value = trailing_zeros(np.uint64(mask & needed))
        return fix(candidates, sizes, trail, cell, value, reason + NEEDED * REASON_VALUES + value)
    extra = mask & stands
    while extra:
        value = trailing_zeros(np.uint64(extra))
        extra &= extra - 1
        if remove(candidates, sizes, trail, cell, value, reason + STANDS * REASON_VALUES + value) < 0:
            return CONFLICT
    return 0


@uncounted
def _settle_line(candidates, sizes, trail, side, line):  # type: ignore[no-untyped-def]
    """One pass over a line; ``CONFLICT`` or 0."""
    start, step = first_cell(side, line), cell_step(side, line)
    reason = line * REASON_KINDS * REASON_VALUES
    stands, needed, clashing, missing = _survey(candidates, sizes, start, step, side)
    if clashing:
        return conflict(trail, reason + CLASHES * REASON_VALUES + trailing_zeros(np.uint64(clashing)))
    if missing:
        return conflict(trail, reason + MISSING * REASON_VALUES + trailing_zeros(np.uint64(missing)))
    for place in range(side):
        cell = start + place * step
        if sizes[cell, 0] > 1 and _settle_cell(candidates, sizes, trail, cell, stands, needed, reason) < 0:
            return CONFLICT
    return 0


@rung
def line(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """Two blocks and each digit once: what stands goes elsewhere, what has one place goes there.

    Runs to its own fixpoint.
    """
    before = trail[LENGTH, 0]
    side = np.int64(tables[SIDE])
    waiting = waiting_lines(tables, trail, scratch, LINE_SLOT)
    while waiting:
        number = trailing_zeros(np.uint64(waiting))
        waiting &= waiting - 1
        length = trail[LENGTH, 0]
        if _settle_line(candidates, sizes, trail, side, number) < 0:
            return CONFLICT
        if trail[LENGTH, 0] > length:
            waiting |= waiting_lines(tables, trail, scratch, LINE_SLOT)
    return trail[LENGTH, 0] - before
