"""Connectivity of Tentai Show as clauses, found one assignment at a time.

A cut says: *a cell belongs to a dot only if one of these other cells does*. It is a consequence of the
rules and the board alone, for without those others no walk leads from the cell to the dot over cells
that its galaxy may hold. So a cut can be checked by one flood fill. Cells are as few as that takes:
of the rim of a stranded piece, those that a walk from the dot meets first; and of the rim of the
dot's own piece, those that a walk from the stranded one meets first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from models.puzzle import Grid, Ints
from models.tentaisho.board import Board

NOBODY = -1
"""Owner of the rim of one cell that is laid around the board, and of holes."""


class Cuts:
    """The ``cuts`` of a CnfView: called with an assignment, returns the clauses that it breaks.

    ``literals`` int32[cells, dots] as in the view, 0 where a galaxy cannot hold a cell. Places are numbers
    of cells on the board with its rim.
    """

    def __init__(self, board: Board, literals: Ints) -> None:
        self.literals = literals
        self.shape = board.rows, board.cols
        self.width = board.cols + 2
        self.homes = [((y + 1) // 2) * self.width + (x + 1) // 2 for y, x in board.dots]

    def __call__(self, grid: Grid) -> list[list[int]]:
        """Clauses for every galaxy in pieces; empty if all are connected."""
        owners = self._rimmed(grid, NOBODY)
        seen = self._at_home(owners)
        if len(seen) == len(owners) - owners.count(NOBODY):
            return []
        clauses = []
        for place, dot in enumerate(owners):
            if dot != NOBODY and place not in seen:
                piece = self._walk([place], lambda _, other, dot=dot: owners[other] == dot)  # type: ignore[misc]
                seen.update(piece)
                clauses += self._part(owners, piece, dot)
        return clauses

    def _rimmed(self, cells: Ints | Grid, rim: int) -> list[int]:
        """The numbers of the cells, by place."""
        rimmed = np.full((self.shape[0] + 2, self.width), rim, np.int32)
        rimmed[1:-1, 1:-1] = cells.reshape(self.shape)
        places: list[int] = rimmed.ravel().tolist()
        return places

    def _at_home(self, owners: list[int]) -> set[int]:
        """The places that walks from all dots inside their galaxies come to.

        As ``_walk`` would, without a call for each step: most assignments are asked for nothing else.
        """
        walk = list(self.homes)
        seen = set(walk)
        width = self.width
        for place in walk:
            owner = owners[place]
            for other in (place - width, place - 1, place + 1, place + width):
                if owners[other] == owner and other not in seen:
                    seen.add(other)
                    walk.append(other)
        return seen

    def _beside(self, place: int) -> tuple[int, int, int, int]:
        return place - self.width, place - 1, place + 1, place + self.width

    def _walk(self, starts: Iterable[int], enters: Callable[[int, int], bool]) -> list[int]:
        """The places that a walk comes to that ``enters`` some from others."""
        walk = list(starts)
        seen = set(walk)
        for place in walk:
            for other in self._beside(place):
                if other not in seen and enters(place, other):
                    seen.add(other)
                    walk.append(other)
        return walk

    def _part(self, owners: list[int], piece: list[int], dot: int) -> list[list[int]]:
        """The clauses that a piece of a galaxy without its dot breaks."""
        own = self._rimmed(self.literals[:, dot], 0)
        home = self._walk([self.homes[dot]], lambda _, other: owners[other] == dot)
        stranded = sorted({own[place] for place in piece})
        gates = self._gates(own, home[0], self._rim(piece))
        doors = self._gates(own, piece[0], self._rim(home))
        clauses = [[-literal, *gates] for literal in stranded]
        if doors != gates:
            clauses += [[-literal, *doors] for literal in stranded]
        return clauses

    def _rim(self, piece: list[int]) -> set[int]:
        """The places beside a piece that are not in it."""
        return {other for place in piece for other in self._beside(place)} - set(piece)

    def _gates(self, own: list[int], start: int, rim: set[int]) -> list[int]:
        """The literals of a rim that a walk over possible cells meets first, on the rim or at its twins."""
        barred = {own[place] for place in rim} - {0}
        inside = self._walk([start], lambda _, other: own[other] != 0 and own[other] not in barred)
        return sorted(barred.intersection(own[other] for place in inside for other in self._beside(place)))
