"""What the rungs' reasons mean, as clues to point at and a sentence a solver would say."""

from __future__ import annotations

from models.fillapix.board import Board
from models.puzzle import Clue, Firing, cell_name


def firing(board: Board, rung: str, reason: int) -> Firing:
    """See rungs.py for the reasons of ``count`` and of ``pair``."""
    from models.fillapix.rungs import CLASH, PAIR_REASONS
    from models.fillapix.windows import COUNT_REASONS

    if rung == "count":
        number, kind = divmod(reason, COUNT_REASONS)
        row, col = board.clue_cells[number]
        return Firing((_clue(board, row, col),), _count_text(board, row, col, kind))
    number, rest = divmod(reason, PAIR_REASONS)
    clash, offset = divmod(rest, CLASH)
    row, col = board.clue_cells[number]
    other_row, other_col = row + offset // 5 - 2, col + offset % 5 - 2
    says = "contradict each other" if clash else "together leave no choice"
    return Firing(
        (_clue(board, row, col), _clue(board, other_row, other_col)),
        f"{_name(board, row, col)} and {_name(board, other_row, other_col)} {says}",
    )


def _clue(board: Board, row: int, col: int) -> Clue:
    return Clue(str(board.clues[row][col]), row, col)


def _name(board: Board, row: int, col: int) -> str:
    return f"the {board.clues[row][col]} at {cell_name(row, col)}"


def _count_text(board: Board, row: int, col: int, kind: int) -> str:
    from models.fillapix.windows import FULL, NEEDY, OVER

    clue, size = board.clues[row][col], len(board.window(row, col))
    if kind == FULL:
        says = "has all its ink" if clue else "leaves its block blank"
    elif kind == NEEDY:
        says = "fills its block" if clue == size else "needs every cell that is left in its block"
    elif kind == OVER:
        says = "has more ink than it counts"
    else:
        says = "has too few cells left for its ink"
    return f"{_name(board, row, col)} {says}"
