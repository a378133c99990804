"""Connectivity of Tentai Show as clauses, found one assignment at a time.

A cut says: *a cell belongs to a dot only if one of these other cells does*. It is a consequence of the
rules and the board alone, for without those others no walk leads from the cell to the dot over cells
that its galaxy may hold. So a cut can be checked by one flood fill. Cells are as few as that takes:
of the rim of a stranded piece, those that a walk from the dot meets first; and of the rim of the
dot's own piece, those that a walk from the stranded one meets first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from models.puzzle import Grid, Ints
from models.tentaisho.board import Board


class Cuts:
    """The ``cuts`` of a CnfView: called with an assignment, returns the clauses that it breaks.

    ``literals`` int32[cells, dots] as in the view, 0 where a galaxy cannot hold a cell.
    """

    def __init__(self, board: Board, literals: Ints) -> None:
        self.literals = literals
        self.beside = [beside(board, r, c) for r in range(board.rows) for c in range(board.cols)]
        self.homes = [r * board.cols + c for r, c in (board.core(dot)[0] for dot in range(len(board.dots)))]

    def __call__(self, grid: Grid) -> list[list[int]]:
        """Clauses for every galaxy in pieces; empty if all are connected."""
        owners = grid.ravel().tolist()
        home = {cell for start in self.homes for cell in self._piece(owners, start)}
        seen = set(home)
        clauses = []
        for cell, dot in enumerate(owners):
            if dot >= 0 and cell not in seen:
                piece = self._piece(owners, cell)
                seen.update(piece)
                clauses += self._part(owners, piece, dot)
        return clauses

    def _piece(self, owners: list[int], start: int) -> list[int]:
        """The connected cells of one owner around a cell."""
        dot = owners[start]
        return self._walk(start, lambda cell: owners[cell] == dot)

    def _walk(self, start: int, enters: Callable[[int], bool]) -> list[int]:
        """The cells that a walk from a cell comes to."""
        walk = [start]
        seen = {start}
        for cell in walk:
            for other in self.beside[cell]:
                if other not in seen and enters(other):
                    seen.add(other)
                    walk.append(other)
        return walk

    def _part(self, owners: list[int], piece: list[int], dot: int) -> list[list[int]]:
        """The clauses that a piece of a galaxy without its dot breaks."""
        home = self.homes[dot]
        own = self.literals[:, dot].tolist()
        stranded = sorted({own[cell] for cell in piece})
        gates = self._gates(own, home, self._rim(owners, piece))
        doors = self._gates(own, piece[0], self._rim(owners, self._piece(owners, home)))
        clauses = [[-literal, *gates] for literal in stranded]
        if doors != gates:
            clauses += [[-literal, *doors] for literal in stranded]
        return clauses

    def _rim(self, owners: list[int], piece: list[int]) -> set[int]:
        """The cells beside a piece that are not in it."""
        dot = owners[piece[0]]
        return {other for cell in piece for other in self.beside[cell] if owners[other] != dot}

    def _gates(self, own: list[int], start: int, rim: set[int]) -> list[int]:
        """The literals of the cells of a rim that a walk over a dot's possible cells meets first."""
        inside = self._walk(start, lambda cell: cell not in rim and own[cell] != 0)
        return literals_of(own, (cell for each in inside for cell in self.beside[each] if cell in rim))


def literals_of(own: list[int], cells: Iterable[int]) -> list[int]:
    """The distinct literals of cells, in order, without those that have none."""
    return sorted({own[cell] for cell in cells} - {0})


def beside(board: Board, row: int, col: int) -> list[int]:
    """The numbers of the cells beside one, on the board."""
    around = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return [r * board.cols + c for r, c in around if 0 <= r < board.rows and 0 <= c < board.cols]
