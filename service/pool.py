"""Solving processes under a hard deadline: one that is stuck, crashed or too large is killed and replaced.

A thread looks after each worker and speaks with it through a pipe of its own. Workers share no lock and no
queue, so one that is killed at any instant takes nothing along but its own request. Workers are forked from a
process that has the kernels ready (``service.work.warm``): a new one costs milliseconds.
"""

from __future__ import annotations

import heapq
import logging
import multiprocessing
import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from service.worker import READY, STOP, serve

STOP_SECONDS = 0.5
"""How long a worker may take to stop before it is killed."""
START_SECONDS = 900.0
"""How long the first worker may take: kernels that were never compiled take a minute or two."""
WARM = "service.work.warm"

URGENT, PATIENT = range(2)
"""Somebody waits for the answer; or it is a part of a batch."""

log = logging.getLogger("rungwise.pool")


class Busy(Exception):  # noqa: N818 - what the pool is
    """The queue is full."""


class Overdue(Exception):  # noqa: N818 - what the worker was
    """The worker did not answer in time and was killed."""


class WorkerDied(Exception):  # noqa: N818 - what happened
    """The worker ended without an answer."""


@dataclass(order=True)
class Job:
    """A call for a worker; its future is never marked as running, so that it can always be cancelled."""

    rank: int
    number: int
    function: Callable[..., Any] = field(compare=False)
    args: tuple[Any, ...] = field(compare=False)
    seconds: float | None = field(compare=False)
    retries: int = field(compare=False)
    future: Future[Any] = field(default_factory=Future, compare=False)

    def finish(self, result: Any = None, error: BaseException | None = None) -> None:
        """Hand over the outcome, unless nobody waits for it any more."""
        with suppress(InvalidStateError):
            if error is None:
                self.future.set_result(result)
            else:
                self.future.set_exception(error)


class Pool:
    """A bounded queue before some workers. ``submit`` is safe from any thread."""

    def __init__(
        self, workers: int, queue: int = 64, known: Path | None = None, megabytes: int | None = None
    ) -> None:
        self.queue = queue
        self.context = multiprocessing.get_context("forkserver")
        self.begin = known, megabytes
        self.deaths: Counter[str] = Counter()
        """How often workers ended, by why: ``crashed``, ``overdue``, ``cancelled``, ``memory``."""
        self._numbers = count()
        self._jobs: list[Job] = []
        self._changed = threading.Condition()
        self._starting = threading.Lock()
        self._closed = False
        self._keepers = [Keeper(self, number) for number in range(workers)]

    def start(self) -> None:
        """Begin to start the workers; returns at once."""
        self.context.set_forkserver_preload([WARM])
        for keeper in self._keepers:
            keeper.start()

    @property
    def is_ready(self) -> bool:
        """Whether every worker has once been ready."""
        return all(keeper.was_ready for keeper in self._keepers)

    @property
    def busy(self) -> int:
        """Workers at work."""
        return sum(keeper.job is not None for keeper in self._keepers)

    @property
    def pids(self) -> list[int]:
        """Process ids of the workers that are there."""
        return [keeper.process.pid or 0 for keeper in self._keepers if keeper.process is not None]

    def waiting(self, rank: int = URGENT) -> int:
        """Calls of a rank in the queue."""
        with self._changed:
            return sum(job.rank == rank and not job.future.cancelled() for job in self._jobs)

    def submit(
        self,
        function: Callable[..., Any],
        *args: Any,
        seconds: float | None = None,
        rank: int = URGENT,
        retries: int = 0,
    ) -> Future[Any]:
        """Have a worker call a function; ``seconds`` count from when it begins.

        The future may raise Overdue, WorkerDied (after so many retries) or what the function raises; to
        cancel it stops the worker's work. Busy if the queue is full.
        """
        if rank == URGENT and self.waiting() >= self.queue:
            raise Busy
        job = Job(rank, next(self._numbers), function, args, seconds, retries)
        self._put(job)
        return job.future

    def _put(self, job: Job) -> None:
        with self._changed:
            if self._closed:
                job.future.cancel()
                return
            heapq.heappush(self._jobs, job)
            self._changed.notify()

    def take(self) -> Job | None:
        """The next job, once there is one; None when the pool is closed."""
        with self._changed:
            while not self._closed:
                while self._jobs:
                    job = heapq.heappop(self._jobs)
                    if not job.future.cancelled():
                        return job
                self._changed.wait()
            return None

    def again(self, job: Job, error: Exception) -> None:
        """A job's worker is lost: try once more, or give the error to who waits."""
        if job.retries > 0:
            job.retries -= 1
            self._put(job)
        else:
            job.finish(error=error)

    def lost(self, why: str, pid: int | None) -> None:
        """Count a worker that ended."""
        self.deaths[why] += 1
        log.warning("worker ended", extra={"why": why, "worker": pid})

    def launch(self) -> tuple[BaseProcess, connection.Connection]:
        """Start a process; WorkerDied if it does not come up."""
        ours, theirs = self.context.Pipe()
        with self._starting:  # multiprocessing's own bookkeeping is not safe across threads
            process = self.context.Process(target=serve, args=(theirs, *self.begin), daemon=True)
            process.start()
        theirs.close()
        try:
            if ours.poll(START_SECONDS) and ours.recv() == READY:
                return process, ours
        except (EOFError, OSError):
            pass
        process.kill()
        ours.close()
        raise WorkerDied("a worker did not come up")

    def close(self) -> None:
        """Kill the workers; jobs that are not done are cancelled."""
        with self._changed:
            self._closed = True
            jobs, self._jobs = self._jobs, []
            self._changed.notify_all()
        for job in jobs:
            job.future.cancel()
        for keeper in self._keepers:
            keeper.leave()
        for keeper in self._keepers:
            if keeper.is_alive():
                keeper.join(timeout=5)


