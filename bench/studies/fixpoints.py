"""Where a ladder comes to a rest: the fixpoint of some rungs, with or without probe; nothing is guessed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engines import find_engine
from engines.engine import Limits, Verdict, Watch
from engines.ladder import Ascent, named_counters
from models.puzzle import Grid, Puzzle

CLIMB_ONLY = Limits(solutions=None, keep=0, nodes=0)
PROBE = "probe"


@dataclass(frozen=True)
class Fixpoint:
    """Cells with one candidate left, all cells, and the candidates bit by bit."""

    settled: int
    cells: int
    candidates: bytes
    counters: dict[str, int]

    @property
    def share(self) -> float:
        """The part of the cells that is settled."""
        return self.settled / self.cells

    @property
    def finished(self) -> bool:
        """Whether every cell is settled."""
        return self.settled == self.cells


def climb(puzzle: Puzzle, rungs: tuple[str, ...], probing: bool) -> Ascent:
    """The arrays at the fixpoint. The board must not be contradictory."""
    ascent = Ascent(puzzle, rungs, probing)
    ascent.search(CLIMB_ONLY, Watch(CLIMB_ONLY))
    return ascent


def fixpoint(puzzle: Puzzle, rungs: tuple[str, ...], probing: bool) -> Fixpoint:
    """What is settled at the fixpoint of these rungs."""
    return read(climb(puzzle, rungs, probing))


def read(ascent: Ascent) -> Fixpoint:
    """What is settled in the arrays as they are."""
    settled = int((ascent.sizes[:, 0] == 1).sum())
    return Fixpoint(settled, len(ascent.sizes), ascent.candidates.tobytes(), named_counters(ascent))


def added(rungs: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """Each rung with those cheaper than it, then probe with all: (the last one's name, rungs, probing)."""
    for last in range(1, len(rungs) + 1):
        yield rungs[last - 1], rungs[:last], False
    yield PROBE, rungs, True


def left_out(rungs: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """The full ladder as ``full``, then without one rung after another: (its name, rungs, probing)."""
    yield "full", rungs, True
    for missing in rungs:
        yield missing, tuple(each for each in rungs if each != missing), True
    yield PROBE, rungs, False


def is_unique(puzzle: Puzzle) -> bool:
    """Whether there is one answer, by an engine that has nothing of the ladder."""
    return find_engine("sat").solve(puzzle, Limits()).verdict is Verdict.UNIQUE


def is_kept(ascent: Ascent, answer: Grid) -> bool:
    """Whether all candidates of an answer are there still."""
    cells = np.flatnonzero(answer >= 0)
    values = answer.ravel()[cells].astype(np.int64)
    bits = ascent.candidates[cells, values >> 6] >> (values & 63).astype(np.uint64)
    return bool((bits & np.uint64(1)).all())
