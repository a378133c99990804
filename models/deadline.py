"""The time that making a puzzle may take: looked at between steps, and waking solvers out of long ones."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any

from models.puzzle import BadPuzzle, RungwiseError

LONGEST = 86_400.0
"""Seconds, a day: what waits longer is not waited for."""


class Unfinished(RungwiseError):  # noqa: N818 - as the user reads it
    """Nothing was finished in the time allowed."""


class Deadline:
    """So many seconds from now, or None for as long as it takes; BadPuzzle on a time that cannot be meant.

    ``what`` is what is not finished by then; calling a deadline that has passed raises Unfinished.
    """

    def __init__(self, seconds: float | None, what: str) -> None:
        if seconds is not None and not seconds > 0:
            raise BadPuzzle("expected more than 0 seconds", f"seconds {seconds}")
        if seconds == math.inf:
            raise BadPuzzle("expected a number of seconds", f"seconds {seconds}")
        self.seconds = seconds
        self.what = what
        self.end = None if seconds is None else time.perf_counter() + seconds

    def left(self) -> float | None:
        """Seconds left, negative once it has passed."""
        return None if self.end is None else self.end - time.perf_counter()

    def __call__(self, ahead: float = 0.0) -> None:
        """Unfinished if less than ``ahead`` seconds are left."""
        left = self.left()
        if left is not None and left <= ahead:
            raise Unfinished(f"{self.what} was not finished in {self.seconds:g} s; allow more: seconds")

    def solve(
        self, solver: Any, assumptions: list[int] | None = None, conflicts: int | None = None
    ) -> bool | None:
        """A solver's answer, None if ``conflicts`` did not suffice; Unfinished if the time did not."""
        self()
        if conflicts is not None:
            solver.conf_budget(conflicts)
        with alarm(solver, self.left()):
            status = solver.solve_limited(assumptions=assumptions or [], expect_interrupt=True)
        if status is None:
            self()
        return None if status is None else bool(status)


@contextmanager
def alarm(solver: Any, seconds: float | None) -> Iterator[None]:
    """Interrupt a solver of PySAT that is still at work after so many seconds; None: never."""
    if seconds is None:
        yield
        return
    timer = Timer(min(max(0.0, seconds), LONGEST), solver.interrupt)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        solver.clear_interrupt()
