"""Work over many boards, through one seam: an executor as in concurrent.futures.

Local processes by default; anything else that submits functions and returns futures will do in
their place, such as a cluster (``bench.cluster``). Results come in the order of the tasks. A process
that dies costs its tasks a second try, each alone; a task that ends its process again is ``Lost``, and
the others go on.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from multiprocessing.synchronize import Semaphore
from typing import Any, Generic, Protocol, TypeVar

from bench.pace import Pace
from models.compiling import NOTE, on_first_compile

Task = TypeVar("Task")
Result = TypeVar("Result")


LOOK_SECONDS = 0.1
"""Between two looks at whether anybody waits, while a result does not come."""


def nobody_stops() -> bool:
    """For those who wait to the end."""
    return False


class Stop(Protocol):
    """Tells whether results are not wanted any more."""

    def is_set(self) -> bool:
        """Whether to stop."""


_stop: Stop | None = None
"""In a worker process: set when the results are not wanted any more."""


class Lost:
    """In place of a result: the work ended its process, and did so again when it was alone there."""


class Inline(Executor):
    """Works in the caller's thread at once, for tests and for a debugger."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        """The finished future of a call."""
        future: Future[Any] = Future()
        try:
            future.set_result(function(*arguments, **options))
        except Exception as error:  # the future hands it to whoever asks for the result
            future.set_exception(error)
        return future


