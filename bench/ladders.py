"""The ladder in parts: its rungs added in order, and each of them left out of the full set."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engines.engine import Limits, Watch
from engines.ladder import PROBE, Ascent, Ladder
from engines.probe import FOUND
from models import puzzle_class
from models.puzzle import Puzzle

FULL = "ladder"


@dataclass(frozen=True)
class Part:
    """Some of a ladder's rungs, probe among them or not."""

    name: str
    rungs: tuple[str, ...]
    probing: bool

    @property
    def engine(self) -> Ladder:
        """The ladder of these rungs alone."""
        return Ladder(self.rungs, self.probing)


def parts(kind: str) -> list[Part]:
    """``ladder to X``: the rungs up to X; the full ladder; ``ladder without X``: all but X, and probe.

    All of them search depth first. ``ladder without learning``: all of it, where the engine's search learns.
    """
    rungs = puzzle_class(kind).rungs
    added = [Part(f"{FULL} to {name}", rungs[: place + 1], False) for place, name in enumerate(rungs)]
    fewer = {name: tuple(other for other in rungs if other != name) for name in rungs}
    left_out = [Part(f"{FULL} without {name}", others, True) for name, others in fewer.items()]
    plain = [Part(f"{FULL} without learning", rungs, True)] if puzzle_class(kind).learns else []
    return [*added, Part(FULL, rungs, True), *left_out, *plain]


@dataclass(frozen=True)
class Fixpoint:
    """How far a part of the ladder gets without search.

    ``candidates`` uint64[cells, words] is what is left; ``is_reached`` is False if a limit came first;
    ``is_finished``: one candidate a cell; ``is_contradiction``: there is no answer, and what is left
    means nothing.
    """

    candidates: npt.NDArray[np.uint64]
    is_reached: bool
    is_finished: bool
    is_contradiction: bool

    @property
    def left(self) -> int:
        """How many candidates are left."""
        return int(np.bitwise_count(self.candidates).sum())

    def differs(self, other: Fixpoint) -> bool:
        """Whether the two are not the same, bit by bit."""
        if self.is_contradiction or other.is_contradiction:
            return self.is_contradiction != other.is_contradiction
        return bool((self.candidates != other.candidates).any())


def fixpoint(puzzle: Puzzle, part: Part, seconds: float | None = None) -> Fixpoint:
    """Climb and probe, and stop where the search would begin."""
    limits = Limits(solutions=2, keep=1, nodes=0, seconds=seconds)
    ascent = Ascent(puzzle, part.rungs, part.probing)
    _, limit = ascent.search(limits, Watch(limits))
    is_finished = ascent.is_finished()
    return Fixpoint(
        ascent.candidates,
        is_reached=limit in (None, "nodes"),
        is_finished=is_finished,
        is_contradiction=limit is None and not bool(ascent.control[FOUND]),
    )


def used(counters: dict[str, int], rungs: tuple[str, ...]) -> list[str]:
    """The rungs that removed something or met a contradiction, then ``probe`` and ``search`` if they ran."""
    found = [name for name in rungs if counters.get(f"{name}_removed") or counters.get(f"{name}_conflicts")]
    return found + [PROBE] * bool(counters.get("probes")) + ["search"] * bool(counters.get("nodes"))
