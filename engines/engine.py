"""What an engine is: limits in, an outcome out. Knows no puzzle and no solving method."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

import numpy as np

from models.puzzle import Grid, Puzzle, RungwiseError


class Verdict(StrEnum):
    """What is known of a board. ``undecided`` always comes with the limit that was hit."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNDECIDED = "undecided"
    CONFLICT = "conflict"


class WrongSolution(RungwiseError):  # noqa: N818 - a fault of an engine, not of its input
    """An engine found a grid that breaks the rules: a fault in this project, always loud."""


class BadStatement(RungwiseError):  # noqa: N818 - a fault of a puzzle's view, not of its input
    """A view broke its contract with the engines: a fault in this project, always loud."""


class EngineMissing(RungwiseError):  # noqa: N818 - as the user reads it
    """The engine cannot be used here: not installed (the message says how to install it), or not for this."""


KEPT_CELLS = 2_000_000
"""Cells of all grids kept of one board: to check and write them takes a fraction of a second."""


@dataclass(frozen=True)
class Limits:
    """Where an engine must stop. ``None`` is no limit.

    ``solutions``: how many are looked for (2 decide uniqueness); ``keep``: how many of those are
    kept as grids (default: all; at most 1000, fewer of large boards); ``seconds``: wall clock from the call;
    ``nodes``: as the engine counts them; ``cancelled``: asked often, true ends the work.
    """

    solutions: int | None = 2
    keep: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    cancelled: Callable[[], bool] | None = None

    @property
    def kept(self) -> int:
        """How many solutions are kept as grids, whatever their size."""
        if self.keep is not None:
            return self.keep
        return 1000 if self.solutions is None else min(self.solutions, 1000)

    def kept_of(self, cells: int) -> int:
        """How many solutions of a board of so many cells are kept as grids."""
        return self.kept if self.keep is not None else min(self.kept, max(2, KEPT_CELLS // max(1, cells)))

    def with_seconds(self, seconds: float | None) -> Limits:
        """The same limits with another deadline."""
        return Limits(self.solutions, self.keep, seconds, self.nodes, self.cancelled)


class LimitHit(Exception):  # noqa: N818 - a limit is no error
    """Ends work that cannot be gone on with later, as the building of a statement; ``gather`` catches it."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


_off = [0.0]
"""Seconds that were off the clock in this process."""


@contextmanager
def off_the_clock() -> Iterator[None]:
    """Loading kernels, or compiling them, which no watch counts: once, for all boards. Not to be nested."""
    start = time.perf_counter()
    try:
        yield
    finally:
        _off[0] += time.perf_counter() - start


class Watch:
    """A running clock over some limits: says which limit is hit, if any."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.started = time.perf_counter() - _off[0]

    def elapsed(self) -> float:
        """Seconds since the watch was made, without those off the clock."""
        return time.perf_counter() - _off[0] - self.started

    def remaining(self) -> float | None:
        """Seconds left (never negative), or None without a deadline."""
        if self.limits.seconds is None:
            return None
        return max(0.0, self.limits.seconds - self.elapsed())

    def hit(self) -> str | None:
        """``time`` or ``cancelled`` once that limit is hit."""
        if self.limits.cancelled is not None and self.limits.cancelled():
            return "cancelled"
        if self.limits.seconds is not None and self.elapsed() >= self.limits.seconds:
            return "time"
        return None

    def look(self, ahead: float = 0.0) -> None:
        """LimitHit once a limit is hit, or where less than ``ahead`` seconds are left."""
        limit = self.hit()
        left = self.remaining()
        if limit is None and left is not None and left < ahead:
            limit = "time"
        if limit is not None:
            raise LimitHit(limit)


class Pace:
    """How much work an engine does between two looks at its watch: as much as takes ``seconds``.

    What a unit of work costs depends on the puzzle, its size and the machine, so the size of a slice
    doubles or shrinks with the time the last one took. Only for work that does not notice where it is cut.
    """

    def __init__(self, first: int, most: int = 1_000_000, seconds: float = 0.01) -> None:
        self.size = first
        self.most = most
        self.seconds = seconds

    def took(self, seconds: float) -> None:
        """Fit the next slice to the time that the last one took."""
        if seconds > 2 * self.seconds:
            self.size = max(1, int(self.size * self.seconds / seconds))
        elif seconds < self.seconds / 2:
            self.size = min(2 * self.size, self.most)


@dataclass
class Outcome:
    """What an engine found.

    ``solutions`` are the kept grids, each passed by the rules; ``count`` is how many distinct
    solutions were found; ``exhausted`` says that there are no others; ``limit`` names what ended
    the work early (``solutions``, ``time``, ``nodes``, ``memory``, ``cancelled``). ``nodes`` is
    defined per engine in ARCHITECTURE.md. ``settled`` is a grid of what is known for certain
    (``UNKNOWN`` elsewhere) when the engine can say so.
    """

    engine: str
    solutions: list[Grid] = field(default_factory=list)
    count: int = 0
    exhausted: bool = False
    limit: str | None = None
    nodes: int = 0
    counters: dict[str, int] = field(default_factory=dict)
    build_seconds: float = 0.0
    solve_seconds: float = 0.0
    grade: str | None = None
    reason: str | None = None
    settled: Grid | None = None

    @property
    def verdict(self) -> Verdict:
        """The verdict that follows from what was found and whether the space was searched through."""
        if self.count >= 2:
            return Verdict.MULTIPLE
        if not self.exhausted:
            return Verdict.UNDECIDED
        return Verdict.UNIQUE if self.count == 1 else Verdict.NONE

    def to_json(self) -> dict[str, Any]:
        """The engine's part of a certificate (solutions apart)."""
        return {
            "verdict": str(self.verdict),
            "solutions": self.count,
            "exhausted": self.exhausted,
            "limit": self.limit,
            "nodes": self.nodes,
            "build_seconds": round(self.build_seconds, 6),
            "solve_seconds": round(self.solve_seconds, 6),
            "counters": dict(self.counters),
        }


UNKNOWN = -2
"""A cell of ``Outcome.settled`` whose value is not known."""


class Engine(Protocol):
    """Solves any puzzle through one of its views. Stateless: two equal calls, two equal outcomes."""

    name: str

    def solve(self, puzzle: Puzzle, limits: Limits) -> Outcome:
        """Look for up to ``limits.solutions`` solutions; a limit is an outcome, never an error."""


def checked(puzzle: Puzzle, grid: Grid, engine: str) -> Grid:
    """The grid, made read-only, once the plain rules have passed it; WrongSolution otherwise."""
    broken = puzzle.violations(grid)
    if broken:
        raise WrongSolution(
            f"{engine} returned a grid that breaks a rule ({broken[0].code}: {broken[0].text}) "
            f"for {puzzle.canonical()}"
        )
    grid = np.ascontiguousarray(grid, dtype=np.int16)
    grid.setflags(write=False)
    return grid


def impossible_outcome(engine: str, reason: str) -> Outcome:
    """The outcome for a board that is impossible at first sight."""
    return Outcome(engine=engine, exhausted=True, reason=reason)
