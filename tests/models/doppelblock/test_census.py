"""The census: boards and Latin squares, numbers that others have counted."""

from __future__ import annotations

from math import comb, factorial

import numpy as np
import pytest

from engines import find_engine
from engines.engine import Limits
from models.doppelblock import Doppelblock
from models.doppelblock.census import census, count_cycles
from models.doppelblock.latin import block_cycles, random_answer

LATIN_SQUARES = {2: 2, 3: 12, 4: 576, 5: 161_280, 6: 812_851_200}
"""OEIS A002860."""
LATIN_RECTANGLES = {2: 1, 3: 6, 4: 216, 5: 66_240, 6: 283_046_400}
"""Latin rectangles of n - 2 rows and n columns: where each digit stands in each row."""


@pytest.mark.parametrize("side", LATIN_SQUARES)
def test_boards_are_latin_rectangles_and_their_cycles_make_latin_squares(side: int) -> None:
    found = census(side)
    assert (found.boards, found.latin_squares) == (LATIN_RECTANGLES[side], LATIN_SQUARES[side])


@pytest.mark.tiny
@pytest.mark.parametrize("side", [2, 3, 4])
def test_fixing_lines_changes_what_is_walked_and_not_what_is_counted(side: int) -> None:
    full, row, both = (census(side, fixed) for fixed in range(3))
    assert full.boards == full.walked == row.boards == both.boards
    assert full.latin_squares == row.latin_squares == both.latin_squares
    first_rows = comb(side, 2) * factorial(side - 2)
    assert full.walked == first_rows * row.walked == first_rows * factorial(side - 1) * both.walked


@pytest.mark.parametrize("side", [5, 6])
def test_fixing_the_first_row_alone_gives_the_same_census(side: int) -> None:
    found = census(side, 1)
    assert (found.boards, found.latin_squares) == (LATIN_RECTANGLES[side], LATIN_SQUARES[side])


@pytest.mark.parametrize(
    ("engine", "side"),
    [(name, side) for name in ("ladder", "sat", "cpsat", "raw") for side in (3, 4)]
    + [("ladder", 5), ("raw", 5)],
)
def test_every_engine_takes_the_census(engine: str, side: int) -> None:
    blank = Doppelblock.from_json({"top": [None] * side, "left": [None] * side})
    outcome = find_engine(engine).solve(blank, Limits(solutions=None, keep=100_000))
    assert outcome.exhausted
    assert outcome.count == len(outcome.solutions) == LATIN_RECTANGLES[side]
    assert sum(2 ** len(block_cycles(grid)) for grid in outcome.solutions) == LATIN_SQUARES[side]


@pytest.mark.parametrize("engine", ["sat", "cpsat"])
def test_the_solvers_count_the_boards_of_5x5_with_a_fixed_row_and_column(engine: str) -> None:
    first = [0, 0, 1, 2, 3]
    givens = [first, *([value, None, None, None, None] for value in first[1:])]
    puzzle = Doppelblock.from_json({"top": [None] * 5, "givens": givens})
    outcome = find_engine(engine).solve(puzzle, Limits(solutions=None))
    assert outcome.exhausted
    assert outcome.count * comb(5, 2) * factorial(3) * factorial(4) == LATIN_RECTANGLES[5]


@pytest.mark.tiny
def test_both_ways_of_following_the_blocks_find_the_same_cycles() -> None:
    rng = np.random.default_rng(80)
    for side in (2, 3, 4, 6, 9, 12):
        for _ in range(10):
            answer = random_answer(side, rng)
            cycles = block_cycles(answer)
            assert sum(cycles) == 2 * side
            assert len(cycles) == count_cycles(answer, np.zeros(side, np.bool_))
            assert all(length >= 4 and length % 2 == 0 for length in cycles)
