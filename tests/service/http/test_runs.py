"""The seam between batches and executors: runs out, answers back, lost workers contained."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from typing import Any

import pytest

from service.jobs import Overdue, WorkerDied
from service.runs import RUN_LINES, Task, answer_run, answer_slice, cut_runs, split
from service.work import replies
from service.work.caps import Caps
from service.work.options import read_options
from tests.service.http.servers import UNIQUE

TASK = Task("certify", read_options("certify", {}), Caps(600, 600))
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


@pytest.mark.parametrize(
    ("line", "mark"),
    [
        (b'{"id": "a", "kind": "fillapix", "clues": [[10]]}', "a"),
        (b'{"id": 7, "puzzle": {"kind": "fillapix", "clues": [[10]]}}', 7),
        (b'{"puzzle": {"id": "in", "kind": "fillapix", "clues": [[10]]}}', "in"),
        (b'{"id": 7, "puzzle": {"id": "in", "kind": "fillapix", "clues": [[10]]}}', 7),
        (b'{"id": "t", "puzzle": "3x3:4z9!"}', "t"),
        (b'{"id": "k", "kind": "unheard of"}', "k"),
        (b'{"id": "s", "kind": "fillapix", "clues": [[4]], "solution": "?"}', "s"),
        (b'{"id": [], "kind": "fillapix", "clues": [[4]]}', None),
        (b'{"id": "a", "kind"', None),
    ],
)
def test_the_answer_to_a_bad_board_has_its_id(line: bytes, mark: str | int | None) -> None:
    done = asyncio.run(answer_run(Fragile(WorkerDied()), TASK, 1, [line]))
    told = json.loads(done.texts[0])
    assert "problem" in told
    assert told["id"] == mark


def test_a_generator_has_the_time_that_its_dial_says_before_it_is_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    promised: list[float] = []
    monkeypatch.setattr(replies, "promise", promised.append)
    for dials in ({"seconds": 2}, {"seconds": 1000}, {"seconds": -1}, {}, {"seconds": "x"}):
        body = {"kind": "fillapix", "size": [5, 5], "seed": 1, "dials": dials}
        replies.answer("generate", json.dumps(body).encode(), Caps(1, 40))
    assert promised == [2, 40, 0, 1, 1]


def test_answers_that_no_sums_fix_are_not_drawn_beyond_the_time() -> None:
    asked = {"kind": "doppelblock", "size": [10, 10], "seed": 3}
    body = asked | {"dials": {"seconds": 0.01, "givens": "none"}}
    reply = replies.answer("generate", json.dumps(body).encode(), Caps(1, 40))
    assert reply.status == 422
    problem = json.loads(reply.body)
    assert problem["type"].endswith("#out-of-time")
    assert problem["where"] == "dials.seconds"
    assert "not finished in 0.01 s" in problem["detail"]


@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "doppelblock", "size": 12},
        {"kind": "tentaisho", "size": 100},
        {"kind": "tentaisho", "size": 100, "dials": {"merges": 200, "unique": False}},
        {"kind": "tentaisho", "size": 100, "dials": {"mean": 10_000.0}},
        {"kind": "fillapix", "size": 250},
        {"kind": "fillapix", "size": 250, "dials": {"thin": "minimum"}},
    ],
)
def test_every_generator_ends_about_when_it_was_told_to(asked: dict[str, Any]) -> None:
    """Its worker is killed seconds later. These took 0.6 to 9 s whatever the time, other seeds minutes."""
    dials = asked.get("dials", {}) | {"seconds": 0.2}
    started = time.process_time()
    reply = replies.answer("generate", json.dumps(asked | {"seed": 1, "dials": dials}).encode(), Caps())
    assert time.process_time() - started < 2
    if asked["kind"] == "fillapix":
        assert reply.status == 200
    else:
        assert json.loads(reply.body)["type"].endswith("#out-of-time")
