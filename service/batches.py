"""The batches of a service: what is accepted is worked on, kept, and gone on with after any end."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from typing import Any

from service.places import Place
from service.runs import RUN_LINES, Task, answer_rest, answer_slice, joined, split
from service.store import Store
from service.tables import Done, Run
from service.work.caps import Caps
from service.work.facts import Fact, Lines, learnable
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
        """Stop working on a batch."""
        work = self.work.get(batch)
        if work is not None:
            work.cancel()
            await asyncio.wait([work])

    async def close(self) -> None:
        """Stop everything; unfinished batches go on when the service starts again."""
        self.closed = True
        for batch in list(self.work):
            await self.stop(batch)

    async def _run(self, batch: str, task: Task) -> None:
        """Feed the workers: runs for each of them in work, and some more at hand."""
        place = self.place
        executor = await place.open(task)

        unbegun: deque[Run] = deque()

        async def each(runs: list[Run]) -> None:
            first = await answer_slice(executor, task, runs) if len(runs) > 1 else Lines([], [])
            place.took(len(first.texts), first.seconds)
            parts = list(split(runs, first))
            whole = [(run, part) for run, part in parts if len(part.texts) == len(run.lines)]
            open_parts = parts[len(whole) :]
            # What the slice has not come to, other workers may take.
            unbegun.extend(run for run, _ in open_parts[1:])
            await self._keep(whole, task.action)
            for run, part in open_parts[:1]:
                lines = await answer_rest(executor, task, run, part)
                place.took(len(lines.texts) - len(part.texts), lines.seconds)
                await self._keep([(run, lines)], task.action)

        after = 0
        active: set[asyncio.Task[None]] = set()
        try:
            while True:
                found = sorted(unbegun, key=attrgetter("first"))
                unbegun.clear()
                if not found:
                    at_hand = 4 * place.ahead() * max(1, place.lines() // RUN_LINES)
                    found = await asyncio.to_thread(self.store.open_runs, batch, after, at_hand)
                    after = found[-1].first if found else after
                for runs in joined(found, place.lines):
                    while len(active) >= place.ahead():
                        active = await first_of(active)
                    active.add(asyncio.create_task(each(runs)))
                if active and not found:
                    active = await first_of(active)
                elif not found and not unbegun:
                    break
        finally:
            for left in active:
                left.cancel()
        await self._tell()

    async def _keep(self, answered: list[tuple[Run, Lines]], action: str) -> None:
        """Write the answers; those that come while others are being written go together in one turn."""
        for run, lines in answered:
            verdicts = Counter(fact.verdict for fact in lines.facts)
            done = Done(run.batch, run.first, b"\n".join(lines.texts), verdicts)
            self._finished.append((done, lines.facts))
            self.on_facts(action, lines.facts)
        async with self._written:
            finished, self._finished = self._finished, []
            if finished:
                learned = [pair for _, facts in finished for pair in learnable(facts)]
                await self.in_writer(
                    self.store.finish_runs, [done for done, _ in finished], learned, self.keep
                )
                await self._tell()

    async def _tell(self) -> None:
        async with self.changed:
            self.changed.notify_all()


async def first_of(active: set[asyncio.Task[None]]) -> set[asyncio.Task[None]]:
    """Wait for one of some tasks, and raise what went wrong in it; the others."""
    done, others = await asyncio.wait(active, return_when=asyncio.FIRST_COMPLETED)
    for finished in done:
        finished.result()
    return others
