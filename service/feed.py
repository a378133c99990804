"""Feeding workers with the runs of a batch: what is quick goes together, what is hard goes apart.

A slice of work brings the answers to the first lines of what was sent. They count at once; the lines that it
has not come to are new, smaller runs, which any worker may take next.
"""

from __future__ import annotations

import asyncio
from bisect import insort
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from operator import attrgetter

from service.places import Place
from service.runs import RUN_LINES, Executor, Task, answer_run, answer_slice, split
from service.tables import Run
from service.work.facts import Lines

FIRST = attrgetter("first")


@dataclass(frozen=True)
class Part:
    """A run, the answers to its first lines (none: it is only cut), and its other lines as runs."""

    run: Run
    lines: Lines
    rest: list[Run]


class Feed:
    """Between a source and a keeper of runs.

    ``more`` gives runs behind those it gave before, none where there are none now; ``keep`` gets the parts.
    """

    def __init__(
        self,
        place: Place,
        executor: Executor,
        task: Task,
        more: Callable[[], Awaitable[list[Run]]],
        keep: Callable[[list[Part]], Awaitable[None]],
    ) -> None:
        self.place = place
        self.executor = executor
        self.task = task
        self.more = more
        self.keep = keep
        self._waiting: list[Run] = []
        """In the order of their lines: the first gap among the answers is always in work."""
        self._apart: set[int] = set()
        """First lines of runs that go alone: a worker was lost over them and others."""

    async def run(self) -> None:
        """Have all lines answered."""
        active: set[asyncio.Task[None]] = set()
        try:
            while True:
                while len(active) < self.place.ahead() and (group := await self._next()):
                    active.add(asyncio.create_task(self._answer(group)))
                if not active:
                    return
                done, active = await asyncio.wait(active, return_when=asyncio.FIRST_COMPLETED)
                for each in done:
                    each.result()
        finally:
            for left in active:
                left.cancel()

    async def _next(self) -> list[Run]:
        """The runs that go to a worker next: some that follow each other without a gap, or a piece of one."""
        ahead, lines = self.place.ahead(), self.place.lines()
        if self._lines_waiting() < ahead * lines:
            self._waiting.extend(await self.more())
        if not self._waiting:
            return []
        # The last lines are shared out among all workers.
        lines = max(1, min(lines, self._lines_waiting() // ahead))
        if 2 * lines - 1 < len(self._waiting[0].lines):
            run = self._waiting.pop(0)
            self._waiting[:0] = pieces = cut(run, 0, lines)
            await self.keep([Part(run, Lines([], []), pieces)])
        group = [self._waiting.pop(0)]
        count = len(group[0].lines)
        while count < lines and self._waiting and self._goes_with(group[-1], self._waiting[0]):
            group.append(self._waiting.pop(0))
            count += len(group[-1].lines)
        return group

    def _lines_waiting(self) -> int:
        return sum(len(run.lines) for run in self._waiting)

    def _goes_with(self, run: Run, following: Run) -> bool:
        follows = run.first + len(run.lines) == following.first
        return follows and run.first not in self._apart and following.first not in self._apart

    async def _answer(self, runs: list[Run]) -> None:
        """One slice of work on some runs."""
        run = runs[0]
        if len(runs) == len(run.lines) == 1:
            found = await answer_run(self.executor, self.task, run.first, run.lines)
        else:
            found = await answer_slice(self.executor, self.task, runs)
        if found.seconds:
            self.place.took(len(found.texts), found.seconds)
        parts = self._parts(runs, found) if found.texts else self._take_apart(runs)
        for part in parts:
            for each in part.rest:
                insort(self._waiting, each, key=FIRST)
        await self.keep(parts)

    def _parts(self, runs: list[Run], found: Lines) -> list[Part]:
        """What was answered, and what is left of the run that the slice ended in."""
        parts = []
        for run, lines in split(runs, found):
            if lines.texts:
                parts.append(Part(run, lines, cut(run, len(lines.texts), min(self.place.lines(), RUN_LINES))))
            else:
                insort(self._waiting, run, key=FIRST)
        return parts

    def _take_apart(self, runs: list[Run]) -> list[Part]:
        """A worker was lost: the runs go out again each alone, a single run line by line."""
        if len(runs) > 1:
            self._apart.update(run.first for run in runs)
            for run in runs:
                insort(self._waiting, run, key=FIRST)
            return []
        pieces = cut(runs[0], 0, 1)
        self._apart.update(piece.first for piece in pieces)
        return [Part(runs[0], Lines([], []), pieces)]


def cut(run: Run, start: int, lines: int) -> list[Run]:
    """The lines of a run behind the first ``start``, in runs of at most so many."""
    return [
        Run(run.batch, run.first + at, run.lines[at : at + lines])
        for at in range(start, len(run.lines), lines)
    ]
