"""The rules of Tentai Show, in plain Python written from the rule text.

Every cell belongs to the galaxy of one dot. A galaxy is connected, holds its own dot and no other,
and is its own image under the half turn about its dot.

Here the board lies in the middle of a sheet three times as high and wide, so that no neighbour and no image
of a cell is beyond the sheet. A place is a number, counted row by row on the sheet; the half turn about a dot
takes a place to a constant less the place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from models.puzzle import Grid, Violation, cell_name
from models.tentaisho.board import Board

NOBODY = -1
"""The owner of a hole, of a cell without a galaxy, and of all places that are not on the board."""
Fault = tuple[int, int, int]
"""A dot, what is wrong with its galaxy (an index of WRONG), and a place that shows it."""

DOT, SYMMETRY, CONNECTED = range(3)
WRONG = ("dot", "does not hold it"), ("symmetry", "is not symmetric"), ("connected", "is in pieces")


def violations(board: Board, grid: Grid) -> list[Violation]:
    """Every rule that the complete int16[rows, cols] grid breaks."""
    rows, cols = board.rows, board.cols
    if grid.shape != (rows, cols):
        return [Violation("shape", f"the grid is {grid.shape}, not {rows}x{cols}")]
    picture: list[list[int]] = grid.tolist()
    broken = _misfits(board, picture)
    if board.holes or broken:
        grid = np.array(picture, np.int16)
    owners = [NOBODY] * (9 * rows * cols)
    for start, row in zip(_places(rows, cols)[::cols], picture, strict=True):
        owners[start : start + cols] = row
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    for faults in (_left_out(board, owners), _without_image(board, owners), _cut_off(board, owners, grid)):
        for dot, wrong, place in faults:
            found[dot, wrong].add(place)
    for dot, wrong in sorted(found):
        if wrong != CONNECTED or (dot, DOT) not in found:
            code, what = WRONG[wrong]
            text = f"the galaxy of the dot {board.place(dot)} {what}"
            cells = tuple(_cell(board, place) for place in sorted(found[dot, wrong]))
            broken.append(Violation(code, text, cells))
    return broken


@lru_cache(maxsize=64)
def _places(rows: int, cols: int) -> tuple[int, ...]:
    """The places of a board's cells, row by row."""
    return tuple(3 * cols * (rows + r) + cols + c for r in range(rows) for c in range(cols))


def _cell(board: Board, place: int) -> tuple[int, int]:
    """(row, column) of a place on the board."""
    row, col = divmod(place, 3 * board.cols)
    return row - board.rows, col - board.cols


def _misfits(board: Board, picture: list[list[int]]) -> list[Violation]:
    """What is amiss with single cells: a hole with an owner, none elsewhere, or one that is no dot.

    In the picture nobody owns such a cell from then on.
    """
    dots = len(board.dots)
    if not board.holes and min(map(min, picture)) >= 0 and max(map(max, picture)) < dots:
        return []
    holes = set(board.holes)
    broken = []
    for r, row in enumerate(picture):
        for c, owner in enumerate(row):
            if ((r, c) in holes) != (owner == NOBODY):
                text = "is a hole" if (r, c) in holes else "has no galaxy"
                broken.append(Violation("hole", f"{cell_name(r, c)} {text}", ((r, c),)))
            elif owner >= dots or owner < NOBODY:
                broken.append(Violation("value", f"{cell_name(r, c)} has no such galaxy", ((r, c),)))
            if (r, c) in holes or not 0 <= owner < dots:
                row[c] = NOBODY
    return broken


def _left_out(board: Board, owners: list[int]) -> Iterator[Fault]:
    """The cells that a dot touches and its galaxy does not hold.

    Two galaxies never share a cell, so this is also where a galaxy holds another's dot.
    """
    first, width = _places(board.rows, board.cols)[0], 3 * board.cols
    for dot, (y, x) in enumerate(board.dots):
        top, bottom = first + (y - 1) // 2 * width, first + y // 2 * width
        left, right = (x - 1) // 2, x // 2
        for place in (top + left, top + right, bottom + left, bottom + right):
            if owners[place] != dot:
                yield dot, DOT, place


def _without_image(board: Board, owners: list[int]) -> Iterator[Fault]:
    """The cells whose images are not in their galaxies."""
    places, width = _places(board.rows, board.cols), 3 * board.cols
    turns = [2 * places[0] + (y - 1) * width + x - 1 for y, x in board.dots]
    for place in places:
        dot = owners[place]
        if dot != NOBODY and owners[turns[dot] - place] != dot:
            yield dot, SYMMETRY, place


def _cut_off(board: Board, owners: list[int], grid: Grid) -> Iterator[Fault]:
    """The cells that no walk from their dots inside their galaxies comes to.

    Sets of cells are numbers with the bit of each place set, counted from the board's first row. One round
    lets the walks of all dots go one step in all directions, wherever the two cells have the same owner.
    """
    places, width = _places(board.rows, board.cols), 3 * board.cols
    above = board.rows * width
    band = np.full(above, NOBODY, np.int16)
    band.reshape(grid.shape[0], width)[:, board.cols : 2 * board.cols] = grid
    right, down = _bits(band[:-1] == band[1:]), _bits(band[:-width] == band[width:])
    met = before = 0
    for dot, (y, x) in enumerate(board.dots):
        home = places[0] + (y - 1) // 2 * width + (x - 1) // 2
        if owners[home] == dot:
            met |= 1 << home - above
    while met != before:
        before = met
        met |= (met & right) << 1 | met >> 1 & right
        met |= (met & down) << width | met >> width & down
    if met.bit_count() < len(places):
        for place in places:
            if owners[place] != NOBODY and not met >> place - above & 1:
                yield owners[place], CONNECTED, place


def _bits(flags: np.typing.NDArray[np.bool_]) -> int:
    """The number whose bits are set where the flags are."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
