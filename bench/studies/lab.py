"""Where studies do their work: samples by seed, spread over processes, the same whatever their number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from bench.work import Crew, Lost, nobody_stops
from models.puzzle import RungwiseError

Task = TypeVar("Task")
Result = TypeVar("Result")


class Stopped(Exception):  # noqa: N818 - asked for, not an error
    """Nobody waits for the study any more."""


class TaskLost(RungwiseError):  # noqa: N818 - what happened
    """Work that a study cannot leave out ended its process, and did so again alone."""


Call = tuple[Callable[[Any], Any], Any]


def _call(call: Call) -> Any:
    function, task = call
    return function(task)


def make_crew(
    make: Callable[[], Executor], ahead: int = 8, stopped: Callable[[], bool] = nobody_stops
) -> Crew[Call, Any]:
    """A crew for all the functions of a study."""
    return Crew(_call, make, ahead, stopped)


def tell_nobody(what: str, done: int, total: int) -> None:
    """For those who do not watch."""


@dataclass
class Lab:
    """One run of a study.

    ``crew``: see ``make_crew``. ``boards``: no sample is larger than this.
    ``tell``: called with what is measured, how much is done and of how much.
    """

    crew: Crew[Call, Any]
    seed: int = 1
    boards: int | None = None
    tell: Callable[[str, int, int], None] = tell_nobody
    stopped: Callable[[], bool] = nobody_stops
    _kept: dict[str, Any] = field(default_factory=dict)

    def size(self, full: int) -> int:
        """How large a sample is whose full size this is."""
        return full if self.boards is None else min(full, self.boards)

    def seeds(self, full: int, *place: int) -> list[int]:
        """A seed for each member of a sample; those of a smaller sample come first in a larger one."""
        return [
            int(np.random.SeedSequence((self.seed, *place, number)).generate_state(1)[0])
            for number in range(self.size(full))
        ]

    def measure(self, what: str, function: Callable[[Task], Result], tasks: Iterable[Task]) -> list[Result]:
        """The results of a function on every task, in order. Stopped if asked to."""
        calls = [(function, task) for task in tasks]
        results: list[Result] = []
        found = self.crew.each(calls)
        try:
            while len(results) < len(calls):
                self.tell(what, len(results), len(calls))
                landed = None if self.stopped() else next(found, None)
                if landed is None:
                    raise Stopped
                (_, task), result = landed
                if isinstance(result, Lost):
                    raise TaskLost(f"{what}: the work on {repr(task)[:80]} ended its process twice")
                results.append(result)
        finally:
            found.close()
        return results

    def once(self, name: str, work: Callable[[], Result]) -> Result:
        """The result of work that several tables are made of, done for the first of them."""
        if name not in self._kept:
            self._kept[name] = work()
        kept: Result = self._kept[name]
        return kept


def rng(seed: int) -> np.random.Generator:
    """The random numbers of one task."""
    return np.random.Generator(np.random.PCG64(seed))


def batches(total: int, largest: int) -> Sequence[int]:
    """A total in parts of at most so much."""
    return [min(largest, total - start) for start in range(0, total, largest)]
