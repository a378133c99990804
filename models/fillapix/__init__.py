"""Fill-a-Pix: paint cells so that every clue counts the ink in the block around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from models.fillapix import drawing
from models.fillapix.board import (
    INK,
    SIDES,
    Board,
    board_from_json,
    board_to_json,
    find_impossible,
    uncovered,
)
from models.fillapix.rules import violations
from models.puzzle import (
    ClueView,
    CnfView,
    CpsatView,
    Firing,
    Grid,
    LadderView,
    Puzzle,
    RawWalk,
    Violation,
    cell_name,
)
from models.sides import Sides
from models.statement import Look, unhurried

if TYPE_CHECKING:
    from models.justification import Justifier


@dataclass(frozen=True)
class FillAPix(Puzzle):
    """The table of contents of this folder: each view is built by the file of its name."""

    board: Board

    kind: ClassVar[str] = "fillapix"
    title: ClassVar[str] = "Fill-a-Pix"
    sides: ClassVar[Sides] = SIDES
    rungs: ClassVar[tuple[str, ...]] = ("count", "pair")
    fields: ClassVar[tuple[str, ...]] = ("clues", "givens")
    values: ClassVar[int] = 2
    learns: ClassVar[bool] = True

    @property
    def shape(self) -> tuple[int, int]:
        return self.board.rows, self.board.cols

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(board_from_json(data))

    def to_json(self) -> dict[str, Any]:
        return board_to_json(self.board)

    def impossible(self) -> str | None:
        return find_impossible(self.board)

    def warnings(self) -> tuple[str, ...]:
        """Cells that no clue reaches, each of which doubles the number of answers."""
        free = uncovered(self.board)
        if not free:
            return ()
        names = ", ".join(cell_name(*cell) for cell in free[:5]) + (", ..." if free[5:] else "")
        cells = "1 cell is" if len(free) == 1 else f"{len(free)} cells are"
        return (f"{cells} in no clue's reach ({names})",)

    def violations(self, grid: Grid) -> list[Violation]:
        return violations(self.board, grid)

    def ladder_view(self) -> LadderView:
        from models.fillapix.rungs import ladder_view

        return ladder_view(self.board)

    def cpsat_view(self, look: Look = unhurried) -> CpsatView:
        from models.fillapix.cpsat import cpsat_view

        return cpsat_view(self.board, look)

    def cnf_view(self, look: Look = unhurried) -> CnfView:
        from models.fillapix.cnf import cnf_view

        return cnf_view(self.board, look)

    def clue_view(self, look: Look = unhurried) -> ClueView:
        from models.fillapix.clue_view import clue_view

        return clue_view(self.board, look)

    def raw_walk(self) -> RawWalk:
        from models.fillapix.raw import Walk

        return Walk(self.board)

    def firing(self, rung: str, reason: int) -> Firing:
        from models.fillapix.firing import firing

        return firing(self.board, rung, reason)

    def justifier(self) -> Justifier:
        from models.fillapix.justify import justifier

        return justifier(self.board)

    def value_name(self, value: int) -> str:
        return "ink" if value == INK else "blank"

    @classmethod
    def from_lines(cls, lines: Sequence[tuple[int, str]]) -> Self:
        from models.fillapix.text import board_from_lines

        return cls(board_from_lines(lines))

    def to_text(self) -> str:
        from models.fillapix.text import board_to_lines
        from models.formats.plain import with_heading

        return with_heading(self, board_to_lines(self.board))

    def draw_text(self, grid: Grid | None = None) -> str:
        return drawing.draw_text(self.board, grid)

    def draw_svg(self, grid: Grid | None = None, marked: Iterable[tuple[int, int]] = ()) -> str:
        return drawing.draw_svg(self.board, grid, marked)