class Processes(ProcessPoolExecutor):
    """So many processes on this machine, started afresh; they end with the one that started them."""

    def __init__(self, jobs: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.stop = context.Event()
        untold = context.Semaphore(1)
        super().__init__(jobs, mp_context=context, initializer=_begin, initargs=(self.stop, untold))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """With ``cancel_futures``, work that asks ``is_stopping`` ends early as well."""
        if cancel_futures:
            self.stop.set()
        super().shutdown(wait, cancel_futures=cancel_futures)


class Distant(Executor):
    """An executor whose workers are elsewhere, and are replaced without it when they are lost.

    A call whose worker was lost raises BrokenExecutor; others go on.
    """

    pace: Pace
    """How many tasks one call takes along."""

    @property
    def ahead(self) -> int:
        """How many calls keep all workers at work."""
        raise NotImplementedError


def _begin(stop: Stop, untold: Semaphore) -> None:
    """In a new worker: leave Ctrl-C to the parent, do not outlive it, and do not tidy up at the end.

    The first worker that has to compile kernels says so, for all (``untold``). Taking numba and OR-Tools
    down module by module takes seconds on a busy machine, and saves nothing.
    """
    heed(stop)
    on_first_compile(lambda: _tell_of_compiling(untold))
    atexit.register(os._exit, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _tell_of_compiling(untold: Semaphore) -> None:
    """Say on standard error that kernels are compiled, unless another worker has."""
    if untold.acquire(block=False):
        print(f"rungwise: {NOTE}", file=sys.stderr, flush=True)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def heed(stop: Stop | None) -> None:
    """In a worker: what ``is_stopping`` asks from now on."""
    global _stop
    _stop = stop


def is_stopping() -> bool:
    """In a worker: whether its results are not wanted any more."""
    return _stop is not None and _stop.is_set()


def make_executor(
    jobs: int, scheduler: str | None = None, warm_up: Callable[[], object] | None = None
) -> Executor:
    """The workers of a scheduler if one is named, else processes, or for 0 jobs this very thread.

    ``warm_up`` is called once in every worker of a cluster before it gets work.
    """
    if scheduler is not None:
        from bench.cluster.executor import Cluster

        return Cluster(scheduler, warm_up)
    return Processes(jobs) if jobs else Inline()


@dataclass(frozen=True)
class Worked(Generic[Result]):
    """What came of a call on several tasks: the results up to the first error, the error, the seconds."""

    results: list[Result]
    error: Exception | None
    seconds: float


def work_through(function: Callable[[Task], Result], tasks: list[Task]) -> Worked[Result]:
    """Call a function on each of some tasks, up to the first that fails."""
    started = time.perf_counter()
    results: list[Result] = []
    failed: Exception | None = None
    try:
        for task in tasks:
            results.append(function(task))  # noqa: PERF401 - what is there before an error counts
    except Exception as error:
        failed = error
    return Worked(results, failed, time.perf_counter() - started)


@dataclass(frozen=True)
class Flight(Generic[Task, Result]):
    """Tasks on their way; ``again``: one whose worker was lost once before."""

    tasks: list[Task]
    future: Future[Worked[Result]]
    again: bool = False


class Crew(Generic[Task, Result]):
    """Calls a function on every task, some calls ahead of the result that is waited for."""

    def __init__(
        self,
        function: Callable[[Task], Result],
        make: Callable[[], Executor],
        ahead: int = 8,
        stopped: Callable[[], bool] = nobody_stops,
    ) -> None:
        self.function = function
        self.stopped = stopped
        self.make = make
        self._ahead = ahead
        self.executor = make()
        self.pace = self.executor.pace if isinstance(self.executor, Distant) else Pace(most=1)
        self.flying: deque[Flight[Task, Result]] = deque()

    @property
    def ahead(self) -> int:
        """Calls in flight at the most while a result is waited for."""
        return self.executor.ahead if isinstance(self.executor, Distant) else self._ahead

    def results(self, tasks: Iterable[Task]) -> Generator[tuple[Task, Result | Lost]]:
        """Each task with its result, in order, until stopped. Closing it early drops the work ahead."""
        try:
            yield from self.each(tasks)
        finally:
            self.close()

    def each(self, tasks: Iterable[Task]) -> Generator[tuple[Task, Result | Lost]]:
        """As ``results``, but the crew stays, and calls in flight are merely taken back."""
        source = iter(tasks)
        try:
            while not self.stopped() and (part := list(islice(source, self.pace.size()))):
                self.flying.append(self._send(part))
                while len(self.flying) > self.ahead and self._has_landed():
                    yield from self._next()
            while self.flying and self._has_landed():
                yield from self._next()
        finally:
            for flight in self.flying:
                flight.future.cancel()
            self.flying.clear()

    def close(self) -> None:
        """Drop all work."""
        self.executor.shutdown(cancel_futures=True)

    def _send(self, tasks: list[Task], again: bool = False) -> Flight[Task, Result]:
        try:
            future = self.executor.submit(work_through, self.function, tasks)
        except BrokenExecutor as error:
            future = Future()
            future.set_exception(error)
        return Flight(tasks, future, again)

    def _has_landed(self) -> bool:
        """Wait for the first call in flight; False if nobody waits for it any more."""
        while not self.flying[0].future.done():
            if self.stopped():
                return False
            wait([self.flying[0].future], timeout=LOOK_SECONDS)
        return True

    def _next(self) -> Generator[tuple[Task, Result | Lost]]:
        """The results of the first call in flight."""
        flight = self.flying.popleft()
        try:
            worked = flight.future.result()
        except BrokenExecutor:
            yield from self._lost(flight)
            return
        self.pace.took(len(worked.results), worked.seconds)
        yield from zip(flight.tasks, worked.results, strict=False)
        if worked.error is not None:
            raise worked.error

    def _lost(self, flight: Flight[Task, Result]) -> Generator[tuple[Task, Result | Lost]]:
        """A call's worker was lost: each of its tasks is tried once more, alone."""
        if flight.again:
            yield flight.tasks[0], Lost()
        elif isinstance(self.executor, Distant):
            self.flying.extendleft([self._send([task], again=True) for task in flight.tasks][::-1])
        else:
            (task,) = flight.tasks
            worked = self._alone(task)
            if isinstance(worked, Worked) and worked.error is not None:
                raise worked.error
            yield task, worked.results[0] if isinstance(worked, Worked) else worked

    def _alone(self, task: Task) -> Worked[Result] | Lost:
        """The task in a process of its own; then a new executor for what went down with the old one."""
        self.executor.shutdown()
        with self.make() as alone:
            try:
                worked: Worked[Result] | Lost = alone.submit(work_through, self.function, [task]).result()
            except BrokenExecutor:
                worked = Lost()
        self.executor = self.make()
        waiting, self.flying = self.flying, deque()
        for flight in waiting:
            landed = flight.future.done() and flight.future.exception() is None
            self.flying.append(flight if landed else self._send(flight.tasks))
        return worked
