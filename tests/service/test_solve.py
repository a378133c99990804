"""solve and count: one engine's word."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import pytest

from engines import Outcome
from engines.single import run_engine
from models import load
from tests.service.running import CLASH, FREE, MULTIPLE, NONE, UNIQUE, Run

ENGINE_NAMES = ["ladder", "sat", "cpsat", "raw"]


@pytest.mark.parametrize("engine", [[], *(["--engine", name] for name in ENGINE_NAMES)])
def test_solve_prints_the_answer_and_whether_it_is_the_only_one(rungwise: Run, engine: list[str]) -> None:
    ran = rungwise("solve", UNIQUE, "--json", *engine)
    assert (ran.code, ran.object["solutions"], ran.object["verdict"]) == (0, [[[1] * 3] * 3], "unique")
    ran = rungwise("solve", MULTIPLE, "--json", *engine)
    assert (ran.code, len(ran.object["solutions"])) == (1, 2)
    assert rungwise("solve", CLASH, "--json", *engine).object["verdict"] == "none"


@pytest.mark.parametrize("board", [UNIQUE, MULTIPLE, NONE])
def test_a_blank_line_parts_the_boards_from_what_the_engine_said(rungwise: Run, board: str) -> None:
    lines = rungwise("solve", board).out.splitlines()
    (table,) = [number for number, line in enumerate(lines) if line.startswith("engine ")]
    assert lines[table - 1] == ""
    assert lines[table - 2] != ""


def test_solve_lists_as_many_answers_as_asked(rungwise: Run) -> None:
    ran = rungwise("solve", MULTIPLE, "--limit", "50", "--json")
    found = {str(grid) for grid in ran.object["solutions"]}
    assert (len(found), ran.object["exhausted"]) == (14, True)
    ran = rungwise("solve", UNIQUE, "--limit", "1", "--json")
    assert (ran.code, ran.object["verdict"], len(ran.object["solutions"])) == (3, "undecided", 1)


def test_ganak_counts_what_no_engine_could_enumerate(rungwise: Run) -> None:
    pytest.importorskip("pyganak")
    blank = json.dumps({"kind": "fillapix", "clues": [[None] * 130] * 120})
    ran = rungwise("count", blank, "--engine", "ganak", "--json")
    assert (ran.code, ran.object["count"], ran.object["exhausted"]) == (0, 1 << 120 * 130, True)
    assert "only counts" in rungwise("solve", UNIQUE, "--engine", "ganak").err


def test_what_ganak_cannot_count_is_bad_input(rungwise: Run) -> None:
    pytest.importorskip("pyganak")
    ran = rungwise("count", "5x3:ubb", "--engine", "ganak")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "rungwise: 5x3:ubb: Tentai Show adds clauses while it is solved, so ganak cannot count it\n"
    )


def test_ganak_counts_none_where_there_is_nothing_to_count(rungwise: Run) -> None:
    pytest.importorskip("pyganak")
    ran = rungwise("count", "3x3dn:", "--engine", "ganak", "--json")
    assert (ran.code, ran.object["count"], ran.object["exhausted"]) == (0, 0, True)


@pytest.mark.parametrize("limit", [2**31, 2**63 - 1, 2**63, 10**30])
@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_a_limit_beyond_any_machine_word_is_no_limit(rungwise: Run, engine: str, limit: int) -> None:
    ran = rungwise("count", MULTIPLE, "--engine", engine, "--limit", str(limit), "--json")
    assert (ran.code, ran.object["count"], ran.object["exhausted"]) == (0, 14, True)
    ran = rungwise("solve", MULTIPLE, "--engine", engine, "--limit", str(limit), "--json")
    assert (ran.code, len(ran.object["solutions"])) == (1, 14)


@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_count_is_exact_without_a_limit(rungwise: Run, engine: str) -> None:
    ran = rungwise("count", MULTIPLE, UNIQUE, NONE, "--engine", engine, "--json")
    assert ran.code == 0
    assert [each["count"] for each in ran.objects] == [14, 1, 0]
    assert all(each["exhausted"] for each in ran.objects)
    assert {each["engine"] for each in ran.objects} == {engine}


def test_count_up_to_a_limit_is_done_when_it_is_reached(rungwise: Run) -> None:
    ran = rungwise("count", FREE, "--limit", "7", "--json")
    assert (ran.code, ran.object["count"], ran.object["exhausted"]) == (0, 7, False)
    assert "at least 7 answers" in rungwise("count", FREE, "--limit", "7").out


def test_count_that_runs_out_of_time_says_at_least(rungwise: Run) -> None:
    ran = rungwise("count", FREE, "--seconds", "0.2", "--json")
    assert (ran.code, ran.object["exhausted"], ran.object["limit"]) == (3, False, "time")
    assert ran.object["count"] > 0


def test_a_board_beyond_the_ladders_budget_is_handed_to_sat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("engines.single"), "LADDER_NODES", 0)
    outcome: Outcome = run_engine(load(MULTIPLE), None, _limits())
    assert (outcome.engine, outcome.count) == ("sat", 2)
    assert run_engine(load(UNIQUE), None, _limits()).engine == "ladder"


def _limits() -> Any:
    from engines import Limits

    return Limits(solutions=2)


def test_kernels_are_made_ready_once_a_kind_before_any_clock_runs(
    rungwise: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    ladder = import_module("engines.ladder")
    solve = ladder.Ladder.solve

    def noted(*given: Any) -> Any:
        order.append("solve")
        return solve(*given)

    monkeypatch.setattr(ladder, "warm", lambda puzzle: order.append(f"warm {puzzle.kind}"))
    monkeypatch.setattr(ladder.Ladder, "solve", noted)
    assert rungwise("solve", UNIQUE, UNIQUE, "5x3:ubb", "--engine", "ladder").code == 0
    assert order == ["warm fillapix", "solve", "solve", "warm tentaisho", "solve"]
    order.clear()
    assert rungwise("solve", UNIQUE, "--engine", "sat").code == 0
    assert order == []


def test_warming_up_does_one_slice_of_work_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder, descent = import_module("engines.ladder"), import_module("engines.descent")
    slices = 0
    run = descent.Descent.begin

    def counted(*given: Any) -> Any:
        nonlocal slices
        slices += 1
        return run(*given)

    monkeypatch.setattr(descent.Descent, "begin", counted)
    ladder.warm(load(FREE))
    assert slices == 1
