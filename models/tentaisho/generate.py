"""Tentai Show puzzles from random partitions, or with a picture of the user's as their answer.

What is drawn: galaxies grown in random order from random cells (partition.py), then merged where
several are symmetric together. With the default dials sizes are spread much like in published boards
(at 10x10 a fifth single cells, a fifth pairs, a sixth fours, 4.4 cells on average). The partitions are
not drawn evenly from all there are: growth favours compact galaxies. A board whose dots allow a second
answer is not drawn again but mended, by planting anew the galaxies that the answers dispute, smaller
each time; so boards with one answer have more small galaxies where they were ambiguous, the more the
larger the galaxies asked for.
"""

from __future__ import annotations

import math
from random import Random
from typing import Annotated

import numpy as np
import numpy.typing as npt

from models.deadline import Deadline
from models.puzzle import BadPuzzle, Generated, Grid, TooLarge
from models.tentaisho import TentaiShow
from models.tentaisho.board import SIDES, Board, board_from_json
from models.tentaisho.partition import Partition, Sizes
from models.tentaisho.second import Undecided, find_second

SHRINK = 0.7
"""A galaxy begun in a disputed cell has this part of the mean size, for each time it was disputed."""
CONFLICTS = 5_000
"""Learned clauses after which the search for a second answer is given up: a fraction of a second."""
GIVEN_UP = 0.1
"""The part of all galaxies, the largest ones, that are planted anew then."""
DRAWS = 200
"""Boards drawn before giving up because they leave nothing to decide."""
LEAST = 3
"""No galaxy of fewer cells has one that its dot does not touch."""


Mean = Annotated[float, "The mean number of cells that galaxies are drawn to have."]
Largest = Annotated[int, "The most cells of a galaxy; 0 for no limit."]
Merges = Annotated[
    int, "How often the board is searched for galaxies that can be merged; the more, the fewer small ones."
]
Unique = Annotated[bool, "Mend the board until it has one answer."]
Seconds = Annotated[float | None, "Time for one puzzle; where it does not suffice there is none."]
"""Dials: what help says of them stands with the type."""


def generate(
    rows: int,
    cols: int,
    seed: int,
    *,
    mean: Mean = 7.0,
    largest: Largest = 0,
    merges: Merges = 1,
    unique: Unique = True,
    seconds: Seconds = None,
    picture: npt.ArrayLike | None = None,
) -> Generated:
    """A puzzle of a random partition; the same seed and dials make it again.

    A picture of one's own (1 black, 0 white) colours the dots: the black galaxies of the answer are the
    picture.

    Raises BadPuzzle on a size or dial that will not do, Unfinished where the time does not.
    """
    check_dials(rows, cols, seed, mean, largest, merges)
    deadline = Deadline(seconds, f"a board of {rows}x{cols} (seed {seed})")
    colours = [0] * (rows * cols) if picture is None else read_picture(picture, rows, cols)
    rng = Random(seed)
    sizes = Sizes(mean, largest or rows * cols)
    for redraws in range(DRAWS):
        partition = draw_partition(rows, cols, colours, sizes, merges, rng, deadline)
        mended = mend(partition, sizes, rng, deadline) if unique else 0
        if loose := partition.count_loose():
            board, solution = board_of(partition, picture is not None)
            details = {
                "galaxies": len(board.dots),
                "largest": max(map(len, partition.galaxies.values())),
                "loose_cells": loose,
                "mended": mended,
                "redraws": redraws,
            }
            return Generated(TentaiShow(board), solution, seed, details)
    raise BadPuzzle("no board drawn with these dials leaves anything to decide", f"{rows}x{cols}")


def draw_partition(
    rows: int, cols: int, colours: list[int], sizes: Sizes, merges: int, rng: Random, deadline: Deadline
) -> Partition:
    """Galaxies grown all over the board, then merged so many times."""
    partition = Partition(rows, cols, colours)
    partition.fill(range(rows * cols), lambda _: sizes, rng)
    for _ in range(merges):
        partition.merge(sizes, rng, deadline)
    return partition


