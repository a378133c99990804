"""The published pair in plain Python: sound, as strong as the rung beside count, and weaker without it."""

from __future__ import annotations

import pytest

from bench.studies.fillapix.pairs import VARIANTS, Rule, windows_of
from engines import find_engine
from engines.engine import UNKNOWN, Limits
from engines.ladder import Ascent
from models.fillapix import FillAPix
from models.fillapix.generate import generate

LONE_NINE = ((None, None, None), (None, 9, None), (None, None, None))


def test_a_clue_without_a_partner_is_left_to_count() -> None:
    windows = windows_of(LONE_NINE)
    assert windows == [(9, 2**9 - 1)]
    assert Rule(windows, counting=False, sharing=True).climb((0, 0)) == (0, 0)
    assert Rule(windows, counting=True, sharing=True).climb((0, 0)) == (2**9 - 1, 0)


@pytest.mark.parametrize("name", VARIANTS)
def test_no_variant_settles_a_cell_against_the_answer(name: str) -> None:
    for seed in range(12):
        puzzle = generate(6, 7, seed, thin="random").puzzle
        assert isinstance(puzzle, FillAPix)
        (answer,) = find_engine("sat").solve(puzzle, Limits(solutions=2)).solutions
        state = Rule(windows_of(puzzle.board.clues), *VARIANTS[name]).probe((0, 0), 42)
        assert state is not None
        for cell, value in enumerate(answer.ravel().tolist()):
            assert not (state[0] >> cell & 1 and value == 0)
            assert not (state[1] >> cell & 1 and value == 1)


def test_with_count_the_published_pair_ends_where_the_rungs_do() -> None:
    for seed in range(12):
        puzzle = generate(6, 7, seed, thin="random").puzzle
        assert isinstance(puzzle, FillAPix)
        ascent = Ascent(puzzle, probing=False)
        ascent.climb()
        state = Rule(windows_of(puzzle.board.clues), counting=True, sharing=True).climb((0, 0))
        assert state is not None
        ink, blank = state
        known = [1 if ink >> cell & 1 else 0 if blank >> cell & 1 else UNKNOWN for cell in range(42)]
        assert known == ascent.settled().ravel().tolist()
