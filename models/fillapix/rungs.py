"""The Fill-a-Pix ladder: ``count`` (one clue at a time), then ``pair`` (two clues that overlap).

State, int32[2 K] for K clues: per clue the open cells of its window as a 9-bit mask (bit
``3 (dr + 1) + dc + 1`` for the neighbour at (dr, dc)) and how much ink they still need. ``_sync``
brings it up to date from the trail and puts every clue it touched on the queues of both rungs.

Tables, int32: a header of the sizes and starts of the parts, then per clue its centre cell and its
value; per cell how many clues see it and ``16 x clue + bit`` for each; per clue where its partners
start, then ``32 x partner + offset`` for each clue whose window overlaps, at offset
``5 (dr + 2) + dc + 2``; per offset the mask of the cells shared.
"""

from __future__ import annotations

from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt

from models.fillapix.board import BLANK, INK, Board
from models.kernel import (
    CONFLICT,
    CURSOR,
    FRESH,
    HEAD,
    LENGTH,
    bit_count,
    conflict,
    copy,
    inlined,
    kernel,
    remove,
    rung,
    trailing_zeros,
    uncounted,
)
from models.puzzle import Ints, LadderView, Learning, full_candidates

CLUES, ROWS, COLUMNS, CENTRES, VALUES, SEEN, STARTS, PARTNERS, SHARED = range(9)
"""Header fields: how many clues, rows and columns, and where the parts start."""
HEADER = 9
SEEN_ROW = 10
"""Words a cell takes in the part SEEN: a length and up to nine clues."""
OFFSETS = 25
SYNC = 0
"""The cursor slot of ``_sync``."""
COUNT_REASONS = 4
FULL, NEEDY, OVER, SHORT = range(COUNT_REASONS)
"""Reasons of ``count``, 4 x clue + one of these: the clue has all its ink; it needs every open cell; it
has too much ink; it has too few open cells. The last two are contradictions."""
PAIR_REASONS = 64
CLASH = 32
"""Reasons of ``pair``: 64 x the first clue's number + the offset of the second, + 32 if they clash."""


def ladder_view(board: Board) -> LadderView:
    """Build the arrays: clues as they stand in the tables, givens as removed candidates."""
    rows, cols = board.rows, board.cols
    clues = np.array([-1 if clue is None else clue for row in board.clues for clue in row], np.int32)
    tables = build_tables(clues.reshape(rows, cols), _SHARED_MASKS)
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
        learning=Learning(count, 2, partial(causes, tables)),
    )


def causes(tables: Ints) -> tuple[Ints, Ints]:
    """Why ``count`` acted (models/puzzle.py, ``Learning``): the ink of a window, or its blanks.

    A clue that is full or has too much ink rests on the cells of its window that cannot be blank any
    more, one that is short on those that cannot be ink.
    """
    rows, cols, clues = (int(tables[field]) for field in (ROWS, COLUMNS, CLUES))
    centres = tables[tables[CENTRES] : tables[CENTRES] + clues]
    steps = np.arange(-1, 2)
    across = centres[:, None, None] % cols + steps
    down = centres[:, None, None] // cols + steps[:, None]
    inside = ((across >= 0) & (across < cols) & (down >= 0) & (down < rows)).reshape(clues, 1, 9)
    windows = (down * cols + across).reshape(clues, 1, 9)
    gone = np.array([BLANK, INK, BLANK, INK])[:, None]
    inside = np.broadcast_to(inside, (clues, COUNT_REASONS, 9))
    starts = np.zeros(clues * COUNT_REASONS + 1, np.int32)
    starts[1:] = inside.sum(axis=2).ravel().cumsum()
    return starts, (2 * windows + gone)[inside].astype(np.int32)


