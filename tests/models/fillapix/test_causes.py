"""Why the rung of search acted: each reason's causes, against every filling of the windows it speaks of."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from engines.ladder import Ascent
from models.fillapix import FillAPix
from models.fillapix.ladder_tables import OFFSETS
from models.fillapix.windows import COUNT_REASONS
from models.kernel import HEAD, LENGTH, fix, rung_table
from models.puzzle import Learning
from tests.models.fillapix.boards import random_board

ASSUMED = -2


@cache
def all_ways(cells: int) -> npt.NDArray[np.int8]:
    """int8[2^cells, cells]: every way to fill so many cells."""
    return np.array(list(product((0, 1), repeat=cells)), np.int8).reshape(1 << cells, cells)


def told(puzzle: FillAPix) -> list[tuple[int, int]]:
    """Where the clues are, in the order of their numbers."""
    rows, cols = puzzle.shape
    return [(r, c) for r in range(rows) for c in range(cols) if puzzle.board.clues[r][c] is not None]


def clues_of(puzzle: FillAPix, reason: int) -> list[tuple[int, int]]:
    """The one or two clues that a reason speaks of."""
    places = told(puzzle)
    if reason < COUNT_REASONS * len(places):
        return [places[reason // COUNT_REASONS]]
    first, offset = divmod(reason - COUNT_REASONS * len(places), OFFSETS)
    row, col = places[first]
    return [(row, col), (row + offset // 5 - 2, col + offset % 5 - 2)]


def fillings(
    puzzle: FillAPix, reason: int, gone: set[tuple[int, int]]
) -> tuple[list[int], npt.NDArray[np.int8]]:
    """The cells around a reason's clues, and all ways to fill them rightly without what has gone."""
    rows, cols = puzzle.shape
    windows = []
    for row, col in clues_of(puzzle, reason):
        down, across = range(max(0, row - 1), min(rows, row + 2)), range(max(0, col - 1), min(cols, col + 2))
        windows.append([r * cols + c for r, c in product(down, across)])
    cells = sorted({cell for window in windows for cell in window})
    ways = all_ways(len(cells))
    for (row, col), window in zip(clues_of(puzzle, reason), windows, strict=True):
        counted = ways[:, [cells.index(cell) for cell in window]].sum(axis=1)
        ways = ways[counted == puzzle.board.clues[row][col]]
    for cell, value in gone:
        ways = ways[ways[:, cells.index(cell)] != value]
    return cells, ways


def causes_before(learning: Learning, ascent: Ascent, row: int, reason: int) -> set[tuple[int, int]]:
    """The reason's causes, (cell, value), among what went before a trail row, or was never there."""
    numbers = learning.items[learning.starts[reason] : learning.starts[reason + 1]]
    gone = {divmod(int(flat), 64) for flat in ascent.trail[HEAD:row, 0]}
    at_first = ascent.puzzle.ladder_view().candidates[:, 0]
    return {
        (cell, value)
        for cell, value in (divmod(int(number), 2) for number in numbers)
        if (cell, value) in gone or not int(at_first[cell]) >> value & 1
    }


def act(puzzle: FillAPix, random: Random) -> tuple[Learning, Ascent, bool]:
    """Settle cells at random, the rung following, to the end; whether that was a contradiction."""
    ascent = Ascent(puzzle, ("count",), probing=False)
    view = puzzle.ladder_view()
    assert view.learning is not None
    learning = view.learning()
    ascent.table = rung_table((learning.rung,))
    result = ascent.climb()
    while result >= 0 and (ascent.sizes[:, 0] > 1).any():
        cell = random.choice(np.flatnonzero(ascent.sizes[:, 0] > 1).tolist())
        _, candidates, sizes, trail, _, _ = ascent.board
        fix(candidates, sizes, trail, cell, random.randrange(2), ASSUMED)
        result = ascent.climb()
    return learning, ascent, result < 0


def check(puzzle: FillAPix, random: Random) -> tuple[int, int]:
    """What went before proves what the rung did; how often one clue acted, and two."""
    learning, ascent, contradicts = act(puzzle, random)
    alone = COUNT_REASONS * len(told(puzzle))
    acts = [0, 0]
    length = int(ascent.trail[LENGTH, 0])
    for row in range(HEAD, length):
        flat, reason = ascent.trail[row].tolist()
        if reason != ASSUMED:
            cells, ways = fillings(puzzle, reason, causes_before(learning, ascent, row, reason))
            assert (ways[:, cells.index(flat // 64)] != flat % 64).all(), puzzle.canonical()
            acts[reason >= alone] += 1
    if contradicts:
        reason = int(ascent.trail[LENGTH, 1])
        assert not len(fillings(puzzle, reason, causes_before(learning, ascent, length, reason))[1])
    return acts[0], acts[1]


def test_what_went_before_proves_what_the_rung_did() -> None:
    random = Random(6)
    acts = [
        check(random_board(random, random.randint(1, 6), random.randint(1, 6)), random) for _ in range(400)
    ]
    assert sum(alone for alone, _ in acts) > 2000
    assert sum(together for _, together in acts) > 200


@pytest.mark.tiny
def test_what_went_before_proves_it_on_a_few_tiny_boards() -> None:
    random = Random(7)
    acts = [check(random_board(random, 3, 3), random) for _ in range(10)]
    assert sum(alone for alone, _ in acts) > 10


def test_the_rung_of_search_settles_all_that_count_and_pair_do() -> None:
    random = Random(8)
    for _ in range(300):
        puzzle = random_board(random, random.randint(1, 7), random.randint(1, 7))
        both = Ascent(puzzle, ("count", "pair"), probing=False)
        learning = puzzle.ladder_view().learning
        assert learning is not None
        one = Ascent(puzzle, ("count",), probing=False)
        one.table = rung_table((learning().rung,))
        contradicts = both.climb() < 0
        assert (one.climb() < 0) == contradicts, puzzle.canonical()
        if not contradicts:
            assert (one.candidates == both.candidates).all(), puzzle.canonical()
