"""The Fill-a-Pix ladder: ``count`` (one clue at a time), then ``pair`` (two clues that overlap).

The tables are those of ladder_tables.py, the state that of windows.py.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from models.fillapix.board import BLANK, INK, Board
from models.fillapix.ladder_tables import (
    CLUES,
    OFFSETS,
    SHARED,
    SHARED_MASKS,
    STARTS,
    build_tables,
    zones,
)
from models.fillapix.windows import dequeue, fill, settle_clues, sync
from models.kernel import CONFLICT, LENGTH, bit_count, conflict, inlined, rung, uncounted
from models.puzzle import Ints, LadderView, Learning, full_candidates

PAIR_REASONS = 64
CLASH = 32
"""Reasons of ``pair``: 64 x the first clue's number + the offset of the second, + 32 if they clash."""


def ladder_view(board: Board) -> LadderView:
    """Build the arrays: clues as they stand in the tables, givens as removed candidates."""
    rows, cols = board.rows, board.cols
    clues = np.array([-1 if clue is None else clue for row in board.clues for clue in row], np.int32)
    tables = build_tables(clues.reshape(rows, cols), SHARED_MASKS)
    candidates = full_candidates(rows * cols, 2)
    if board.givens:
        givens = np.array([-1 if given is None else given for row in board.givens for given in row])
        fixed = givens >= 0
        candidates[fixed, 0] = np.uint64(1) << givens[fixed].astype(np.uint64)
    count_of_clues = int(tables[CLUES])
    return LadderView(
        rungs=(count, pair),
        tables=tables,
        candidates=candidates,
        state=np.zeros(2 * count_of_clues, np.int32),
        scratch=np.zeros(2 * (1 + 2 * count_of_clues), np.int32),
        zones=zones(rows, cols),
        learning=partial(learning, tables),
    )


def learning(tables: Ints) -> Learning:
    """What search learns from, loaded only where a board needs it."""
    from models.fillapix.reckon import causes, reckon

    return Learning(reckon, 2, *causes(tables))


@rung
def count(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """A clue whose ink is complete blanks the rest; one that needs every open cell inks them all."""
    before = trail[LENGTH, 0]
    if settle_clues(tables, candidates, sizes, trail, state, scratch) < 0:
        return CONFLICT
    return trail[LENGTH, 0] - before


@uncounted
def _settle_part(tables, candidates, sizes, trail, clue, mask, least, most, reason):  # type: ignore[no-untyped-def]
    """Fill a part of a window whose ink is known to be none (most 0) or all (least = its size)."""
    if mask:
        if most == 0:
            fill(tables, candidates, sizes, trail, clue, mask, np.int64(BLANK), reason)
        elif least == bit_count(np.uint64(mask)):
            fill(tables, candidates, sizes, trail, clue, mask, np.int64(INK), reason)


@inlined
def _is_silent(tables, state, first, second, offset):  # type: ignore[no-untyped-def]
    """Whether two clues, neither of which settles anything alone, settle nothing together.

    What they share is in both: the ink that the first needs more than the second is a difference between
    their other cells, and says something only if it is all that there is room for. Most pairs end here,
    so it costs no call.
    """
    mask_a, need_a = state[2 * first], state[2 * first + 1]
    mask_b, need_b = state[2 * second], state[2 * second + 1]
    shared = bit_count(np.uint64(mask_a & tables[tables[SHARED] + offset]))
    open_a, open_b = bit_count(np.uint64(mask_a)), bit_count(np.uint64(mask_b))
    if not (0 < need_a < open_a and (0 < need_b < open_b or need_b == open_b == 0)):
        return False
    return open_b == 0 or shared - open_b < need_a - need_b < open_a - shared


@uncounted
def _weigh(tables, candidates, sizes, trail, state, first, second, offset):  # type: ignore[no-untyped-def]
    """Bound the ink of the cells two clues share, then fill whatever part is forced."""
    mask_a, need_a = state[2 * first], state[2 * first + 1]
    mask_b, need_b = state[2 * second], state[2 * second + 1]
    both = mask_a & tables[tables[SHARED] + offset]
    shared = bit_count(np.uint64(both))
    only_a = bit_count(np.uint64(mask_a)) - shared
    only_b = bit_count(np.uint64(mask_b)) - shared
    low = max(0, need_a - only_a, need_b - only_b)
    high = min(shared, need_a, need_b)
    if low > high:
        return CONFLICT
    if (
        (shared > 0 and (high == 0 or low == shared))
        or (only_a > 0 and (need_a == low or need_a - high == only_a))
        or (only_b > 0 and (need_b == low or need_b - high == only_b))
    ):
        reason = PAIR_REASONS * first + offset
        rest_a = mask_a & ~both
        rest_b = mask_b & ~tables[tables[SHARED] + OFFSETS - 1 - offset]
        _settle_part(tables, candidates, sizes, trail, first, both, low, high, reason)
        _settle_part(tables, candidates, sizes, trail, first, rest_a, need_a - high, need_a - low, reason)
        _settle_part(tables, candidates, sizes, trail, second, rest_b, need_b - high, need_b - low, reason)
        return 1
    return 0


@rung
def pair(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """Two clues bound the ink in the cells they share from both sides, hence in the others too.

    Returns after the first clue that made progress, so that ``count`` goes on from there. A clue
    that is complete needs no look at its partners: what it tells them, they saw when they changed.
    Reason: 25 x the first clue's number + the offset of the second, 5 (dr + 2) + dc + 2.
    """
    before = trail[LENGTH, 0]
    clues = tables[CLUES]
    queue = 1 + 2 * clues
    sync(tables, sizes, trail, state, scratch)
    while scratch[queue] > 0:
        first = dequeue(scratch, queue, clues)
        if state[2 * first] == 0 and state[2 * first + 1] == 0:
            continue
        starts = tables[STARTS] + first
        for entry in range(tables[starts], tables[starts + 1]):
            second, offset = tables[entry] >> 5, tables[entry] & 31
            if _is_silent(tables, state, first, second, offset):
                continue
            fired = _weigh(tables, candidates, sizes, trail, state, first, second, offset)
            if fired < 0:
                return conflict(trail, PAIR_REASONS * first + CLASH + offset)
            if fired > 0:
                sync(tables, sizes, trail, state, scratch)
        if trail[LENGTH, 0] > before:
            break
    return trail[LENGTH, 0] - before
