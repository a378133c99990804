"""All engines against each other on Fill-a-Pix, and against published boards."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

import numpy as np
import pytest

from engines import find_engine
from engines.engine import Limits
from models.fillapix import FillAPix
from tests.agreement import ENUMERATING, assert_engines_agree, sorted_grids
from tests.models.fillapix.boards import all_pictures, random_board

MOST = 300
"""Solutions compared one by one; beyond that all engines must say that there are more."""


@pytest.mark.parametrize("seed", range(15))
def test_four_engines_find_the_same_pictures_on_random_boards(seed: int) -> None:
    random = Random(seed)
    kinds = set()
    for _ in range(24):
        outcome = assert_engines_agree(random_board(random, random.randint(1, 5), random.randint(1, 5)), MOST)
        kinds.add(min(outcome.count, 2))
    assert kinds >= {1, 2}


@pytest.mark.tiny
def test_four_engines_find_what_trying_every_picture_finds() -> None:
    random = Random(99)
    pictures = all_pictures(2, 4)
    for _ in range(12):
        puzzle = random_board(random, 2, 4)
        legal = sorted(picture.tolist() for picture in pictures if not puzzle.violations(picture))
        assert sorted_grids(assert_engines_agree(puzzle, MOST)) == legal, puzzle.canonical()


@pytest.mark.skipif(find_spec("pyganak") is None, reason="pyganak is not installed")
def test_ganak_counts_what_the_raw_walk_enumerates() -> None:
    random = Random(8)
    for _ in range(12):
        puzzle = random_board(random, random.randint(2, 5), random.randint(2, 5))
        raw = find_engine("raw").solve(puzzle, Limits(solutions=200_000, keep=0))
        if raw.exhausted:
            assert find_engine("ganak").solve(puzzle, Limits()).count == raw.count, puzzle.canonical()


@pytest.mark.parametrize("engine", ENUMERATING)
def test_published_boards_get_their_verdict_and_answer(engine: str, corpus: Callable[[str], Any]) -> None:
    for published in corpus("fillapix"):
        puzzle = FillAPix.from_json(published)
        rows, cols = puzzle.shape
        if engine in ("raw", "cpsat") and rows * cols > 400:
            continue
        outcome = find_engine(engine).solve(puzzle, Limits(seconds=30))
        assert str(outcome.verdict) == published["verdict"], (published["id"], outcome.limit)
        if outcome.count == 1 and published.get("solution"):
            assert np.array_equal(outcome.solutions[0], published["solution"]), published["id"]


@pytest.mark.parametrize("engine", ENUMERATING)
def test_small_cases_have_their_exact_counts(engine: str, corpus: Callable[[str], Any]) -> None:
    for case in corpus("cases"):
        if case["kind"] == "fillapix":
            outcome = find_engine(engine).solve(FillAPix.from_json(case), Limits(solutions=None))
            assert (outcome.count, outcome.exhausted) == (case["count"], True), case["id"]
