"""What is handed to workers, and how it may fail."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

URGENT, PATIENT = range(2)
"""Somebody waits for the answer; or it is a part of a batch."""


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
    grace: float = field(compare=False)
    retries: int = field(compare=False)
    future: Future[Any] = field(default_factory=Future, compare=False)

    def finish(self, result: Any = None, error: BaseException | None = None) -> None:
        """Hand over the outcome, unless nobody waits for it any more."""
        with suppress(InvalidStateError):
            if error is None:
                self.future.set_result(result)
            else:
                self.future.set_exception(error)
