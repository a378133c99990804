"""What the routes share: settings, pool, store, batches and counters of one running service."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from service.batches import Runner
from service.bodies import Patience
from service.keys import Keys, RateLimit
from service.lock import hold
from service.metrics import Metrics
from service.places import Here, There
from service.pool import WARM_IN_SERVICE, Pool
from service.settings import Settings
from service.store import Store
from service.work.caps import Caps
from service.work.facts import Fact, learnable

T = TypeVar("T")

HOUSEKEEPING_SECONDS = 600.0

log = logging.getLogger("rungwise")


class House:
    """One running service. The store is opened when it is made, workers and batches when it starts.

    Taken where another service has the database: two would answer its batches twice.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.caps = Caps(settings.seconds, settings.max_seconds, settings.max_nodes, settings.max_solutions)
        self.patience = Patience(settings.body_seconds, settings.body_rate)
        settings.database.parent.mkdir(parents=True, exist_ok=True)
        self.lock = hold(settings.database.with_name(f"{settings.database.name}.lock"))
        self.store = Store(settings.database)
        known = self.store.path if settings.known_results else None
        self.pool = Pool(settings.workers, settings.queue, known, settings.worker_memory, WARM_IN_SERVICE)
        here = Here(self.pool, settings.workers + 1)
        self.place = here if settings.scheduler is None else There(settings.scheduler)
        self.metrics = Metrics(self.pool)
        self.keys = Keys.read(settings.keys.get_secret_value())
        self.rate = RateLimit(settings.rate, settings.burst)
        self.writer = ThreadPoolExecutor(1, "store-writer")
        self.stopping = asyncio.Event()
        """Set when the service is asked to end: streams without an end then end."""
        self.runner = Runner(
            self.store,
            self.place,
            self.caps,
            settings.kill_after,
            settings.known_results,
            self.in_writer,
            self.tell,
        )
        self.metrics.batches.set_function(lambda: len(self.runner.work))
        self._learned: list[tuple[bytes, bytes]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start the workers, go on with unfinished batches, keep the house."""
        self.pool.start()
        await self.runner.resume()
        self._spawn(self._keep_house())

    async def close(self) -> None:
        """Stop; what was accepted is kept."""
        self.stopping.set()
        await self.runner.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self.place.close)
        await asyncio.to_thread(self.pool.close)
        self.writer.shutdown()
        self.store.close()
        self.lock.close()

    async def in_writer(self, function: Callable[..., T], *args: Any) -> T:
        """Call a function in the one thread that writes the store."""
        return await asyncio.get_running_loop().run_in_executor(self.writer, partial(function, *args))

    def count(self, action: str, fact: Fact) -> None:
        """Count an answer to a single call, and keep what was learned of its board."""
        self.tell(action, [fact])
        learned = learnable([fact])
        if learned:
            self._learned += learned
            if len(self._learned) == len(learned):
                self._spawn(self._learn())

    def tell(self, action: str, facts: list[Fact]) -> None:
        """Count answers, and be loud where engines disagree; the answer itself holds what reproduces it."""
        self.metrics.count(action, facts)
        for fact in facts:
            if fact.verdict == "conflict":
                log.error("engines disagree", extra={"action": action, "kind": fact.kind})

    async def _learn(self) -> None:
        """Write what single calls have learned, together with what comes in the next moment."""
        await asyncio.sleep(0.2)
        learned, self._learned = self._learned, []
        await self.in_writer(self.store.finish_runs, [], learned, self.settings.known_results)

    async def _keep_house(self) -> None:
        while True:
            gone = await self.in_writer(self.store.expire, self.settings.keep_hours)
            if gone:
                log.info("batches expired", extra={"count": len(gone)})
            await asyncio.sleep(HOUSEKEEPING_SECONDS)

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
