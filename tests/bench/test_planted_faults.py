"""A fault planted in a rung, in the clauses, in the rules or in an engine is found and shrunk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import crosscheck
from bench.agreement import contradictions, everyone, question
from bench.crosscheck import Finding, Run, check
from bench.random_boards import Board, smaller
from engines.engine import Limits
from engines.sat import Sat
from models import PUZZLES, load
from tests.bench.planting import lenient, plant, strict, with_false_clause, with_liar
from tests.service.running import Run as Command

on_every_kind = pytest.mark.parametrize("kind", PUZZLES)

MOST_BOARDS = 400
"""Boards within which a planted fault must be found."""
HONEST_BOARDS = 60
HANDFUL = 6
"""Clues, dots and givens that a shrunk board may still hold."""
SIDES = (2, 4)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """An honest machine has time enough; a test has not."""
    monkeypatch.setattr(crosscheck, "SHRINKING", 10.0)


def first_fault(kind: str) -> Finding:
    """The first board of a run that is found out; there must be one."""
    run = Run(kind, 3, SIDES)
    findings = (check((run, number)) for number in range(MOST_BOARDS))
    return next(finding for finding in findings if finding is not None and finding.fault)


def numbers_in(board: Board) -> int:
    """The clues, dots and givens of a board."""
    if "dots" in board:
        return len(board["dots"])
    rows = [*board.get("clues", []), *board.get("givens", []), board.get("top", []), board.get("left", [])]
    return sum(cell is not None for row in rows for cell in row)


def assert_shrunk_and_pasteable(finding: Finding) -> None:
    """The reproducer is a small board that any command reads, and still shows a disagreement."""
    assert finding.verdict == "conflict"
    assert finding.reproducer is not None
    assert numbers_in(finding.reproducer) <= HANDFUL
    assert finding.reproducer["disagreement"]
    puzzle = load(json.dumps(finding.reproducer))
    assert {"ladder", "sat"} <= finding.reproducer["engines"].keys()
    assert puzzle.to_json().items() <= finding.reproducer.items()


@on_every_kind
def test_a_rung_that_removes_a_true_candidate_is_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, kind, "ladder_view", with_liar)
    finding = first_fault(kind)
    assert_shrunk_and_pasteable(finding)
    assert "ladder" in str(finding.fault)


@on_every_kind
def test_a_false_clause_is_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, kind, "cnf_view", with_false_clause)
    finding = first_fault(kind)
    assert_shrunk_and_pasteable(finding)
    assert "sat" in str(finding.fault)


@on_every_kind
def test_rules_that_pass_too_much_are_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, kind, "violations", lenient)
    finding = first_fault(kind)
    assert_shrunk_and_pasteable(finding)
    assert "rules" in str(finding.fault)


@on_every_kind
def test_rules_that_refuse_an_answer_are_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    strict(monkeypatch, kind)
    finding = first_fault(kind)
    assert_shrunk_and_pasteable(finding)
    assert "WrongSolution" in str(finding.fault)


def test_an_engine_that_raises_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Sat.solve

    def solve(self: Sat, puzzle: object, limits: Limits) -> object:
        outcome = honest(self, puzzle, limits)  # type: ignore[arg-type]
        return outcome if outcome.count != 1 else outcome.counters["missing"]

    monkeypatch.setattr(Sat, "solve", solve)
    finding = first_fault("fillapix")
    assert_shrunk_and_pasteable(finding)
    assert finding.fault == "sat failed with KeyError: 'missing'"


def test_a_shrunk_board_agrees_once_anything_more_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, "fillapix", "cnf_view", with_false_clause)
    board = first_fault("fillapix").reproducer
    assert board is not None
    for cut in smaller(load(json.dumps(board)).to_json()):
        said = question(load(json.dumps(cut)), everyone("fillapix"), Limits(solutions=200))
        assert list(contradictions(said)) == []


def test_the_command_writes_the_board_and_exits_with_4(
    rungwise: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, "fillapix", "cnf_view", with_false_clause)
    monkeypatch.chdir(tmp_path)  # where certify leaves its own reproducer
    command = [
        "bench",
        "crosscheck",
        "--kind",
        "fillapix",
        "--boards",
        "60",
        "--sides",
        "2..4",
        "--jobs",
        "0",
        "--json",
        "--out",
    ]
    ran = rungwise(*command, str(tmp_path))
    assert ran.code == 4
    assert len(ran.object["disagreements"]) == 5
    paths = sorted(tmp_path.glob("disagreement-*.json"))
    assert len(paths) == 5
    assert all(str(path) in ran.err for path in paths)
    assert rungwise("certify", str(paths[0])).code in (1, 4)


@on_every_kind
def test_without_a_planted_fault_there_is_no_disagreement(kind: str) -> None:
    findings = [check((Run(kind, 3, SIDES), number)) for number in range(HONEST_BOARDS)]
    assert [finding.fault for finding in findings if finding] == [None] * HONEST_BOARDS
    assert {finding.verdict for finding in findings if finding} == {"unique", "multiple", "none"}
