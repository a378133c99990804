"""How long it takes to certify a board: engines and plain baselines on the same boards in one run.

Contenders take turns board by board, so a drift of the machine's speed meets all of them. Times are
whole (from a parsed board to a checked verdict, model building included, imports and compiling not);
``ladder kernels`` is the compiled part of the ladder alone.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

from bench.baselines import baselines
from bench.boards import BoardSet
from bench.machine import machine
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


@dataclass
class Times:
    """One contender on one set: milliseconds a board, verdicts that are wrong, time-outs."""

    milliseconds: list[float] = field(default_factory=list)
    wrong: int = 0
    undecided: int = 0

    def to_json(self) -> dict[str, Any]:
        """Median, maximum and faults."""
        return {
            "boards": len(self.milliseconds),
            "median_ms": round(median(self.milliseconds), 4),
            "max_ms": round(max(self.milliseconds), 3),
            "wrong": self.wrong,
            "undecided": self.undecided,
        }


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


def baseline_contender(function: Callable[[Any], bool | None]) -> Contender:
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


def race(
    boards: BoardSet,
    entered: dict[str, Contender],
    progress: Callable[[], None] | None = None,
) -> dict[str, Times]:
    """Every contender on every board of a set, in turns; each is warmed up on the first board.

    A verdict is wrong if it is not that of most contenders on the board.
    """
    times = {name: Times() for name in entered}
    for contender in entered.values():
        contender(boards.boards[0])
    for board in boards.boards:
        verdicts: dict[str, bool | None] = {}
        for name, contender in entered.items():
            seconds, verdicts[name] = contender(board)
            times[name].milliseconds.append(1000 * seconds)
        decided = [verdict for verdict in verdicts.values() if verdict is not None]
        truth = sum(decided) * 2 > len(decided)
        for name, verdict in verdicts.items():
            times[name].undecided += verdict is None
            times[name].wrong += verdict is not None and verdict != truth
        if progress is not None:
            progress()
    return times


def race_generator(kind: str, sides: Iterable[int], boards: int, seed: int) -> dict[str, Times]:
    """How long the kind's generator takes for a square board, by side."""
    generate = import_module(f"models.{kind}.generate").generate
    times: dict[str, Times] = {}
    for side in sides:
        generate(side, side, seed)
        times[f"generate {side}x{side}"] = Times()
        for i in range(boards):
            start = time.perf_counter()
            generate(side, side, seed + 1 + i)
            elapsed = time.perf_counter() - start
            times[f"generate {side}x{side}"].milliseconds.append(1000 * elapsed)
    return times


def cold_start(kind: str, board: Puzzle, cache: Path) -> float:
    """Seconds of a whole ``certify`` command whose kernels are not compiled yet (fresh ``cache``)."""
    import os

    command = [sys.executable, "-m", "service.cli", "certify", board.canonical(), "--json"]
    start = time.perf_counter()
    subprocess.run(
        command,
        check=False,
        capture_output=True,
        cwd=Path(__file__).resolve().parent.parent,
        env=os.environ | {"RUNGWISE_CACHE": str(cache)},
    )
    return time.perf_counter() - start


@dataclass
class Report:
    """All that one run measured."""

    kind: str
    seed: int
    sets: dict[str, dict[str, Times]] = field(default_factory=dict)
    generator: dict[str, Times] = field(default_factory=dict)
    cold_seconds: float | None = None
    warm_seconds: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values, as written to disk."""
        return {
            "kind": self.kind,
            "seed": self.seed,
            "machine": machine(),
            "sets": {
                name: {who: times.to_json() for who, times in row.items()} for name, row in self.sets.items()
            },
            "generator": {name: times.to_json() for name, times in self.generator.items()},
            "command_cold_seconds": self.cold_seconds,
            "command_warm_seconds": self.warm_seconds,
        }

    def to_markdown(self) -> str:
        """The table of medians (maxima in brackets), milliseconds a board."""
        names = list(next(iter(self.sets.values()))) if self.sets else []
        lines = [
            "| boards | n | " + " | ".join(names) + " |",
            "|---|---|" + "---|" * len(names),
        ]
        for label, row in self.sets.items():
            cells = [
                f"{median(times.milliseconds):.3g} ({max(times.milliseconds):.3g})"
                + (f" {times.wrong} wrong" if times.wrong else "")
                + (f" {times.undecided} undecided" if times.undecided else "")
                for times in row.values()
            ]
            count = len(next(iter(row.values())).milliseconds)
            lines.append(f"| {label} | {count} | " + " | ".join(cells) + " |")
        if self.generator:
            lines += ["", "| generator | median ms | max ms |", "|---|---|---|"]
            lines += [
                f"| {name} | {median(times.milliseconds):.3g} | {max(times.milliseconds):.3g} |"
                for name, times in self.generator.items()
            ]
        if self.cold_seconds is not None and self.warm_seconds is not None:
            lines += [
                "",
                f"Whole command on one board: {self.cold_seconds:.1f} s cold (compiling), "
                f"{self.warm_seconds:.2f} s warm.",
            ]
        return "\n".join(lines)

    def write(self, folder: Path) -> Path:
        """Write the JSON and the table into a folder; the JSON's path."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"speed-{self.kind}.json"
        path.write_text(json.dumps(self.to_json(), indent=1) + "\n")
        path.with_suffix(".md").write_text(self.to_markdown() + "\n")
        return path


def measure(
    kind: str,
    sets: Iterable[BoardSet],
    sides: Sequence[int],
    boards: int,
    seed: int,
    cache: Path,
    progress: Callable[[str], None] = lambda _: None,
) -> Report:
    """The whole bench: every set raced, the generator timed at some sides, a cold and a warm start."""
    report = Report(kind, seed)
    example: Puzzle | None = None
    entered = contenders(kind)
    for boards_of_set in sets:
        progress(boards_of_set.name)
        report.sets[boards_of_set.name] = race(boards_of_set, entered)
        example = example or boards_of_set.boards[0]
    if sides:
        progress("generator")
        report.generator = race_generator(kind, sides, boards, seed)
    if example is not None:
        progress("cold start")
        report.cold_seconds = cold_start(kind, example, cache)
        report.warm_seconds = cold_start(kind, example, cache)
    return report
