"""The Fill-a-Pix ladder: ``count`` (one clue at a time), then ``pair`` (two clues that overlap).

State, int32[2 K] for K clues: per clue the open cells of its window as a 9-bit mask (bit
``3 (dr + 1) + dc + 1`` for the neighbour at (dr, dc)) and how much ink they still need. ``sync``
brings it up to date from the trail and puts every clue it touched on the queues of both rungs.

Tables, int32: header; the centre cell of each clue; per cell its place in the padded grid; the
grid of clue numbers (-1: none) padded by two cells on every side, so that a five-by-five
neighbourhood needs no bounds checks.
"""

from __future__ import annotations

import numpy as np

from models.fillapix.board import BLANK, INK, Board
from models.kernel import (
    CONFLICT,
    CURSOR,
    FRESH,
    HEAD,
    LENGTH,
    bit_count,
    conflict,
    kernel,
    remove,
    rung,
    trailing_zeros,
)
from models.puzzle import LadderView, full_candidates

CLUES, CELLS, WIDTH, CENTRES, PLACES, NUMBERS, SHARED, VALUES = range(8)
"""Header fields: how many clues and cells, the padded width, and where the parts start."""
HEADER = 8
PAD = 2
SYNC = 0
"""The cursor slot of ``sync``."""


def ladder_view(board: Board) -> LadderView:
    """Build tables of about 3 x cells words; clues as they stand, givens as removed candidates."""
    rows, cols = board.rows, board.cols
    width = cols + 2 * PAD
    clues = np.array([[-1 if clue is None else clue for clue in row] for row in board.clues], dtype=np.int32)
    centres = np.flatnonzero(clues >= 0).astype(np.int32)
    numbers = np.full((rows + 2 * PAD, width), -1, np.int32)
    inner = np.full(rows * cols, -1, np.int32)
    inner[centres] = np.arange(len(centres), dtype=np.int32)
    numbers[PAD:-PAD, PAD:-PAD] = inner.reshape(rows, cols)
    cells = np.arange(rows * cols, dtype=np.int32)
    places = cells + PAD * width + PAD + cells // cols * (2 * PAD)
    header = np.zeros(HEADER, np.int32)
    header[CLUES], header[CELLS], header[WIDTH] = len(centres), rows * cols, width
    parts = (centres, places, numbers.ravel(), _SHARED_MASKS, clues.ravel()[centres])
    start = HEADER
    for field, part in zip((CENTRES, PLACES, NUMBERS, SHARED, VALUES), parts, strict=True):
        header[field] = start
        start += len(part)
    candidates = full_candidates(rows * cols, 2)
    if board.givens:
        givens = np.array([[-1 if given is None else given for given in row] for row in board.givens]).ravel()
        fixed = givens >= 0
        candidates[fixed, 0] = np.uint64(1) << givens[fixed].astype(np.uint64)
    return LadderView(
        rungs=(count, pair),
        tables=np.concatenate((header, *parts)),
        candidates=candidates,
        state=np.zeros(2 * len(centres), np.int32),
        scratch=np.zeros(2 * (1 + 2 * len(centres)), np.int32),
    )


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
def _enqueue(scratch, queue, clues, clue):  # type: ignore[no-untyped-def]
    """Put a clue on a queue unless it is there: (length, flag per clue, clues)."""
    if scratch[queue + 1 + clue] == 0:
        scratch[queue + 1 + clue] = 1
        scratch[queue + 1 + clues + scratch[queue]] = clue
        scratch[queue] += 1


@kernel
def _dequeue(scratch, queue, clues):  # type: ignore[no-untyped-def]
    """Take the clue queued last."""
    scratch[queue] -= 1
    clue = scratch[queue + 1 + clues + scratch[queue]]
    scratch[queue + 1 + clue] = 0
    return clue


@kernel
def _read_board(tables, sizes, state, scratch):  # type: ignore[no-untyped-def]
    """Derive the state of every clue from scratch and queue them all, the first on top."""
    clues = tables[CLUES]
    columns = tables[WIDTH] - 2 * PAD
    rows = tables[CELLS] // columns
    scratch[:] = 0
    for clue in range(clues - 1, -1, -1):
        centre = tables[tables[CENTRES] + clue]
        row, column = centre // columns, centre % columns
        need = tables[tables[VALUES] + clue]
        mask = 0
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                if 0 <= row + dr < rows and 0 <= column + dc < columns:
                    cell = centre + dr * columns + dc
                    if sizes[cell, 0] == 2:
                        mask |= 1 << (3 * dr + dc + 4)
                    elif sizes[cell, 1] == INK:
                        need -= 1
        state[2 * clue] = mask
        state[2 * clue + 1] = need
        _enqueue(scratch, 0, clues, clue)
        _enqueue(scratch, 1 + 2 * clues, clues, clue)


