"""An explanation as data: steps, how they read as sentences, as JSON and in a notebook. Solves nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from engines.engine import Verdict
from models.puzzle import Clue, Grid, Puzzle, cell_name
from models.statement import no_cycles

PROBE, SEARCH = "probe", "search"
"""What the engine adds to a puzzle's rungs: a rung of its own, and what comes when no rung goes further."""
Change = tuple[int, int, int]
"""(row, column, value), counted from 0."""

CELL_NAME = re.compile(r"r\d+c\d+")
NAMED_CELLS = 9
"""Cells a sentence names before it counts the rest; the JSON has them all."""
STANDING = {
    Verdict.UNIQUE: "There is one answer, but finding it takes search.",
    Verdict.MULTIPLE: "The answer is not unique: there are 2 or more.",
    Verdict.NONE: "There is no answer, though no step shows why.",
    Verdict.UNDECIDED: "Whether there is exactly one answer is not certified: run certify.",
}
"""What is known of a board where its steps stop short."""
SHOWN_STEPS = 500
"""Steps a notebook shows of a long explanation."""


@dataclass(frozen=True)
class Step:
    """One deduction: what fired, and what follows.

    ``settles`` are cells with one value left and ``removes`` candidates gone from cells that have not.
    A probe step assumes a candidate and meets a contradiction ``chain`` removals later; ``because`` then
    holds the clues contradicted, and ``inner`` the steps to it if they were asked for. ``contradiction``: the
    board has no solution, this is why. ``cells`` are those that the rung read, where a clue does not tell.
    """

    rung: str
    because: tuple[Clue, ...]
    settles: tuple[Change, ...]
    removes: tuple[Change, ...]
    text: str
    assumption: Change | None = None
    chain: int | None = None
    contradiction: bool = False
    cells: tuple[tuple[int, int], ...] = ()
    inner: tuple[Step, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        data: dict[str, Any] = {
            "rung": self.rung,
            "because": [clue.to_json() for clue in self.because],
            "settles": [list(change) for change in self.settles],
            "removes": [list(change) for change in self.removes],
            "text": self.text,
        }
        if self.assumption is not None:
            data |= {"assumption": list(self.assumption), "chain": self.chain}
        if self.contradiction:
            data["contradiction"] = True
        return data

    def __str__(self) -> str:
        return f"{self.rung}: {self.text}"


@dataclass
class Explanation:
    """The steps from the bare board to the ladder's fixpoint.

    ``start`` are the cells with one value from the start: given, or out of every other's reach. No step
    speaks of them.

    ``finished``: every cell is settled and ``grid`` is the answer. ``grade`` is the weakest rung prefix
    that goes as far as the board's end or a contradiction, ``search`` if none does, None if a ``limit``
    (``time``, ``cancelled``) ended the work first. ``grid`` has ``UNKNOWN`` where no value is settled.
    ``beyond`` is what an engine that searches says of a board that the steps do not finish, if it was asked.
    """

    puzzle: Puzzle
    start: tuple[Change, ...] = ()
    steps: list[Step] = field(default_factory=list)
    finished: bool = False
    grade: str | None = None
    limit: str | None = None
    grid: Grid | None = None
    open_cells: int = 0
    beyond: Verdict = Verdict.UNDECIDED

    @property
    def verdict(self) -> Verdict:
        """What is known of the board's answers. No sound step finishes a board that has several."""
        if self.contradiction:
            return Verdict.NONE
        return Verdict.UNIQUE if self.finished else self.beyond

    @property
    def contradiction(self) -> bool:
        """Whether the steps end in one: the board has no solution."""
        return bool(self.steps) and self.steps[-1].contradiction

    def to_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        with no_cycles():
            steps = [step.to_json() for step in self.steps]
        return {
            "start": [list(change) for change in self.start],
            "steps": steps,
            "finished": self.finished,
            "contradiction": self.contradiction,
            "verdict": str(self.verdict),
            "ending": self.ending(),
            "grade": self.grade,
            "limit": self.limit,
            "open_cells": self.open_cells,
        }

    def ending(self) -> str:
        """How it ends, and what that says of the answer."""
        if self.contradiction:
            return "There is no solution."
        if self.finished:
            return f"Every cell is settled; grade {self.grade}."
        left = "1 cell is" if self.open_cells == 1 else f"{self.open_cells} cells are"
        why = "No rung goes further;" if self.limit is None else f"Stopped ({self.limit}) while"
        return f"{why} {left} open. {STANDING[self.verdict]}"

    def __str__(self) -> str:
        width = len(str(len(self.steps)))
        lines = [f"{number:>{width}}. {step}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([*lines, self.ending()])

    def _repr_html_(self) -> str:
        items = [f"<li><b>{escape(step.rung)}</b> {escape(step.text)}</li>" for step in self.steps]
        if len(items) > SHOWN_STEPS:
            items[SHOWN_STEPS:] = [f"<li>and {len(items) - SHOWN_STEPS} more steps</li>"]
        drawing = self.puzzle.draw_svg(self.grid if self.finished else None)
        return f"<div>{drawing}<ol>{''.join(items)}</ol><p>{escape(self.ending())}</p></div>"


def tell_changes(puzzle: Puzzle, settles: Iterable[Change], removes: Iterable[Change]) -> str:
    """What follows, as a sentence without end: ``r1c2 and r1c3 are blank; r4c4 is not ink``."""
    parts = [
        *_parts(puzzle, settles, ("is", "are")),
        *_parts(puzzle, removes, ("is not", "are not")),
    ]
    return "; ".join(parts)


def _parts(puzzle: Puzzle, changes: Iterable[Change], verbs: tuple[str, str]) -> list[str]:
    """A clause for every value, in the order in which the values come up."""
    by_value: dict[int, list[str]] = {}
    for row, column, value in changes:
        by_value.setdefault(value, []).append(cell_name(row, column))
    return [
        f"{listed(cells)} {verbs[len(cells) > 1]} {puzzle.value_name(value)}"
        for value, cells in by_value.items()
    ]


def listed(names: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``; the names beyond ``NAMED_CELLS`` are counted."""
    if len(names) > NAMED_CELLS + 1:
        names = [*names[:NAMED_CELLS], f"{len(names) - NAMED_CELLS} more"]
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def sentence(text: str) -> str:
    """The text with a full stop, and with a capital unless it starts with the name of a cell."""
    start = text[:1] if CELL_NAME.match(text) else text[:1].upper()
    return f"{start}{text[1:]}."
