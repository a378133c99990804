"""95% intervals, and whether two of them allow their figures to be the same. No arrays, no libraries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, hypot, sqrt
from statistics import fmean, stdev

Z = 1.959964
"""Standard normal deviations that hold 95%."""


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95% interval; exact where the three are equal."""

    value: float
    low: float
    high: float


def exact(value: float) -> Estimate:
    """A figure that nothing was drawn for."""
    return Estimate(value, value, value)


def wilson(share: float, sample: int) -> Estimate:
    """A share seen in so many trials, with Wilson's score interval, which never leaves 0..1."""
    if sample < 1:
        raise ValueError("a share of no trials")
    spread = Z * Z / sample
    centre = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(max(0.0, share * (1 - share)) / sample + spread / (4 * sample)) / (1 + spread)
    return Estimate(share, max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half)))


def normal(values: Sequence[float]) -> Estimate:
    """The mean of independent values, with the interval of the normal law."""
    return around(fmean(values), deviation(values), len(values))


def around(mean: float, spread: float, sample: int) -> Estimate:
    """A mean of so many values of a standard deviation."""
    half = Z * spread / sqrt(sample)
    return Estimate(mean, mean - half, mean + half)


def clustered(hits: Sequence[int], of: Sequence[int]) -> Estimate:
    """The part that all clusters hold together; clusters are independent, what is in one need not be."""
    whole = sum(of)
    share = sum(hits) / whole
    spread = sqrt(sum((hit - share * size) ** 2 for hit, size in zip(hits, of, strict=True)))
    half = Z * spread / whole
    return Estimate(share, max(0.0, share - half), min(1.0, share + half))


def deviation(values: Sequence[float]) -> float:
    """The standard deviation; 0 of a single value."""
    return stdev(values) if len(values) > 1 else 0.0


def median(values: Sequence[float]) -> Estimate:
    """The median, between the two values in order that hold it in 95% of all samples (binomial law)."""
    ordered = sorted(values)
    count = len(ordered)
    below, tail = 0, 0.5**count
    while below < count // 2 and tail <= 0.025:
        below += 1
        tail += comb(count, below) * 0.5**count
    low = max(0, below - 1)
    middle = (ordered[(count - 1) // 2] + ordered[count // 2]) / 2
    return Estimate(middle, ordered[low], ordered[count - 1 - low])


def agree(ours: Estimate, theirs: Estimate) -> bool:
    """Whether the 95% interval of the difference holds 0: Newcombe, each interval with its near side."""
    difference = ours.value - theirs.value
    if difference > 0:
        return difference <= hypot(ours.value - ours.low, theirs.high - theirs.value)
    return -difference <= hypot(ours.high - ours.value, theirs.value - theirs.low)