@kernel
def _sync(tables, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """Follow the trail: every newly settled cell leaves the masks of the clues that see it."""
    cursor = trail[CURSOR + SYNC, 0]
    length = trail[LENGTH, 0]
    clues = tables[CLUES]
    if cursor == FRESH:
        _read_board(tables, sizes, state, scratch)
    else:
        width = tables[WIDTH]
        for row in range(max(cursor, HEAD), length):
            cell = trail[row, 0] >> 6
            ink = sizes[cell, 1]
            place = tables[NUMBERS] + tables[tables[PLACES] + cell]
            for dr in range(-1, 2):
                for dc in range(-1, 2):
                    clue = tables[place + dr * width + dc]
                    if clue >= 0:
                        state[2 * clue] &= ~(1 << (4 - 3 * dr - dc))
                        state[2 * clue + 1] -= ink
                        _enqueue(scratch, 0, clues, clue)
                        _enqueue(scratch, 1 + 2 * clues, clues, clue)
    trail[CURSOR + SYNC, 0] = length


@kernel
def _fill(tables, candidates, sizes, trail, clue, mask, value, reason):  # type: ignore[no-untyped-def]
    """Settle the masked cells of a clue's window to a value."""
    columns = tables[WIDTH] - 2 * PAD
    centre = tables[tables[CENTRES] + clue]
    while mask:
        bit = trailing_zeros(np.uint64(mask))
        mask &= mask - 1
        remove(
            candidates,
            sizes,
            trail,
            centre + (bit // 3 - 1) * columns + bit % 3 - 1,
            INK + BLANK - value,
            reason,
        )


@rung
def count(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """A clue whose ink is complete blanks the rest; one that needs every open cell inks them all.

    Reason: the clue's number.
    """
    before = trail[LENGTH, 0]
    clues = tables[CLUES]
    _sync(tables, sizes, trail, state, scratch)
    while scratch[0] > 0:
        clue = _dequeue(scratch, 0, clues)
        mask, need = state[2 * clue], state[2 * clue + 1]
        open_cells = bit_count(np.uint64(mask))
        if need < 0 or need > open_cells:
            return conflict(trail, clue)
        if mask and need == 0:
            _fill(tables, candidates, sizes, trail, clue, mask, BLANK, clue)
        elif mask and need == open_cells:
            _fill(tables, candidates, sizes, trail, clue, mask, INK, clue)
        else:
            continue
        _sync(tables, sizes, trail, state, scratch)
    return trail[LENGTH, 0] - before


@kernel
def _settle_part(tables, candidates, sizes, trail, clue, mask, least, most, reason):  # type: ignore[no-untyped-def]
    """Fill a part of a window whose ink is known to be none (most 0) or all (least = its size)."""
    if mask:
        if most == 0:
            _fill(tables, candidates, sizes, trail, clue, mask, BLANK, reason)
        elif least == bit_count(np.uint64(mask)):
            _fill(tables, candidates, sizes, trail, clue, mask, INK, reason)


@kernel
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
        high == 0
        or low == shared
        or need_a - low == 0
        or need_b - low == 0
        or need_a - high == only_a
        or need_b - high == only_b
    ):
        reason = 25 * first + offset
        rest_a = mask_a & ~both
        rest_b = mask_b & ~tables[tables[SHARED] + 24 - offset]
        _settle_part(tables, candidates, sizes, trail, first, both, low, high, reason)
        _settle_part(tables, candidates, sizes, trail, first, rest_a, need_a - high, need_a - low, reason)
        _settle_part(tables, candidates, sizes, trail, second, rest_b, need_b - high, need_b - low, reason)
    return 0


@rung
def pair(tables, candidates, sizes, trail, state, scratch):  # type: ignore[no-untyped-def]
    """Two clues bound the ink in the cells they share from both sides, hence in the others too.

    Returns after the first clue that made progress, so that ``count`` goes on from there. Reason:
    25 x the first clue's number + the offset of the second, 5 (dr + 2) + dc + 2.
    """
    before = trail[LENGTH, 0]
    clues = tables[CLUES]
    queue = 1 + 2 * clues
    width = tables[WIDTH]
    _sync(tables, sizes, trail, state, scratch)
    while scratch[queue] > 0:
        first = _dequeue(scratch, queue, clues)
        place = tables[NUMBERS] + tables[tables[PLACES] + tables[tables[CENTRES] + first]]
        for offset in range(25):
            second = tables[place + (offset // 5 - 2) * width + offset % 5 - 2]
            if second < 0 or second == first:
                continue
            if state[2 * first] | state[2 * second] == 0 and (
                state[2 * first + 1] | state[2 * second + 1] == 0
            ):
                continue
            length = trail[LENGTH, 0]
            if _weigh(tables, candidates, sizes, trail, state, first, second, offset) < 0:
                return conflict(trail, 25 * first + offset)
            if trail[LENGTH, 0] > length:
                _sync(tables, sizes, trail, state, scratch)
        if trail[LENGTH, 0] > before:
            break
    return trail[LENGTH, 0] - before
