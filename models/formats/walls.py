"""Walls drawn between cells, and the regions they enclose."""

from __future__ import annotations

from collections.abc import Callable, Collection

from models.answers import Answer

Cell = tuple[int, int]
Wall = tuple[Cell, Cell]
"""Two side neighbours, the upper or left one first."""


def inner_borders(rows: int, cols: int) -> list[Wall]:
    """All pairs of side neighbours: the vertical walls row by row, then the horizontal ones."""
    upright = [((r, c), (r, c + 1)) for r in range(rows) for c in range(cols - 1)]
    level = [((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(cols)]
    return upright + level


def regions_of(rows: int, cols: int, walls: Collection[Wall], holes: Collection[Cell]) -> Answer:
    """The regions that walls (and holes) enclose, numbered in reading order; holes carry None.

    Walls with the same region on both sides are kept apart: they break no rule, but they are not
    part of the answer.
    """
    walls, holes = set(walls), set(holes)
    names: dict[Cell, int] = {}
    found = 0
    for start in ((r, c) for r in range(rows) for c in range(cols)):
        if start in holes or start in names:
            continue
        names[start] = name = found
        found += 1
        stack = [start]
        while stack:
            r, c = stack.pop()
            for cell in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
                inside = 0 <= cell[0] < rows and 0 <= cell[1] < cols and cell not in holes
                if inside and cell not in names and (min((r, c), cell), max((r, c), cell)) not in walls:
                    names[cell] = name
                    stack.append(cell)
    loose = tuple(sorted((a, b) for a, b in walls if a in names and b in names and names[a] == names[b]))
    cells = tuple(tuple(names.get((r, c)) for c in range(cols)) for r in range(rows))
    return Answer(cells, loose)


def walls_between(owner: Callable[[Cell], object], rows: int, cols: int) -> dict[Wall, bool]:
    """For every pair of neighbours whether a wall parts them; never beside a hole (owner None)."""
    return {
        (a, b): owner(a) is not None and owner(b) is not None and owner(a) != owner(b)
        for a, b in inner_borders(rows, cols)
    }
