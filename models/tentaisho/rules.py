"""The rules of Tentai Show, as slow plain Python written from the rule text.

Every cell belongs to the galaxy of one dot. A galaxy is connected, holds its own dot and no other,
and is its own image under the half turn about its dot.
"""

from __future__ import annotations

from models.puzzle import Grid, Violation, cell_name
from models.tentaisho.board import Board, Cell


def violations(board: Board, grid: Grid) -> list[Violation]:
    """Every rule that the complete int16[rows, cols] grid breaks."""
    if grid.shape != (board.rows, board.cols):
        return [Violation("shape", f"the grid is {grid.shape}, not {board.rows}x{board.cols}")]
    galaxies: list[set[Cell]] = [set() for _ in board.dots]
    holes = set(board.holes)
    broken = []
    for r, row in enumerate(grid.tolist()):
        for c, owner in enumerate(row):
            if ((r, c) in holes) != (owner == -1):
                text = "is a hole" if (r, c) in holes else "has no galaxy"
                broken.append(Violation("hole", f"{cell_name(r, c)} {text}", ((r, c),)))
            elif owner >= len(galaxies) or owner < -1:
                broken.append(Violation("value", f"{cell_name(r, c)} has no such galaxy", ((r, c),)))
            elif owner >= 0:
                galaxies[owner].add((r, c))
    for dot, galaxy in enumerate(galaxies):
        broken += _broken_by(board, dot, galaxy)
    return broken


def _broken_by(board: Board, dot: int, galaxy: set[Cell]) -> list[Violation]:
    """The rules that one galaxy breaks.

    Two galaxies never share a cell, so that each holds the cells its dot touches also says that no
    galaxy holds another's dot.
    """
    faults: list[tuple[str, str, set[Cell]]] = []
    core = board.core(dot)
    outside = {cell for cell in core if cell not in galaxy}
    if outside:
        faults.append(("dot", "does not hold it", outside))
    y, x = board.dots[dot]
    unpaired = {(r, c) for r, c in galaxy if (y - r - 1, x - c - 1) not in galaxy}
    if unpaired:
        faults.append(("symmetry", "is not symmetric", unpaired))
    cut_off = _cut_off(galaxy, core[0])
    if cut_off and not outside:
        faults.append(("connected", "is in pieces", cut_off))
    return [
        Violation(code, f"the galaxy of the dot {board.place(dot)} {what}", tuple(sorted(cells)))
        for code, what, cells in faults
    ]


def _cut_off(galaxy: set[Cell], start: Cell) -> set[Cell]:
    """The cells of a galaxy that no walk from ``start`` inside it comes to."""
    left = galaxy - {start}
    walk = [start]
    for r, c in walk:
        for cell in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            if cell in left:
                left.remove(cell)
                walk.append(cell)
    return left
