"""The workers of a scheduler as an executor: calls go out, are carried out once, and can be taken back.

A thread of its own speaks with the scheduler. A call whose worker was lost while at it raises WorkerLost and
is left to the caller, who knows how to take it apart; a call that only stood in a lost worker's queue goes
out again by itself.
"""

from __future__ import annotations

import asyncio
import pickle
import threading
import time
import uuid
from collections.abc import Callable, Coroutine
from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress
from itertools import count
from typing import Any, TypeVar

from distributed import Event, KilledWorker
from distributed.client import FutureCancelledError

from bench.cluster.address import SchedulerLost, read_address
from bench.cluster.connection import close, connect
from bench.cluster.there import Begun, Order, carry_out, stop
from bench.pace import Pace
from bench.work import Distant

LOOK_SECONDS = 2.0
"""Between two looks at which workers there are."""
LONELY_SECONDS = 300.0
"""How long calls wait where all workers are gone: kernels that were never compiled take a minute or two."""
BLAMED = 20
"""How often a call goes out again that was never begun, for workers lost beside it."""
AHEAD = 3
"""Calls for each worker: one at work, one at hand, one whose result waits for its turn."""
GATHER_SECONDS = 0.02
"""Calls that are taken back in so short a time are told of together, so that none begins as another ends."""
STOP_SECONDS = 3.0
"""For telling the workers to stop."""

T = TypeVar("T")


class WorkerLost(BrokenExecutor):
    """The worker ended while it was at this call."""


class Cluster(Distant):
    """The workers of one scheduler. ClusterError if it cannot be reached or they are not fit."""

    def __init__(self, address: str, warm_up: Callable[[], object] | None = None) -> None:
        self.address = read_address(address)
        self.name = uuid.uuid4().hex
        self.pace = Pace()
        self.workers = 1
        self._numbers = count()
        self._closed = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._futures: set[Any] = set()
        """What the scheduler is asked for now."""
        self._unwanted: list[str] = []
        """Marks of calls that were taken back, and are perhaps at work."""
        self._telling: asyncio.Task[None] | None = None
        self._why_lost = "the scheduler is lost"
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="cluster", daemon=True)
        self._thread.start()
        try:
            self.client = self._call(connect(self.address, warm_up))
            self._call(self._count_workers())
        except BaseException:
            self._end_thread()
            raise
        self._looking = asyncio.run_coroutine_threadsafe(self._look(), self._loop)

    @property
    def is_running(self) -> bool:
        """Whether the scheduler is there and calls can be submitted."""
        return not self._closed and self.client.status == "running"

    @property
    def ahead(self) -> int:
        """Calls that keep all workers at work, as many as there are now."""
        return AHEAD * max(1, self.workers)

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        """Have a worker call a function; WorkerLost, SchedulerLost, or what the function raises."""
        assert not options, "what a call is given goes by position"
        return self.submit_within(None, function, *arguments)

    def submit_within(
        self, seconds: float | None, function: Callable[..., Any], /, *arguments: Any
    ) -> Future[Any]:
        """As ``submit``; a worker that is not done after so many seconds is ended, which is WorkerLost."""
        if self._closed:
            raise RuntimeError("the executor is shut down")
        order = Order(
            f"rungwise-{self.name}-{next(self._numbers)}",
            pickle.dumps((function, arguments)),
            seconds,
        )
        return asyncio.run_coroutine_threadsafe(self._carry(order), self._loop)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """With ``cancel_futures``, calls are taken back and what is at work is told to end."""
        if self._closed:
            return
        self._closed = True
        with suppress(Exception):
            self._call(self._leave(cancel_futures))
        self._end_thread()

    def _call(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _end_thread(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=5)
        if not self._thread.is_alive():
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
            self._loop.close()

    async def _leave(self, cancel: bool) -> None:
        if not cancel and self._tasks:
            await asyncio.wait(self._tasks)
        self._looking.cancel()
        busy = list(self._tasks)
        for task in busy:
            task.cancel()
        if busy:
            await asyncio.wait(busy, timeout=STOP_SECONDS)
        if self._telling is not None:
            await asyncio.wait({self._telling}, timeout=STOP_SECONDS)
        await close(self.client)

    async def _carry(self, order: Order) -> Any:
        """The result of one call, through as many lost neighbours as it takes."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            for attempt in range(BLAMED):
                if (result := await self._attempt(order, attempt)) is not None:
                    return pickle.loads(result)
            raise WorkerLost(f"the call never began: workers were lost {BLAMED} times before its turn")
        finally:
            self._tasks.discard(task)

    async def _attempt(self, order: Order, attempt: int) -> bytes | None:
        """The pickled result; None where the call was given up before it began."""
        if self.client.status != "running":
            raise SchedulerLost(f"{self.address}: {self._why_lost}")
        future = self.client.submit(carry_out, order, key=f"{order.mark}-{attempt}", pure=False)
        self._futures.add(future)
        try:
            result: bytes = await future
            return result
        except Begun:
            raise WorkerLost("the worker was lost while it was at this call") from None
        except KilledWorker:
            mark = Event(order.mark, client=self.client)
            if await mark.is_set():
                await mark.clear()
                raise WorkerLost("the worker was lost while it was at this call") from None
            return None
        except FutureCancelledError:
            raise SchedulerLost(f"{self.address}: {self._why_lost}") from None
        except asyncio.CancelledError:
            self._take_back(order.mark)
            raise
        finally:
            self._futures.discard(future)
            future.release()  # unless it is done, nobody wants it any more: the scheduler takes it back

    def _take_back(self, mark: str) -> None:
        """Tell the workers that a call is not wanted, together with others that come in the same moment."""
        self._unwanted.append(mark)
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        while self._unwanted:
            await asyncio.sleep(GATHER_SECONDS)
            marks, self._unwanted = self._unwanted, []
            with suppress(OSError, TimeoutError):
                await asyncio.wait_for(self.client.run(stop, marks, on_error="ignore"), STOP_SECONDS)

    async def _count_workers(self) -> None:
        self.workers = len(await self.client.nthreads())

    async def _look(self) -> None:
        """Keep the number of workers; give the calls up where there are none for too long."""
        seen = time.monotonic()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(OSError, TimeoutError):
                await self._count_workers()
                if self.workers:
                    seen = time.monotonic()
            if time.monotonic() - seen > LONELY_SECONDS:
                self._why_lost = "all workers are gone"
                await self.client.cancel(list(self._futures))
