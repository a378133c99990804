"""Tentai Show (Spiral Galaxies): part the board into galaxies, each its own half turn about its dot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from models.puzzle import (
    Clue,
    CnfView,
    CpsatView,
    Firing,
    Grid,
    LadderView,
    Puzzle,
    RawWalk,
    Violation,
)
from models.sides import Sides
from models.statement import Look, unhurried
from models.tentaisho import drawing
from models.tentaisho.board import SIDES, Board, Cell, board_from_json, board_to_json
from models.tentaisho.rules import violations

if TYPE_CHECKING:
    from models.justification import Justifier

_COLOUR_NAMES = {"w": "white ", "b": "black ", "g": "grey "}


@dataclass(frozen=True)
class TentaiShow(Puzzle):
    """The table of contents of this folder: each view is built by the file of its name."""

    board: Board

    kind: ClassVar[str] = "tentaisho"
    title: ClassVar[str] = "Tentai Show"
    sides: ClassVar[Sides] = SIDES
    rungs: ClassVar[tuple[str, ...]] = ("mirror", "reach", "bridge")
    probe_nodes: ClassVar[bool] = False
    fields: ClassVar[tuple[str, ...]] = ("rows", "cols", "dots", "colours", "holes")

    @property
    def shape(self) -> tuple[int, int]:
        return self.board.rows, self.board.cols

    @property
    def values(self) -> int:
        return len(self.board.dots)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(board_from_json(data))

    def to_json(self) -> dict[str, Any]:
        return board_to_json(self.board)

    def impossible(self) -> str | None:
        from models.tentaisho.impossible import find_impossible

        return find_impossible(self.board)

    def violations(self, grid: Grid) -> list[Violation]:
        return violations(self.board, grid)

    def grid_of(self, cells: Sequence[Sequence[int | str | None]]) -> tuple[Grid, list[Violation], set[Cell]]:
        """An answer names its regions as it likes: each is the galaxy of the dot inside it."""
        from models.tentaisho.regions import galaxies_of

        return galaxies_of(self.board, cells)

    def ladder_view(self) -> LadderView:
        from models.tentaisho.rungs import ladder_view

        return ladder_view(self.board)

    def cpsat_view(self, look: Look = unhurried) -> CpsatView:
        from models.tentaisho.cpsat import cpsat_view

        return cpsat_view(self.board, look)

    def cnf_view(self, look: Look = unhurried) -> CnfView:
        from models.tentaisho.cnf import cnf_view

        return cnf_view(self.board, look)

    def raw_walk(self) -> RawWalk:
        from models.tentaisho.raw import Walk

        return Walk(self.board)

    def firing(self, rung: str, reason: int) -> Firing:
        """``mirror``: twice the dot, plus one where an owned cell gave its twin; others: the dot."""
        dot = reason // 2 if rung == "mirror" else reason
        y, x = self.board.dots[dot]
        clue = Clue(f"the {self._colour(dot)}dot {self.board.place(dot)}", (y - 1) // 2, (x - 1) // 2)
        if rung == "reach":
            text = f"from {clue.text} no way leads there"
        elif rung == "bridge":
            text = f"the galaxy of {clue.text} would fall apart otherwise"
        elif reason % 2:
            text = f"the half turn about {clue.text} leads to cells of its galaxy"
        else:
            text = f"the half turn about {clue.text} leads to cells that cannot be in its galaxy"
        return Firing((clue,), text, tuple(self.board.core(dot)))

    def cut_fault(
        self, held: Sequence[tuple[int, int, int]], gates: Sequence[tuple[int, int, int]]
    ) -> str | None:
        from models.tentaisho.cut_check import cut_fault

        return cut_fault(self.board, held, gates)

    def justifier(self) -> Justifier:
        from models.tentaisho.justify import justifier

        return justifier(self.board)

    def _colour(self, dot: int) -> str:
        return _COLOUR_NAMES[self.board.colours[dot]] if self.board.colours else ""

    def value_name(self, value: int) -> str:
        return f"in the galaxy of the dot {self.board.place(value)}"

    @classmethod
    def from_lines(cls, lines: Sequence[tuple[int, str]]) -> Self:
        from models.tentaisho.text import board_from_lines

        return cls(board_from_lines(lines))

    def to_text(self) -> str:
        from models.formats.plain import with_heading
        from models.tentaisho.text import board_to_lines

        return with_heading(self, board_to_lines(self.board))

    def draw_text(self, grid: Grid | None = None) -> str:
        return drawing.draw_text(self.board, grid)

    def draw_svg(self, grid: Grid | None = None, marked: Iterable[tuple[int, int]] = ()) -> str:
        return drawing.draw_svg(self.board, grid, marked)
