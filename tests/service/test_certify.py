"""certify and compare: verdicts, statuses, JSON, and what people see."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from engines import ENGINES, Limits, Outcome
from models import load
from models.puzzle import Puzzle
from tests.service.running import CLASH, FREE, MULTIPLE, NONE, UNIQUE, Run


@pytest.mark.parametrize(
    ("board", "verdict", "code", "solutions"),
    [(UNIQUE, "unique", 0, 1), (MULTIPLE, "multiple", 1, 2), (NONE, "none", 1, 0), (CLASH, "none", 1, 0)],
)
@pytest.mark.parametrize("engines", [[], ["--engines", "all"], ["--engines", "sat, raw"]])
def test_each_verdict_has_its_status_and_its_proof(
    rungwise: Run, board: str, verdict: str, code: int, solutions: int, engines: list[str]
) -> None:
    ran = rungwise("certify", board, "--json", *engines)
    said = ran.object
    assert (ran.code, ran.err) == (code, "")
    assert (said["verdict"], len(said["solutions"])) == (verdict, solutions)
    assert said["id"] == json.loads(board)["id"]
    assert said["board"] == {key: json.loads(board)[key] for key in ("kind", "clues")}
    assert (said["kind"], said["format"], len(said["digest"])) == ("fillapix", "json", 64)
    assert {each["verdict"] for each in said["engines"].values()} == {verdict}
    assert bool(said["difference"]) == (verdict == "multiple")


def test_an_engine_says_what_it_cost(rungwise: Run) -> None:
    engines = rungwise("certify", UNIQUE, "--json").object["engines"]
    assert list(engines) == ["ladder", "sat"]
    for said in engines.values():
        assert {"verdict", "solutions", "exhausted", "nodes", "build_seconds", "counters"} <= said.keys()
        assert said["exhausted"] is True


def test_a_board_that_is_impossible_at_first_sight_comes_with_the_reason(rungwise: Run) -> None:
    assert rungwise("certify", NONE, "--json").object["reason"] == "the 5 at r1c1 has only 4 cells to count"
    assert "the 5 at r1c1 has only 4 cells" in rungwise("certify", NONE).out


def test_no_time_means_undecided_with_the_limit_named(rungwise: Run) -> None:
    ran = rungwise("certify", MULTIPLE, "--seconds", "0", "--json")
    assert ran.code == 3
    assert (ran.object["verdict"], ran.object["limit"]) == ("undecided", "time")
    assert ran.object["reason"]


def test_the_status_of_many_is_that_of_the_worst(rungwise: Run) -> None:
    ran = rungwise("certify", UNIQUE, MULTIPLE, UNIQUE, "--json")
    assert ran.code == 1
    assert [each["id"] for each in ran.objects] == ["nine", "many", "nine"]
    assert rungwise("certify", UNIQUE, "3x3:4c9d", "--json").code == 0


def test_warnings_of_reader_and_board_are_both_told(rungwise: Run) -> None:
    board = '{"kind":"fillapix","clues":[[1,null,null,null]],"givenz":[[1,null,null,null]]}'
    warnings = rungwise("certify", board, "--json").object["warnings"]
    assert [each for each in warnings if "'givenz' is ignored" in each]
    assert [each for each in warnings if "no clue's reach" in each]
    assert rungwise("certify", board).out.count("warning: ") == 2


def test_people_see_the_board_beside_its_answer_and_what_engines_said(rungwise: Run) -> None:
    out = rungwise("certify", UNIQUE).out
    assert "nine  Fill-a-Pix 3x3, json" in out.splitlines()[0]
    assert "unique, grade count" in out
    puzzle = load(UNIQUE)
    pairs = zip(
        puzzle.draw_text().splitlines(), puzzle.draw_text(np.ones((3, 3), np.int16)).splitlines(), strict=True
    )
    assert all(f"{bare:6}    {answer}".rstrip() in out.splitlines() for bare, answer in pairs)
    assert [line.split()[0] for line in out.splitlines()[-2:]] == ["ladder", "sat"]
    assert "\x1b" not in out


def test_people_see_two_answers_where_there_are_several(rungwise: Run) -> None:
    out = rungwise("certify", MULTIPLE).out
    assert "the answers differ in" in out
    assert "answer 1" in out
    assert "answer 2" in out


class Liar:
    """An engine that finds nothing, and is sure."""

    name = "liar"

    def solve(self, puzzle: Puzzle, limits: Limits) -> Outcome:
        """Say that there is no solution."""
        return Outcome(engine=self.name, exhausted=True)


class Broken(Liar):
    """An engine with a fault."""

    def solve(self, puzzle: Puzzle, limits: Limits) -> Outcome:
        """Fail on a board of one row, and lie of the others."""
        if puzzle.shape[0] == 1:
            raise ZeroDivisionError("one\nrow")
        return super().solve(puzzle, limits)


@pytest.fixture
def strange_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = ModuleType("strange_engines")
    module.Liar, module.Broken = Liar, Broken
    monkeypatch.setitem(sys.modules, "strange_engines", module)
    monkeypatch.setitem(ENGINES, "liar", "strange_engines:Liar")
    monkeypatch.setitem(ENGINES, "broken", "strange_engines:Broken")


@pytest.mark.usefixtures("strange_engines")
def test_engines_that_disagree_leave_a_reproducer_and_status_four(
    rungwise: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = rungwise("certify", UNIQUE, "--engines", "sat,liar", "--json")
    assert ran.code == 4
    assert ran.object["verdict"] == "conflict"
    path = Path(ran.object["reproducer"])
    assert path.parent == tmp_path
    assert ran.err.startswith("rungwise: engines disagree: ")
    assert str(path) in ran.err
    again = rungwise("certify", str(path), "--json")
    assert (again.code, again.object["verdict"]) == (0, "unique")


@pytest.mark.usefixtures("strange_engines")
def test_compare_shows_a_disagreement(rungwise: Run) -> None:
    ran = rungwise("compare", UNIQUE, "--engines", "sat,liar", "--json")
    assert (ran.code, ran.object["agree"]) == (4, False)
    assert "disagree" in rungwise("compare", UNIQUE, "--engines", "sat,liar").out


@pytest.mark.usefixtures("strange_engines")
def test_a_fault_of_an_engine_is_one_line_and_the_other_boards_are_answered(rungwise: Run) -> None:
    one_row = '{"kind":"fillapix","clues":[[1]]}'
    ran = rungwise("certify", one_row, UNIQUE, "--engines", "broken", "--json")
    assert ran.code == 70
    assert ran.object["id"] == "nine"
    assert ran.err.count("\n") == 1
    assert "ZeroDivisionError: one" in ran.err


def test_compare_runs_every_engine_side_by_side(rungwise: Run) -> None:
    ran = rungwise("compare", UNIQUE, "--json")
    assert (ran.code, ran.object["agree"]) == (0, True)
    assert {"ladder", "sat", "cpsat", "raw"} <= ran.object["engines"].keys()
    assert {each["count"] for each in ran.object["engines"].values()} == {1}
    table = rungwise("compare", UNIQUE).out
    assert "the engines agree" in table
    assert "build ms" in table


def test_compare_counts_up_to_a_limit(rungwise: Run) -> None:
    ran = rungwise("compare", MULTIPLE, "--limit", "100", "--json")
    assert {each["count"] for each in ran.object["engines"].values()} == {14}


def test_an_engine_that_runs_out_of_time_does_not_keep_compare_from_an_answer(rungwise: Run) -> None:
    options = ["--limit", "100000000", "--seconds", "0.2", "--json"]
    ran = rungwise("compare", FREE, "--engines", "ladder,sat,raw", *options)
    assert ran.code == 3
    assert {each["limit"] for each in ran.object["engines"].values()} == {"time"}
    ran = rungwise("compare", FREE, UNIQUE, "--engines", "raw,sat", "--seconds", "0.2", "--json")
    assert ran.code == 0


def test_a_board_wider_than_a_page_is_drawn_whole(rungwise: Run) -> None:
    out = rungwise("solve", "fillapix\n" + "0" * 200, "--engine", "sat").out
    assert out.splitlines()[3].split() == ["0"] * 200
    assert out.splitlines()[6].split() == ["0"] * 200


def test_no_line_in_a_pipe_ends_in_blanks(rungwise: Run) -> None:
    out = rungwise("certify", UNIQUE, MULTIPLE).out
    assert all(line == line.rstrip() for line in out.splitlines())
    assert "\n\n" in out
