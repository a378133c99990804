"""Working through batches: runs of lines to an executor, answers back in their places.

``answer_run`` and ``in_order`` are all that a batch needs of an executor: ``submit`` as in
``concurrent.futures``. The service and ``rungwise batch`` share them.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from service.pool import Overdue, Patient, Pool, WorkerDied
from service.problems import Problem, problem_of
from service.store import Done, Run, Store
from service.work.caps import Caps
from service.work.replies import Fact, Lines, answer_lines, problem_line, read_options

if TYPE_CHECKING:
    from service.schemas.requests import Strict

RUN_LINES = 32
RUN_BYTES = 200_000
"""A run has at most so many lines, or so many bytes and one line more."""
SLICE = 0.25
"""Seconds after which a worker gives the rest of a run back, so that others get their turn."""

log = logging.getLogger("rungwise.batches")
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


@dataclass
class Runner:
    """The batches of a service, oldest first, each kept in the store after every few runs."""

    store: Store
    pool: Pool
    caps: Caps
    workers: int
    kill_after: float
    keep: int
    in_writer: Callable[..., Awaitable[Any]]
    """Calls a function in the one thread that writes the store."""
    on_facts: Callable[[str, list[Fact]], None]
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    """Told whenever a batch goes on."""
    work: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _finished: list[tuple[Done, list[Fact]]] = field(default_factory=list)
    _written: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def resume(self) -> None:
        """Go on with what the last process left."""
        for row in await asyncio.to_thread(self.store.unfinished):
            log.info("batch goes on", extra={"batch": row["id"], "done": row["done"], "lines": row["lines"]})
            self.begin(row["id"], row["action"], json.loads(row["options"]))

    def begin(self, batch: str, action: str, options: dict[str, Any]) -> None:
        """Work on an accepted batch from now on."""
        task = Task(action, read_options(action, options), self.caps, self.kill_after)
        work = asyncio.create_task(self._run(batch, task))
        self.work[batch] = work
        work.add_done_callback(partial(self._ended, batch))

    def _ended(self, batch: str, work: asyncio.Task[None]) -> None:
        self.work.pop(batch, None)
        if not work.cancelled() and (error := work.exception()) is not None:
            log.error("batch stopped", exc_info=error, extra={"batch": batch})

    async def stop(self, batch: str) -> None:
        """Stop working on a batch."""
        work = self.work.get(batch)
        if work is not None:
            work.cancel()
            await asyncio.wait([work])

    async def close(self) -> None:
        """Stop everything; unfinished batches go on when the service starts again."""
        for batch in list(self.work):
            await self.stop(batch)

    async def _run(self, batch: str, task: Task) -> None:
        """Feed the pool: a run for each worker in work, and one more at hand."""
        executor = Patient(self.pool, task.seconds())

        async def each(run: Run) -> None:
            lines = await answer_run(executor, task, run.first, run.lines)
            await self._keep(run, lines, task.action)

        after, ahead = 0, self.workers + 1
        active: set[asyncio.Task[None]] = set()
        try:
            while runs := await asyncio.to_thread(self.store.open_runs, batch, after, 4 * ahead):
                after = runs[-1].first
                for run in runs:
                    if len(active) >= ahead:
                        done, active = await asyncio.wait(active, return_when=asyncio.FIRST_COMPLETED)
                        for finished in done:
                            finished.result()
                    active.add(asyncio.create_task(each(run)))
            if active:
                await asyncio.gather(*active)
        finally:
            for left in active:
                left.cancel()
        await self._tell()

    async def _keep(self, run: Run, lines: Lines, action: str) -> None:
        """Write the answers; those that come while others are being written go together in one turn."""
        verdicts = Counter(fact.verdict for fact in lines.facts)
        self._finished.append((Done(run.batch, run.first, b"\n".join(lines.texts), verdicts), lines.facts))
        self.on_facts(action, lines.facts)
        async with self._written:
            finished, self._finished = self._finished, []
            if finished:
                learned = [pair for _, facts in finished for pair in learnable(facts)]
                await self.in_writer(
                    self.store.finish_runs, [done for done, _ in finished], learned, self.keep
                )
                await self._tell()

    async def _tell(self) -> None:
        async with self.changed:
            self.changed.notify_all()


def learnable(facts: Iterable[Fact]) -> list[tuple[bytes, bytes]]:
    """What is worth keeping of some answers, by key."""
    return [(fact.key, fact.data) for fact in facts if fact.key is not None and fact.data is not None]
