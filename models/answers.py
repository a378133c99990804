"""An answer as somebody wrote it down, and whether it obeys the rules.

An answer may say values (ink, digits, blocks) or only name regions, by numbers or letters of its own
choice; what the names mean is the puzzle's business (``Puzzle.grid_of``). Nothing here searches: every
answer that obeys the rules is accepted, also when there are several.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from models.puzzle import HOLE, Grid, Violation, cell_name

if TYPE_CHECKING:
    from models.puzzle import Puzzle

Cell = tuple[int, int]
Name = int | str
Names = tuple[tuple[Name | None, ...], ...]


@dataclass(frozen=True)
class Answer:
    """``cells[r][c]``: a value or the name of a region; None where nothing is written, or in a hole.

    ``loose`` are walls drawn between two cells of one region, as pairs of cells.
    """

    cells: Names
    loose: tuple[tuple[Cell, Cell], ...] = ()

    @classmethod
    def of_grid(cls, grid: Grid) -> Answer:
        """The answer that a grid of values is."""
        return cls(tuple(tuple(None if v == HOLE else v for v in row) for row in grid.tolist()))


@dataclass(frozen=True)
class Check:
    """What is wrong with an answer; ``remarks`` break no rule; ``grid`` is its values where it has any."""

    violations: tuple[Violation, ...]
    remarks: tuple[Violation, ...] = ()
    grid: Grid | None = None

    @property
    def is_correct(self) -> bool:
        """Whether the answer obeys every rule."""
        return not self.violations


def check(puzzle: Puzzle, answer: Answer | Grid) -> Check:
    """Whether an answer obeys the rules: every broken one by its code, with the cells at fault.

    A shape that is not the board's (``shape``) and cells left open (``unfilled``) are told alone, since
    no rule can be judged then. A wall within a region (``loose-wall``) is a remark.
    """
    if not isinstance(answer, Answer):
        answer = Answer.of_grid(answer)
    rows, cols = puzzle.shape
    if len(answer.cells) != rows or any(len(row) != cols for row in answer.cells):
        found = f"{len(answer.cells)}x{max(map(len, answer.cells), default=0)}"
        return Check((Violation("shape", f"the answer is {found}, the board is {rows}x{cols}"),))
    grid, faults, undecided = puzzle.grid_of(answer.cells)
    if any(fault.code == "unfilled" for fault in faults):
        return Check(tuple(faults), remarks(answer))
    broken = [each for each in puzzle.violations(grid) if not undecided.issuperset(each.cells or (None,))]
    return Check((*faults, *broken), remarks(answer), None if undecided else grid)


def remarks(answer: Answer) -> tuple[Violation, ...]:
    """What is odd about an answer and yet breaks no rule."""
    return tuple(
        Violation(
            "loose-wall", f"the wall between {cell_name(*a)} and {cell_name(*b)} parts no regions", (a, b)
        )
        for a, b in answer.loose
    )


def values_of(cells: Sequence[Sequence[Name | None]]) -> tuple[Grid, list[Violation], set[Cell]]:
    """Names that are values already: the grid, what is amiss before the rules, and the cells that is about.

    A cell without a value gets -2, which is no value of any puzzle.
    """
    grid = np.full((len(cells), len(cells[0])), -2, np.int16)
    open_cells, strange = [], []
    for r, row in enumerate(cells):
        for c, name in enumerate(row):
            if name is None:
                open_cells.append((r, c))
            elif isinstance(name, int) and -1 <= name < 2**15:
                grid[r, c] = name
            else:
                strange.append((r, c))
    faults = [
        Violation("value", f"{str(cells[r][c])[:20]!r} at {cell_name(r, c)} is no value", ((r, c),))
        for r, c in strange
    ]
    return grid, faults + unfilled(open_cells), {*strange, *open_cells}


def unfilled(cells: Sequence[Cell]) -> list[Violation]:
    """The fault of an answer that leaves cells open; none if it leaves none."""
    if not cells:
        return []
    text = f"{cell_name(*cells[0])} is" if len(cells) == 1 else f"{len(cells)} cells are"
    return [Violation("unfilled", f"{text} not filled in", tuple(cells))]