@lru_cache(maxsize=64)
def zones(rows: int, cols: int) -> npt.NDArray[np.uint64]:
    """uint64[cells]: the tiles (at most 64 square ones) within two cells of each cell.

    A pair of clues reaches over four cells from its first to its last; two cells at most four apart
    have a cell within two of both, so their masks share its tile.
    """
    side = 1
    while -(-rows // side) * -(-cols // side) > 64:
        side += 1
    across = -(-cols // side)
    masks = np.zeros((rows, cols), np.uint64)
    for dr in range(-2, 3):
        for dc in range(-2, 3):
            row = np.clip(np.arange(rows) + dr, 0, rows - 1) // side
            col = np.clip(np.arange(cols) + dc, 0, cols - 1) // side
            masks |= np.uint64(1) << (row[:, None] * across + col).astype(np.uint64)
    return masks.ravel()


def _shared_masks() -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """int32[25]: which cells of a clue's window the window of a clue at offset 5 dr + dc shares."""
    masks = np.zeros(25, np.int32)
    for dr in range(-2, 3):
        for dc in range(-2, 3):
            for r in range(-1, 2):
                for c in range(-1, 2):
                    if abs(r - dr) <= 1 and abs(c - dc) <= 1:
                        masks[5 * (dr + 2) + dc + 2] |= 1 << (3 * (r + 1) + c + 1)
    return masks


_SHARED_MASKS = _shared_masks()


@kernel
def build_tables(clues, shared):  # type: ignore[no-untyped-def]
    """Lay out the tables of int32[rows, cols] clues (-1: none)."""
    rows, columns = clues.shape
    numbers = np.empty((rows, columns), np.int32)
    found = 0
    for row in range(rows):
        for column in range(columns):
            numbers[row, column] = -1
            if clues[row, column] >= 0:
                numbers[row, column] = found
                found += 1
    size = HEADER + 2 * found + SEEN_ROW * rows * columns + found + 1 + OFFSETS * (found + 1)
    tables = np.empty(size, np.int32)
    tables[CLUES], tables[ROWS], tables[COLUMNS] = found, rows, columns
    tables[CENTRES] = HEADER
    tables[VALUES] = tables[CENTRES] + found
    tables[SHARED] = tables[VALUES] + found
    tables[SEEN] = tables[SHARED] + OFFSETS
    tables[STARTS] = tables[SEEN] + SEEN_ROW * rows * columns
    tables[PARTNERS] = tables[STARTS] + found + 1
    copy(shared, tables[tables[SHARED] : tables[SEEN]])
    end = tables[PARTNERS]
    for row in range(rows):
        for column in range(columns):
            seen = tables[SEEN] + SEEN_ROW * (row * columns + column)
            length = 0
            for dr in range(-1, 2):
                for dc in range(-1, 2):
                    if 0 <= row + dr < rows and 0 <= column + dc < columns:
                        clue = numbers[row + dr, column + dc]
                        if clue >= 0:
                            length += 1
                            tables[seen + length] = 16 * clue + 4 - 3 * dr - dc
            tables[seen] = length
            clue = numbers[row, column]
            if clue < 0:
                continue
            tables[tables[CENTRES] + clue] = row * columns + column
            tables[tables[VALUES] + clue] = clues[row, column]
            tables[tables[STARTS] + clue] = end
            for dr in range(-2, 3):
                for dc in range(-2, 3):
                    if 0 <= row + dr < rows and 0 <= column + dc < columns:
                        partner = numbers[row + dr, column + dc]
                        if partner >= 0 and partner != clue:
                            tables[end] = 32 * partner + 5 * (dr + 2) + dc + 2
                            end += 1
    tables[tables[STARTS] + found] = end
    return tables


@uncounted
def _enqueue(scratch, queue, clues, clue):  # type: ignore[no-untyped-def]
    """Put a clue on a queue unless it is there: (length, flag per clue, clues)."""
    if scratch[queue + 1 + clue] == 0:
        scratch[queue + 1 + clue] = 1
        scratch[queue + 1 + clues + scratch[queue]] = clue
        scratch[queue] += 1


@uncounted
def _dequeue(scratch, queue, clues):  # type: ignore[no-untyped-def]
    """Take the clue queued last."""
    scratch[queue] -= 1
    clue = scratch[queue + 1 + clues + scratch[queue]]
    scratch[queue + 1 + clue] = 0
    return clue


@uncounted
def _read_board(tables, sizes, state, scratch):  # type: ignore[no-untyped-def]
    """Derive the state of every clue from the candidates and queue them all, the first on top."""
    clues = tables[CLUES]
    scratch[0] = scratch[1 + 2 * clues] = 0
    for clue in range(clues):
        scratch[1 + clue] = scratch[2 + 2 * clues + clue] = 0
    for clue in range(clues - 1, -1, -1):
        state[2 * clue] = 0
        state[2 * clue + 1] = tables[tables[VALUES] + clue]
        _enqueue(scratch, 0, clues, clue)
        _enqueue(scratch, 1 + 2 * clues, clues, clue)
    for cell in range(sizes.shape[0]):
        seen = tables[SEEN] + SEEN_ROW * cell
        for entry in range(seen + 1, seen + 1 + tables[seen]):
            clue = tables[entry] >> 4
            if sizes[cell, 0] == 2:
                state[2 * clue] |= 1 << (tables[entry] & 15)
            elif sizes[cell, 1] == INK:
                state[2 * clue + 1] -= 1


@uncounted
def _sync(tables, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """Follow the trail: every newly settled cell leaves the masks of the clues that see it."""
    cursor = trail[CURSOR + SYNC, 0]
    length = trail[LENGTH, 0]
    clues = tables[CLUES]
    if cursor == FRESH:
        _read_board(tables, sizes, state, scratch)
    else:
        for row in range(max(cursor, HEAD), length):
            cell = trail[row, 0] >> 6
            ink = sizes[cell, 1]
            seen = tables[SEEN] + SEEN_ROW * cell
            for entry in range(seen + 1, seen + 1 + tables[seen]):
                clue = tables[entry] >> 4
                state[2 * clue] &= ~(1 << (tables[entry] & 15))
                state[2 * clue + 1] -= ink
                _enqueue(scratch, 0, clues, clue)
                _enqueue(scratch, 1 + 2 * clues, clues, clue)
    trail[CURSOR + SYNC, 0] = length


@uncounted
def _fill(tables, candidates, sizes, trail, clue, mask, value, reason):  # type: ignore[no-untyped-def]
    """Settle the masked cells of a clue's window to a value."""
    columns = tables[COLUMNS]
    centre = tables[tables[CENTRES] + clue]
    while mask:
        bit = trailing_zeros(np.uint64(mask))
        mask &= mask - 1
        cell = centre + (bit // 3 - 1) * columns + bit % 3 - 1
        remove(candidates, sizes, trail, cell, INK + BLANK - value, reason)


@rung
def count(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """A clue whose ink is complete blanks the rest; one that needs every open cell inks them all."""
    before = trail[LENGTH, 0]
    clues = tables[CLUES]
    _sync(tables, sizes, trail, state, scratch)
    while scratch[0] > 0:
        clue = _dequeue(scratch, 0, clues)
        mask, need = state[2 * clue], state[2 * clue + 1]
        open_cells = bit_count(np.uint64(mask))
        if need < 0 or need > open_cells:
            return conflict(trail, COUNT_REASONS * clue + (OVER if need < 0 else SHORT))
        if mask and need == 0:
            _fill(tables, candidates, sizes, trail, clue, mask, BLANK, COUNT_REASONS * clue + FULL)
        elif mask and need == open_cells:
            _fill(tables, candidates, sizes, trail, clue, mask, INK, COUNT_REASONS * clue + NEEDY)
        else:
            continue
        _sync(tables, sizes, trail, state, scratch)
    return trail[LENGTH, 0] - before


@uncounted
def _settle_part(tables, candidates, sizes, trail, clue, mask, least, most, reason):  # type: ignore[no-untyped-def]
    """Fill a part of a window whose ink is known to be none (most 0) or all (least = its size)."""
    if mask:
        if most == 0:
            _fill(tables, candidates, sizes, trail, clue, mask, BLANK, reason)
        elif least == bit_count(np.uint64(mask)):
            _fill(tables, candidates, sizes, trail, clue, mask, INK, reason)


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
    _sync(tables, sizes, trail, state, scratch)
    while scratch[queue] > 0:
        first = _dequeue(scratch, queue, clues)
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
                _sync(tables, sizes, trail, state, scratch)
        if trail[LENGTH, 0] > before:
            break
    return trail[LENGTH, 0] - before
