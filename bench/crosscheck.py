"""Random boards, everyone who can solve them, and whether they agree on every solution.

A board on which they do not is shrunk and handed back as JSON that any command reads. One board is
one piece of work for a process; nothing here prints or writes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from bench.agreement import contradictions, everyone, question, verdict_of
from bench.near_misses import misjudged
from bench.random_boards import RIGHT, Board, Drawn, draw
from bench.shrink import shrink
from bench.work import Crew, Lost, is_stopping, nobody_stops
from engines.engine import Limits, Verdict
from models import puzzle_class
from models.puzzle import Puzzle

SOLUTIONS = 200
"""Solutions that everyone lists at the most; boards with more are compared up to there."""
SECONDS = 5.0
"""For one engine on one board; some ablations have no chance on some boards."""
SHRINKING = 60.0


@dataclass(frozen=True)
class Run:
    """What makes the boards of a run, each from its number."""

    kind: str
    seed: int
    sides: tuple[int, int]
    solutions: int = SOLUTIONS
    seconds: float = SECONDS


@dataclass(frozen=True)
class Finding:
    """One board's result. ``undecided``: who hit a limit of time; ``fault``: how they disagree, if they do.

    ``reproducer`` then is the shrunk board with its own ``disagreement`` and what everyone says of it.
    """

    number: int
    sort: str
    verdict: str
    solutions: int
    seconds: float
    undecided: tuple[str, ...] = ()
    fault: str | None = None
    reproducer: Board | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values; ``Finding(**data)`` reads them back."""
        return asdict(self)


def check(task: tuple[Run, int]) -> Finding | None:
    """Draw a board of the run, ask everyone, compare, and shrink; None if it was stopped on the way."""
    run, number = task
    started = time.perf_counter()
    drawn = draw(run.kind, run.seed, number, run.sides)
    puzzle = puzzle_class(run.kind).from_json(drawn.board)
    said = question(puzzle, everyone(run.kind), _limits(run))
    if is_stopping():
        return None
    fault = _fault(puzzle, said, drawn)
    verdict, solutions = verdict_of(said)
    undecided = tuple(name for name, each in said.items() if each.outcome and each.outcome.limit == "time")
    return Finding(
        number,
        drawn.sort,
        str(Verdict.CONFLICT if fault else verdict),
        solutions,
        round(time.perf_counter() - started, 4),
        undecided,
        fault,
        None if fault is None else reproducer(drawn.board, _limits(run), fault),
    )


def warm_up(run: Run) -> None:
    """Compile and import what the boards of the run need, so that none of them is charged for it."""
    drawn = draw(run.kind, run.seed, 0, run.sides)
    question(puzzle_class(run.kind).from_json(drawn.board), everyone(run.kind), Limits(nodes=100))


def _limits(run: Run) -> Limits:
    return Limits(solutions=run.solutions, keep=run.solutions, seconds=run.seconds, cancelled=is_stopping)


def _fault(puzzle: Puzzle, said: Any, drawn: Drawn | None = None) -> str | None:
    """The first thing that is wrong with what was said about a board."""
    fault = next(contradictions(said), None)
    complete = next((each for each in said.values() if each.is_complete), None)
    if fault is None and complete is not None:
        if drawn is not None and drawn.sort == RIGHT and not complete.grids:
            return "the board was drawn with an answer, all say that it has none"
        fault = misjudged(puzzle, complete.grids, np.random.default_rng(0))
    return fault


def reproducer(board: Board, limits: Limits, fault: str) -> Board:
    """The board shrunk, how everyone disagrees about it, and what each one says."""
    kind = board["kind"]
    asked = everyone(kind)

    def complaint(other: Board) -> str | None:
        puzzle = puzzle_class(kind).from_json(other)
        return _fault(puzzle, question(puzzle, asked, limits))

    puzzle = puzzle_class(kind).from_json(shrink(board, complaint, SHRINKING))
    said = question(puzzle, asked, limits)
    engines = {name: account.to_json() for name, account in said.items()}
    about = {"id": "disagreement", "disagreement": _fault(puzzle, said) or fault, "engines": engines}
    return puzzle.to_json() | about


def check_all(
    run: Run,
    numbers: Iterable[int],
    make: Callable[[], Executor],
    ahead: int,
    stopped: Callable[[], bool] = nobody_stops,
) -> Generator[Finding]:
    """The findings on the boards of these numbers, in order; one is missing only after a stop.

    A board that ends the process it is solved in is a finding too.
    """
    crew: Crew[tuple[Run, int], Finding | None] = Crew(check, make, ahead, stopped)
    for (_, number), found in crew.results((run, number) for number in numbers):
        if isinstance(found, Lost):
            yield _lost(run, number)
        elif found is not None:
            yield found


def _lost(run: Run, number: int) -> Finding:
    drawn = draw(run.kind, run.seed, number, run.sides)
    fault = "solving this board ended the process"
    board = drawn.board | {"id": "disagreement", "disagreement": fault}
    return Finding(number, drawn.sort, str(Verdict.CONFLICT), 0, 0.0, (), fault, board)
