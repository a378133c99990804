"""The fewest clues that fix an answer: as few as brute force finds, and honest when time is up."""

from __future__ import annotations

import time
from itertools import combinations

import pytest

from engines import certify
from models.doppelblock import Doppelblock
from models.doppelblock.generate import generate as generate_doppelblock
from models.fewest import fewest, meet_all
from models.fillapix import FillAPix
from models.fillapix.generate import all_clues, board_of
from models.fillapix.generate import generate as generate_fillapix


def is_unique(puzzle: FillAPix | Doppelblock) -> bool:
    return certify(puzzle, ["sat"]).verdict == "unique"


@pytest.mark.parametrize("seed", range(4))
def test_no_fewer_clues_fix_a_picture(seed: int) -> None:
    made = generate_fillapix(3, 4, seed, thin="minimum")
    assert (made.details["fewest"], made.details["minimal"]) == (True, True)
    assert is_unique(FillAPix.from_json(made.puzzle.to_json()))
    every = all_clues(made.solution)
    for some in combinations(range(every.size), made.details["clues"] - 1):
        shown = every.copy()
        shown.ravel()[[place for place in range(every.size) if place not in some]] = -1
        assert not is_unique(FillAPix(board_of(shown))), some


@pytest.mark.parametrize("seed", range(4))
def test_no_fewer_sums_fix_a_board(seed: int) -> None:
    made = generate_doppelblock(4, 4, seed, clues="minimum")
    board = made.puzzle.to_json()
    assert made.details["fewest"]
    assert is_unique(Doppelblock.from_json(board))
    every = generate_doppelblock(4, 4, seed, clues="all").puzzle.to_json()
    assert every.get("givens") == board.get("givens")
    sums = every["top"] + every["left"]
    for some in combinations(range(8), made.details["sums"] - 1):
        shown = [clue if place in some else None for place, clue in enumerate(sums)]
        assert not is_unique(Doppelblock.from_json(board | {"top": shown[:4], "left": shown[4:]})), some


def test_when_time_is_up_the_clues_are_still_enough_and_nothing_is_claimed() -> None:
    made = generate_fillapix(10, 10, 1, thin="minimum", seconds=0.3)
    assert made.details["fewest"] is False
    assert is_unique(FillAPix.from_json(made.puzzle.to_json()))


def test_a_smallest_choice_meets_all_sets() -> None:
    assert meet_all(range(5), [], None) == []
    assert meet_all(range(5), [{0, 1}, {1, 2}, {3}], None) == [1, 3]
    assert meet_all(range(5), [{0}], time.perf_counter() - 1) is None


def test_fewest_keeps_what_is_known_unless_it_can_do_better() -> None:
    def shortfall(choice: list[int]) -> set[int] | None:
        """Two of three will do."""
        return None if len(choice) >= 2 else {0, 1, 2} - set(choice)

    assert fewest(range(3), [0, 1], shortfall, None) == ([0, 1], True)
    choice, certain = fewest(range(3), [0, 1, 2], shortfall, None)
    assert (len(choice), certain) == (2, True)
    assert fewest(range(3), [0, 1, 2], shortfall, time.perf_counter() - 1) == ([0, 1, 2], False)