@dataclass(frozen=True)
class Patient:
    """A pool as batches see it: an executor, all of whose calls have one deadline and let others pass."""

    pool: Pool
    seconds: float

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Have a worker call a function."""
        return self.pool.submit(function, *args, seconds=self.seconds, rank=PATIENT)


class Keeper(threading.Thread):
    """Looks after one worker: hands it a job at a time, and replaces it when it is lost."""

    def __init__(self, pool: Pool, number: int) -> None:
        super().__init__(name=f"keeper-{number}", daemon=True)
        self.pool = pool
        self.process: BaseProcess | None = None
        self.pipe: connection.Connection | None = None
        self.job: Job | None = None
        self.was_ready = False
        self.leaving = False
        self.woken, self.waker = os.pipe()

    def run(self) -> None:
        """Work until the pool is closed."""
        with suppress(WorkerDied):
            self._worker()
        while (job := self.pool.take()) is not None:
            self.job = job
            job.future.add_done_callback(lambda _: self.wake())
            try:
                self._do(job)
            except WorkerDied as error:
                self.pool.again(job, error)
            finally:
                self.job = None
        self._kill()

    def wake(self) -> None:
        """Have the keeper look at its job's future."""
        with suppress(OSError):
            os.write(self.waker, b".")

    def leave(self) -> None:
        """Give up the job at hand and end."""
        self.leaving = True
        job = self.job
        if job is not None:
            job.future.cancel()
        self.wake()

    def _worker(self) -> connection.Connection:
        """The pipe to a living worker."""
        if self.process is not None and not self.process.is_alive():
            self._kill()
        if self.pipe is None:
            self.process, self.pipe = self.pool.launch()
            self.was_ready = True
        return self.pipe

    def _kill(self) -> None:
        process, pipe = self.process, self.pipe
        self.process = self.pipe = None
        if process is not None and pipe is not None:
            process.kill()
            with self.pool._starting:
                process.join(timeout=1)
            pipe.close()

    def _lose(self, why: str) -> None:
        self.pool.lost(why, self.process.pid if self.process is not None else None)
        self._kill()

    def _do(self, job: Job) -> None:
        """One job from the hand-over to its end; WorkerDied if the worker is lost by itself."""
        pipe = self._worker()
        try:
            pipe.send((job.function, job.args))
            self._wait(job, pipe)
        except (EOFError, OSError):
            self._lose("crashed")
            raise WorkerDied("the worker ended without an answer") from None

    def _wait(self, job: Job, pipe: connection.Connection) -> None:
        assert self.process is not None
        end = None if job.seconds is None else time.monotonic() + job.seconds
        stopping = False
        while True:
            if job.future.cancelled() and not stopping:
                pipe.send(STOP)
                stopping, end = True, time.monotonic() + (0 if self.leaving else STOP_SECONDS)
            left = None if end is None else max(0.0, end - time.monotonic())
            ready = connection.wait([pipe, self.process.sentinel, self.woken], left)
            if pipe in ready or self.process.sentinel in ready:
                self._take_reply(job, pipe.recv())
                return
            if self.woken in ready:
                os.read(self.woken, 1000)
            elif not ready:
                self._lose("cancelled" if stopping else "overdue")
                job.finish(error=Overdue("the worker did not answer in time"))
                return

    def _take_reply(self, job: Job, reply: tuple[bool, Any]) -> None:
        is_result, value = reply
        if is_result:
            job.finish(value)
        elif isinstance(value, MemoryError):
            self._lose("memory")
            job.finish(error=value)
        else:
            job.finish(error=value)
