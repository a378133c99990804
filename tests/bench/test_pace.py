"""How many tasks go together."""

from __future__ import annotations

import pytest

from bench.pace import AIM, GROWTH, MOST, Pace

pytestmark = pytest.mark.tiny


def test_the_first_call_is_one_task_and_the_next_ones_grow_by_steps() -> None:
    pace = Pace()
    sizes = []
    for _ in range(8):
        sizes.append(pace.size())
        pace.took(sizes[-1], 0.0005 * sizes[-1])
    assert sizes == [1, GROWTH, GROWTH**2, GROWTH**3, GROWTH**4, MOST, MOST, MOST]


def test_a_call_takes_as_many_tasks_as_fill_the_time_aimed_at() -> None:
    pace = Pace()
    pace.took(100, 2.0)
    assert pace.size() == AIM / 0.02


def test_tasks_that_become_dearer_are_noticed_within_three_calls() -> None:
    pace = Pace()
    pace.took(100, 1.0)
    before = pace.size()
    for _ in range(3):
        pace.took(10, 0.2)
    assert pace.size() < 0.65 * before


def test_a_task_dearer_than_a_call_goes_alone() -> None:
    pace = Pace()
    pace.took(1, 60.0)
    assert pace.size() == 1


def test_nothing_is_learned_of_a_call_without_results() -> None:
    pace = Pace()
    pace.took(0, 3.0)
    pace.took(50, 0.5)
    assert pace.size() == 50


def test_local_processes_get_one_task_a_call() -> None:
    pace = Pace(most=1)
    pace.took(1, 0.0001)
    assert pace.size() == 1
