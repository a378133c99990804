"""``gac``: a candidate stays only if some complete legal word of its line uses it.

A line with a word table keeps the set of its live words and looks up one of them, a witness, for each
candidate that no earlier witness uses. Other lines are decided by the subset walk. Both are exact.
"""

from __future__ import annotations

import numpy as np

from models.doppelblock.lines import (
    CHUNKS,
    HIGH,
    LOW,
    OWN,
    SEEN,
    SIDE,
    TABLE,
    UNSEEN,
    WITNESSES,
    WORDS,
    cell_step,
    crossing_lines,
    first_cell,
    keep_waiting,
    line_field,
    waiting_lines,
)
from models.doppelblock.subsets import filter_by_subsets
from models.kernel import (
    CONFLICT,
    CURSOR,
    LENGTH,
    bit_count,
    conflict,
    inlined,
    remove,
    rung,
    trailing_zeros,
    uncounted,
)

GAC_SLOT = 3
"""The cursor slot, after those of the cheaper rungs."""


@inlined
def _pack(candidates, start, step, side):  # type: ignore[no-untyped-def]
    """The candidates of a line of up to eight cells, one byte per place."""
    packed = np.int64(0)
    for place in range(side):
        packed |= np.int64(candidates[start + place * step, 0]) << 8 * place
    return packed


@uncounted
def _strike_words(data, bits, chunks, words, live, low, high, place, gone, left):  # type: ignore[no-untyped-def]
    """Strike the live words that use a candidate gone from a place, by the shorter list."""
    row = bits + 8 * place * chunks
    if bit_count(np.uint64(gone)) <= bit_count(np.uint64(left)):
        while gone:
            at = row + trailing_zeros(np.uint64(gone)) * chunks
            gone &= gone - 1
            for k in range(low, high):
                words[live + k] &= ~data[at + k]
    else:
        for k in range(low, high):
            allowed = np.int64(0)
            rest = left
            while rest:
                allowed |= data[row + trailing_zeros(np.uint64(rest)) * chunks + k]
                rest &= rest - 1
            words[live + k] &= allowed


@uncounted
def _refresh(tables, data, words, line, seen, now):  # type: ignore[no-untyped-def]
    """Bring the live words of a line up to date with its candidates; whether any is left."""
    bits, chunks = line_field(tables, line, TABLE), line_field(tables, line, CHUNKS)
    own = line_field(tables, line, OWN)
    live = own + WORDS
    low, high = words[own + LOW], words[own + HIGH] + 1
    words[own + SEEN] = now
    gone = seen & ~now & ~UNSEEN
    while gone:
        place = trailing_zeros(np.uint64(gone)) >> 3
        here = np.int64(255) << 8 * place
        _strike_words(
            data,
            bits,
            chunks,
            words,
            live,
            low,
            high,
            place,
            (gone & here) >> 8 * place,
            (now & here) >> 8 * place,
        )
        gone &= ~here
    while low < high and words[live + low] == 0:
        low += 1
    while low < high and words[live + high - 1] == 0:
        high -= 1
    words[own + LOW], words[own + HIGH] = low, high - 1
    return low < high


@uncounted
def _unsupported(tables, data, words, line, now):  # type: ignore[no-untyped-def]
    """(packed candidates of a line that no live word uses, witnesses looked up)."""
    bits, chunks = line_field(tables, line, TABLE), line_field(tables, line, CHUNKS)
    own = line_field(tables, line, OWN)
    onehot, live = bits + 8 * np.int64(tables[SIDE]) * chunks, own + WORDS
    low, high = words[own + LOW], words[own + HIGH] + 1
    needed, dead = now, np.int64(0)
    witnesses = 0
    while needed:
        bit = trailing_zeros(np.uint64(needed))
        row = bits + bit * chunks
        k = low
        found = words[live + k] & data[row + k]
        while found == 0 and k + 1 < high:
            k += 1
            found = words[live + k] & data[row + k]
        if found:
            needed &= ~data[onehot + 64 * k + trailing_zeros(np.uint64(found))]
            witnesses += 1
        else:
            dead |= np.int64(1) << bit
            needed &= needed - 1
    return dead, witnesses


@uncounted
def _filter_by_words(tables, candidates, sizes, trail, state, scratch, line):  # type: ignore[no-untyped-def]
    """Remove from a line with a word table what no live word uses; ``CONFLICT`` or 0."""
    side = np.int64(tables[SIDE])
    start, step = first_cell(side, line), cell_step(side, line)
    data, words = tables.view(np.int64), state.view(np.int64)
    own = line_field(tables, line, OWN)
    now = _pack(candidates, start, step, side)
    seen = words[own + SEEN]
    if seen == now:
        return 0
    if not _refresh(tables, data, words, line, seen, now):
        return conflict(trail, line)
    dead, witnesses = _unsupported(tables, data, words, line, now)
    scratch.view(np.int64)[WITNESSES] += witnesses
    words[own + SEEN] = now & ~dead
    while dead:
        bit = trailing_zeros(np.uint64(dead))
        dead &= dead - 1
        remove(candidates, sizes, trail, start + (bit >> 3) * step, bit & 7, line)
    return 0


@rung
def gac(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """Each candidate needs a witness, a whole line of two blocks and all digits that meets the clue.

    Returns after the first line that changes, so that the cheaper rungs go on from there. Reason: the line.
    """
    before = trail[LENGTH, 0]
    waiting = waiting_lines(tables, trail, scratch, GAC_SLOT)
    while waiting and trail[LENGTH, 0] == before:
        number = trailing_zeros(np.uint64(waiting))
        waiting &= waiting - 1
        if line_field(tables, number, CHUNKS):
            result = _filter_by_words(tables, candidates, sizes, trail, state, scratch, number)
        else:
            result = filter_by_subsets(tables, candidates, sizes, trail, scratch, number)
        if result < 0:
            return CONFLICT
        if trail[LENGTH, 0] > before:
            waiting |= crossing_lines(tables, trail, before) & ~(np.int64(1) << number)
            trail[CURSOR + GAC_SLOT, 0] = trail[LENGTH, 0]
    keep_waiting(scratch, GAC_SLOT, waiting)
    return trail[LENGTH, 0] - before
