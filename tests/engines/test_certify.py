"""Certificates: what a verdict rests on, and what happens when engines contradict each other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import engines
from engines import Limits, Outcome, Verdict, certify, compare
from engines.certify import SECOND_OPINION
from engines.grade import grade
from models import load
from models.fillapix import FillAPix
from models.puzzle import Puzzle
from tests.boards import SAMPLES, Sample, endless

ROOT = Path(__file__).resolve().parents[2]
on_every_board = pytest.mark.parametrize("sample", SAMPLES, ids=str)


class Liar:
    """An engine that says what it was made to say."""

    name = "liar"
    says = Outcome("liar", exhausted=True)

    def solve(self, puzzle: Puzzle, limits: Limits) -> Outcome:
        return self.says


@pytest.fixture
def liar(monkeypatch: pytest.MonkeyPatch) -> type[Liar]:
    """Registers the liar beside the true engines."""
    monkeypatch.setattr("engines.raw.Liar", Liar, raising=False)
    monkeypatch.setitem(engines.ENGINES, "liar", "engines.raw:Liar")
    return Liar


@on_every_board
def test_two_engines_give_the_verdict(sample: Sample) -> None:
    certificate = certify(sample.puzzle())
    assert certificate.verdict == (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(sample.count, 2)]
    assert set(certificate.engines) == {"ladder", "sat"}
    assert len(certificate.solutions) == min(sample.count, 2)
    assert bool(certificate.difference) == (sample.count > 1)
    assert (certificate.reason is not None) == sample.at_sight


@on_every_board
def test_all_engines_agree(sample: Sample) -> None:
    comparison = compare(sample.puzzle(), ["ladder", "sat", "cpsat", "raw"], Limits(solutions=None))
    assert comparison.agree
    assert {outcome.count for outcome in comparison.engines.values()} == {sample.count}


def test_the_json_holds_the_contract_and_nothing_else_than_plain_values() -> None:
    sample = next(sample for sample in SAMPLES if sample.count > 1)
    said = json.loads(json.dumps(certify(sample.puzzle()).to_json()))
    keys = {"kind", "digest", "verdict", "solutions", "difference", "reason", "grade", "warnings", "engines"}
    assert keys <= said.keys()
    assert {"verdict", "solutions", "exhausted", "nodes", "build_seconds", "solve_seconds", "counters"} <= (
        said["engines"]["ladder"].keys()
    )
    row, column = said["difference"][0]
    assert said["solutions"][0][row][column] != said["solutions"][1][row][column]


def test_no_time_is_undecided_and_says_so() -> None:
    certificate = certify(endless("fillapix"), limits=Limits(seconds=0.0))
    assert certificate.verdict is Verdict.UNDECIDED
    assert certificate.limit == "time"
    assert "no solution found" in (certificate.reason or "")


@pytest.fixture
def hard() -> FillAPix:
    """A board with one answer that the ladder does not finish without search."""
    rng = np.random.default_rng(4)
    for _ in range(500):
        picture = np.pad(rng.integers(0, 2, (4, 4)), 1)
        clues = [
            [int(picture[r : r + 3, c : c + 3].sum()) if rng.random() < 0.6 else None for c in range(4)]
            for r in range(4)
        ]
        puzzle = FillAPix.from_json({"clues": clues})
        certificate = certify(puzzle)
        if certificate.verdict is Verdict.MULTIPLE and certificate.engines["ladder"].nodes > 2:
            return puzzle
    raise AssertionError("no board needs search")


def test_a_ladder_out_of_nodes_is_seconded_by_another_engine(hard: FillAPix) -> None:
    certificate = certify(hard, ladder_nodes=0)
    assert certificate.engines["ladder"].limit == "nodes"
    assert certificate.engines[SECOND_OPINION].count == 2
    assert certificate.verdict is Verdict.MULTIPLE


@on_every_board
def test_a_board_that_another_engine_seconded_has_the_whole_ladders_grade(
    sample: Sample,
) -> None:
    if sample.count == 1:
        assert certify(sample.puzzle(), ladder_nodes=0).grade == grade(sample.puzzle()).name


def test_a_unique_board_on_which_the_ladder_ran_out_of_nodes_takes_search() -> None:
    puzzle = load((ROOT / "examples" / "unique" / "search.json").read_text())
    certificate = certify(puzzle, ladder_nodes=1)
    assert certificate.engines["ladder"].limit == "nodes"
    assert (certificate.verdict, certificate.grade) == (Verdict.UNIQUE, "search")


@pytest.mark.parametrize("count", [0, 1])
def test_an_engine_that_misses_a_solution_is_a_conflict(liar: type[Liar], count: int) -> None:
    sample = next(sample for sample in SAMPLES if sample.count == 2 - (count == 0))
    liar.says = Outcome("liar", exhausted=True, count=count)
    certificate = certify(sample.puzzle(), ["ladder", "liar"])
    assert certificate.verdict is Verdict.CONFLICT
    assert "liar" in (certificate.reason or "")
    reproducer = json.loads(certificate.reproducer())
    assert load(json.dumps(reproducer)) == sample.puzzle()
    assert reproducer["engines"]["liar"]["solutions"] == count


def test_two_engines_with_different_unique_solutions_are_a_conflict(liar: type[Liar]) -> None:
    sample = next(sample for sample in SAMPLES if sample.count == 1)
    true = certify(sample.puzzle()).solutions[0]
    liar.says = Outcome("liar", [true[::-1]], 1, exhausted=True)
    assert certify(sample.puzzle(), ["ladder", "liar"]).verdict is Verdict.CONFLICT
    assert not compare(sample.puzzle(), ["liar", "ladder"]).agree


def test_one_engine_alone_is_enough_only_where_it_was_asked_for() -> None:
    sample = next(sample for sample in SAMPLES if sample.count == 1)
    assert certify(sample.puzzle(), ["sat"]).verdict is Verdict.UNIQUE


def test_one_engine_alone_earns_a_warning_and_two_do_not() -> None:
    sample = next(sample for sample in SAMPLES if sample.count == 1)
    alone = "sat alone was asked: no other engine has checked the verdict"
    assert alone in certify(sample.puzzle(), ["sat"]).warnings
    assert alone in certify(sample.puzzle(), ["sat", "sat"]).to_json()["warnings"]
    for names in (None, ["sat", "ladder"]):
        assert not any("alone" in warning for warning in certify(sample.puzzle(), names).warnings)


@pytest.mark.parametrize(("seconds", "share"), [(None, None), (6.0, 3.0)])
def test_the_ladder_gets_half_of_the_time_and_the_others_what_is_left(
    monkeypatch: pytest.MonkeyPatch, seconds: float | None, share: float | None
) -> None:
    given: dict[str, float | None] = {}

    def watched(self: Any, _: Puzzle, limits: Limits) -> Outcome:
        given[self.name] = limits.seconds
        return Outcome(self.name, limit="time")

    for engine in ("ladder.Ladder", "sat.Sat", "cpsat.CpSat"):
        monkeypatch.setattr(f"engines.{engine}.solve", watched)
    certificate = certify(SAMPLES[0].puzzle(), limits=Limits(seconds=seconds))
    assert list(given) == ["ladder", "sat", SECOND_OPINION]
    assert given["ladder"] == (share if share is None else pytest.approx(share, abs=0.2))
    assert given["sat"] == (seconds if seconds is None else pytest.approx(seconds, abs=0.4))
    assert (certificate.verdict, certificate.limit) == (Verdict.UNDECIDED, "time")


def test_a_ladder_named_by_the_caller_gets_all_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float | None] = []

    def watched(_: Any, __: Puzzle, limits: Limits) -> Outcome:
        given.append(limits.seconds)
        return Outcome("ladder", limit="time")

    monkeypatch.setattr("engines.ladder.Ladder.solve", watched)
    certify(SAMPLES[0].puzzle(), ["ladder"], Limits(seconds=6.0))
    assert given == [pytest.approx(6.0, abs=0.2)]


def test_an_interrupt_keeps_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = next(sample for sample in SAMPLES if sample.count == 1)

    def interrupted(*_: Any) -> Outcome:
        raise KeyboardInterrupt

    monkeypatch.setattr("engines.sat.Sat.solve", interrupted)
    certificate = certify(sample.puzzle())
    assert (certificate.verdict, certificate.limit) == (Verdict.UNDECIDED, "cancelled")
    assert certificate.engines["ladder"].exhausted
    assert len(certificate.solutions) == 1
    assert "ladder alone says unique" in (certificate.reason or "")


def test_certificates_draw_themselves() -> None:
    sample = next(sample for sample in SAMPLES if sample.count == 2)
    certificate = certify(sample.puzzle())
    assert certificate._repr_html_().count("<svg") == 2
    assert "multiple" in str(certificate)
