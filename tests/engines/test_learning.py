"""The learning search: its answers, what it takes for proven, and what its arrays do when they are small."""

from __future__ import annotations

import time
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from engines import find_engine
from engines import ladder as ladder_module
from engines import learner as learner_module
from engines.book import END, FIELDS, PLACES, SHIFT
from engines.engine import Limits, Outcome, Pace, Verdict
from engines.ladder import FEW, Ascent, Ladder
from engines.learner import Learner
from engines.learning import luby
from engines.nogoods import LENGTHS, MEMBERS
from engines.order import bump, pop, push
from engines.probe import FOUND, NODES, WORK
from models.fillapix import FillAPix
from models.fillapix.generate import generate
from models.puzzle import Grid, Puzzle
from tests.models.fillapix.boards import random_board

DECIDE = Limits(solutions=2, keep=2)
ANSWERS = 200
"""So many answers of a board are checked against each nogood."""


def sparse_board(random: Random, most: int) -> FillAPix:
    """A board of which so little is told that it takes search."""
    whole = random_board(random, random.randint(2, most), random.randint(2, most))
    clues = [[clue if random.random() < 0.5 else None for clue in row] for row in whole.to_json()["clues"]]
    return FillAPix.from_json(whole.to_json() | {"clues": clues})


@cache
def hard_boards() -> list[Puzzle]:
    """Unique boards that take hundreds of contradictions."""
    return [generate(30, 30, seed).puzzle for seed in (2, 9, 26)]


def untold(puzzle: Puzzle, clues: int, random: Random) -> FillAPix:
    """The board without some of its clues."""
    board = puzzle.to_json()
    rows = board["clues"]
    told = [(r, c) for r, row in enumerate(rows) for c, clue in enumerate(row) if clue is not None]
    for row, col in random.sample(told, clues):
        rows[row][col] = None
    return FillAPix.from_json(board)


def learners(monkeypatch: pytest.MonkeyPatch) -> list[Learner]:
    """A list that gets every learner that is made from now on."""
    made: list[Learner] = []
    begin = Learner.prefer

    def prefer(self: Learner, known: Grid, gains: Any) -> None:
        made.append(self)
        begin(self, known, gains)

    monkeypatch.setattr(Learner, "prefer", prefer)
    return made


def nogoods(learner: Learner) -> list[list[tuple[int, int]]]:
    """The nogoods of a learner, each as its (cell, value) pairs."""
    arena, shift = learner.arena, int(learner.log[SHIFT])
    place, found = 0, []
    while place < learner.log[END]:
        numbers = arena[place + MEMBERS : place + MEMBERS + arena[place + LENGTHS]].tolist()
        found.append([(number >> shift, number & (1 << shift) - 1) for number in numbers])
        place += MEMBERS + int(arena[place + LENGTHS])
    return found


def grids(outcome: Outcome) -> set[bytes]:
    """Its solutions, to compare; all of them different."""
    found = {grid.tobytes() for grid in outcome.solutions}
    assert len(found) == len(outcome.solutions)
    return found


def agree(puzzle: FillAPix) -> int:
    """The learning search finds what the enumerator finds, or enough; how many nogoods it learnt."""
    learnt = Ladder(learning=True).solve(puzzle, Limits(solutions=FEW, keep=FEW))
    walked = find_engine("raw").solve(puzzle, Limits(solutions=FEW, keep=FEW))
    assert learnt.count == walked.count, puzzle.canonical()
    assert learnt.exhausted == walked.exhausted, puzzle.canonical()
    if walked.exhausted:
        assert grids(learnt) == grids(walked), puzzle.canonical()
    return learnt.counters.get("nogoods", 0)


def test_the_answers_are_those_of_the_enumerator() -> None:
    random = Random(1)
    learnt = [agree(sparse_board(random, 5)) for _ in range(300)]
    assert sum(nogoods > 0 for nogoods in learnt) > 100


@pytest.mark.tiny
def test_the_answers_of_a_few_tiny_boards_are_those_of_the_enumerator() -> None:
    random = Random(2)
    assert sum(agree(sparse_board(random, 3)) for _ in range(20)) > 0


