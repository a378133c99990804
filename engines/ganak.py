"""Exact model counting through Ganak, projected on the answer literals: counts, keeps no grids.

For boards with more solutions than anyone can enumerate. The library cannot be interrupted, so it
runs in a process of its own that is killed when a limit is hit. Refuses statements with cuts: what a
cut would exclude is not in the clauses, so the count would be too high.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile

import numpy as np

from engines.engine import EngineMissing, LimitHit, Limits, Outcome, Watch
from engines.ganak_process import OUT_OF_MEMORY
from models.puzzle import CnfView, Puzzle, RungwiseError
from models.statement import SLICE, no_cycles

PROCESS = Path(__file__).with_name("ganak_process.py")
POLL = 0.01
"""Seconds between two looks at the limits."""
MEMORY = 4096
"""Megabytes the counting process may use."""


class NotCountable(RungwiseError):  # noqa: N818 - as the user reads it
    """The puzzle's clauses alone do not say which grids are solutions."""


class CounterFailed(RungwiseError):  # noqa: N818 - a fault of the library, not of its input
    """The counting process ended without an answer; says what it said last."""


class Ganak:
    """The clauses of a puzzle, counted. Nodes: none are reported."""

    name = "ganak"

    def __init__(self, memory: int = MEMORY) -> None:
        self.memory = memory

    def solve(self, puzzle: Puzzle, limits: Limits) -> Outcome:
        """The exact number of solutions, whatever ``limits.solutions`` says, or the limit that was hit.

        EngineMissing without the library; NotCountable for a puzzle whose statement has cuts.
        """
        watch = Watch(limits)
        if find_spec("pyganak") is None:
            raise EngineMissing("the engine ganak needs pyganak: pip install 'rungwise[ganak]'")
        outcome = Outcome(self.name, limit=watch.hit())
        if outcome.limit is not None:
            return outcome
        try:
            with no_cycles():
                view = puzzle.cnf_view(watch.look)
        except LimitHit as hit:
            outcome.limit, outcome.build_seconds = hit.limit, watch.elapsed()
            return outcome
        if view.cuts is not None:
            raise NotCountable(f"{puzzle.title} adds clauses while it is solved, so ganak cannot count it")
        outcome.build_seconds = watch.elapsed()
        if all(view.clauses):
            count, outcome.limit = self._count(view, watch)
        else:
            count = 0  # the library takes the empty clause for none
        outcome.solve_seconds = watch.elapsed() - outcome.build_seconds
        outcome.counters = {"clauses": len(view.clauses), "variables": view.variables}
        outcome.count = count or 0
        outcome.exhausted = outcome.limit is None
        return outcome

    def _count(self, view: CnfView, watch: Watch) -> tuple[int | None, str | None]:
        """(count, None) or (None, limit)."""
        with TemporaryFile() as complaint:
            process = subprocess.Popen(
                [sys.executable, "-P", str(PROCESS), str(self.memory)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaint,
            )
            assert process.stdin is not None
            assert process.stdout is not None
            with process:
                try:
                    limit = wait(process, formula_of(view), watch)
                finally:
                    process.kill()
                    # Closing would flush what a process that is gone did not read.
                    with suppress(OSError):
                        process.stdin.close()
                if limit is not None:
                    return None, limit
                answer = process.stdout.read()
            if process.returncode == OUT_OF_MEMORY or process.returncode < 0:
                return None, "memory"
            if process.returncode:
                complaint.seek(0)
                raise CounterFailed(complaint.read().decode(errors="replace").strip()[-500:])
        return int(answer, 16), None


def formula_of(view: CnfView) -> Iterator[bytes]:
    """The line that the process reads, a piece at a time."""
    projection = np.unique(np.abs(view.literals[view.literals != 0])).tolist()
    yield f'{{"variables": {view.variables}, "projection": {projection}, "clauses": ['.encode()
    for start in range(0, len(view.clauses), SLICE):
        part = json.dumps(view.clauses[start : start + SLICE])[1:-1]
        yield f"{', ' if start else ''}{part}".encode()
    yield b"]}\n"


def wait(process: subprocess.Popen[bytes], formula: Iterator[bytes], watch: Watch) -> str | None:
    """Feed the process and wait for its end, or for a limit, which is returned."""
    assert process.stdin is not None
    # A process that ended before it read everything is judged by its exit status.
    with suppress(BrokenPipeError):
        for piece in formula:
            process.stdin.write(piece)
            if (limit := watch.hit()) is not None:
                return limit
        process.stdin.flush()
    while (limit := watch.hit()) is None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(POLL)
            return None
    return limit
