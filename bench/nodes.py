"""What a board costs every engine, and every part of the ladder: nodes, times, verdicts, rungs, fixpoints.

All of them on the same board, one after the other, in one run. A board on which they contradict each
other ends the bench: figures of a wrong engine are worth nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from bench.agreement import Account, contradictions
from bench.boards import BoardSet
from bench.ladders import FULL, Fixpoint, Part, fixpoint, parts, used
from engines import find_engine
from engines.engine import Limits, Outcome
from models.puzzle import Puzzle, RungwiseError

SECONDS = 10.0
"""For one engine on one board."""
PART_NODES = 20_000
"""For a part of the ladder on one board: without a rung that carries a kind, no time is ever enough."""


class Disagreement(RungwiseError):  # noqa: N818 - what was found, not what went wrong
    """Two engines contradict each other about a board."""

    def __init__(self, puzzle: Puzzle, fault: str) -> None:
        super().__init__(fault)
        self.puzzle = puzzle
        self.fault = fault


@dataclass(frozen=True)
class Row:
    """One engine, or one part of the ladder, on one board. Times are milliseconds, the sides cells."""

    set: str
    board: int
    digest: str
    rows: int
    cols: int
    engine: str
    verdict: str
    count: int
    exhausted: bool
    limit: str | None
    nodes: int
    build_ms: float
    solve_ms: float
    grade: str | None
    used: str

    @property
    def cells(self) -> int:
        """Rows times columns."""
        return self.rows * self.cols

    @property
    def is_decided(self) -> bool:
        """Whether no limit of time or nodes kept the verdict from being known."""
        return self.verdict != "undecided"

    @property
    def milliseconds(self) -> float:
        """Building and solving."""
        return self.build_ms + self.solve_ms


@dataclass(frozen=True)
class Level:
    """How far one part of the ladder gets on one board without search, against the full ladder.

    ``extra`` candidates are left that the full ladder removes; ``moved``: the fixpoints are not the same,
    bit by bit. Both None where a limit came first.
    """

    set: str
    board: int
    part: str
    left: int
    finished: bool
    contradiction: bool
    extra: int | None
    moved: bool | None


@dataclass
class Nodes:
    """All that one run measured."""

    kind: str
    seed: int
    engines: Sequence[str]
    seconds: float
    parts: Sequence[Part]
    rows: list[Row] = field(default_factory=list)
    levels: list[Level] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Plain values, without the machine."""
        return {
            "kind": self.kind,
            "seed": self.seed,
            "seconds": self.seconds,
            "engines": list(self.engines),
            "parts": [asdict(part) for part in self.parts],
            "rows": [asdict(row) for row in self.rows],
            "levels": [asdict(level) for level in self.levels],
        }


def measure(
    kind: str,
    sets: Iterable[BoardSet],
    engines: Sequence[str],
    seed: int,
    seconds: float = SECONDS,
    stopped: Callable[[], bool] = lambda: False,
    progress: Callable[[str], None] = lambda _: None,
) -> Nodes:
    """Ask everyone about every board; Disagreement on the first that they contradict each other about.

    Stopped, what was measured so far; a board that is only half done is left out.
    """
    nodes = Nodes(kind, seed, engines, seconds, parts(kind))
    limits = Limits(solutions=2, seconds=seconds, cancelled=stopped)
    for boards in sets:
        if not nodes.rows:
            _warm_up(boards.boards[0], nodes)
        for number, puzzle in enumerate(boards.boards):
            rows = _ask(boards.name, number, puzzle, nodes, limits)
            levels = _levels(boards.name, number, puzzle, nodes.parts, seconds)
            if stopped():
                return nodes
            nodes.rows += rows
            nodes.levels += levels
            progress(boards.name)
    return nodes


def _warm_up(puzzle: Puzzle, nodes: Nodes) -> None:
    """Compile and import what is timed later."""
    for name in nodes.engines:
        find_engine(name).solve(puzzle, Limits(nodes=10, seconds=60.0))
    fixpoint(puzzle, nodes.parts[0], 60.0)


def _ask(name: str, number: int, puzzle: Puzzle, nodes: Nodes, limits: Limits) -> list[Row]:
    """A row for each engine and for each part of the ladder."""
    said = {engine: find_engine(engine).solve(puzzle, limits) for engine in nodes.engines}
    for part in nodes.parts:
        if part.name not in said:
            said[part.name] = part.engine.solve(puzzle, replace(limits, nodes=PART_NODES))
    fault = next(contradictions({who: Account(outcome) for who, outcome in said.items()}), None)
    if fault is not None:
        raise Disagreement(puzzle, fault)
    return [_row(name, number, puzzle, who, outcome) for who, outcome in said.items()]


def _row(name: str, number: int, puzzle: Puzzle, who: str, outcome: Outcome) -> Row:
    rows, cols = puzzle.shape
    return Row(
        set=name,
        board=number,
        digest=puzzle.digest()[:12],
        rows=rows,
        cols=cols,
        engine=who,
        verdict=str(outcome.verdict),
        count=outcome.count,
        exhausted=outcome.exhausted,
        limit=outcome.limit,
        nodes=outcome.nodes,
        build_ms=round(1000 * outcome.build_seconds, 4),
        solve_ms=round(1000 * outcome.solve_seconds, 4),
        grade=outcome.grade,
        used=" ".join(used(outcome.counters, puzzle.rungs)) if outcome.engine == FULL else "",
    )


def _levels(name: str, number: int, puzzle: Puzzle, ladders: Sequence[Part], seconds: float) -> list[Level]:
    """Where each part of the ladder stops; nothing of a board that is impossible at first sight."""
    if puzzle.impossible() is not None:
        return []
    reached = {part.name: fixpoint(puzzle, part, seconds) for part in ladders}
    return [_level(name, number, part, reached[part.name], reached[FULL]) for part in ladders]


def _level(name: str, number: int, part: Part, own: Fixpoint, full: Fixpoint) -> Level:
    is_comparable = own.is_reached and full.is_reached
    is_counted = is_comparable and not own.is_contradiction and not full.is_contradiction
    return Level(
        set=name,
        board=number,
        part=part.name,
        left=own.left,
        finished=own.is_finished,
        contradiction=own.is_contradiction,
        extra=own.left - full.left if is_counted else None,
        moved=own.differs(full) if is_comparable else None,
    )