def test_every_nogood_holds_in_every_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to the first answer nothing is blocked: what is learnt follows from the rules alone."""
    random, made = Random(3), learners(monkeypatch)
    several = checked = 0
    for puzzle in [*hard_boards(), *(untold(generate(20, 20, seed).puzzle, 2, random) for seed in range(12))]:
        Ladder(learning=True).solve(puzzle, Limits(solutions=1, keep=1))
        answers = find_engine("sat").solve(puzzle, Limits(solutions=ANSWERS, keep=ANSWERS)).solutions
        several += len(answers) > 1
        flat = np.array(answers).reshape(len(answers), -1)
        for nogood in nogoods(made.pop()):
            holds = np.logical_or.reduce([flat[:, cell] == value for cell, value in nogood])
            assert holds.all(), puzzle.canonical()
            checked += 1
    assert several > 5
    assert checked > 100


def test_hard_boards_are_decided_as_sat_decides_them() -> None:
    for puzzle in hard_boards():
        learnt, sat = Ladder(learning=True).solve(puzzle, DECIDE), find_engine("sat").solve(puzzle, DECIDE)
        assert learnt.counters["nogoods"] > 100
        assert learnt.verdict is sat.verdict is Verdict.UNIQUE
        assert (learnt.solutions[0] == sat.solutions[0]).all()
        assert learnt.grade == "search"


def test_a_clue_less_leaves_answers_that_are_found() -> None:
    random = Random(4)
    for puzzle in hard_boards():
        fewer = untold(puzzle, 1, random)
        learnt, sat = Ladder(learning=True).solve(fewer, DECIDE), find_engine("sat").solve(fewer, DECIDE)
        assert learnt.verdict is sat.verdict


@pytest.mark.parametrize(("words", "value"), [("STATES", 0), ("ARENA", 0)])
def test_small_arrays_change_no_verdict(monkeypatch: pytest.MonkeyPatch, words: str, value: int) -> None:
    """Without copies of the state it is derived anew; with little room nogoods are forgotten."""
    made = learners(monkeypatch)
    monkeypatch.setattr(learner_module, "LONGEST", 2)
    monkeypatch.setattr(learner_module, words, value)
    for puzzle in hard_boards():
        outcome = Ladder(learning=True).solve(puzzle, DECIDE)
        assert outcome.verdict is Verdict.UNIQUE
        forgotten = outcome.counters["nogoods"] - len(nogoods(made.pop()))
        assert forgotten > (20 if words == "ARENA" else -1)


def test_slices_of_any_length_learn_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hard_boards()[0]
    whole = Ladder(learning=True).solve(puzzle, DECIDE)
    monkeypatch.setattr(ladder_module, "SLICE", 1)
    monkeypatch.setattr(Pace, "took", lambda self, seconds: None)
    sliced = Ladder(learning=True).solve(puzzle, DECIDE)
    assert sliced.counters == whole.counters
    assert (sliced.solutions[0] == whole.solutions[0]).all()


@pytest.mark.parametrize("nodes", [1, 50, 150])
def test_a_limit_leaves_nothing_but_facts(nodes: int) -> None:
    for puzzle in hard_boards():
        answer = find_engine("sat").solve(puzzle, DECIDE).solutions[0]
        outcome = Ladder(learning=True).solve(puzzle, Limits(solutions=2, keep=2, nodes=nodes))
        assert (outcome.limit, outcome.nodes) == ("nodes", nodes)
        assert (outcome.settled is None) == bool(outcome.count)
        if outcome.settled is None:
            continue
        settled = outcome.settled >= 0
        assert (outcome.settled[settled] == answer[settled]).all()


def test_compiling_search_takes_none_of_the_time_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Learner.run

    def slow_at_first(self: Learner) -> int:
        if self.control[WORK] == 0:
            time.sleep(1.0)
        return run(self)

    monkeypatch.setattr(Learner, "run", slow_at_first)
    outcome = Ladder(learning=True).solve(hard_boards()[0], Limits(solutions=2, keep=2, seconds=0.9))
    assert outcome.verdict is Verdict.UNIQUE


def test_loading_search_solves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for puzzle in (hard_boards()[0], FillAPix.from_json({"clues": [[None] * 3] * 3})):
        ascent = Ascent(puzzle)
        ascent.load_search()
        assert not ascent.counters[NODES]
        assert not ascent.control[FOUND]


@pytest.mark.tiny
@pytest.mark.parametrize("learning", [False, True])
def test_nothing_is_called_settled_once_an_answer_was_passed_by(learning: bool) -> None:
    random = Random(9)
    for _ in range(60):
        puzzle = sparse_board(random, 3)
        for limits in (Limits(solutions=2, keep=2), Limits(solutions=4, keep=4, nodes=2), DECIDE):
            outcome = Ladder(learning=learning).solve(puzzle, limits)
            if outcome.settled is not None:
                for grid in find_engine("raw").solve(puzzle, Limits(solutions=64, keep=64)).solutions:
                    settled = outcome.settled >= 0
                    assert (outcome.settled[settled] == grid[settled]).all(), puzzle.canonical()


def test_a_clock_that_runs_out_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made = learners(monkeypatch)
    monkeypatch.setattr(ladder_module, "SLICE", 100)
    monkeypatch.setattr(Pace, "took", lambda self, seconds: None)
    looks = iter([False] * 4)
    outcome = Ladder(learning=True).solve(
        hard_boards()[2], Limits(cancelled=lambda: bool(made) and next(looks, True))
    )
    assert outcome.limit == "cancelled"
    assert outcome.verdict is Verdict.UNDECIDED
    assert outcome.nodes > 0


@pytest.mark.tiny
def test_a_board_without_clues_has_as_many_answers_as_are_asked_for() -> None:
    empty = FillAPix.from_json({"clues": [[None] * 3] * 3})
    assert len(grids(Ladder(learning=True).solve(empty, Limits(solutions=FEW, keep=FEW)))) == FEW


def test_the_largest_board_without_clues_is_answered() -> None:
    empty = FillAPix.from_json({"clues": [[None] * 250] * 250})
    assert Ladder(learning=True).solve(empty, DECIDE).verdict is Verdict.MULTIPLE


def test_a_ladder_in_parts_learns_nothing() -> None:
    puzzle = generate(15, 15, 3).puzzle
    for part in (Ladder(learning=False), Ladder(probing=False), Ladder(("count", "pair"))):
        outcome = part.solve(puzzle, DECIDE)
        assert outcome.verdict is Verdict.UNIQUE
        assert outcome.counters["nogoods"] == 0
    small = Ladder().solve(FillAPix.from_json({"clues": [[None] * 8] * 8}), DECIDE)
    assert (small.count, small.counters["nogoods"]) == (2, 0)
    plenty = Ladder(learning=True).solve(
        FillAPix.from_json({"clues": [[None] * 3] * 3}), Limits(solutions=FEW + 1)
    )
    assert (plenty.count, plenty.counters["nogoods"]) == (FEW + 1, 0)


@pytest.mark.tiny
def test_new_starts_follow_luby() -> None:
    assert [luby(index) for index in range(15)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]


def empty_book(cells: int) -> Any:
    """A book with no cell in the heap."""
    book = np.zeros((FIELDS, cells), np.int32)
    book[PLACES] = -1
    return book


@pytest.mark.tiny
def test_the_heap_gives_the_most_active_cell() -> None:
    random = Random(5)
    for cells in (1, 2, 7, 20):
        activity = np.array([random.random() for _ in range(cells)] + [1.0])
        book, length = empty_book(cells), 0
        for cell in range(cells):
            length = push(book, activity, cell, length)
            assert push(book, activity, cell, length) == length
        for _ in range(3):
            bump(book, activity, random.randrange(cells))
        expected = sorted(range(cells), key=lambda cell: -activity[cell])
        assert [int(pop(book, activity, length - done)) for done in range(cells)] == expected


@pytest.mark.tiny
def test_activities_beyond_measure_keep_their_order() -> None:
    activity, book = np.array([2e99, 1e99, 9.5e99, 1e100]), empty_book(3)
    for cell in range(3):
        push(book, activity, cell, cell)
    bump(book, activity, 1)
    assert activity.max() < 2
    assert [int(pop(book, activity, 3 - done)) for done in range(3)] == [1, 2, 0]
