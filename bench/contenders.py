"""Who takes part in a race: engines, the default certificate, and baselines; each a function of a board.

Times are whole (from a parsed board to a checked verdict, model building included, imports and compiling
not); ``ladder kernels`` is the compiled part of the ladder alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from bench.baselines import Baseline, baselines
from engines import ENGINES, Limits, certify, find_engine
from engines.engine import Verdict
from models.puzzle import Puzzle

KERNELS = "ladder kernels"
CERTIFY = "certify"
ENGINE_NAMES = ("ladder", "sat", "cpsat")
SECONDS = 20.0
"""A contender that needs longer than this on a board is stopped and counted as a time-out."""

Contender = Callable[[Puzzle], tuple[float, bool | None]]
"""Takes a board; returns seconds and whether it is unique (None: not decided)."""


def engine_contender(name: str) -> Contender:
    """An engine, timed whole by the wall clock."""
    limits = Limits(seconds=SECONDS)

    def run(puzzle: Puzzle) -> tuple[float, bool | None]:
        start = time.perf_counter()
        outcome = find_engine(name).solve(puzzle, limits)
        return time.perf_counter() - start, _is_unique(outcome.verdict)

    return run


def kernel_contender(puzzle: Puzzle) -> tuple[float, bool | None]:
    """The ladder, timed from its arrays to its solutions."""
    outcome = find_engine("ladder").solve(puzzle, Limits(seconds=SECONDS))
    return outcome.solve_seconds, _is_unique(outcome.verdict)


def certify_contender(puzzle: Puzzle) -> tuple[float, bool | None]:
    """The default certificate of two engines."""
    start = time.perf_counter()
    certificate = certify(puzzle, limits=Limits(seconds=SECONDS))
    return time.perf_counter() - start, _is_unique(certificate.verdict)


def baseline_contender(function: Baseline) -> Contender:
    """A plain baseline, timed whole."""

    def run(puzzle: Puzzle) -> tuple[float, bool | None]:
        start = time.perf_counter()
        unique = function(puzzle)
        return time.perf_counter() - start, unique

    return run


def _is_unique(verdict: Verdict) -> bool | None:
    return None if verdict is Verdict.UNDECIDED else verdict is Verdict.UNIQUE


def contenders(kind: str, engines: Sequence[str] = ENGINE_NAMES) -> dict[str, Contender]:
    """Every contender of a kind, in the order of the table's columns."""
    found: dict[str, Contender] = {KERNELS: kernel_contender}
    found |= {name: engine_contender(name) for name in engines if name in ENGINES}
    found[CERTIFY] = certify_contender
    found |= {name: baseline_contender(function) for name, function in baselines(kind).items()}
    return found
