"""The ladder's way to the answer as a second proof, of the size a person can follow.

``record`` writes the steps down, ``replay`` goes them again: each is checked against the rule it cites by the
puzzle's justifier, in plain Python. An assumption is refuted by steps of its own, checked alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engines.engine import Limits
from engines.proofs.faults import Refused, look
from engines.steps import PROBE, Step
from models.justification import Candidates, Citation, Justifier, Unjustified
from models.puzzle import Grid, Puzzle, cell_name

STEP_KEYS = {"rung", "clues", "cells", "settles", "removes", "contradiction"}
PROBE_KEYS = {"rung", "assume", "steps"}


def record(puzzle: Puzzle, limits: Limits) -> list[dict[str, Any]] | None:
    """The steps to the answer or to a contradiction; None if the ladder does not get there alone."""
    from engines.explain import explain

    explanation = explain(puzzle, limits=limits, inner=True)
    arrived = explanation.finished or explanation.contradiction
    rungs = {*puzzle.rungs, PROBE}
    if not arrived or explanation.limit or not rungs.issuperset(step.rung for step in explanation.steps):
        return None
    return [write_step(step) for step in explanation.steps]


def write_step(step: Step) -> dict[str, Any]:
    """A step as plain values, without the words and without what is empty."""
    if step.rung == PROBE and step.assumption is not None:
        return {"rung": PROBE, "assume": list(step.assumption), "steps": [*map(write_step, step.inner)]}
    written = {
        "clues": [[clue.row, clue.column] for clue in step.because],
        "cells": [list(cell) for cell in step.cells],
        "settles": [list(change) for change in step.settles],
        "removes": [list(change) for change in step.removes],
        "contradiction": step.contradiction,
    }
    return {"rung": step.rung} | {name: value for name, value in written.items() if value}


def replay(puzzle: Puzzle, steps: Any, answer: Grid | None, hit: Callable[[], str | None]) -> int:
    """Go the steps again from the bare board; how many there are, those of refuted assumptions included.

    They must leave exactly the answer, or without one end in a contradiction; Refused otherwise.
    """
    justifier = puzzle.justifier()
    if justifier is None:
        raise Refused("steps", f"nothing can check steps of {puzzle.title}")
    way = _Way(puzzle, justifier, hit)
    contradicted = way.go(steps, "")
    if answer is None:
        if not contradicted:
            raise Refused("steps", "they do not end in a contradiction")
    elif contradicted:
        raise Refused("steps", "they end in a contradiction, but there is an answer")
    else:
        values = answer.reshape(-1).tolist()
        for cell, left in enumerate(way.candidates):
            if left and left != {values[cell]}:
                name = cell_name(*divmod(cell, puzzle.shape[1]))
                raise Refused("steps", f"they do not lead to the answer in {name}")
    return way.count


class _Way:
    """The candidates that are left, and how far the steps have been followed."""

    def __init__(self, puzzle: Puzzle, justifier: Justifier, hit: Callable[[], str | None]) -> None:
        self.shape = puzzle.shape
        self.justifier = justifier
        self.hit = hit
        self.candidates: Candidates = justifier.start()
        self.open = [cell for cell, values in enumerate(self.candidates) if values]
        self.count = 0

    def go(self, steps: Any, prefix: str) -> bool:
        """Follow steps; whether they have come to a contradiction, which must be their end."""
        if not isinstance(steps, list):
            raise Refused("steps", "they are not a list")
        for number, step in enumerate(steps, 1):
            look(self.hit, f"at step {prefix}{number}")
            self.count += 1
            try:
                contradicted = self._take(step, f"{prefix}{number}")
            except Unjustified as error:
                raise Refused("steps", f"step {prefix}{number}: {error}") from None
            if contradicted:
                if number < len(steps):
                    raise Refused("steps", f"step {prefix}{number} is a contradiction, yet steps follow")
                return True
        return False

    def _take(self, step: Any, name: str) -> bool:
        if not isinstance(step, dict):
            raise Unjustified("it is not a step")
        if step.get("rung") == PROBE:
            return self._refute(step, name)
        if step.keys() - STEP_KEYS or not isinstance(step.get("rung"), str):
            raise Unjustified("it is not a step")
        citation = Citation(step["rung"], self._cells(step, "clues"), self._cells(step, "cells"))
        gone = self._gone(step)
        if not gone:
            if step.get("contradiction") is not True or not self._contradicts(citation):
                raise Unjustified("it neither excludes anything nor ends in a contradiction")
            return True
        if not self.justifier.allows(self.candidates, citation, gone):
            raise Unjustified(f"the rung {citation.rung} does not exclude what it says")
        for cell, value in gone:
            self.candidates[cell].discard(value)
        return False

    def _contradicts(self, citation: Citation) -> bool:
        """A cell has nothing left, or the rule cited leaves nothing."""
        emptied = not all(self.candidates[cell] for cell in self.open)
        return emptied or self.justifier.contradicts(self.candidates, citation)

    def _refute(self, step: dict[str, Any], name: str) -> bool:
        """Assume a candidate, follow its steps to a contradiction, and exclude it."""
        if step.keys() != PROBE_KEYS or "." in name:
            raise Unjustified("it is not an assumption with its steps")
        ((cell, value),) = self._changes([step["assume"]])
        kept, self.candidates = self.candidates, [{*values} for values in self.candidates]
        self.candidates[cell] = {value}
        if not self.go(step["steps"], f"{name}."):
            raise Unjustified("the assumption is not refuted")
        self.candidates = kept
        self.candidates[cell].discard(value)
        return False

    def _gone(self, step: dict[str, Any]) -> list[tuple[int, int]]:
        """(cell, value) of every candidate that a step says goes."""
        gone = self._changes(step.get("removes", []))
        for cell, value in self._changes(step.get("settles", [])):
            gone += [(cell, other) for other in self.candidates[cell] if other != value]
        return gone

    def _changes(self, written: Any) -> list[tuple[int, int]]:
        """(cell, value) of changes [row, column, value] that name candidates that are left."""
        changes = []
        for row, column, value in _rows(written, 3):
            if not (0 <= row < self.shape[0] and 0 <= column < self.shape[1]):
                raise Unjustified("it names a cell off the board")
            cell = row * self.shape[1] + column
            if value not in self.candidates[cell]:
                raise Unjustified(f"it names a value that {cell_name(row, column)} has lost before")
            changes.append((cell, value))
        return changes

    def _cells(self, step: dict[str, Any], key: str) -> tuple[tuple[int, int], ...]:
        return tuple((row, column) for row, column in _rows(step.get(key, []), 2))


def _rows(written: Any, length: int) -> Sequence[list[int]]:
    """A list of lists of so many integers; Unjustified if it is none."""
    if isinstance(written, list) and all(
        isinstance(row, list) and len(row) == length and all(type(each) is int for each in row)
        for row in written
    ):
        return written
    raise Unjustified("it is not a step")
