"""Feeding workers: every line once, quick ones together, hard ones apart, lost workers contained."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice, pairwise
from typing import Any

import pytest

from bench.pace import Pace
from service.feed import Feed, Part
from service.jobs import WorkerDied
from service.runs import RUN_LINES, Task, cut_runs
from service.tables import Run
from service.work.caps import Caps
from service.work.facts import Fact, Lines
from service.work.options import read_options

TASK = Task("certify", read_options("certify", {}), Caps(600, 600))


class Here:
    """A place of so many calls at a time."""

    def __init__(self, ahead: int) -> None:
        pace = Pace(512, 0.1)
        self.ahead, self.lines, self.took = (lambda: ahead), pace.size, pace.took


class Crew:
    """Workers that take so long for a line, end their slices at a quarter of a second, and die of poison."""

    def __init__(self, cost: Callable[[int], float], chance: random.Random | None = None) -> None:
        self.cost = cost
        self.chance = chance
        self.calls: list[tuple[int, int]] = []
        """First line and lines of each."""
        self.busy = self.most = 0

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        lines, first = args[2:4]
        self.calls.append((first, len(lines)))
        self.busy += 1
        self.most = max(self.most, self.busy)
        future: Future[Any] = Future()
        asyncio.get_running_loop().call_later(0.001, self._end, future, lines, first)
        return future

    def _end(self, future: Future[Any], lines: list[bytes], first: int) -> None:
        self.busy -= 1
        if b"poison" in lines or (self.chance is not None and self.chance.random() < 0.2 and len(lines) > 1):
            future.set_exception(WorkerDied())
            return
        texts: list[bytes] = []
        seconds = 0.0
        for number, line in enumerate(lines, first):
            if texts and seconds > 0.25:
                break
            seconds += self.cost(number)
            texts.append(b"%d %s" % (number, line))
        future.set_result(Lines(texts, [Fact("unique")] * len(texts), seconds))


def feed(crew: Any, lines: list[bytes], ahead: int = 3) -> list[Part]:
    """Every part, in the order in which it came; runs and parts fit each other exactly."""
    source = cut_runs(lines)
    parts: list[Part] = []
    there: dict[int, int] = {}

    async def more() -> list[Run]:
        found = list(islice(source, 4))
        there.update((run.first, len(run.lines)) for run in found)
        return found

    async def keep(kept: list[Part]) -> None:
        for part in kept:
            assert there.pop(part.run.first) == len(part.run.lines)
            assert len(part.lines.texts) + sum(len(run.lines) for run in part.rest) == len(part.run.lines)
            there.update((run.first, len(run.lines)) for run in part.rest)
        parts.extend(kept)

    asyncio.run(Feed(Here(ahead), crew, TASK, more, keep).run())  # type: ignore[arg-type]
    assert there == {}
    return parts


def texts_of(parts: list[Part]) -> list[bytes]:
    found = sorted((part.run.first, text) for part in parts for text in part.lines.texts[:1])
    assert len({first for first, _ in found}) == len(found)
    return [text for part in sorted(parts, key=lambda part: part.run.first) for text in part.lines.texts]


@pytest.mark.parametrize("seed", range(20))
def test_every_line_has_one_answer_whatever_lines_cost_and_workers_are_lost(seed: int) -> None:
    chance = random.Random(seed)
    lines = [b"%d" % n for n in range(1, chance.randint(1, 400))]
    costs = [chance.choice([0.0001, 0.001, 0.01, 0.3]) for _ in range(500)]
    parts = feed(Crew(costs.__getitem__, chance), lines, chance.randint(1, 5))
    assert texts_of(parts) == [b"%d %d" % (n, n) for n in range(1, len(lines) + 1)]


def test_hard_lines_go_one_by_one_to_all_workers() -> None:
    crew = Crew(lambda _: 5.0)
    parts = feed(crew, [b"x"] * RUN_LINES)
    assert {count for _, count in crew.calls} == {1}
    assert crew.most == 3
    assert len([part for part in parts if part.lines.texts]) == RUN_LINES


def test_hard_lines_behind_quick_ones_come_apart_and_the_first_gap_is_in_work() -> None:
    crew = Crew(lambda number: 0.0005 if number <= 2000 else 2.0)
    feed(crew, [b"x"] * 2200)
    hard = [(first, count) for first, count in crew.calls if first > 2000]
    assert sum(count == 1 for _, count in hard) > 150
    tail = [first for first, count in hard if count == 1]
    assert all(later > earlier - 300 for earlier, later in pairwise(tail))
    assert tail[-60:] == sorted(tail[-60:])


def test_quick_lines_go_together() -> None:
    crew = Crew(lambda _: 0.0002)
    feed(crew, [b"x"] * 20_000)
    assert len(crew.calls) < 20_000 / 64
    assert max(count for _, count in crew.calls) >= 128


def test_only_the_line_that_kills_workers_has_a_problem_for_an_answer() -> None:
    lines = [b"x"] * 300
    lines[77] = b"poison"
    crew = Crew(lambda _: 0.001)
    verdicts: dict[int, str] = {}
    for part in feed(crew, lines):
        verdicts |= {part.run.first + at: fact.verdict for at, fact in enumerate(part.lines.facts)}
    assert [number for number, verdict in verdicts.items() if verdict != "unique"] == [78]
    assert len(verdicts) == 300
    assert len(crew.calls) < 300 / 4


def test_any_executor_will_do() -> None:
    with ThreadPoolExecutor(3) as threads:
        parts = feed(threads, [b"3x3:4c9d"] * 50)
    assert [fact.verdict for part in parts for fact in part.lines.facts] == ["unique"] * 50


def test_an_error_in_keeping_ends_the_feed() -> None:
    async def more() -> list[Run]:
        return list(cut_runs([b"x"] * 3))

    async def keep(_: list[Part]) -> None:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        asyncio.run(Feed(Here(2), Crew(lambda _: 1.0), TASK, more, keep).run())  # type: ignore[arg-type]
