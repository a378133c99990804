"""``scope``: where the two blocks of a line can stand, its clue read as a distance. Looks at no digit."""

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
from models.kernel import CONFLICT, LENGTH, conflict, fix, inlined, remove, rung, trailing_zeros, uncounted

SCOPE_SLOT = 1
"""The cursor slot."""


@inlined
def block_places(candidates, start, step, side):  # type: ignore[no-untyped-def]
    """(places where a block can stand, places where one does) of a line, as bits."""
    possible = standing = np.int64(0)
    for place in range(side):
        mask = np.int64(candidates[start + place * step, 0])
        possible |= (mask & 1) << place
        standing |= np.int64(mask == 1) << place
    return possible, standing


@inlined
def second_places(possible, standing, lengths, first):  # type: ignore[no-untyped-def]
    """Where the second block can stand at an allowed distance once the first stands at a place, as bits."""
    others = standing & ~(np.int64(1) << first)
    if possible >> first & 1 == 0 or others & (others - 1):
        return np.int64(0)
    return lengths << (first + 1) & (others if others else possible)


@uncounted
def _place_blocks(tables, candidates, sizes, trail, line):  # type: ignore[no-untyped-def]
    """Keep the blocks of a line on the pairs of places that its clue allows; ``CONFLICT`` or 0."""
    side = np.int64(tables[SIDE])
    start, step = first_cell(side, line), cell_step(side, line)
    lengths = line_field(tables, line, LENGTHS)
    possible, standing = block_places(candidates, start, step, side)
    some, every = np.int64(0), possible
    for first in range(side - 1):
        seconds = second_places(possible, standing, lengths, first)
        if seconds:
            here = np.int64(1) << first
            some |= here | seconds
            every &= here | (seconds if seconds & (seconds - 1) == 0 else 0)
    if some == 0:
        return conflict(trail, line)
    for place in range(side):
        cell = start + place * step
        if (possible & ~some) >> place & 1:
            if remove(candidates, sizes, trail, cell, 0, line) < 0:
                return CONFLICT
        elif (every & ~standing) >> place & 1:
            fix(candidates, sizes, trail, cell, 0, line)
    return 0


@rung
def scope(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """A clue as a distance: two blocks stand so far apart that some digits between them make the sum.

    Returns after the first line that changes. Reason: the line.
    """
    before = trail[LENGTH, 0]
    waiting = waiting_lines(tables, trail, scratch, SCOPE_SLOT)
    while waiting and trail[LENGTH, 0] == before:
        number = trailing_zeros(np.uint64(waiting))
        waiting &= waiting - 1
        if line_field(tables, number, CLUE) == NO_CLUE:
            continue
        if _place_blocks(tables, candidates, sizes, trail, number) < 0:
            return CONFLICT
    keep_waiting(scratch, SCOPE_SLOT, waiting)
    return trail[LENGTH, 0] - before
