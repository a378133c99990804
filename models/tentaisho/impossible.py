"""Boards that are impossible at first sight, with the dot or the cell at fault named.

Two dots too close together, a dot too close to a hole, or a cell that no dot can reach: walking from
the dot over free cells whose half turn is free too. No candidates, no inference: that is the ladder's.
"""

from __future__ import annotations

import numpy as np

from models.kernel import kernel
from models.puzzle import Ints, cell_name
from models.tentaisho.board import Board

POSSIBLE, OVERLAP, IN_HOLE, UNREACHED = range(4)
FREE, HOLLOW = -1, -2
"""Owners of a cell that no dot touches: none yet, or a hole."""


def find_impossible(board: Board) -> str | None:
    """Why no grid can satisfy the board, or None if this look does not tell."""
    dots, owners, work = arrays(board)
    fault, first, second = inspect(board.rows, board.cols, dots, owners, work)
    if fault == OVERLAP:
        if board.dots[first] == board.dots[second]:
            return f"two dots are {board.place(first)}"
        return f"the dots {board.place(first)} and {board.place(second)} touch the same cell"
    if fault == IN_HOLE:
        return f"the dot {board.place(first)} touches the hole {cell_name(*divmod(second, board.cols))}"
    if fault == UNREACHED:
        return f"no dot can reach {cell_name(*divmod(first, board.cols))}"
    return None


def count_choices(board: Board, enough: int) -> int:
    """How many cells all dots can reach beyond their own; the count may stop once it is over ``enough``."""
    dots, owners, work = arrays(board)
    for dot in range(len(dots)):
        for r, c in board.core(dot):
            owners[r * board.cols + c] = dot
    return int(count_reached(board.rows, board.cols, dots, owners, work, enough))


def arrays(board: Board) -> tuple[Ints, Ints, Ints]:
    """int32[dots, 2], the owners int32[cells] with the holes, and work room int32[3, cells]."""
    work = np.zeros((4, board.rows * board.cols), np.int32)
    owners = work[3]
    owners.fill(FREE)
    for r, c in board.holes:
        owners[r * board.cols + c] = HOLLOW
    return board.dot_table, owners, work[:3]


@kernel
def inspect(rows, cols, dots, owners, work):  # type: ignore[no-untyped-def]
    """The first fault as (kind, dot or cell, dot or cell).

    ``owners`` int32[cells] comes with the holes and leaves with the cores; ``work`` int32[3, cells].
    """
    free = 0
    for cell in range(rows * cols):
        free += owners[cell] == FREE
    for dot in range(len(dots)):
        y, x = dots[dot, 0], dots[dot, 1]
        for r in range((y - 1) // 2, y // 2 + 1):
            for c in range((x - 1) // 2, x // 2 + 1):
                cell = r * cols + c
                if owners[cell] == HOLLOW:
                    return IN_HOLE, dot, cell
                if owners[cell] >= 0:
                    return OVERLAP, owners[cell], dot
                owners[cell] = dot
                free -= 1
    reached = work[0]
    for dot in range(len(dots)):
        if free == 0:
            return POSSIBLE, 0, 0
        free -= explore(rows, cols, dots, owners, dot, reached, work[1], work[2])[1]
    for cell in range(rows * cols):
        if owners[cell] == FREE and reached[cell] == 0:
            return UNREACHED, cell, 0
    return POSSIBLE, 0, 0


@kernel
def count_reached(rows, cols, dots, owners, work, enough):  # type: ignore[no-untyped-def]
    """The sum over dots of the free cells that a walk from each comes to, or more than ``enough``."""
    total = 0
    for dot in range(len(dots)):
        total += explore(rows, cols, dots, owners, dot, work[0], work[1], work[2])[0]
        if total > enough:
            break
    return total


@kernel
def explore(rows, cols, dots, owners, dot, reached, seen, walk):  # type: ignore[no-untyped-def]
    """Walk from a dot over cells that are free in pairs: (how many, how many no earlier dot had reached).

    ``reached`` and ``seen`` hold dot numbers plus one, so neither needs clearing between dots.
    """
    y, x = dots[dot, 0], dots[dot, 1]
    length = 0
    found = 0
    fresh = 0
    for r in range((y - 1) // 2, y // 2 + 1):
        for c in range((x - 1) // 2, x // 2 + 1):
            walk[length] = r * cols + c
            length += 1
    at = 0
    while at < length:
        r, c = walk[at] // cols, walk[at] % cols
        at += 1
        for side in range(4):
            row = r + (side == 3) - (side == 0)
            col = c + (side == 2) - (side == 1)
            across, along = y - row - 1, x - col - 1
            if min(row, col, across, along) < 0 or max(row, across) >= rows or max(col, along) >= cols:
                continue
            cell = row * cols + col
            if seen[cell] == dot + 1 or owners[cell] != FREE or owners[across * cols + along] != FREE:
                continue
            seen[cell] = dot + 1
            found += 1
            walk[length] = cell
            length += 1
            if reached[cell] == 0:
                reached[cell] = dot + 1
                fresh += 1
    return found, fresh
