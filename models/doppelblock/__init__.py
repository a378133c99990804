"""Doppelblock: two blocks and each digit once in every line; a clue is the sum between the blocks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from models.doppelblock import drawing
from models.doppelblock.board import BLOCK, SIDES, Board, board_from_json, board_to_json
from models.doppelblock.impossible import find_impossible
from models.doppelblock.rules import violations
from models.puzzle import ClueView, CnfView, CpsatView, Firing, Grid, LadderView, Puzzle, RawWalk, Violation
from models.sides import Sides
from models.statement import Look, unhurried

if TYPE_CHECKING:
    from models.justification import Justifier


@dataclass(frozen=True)
class Doppelblock(Puzzle):
    """The table of contents of this folder: each view is built by the file of its name."""

    board: Board

    kind: ClassVar[str] = "doppelblock"
    title: ClassVar[str] = "Doppelblock"
    sides: ClassVar[Sides] = SIDES
    rungs: ClassVar[tuple[str, ...]] = ("line", "scope", "bounds", "gac")
    probe_root: ClassVar[bool] = False
    probe_nodes: ClassVar[bool] = False
    fields: ClassVar[tuple[str, ...]] = ("top", "left", "bottom", "right", "givens")

    @property
    def shape(self) -> tuple[int, int]:
        return self.board.side, self.board.side

    @property
    def values(self) -> int:
        return self.board.digits + 1

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(board_from_json(data))

    def to_json(self) -> dict[str, Any]:
        return board_to_json(self.board)

    def impossible(self) -> str | None:
        return find_impossible(self.board)

    def violations(self, grid: Grid) -> list[Violation]:
        return violations(self.board, grid)

    def ladder_view(self) -> LadderView:
        from models.doppelblock.rungs import ladder_view

        return ladder_view(self.board)

    def cpsat_view(self, look: Look = unhurried) -> CpsatView:
        from models.doppelblock.cpsat import cpsat_view

        return cpsat_view(self.board, look)

    def cnf_view(self, look: Look = unhurried) -> CnfView:
        from models.doppelblock.cnf import cnf_view

        return cnf_view(self.board, look)

    def clue_view(self, look: Look = unhurried) -> ClueView:
        from models.doppelblock.clue_view import clue_view

        return clue_view(self.board, look)

    def raw_walk(self) -> RawWalk:
        from models.doppelblock.raw import Walk

        return Walk(self.board)

    def firing(self, rung: str, reason: int) -> Firing:
        from models.doppelblock.firing import firing

        return firing(self.board, rung, reason)

    def justifier(self) -> Justifier:
        from models.doppelblock.justify import justifier

        return justifier(self.board)

    def value_name(self, value: int) -> str:
        return "a block" if value == BLOCK else f"the digit {value}"

    @classmethod
    def from_lines(cls, lines: Sequence[tuple[int, str]]) -> Self:
        from models.doppelblock.text import board_from_lines

        return cls(board_from_lines(lines))

    def to_text(self) -> str:
        from models.doppelblock.text import board_to_lines
        from models.formats.plain import with_heading

        return with_heading(self, board_to_lines(self.board))

    def draw_text(self, grid: Grid | None = None) -> str:
        return drawing.draw_text(self.board, grid)

    def draw_svg(self, grid: Grid | None = None, marked: Iterable[tuple[int, int]] = ()) -> str:
        return drawing.draw_svg(self.board, grid, marked)