def check_dials(rows: int, cols: int, seed: int, mean: float, largest: int, merges: int) -> None:
    """BadPuzzle on a size or dial that nothing can be drawn with."""
    if seed < 0:
        raise BadPuzzle("is negative", f"seed {seed}")
    if min(rows, cols) < 1:
        raise BadPuzzle("a board has at least one row and one column", f"{rows}x{cols}")
    SIDES.check(rows, cols, f"{rows}x{cols}")
    if max(rows, cols) < LEAST:
        raise BadPuzzle(f"a board without a side of {LEAST} leaves nothing to decide", f"{rows}x{cols}")
    if not 1 <= mean <= SIDES.most**2:
        raise BadPuzzle(f"expected 1..{SIDES.most**2}", f"mean {mean}")
    if largest and largest < LEAST:
        raise BadPuzzle(f"expected 0 (no limit) or at least {LEAST}", f"largest {largest}")
    if not 0 <= merges <= DRAWS:
        raise BadPuzzle(f"expected 0..{DRAWS}", f"merges {merges}")


def read_picture(picture: npt.ArrayLike, rows: int, cols: int) -> list[int]:
    """The colour of every cell; BadPuzzle if it is no picture of the board's size."""
    array = np.asarray(picture)
    if array.shape != (rows, cols):
        raise BadPuzzle(f"has shape {array.shape}, not {(rows, cols)}", "picture")
    if not np.isin(array, (0, 1)).all():
        raise BadPuzzle("has values other than 0 and 1", "picture")
    colours: list[int] = array.astype(int).ravel().tolist()
    return colours


def mend(partition: Partition, sizes: Sizes, rng: Random, deadline: Deadline) -> int:
    """Plant disputed galaxies anew until the board has one answer; how often it took that.

    It ends: where a cell was disputed often enough galaxies have no more cells than their dots touch,
    and those nobody disputes.
    """
    disputes = [0] * len(partition.owners)

    def smaller(cell: int) -> Sizes:
        return Sizes(sizes.mean * SHRINK ** disputes[cell], sizes.largest)

    times = 0
    while disputed := find_disputed(partition, deadline):
        times += 1
        freed = partition.clear(disputed)
        for cell in freed:
            disputes[cell] += 1
        partition.fill(freed, smaller, rng)
    return times


def find_disputed(partition: Partition, deadline: Deadline) -> list[int]:
    """The galaxies that another answer changes; the largest ones if the search for one was given up."""
    try:
        board, solution = board_of(partition)
    except TooLarge as error:
        size = f"{partition.rows}x{partition.cols}"
        why = f"too many galaxies: {error.why}; choose a smaller size, a larger mean or no unique"
        raise TooLarge(why, size) from None
    try:
        other = find_second(board, solution, CONFLICTS, deadline)
    except Undecided:
        by_size = sorted(partition.galaxies, key=lambda number: (len(partition.galaxies[number]), number))
        return by_size[-math.ceil(len(by_size) * GIVEN_UP) :]
    if other is None:
        return []
    return sorted({partition.owners[cell] for cell in np.flatnonzero(other != solution).tolist()})


def board_of(partition: Partition, coloured: bool = False) -> tuple[Board, Grid]:
    """The board with the galaxies' dots, and its answer."""
    numbers = sorted(partition.dots, key=partition.dots.__getitem__)
    letters = "".join("wb"[partition.colours[partition.galaxies[number][0]]] for number in numbers)
    board = board_from_json(
        {
            "rows": partition.rows,
            "cols": partition.cols,
            "dots": [partition.dots[number] for number in numbers],
            "colours": letters if coloured else None,
        }
    )
    indices = {number: index for index, number in enumerate(numbers)}
    owners = np.array([indices[owner] for owner in partition.owners], np.int16)
    return board, owners.reshape(partition.rows, partition.cols)
