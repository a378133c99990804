"""The contract between puzzles and engines, the grid, and the error tree.

A puzzle is a grid of cells, each taking one of ``values`` values. It says which assignments are
legal several times over, in views that share no code; an engine reads one view and knows nothing
else of the puzzle. Nothing here solves anything.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

import numpy as np
import numpy.typing as npt

from models.statement import Look, unhurried

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from models.justification import Justifier
    from models.sides import Sides

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False)

Grid = npt.NDArray[np.int16]
"""int16[rows, cols]: the value of each cell, ``HOLE`` where the board has none."""
HOLE = -1

Ints = npt.NDArray[np.int32]


class RungwiseError(Exception):
    """Anything this project raises on purpose. Can be pickled, whatever its constructor takes."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _raised_elsewhere, (type(self), self.args), dict(self.__dict__)


def _raised_elsewhere(kind: type[RungwiseError], arguments: tuple[Any, ...]) -> RungwiseError:
    """An error as it was in another process, but for what ``__dict__`` holds."""
    error = kind.__new__(kind)
    error.args = arguments
    return error


class BadPuzzle(RungwiseError):  # noqa: N818 - the design's word
    """The input is not a board of its kind: says where and why, in one line."""

    def __init__(self, why: str, where: str = "") -> None:
        super().__init__(f"{where}: {why}" if where else why)
        self.why = why
        self.where = where
        self.id: str | int | None = None
        """That of the puzzle, where it could be read."""

    def within(self, outer: str) -> BadPuzzle:
        """The same fault, seen from the file or line that holds it."""
        where = f"{outer}: {self.where}" if self.where else outer
        error = type(self)(self.why, where)
        error.id = self.id
        return error


class UnknownFormat(BadPuzzle):
    """No reader recognises the text."""


class TooLarge(BadPuzzle):
    """The board or text is over a size limit."""


