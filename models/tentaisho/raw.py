"""Every division of a Tentai Show board into symmetric sets, cell by cell, kept if connected.

The walk goes row-major to the next cell without an owner and tries every dot: the cell and its twin
are given in one move, if both are free. That galaxies are connected is looked at only when every cell
has an owner. There are no candidates and nothing is inferred.
"""

from __future__ import annotations

import numpy as np

from models.kernel import kernel
from models.puzzle import Grid
from models.tentaisho.board import Board

FREE, HOLE = -2, -1
"""Owners that are no dot; a finished walk leaves only dots and holes, as a grid has them."""
DEPTH, PLACEMENTS, CLIMBING = range(3)
"""Fields of int64[3]: moves made, placements in all, whether to take a move back first."""
FOUND, SPENT, DONE = range(3)


class Walk:
    """The enumeration of one board, in slices (see RawWalk). A placement gives two cells to a dot."""

    def __init__(self, board: Board) -> None:
        cells = board.rows * board.cols
        self.shape = board.rows, board.cols
        self.dots = np.array(board.dots, np.int32).reshape(-1, 2)
        self.owners = np.full(cells, FREE, np.int32)
        self.path = np.zeros((cells + 1, 2), np.int32)
        self.control = np.zeros(3, np.int64)
        self.room = np.zeros((2, cells), np.int32)
        self.exhausted = not self._place_cores(board)

    def _place_cores(self, board: Board) -> bool:
        """Give every dot the cells it touches; whether they are all there and no two dots share one."""
        for r, c in board.holes:
            self.owners[r * board.cols + c] = HOLE
        for dot in range(len(board.dots)):
            for r, c in board.core(dot):
                if self.owners[r * board.cols + c] != FREE:
                    return False
                self.owners[r * board.cols + c] = dot
        return True

    @property
    def placements(self) -> int:
        """Placements tried so far."""
        return int(self.control[PLACEMENTS])

    def advance(self, placements: int, solutions: int) -> list[Grid]:
        """Go on for about so many placements or until so many more solutions; those found."""
        end = self.placements + placements
        found: list[Grid] = []
        while not self.exhausted and len(found) < solutions:
            status = walk(*self.shape, self.dots, self.owners, self.path, self.control, self.room, end)
            if status == FOUND:
                found.append(self.owners.astype(np.int16).reshape(self.shape))
            self.exhausted = status == DONE
            if status == SPENT:
                break
        return found


@kernel
def walk(rows, cols, dots, owners, path, control, room, end):  # type: ignore[no-untyped-def]
    """Walk on to the next solution, which is then in ``owners``, or until ``end`` placements.

    ``path`` int32[cells + 1, 2] holds the moves made: cell and dot. ``room`` int32[2, cells] is work
    room of the leaf.
    """
    cells = rows * cols
    while control[PLACEMENTS] < end:
        depth = control[DEPTH]
        dot = np.int64(0)
        if control[CLIMBING]:
            if depth == 0:
                return DONE
            depth -= 1
            cell, dot = path[depth, 0], np.int64(path[depth, 1])
            owners[cell] = owners[turned(cols, dots, cell, dot)] = FREE
            dot += 1
        else:
            cell = path[depth - 1, 0] + 1 if depth > 0 else 0
            while cell < cells and owners[cell] != FREE:
                cell += 1
            if cell == cells:
                control[CLIMBING] = 1
                if is_connected(rows, cols, dots, owners, room):
                    return FOUND
                continue
        while dot < len(dots) and not is_free(rows, cols, dots, owners, cell, dot):
            dot += 1
        control[CLIMBING] = dot == len(dots)
        if dot < len(dots):
            owners[cell] = owners[turned(cols, dots, cell, dot)] = dot
            path[depth, 0], path[depth, 1] = cell, dot
            depth += 1
            control[PLACEMENTS] += 1
        control[DEPTH] = depth
    return SPENT


@kernel
def turned(cols, dots, cell, dot):  # type: ignore[no-untyped-def]
    """The half turn of a cell about a dot, if it is on the board."""
    return (dots[dot, 0] - cell // cols - 1) * cols + dots[dot, 1] - cell % cols - 1


@kernel
def is_free(rows, cols, dots, owners, cell, dot):  # type: ignore[no-untyped-def]
    """Whether the twin of a cell about a dot is on the board and has no owner."""
    row = dots[dot, 0] - cell // cols - 1
    col = dots[dot, 1] - cell % cols - 1
    return 0 <= row < rows and 0 <= col < cols and owners[row * cols + col] == FREE


@kernel
def is_connected(rows, cols, dots, owners, room):  # type: ignore[no-untyped-def]
    """Whether walks from all dots, each in its own galaxy, come to every cell."""
    cells = rows * cols
    missing = 0
    for cell in range(cells):
        room[0, cell] = owners[cell] >= 0
        missing += room[0, cell]
    length = 0
    for dot in range(len(dots)):
        cell = (dots[dot, 0] - 1) // 2 * cols + (dots[dot, 1] - 1) // 2
        room[0, cell] = 0
        room[1, length] = cell
        length += 1
    at = 0
    while at < length:
        cell = room[1, at]
        at += 1
        row, col = cell // cols, cell % cols
        for side in range(4):
            r = row + (side == 3) - (side == 0)
            c = col + (side == 2) - (side == 1)
            other = r * cols + c
            if 0 <= r < rows and 0 <= c < cols and room[0, other] and owners[other] == owners[cell]:
                room[0, other] = 0
                room[1, length] = other
                length += 1
    return length == missing
