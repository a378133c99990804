"""The runs of a batch: to an executor, and back.

An executor is anything with ``submit`` as in ``concurrent.futures``: the service's pool, or a cluster. The
service and ``rungwise batch`` share what is here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

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
    turn: float = SLICE
    """Seconds after which a worker gives the rest of a run back."""

    def seconds(self) -> float:
        """When a worker that has not answered is killed: a slice, and one line begun at its end."""
        return self.turn + self.caps.time(getattr(self.options, "seconds", None)) + self.kill_after


async def answer_run(executor: Executor, task: Task, first: int, lines: list[bytes]) -> Lines:
    """The answers to all lines of a run, in as many slices as it takes.

    Where a worker is lost, its lines go out again one by one: the line that kills a worker alone gets a
    problem for an answer, and no other does.
    """
    done = Lines([], [])
    alone = False
    seconds = 0.0
    while (count := len(done.texts)) < len(lines):
        part = lines[count : count + 1] if alone else lines[count:]
        asked = task.action, task.options, part, first + count, task.caps, task.turn
        try:
            found: Lines = await asyncio.wrap_future(executor.submit(answer_lines, *asked))
        except (WorkerDied, BrokenExecutor, Overdue, MemoryError) as error:
            if len(part) > 1 or (isinstance(error, BrokenExecutor) and not alone):
                alone = True
                continue
            text, fact = problem_line(first + count, lost(error))
            found = Lines([text], [fact])
        done.texts.extend(found.texts)
        done.facts.extend(found.facts)
        seconds += found.seconds
    return replace(done, seconds=seconds)


async def answer_slice(executor: Executor, task: Task, runs: list[Run]) -> Lines:
    """The answers that one slice of work on runs that go together brings: some of the first.

    None where the worker was lost.
    """
    lines = [line for run in runs for line in run.lines]
    asked = task.action, task.options, lines, runs[0].first, task.caps, task.turn
    try:
        found: Lines = await asyncio.wrap_future(executor.submit(answer_lines, *asked))
    except (WorkerDied, BrokenExecutor, Overdue, MemoryError):
        return Lines([], [])
    return found


def lost(error: Exception) -> Problem:
    """The problem of a line or request whose worker was lost."""
    if isinstance(error, Overdue):
        return Problem("overdue", "the worker did not answer in time and was replaced")
    if isinstance(error, WorkerDied | BrokenExecutor):
        return Problem("worker-died", "the worker ended without an answer and was replaced")
    return problem_of(error)


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


def split(runs: Iterable[Run], lines: Lines) -> Iterator[tuple[Run, Lines]]:
    """What was answered together, run by run, as far as it goes: the last may be a part, or empty."""
    start = 0
    for run in runs:
        end = start + len(run.lines)
        yield run, Lines(lines.texts[start:end], lines.facts[start:end])
        start = end
