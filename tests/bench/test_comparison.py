"""Two reports on the same boards: what is slower is told, what is noise or the machine is not."""

from __future__ import annotations

import copy
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bench.boards
import bench.speed
from bench.comparison import Change, Comparison, Incomparable, compare, to_markdown
from tests.service.running import Run as Command

BOARDS = 40


def report(**factors: float) -> dict[str, Any]:
    """Times of some contenders on equal boards, each with noise of its own of 10%."""
    rng = np.random.default_rng([int(1e9 * factor) for factor in factors.values()])
    base = np.geomspace(1, 50, BOARDS)
    times = {
        name.replace("_", " "): {
            "milliseconds": (factor * base * np.exp(rng.normal(0, 0.1, BOARDS))).tolist()
        }
        for name, factor in factors.items()
    }
    boards = {"digest": "d", "cells": [100] * BOARDS, "family": "generated"}
    return {"kind": "fillapix", "sets": {"some": times}, "boards": {"some": boards}}


def change(comparison: Comparison, contender: str) -> Change:
    """The change of one contender."""
    return next(each for each in comparison.changes if each.contender == contender)


def test_what_takes_a_third_longer_is_slower_and_the_rest_is_not() -> None:
    before, now = report(ladder=1.0, sat=5.0), report(ladder=1.35, sat=5.0001)
    found = compare(before, now)
    assert [each.contender for each in found.slower] == ["ladder"]
    assert change(found, "ladder").ratio == pytest.approx(1.35, rel=0.1)
    assert change(compare(now, before), "ladder").is_faster


def test_noise_alone_is_never_slower() -> None:
    runs = [report(ladder=1 + i / 1e9, sat=5.0) for i in range(12)]
    assert not any(compare(before, now).slower for before, now in pairwise(runs))


def test_a_slower_machine_is_seen_in_the_baselines_and_taken_out() -> None:
    before = report(ladder=1.0, simple_SAT=3.0)
    found = compare(before, report(ladder=2.0, simple_SAT=6.0))
    assert found.machine == pytest.approx(2.0, rel=0.1)
    assert not found.slower
    found = compare(before, report(ladder=2.0, simple_SAT=3.0001))
    assert [each.contender for each in found.slower] == ["ladder"]
    assert all(each.contender != "simple SAT" for each in found.changes)


def test_other_boards_are_not_compared() -> None:
    before, now = report(ladder=1.0), report(ladder=1.5)
    now["boards"]["some"]["digest"] = "e"
    with pytest.raises(Incomparable, match="no boards in common"):
        compare(before, now)
    mixed = copy.deepcopy(now)
    mixed["sets"]["other"] = before["sets"]["some"]
    mixed["boards"]["other"] = before["boards"]["some"]
    earlier = copy.deepcopy(before)
    earlier["sets"]["other"], earlier["boards"]["other"] = before["sets"]["some"], before["boards"]["some"]
    assert compare(earlier, mixed).left_out == ["some"]
    with pytest.raises(Incomparable, match="tentaisho"):
        compare(before | {"kind": "tentaisho"}, now)


def test_few_boards_tell_nothing() -> None:
    before, now = report(ladder=1.0), report(ladder=9.0)
    for each in (before, now):
        each["sets"]["some"]["ladder"]["milliseconds"] = each["sets"]["some"]["ladder"]["milliseconds"][:4]
    with pytest.raises(Incomparable):
        compare(before, now)


def test_the_table_says_what_is_slower() -> None:
    text = to_markdown(compare(report(ladder=1.0, sat=5.0), report(ladder=1.35, sat=5.0001)))
    assert "Slower by more than noise: ladder on some." in text
    assert "| some | ladder |" in text


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small sets of three sizes, and no command that compiles from nothing."""
    sets: dict[str, tuple[int, dict[str, object]]] = {f"thinned {n}x{n}": (n, {}) for n in (4, 5, 6)}
    monkeypatch.setattr(bench.boards, "GENERATED", {"fillapix": sets})
    monkeypatch.setattr(bench.speed, "cold_start", lambda *_: 1.5)


@pytest.mark.usefixtures("quick")
def test_the_command_compares_with_its_own_report_and_exits_with_1_when_slower(
    rungwise: Command, tmp_path: Path
) -> None:
    command = ["bench", "speed", "--kind", "fillapix", "--boards", "5"]
    assert rungwise(*command, "--out", str(tmp_path)).code == 0
    path = tmp_path / "speed-fillapix.json"
    earlier = json.loads(path.read_text())
    for row in earlier["sets"].values():
        row["sat"]["milliseconds"] = [each / 1000 for each in row["sat"]["milliseconds"]]
    path.write_text(json.dumps(earlier))
    ran = rungwise(*command, "--compare", str(path))
    assert ran.code == 1
    assert "sat on thinned 4x4" in ran.out.splitlines()[-1]
    other = rungwise(*command, "--seed", "9", "--compare", str(path))
    assert (other.code, "no boards in common" in other.err) == (2, True)


@pytest.mark.usefixtures("quick")
def test_the_report_tells_ratios_and_growth_and_draws_it(rungwise: Command, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    command = ["bench", "speed", "--kind", "fillapix", "--boards", "2", "--out", str(tmp_path)]
    ran = rungwise(*command)
    assert "times as long as certify" in ran.out
    assert "time grows as cells to the power" in ran.out
    assert (tmp_path / "speed-fillapix.md").read_text() == ran.out
    assert "board size (cells)" in (tmp_path / "speed-fillapix-generated.svg").read_text()


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("text", ["{", "[]", '{"kind": "fillapix"}'])
def test_a_file_that_is_no_report_is_one_line(text: str, rungwise: Command, tmp_path: Path) -> None:
    path = tmp_path / "earlier.json"
    path.write_text(text)
    ran = rungwise("bench", "speed", "--kind", "fillapix", "--compare", str(path))
    assert (ran.code, ran.err.count("\n")) == (2, 1)
