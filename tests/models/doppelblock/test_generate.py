"""Generated boards: one answer, nothing printed to spare, and the same for the same seed."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engines import find_engine
from engines.engine import Limits, Verdict
from models.doppelblock import Doppelblock
from models.doppelblock import generate as generator
from models.doppelblock.board import Board
from models.doppelblock.generate import NoneFixed, generate
from models.doppelblock.needs import meet_all
from models.puzzle import BadPuzzle, Generated, TooLarge
from tests.models.doppelblock.draws import sums_of

WAYS: list[dict[str, Any]] = [
    {},
    {"clues": "minimal"},
    {"givens": "none"},
    {"givens": "none", "clues": "minimal"},
]


def board(made: Generated) -> Board:
    assert isinstance(made.puzzle, Doppelblock)
    return made.puzzle.board


def verdict(of: Board, engine: str = "ladder") -> Verdict:
    return find_engine(engine).solve(Doppelblock(of), Limits()).verdict


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("side", [2, 3, 4, 5, 6, 7])
def test_a_generated_board_has_the_drawn_answer_alone_and_shows_nothing_else(
    side: int, way: dict[str, Any]
) -> None:
    for seed in range(3):
        made = generate(side, side, seed, **way)
        for engine in ("ladder", "sat"):
            outcome = find_engine(engine).solve(made.puzzle, Limits())
            assert outcome.verdict is Verdict.UNIQUE
            assert (outcome.solutions[0] == made.solution).all()
        top, left = sums_of(made.solution)
        printed = board(made)
        assert all(clue in (None, found) for clue, found in zip(printed.clues, (*left, *top), strict=True))
        shown = sum(clue is not None for clue in printed.clues)
        given = sum(value is not None for row in printed.givens for value in row)
        assert (made.details["sums"], made.details["givens"]) == (shown, given)
        assert way.get("clues") == "minimal" or shown == 2 * side
        assert way.get("givens") != "none" or given == 0


def without_given(of: Board, row: int, column: int) -> Board:
    rows = [list(each) for each in of.givens]
    rows[row][column] = None
    return replace(of, givens=tuple(map(tuple, rows)))


@pytest.mark.parametrize("side", [6, 8])
def test_no_given_can_go(side: int) -> None:
    tried = 0
    for seed in range(6):
        printed = board(generate(side, side, seed))
        for r, row in enumerate(printed.givens):
            for c, value in enumerate(row):
                if value is not None:
                    tried += 1
                    assert verdict(without_given(printed, r, c)) is Verdict.MULTIPLE
    assert tried > 3


@pytest.mark.parametrize("side", [4, 6, 7])
def test_no_sum_and_no_given_of_a_minimal_board_can_go(side: int) -> None:
    for seed in range(3):
        printed = board(generate(side, side, seed, clues="minimal"))
        for place in range(side):
            for name in ("top", "left"):
                sums = list(getattr(printed, name))
                if sums[place] is not None:
                    sums[place] = None
                    assert verdict(replace(printed, **{name: tuple(sums)})) is Verdict.MULTIPLE
        for r, row in enumerate(printed.givens):
            for c, value in enumerate(row):
                if value is not None:
                    assert verdict(without_given(printed, r, c)) is Verdict.MULTIPLE


def test_the_same_seed_makes_the_same_board_and_another_seed_another() -> None:
    for way in WAYS:
        first, again, other = (generate(5, 5, seed, **way) for seed in (1, 1, 2))
        assert first.puzzle == again.puzzle
        assert (first.solution == again.solution).all()
        assert first.details == again.details
        assert other.puzzle != first.puzzle


def test_an_8x8_is_made_in_a_fraction_of_a_second() -> None:
    generate(8, 8, 0)
    started = time.process_time()
    for seed in range(5):
        generate(8, 8, 1 + seed)
    assert (time.process_time() - started) / 5 < 0.1


@pytest.mark.parametrize("side", [9, 12])
def test_large_boards_are_made_too(side: int) -> None:
    made = generate(side, side, 3)
    assert find_engine("sat").solve(made.puzzle, Limits()).verdict is Verdict.UNIQUE
    assert made.details["givens"] > 0


FAULTS: list[tuple[tuple[int, int, int], dict[str, Any], type[BadPuzzle], str]] = [
    ((5, 6, 1), {}, BadPuzzle, "5x6: the board must be square"),
    ((1, 1, 1), {}, BadPuzzle, "1x1: a line needs room for two blocks"),
    ((13, 13, 1), {}, TooLarge, "13x13: 13 rows, the limit of Doppelblock is 12x12"),
    ((5, 5, -1), {}, BadPuzzle, "seed -1: is negative"),
    ((5, 5, 1), {"givens": "some"}, BadPuzzle, "givens 'some': expected one of fewest, none"),
    ((5, 5, 1), {"clues": "few"}, BadPuzzle, "clues 'few': expected one of all, minimal"),
]


@pytest.mark.parametrize(("size", "options", "kind", "message"), FAULTS)
def test_what_cannot_be_made_is_refused(
    size: tuple[int, int, int], options: dict[str, Any], kind: type[BadPuzzle], message: str
) -> None:
    with pytest.raises(kind, match=f"^{message}"):
        generate(*size, **options)


def test_drawing_in_vain_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "DRAWS", 2)
    with pytest.raises(NoneFixed, match="none of 2 answers of 9x9"):
        generate(9, 9, 0, givens="none")


def test_a_choice_meets_every_set() -> None:
    sets = np.array([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]], bool)
    assert meet_all(sets) == [1, 3]
    assert meet_all(sets[:0]) == []
