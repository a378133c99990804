"""Answers, as they are described. The workers write them; a test holds them to these models."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Verdict = Literal["unique", "multiple", "none", "undecided", "conflict"]
Grid = list[list[int]]
Limit = Literal["solutions", "time", "nodes", "memory", "cancelled"]
Cells = list[list[int]]


class Open(BaseModel):
    """More members may come."""

    model_config = ConfigDict(extra="allow")


class About(Open):
    """What every answer on a puzzle begins with."""

    id: str | int | None
    kind: str
    format: str
    warnings: list[str]
    cached: bool = Field(False, description="Known from an equal board before; times are those of then.")


class Said(Open):
    """What one engine said and what it cost."""

    verdict: Verdict
    exhausted: bool
    limit: Limit | None
    nodes: int
    build_seconds: float
    solve_seconds: float
    counters: dict[str, int]


class EngineSaid(Said):
    """One engine's part of a certificate."""

    solutions: int


class Certified(About):
    """The verdict and what it rests on."""

    digest: str
    verdict: Verdict = Field(
        description="`unique` and `none` rest on two engines, or on the only one that a request names."
    )
    solutions: list[Grid]
    difference: Cells
    reason: str | None
    limit: Limit | None
    grade: str | None
    seconds: float
    board: dict[str, Any]
    engines: dict[str, EngineSaid]


class Counted(About, Said):
    """How many answers one engine found; with ``exhausted`` there are no others."""

    engine: str
    count: int


class Solved(Counted):
    """The answers one engine found."""

    solutions: list[Grid]
    reason: str | None


class Clue(Open):
    """A clue that a step rests on."""

    text: str
    row: int
    column: int


class Step(Open):
    """One deduction: (row, column, value) that it settles, and that it removes."""

    rung: str
    because: list[Clue]
    settles: Cells
    removes: Cells
    text: str


class Explained(About):
    """The way to the answer, step by step, as far as the rungs go."""

    start: Cells = Field(description="(row, column, value) that stand before the first step.")
    steps: list[Step]
    finished: bool
    contradiction: bool
    verdict: Verdict = Field(description="Where the steps stop short, what SAT alone says of the answers.")
    ending: str
    grade: str | None
    limit: Limit | None
    open_cells: int


class Graded(About):
    """The weakest rungs that finish the board."""

    grade: str | None
    nodes: int
    verdict: Verdict
    limit: Limit | None
    reason: str | None
    rungs: list[str]


class Compared(About):
    """Engines side by side."""

    agree: bool
    disagreement: str | None
    engines: dict[str, Said]


class Converted(About):
    """The puzzle's text in another format."""

    to: str
    text: str


class Violation(Open):
    """A broken rule, by its code, with the cells at fault."""

    code: str
    text: str
    cells: Cells


class Checked(About):
    """Whether an answer obeys the rules."""

    correct: bool
    violations: list[Violation]
    remarks: list[Violation]


class Generated(Open):
    """A new puzzle with its only answer."""

    puzzle: dict[str, Any]
    solution: Grid
    seed: int
    details: dict[str, Any]
    text: str | None = None


class Twin(Open):
    """Cells to flip that change no clue."""

    kind: str
    name: str
    cells: Cells


class Twins(Open):
    """Counts over all pictures of a size, or the twins of one picture."""

    size: list[int]
    pictures: int | None = None
    twins: int | list[Twin]
    fraction: str | None = None
    lines_only: int | None = None
    blocks_only: int | None = None


class BatchState(Open):
    """How far a batch is."""

    id: str
    action: str
    state: Literal["running", "finished", "cancelled"]
    lines: int
    done: int = Field(description="Lines that are answered; answers behind a gap are among them.")
    ready: int = Field(description="Answers before the first gap: what `results` gives now.")
    verdicts: dict[str, int] = Field(description="How many lines of each verdict; `problem` and `done` too.")
    created: str
    finished: str | None
    results: str
    events: str


class ProblemDocument(Open):
    """What is wrong with a request (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    where: str | None = None


class Health(Open):
    """How the service is."""

    status: Literal["ok", "ready"]


class EnginesThere(Open):
    """The engines."""

    engines: list[dict[str, Any]]


class PuzzlesThere(Open):
    """The kinds of puzzle and the formats."""

    puzzles: list[dict[str, Any]]
    formats: list[dict[str, Any]]
