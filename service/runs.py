"""The runs of a batch: to an executor, and back in order.

An executor is anything with ``submit`` as in ``concurrent.futures``: the service's pool, or a cluster. The
service and ``rungwise batch`` share what is here.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from service.jobs import Overdue, WorkerDied
from service.problems import Problem, problem_of
from service.tables import Run
from service.work.caps import Caps
from service.work.facts import Lines
from service.work.lines import answer_lines, problem_line

if TYPE_CHECKING:
    from service.schemas.requests import Strict

RUN_LINES = 32
RUN_BYTES = 200_000
"""A run has at most so many lines, or so many bytes and one line more."""
SLICE = 0.25
"""Seconds after which a worker gives the rest of a run back, so that others get their turn."""


T = TypeVar("T")
R = TypeVar("R")


class Executor(Protocol):
    """Where the work goes; a pool of processes here, a cluster elsewhere."""

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Have a function called."""


@dataclass(frozen=True)
class Task:
    """What is done with every line."""

    action: str
    options: Strict
    caps: Caps
    kill_after: float = 2.0
    """Seconds past a line's time after which its worker is killed."""

    def seconds(self) -> float:
        """When a worker that has not answered is killed: a slice, and one line begun at its end."""
        return SLICE + self.caps.time(getattr(self.options, "seconds", None)) + self.kill_after


async def answer_run(executor: Executor, task: Task, first: int, lines: list[bytes]) -> Lines:
    """The answers to all lines of a run, in as many slices as it takes.

    Where a worker is lost, its lines go out again one by one: the line that kills a worker alone gets a
    problem for an answer, and no other does.
    """
    done = Lines([], [])
    alone = False
    while (count := len(done.texts)) < len(lines):
        part = lines[count : count + 1] if alone else lines[count:]
        asked = task.action, task.options, part, first + count, task.caps, SLICE
        try:
            found: Lines = await asyncio.wrap_future(executor.submit(answer_lines, *asked))
        except (WorkerDied, Overdue, MemoryError) as error:
            if len(part) > 1:
                alone = True
                continue
            text, fact = problem_line(first + count, lost(error))
            found = Lines([text], [fact])
        done.texts.extend(found.texts)
        done.facts.extend(found.facts)
    return done


def lost(error: Exception) -> Problem:
    """The problem of a line or request whose worker was lost."""
    if isinstance(error, Overdue):
        return Problem("overdue", "the worker did not answer in time and was replaced")
    if isinstance(error, WorkerDied):
        return Problem("worker-died", "the worker ended without an answer and was replaced")
    return problem_of(error)


async def in_order(
    work: Callable[[T], Awaitable[R]], items: Iterable[T], ahead: int
) -> AsyncIterator[tuple[T, R]]:
    """Each item with its result, in the items' order; at most ``ahead`` of them are in work."""
    waiting: deque[tuple[T, asyncio.Task[R]]] = deque()
    source = iter(items)
    try:
        while True:
            while len(waiting) < ahead and (item := next(source, None)) is not None:
                waiting.append((item, asyncio.ensure_future(_awaited(work, item))))
            if not waiting:
                return
            item, task = waiting[0]
            result = await task
            waiting.popleft()
            yield item, result
    finally:
        for _, task in waiting:
            task.cancel()


async def _awaited(work: Callable[[T], Awaitable[R]], item: T) -> R:
    return await work(item)


def cut_runs(lines: Iterable[bytes], batch: str = "", first: int = 1) -> Iterator[Run]:
    """Lines in runs. Blank lines are lines too: they have an answer of their own, so that places agree."""
    held: list[bytes] = []
    size = 0
    for line in lines:
        held.append(line)
        size += len(line)
        if len(held) >= RUN_LINES or size >= RUN_BYTES:
            yield Run(batch, first, held)
            first, held, size = first + len(held), [], 0
    if held:
        yield Run(batch, first, held)
