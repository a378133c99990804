"""Twins: two pictures that agree on every clue, found without search.

Clues are a linear map of the picture, the Kronecker product of two tridiagonal all-ones matrices. The
matrix of order n is singular exactly when n is 2 (mod 3), and its kernel is spanned by u = (1, -1, 0,
1, -1, 0, ..., 1, -1). A twin differs from the picture by a kernel vector with entries -1, 0, 1.

* A *line* twin flips the cells of one column where u is not zero (rows 2 mod 3), or of one row (columns
  2 mod 3). It exists when those cells, inverted where u = -1, are all equal.
* A *two-block* twin needs both sides to be 2 (mod 3). Take the a x b cells where both u are non-zero,
  inverted where their product is -1, as a bipartite tournament: 1 is an arc from the row to the column,
  0 an arc back. A set of rows I and columns J that no arc leaves gives a twin: flip I x (not J) and
  (not I) x J. So a picture has no twin through these cells exactly when the tournament is strong.

No graph has to be searched for that. A set of k rows and l columns has at least k l arcs inside, each
counted in the score (number of arcs out) of the vertex it leaves, and exactly k l are counted if and only
if none leaves the set. The k rows and the l columns of lowest score have the least sum, so there is a
closed set of that size exactly when this sum is k l.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.fillapix.board import INK
from models.puzzle import Grid, cell_name

Pictures = npt.NDArray[np.integer]
"""Integers [pictures, rows, cols], 1 where there is ink."""
Flags = npt.NDArray[np.bool_]

NO_TWIN, LINE, TWO_BLOCK = range(3)
"""What ``classify`` says of a picture; ``TWO_BLOCK`` only where there is no line."""


@dataclass(frozen=True)
class Twin:
    """A set of cells to flip, which changes no clue; ``kind`` is ``line`` or ``two-block``."""

    kind: str
    name: str
    """What a person calls it: ``row 2``, ``column 5``, ``two blocks``."""
    cells: tuple[tuple[int, int], ...]

    def flip(self, picture: Grid) -> Grid:
        """The other picture with the same clues."""
        other = picture.copy()
        rows, cols = np.array(self.cells).T
        other[rows, cols] ^= INK
        return other

    def to_json(self) -> dict[str, object]:
        """Plain values, for JSON."""
        return {"kind": self.kind, "name": self.name, "cells": [list(cell) for cell in self.cells]}

    def __str__(self) -> str:
        return f"{self.name}: flip {', '.join(cell_name(*cell) for cell in self.cells)}"


def kernel_vector(side: int) -> npt.NDArray[np.int8]:
    """int8[side]: u of the module's text, all zero where the side is not 2 (mod 3)."""
    u = np.zeros(side, np.int8)
    if side % 3 == 2:
        u[0::3], u[1::3] = 1, -1
    return u


def lines(pictures: Pictures) -> tuple[Flags, Flags]:
    """bool[pictures, rows] and bool[pictures, cols]: which rows and columns can be flipped."""
    rows = _constant(pictures, kernel_vector(pictures.shape[2]))
    return rows, _constant(pictures.swapaxes(1, 2), kernel_vector(pictures.shape[1]))


def _constant(pictures: Pictures, u: npt.NDArray[np.int8]) -> Flags:
    """bool[pictures, lines]: whether a line, inverted where u = -1, is constant where u is not 0."""
    support = np.flatnonzero(u)
    if not len(support):
        return np.zeros(pictures.shape[:2], np.bool_)
    read = pictures[:, :, support] ^ (u[support] < 0)
    flippable: Flags = (read == read[:, :, :1]).all(axis=2)
    return flippable


def tournament(pictures: Pictures) -> Pictures:
    """Integers [pictures, a, b]: the entries of the bipartite tournament; a or b may be 0."""
    u, v = kernel_vector(pictures.shape[1]), kernel_vector(pictures.shape[2])
    rows, cols = np.flatnonzero(u), np.flatnonzero(v)
    arcs: Pictures = pictures[:, rows[:, None], cols] ^ (np.outer(u[rows], v[cols]) < 0)
    return arcs


def _scores(arcs: Pictures) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """int16[pictures, a] and int16[pictures, b]: how many arcs leave each row and each column."""
    return arcs.sum(axis=2, dtype=np.int16), arcs.shape[1] - arcs.sum(axis=1, dtype=np.int16)


def closed_sizes(arcs: Pictures) -> Flags:
    """bool[pictures, a + 1, b + 1]: whether no arc leaves some set of so many rows and columns.

    The empty set and the full one are not counted.
    """
    count, a, b = arcs.shape
    if not a or not b:
        return np.zeros((count, a + 1, b + 1), np.bool_)
    row_sums, col_sums = (
        np.pad(np.sort(scores, axis=1).cumsum(axis=1, dtype=np.int16), ((0, 0), (1, 0)))
        for scores in _scores(arcs)
    )
    least = np.outer(np.arange(a + 1, dtype=np.int16), np.arange(b + 1, dtype=np.int16))
    closed: Flags = row_sums[:, :, None] + col_sums[:, None, :] == least
    closed[:, 0, 0] = closed[:, a, b] = False
    return closed


def classify(pictures: Pictures) -> npt.NDArray[np.int8]:
    """int8[pictures]: NO_TWIN, LINE, or TWO_BLOCK where there is no line to flip."""
    rows, cols = lines(pictures)
    kinds = np.where(rows.any(axis=1) | cols.any(axis=1), LINE, NO_TWIN).astype(np.int8)
    if pictures.shape[1] % 3 == 2 == pictures.shape[2] % 3:
        rest = np.flatnonzero(kinds == NO_TWIN)
        strong = ~closed_sizes(tournament(pictures[rest])).any(axis=(1, 2))
        kinds[rest[~strong]] = TWO_BLOCK
    return kinds


def has_twin(picture: Grid) -> bool:
    """Whether another picture has the same clues."""
    return bool(classify(picture[None])[0] != NO_TWIN)


def find_twins(picture: Grid) -> list[Twin]:
    """Every line twin, then a two-block twin for each size of closed set; empty if there is no twin.

    Rows or columns of equal score may be exchanged in a two-block twin; one choice stands for all.
    """
    return [*_line_twins(picture), *_block_twins(picture)]


def _line_twins(picture: Grid) -> Iterator[Twin]:
    rows, cols = lines(picture[None])
    down, across = (np.flatnonzero(kernel_vector(side)).tolist() for side in picture.shape)
    for r in np.flatnonzero(rows[0]).tolist():
        yield Twin("line", f"row {r + 1}", tuple((r, c) for c in across))
    for c in np.flatnonzero(cols[0]).tolist():
        yield Twin("line", f"column {c + 1}", tuple((r, c) for r in down))


def _block_twins(picture: Grid) -> Iterator[Twin]:
    arcs = tournament(picture[None])
    _, a, b = arcs.shape
    row_order, col_order = (scores[0].argsort(kind="stable") for scores in _scores(arcs))
    down, across = (np.flatnonzero(kernel_vector(side)) for side in picture.shape)
    for k, n in np.argwhere(closed_sizes(arcs)[0][:a, :b]).tolist():
        if not k or not n:
            continue
        flips = np.zeros(picture.shape, np.bool_)
        flips[np.ix_(down[row_order[:k]], across[col_order[n:]])] = True
        flips[np.ix_(down[row_order[k:]], across[col_order[:n]])] = True
        yield Twin("two-block", "two blocks", tuple((r, c) for r, c in np.argwhere(flips).tolist()))
