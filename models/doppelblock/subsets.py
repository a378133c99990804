"""The subset walk: which candidates of a line are used by some legal word, without listing the words.

Filled from the front, a line is known by the set of digits used, by whether none, one or two of its blocks
have stood, and between the blocks by the sum so far; the place follows from these. Per set of digits the
sums are the bits of one word, so a line of m digits takes 3 x 2^m entries: a forward walk finds what can be
reached, a backward walk what can be finished, and a candidate is used if it joins the two.
"""

from __future__ import annotations

import numpy as np

from models.doppelblock.lines import CLUE, SIDE, USED, WALK, cell_step, first_cell, line_field
from models.kernel import bit_count, conflict, remove, trailing_zeros, uncounted


@uncounted
def _walk_forward(candidates, room, start, step, digits, clue):  # type: ignore[no-untyped-def]
    """Fill the first three arrays of ``room``: reachable with no block, one block (its sums), two blocks.

    Each set hands on what reaches it, to greater sets only; so in ascending order it is complete by then.
    """
    sets = np.int64(1) << digits
    before, between, after = WALK, WALK + sets, WALK + 2 * sets
    target = max(clue, 0)
    kept = (np.int64(2) << target) - 1
    for index in range(before, after + sets):
        room[index] = 0
    room[before] = 1
    for used in range(sets):
        none, one, two = room[before + used], room[between + used], room[after + used]
        if none | one | two == 0:
            continue
        at = start + bit_count(np.uint64(used)) * step
        free = sets - 1 - used
        if none:
            mask = np.int64(candidates[at, 0])
            one |= mask & 1
            here = free & mask >> 1
            while here:
                bit = here & -here
                here ^= bit
                room[before + (used | bit)] = 1
        if one:
            mask = np.int64(candidates[at + step, 0])
            two |= one >> target & mask & 1
            room[between + used] = one
            here = free & mask >> 1
            while here:
                bit = here & -here
                here ^= bit
                shift = trailing_zeros(np.uint64(bit)) + 1 if clue >= 0 else 0
                room[between + (used | bit)] |= one << shift & kept
        room[after + used] = two
        if two and free:
            here = free & np.int64(candidates[at + 2 * step, 0]) >> 1
            while here:
                bit = here & -here
                here ^= bit
                room[after + (used | bit)] = 1
    return room[after + sets - 1]


@uncounted
def _walk_backward(candidates, room, start, step, digits, clue):  # type: ignore[no-untyped-def]
    """Fill the last three arrays of ``room`` with what can be finished, and note the candidates used.

    With one block behind, an entry holds the sums so far from which the clue can still be met. Only
    what the forward walk reached is looked at, so what is read has been filled: it was reached from here.
    """
    sets = np.int64(1) << digits
    before, between, after = WALK, WALK + sets, WALK + 2 * sets
    ends = 3 * sets
    target = max(clue, 0)
    for place in range(digits + 2):
        room[USED + place] = 0
    for used in range(sets - 1, -1, -1):
        none, one, two = room[before + used], room[between + used], room[after + used]
        end_none, end_one, end_two = np.int64(0), np.int64(0), np.int64(used == sets - 1)
        if none | one | two:
            place = bit_count(np.uint64(used))
            at = start + place * step
            free = sets - 1 - used
            if two:
                here = free & np.int64(candidates[at + 2 * step, 0]) >> 1 if free else 0
                while here:
                    bit = here & -here
                    here ^= bit
                    if room[ends + after + (used | bit)]:
                        end_two = np.int64(1)
                        room[USED + place + 2] |= bit << 1
            if one:
                mask = np.int64(candidates[at + step, 0])
                here = free & mask >> 1
                while here:
                    bit = here & -here
                    here ^= bit
                    sums = room[ends + between + (used | bit)]
                    if clue >= 0:
                        sums >>= trailing_zeros(np.uint64(bit)) + 1
                    end_one |= sums
                    if sums & one:
                        room[USED + place + 1] |= bit << 1
                if mask & 1 and one >> target & 1 and end_two:
                    end_one |= np.int64(1) << target
                    room[USED + place + 1] |= 1
            if none:
                mask = np.int64(candidates[at, 0])
                here = free & mask >> 1
                while here:
                    bit = here & -here
                    here ^= bit
                    if room[ends + before + (used | bit)]:
                        end_none = np.int64(1)
                        room[USED + place] |= bit << 1
                if mask & 1 and end_one & 1:
                    end_none = np.int64(1)
                    room[USED + place] |= 1
        room[ends + before + used] = end_none
        room[ends + between + used] = end_one
        room[ends + after + used] = end_two


@uncounted
def filter_by_subsets(tables, candidates, sizes, trail, scratch, line):  # type: ignore[no-untyped-def]
    """Remove from a line what no legal word uses; ``CONFLICT`` or 0."""
    side = np.int64(tables[SIDE])
    start, step = first_cell(side, line), cell_step(side, line)
    clue = line_field(tables, line, CLUE)
    room = scratch.view(np.int64)
    if not _walk_forward(candidates, room, start, step, side - 2, clue):
        return conflict(trail, line)
    _walk_backward(candidates, room, start, step, side - 2, clue)
    for place in range(side):
        cell = start + place * step
        dead = np.int64(candidates[cell, 0]) & ~room[USED + place]
        while dead:
            remove(candidates, sizes, trail, cell, trailing_zeros(np.uint64(dead)), line)
            dead &= dead - 1
    return 0
