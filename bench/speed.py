"""How long it takes to certify a board: engines and plain baselines on the same boards in one run.

Contenders take turns board by board, so a drift of the machine's speed meets all of them.
"""

from __future__ import annotations

import gc
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

from bench.boards import BoardSet
from bench.contenders import Contender, contenders
from bench.machine import machine
from engines.ladder import Ascent
from models.puzzle import Puzzle

PATIENCE = 10.0
"""Seconds for one contender on one set: some baselines need minutes where the engines need milliseconds."""

SLOW = 1.0
"""Seconds from which a contender is not warmed up: that would change little."""
QUICK = 0.02
"""Seconds below which a run is repeated."""
REPEATS = 5


@dataclass
class Times:
    """One contender on one set: milliseconds board by board, verdicts that are wrong, time-outs.

    None for a board on which the contender has no word: its refusal is no time.
    """

    milliseconds: list[float | None] = field(default_factory=list)
    wrong: int = 0
    undecided: int = 0

    @property
    def timed(self) -> list[float]:
        """Milliseconds of the boards that the contender worked on."""
        return [each for each in self.milliseconds if each is not None]

    @property
    def median(self) -> float | None:
        """Milliseconds, median of the boards worked on."""
        return median(self.timed) if self.timed else None

    @property
    def most(self) -> float | None:
        """Milliseconds, of the slowest board."""
        return max(self.timed, default=None)

    def to_json(self) -> dict[str, Any]:
        """Median, maximum and faults, and every board's time."""
        return {
            "boards": len(self.timed),
            "median_ms": self.median and round(self.median, 4),
            "max_ms": self.most and round(self.most, 3),
            "wrong": self.wrong,
            "undecided": self.undecided,
            "milliseconds": [each and round(each, 4) for each in self.milliseconds],
        }


@dataclass
class Race:
    """A set of boards and everybody's times on it; ``family`` names the sets whose sizes make a series."""

    digest: str
    cells: list[int]
    family: str
    times: dict[str, Times]

    def points(self, who: str) -> list[tuple[int, float]]:
        """(cells, milliseconds) of each board that the contender came to."""
        pairs = zip(self.cells, self.times[who].milliseconds, strict=False)
        return [(cells, each) for cells, each in pairs if each is not None]


@contextmanager
def collector_off() -> Iterator[None]:
    """What is timed makes its garbage, and does not pay for looking through all that is imported (0.1 s)."""
    gc.disable()
    gc.collect()  # of what came since the last time; what was there before is frozen and not looked at
    gc.freeze()
    try:
        yield
    finally:
        gc.enable()


def run_quietly(contender: Contender, board: Puzzle) -> tuple[float, bool | None]:
    """Seconds and verdict of a contender on a board; of a quick one the median of ``REPEATS`` runs.

    What ran before may have emptied the processor's caches, which a tenth of a millisecond does not bear.
    """
    with collector_off():
        first, verdict = contender(board)
        if first > QUICK:
            return first, verdict
        return median([first, *(contender(board)[0] for _ in range(REPEATS - 1))]), verdict


def race(
    boards: BoardSet,
    entered: dict[str, Contender],
    progress: Callable[[], None] | None = None,
    patience: float = PATIENCE,
) -> Race:
    """Every contender on every board of a set, in turns; each is warmed up on the first board.

    A verdict is wrong if it is not that of most contenders on the board. Who has used up ``patience`` seconds
    leaves the set: the boards so far are its times.
    """
    times = {name: Times() for name in entered}
    racing = dict(entered)
    spent = dict.fromkeys(entered, 0.0)
    for board in boards.boards:
        verdicts: dict[str, bool | None] = {}
        for name, contender in list(racing.items()):
            seconds, verdicts[name] = run_quietly(contender, board)
            if not times[name].milliseconds and seconds < SLOW:
                # What it loads, and what it keeps for boards of a size, is there now.
                seconds, verdicts[name] = run_quietly(contender, board)
            refused = verdicts[name] is None and seconds < SLOW
            times[name].milliseconds.append(None if refused else 1000 * seconds)
            spent[name] += seconds
            if spent[name] > patience:
                del racing[name]
        decided = [verdict for verdict in verdicts.values() if verdict is not None]
        truth = sum(decided) * 2 > len(decided)
        for name, verdict in verdicts.items():
            times[name].undecided += verdict is None and times[name].milliseconds[-1] is not None
            times[name].wrong += verdict is not None and verdict != truth
        if progress is not None:
            progress()
    cells = [board.shape[0] * board.shape[1] for board in boards.boards]
    return Race(digest(boards.boards), cells, boards.family, times)


def digest(boards: Iterable[Puzzle]) -> str:
    """Twelve hexadecimal digits of a list of boards: only times on equal lists can be compared."""
    found = hashlib.blake2b(digest_size=6)
    for board in boards:
        found.update(board.digest().encode())
    return found.hexdigest()


def race_generator(kind: str, sides: Iterable[int], boards: int, seed: int) -> dict[str, Times]:
    """How long the kind's generator takes for a square board, by side."""
    generate = import_module(f"models.{kind}.generate").generate
    times: dict[str, Times] = {}
    for side in sides:
        generate(side, side, seed)
        times[f"generate {side}x{side}"] = Times()
        for i in range(boards):
            with collector_off():
                start = time.perf_counter()
                generate(side, side, seed + 1 + i)
                elapsed = time.perf_counter() - start
            times[f"generate {side}x{side}"].milliseconds.append(1000 * elapsed)
    return times


def cold_start(kind: str, board: Puzzle, cache: Path) -> float:
    """Seconds of a whole ``certify`` command whose kernels are not compiled yet (fresh ``cache``)."""
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
    races: dict[str, Race] = field(default_factory=dict)
    generator: dict[str, Times] = field(default_factory=dict)
    cold_seconds: float | None = None
    warm_seconds: float | None = None

    @property
    def contenders(self) -> list[str]:
        """Who took part, in the order of the tables' columns."""
        return list(next(iter(self.races.values())).times) if self.races else []

    def to_json(self) -> dict[str, Any]:
        """Plain values, as written to disk; ``boards`` tells what the sets were."""
        return {
            "kind": self.kind,
            "seed": self.seed,
            "machine": machine(),
            "sets": {
                name: {who: times.to_json() for who, times in race.times.items()}
                for name, race in self.races.items()
            },
            "boards": {
                name: {"digest": race.digest, "cells": race.cells, "family": race.family}
                for name, race in self.races.items()
            },
            "generator": {name: times.to_json() for name, times in self.generator.items()},
            "command_cold_seconds": self.cold_seconds,
            "command_warm_seconds": self.warm_seconds,
        }


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
        if example is None:
            Ascent(boards_of_set.boards[0]).load_search()
        report.races[boards_of_set.name] = race(boards_of_set, entered)
        example = example or boards_of_set.boards[0]
    if sides:
        progress("generator")
        report.generator = race_generator(kind, sides, boards, seed)
    if example is not None:
        progress("cold start")
        report.cold_seconds = cold_start(kind, example, cache)
        report.warm_seconds = cold_start(kind, example, cache)
    return report
