"""The pictures of a small size that have a twin, counted in four ways that share as little as can be.

Sorting by clues knows no theory at all; kernel vectors know that clues are sums; the classifier looks at
every picture; the closed form (twin_count.py) looks at none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from models.fillapix.kernel_vectors import kernel_vectors, minimal, pictures_taking_one
from models.fillapix.twin_count import count_twins
from models.fillapix.twins import NO_TWIN, TWO_BLOCK, classify
from models.puzzle import TooLarge

SORTED_CELLS = 20
"""Above this the clues of a picture do not fit the one word they are sorted by."""
LOOKED_AT_CELLS = 25
"""33,554,432 pictures, some seconds."""
BATCH = 1 << 16
"""Pictures classified in one go."""

Ways = dict[str, Callable[[int, int], int]]


def pictures(rows: int, cols: int, first: int, last: int) -> npt.NDArray[np.uint8]:
    """uint8[last - first, rows, cols]: pictures by number, a bit a cell."""
    numbers = np.arange(first, last, dtype="<u4")[:, None].view(np.uint8)
    bits = np.unpackbits(numbers, axis=1, count=rows * cols, bitorder="little")
    return bits.reshape(-1, rows, cols)


def by_clues(rows: int, cols: int) -> int:
    """Pictures that share all their clues with another one, found by sorting; TooLarge above 20 cells."""
    if rows * cols > SORTED_CELLS:
        raise TooLarge(f"pictures are sorted by their clues up to {SORTED_CELLS} cells", f"{rows}x{cols}")
    padded = np.pad(pictures(rows, cols, 0, 1 << rows * cols), ((0, 0), (1, 1), (1, 1)))
    keys = np.zeros(len(padded), np.uint64)
    for r in range(rows):
        for c in range(cols):
            clues = padded[:, r : r + 3, c : c + 3].sum(axis=(1, 2), dtype=np.uint64)
            keys = keys * (clues.max() + np.uint64(1)) + clues
    _, sizes = np.unique(keys, return_counts=True)
    return int(sizes[sizes > 1].sum())


def by_kernel(rows: int, cols: int) -> int:
    """Pictures that take a minimal kernel vector."""
    return pictures_taking_one(minimal(kernel_vectors(rows, cols)))


def by_classifier(rows: int, cols: int) -> int:
    """Pictures of which the classifier says that they have a twin, each of them looked at."""
    return int(kinds(rows, cols)[NO_TWIN + 1 :].sum())


def kinds(rows: int, cols: int) -> npt.NDArray[np.int64]:
    """int64[3]: how many pictures the classifier says have no twin, a line, two blocks only."""
    if rows * cols > LOOKED_AT_CELLS:
        raise TooLarge(f"every picture is looked at up to {LOOKED_AT_CELLS} cells", f"{rows}x{cols}")
    total = np.zeros(TWO_BLOCK + 1, np.int64)
    for first, last in batches(rows * cols):
        total += np.bincount(classify(pictures(rows, cols, first, last)), minlength=len(total))
    return total


def batches(cells: int) -> Iterator[tuple[int, int]]:
    """The numbers of all pictures, in parts of ``BATCH``."""
    for first in range(0, 1 << cells, BATCH):
        yield first, min(first + BATCH, 1 << cells)


def by_closed_form(rows: int, cols: int) -> int:
    """The exact count of twin_count.py."""
    return count_twins(rows, cols).twins


WAYS: Ways = {
    "sorted by clues": by_clues,
    "kernel vectors": by_kernel,
    "classified": by_classifier,
    "closed form": by_closed_form,
}


def smallest_sizes(side: int) -> list[tuple[int, int]]:
    """Sizes up to side x side, rows not above columns."""
    return [(rows, cols) for rows in range(1, side + 1) for cols in range(rows, side + 1)]
