"""The seam between batches and executors: runs out, answers back in order, lost workers contained."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from service.jobs import Overdue, WorkerDied
from service.runs import (
    RUN_LINES,
    Task,
    answer_rest,
    answer_run,
    answer_slice,
    cut_runs,
    in_order,
    joined,
    split,
)
from service.work.caps import Caps
from service.work.options import read_options
from tests.service.http.servers import UNIQUE

TASK = Task("certify", read_options("certify", {}), Caps())
LINES = [json.dumps(UNIQUE | {"id": n}).encode() for n in range(3 * RUN_LINES + 5)]


class Fragile:
    """An executor that loses every worker whose lines hold the poison."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.calls = 0

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        self.calls += 1
        future: Future[Any] = Future()
        if any(b"poison" in line for line in args[2]):
            future.set_exception(self.error)
        else:
            future.set_result(function(*args))
        return future


@pytest.mark.parametrize("error", [WorkerDied(), Overdue(), MemoryError()])
def test_only_the_line_that_kills_workers_has_a_problem_for_an_answer(error: Exception) -> None:
    lines = [*LINES[:6], b"poison", *LINES[6:10]]
    executor = Fragile(error)
    done = asyncio.run(answer_run(executor, TASK, 100, lines))
    told = [json.loads(text) for text in done.texts]
    assert [each["line"] for each in told] == list(range(100, 111))
    assert [each.get("verdict") for each in told] == ["unique"] * 6 + [None] + ["unique"] * 4
    assert [fact.verdict for fact in done.facts] == ["unique"] * 6 + ["problem"] + ["unique"] * 4
    assert executor.calls == 1 + len(lines)


def test_any_executor_will_do_and_order_is_kept() -> None:
    async def work() -> list[int]:
        with ThreadPoolExecutor(3) as threads:
            found = []
            runs = cut_runs(LINES)
            async for run, done in in_order(
                lambda run: answer_run(threads, TASK, run.first, run.lines), runs, 3
            ):
                assert len(done.texts) == len(run.lines)
                found += [json.loads(text)["id"] for text in done.texts]
            return found

    assert asyncio.run(work()) == list(range(len(LINES)))


def test_results_come_in_order_and_no_more_than_so_many_are_in_work() -> None:
    active = most = 0

    async def work(number: int) -> int:
        nonlocal active, most
        active += 1
        most = max(most, active)
        await asyncio.sleep(0.001 * (7 - number % 7))
        active -= 1
        return number * number

    async def collect() -> list[tuple[int, int]]:
        return [pair async for pair in in_order(work, range(50), 4)]

    assert asyncio.run(collect()) == [(n, n * n) for n in range(50)]
    assert most == 4


def test_runs_are_cut_by_lines_and_by_bytes() -> None:
    runs = list(cut_runs([b"x"] * 40 + [b"y" * 300_000] + [b"z"]))
    assert [(run.first, len(run.lines)) for run in runs] == [(1, 32), (33, 9), (42, 1)]


def test_a_line_whose_worker_is_lost_once_has_its_answer_all_the_same() -> None:
    class Unlucky(Fragile):
        def submit(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
            if self.calls:
                args = (*args[:2], [line.replace(b"poison", b"") for line in args[2]], *args[3:])
            return super().submit(function, *args)

    line = json.dumps(UNIQUE | {"id": "poison"}).encode()
    executor = Unlucky(BrokenExecutor())
    done = asyncio.run(answer_run(executor, TASK, 1, [line]))
    assert [fact.verdict for fact in done.facts] == ["unique"]
    assert executor.calls == 2


def test_runs_without_a_gap_go_together_and_come_apart_again() -> None:
    runs = list(cut_runs(LINES))
    gone = [runs[0], runs[2], runs[3]]
    assert [[run.first for run in each] for each in joined(gone, lambda: 64)] == [[1], [65, 97]]
    assert [len(each) for each in joined(runs, lambda: 64)] == [2, 2]
    assert [len(each) for each in joined(runs, lambda: 1)] == [1, 1, 1, 1]
    done = asyncio.run(
        answer_run(Fragile(WorkerDied()), TASK, 65, [line for run in gone[1:] for line in run.lines])
    )
    parts = list(split(gone[1:], done))
    assert [run for run, _ in parts] == gone[1:]
    assert [len(lines.texts) for _, lines in parts] == [32, 5]
    assert json.loads(parts[1][1].texts[0])["line"] == 97
    assert done.seconds > 0


class Tired:
    """An executor whose slices end after some lines."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.sizes: list[int] = []

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        self.sizes.append(len(args[2]))
        future: Future[Any] = Future()
        future.set_result(function(*args[:2], args[2][: self.most], *args[3:]))
        return future


@pytest.mark.parametrize(
    ("most", "parts"), [(10, [10, 0, 0, 0]), (33, [32, 1, 0, 0]), (200, [32, 32, 32, 5])]
)
def test_one_slice_answers_the_first_lines_of_runs_that_go_together(most: int, parts: list[int]) -> None:
    runs = list(cut_runs(LINES))
    found = list(split(runs, asyncio.run(answer_slice(Tired(most), TASK, runs))))
    assert [run for run, _ in found] == runs
    assert [len(lines.texts) for _, lines in found] == parts
    assert [len(lines.facts) for _, lines in found] == parts


def test_a_slice_whose_worker_is_lost_answers_nothing() -> None:
    runs = list(cut_runs([*LINES[:40], b"poison"]))
    assert asyncio.run(answer_slice(Fragile(WorkerDied()), TASK, runs)).texts == []


def test_a_run_that_was_begun_is_answered_to_its_end() -> None:
    (run,) = cut_runs([*LINES[:9], b"poison", *LINES[9:20]])
    part = asyncio.run(answer_run(Fragile(WorkerDied()), TASK, 1, run.lines[:5]))
    done = asyncio.run(answer_rest(Fragile(WorkerDied()), TASK, run, part))
    assert [json.loads(text)["line"] for text in done.texts] == list(range(1, 22))
    assert [fact.verdict for fact in done.facts] == ["unique"] * 9 + ["problem"] + ["unique"] * 11
