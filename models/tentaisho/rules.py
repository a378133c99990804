"""The rules of Tentai Show, in plain Python written from the rule text.

Every cell belongs to the galaxy of one dot. A galaxy is connected, holds its own dot and no other,
and is its own image under the half turn about its dot.

Here a cell is known by its place, a number: three times as many to a row as there are columns, so that no
neighbour and no image beside the board has the place of a cell on it. The half turn about a dot takes a
place to a constant less the place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from models.puzzle import Grid, Violation, cell_name
from models.tentaisho.board import Board

Owners = dict[int, int]
"""Place -> the dot whose galaxy holds it."""
Fault = tuple[int, int, int]
"""A dot, what is wrong with its galaxy (an index of WRONG), and a place that shows it."""

DOT, SYMMETRY, CONNECTED = range(3)
WRONG = ("dot", "does not hold it"), ("symmetry", "is not symmetric"), ("connected", "is in pieces")


def violations(board: Board, grid: Grid) -> list[Violation]:
    """Every rule that the complete int16[rows, cols] grid breaks."""
    if grid.shape != (board.rows, board.cols):
        return [Violation("shape", f"the grid is {grid.shape}, not {board.rows}x{board.cols}")]
    width = 3 * board.cols
    places = _places(board.rows, board.cols)
    owners: Owners = dict(zip(places, grid.ravel().tolist(), strict=True))
    broken: list[Violation] = []
    if board.holes or min(owners.values()) < 0 or max(owners.values()) >= len(board.dots):
        holes = {r * width + c for r, c in board.holes}
        broken = _misfits(board, owners, holes, width)
        owners = {
            place: dot for place, dot in owners.items() if place not in holes and 0 <= dot < len(board.dots)
        }
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    for faults in (_left_out, _without_image, _cut_off):
        for dot, wrong, place in faults(board, owners, width):
            found[dot, wrong].add(place)
    for dot, wrong in sorted(found):
        if wrong != CONNECTED or (dot, DOT) not in found:
            code, what = WRONG[wrong]
            text = f"the galaxy of the dot {board.place(dot)} {what}"
            cells = tuple(divmod(place, width) for place in sorted(found[dot, wrong]))
            broken.append(Violation(code, text, cells))
    return broken


@lru_cache(maxsize=64)
def _places(rows: int, cols: int) -> tuple[int, ...]:
    """The places of all cells, row by row."""
    return tuple(3 * cols * r + c for r in range(rows) for c in range(cols))


def _misfits(board: Board, owners: Owners, holes: set[int], width: int) -> list[Violation]:
    """What is amiss with single cells: a hole with an owner, none elsewhere, or one that is no dot."""
    broken = []
    for place, owner in owners.items():
        r, c = divmod(place, width)
        if (place in holes) != (owner == -1):
            text = "is a hole" if place in holes else "has no galaxy"
            broken.append(Violation("hole", f"{cell_name(r, c)} {text}", ((r, c),)))
        elif owner >= len(board.dots) or owner < -1:
            broken.append(Violation("value", f"{cell_name(r, c)} has no such galaxy", ((r, c),)))
    return broken


def _left_out(board: Board, owners: Owners, width: int) -> Iterator[Fault]:
    """The cells that a dot touches and its galaxy does not hold.

    Two galaxies never share a cell, so this is also where a galaxy holds another's dot.
    """
    for dot, (y, x) in enumerate(board.dots):
        top, bottom = (y - 1) // 2 * width, y // 2 * width
        left, right = (x - 1) // 2, x // 2
        for place in {top + left, top + right, bottom + left, bottom + right}:
            if owners.get(place) != dot:
                yield dot, DOT, place


def _without_image(board: Board, owners: Owners, width: int) -> Iterator[Fault]:
    """The cells whose images are not in their galaxies."""
    turns = [(y - 1) * width + x - 1 for y, x in board.dots]
    for place, dot in owners.items():
        if owners.get(turns[dot] - place) != dot:
            yield dot, SYMMETRY, place


def _cut_off(board: Board, owners: Owners, width: int) -> Iterator[Fault]:
    """The cells that no walk from their dots inside their galaxies comes to.

    Sets of cells are numbers with the bit of each place set. One round lets the walks of all dots go
    one step in all directions, wherever the two cells have the same owner.
    """
    sheet = np.full(board.rows * width, -1, np.int32)
    sheet[list(owners)] = list(owners.values())
    right, down = _bits(sheet[:-1] == sheet[1:]), _bits(sheet[:-width] == sheet[width:])
    homes = [(y - 1) // 2 * width + (x - 1) // 2 for y, x in board.dots]
    met = before = 0
    for dot, home in enumerate(homes):
        if owners.get(home) == dot:
            met |= 1 << home
    while met != before:
        before = met
        met |= (met & right) << 1 | met >> 1 & right
        met |= (met & down) << width | met >> width & down
    if met.bit_count() < len(owners):
        for place, dot in owners.items():
            if not met >> place & 1:
                yield dot, CONNECTED, place


def _bits(flags: np.typing.NDArray[np.bool_]) -> int:
    """The number whose bits are set where the flags are."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