@dataclass(frozen=True)
class Violation:
    """One broken rule: a stable code, a sentence, and the cells (row, column from 0) at fault."""

    code: str
    text: str
    cells: tuple[tuple[int, int], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {"code": self.code, "text": self.text, "cells": [list(cell) for cell in self.cells]}


@dataclass(frozen=True)
class Learning:
    """What search with learning (engines/learning.py) needs of a puzzle of at most 64 values.

    ``rung``: the one kernel it runs, which must detect every broken rule on a complete assignment.
    ``starts`` int32[reasons + 1] and ``items`` int32[...]: per reason that the rung writes, the candidates
    (``cell * values + value``) of which those that went before are together why it acted.
    """

    rung: Callable[..., Any]
    values: int
    starts: Ints
    items: Ints


@dataclass
class LadderView:
    """A board as the ladder's arrays (see models/kernel.py); the engine owns and changes them.

    ``candidates`` and ``state`` are as at the start, before any rung has run. ``rungs`` are the
    kernels of ``Puzzle.rungs``, cheap to dear. ``zones`` (uint64[cells], None: no knowledge) tells
    probe what is far apart: if no constraint that a rung looks at reaches both a cell of one set and
    a cell of another, then the zone masks of the two sets must be allowed to be disjoint, and only
    then; a change in one of them leaves the outcome of a probe in the other as it was.

    What follows is economy, measured. ``lasting`` names the rungs that go on after the first climb, in
    probe and search (None: all); they must reach the same fixpoints as all of them. ``pivots`` has a bit
    for each value below 63 that search settles before any other, wherever it is possible. ``counted``
    names what the rungs count themselves, in the first words of ``scratch``, as int64. ``learning``, where
    it pays: how search learns from contradictions.
    """

    rungs: tuple[Callable[..., Any], ...]
    tables: Ints
    candidates: npt.NDArray[np.uint64]
    state: Ints
    scratch: Ints
    zones: npt.NDArray[np.uint64] | None = None
    lasting: tuple[str, ...] | None = None
    pivots: int = 0
    counted: tuple[str, ...] = ()
    learning: Callable[[], Learning] | None = None


@dataclass
class CnfView:
    """The rules as clauses.

    ``literals`` is int32[cells, values]: the signed literal that says "cell takes value", 0 where it
    cannot. Every variable up to ``variables`` may occur; those not among the literals are auxiliary
    and fixed by them or not: engines enumerate over the literals alone. ``cuts`` (if any) is asked
    about every assignment found: clauses it breaks, empty if it is a solution.
    """

    clauses: list[list[int]]
    variables: int
    literals: Ints
    cuts: Callable[[Grid], list[list[int]]] | None = None


@dataclass
class ClueView:
    """The rules as clauses in which each clue holds only while its selector is true.

    ``literals`` as in CnfView; ``selectors`` are the clues with a variable each, the rest always holds.
    """

    clauses: list[list[int]]
    literals: Ints
    selectors: list[tuple[Clue, int]]


@dataclass
class CpsatView:
    """The rules as an OR-Tools model; ``literals`` int32[cells, values]: literal indices, or NO_LITERAL.

    A literal index is as in the proto: ``i`` or ``-i - 1`` for the negation. ``cuts`` (if any) gives
    clauses (lists of literal indices) that the assignment found breaks, empty if it is a solution.
    """

    model: cp_model.CpModel
    literals: Ints
    cuts: Callable[[Grid], list[list[int]]] | None = None


NO_LITERAL = np.iinfo(np.int32).max
"""In ``CpsatView.literals``: the cell cannot take the value."""


class RawWalk(Protocol):
    """Exhaustive enumeration, in slices."""

    @property
    def placements(self) -> int:
        """Values, words or fillings placed so far."""

    @property
    def exhausted(self) -> bool:
        """Whether there is no further solution."""

    def advance(self, placements: int, solutions: int) -> list[Grid]:
        """Go on for about so many placements or until so many more solutions; those found."""


@dataclass(frozen=True)
class Clue:
    """A clue a person can point at: what it says and where it stands (row, column from 0)."""

    text: str
    row: int
    column: int

    def to_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {"text": self.text, "row": self.row, "column": self.column}


@dataclass(frozen=True)
class Firing:
    """Why a rung removed candidates: the clues it read, and the reason as a sentence without end.

    ``text`` completes "r1c2 is ..., because"; of a contradiction's reason it says what cannot be.
    """

    because: tuple[Clue, ...]
    text: str
    cells: tuple[tuple[int, int], ...] = field(default=())


class Puzzle(ABC):
    """A board of one kind. Immutable; every view is built anew on each call."""

    kind: ClassVar[str]
    """The name in JSON and on the command line."""
    title: ClassVar[str]
    sides: ClassVar[Sides]
    """How large a board may be."""
    rungs: ClassVar[tuple[str, ...]]
    """Names of the ladder's rungs, cheap to dear; ``probe`` is the engine's own."""
    fields: ClassVar[tuple[str, ...]] = ()
    """Keys of the JSON object that describe the board: another key much like one earns a warning."""
    probe_root: ClassVar[bool] = True
    """Whether the ladder probes before it searches unless told to; where it does not, a board that takes
    search is not graded on the way."""
    probe_nodes: ClassVar[bool] = True
    """Whether search pays for probing at every node (measured), and not at the root only."""
    learns: ClassVar[bool] = False
    """Whether the ladder's search learns from contradictions: ``LadderView.learning`` says how."""

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""

    @property
    @abstractmethod
    def values(self) -> int:
        """How many values a cell may take at the most: 0 .. values - 1."""

    @classmethod
    @abstractmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read the project's own JSON; BadPuzzle on anything that is not such a board."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The project's own JSON, canonical: equal boards give equal objects."""

    @abstractmethod
    def impossible(self) -> str | None:
        """A reason, seen without search, why no grid can satisfy the board; None if none is seen."""

    def warnings(self) -> tuple[str, ...]:
        """What a setter should know of this board although it is legal."""
        return ()

    @abstractmethod
    def violations(self, grid: Grid) -> list[Violation]:
        """Every rule the complete grid breaks; empty for a solution."""

    def grid_of(
        self, cells: Sequence[Sequence[int | str | None]]
    ) -> tuple[Grid, list[Violation], set[tuple[int, int]]]:
        """What a written answer means: a grid, what is amiss with it, and the cells that is about.

        Here the numbers are the values. A puzzle whose answers are regions, named anyhow, says which
        region is whose. Cells that nothing is said about (None) are faults of the code ``unfilled``.
        """
        from models.answers import values_of

        return values_of(cells)

    @abstractmethod
    def ladder_view(self) -> LadderView:
        """The board as the ladder's arrays."""

    @abstractmethod
    def cpsat_view(self, look: Look = unhurried) -> CpsatView:
        """The rules as an OR-Tools model; what ``look`` raises, called often, ends the building."""

    @abstractmethod
    def cnf_view(self, look: Look = unhurried) -> CnfView:
        """The rules as clauses; what ``look`` raises, called often, ends the building."""

    def clue_view(self, look: Look = unhurried) -> ClueView | None:
        """The rules with a switch for every clue; None if a board without some clues is none of its kind."""
        return None

    @abstractmethod
    def raw_walk(self) -> RawWalk:
        """An enumerator that shares no mechanism with the rungs."""

    @abstractmethod
    def firing(self, rung: str, reason: int) -> Firing:
        """What a reason that a rung wrote on the trail means."""

    def cut_fault(
        self, held: Sequence[tuple[int, int, int]], gates: Sequence[tuple[int, int, int]]
    ) -> str | None:
        """Why a cut does not follow from the rules; None if it does. In plain Python, apart from the cuts.

        A cut says that an answer with all candidates ``held`` (row, column, value) has one of ``gates``.
        """
        return f"the rules of {self.title} need no cuts"

    def justifier(self) -> Justifier | None:
        """What checks the ladder's steps by the rules they cite, in plain Python; None if nothing does."""
        return None

    @abstractmethod
    def value_name(self, value: int) -> str:
        """A value as it completes "the cell is ...": ``ink``, ``the digit 3``, ``in the galaxy of ...``."""

    @classmethod
    def from_lines(cls, lines: Sequence[tuple[int, str]]) -> Self:
        """Read the plain text form: its (number, text) lines after the heading, none of them blank.

        BadPuzzle names the line and column.
        """
        raise BadPuzzle(f"{cls.title} has no plain text form")

    @abstractmethod
    def to_text(self) -> str:
        """The plain text form for people; models.formats.plain reads it back."""

    @abstractmethod
    def draw_text(self, grid: Grid | None = None) -> str:
        """The board, or the board with an answer, as lines of text."""

    @abstractmethod
    def draw_svg(self, grid: Grid | None = None, marked: Iterable[tuple[int, int]] = ()) -> str:
        """The board as an SVG document, with an answer and with marked cells if given."""

    @cached_property
    def _canonical(self) -> str:
        return _CANONICAL.encode(self.to_json())

    def canonical(self) -> str:
        """The canonical JSON text: sorted keys, no spaces."""
        return self._canonical

    def digest(self) -> str:
        """SHA-256 of the canonical JSON, in hexadecimal."""
        return hashlib.sha256(self.canonical().encode()).hexdigest()

    def _repr_svg_(self) -> str:
        return self.draw_svg()

    def __str__(self) -> str:
        return self.draw_text()


@dataclass(frozen=True)
class Generated:
    """A puzzle that a generator made, its one answer, and the seed that makes it again.

    ``details`` holds what the generator counted on the way, as plain values for JSON.
    """

    puzzle: Puzzle
    solution: Grid = field(compare=False)
    seed: int
    details: dict[str, Any] = field(default_factory=dict, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "puzzle": self.puzzle.to_json(),
            "solution": self.solution.tolist(),
            "seed": self.seed,
            "details": dict(self.details),
        }


def full_candidates(cells: int, values: int) -> npt.NDArray[np.uint64]:
    """uint64[cells, words] with the bits 0 .. values - 1 set in every row."""
    words = max(1, (values + 63) // 64)
    rows = np.zeros((cells, words), np.uint64)
    rows[:, : values // 64] = ~np.uint64(0)
    if values % 64:
        rows[:, values // 64] = (np.uint64(1) << np.uint64(values % 64)) - np.uint64(1)
    return rows


def cell_name(row: int, column: int) -> str:
    """A cell in a sentence, counted from 1: ``r2c5``."""
    return f"r{row + 1}c{column + 1}"
