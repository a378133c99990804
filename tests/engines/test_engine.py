"""What all engines share: the pace between two looks at the clock, and the gathering of solutions."""

from __future__ import annotations

import time

import numpy as np
import pytest

from engines.engine import Limits, Outcome, Pace, Watch, WrongSolution, off_the_clock
from engines.harvest import Harvest
from models.puzzle import Grid
from tests.engines.toys import Toy, binary

pytestmark = pytest.mark.tiny


def test_a_pace_doubles_or_shrinks_by_the_time_taken_within_its_bounds() -> None:
    pace = Pace(first=4, most=10, seconds=1.0)
    sizes = []
    for seconds in (0.1, 0.1, 0.1, 1.0, 3.0, 3.0, 3.0, 3.0, 3.0):
        pace.took(seconds)
        sizes.append(pace.size)
    assert sizes == [8, 10, 10, 10, 3, 1, 1, 1, 1]


def test_time_off_the_clock_is_not_counted() -> None:
    watch = Watch(Limits(seconds=60.0))
    with off_the_clock():
        time.sleep(0.2)
    assert watch.elapsed() < 0.15
    assert watch.remaining() == pytest.approx(60.0, abs=0.15)


def grid(*values: int) -> Grid:
    return np.array([values], np.int16)


def test_a_harvest_counts_all_and_keeps_and_checks_the_first() -> None:
    toy = Toy([], 2, binary(2), lambda found: bool(found[0, 0]))
    harvest = Harvest(toy, Limits(solutions=3, keep=1), "test")
    assert harvest.missing == 3
    harvest.add(grid(1, 0))
    harvest.add(grid(0, 0))  # illegal, but only counted
    assert (harvest.count, harvest.missing, harvest.is_enough) == (2, 1, False)
    harvest.add(grid(1, 1))
    assert harvest.is_enough
    outcome = Outcome("test")
    harvest.fill(outcome, "solutions")
    assert (outcome.count, len(outcome.solutions), outcome.exhausted) == (3, 1, False)
    with pytest.raises(WrongSolution):
        Harvest(toy, Limits(), "test").add(grid(0, 1))
