"""All engines against each other on Doppelblock, against every grid there is, and on published boards."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from engines import find_engine
from engines.engine import Limits, Verdict
from models.doppelblock import Doppelblock
from tests.agreement import ENUMERATING, assert_engines_agree, sorted_grids
from tests.models.doppelblock.draws import all_answers, random_board

N = None
MOST = 500
"""Solutions compared one by one; beyond that all engines must say that there are more."""


@pytest.mark.parametrize("seed", range(12))
def test_four_engines_find_the_same_grids_on_random_boards(seed: int) -> None:
    rng = np.random.default_rng(seed)
    counts = set()
    for side in (3, 4, 5):
        for _ in range(12):
            counts.add(min(assert_engines_agree(random_board(rng, side), MOST).count, 2))
    assert counts == {0, 1, 2}


@pytest.mark.tiny
@pytest.mark.parametrize("side", [2, 3, 4])
def test_four_engines_find_what_trying_every_grid_finds(side: int) -> None:
    rng = np.random.default_rng(70 + side)
    for _ in range(12):
        puzzle = random_board(rng, side)
        legal = [grid.tolist() for grid in all_answers(side) if not puzzle.violations(grid)]
        assert sorted_grids(assert_engines_agree(puzzle, MOST)) == sorted(legal), puzzle.canonical()


@pytest.mark.skipif(find_spec("pyganak") is None, reason="pyganak is not installed")
def test_the_exact_counter_counts_the_boards_without_clues() -> None:
    blank = Doppelblock.from_json({"top": [None] * 4, "left": [None] * 4})
    assert find_engine("ganak").solve(blank, Limits(solutions=None)).count == 216


def test_ladder_and_sat_know_every_published_board(corpus: Callable[[str], list[dict[str, Any]]]) -> None:
    nodes = []
    for entry in corpus("doppelblock"):
        puzzle = Doppelblock.from_json(entry)
        for name in ("ladder", "sat"):
            outcome = find_engine(name).solve(puzzle, Limits())
            assert outcome.verdict == entry["verdict"], (name, entry["id"])
            if entry.get("solution"):
                assert outcome.solutions[0].tolist() == entry["solution"], (name, entry["id"])
            if name == "ladder":
                nodes.append(outcome.nodes)
    assert max(nodes) < 100


def test_every_engine_knows_the_published_boards_up_to_6x6(
    corpus: Callable[[str], list[dict[str, Any]]],
) -> None:
    small = [entry for entry in corpus("doppelblock") if len(entry["top"]) <= 6]
    for entry in small[::3]:
        outcome = assert_engines_agree(Doppelblock.from_json(entry), MOST)
        assert outcome.verdict == entry["verdict"], entry["id"]


def test_every_engine_counts_the_small_cases(corpus: Callable[[str], list[dict[str, Any]]]) -> None:
    cases = [case for case in corpus("cases") if case["kind"] == "doppelblock"]
    assert len(cases) >= 12
    for case in cases:
        for name in ENUMERATING:
            outcome = find_engine(name).solve(Doppelblock.from_json(case), Limits(solutions=None))
            assert (outcome.count, outcome.exhausted) == (case["count"], True), (name, case["id"])
            if case["solution"]:
                assert outcome.solutions[0].tolist() == case["solution"], (name, case["id"])


GIVEN = [[N] * 5, [N, 2, N, N, N], *[[N] * 5] * 3]
READY: list[tuple[dict[str, Any], Verdict]] = [
    ({"top": [N, 6, N, 3, 4], "left": [N, 1, 0, N, N]}, Verdict.UNIQUE),
    ({"top": [6, 1, N, N, N], "left": [N, 4, N, 3, 5]}, Verdict.UNIQUE),
    ({"top": [N, 1, N, N, 3], "left": [1, N, N, 1, N], "givens": GIVEN}, Verdict.UNIQUE),
    ({"top": [N, 2, N, N], "givens": [[N] * 4, [N, 1, N, N], [N] * 4, [N] * 4]}, Verdict.NONE),
]


@pytest.mark.parametrize(("data", "verdict"), READY)
def test_boards_that_travel_in_links_have_their_verdict(data: dict[str, Any], verdict: Verdict) -> None:
    puzzle = Doppelblock.from_json(data)
    assert {find_engine(name).solve(puzzle, Limits()).verdict for name in ENUMERATING} == {verdict}
