"""The race: who is too slow leaves it, and what is told of him stands on what he did."""

from __future__ import annotations

import pytest

from bench.boards import BoardSet
from bench.comparison import compare
from bench.speed import Report, race
from bench.speed_tables import to_markdown
from models import load
from models.puzzle import Puzzle

BOARDS = BoardSet("some", [load("3x3:4c9d")] * 12, "file")


def quick(puzzle: Puzzle) -> tuple[float, bool | None]:
    return 0.001, True


def slow(puzzle: Puzzle) -> tuple[float, bool | None]:
    return 2.0, True


def liar(puzzle: Puzzle) -> tuple[float, bool | None]:
    return 0.003, False


@pytest.fixture
def report() -> Report:
    run = race(BOARDS, {"certify": quick, "sat": quick, "slow": slow, "liar": liar}, patience=13.0)
    return Report("fillapix", 1, races={"some": run})


def test_a_contender_whose_patience_is_used_up_leaves_the_set(report: Report) -> None:
    times = report.races["some"].times
    assert times["slow"].milliseconds == [2000.0] * 7
    assert len(times["certify"].milliseconds) == 12


def test_the_tables_say_on_how_many_boards_a_median_stands(report: Report) -> None:
    told = to_markdown(report)
    assert "2e+03 (2e+03) of 7 |" in told
    assert "1 (1) |" in told
    assert "3 (3) 12 wrong |" in told


def test_reports_are_compared_on_the_boards_that_a_contender_came_to_in_both(report: Report) -> None:
    longer = Report("fillapix", 1, races={"some": race(BOARDS, {"certify": quick, "slow": slow})})
    found = compare(report.to_json(), longer.to_json())
    assert {change.contender for change in found.changes} == {"certify", "slow"}


def test_a_refusal_is_no_time() -> None:
    some = race(BOARDS, {"certify": quick, "other": quick, "mute": lambda _: (0.0001, None)})
    assert some.times["mute"].undecided == 0
    told = to_markdown(Report("fillapix", 1, races={"some": some}))
    assert "| some | 12 | 1 (1) | 1 (1) | - |" in told
    assert some.points("mute") == []
    assert some.times["mute"].to_json()["median_ms"] is None
