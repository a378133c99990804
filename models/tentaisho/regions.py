"""Regions named anyhow, as the galaxies of a board's dots.

An answer on paper is a partition: walls, letters or numbers say which cells belong together, not to
which dot. A region belongs to the one dot that lies wholly inside it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.answers import Name, unfilled
from models.puzzle import HOLE, Grid, Violation, cell_name
from models.tentaisho.board import Board, Cell

NOBODY = -2
"""The value of a cell whose region has no dot of its own: no galaxy's, and not a hole either."""


def galaxies_of(
    board: Board, cells: Sequence[Sequence[Name | None]]
) -> tuple[Grid, list[Violation], set[Cell]]:
    """The index of the owning dot for every cell, what is amiss, and the cells of the regions amiss.

    Codes: ``unfilled``, ``cut-dot`` (its cells lie in several regions), ``no-dot`` (unless the region
    has a part of a cut dot) and ``several-dots``.
    """
    holes = set(board.holes)
    regions: dict[Name, list[Cell]] = {}
    open_cells = []
    for r, row in enumerate(cells):
        for c, name in enumerate(row):
            if name is not None:
                regions.setdefault(name, []).append((r, c))
            elif (r, c) not in holes:
                open_cells.append((r, c))
    faults = unfilled(open_cells)
    inside: dict[Name | None, list[int]] = {name: [] for name in (*regions, None)}
    parts: set[Name | None] = set()
    for dot in range(len(board.dots)):
        core = board.core(dot)
        names = {cells[r][c] for r, c in core}
        if len(names) == 1:
            inside[names.pop()].append(dot)
        else:
            parts |= names
            faults.append(
                Violation("cut-dot", f"the dot {board.place(dot)} lies in several regions", tuple(core))
            )
    grid = np.full((len(cells), len(cells[0])), NOBODY, np.int16)
    for r, c in holes:
        if cells[r][c] is None:
            grid[r, c] = HOLE
    amiss = set(open_cells)
    for name, region in regions.items():
        dots = inside[name]
        if len(dots) == 1:
            grid[tuple(np.transpose(region))] = dots[0]
            continue
        amiss.update(region)
        if dots or name not in parts:
            code, what = ("several-dots", f"{len(dots)} dots") if dots else ("no-dot", "no dot of its own")
            faults.append(Violation(code, f"the region of {cell_name(*region[0])} has {what}", tuple(region)))
    return grid, faults, amiss
