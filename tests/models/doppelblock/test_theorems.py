"""What is known of Doppelblock without solving anything, and what its rungs owe to it."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from engines import deciding, find_engine
from engines.engine import Limits
from engines.ladder import Ascent
from models.doppelblock import Doppelblock
from models.doppelblock.board import window_lengths
from models.doppelblock.census import census
from models.doppelblock.latin import block_cycles, random_answer, window_sums
from models.kernel import has
from models.puzzle import Grid

RUNGS = Doppelblock.rungs
LATIN_SQUARES = {3: 12, 4: 576, 5: 161_280, 6: 812_851_200}
BOARDS = {3: 6, 4: 216, 5: 66_240, 6: 283_046_400}
"""(n - 2) x n Latin rectangles."""


def drawn(side: int, rng: np.random.Generator) -> tuple[Doppelblock, Grid]:
    """Some of the sums and a few cells of a random answer."""
    answer = random_answer(side, rng)
    top, left = window_sums(answer)
    shown, given = rng.uniform(0.2, 1.0), rng.choice([0.0, 0.1, 0.3])
    data = {
        "top": [clue if rng.random() < shown else None for clue in top],
        "left": [clue if rng.random() < shown else None for clue in left],
        "givens": [[int(v) if rng.random() < given else None for v in row] for row in answer],
    }
    return Doppelblock.from_json(data), answer


def fixpoint(puzzle: Doppelblock, rungs: tuple[str, ...]) -> bytes:
    """The candidates where these rungs stop; nothing if they contradict the board."""
    ascent = Ascent(puzzle, rungs, False)
    return ascent.candidates.tobytes() if ascent.climb() >= 0 else b""


@pytest.mark.parametrize("digits", range(11))
def test_window_lengths_are_those_of_some_set_of_digits(digits: int) -> None:
    reached: dict[int, set[int]] = {}
    for length in range(digits + 1):
        for between in combinations(range(1, digits + 1), length):
            reached.setdefault(sum(between), set()).add(length)
    for clue in range(digits * (digits + 1) // 2 + 3):
        assert set(window_lengths(digits + 2, clue)) == reached.get(clue, set())


@pytest.mark.parametrize("rungs", [RUNGS[:1], RUNGS[1:2], RUNGS[2:3], RUNGS[3:], RUNGS], ids=str)
@pytest.mark.parametrize("side", [2, 3, 4, 5, 6, 8])
def test_no_rung_removes_a_value_of_the_drawn_answer(side: int, rungs: tuple[str, ...]) -> None:
    rng = np.random.default_rng(side)
    for _ in range(60):
        puzzle, answer = drawn(side, rng)
        ascent = Ascent(puzzle, rungs, False)
        assert ascent.climb() >= 0, puzzle.canonical()
        left = [has(ascent.candidates, cell, value) for cell, value in enumerate(answer.ravel())]
        assert all(left), puzzle.canonical()
        assert [ascent.step(index) for index in range(len(rungs))] == [0] * len(rungs)


@pytest.mark.parametrize(
    ("fewer", "more"),
    [
        # Scope walks the block pairs that bounds walks, and asks less of them.
        (("line", "bounds"), ("line", "scope", "bounds")),
        (("bounds",), ("scope", "bounds")),
        # A line made consistent as a whole leaves nothing to the parts.
        (("gac",), ("line", "gac")),
        (("gac",), ("bounds", "gac")),
        (("gac",), RUNGS),
    ],
    ids=str,
)
@pytest.mark.parametrize("side", [3, 4, 5, 6, 7])
def test_a_weaker_rung_never_moves_the_fixpoint(
    side: int, fewer: tuple[str, ...], more: tuple[str, ...]
) -> None:
    rng = np.random.default_rng(side)
    for _ in range(40):
        puzzle, _ = drawn(side, rng)
        assert fixpoint(puzzle, fewer) == fixpoint(puzzle, more), puzzle.canonical()


def test_a_weaker_rung_does_not_do_the_work_of_a_stronger_one() -> None:
    rng = np.random.default_rng(1)
    boards = [drawn(6, rng)[0] for _ in range(40)]
    for part, whole in zip(range(1, 4), range(2, 5), strict=True):
        assert any(fixpoint(board, RUNGS[:part]) != fixpoint(board, RUNGS[:whole]) for board in boards)


@pytest.mark.parametrize("side", [3, 4, 5, 6])
@pytest.mark.parametrize("fixed", [0, 1, 2])
def test_census_counts_latin_rectangles_and_latin_squares(side: int, fixed: int) -> None:
    if side == 6 and fixed == 0:
        pytest.skip("283,046,400 boards one by one are for the bench")
    found = census(side, fixed)
    assert (found.boards, found.latin_squares) == (BOARDS[side], LATIN_SQUARES[side])


@pytest.mark.parametrize("engine", deciding())
@pytest.mark.parametrize("side", [2, 3, 4])
def test_every_engine_takes_the_census(engine: str, side: int) -> None:
    bare = Doppelblock.from_json({"top": [None] * side, "left": [None] * side})
    outcome = find_engine(engine).solve(bare, Limits(solutions=None))
    assert outcome.exhausted
    assert outcome.count == BOARDS.get(side, 1)
    squares = sum(2 ** len(block_cycles(grid)) for grid in outcome.solutions)
    assert squares == LATIN_SQUARES.get(side, 2)


@pytest.mark.parametrize("engine", ["ladder", "raw"])
def test_sixty_thousand_boards_of_five(engine: str) -> None:
    bare = Doppelblock.from_json({"top": [None] * 5, "left": [None] * 5})
    outcome = find_engine(engine).solve(bare, Limits(solutions=None, keep=0, seconds=120))
    assert (outcome.count, outcome.exhausted) == (BOARDS[5], True)


def test_the_checker_takes_the_answer_and_refuses_its_mutants() -> None:
    rng = np.random.default_rng(2)
    for side in (3, 4, 5, 6):
        puzzle, answer = drawn(side, rng)
        assert not puzzle.violations(answer)
        for cell in range(answer.size):
            mutant = answer.copy()
            mutant.ravel()[cell] = (mutant.ravel()[cell] + 1 + rng.integers(side - 2)) % (side - 1)
            # One cell more or less of a value is a broken row, whatever the sums.
            assert puzzle.violations(mutant) or (mutant == answer).all()
