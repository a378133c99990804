"""How times grow with size: a power law fitted through medians, so that one slow board does not bend it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

import numpy as np

LEAST_SIZES = 3
"""Through two sizes a line always fits."""


@dataclass(frozen=True)
class Growth:
    """``value = factor * cells ** exponent``; ``error`` is the standard error of the exponent."""

    exponent: float
    factor: float
    error: float

    def at(self, cells: float) -> float:
        """The fitted value at a size."""
        return float(self.factor * cells**self.exponent)

    def __str__(self) -> str:
        return f"cells^{self.exponent:.2f}±{self.error:.2f}"


def medians(points: Iterable[tuple[int, float]]) -> list[tuple[int, float]]:
    """(cells, median of the values at this size), by size."""
    values: dict[int, list[float]] = defaultdict(list)
    for cells, value in points:
        values[cells].append(value)
    return [(cells, median(values[cells])) for cells in sorted(values)]


def fit(points: Iterable[tuple[int, float]]) -> Growth | None:
    """The law through the medians of (cells, value); None on fewer than three sizes, or on values of 0."""
    sizes = [(cells, value) for cells, value in medians(points) if value > 0]
    if len(sizes) < LEAST_SIZES:
        return None
    x, y = np.log(np.array(sizes, float)).T
    exponent, start = np.polyfit(x, y, 1)
    residue = y - (exponent * x + start)
    spread = np.sqrt((residue @ residue) / (len(x) - 2) / ((x - x.mean()) @ (x - x.mean())))
    return Growth(float(exponent), float(np.exp(start)), float(spread))
