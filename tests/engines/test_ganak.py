"""The counting engine: exact numbers, refusals, limits."""

from __future__ import annotations

import time

import pytest

from engines import certify, compare, deciding
from engines import ganak as ganak_module
from engines.engine import EngineMissing, Limits
from engines.ganak import CounterFailed, Ganak, NotCountable
from models import PUZZLES, puzzle_class
from models.fillapix import FillAPix
from tests.boards import SAMPLES, Sample
from tests.engines.toys import Toy, binary

pytest.importorskip("pyganak")


def blank(rows: int, cols: int, every: int | None = None) -> FillAPix:
    """A board with a clue of 4 on every so manieth inner cell, or without clues."""
    return FillAPix.from_json(
        {
            "clues": [
                [
                    4
                    if every and (r * cols + c) % every == 0 and 0 < r < rows - 1 and 0 < c < cols - 1
                    else None
                    for c in range(cols)
                ]
                for r in range(rows)
            ]
        }
    )


@pytest.mark.parametrize("sample", [sample for sample in SAMPLES if sample.kind in PUZZLES], ids=str)
def test_ganak_counts_what_the_engines_enumerate_or_refuses(sample: Sample) -> None:
    puzzle = sample.puzzle()
    if puzzle.cnf_view().cuts is not None:
        with pytest.raises(NotCountable):
            Ganak().solve(puzzle, Limits())
    else:
        outcome = Ganak().solve(puzzle, Limits())
        assert (outcome.count, outcome.exhausted, outcome.solutions) == (sample.count, True, [])


def test_ganak_counts_answers_and_not_auxiliary_variables() -> None:
    assert Ganak().solve(Toy([[1, 2, 3]], 9, binary(3)), Limits()).count == 7


def test_ganak_counts_beyond_any_machine_word_and_beyond_decimal_limits() -> None:
    assert Ganak().solve(blank(120, 130), Limits()).count == 1 << 120 * 130


@pytest.mark.parametrize("clauses", [[[]], [[1], []], [[], [1, 2]]])
def test_a_formula_with_the_empty_clause_has_no_solution(clauses: list[list[int]]) -> None:
    outcome = Ganak().solve(Toy(clauses, 3, binary(3)), Limits())
    assert (outcome.count, outcome.exhausted, outcome.limit) == (0, True, None)


def test_a_board_that_is_impossible_at_first_sight_counts_none() -> None:
    nothing = puzzle_class("tentaisho").from_json({"rows": 3, "cols": 3, "dots": []})
    assert [] in nothing.cnf_view().clauses
    assert Ganak().solve(nothing, Limits()).count == 0


def test_deadline_and_cancelling_kill_the_counting_process() -> None:
    puzzle = blank(40, 40, every=7)
    started = time.perf_counter()
    assert Ganak().solve(puzzle, Limits(seconds=0.4)).limit == "time"
    assert time.perf_counter() - started < 1.4
    looks = iter([False, False, True])
    assert Ganak().solve(puzzle, Limits(cancelled=lambda: next(looks))).limit == "cancelled"


def test_no_verdict_rests_on_an_engine_that_shows_no_grid() -> None:
    assert "ganak" not in deciding()
    with pytest.raises(ValueError, match="only counts"):
        certify(blank(2, 2), ["sat", "ganak"])
    comparison = compare(blank(2, 2), ["sat", "ganak"], Limits(solutions=None))
    assert comparison.agree
    assert comparison.engines["ganak"].count == 16


def test_a_process_that_fails_is_a_loud_fault() -> None:
    # So little memory that not even the library can be loaded.
    with pytest.raises(CounterFailed, match="Error"):
        Ganak(memory=20).solve(blank(4, 4), Limits())


def test_a_missing_library_is_named_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ganak_module, "find_spec", lambda name: None)
    with pytest.raises(EngineMissing, match=r"pip install"):
        Ganak().solve(blank(2, 2), Limits())
