"""A thread for each worker: hands it jobs, holds it to its deadlines, replaces it when it is lost."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any

from service.jobs import Job, Overdue, WorkerDied
from service.settings import DAY
from service.worker import PROMISE, STOP

if TYPE_CHECKING:
    from service.pool import Pool

STOP_SECONDS = 0.5
"""How long a worker may take to stop before it is killed."""


class Keeper(threading.Thread):
    """Looks after one worker of a pool."""

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
            with self.pool.starting:
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
            left = None if end is None else min(DAY, max(0.0, end - time.monotonic()))
            ready = connection.wait([pipe, self.process.sentinel, self.woken], left)
            if pipe in ready or self.process.sentinel in ready:
                kind, value = pipe.recv()
                if kind != PROMISE:
                    self._take_reply(job, kind, value)
                    return
                if not stopping:
                    end = time.monotonic() + value + job.grace
            if self.woken in ready:
                os.read(self.woken, 1000)
            elif not ready:
                self._lose("cancelled" if stopping else "overdue")
                job.finish(error=Overdue("the worker did not answer in time"))
                return

    def _take_reply(self, job: Job, is_result: bool, value: Any) -> None:
        if is_result:
            job.finish(value)
        elif isinstance(value, MemoryError):
            self._lose("memory")
            job.finish(error=value)
        else:
            job.finish(error=value)
