"""Rows of cells, each a number or None, as puzzle JSON has them: thinned, and with lines left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.random_boards import Rng
from models.puzzle import Grid

Cells = list[list[int | None]]

DENSITIES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The shares of clues that a board keeps."""
GIVENS = (0.0, 0.0, 0.0, 0.1, 0.3, 0.6)
"""The shares of given cells: none on half of the boards."""


def kept(values: Sequence[int], rng: Rng) -> list[int | None]:
    """The values, those that a share drawn at random does not keep replaced by None."""
    mask = rng.random(len(values)) < rng.choice(DENSITIES)
    return [value if keep else None for value, keep in zip(values, mask, strict=True)]


def given_cells(answer: Grid, rng: Rng) -> Cells:
    """Some cells of an answer, None elsewhere."""
    mask = rng.random(answer.shape) < rng.choice(GIVENS)
    return [
        [int(value) if keep else None for value, keep in zip(row, flags, strict=True)]
        for row, flags in zip(answer, mask, strict=True)
    ]


def in_rows(values: Sequence[int | None], cols: int) -> Cells:
    """A flat list as rows."""
    return [list(values[start : start + cols]) for start in range(0, len(values), cols)]


def blanked(rows: Cells) -> Iterator[Cells]:
    """The rows with one number turned into None, one after the other."""
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            if value is not None:
                yield [*rows[:r], [*row[:c], None, *row[c + 1 :]], *rows[r + 1 :]]


def without_row(rows: Cells, row: int) -> Cells:
    """The rows but one."""
    return rows[:row] + rows[row + 1 :]


def without_column(rows: Cells, column: int) -> Cells:
    """Every row without one of its cells."""
    return [row[:column] + row[column + 1 :] for row in rows]
