"""The batches of a service: what is accepted is worked on, kept, and gone on with after any end."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from service.feed import Feed, Part
from service.places import Place
from service.runs import RUN_LINES, Task
from service.store import Store
from service.tables import Done, Run
from service.work.caps import Caps
from service.work.facts import Fact, learnable
from service.work.options import read_options

AGAIN_SECONDS = 10.0
"""How long a batch that could not be written waits."""

log = logging.getLogger("rungwise.batches")


@dataclass
class Runner:
    """The batches of a service, oldest first, each kept in the store after every few runs."""

    store: Store
    place: Place
    caps: Caps
    kill_after: float
    keep: int
    in_writer: Callable[..., Awaitable[Any]]
    """Calls a function in the one thread that writes the store."""
    on_facts: Callable[[str, list[Fact]], None]
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    """Told whenever a batch goes on."""
    closed: bool = False
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
        if self.closed or batch in self.work:
            return
        task = self.place.task(Task(action, read_options(action, options), self.caps, self.kill_after))
        work = asyncio.create_task(self._run(batch, task))
        self.work[batch] = work
        work.add_done_callback(partial(self._ended, batch, action, options))

    def _ended(self, batch: str, action: str, options: dict[str, Any], work: asyncio.Task[None]) -> None:
        """Forget what is done; what failed (a full disk, say) is tried again in a while."""
        self.work.pop(batch, None)
        if not work.cancelled() and (error := work.exception()) is not None:
            log.error("batch stopped", exc_info=error, extra={"batch": batch})
            if not self.closed:
                asyncio.get_running_loop().call_later(AGAIN_SECONDS, self.begin, batch, action, options)

    async def stop(self, batch: str) -> None:
        """Stop working on a batch; the answers that have come are kept."""
        work = self.work.get(batch)
        if work is not None:
            work.cancel()
            await asyncio.wait([work])
            await self._write()

    async def close(self) -> None:
        """Stop everything; unfinished batches go on when the service starts again."""
        self.closed = True
        for batch in list(self.work):
            await self.stop(batch)

    async def _run(self, batch: str, task: Task) -> None:
        """Have all open lines answered and kept."""
        place = self.place
        executor = await place.open(task)
        after = 0

        async def more() -> list[Run]:
            nonlocal after
            at_hand = 4 * place.ahead() * max(1, place.lines() // RUN_LINES)
            found = await asyncio.to_thread(self.store.open_runs, batch, after, at_hand)
            after = found[-1].first + len(found[-1].lines) - 1 if found else after
            return found

        while True:
            await Feed(place, executor, task, more, partial(self._keep, task.action)).run()
            # What could not be written is still open, and is worked on again.
            after = 0
            if not await asyncio.to_thread(self.store.open_runs, batch, 0, 1):
                break
        await self._tell()

    async def _keep(self, action: str, parts: list[Part]) -> None:
        """Write the answers; those that come while others are being written go together in one turn."""
        for part in parts:
            facts = part.lines.facts
            verdicts = Counter(fact.verdict for fact in facts)
            output = b"\n".join(part.lines.texts)
            self._finished.append((Done(part.run.batch, part.run.first, output, verdicts, part.rest), facts))
            self.on_facts(action, facts)
        await self._write()

    async def _write(self) -> None:
        async with self._written:
            finished, self._finished = self._finished, []
            if finished:
                learned = [pair for _, facts in finished for pair in learnable(facts)]
                done = [each for each, _ in finished]
                # A batch that is stopped now takes nothing along of others that are written with it.
                await asyncio.shield(self.in_writer(self.store.finish_runs, done, learned, self.keep))
                await self._tell()

    async def _tell(self) -> None:
        async with self.changed:
            self.changed.notify_all()
