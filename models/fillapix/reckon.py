"""What search learns from on Fill-a-Pix: the rung that it runs, and the causes of what that rung does."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

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
from models.kernel import CONFLICT, LENGTH, bit_count, conflict, inlined, rung, uncounted
from models.puzzle import Ints

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
    fill(tables, candidates, sizes, trail, first, rest, np.int64(INK), reason)
    fill(tables, candidates, sizes, trail, second, other, np.int64(BLANK), reason)
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
            first = np.int64(scratch[queue + 1 + tables[CLUES] + scratch[queue] - 1])
            if state[2 * first] != 0 or state[2 * first + 1] != 0:
                settled = _compare(tables, candidates, sizes, trail, state, scratch, first)
            if settled < 0:
                return CONFLICT
            if settled == 0:
                dequeue(scratch, queue, tables[CLUES])
        if settled == 0:
            return trail[LENGTH, 0] - before


def causes(tables: Ints) -> tuple[Ints, Ints]:
    """Why ``reckon`` acted, for models/puzzle.py's ``Learning``: starts int32[reasons + 1] and items.

    A clue that is full or has too much ink rests on the cells of its window that cannot be blank any
    more, one that is short on those that cannot be ink. Two clues: see ``reckon``.
    """
    clues = int(tables[CLUES])
    windows = _windows(tables)
    reasons, listed = [], []
    for kind in range(COUNT_REASONS):
        reasons.append(COUNT_REASONS * np.arange(clues) + kind)
        listed.append(_numbers(windows, WHOLE, BLANK if kind in (FULL, OVER) else INK))
    parts = tables[tables[STARTS] : tables[STARTS] + clues + 1]
    partners = tables[parts[0] : parts[-1]]
    firsts, seconds, offsets = np.repeat(np.arange(clues), np.diff(parts)), partners >> 5, partners & 31
    for offset in np.unique(offsets).tolist():
        here = offsets == offset
        own = WHOLE & ~int(tables[tables[SHARED] + offset])
        other = WHOLE & ~int(tables[tables[SHARED] + OFFSETS - 1 - offset])
        reasons.append(COUNT_REASONS * clues + OFFSETS * firsts[here] + offset)
        sides = (windows[firsts[here]], own, INK), (windows[seconds[here]], other, BLANK)
        listed.append(np.hstack([_numbers(*side) for side in sides]))
    return _joined((COUNT_REASONS + OFFSETS) * clues, reasons, listed)


def _windows(tables: Ints) -> Ints:
    """int32[clues, 9]: the cells around each clue, -1 beyond the board."""
    rows, cols, clues = (int(tables[field]) for field in (ROWS, COLUMNS, CLUES))
    row, col = np.divmod(tables[tables[CENTRES] : tables[CENTRES] + clues], cols)
    down, across = row[:, None] + np.repeat([-1, 0, 1], 3), col[:, None] + np.tile([-1, 0, 1], 3)
    inside = (down >= 0) & (down < rows) & (across >= 0) & (across < cols)
    return np.where(inside, down * cols + across, -1).astype(np.int32)


def _numbers(windows: Ints, mask: int, value: int) -> Ints:
    """int32[clues, cells of the mask]: the candidate of each cell that has this value, negative beyond."""
    chosen = [bit for bit in range(9) if mask >> bit & 1]
    return 2 * windows[:, chosen] + value


def _joined(reasons: int, named: list[npt.NDArray[np.int64]], listed: list[Ints]) -> tuple[Ints, Ints]:
    """One list after the other, in the order of the reasons that they belong to; negatives left out."""
    starts = np.zeros(reasons + 1, np.int32)
    for of, numbers in zip(named, listed, strict=True):
        starts[of + 1] = (numbers >= 0).sum(axis=1)
    np.cumsum(starts, out=starts)
    items = np.empty(int(starts[-1]), np.int32)
    for of, numbers in zip(named, listed, strict=True):
        there = numbers >= 0
        items[(starts[of][:, None] + there.cumsum(axis=1) - 1)[there]] = numbers[there]
    return starts, items
