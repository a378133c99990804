"""Work over many boards, through one seam: an executor as in concurrent.futures.

Local processes by default; anything else that submits functions and returns futures will do in
their place. Results come in the order of the tasks. A process that dies costs its tasks a second
try, each alone; a task that ends its process again is ``Lost``, and the others go on.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing.synchronize import Event, Semaphore
from typing import Any, Generic, TypeVar

from models.compiling import NOTE, on_first_compile

Task = TypeVar("Task")
Result = TypeVar("Result")

_stop: Event | None = None
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
        self.stop: Event = context.Event()
        untold = context.Semaphore(1)
        super().__init__(jobs, mp_context=context, initializer=_begin, initargs=(self.stop, untold))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """With ``cancel_futures``, work that asks ``is_stopping`` ends early as well."""
        if cancel_futures:
            self.stop.set()
        super().shutdown(wait, cancel_futures=cancel_futures)


def _begin(stop: Event, untold: Semaphore) -> None:
    """In a new worker: leave Ctrl-C to the parent, do not outlive it, and do not tidy up at the end.

    The first worker that has to compile kernels says so, for all (``untold``). Taking numba and OR-Tools
    down module by module takes seconds on a busy machine, and saves nothing.
    """
    global _stop
    _stop = stop
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


def is_stopping() -> bool:
    """In a worker: whether its results are not wanted any more."""
    return _stop is not None and _stop.is_set()


def make_executor(jobs: int) -> Executor:
    """Processes, or for 0 jobs this very thread."""
    return Processes(jobs) if jobs else Inline()


class Crew(Generic[Task, Result]):
    """Calls a function on every task, some tasks ahead of the result that is waited for."""

    def __init__(
        self, function: Callable[[Task], Result], make: Callable[[], Executor], ahead: int = 8
    ) -> None:
        self.function = function
        self.make = make
        self.ahead = ahead
        self.executor = make()
        self.flying: deque[tuple[Task, Future[Result]]] = deque()

    def results(self, tasks: Iterable[Task]) -> Generator[tuple[Task, Result | Lost]]:
        """Each task with its result, in order. Closing the iterator early drops the work ahead."""
        try:
            for task in tasks:
                self._send(task)
                if len(self.flying) > self.ahead:
                    yield self._next()
            while self.flying:
                yield self._next()
        finally:
            self.executor.shutdown(cancel_futures=True)

    def _send(self, task: Task) -> None:
        try:
            future = self.executor.submit(self.function, task)
        except BrokenExecutor as error:
            future = Future()
            future.set_exception(error)
        self.flying.append((task, future))

    def _next(self) -> tuple[Task, Result | Lost]:
        task, future = self.flying.popleft()
        try:
            return task, future.result()
        except BrokenExecutor:
            return task, self._again(task)

    def _again(self, task: Task) -> Result | Lost:
        """The task in a process of its own; then a new crew for what went down with the old one."""
        self.executor.shutdown()
        with self.make() as alone:
            try:
                result: Result | Lost = alone.submit(self.function, task).result()
            except BrokenExecutor:
                result = Lost()
        self.executor = self.make()
        waiting, self.flying = self.flying, deque()
        for other, future in waiting:
            if future.done() and future.exception() is None:
                self.flying.append((other, future))
            else:
                self._send(other)
        return result
