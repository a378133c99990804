"""What every engine must do on every kind of puzzle. Runs over PUZZLES x ENGINES."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from engines import deciding, find_engine
from engines.engine import Limits, Outcome, Verdict
from models import PUZZLES
from tests.boards import SAMPLES, Sample, endless, samples

PROMPTLY = 1.0
"""Seconds within which a limit must be obeyed on a busy machine; engines aim at 0.05."""

on_every_engine = pytest.mark.parametrize("engine", deciding())
on_every_kind = pytest.mark.parametrize("kind", PUZZLES)
on_every_board = pytest.mark.parametrize(
    "sample", [sample for sample in SAMPLES if sample.kind in PUZZLES], ids=str
)


def facts(outcome: Outcome) -> dict[str, Any]:
    """All that an outcome says, times apart."""
    said = outcome.to_json() | {"grade": outcome.grade, "reason": outcome.reason}
    del said["build_seconds"], said["solve_seconds"]
    return said | {"grids": [grid.tolist() for grid in outcome.solutions]}


def is_seen(engine: str, sample: Sample) -> bool:
    """Whether the engine asks what is impossible at first sight; the others check that by searching."""
    return sample.at_sight and engine == "ladder"


@pytest.mark.parametrize("kind", PUZZLES)
def test_every_kind_has_a_board_of_every_sort(kind: str) -> None:
    searched = [sample.count for sample in samples(kind) if not sample.at_sight]
    assert {min(count, 2) for count in searched} == {0, 1, 2}
    assert any(sample.at_sight for sample in samples(kind))
    assert endless(kind).impossible() is None


@pytest.mark.tiny
@on_every_engine
@on_every_board
def test_engine_gives_the_verdict(engine: str, sample: Sample) -> None:
    outcome = find_engine(engine).solve(sample.puzzle(), Limits())
    assert outcome.verdict == (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(sample.count, 2)]
    assert (outcome.reason is not None) == is_seen(engine, sample)


@pytest.mark.tiny
@on_every_engine
@on_every_board
def test_engine_finds_every_solution_once(engine: str, sample: Sample) -> None:
    puzzle = sample.puzzle()
    outcome = find_engine(engine).solve(puzzle, Limits(solutions=None))
    assert (outcome.count, outcome.exhausted, outcome.limit) == (sample.count, True, None)
    assert len({grid.tobytes() for grid in outcome.solutions}) == len(outcome.solutions) == sample.count
    assert not any(puzzle.violations(grid) for grid in outcome.solutions)
    assert not any(grid.flags.writeable for grid in outcome.solutions)


@on_every_engine
@on_every_board
def test_engine_says_exhausted_only_beyond_the_last_solution(engine: str, sample: Sample) -> None:
    if is_seen(engine, sample):
        pytest.skip("decided before any search")
    for limit in range(max(0, sample.count - 1), sample.count + 2):
        outcome = find_engine(engine).solve(sample.puzzle(), Limits(solutions=limit))
        assert outcome.count == min(limit, sample.count)
        assert outcome.exhausted == (limit > sample.count)
        assert outcome.limit == (None if limit > sample.count else "solutions")


@on_every_engine
@on_every_board
def test_engine_counts_on_when_it_keeps_few(engine: str, sample: Sample) -> None:
    outcome = find_engine(engine).solve(sample.puzzle(), Limits(solutions=None, keep=1))
    assert outcome.count == sample.count
    assert len(outcome.solutions) == min(1, sample.count)


@on_every_engine
@on_every_board
def test_second_call_equals_the_first(engine: str, sample: Sample) -> None:
    limits = Limits(solutions=5)
    first = find_engine(engine).solve(sample.puzzle(), limits)
    solver = find_engine(engine)
    assert facts(solver.solve(sample.puzzle(), limits)) == facts(first)
    assert facts(solver.solve(sample.puzzle(), limits)) == facts(first)


@on_every_engine
@on_every_board
def test_no_time_at_all_leaves_the_board_undecided(engine: str, sample: Sample) -> None:
    outcome = find_engine(engine).solve(sample.puzzle(), Limits(seconds=0.0))
    if is_seen(engine, sample):
        assert outcome.verdict == Verdict.NONE
    else:
        assert (outcome.verdict, outcome.limit) == (Verdict.UNDECIDED, "time")


@on_every_engine
@on_every_kind
def test_deadline_ends_an_endless_count_and_keeps_what_was_found(engine: str, kind: str) -> None:
    puzzle = endless(kind)
    find_engine(engine).solve(puzzle, Limits(solutions=1))  # kernels are compiled, libraries loaded
    started = time.perf_counter()
    outcome = find_engine(engine).solve(puzzle, Limits(solutions=None, keep=7, seconds=0.3))
    assert time.perf_counter() - started < 0.3 + PROMPTLY
    assert (outcome.limit, outcome.exhausted) == ("time", False)
    assert outcome.count >= len({grid.tobytes() for grid in outcome.solutions}) == len(outcome.solutions)
    assert len(outcome.solutions) == min(7, outcome.count)


def calls_until(wanted: int) -> Callable[[], bool]:
    """A question that is answered no ``wanted`` times, then yes."""
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > wanted

    return cancelled


@pytest.mark.parametrize("looks", [0, 1, 5])
@on_every_engine
@on_every_kind
def test_cancelling_ends_an_endless_count(engine: str, kind: str, looks: int) -> None:
    outcome = find_engine(engine).solve(
        endless(kind), Limits(solutions=None, keep=1, cancelled=calls_until(looks))
    )
    assert (outcome.limit, outcome.exhausted) == ("cancelled", False)


@pytest.mark.parametrize("nodes", [1, 300])
@on_every_engine
@on_every_kind
def test_node_limit_ends_an_endless_count(engine: str, kind: str, nodes: int) -> None:
    outcome = find_engine(engine).solve(endless(kind), Limits(solutions=None, keep=1, nodes=nodes))
    assert (outcome.limit, outcome.exhausted) == ("nodes", False)
    assert outcome.nodes >= nodes
