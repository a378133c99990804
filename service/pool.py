"""Solving processes under a hard deadline: one that is stuck, crashed or too large is killed and replaced.

A thread looks after each worker and speaks with it through a pipe of its own. Workers share no lock and no
queue, so one that is killed at any instant takes nothing along but its own request. Workers are forked from a
process that has the kernels ready (``service.work.warm``): a new one costs milliseconds.
"""

from __future__ import annotations

import heapq
import logging
import multiprocessing
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import count
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from service.jobs import PATIENT, URGENT, Busy, Job, WorkerDied
from service.keeper import Keeper
from service.worker import READY, serve

START_SECONDS = 900.0
"""How long the first worker may take: kernels that were never compiled take a minute or two."""
WARM, WARM_IN_SERVICE = "service.work.warm", "service.work.warm_in_service"

log = logging.getLogger("rungwise.pool")


class Pool:
    """A bounded queue before some workers. ``submit`` is safe from any thread."""

    def __init__(
        self,
        workers: int,
        queue: int = 64,
        known: Path | None = None,
        megabytes: int | None = None,
        warm: str = WARM,
    ) -> None:
        self.queue = queue
        self.context = multiprocessing.get_context("forkserver")
        self.begin = known, megabytes
        self.warm = warm
        """The module that the server which workers are forked from imports first."""
        self.deaths: Counter[str] = Counter()
        """How often workers ended, by why: ``crashed``, ``overdue``, ``cancelled``, ``memory``."""
        self._numbers = count()
        self._jobs: list[Job] = []
        self._changed = threading.Condition()
        self.starting = threading.Lock()
        self._closed = False
        self._keepers = [Keeper(self, number) for number in range(workers)]

    def start(self) -> None:
        """Begin to start the workers; returns at once."""
        self.context.set_forkserver_preload([self.warm])
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
        grace: float = 0,
        rank: int = URGENT,
        retries: int = 0,
    ) -> Future[Any]:
        """Have a worker call a function that is to end ``seconds`` after it begins.

        The function may promise to end earlier (``service.work.stop.promise``); then it has ``grace`` more.

        The future may raise Overdue, WorkerDied (after so many retries) or what the function raises; to
        cancel it stops the worker's work. Busy if the queue is full.
        """
        if rank == URGENT and self.waiting() >= self.queue:
            raise Busy
        job = Job(rank, next(self._numbers), function, args, seconds, grace, retries)
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
        with self.starting:  # multiprocessing's own bookkeeping is not safe across threads
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
