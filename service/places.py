"""Where the lines of batches are worked on: this machine's pool, or the workers of a Dask scheduler."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from bench.pace import Pace
from service.pool import Patient, Pool
from service.runs import Executor, Task

if TYPE_CHECKING:
    from bench.cluster.executor import Cluster

TURN = 1.0
"""Seconds after which a worker of a cluster gives the rest of a run back; nobody else waits for it."""

AIM = 0.1
"""Seconds of a batch's work that go to a process together: well within a slice, so that runs of quick lines
are one message to the process and one back."""
MOST_LINES = 512


class Place(Protocol):
    """Somewhere to work."""

    async def open(self, task: Task) -> Executor:
        """An executor for the runs of a batch; ClusterError if there is none now."""

    def task(self, task: Task) -> Task:
        """The task with the turns of this place."""

    def ahead(self) -> int:
        """How many runs keep it at work."""

    def lines(self) -> int:
        """How many lines go together."""

    def took(self, lines: int, seconds: float) -> None:
        """Learn what lines have cost."""

    def close(self) -> None:
        """Drop all work."""


@dataclass(frozen=True)
class Here:
    """The pool of this process; whoever made it closes it."""

    pool: Pool
    runs: int
    """One for each worker in work, and one more at hand."""
    pace: Pace = field(default_factory=lambda: Pace(MOST_LINES, AIM))

    async def open(self, task: Task) -> Executor:
        """The pool, with this batch's deadline."""
        return Patient(self.pool, task.seconds())

    def task(self, task: Task) -> Task:
        """As it is."""
        return task

    def ahead(self) -> int:
        """So many as were asked for."""
        return self.runs

    def lines(self) -> int:
        """By what lines cost."""
        return self.pace.size()

    def took(self, lines: int, seconds: float) -> None:
        """Learn what lines have cost."""
        self.pace.took(lines, seconds)

    def close(self) -> None:
        """The pool is its owner's."""


class There:
    """A scheduler's workers; the connection is opened when it is needed, and again after it was lost."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cluster: Cluster | None = None
        self._opening = asyncio.Lock()
        self._closed = False

    async def open(self, task: Task) -> Executor:
        """The workers, with this batch's deadline."""
        async with self._opening:
            if self.cluster is not None and not self.cluster.is_running:
                lost, self.cluster = self.cluster, None
                await asyncio.to_thread(lost.shutdown, cancel_futures=True)
            if self.cluster is None:
                self.cluster = await asyncio.to_thread(connected, self.address)
            return Afar(self.cluster, task.seconds())

    def task(self, task: Task) -> Task:
        """With longer turns."""
        return replace(task, turn=TURN)

    def ahead(self) -> int:
        """So many as the workers that are there need."""
        return 1 if self.cluster is None else self.cluster.ahead

    def lines(self) -> int:
        """By what lines cost."""
        return 1 if self.cluster is None else self.cluster.pace.size()

    def took(self, lines: int, seconds: float) -> None:
        """Learn what lines have cost."""
        if self.cluster is not None:
            self.cluster.pace.took(lines, seconds)

    def close(self) -> None:
        """Take back all calls, and leave the scheduler."""
        if self.cluster is not None:
            self.cluster.shutdown(cancel_futures=True)


def connected(address: str) -> Cluster:
    """The workers of a scheduler, warm."""
    from bench.cluster.executor import Cluster
    from service.work.process import warm

    return Cluster(address, warm)


@dataclass(frozen=True)
class Afar:
    """A cluster as batches see it: an executor, all of whose calls have one deadline."""

    cluster: Cluster
    seconds: float

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Have a worker call a function."""
        return self.cluster.submit_within(self.seconds, call_there, function, *args)


def call_there(function: Callable[..., Any], /, *args: Any) -> Any:
    """In a worker of a cluster: call a function as one of the pool's processes would."""
    _prepare()
    return function(*args)


@cache
def _prepare() -> None:
    from bench.work import is_stopping
    from service.work.process import MAX_DIGITS
    from service.work.stop import connect

    connect(is_stopping, abs)
    sys.set_int_max_str_digits(MAX_DIGITS)
