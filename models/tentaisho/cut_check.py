"""Whether a cut of Tentai Show follows from the rules: one walk over the board, in plain Python.

A cut says that a cell belongs to a dot's galaxy only if one of some other cells does. It holds if every
walk from the cell to the dot passes one of these. Written from the rule text: nothing here reads how cuts
are found or how clauses are laid out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from models.puzzle import HOLE, cell_name
from models.tentaisho.board import Board, Cell


class Galaxy:
    """The cells that a dot's galaxy may hold by symmetry, holes and the other dots alone.

    ``touched`` as from ``touched_cells``.
    """

    def __init__(self, board: Board, dot: int, touched: Mapping[Cell, int]) -> None:
        self.dot = dot
        self.turn = board.dots[dot]
        self.core = frozenset(board.core(dot))
        self.touched = touched
        self.size = board.rows, board.cols

    def twin(self, cell: Cell) -> Cell:
        """The image of a cell under the half turn about the dot."""
        return self.turn[0] - cell[0] - 1, self.turn[1] - cell[1] - 1

    def may_hold(self, cell: Cell) -> bool:
        """Whether the cell and its twin are on the board, no holes, and no other dot's."""
        return all(
            0 <= r < self.size[0] and 0 <= c < self.size[1] and self.touched.get((r, c), self.dot) == self.dot
            for r, c in (cell, self.twin(cell))
        )


def touched_cells(board: Board) -> dict[Cell, int]:
    """The cells that are nobody's choice: HOLE for a hole, else the dot that touches it."""
    touched = {cell: dot for dot in range(len(board.dots)) for cell in board.core(dot)}
    return touched | dict.fromkeys(board.holes, HOLE)


def cut_fault(
    board: Board, held: Iterable[tuple[int, int, int]], gates: Iterable[tuple[int, int, int]]
) -> str | None:
    """Why "whatever holds ``held`` also holds one of ``gates``" does not follow; None if it does.

    Both are (row, column, dot). The first must be one cell, the gates cells for the same dot.
    """
    held, gates = list(held), list(gates)
    if len(held) != 1 or any(gate[2] != held[0][2] for gate in gates):
        return "it is not about one cell and one dot"
    row, col, dot = held[0]
    galaxy = Galaxy(board, dot, touched_cells(board))
    shut = {(r, c) for r, c, _ in gates}
    shut |= {galaxy.twin(cell) for cell in shut}
    if (row, col) in shut or not galaxy.may_hold((row, col)):
        return None
    seen = {(row, col)}
    walk = [(row, col)]
    for r, c in walk:
        if (r, c) in galaxy.core:
            return (
                f"a walk leads from {cell_name(row, col)} to the dot {board.place(dot)} past all of its cells"
            )
        for cell in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            if cell not in seen and cell not in shut and galaxy.may_hold(cell):
                seen.add(cell)
                walk.append(cell)
    return None
