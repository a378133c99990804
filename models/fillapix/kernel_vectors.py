"""Differences of two pictures with the same clues, found without any theory of twins.

A kernel vector has an entry -1, 0 or 1 per cell and the sum 0 in every window. A picture to which one can
be added has a twin. Vectors are built row by row, each window being asked as soon as it is full; then the
minimal ones are kept, and the pictures that take one of them are marked. Refuses to know what twins.py knows:
this is here to check it.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import numpy as np
import numpy.typing as npt

from models.puzzle import TooLarge

MAX_ROWS = 3**9
"""Rows of entries to choose from."""
MAX_CELLS = 26
"""One byte a picture: 64 MB."""

Vectors = npt.NDArray[np.int8]
"""int8[vectors, rows, cols], entries -1, 0, 1."""
Row = tuple[int, ...]


def kernel_vectors(rows: int, cols: int) -> Vectors:
    """All of them but 0. Kernels grow fast with the size: TooLarge above 9 columns."""
    if 3**cols > MAX_ROWS:
        raise TooLarge("kernel vectors are listed up to 9 columns", f"{rows}x{cols}")
    by_sums: defaultdict[Row, list[Row]] = defaultdict(list)
    for row in product((-1, 0, 1), repeat=cols):
        by_sums[window_sums(row)].append(row)
    nothing = (0,) * cols
    partial: list[tuple[Row, ...]] = [(row,) for same in by_sums.values() for row in same]
    for _ in range(1, rows):
        partial = [
            (*above, row) for above in partial for row in by_sums.get(_missing(above[-2:], nothing), ())
        ]
    full = [each for each in partial if _missing(each[-2:], nothing) == nothing and any(map(any, each))]
    return np.array(full, np.int8).reshape(-1, rows, cols)


def window_sums(row: Row) -> Row:
    """What a row adds to the windows around its cells: each entry with those beside it."""
    padded = (0, *row, 0)
    return tuple(sum(padded[place : place + 3]) for place in range(len(row)))


def _missing(above: tuple[Row, ...], nothing: Row) -> Row:
    """The sums that the next row must have, for the windows around the last row to be 0."""
    sums = [window_sums(row) for row in above]
    return tuple(-sum(column) for column in zip(nothing, *sums, strict=True))


def minimal(vectors: Vectors) -> Vectors:
    """Those that no other one is a part of. A picture that takes a vector takes its parts too."""
    flat = vectors.reshape(len(vectors), vectors.shape[1] * vectors.shape[2])
    order = np.count_nonzero(flat, axis=1).argsort(kind="stable")
    kept: list[int] = []
    for index in order.tolist():
        smaller = flat[kept]
        if not ((smaller == 0) | (smaller == flat[index])).all(axis=1).any():
            kept.append(index)
    return vectors[np.array(kept, np.int64)]


def pictures_taking_one(vectors: Vectors) -> int:
    """How many pictures some vector can be added to; TooLarge above ``MAX_CELLS`` cells.

    The pictures that take a vector are a subcube of all pictures: blank where it is 1, ink where it is -1.
    """
    _, rows, cols = vectors.shape
    if rows * cols > MAX_CELLS:
        raise TooLarge(f"pictures are marked one by one up to {MAX_CELLS} cells", f"{rows}x{cols}")
    marks = np.zeros((2,) * (rows * cols), np.bool_)
    for vector in vectors:
        place = tuple({1: 0, -1: 1}.get(entry, slice(None)) for entry in vector.ravel().tolist())
        marks[place] = True
    return int(marks.sum())
