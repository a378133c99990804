"""Work in processes: order, deaths, early ends."""

from __future__ import annotations

import os
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from bench.work import Crew, Inline, Lost, Processes, is_stopping, make_executor


def double(number: int) -> int:
    return 2 * number


def slow_first(number: int) -> int:
    time.sleep(0.2 if number == 0 else 0)
    return number


def die_of_three(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


def die_once(path: Path) -> str:
    """Ends its process if the file is not there yet, and leaves it there."""
    if not path.exists():
        path.touch()
        os._exit(1)
    return "second try"


def wait_for_the_end(number: int) -> bool:
    deadline = time.monotonic() + 30
    while not is_stopping() and time.monotonic() < deadline:
        time.sleep(0.01)
    return is_stopping()


def fail(number: int) -> int:
    raise KeyError(number)


@pytest.mark.parametrize("make", [Inline, lambda: ThreadPoolExecutor(3), lambda: make_executor(0)])
def test_results_come_in_the_order_of_the_tasks_from_any_executor(make: type[Executor]) -> None:
    found = list(Crew(slow_first, make, ahead=4).results(range(10)))
    assert found == [(number, number) for number in range(10)]


def test_a_death_costs_a_second_try_and_a_second_death_that_task_alone() -> None:
    found = list(Crew(die_of_three, lambda: Processes(2), ahead=4).results(range(8)))
    assert [task for task, _ in found] == list(range(8))
    assert [result for _, result in found if not isinstance(result, Lost)] == [0, 1, 2, 4, 5, 6, 7]
    assert isinstance(found[3][1], Lost)


def test_the_second_try_counts(tmp_path: Path) -> None:
    path = tmp_path / "tried"
    assert list(Crew(die_once, lambda: Processes(1)).results([path])) == [(path, "second try")]


def test_what_the_work_raises_is_raised() -> None:
    with pytest.raises(KeyError):
        list(Crew(fail, Inline).results([1]))


def test_tasks_are_taken_only_so_far_ahead() -> None:
    taken: list[int] = []

    def tasks() -> object:
        for number in range(100):
            taken.append(number)
            yield number

    results = Crew(double, Inline, ahead=3).results(tasks())  # type: ignore[arg-type]
    assert next(results) == (0, 0)
    assert len(taken) == 4


def test_closing_early_tells_the_work_to_stop() -> None:
    crew = Crew(wait_for_the_end, lambda: Processes(1), ahead=1)
    flight = crew._send([0])
    started = time.monotonic()
    crew.close()
    assert time.monotonic() - started < 20
    assert flight.future.result().results == [True]


def test_who_stops_does_not_wait_for_the_result_at_hand() -> None:
    began = time.monotonic()
    crew = Crew(wait_for_the_end, lambda: Processes(1), stopped=lambda: time.monotonic() > began + 0.3)
    assert list(crew.results(range(3))) == []
    assert time.monotonic() - began < 20
