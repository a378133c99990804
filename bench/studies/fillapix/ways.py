"""Exact counts of pictures with a twin: four ways that must agree, and the integer sequences behind them."""

from __future__ import annotations

import numpy as np

from bench.studies.lab import Lab
from bench.studies.table import Table
from models.fillapix.kernel_vectors import kernel_vectors, minimal
from models.fillapix.twin_count import count_twins, non_constant_matrices, strong_tournaments
from models.fillapix.twin_ways import WAYS, smallest_sizes
from models.puzzle import TooLarge

SIDE = 5
PUBLISHED = {
    (2, 5): (996, 996, 0, 344, 42),
    (3, 5): (10_816, 10_816, 0, 26, 6),
    (4, 4): (0, 0, 0, 0, 0),
    (4, 5): (433_920, 433_920, 0, 80, 8),
    (5, 5): (24_644_272, 24_587_824, 56_448, 3_194, 216),
}
"""Size -> twins, with a line, two blocks only, kernel vectors, minimal ones."""
COLUMNS = ("with a twin", "with a line", "two blocks only", "kernel vectors", "minimal ones")
A283624 = (2, 102, 22_874, 17_633_670, 46_959_933_962)
WITHOUT_TWIN = (2, 102, 22_730, 17_564_070, 46_913_648_762)
DETERMINANTS = (1, 0, -1, -1, 0, 1)
SIDES = 24


def count(task: tuple[int, int, str]) -> int | None:
    """One way's count for one size; None where it has too much to look at."""
    rows, cols, way = task
    try:
        return WAYS[way](rows, cols)
    except TooLarge:
        return None


def ways(lab: Lab) -> Table:
    """The 15 sizes up to 5x5, each counted in every way there is."""
    table = Table("ways", "Pictures with a twin, counted in four ways")
    table.note = "Ways: sorting by clues (to 20 cells), kernel vectors, classifier, closed form."
    sizes = smallest_sizes(SIDE)
    tasks = [(*size, way) for size in reversed(sizes) for way in WAYS]
    found = dict(zip(tasks, lab.measure("counts", count, tasks), strict=True))
    for rows, cols in sizes:
        name, theirs = f"{rows}x{cols}", PUBLISHED.get((rows, cols), (None,) * 5)
        closed = count_twins(rows, cols)
        vectors = kernel_vectors(rows, cols)
        ours = closed.twins, closed.with_line, closed.blocks_only, len(vectors), len(minimal(vectors))
        for column, value, published in zip(COLUMNS, ours, theirs, strict=True):
            table.exact(name, column, value, published)
        counted = [found[rows, cols, way] for way in WAYS]
        same = sum(value == closed.twins for value in counted)
        table.exact(name, "ways that agree", same, sum(value is not None for value in counted))
    return table


def sequences(lab: Lab) -> Table:
    """Determinants, strong bipartite tournaments, matrices without a constant line."""
    table = Table("sequences", "The integer sequences behind the counts")
    for side in range(1, SIDES + 1):
        table.exact(f"side {side}", "determinant", determinant(side), DETERMINANTS[(side - 1) % 6])
    for order, (lines, strong) in enumerate(zip(A283624, WITHOUT_TWIN, strict=True), 2):
        table.exact(
            f"{order}x{order}", "no constant row or column", non_constant_matrices(order, order), lines
        )
        table.exact(f"{order}x{order}", "no twin", strong_tournaments(order, order), strong)
    for order in (7, 8):
        table.exact(f"{order}x{order}", "no twin", strong_tournaments(order, order))
    share = count_twins(5, 5)
    table.rounded("5x5", "two blocks only, of those with a twin", share.blocks_only / share.twins, 0.0023, 2)
    return table


def determinant(side: int) -> int:
    """Of the tridiagonal matrix of ones, by elimination rather than by its recurrence."""
    matrix = np.eye(side) + np.eye(side, k=1) + np.eye(side, k=-1)
    return round(float(np.linalg.det(matrix)))
