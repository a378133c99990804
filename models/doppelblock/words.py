"""The legal words of a line, and the bit tables that ``gac`` filters a line by.

A word is one way to fill a line: two blocks and the digits 1 .. n - 2 in some order. It is kept as
one integer, one byte per place with the bit of its value set, so eight places fit a machine word.
Larger boards have no word tables (a 9x9 line has 181,440 words); ``subsets.py`` filters their lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import factorial

import numpy as np
import numpy.typing as npt

from models.puzzle import Ints

MAX_WORD_SIDE = 8
"""Greatest side whose lines have word tables: one byte per place in a machine word."""
MAX_WORDS = 80 * 64
"""Greatest number of words in a table. Holds every clue of an 8x8 (0 has 5,040 words, the others at most
1,344) and a 7x7 line without a clue (2,520); with the 20,160 words of an 8x8 line without a clue every
choice point would copy more than the subset walk of that line costs."""

Longs = npt.NDArray[np.int64]


@dataclass(frozen=True)
class WordTable:
    """One clue's words as the kernels read them, int64 seen as int32 pairs.

    ``data``: first the bits, 8 x side rows of ``chunks`` - word 64 k + j has value v in place p iff
    bit j of row 8 p + v, column k is set - then the words themselves, 0 beyond the last one. ``live``:
    ``chunks`` words with a bit for each word there is.
    """

    chunks: int
    data: Ints
    live: Ints


@cache
def _all_words(side: int) -> tuple[Longs, Longs]:
    """(words, their window sums) of a line without a clue, sorted by sum, then by the block pair.

    Words of one block pair stand together, so that fixing a block empties whole machine words.
    """
    orders = np.array(list(permutations(range(1, side - 1))), np.int64).reshape(factorial(side - 2), -1)
    words, sums = [], []
    for first, second in combinations(range(side), 2):
        places = [place for place in range(side) if place not in (first, second)]
        blocks = 1 << 8 * first | 1 << 8 * second
        words.append(blocks + (np.int64(1) << (8 * np.array(places, np.int64) + orders)).sum(axis=1))
        sums.append(orders[:, first : second - 1].sum(axis=1))
    every_sum = np.concatenate(sums)
    order = np.argsort(every_sum, kind="stable")
    return np.concatenate(words)[order], every_sum[order]


@cache
def line_words(side: int, clue: int | None) -> Longs:
    """int64[words]: every word of a line with this clue (None: with any sum)."""
    words, sums = _all_words(side)
    if clue is None:
        return words
    start, end = np.searchsorted(sums, (clue, clue + 1))
    return words[start:end]


@cache
def word_table(side: int, clue: int | None) -> WordTable | None:
    """The table of a line, built once; None if its words are too many for one."""
    if side > MAX_WORD_SIDE:
        return None
    words = line_words(side, clue)
    if len(words) > MAX_WORDS:
        return None
    chunks = max(1, -(-len(words) // 64))
    padded = np.zeros(64 * chunks, np.int64)
    padded[: len(words)] = words
    planes = np.unpackbits(padded.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little").T
    rows = np.packbits(np.ascontiguousarray(planes[: 8 * side]), axis=1, bitorder="little")
    live = np.packbits(np.arange(64 * chunks) < len(words), bitorder="little")
    return WordTable(
        chunks, np.concatenate((rows.view(np.int32).ravel(), padded.view(np.int32))), live.view(np.int32)
    )
