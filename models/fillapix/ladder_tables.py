"""What the Fill-a-Pix rungs know about a board: which cells a clue counts, and which clues overlap.

Tables, int32: a header of the sizes and starts of the parts, then per clue its centre cell and its
value; per cell how many clues see it and ``16 x clue + bit`` for each; per clue where its partners
start, then ``32 x partner + offset`` for each clue whose window overlaps, at offset
``5 (dr + 2) + dc + 2``; per offset the mask of the cells shared. Bit ``3 (dr + 1) + dc + 1`` of a
window's mask is the neighbour at (dr, dc).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from models.kernel import copy, kernel

CLUES, ROWS, COLUMNS, CENTRES, VALUES, SEEN, STARTS, PARTNERS, SHARED = range(9)
"""Header fields: how many clues, rows and columns, and where the parts start."""
HEADER = 9
SEEN_ROW = 10
"""Words a cell takes in the part SEEN: a length and up to nine clues."""
OFFSETS = 25


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


SHARED_MASKS = _shared_masks()


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
