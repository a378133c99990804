"""bench: what is measured, for which kind, and where it is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import bench.boards
import bench.speed
from tests.service.running import UNIQUE, Run


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """One small set, and no command that compiles from nothing."""
    monkeypatch.setattr(bench.boards, "GENERATED", {"fillapix": {"thinned 6x6": (6, {})}})
    monkeypatch.setattr(bench.speed, "cold_start", lambda *_: 1.5)


@pytest.mark.usefixtures("quick")
def test_speed_measures_every_engine_on_generated_boards_and_a_file(rungwise: Run, tmp_path: Path) -> None:
    file = tmp_path / "boards.jsonl"
    file.write_text(f"{UNIQUE}\n{UNIQUE}\n")
    ran = rungwise("bench", "speed", "--kind", "fillapix", "--boards", "3", "--file", str(file), "--json")
    sets = ran.object["sets"]
    assert {name: row["certify"]["boards"] for name, row in sets.items()} == {
        "thinned 6x6": 3,
        "1..99 cells": 2,
    }
    assert {"ladder", "sat", "cpsat", "certify"} <= sets["thinned 6x6"].keys()
    assert all(times["wrong"] == 0 for row in sets.values() for times in row.values())
    assert all(times["median_ms"] > 0 for row in sets.values() for times in row.values())


@pytest.mark.usefixtures("quick")
def test_speed_prints_a_table_and_writes_the_report(rungwise: Run, tmp_path: Path) -> None:
    command = ["bench", "speed", "--kind", "fillapix", "--boards", "1", "--out", str(tmp_path / "reports")]
    ran = rungwise(*command)
    assert ran.code == 0
    assert "| thinned 6x6 | 1 |" in ran.out
    (report,) = (tmp_path / "reports").glob("*.json")
    assert json.loads(report.read_text())["kind"] == "fillapix"
    assert str(report) in ran.err


@pytest.mark.usefixtures("quick")
def test_what_cannot_be_measured_is_one_line(rungwise: Run) -> None:
    ran = rungwise("bench", "speed", "--kind", "nonogram")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    ran = rungwise("bench", "speed", "--kind", "fillapix", "--file", "/no/such/file")
    assert (ran.code, ran.err) == (2, "rungwise: /no/such/file: No such file or directory\n")


@pytest.fixture
def unmeasured(monkeypatch: pytest.MonkeyPatch, quick: None) -> None:
    """Nothing may be measured."""

    def measure(*_: object) -> None:
        pytest.fail("it was measured")

    monkeypatch.setattr(bench.speed, "race", measure)


@pytest.mark.usefixtures("unmeasured")
@pytest.mark.parametrize(
    "content", ["no board\n", "", '{"kind":"tentaisho","rows":1,"cols":1,"dots":[[1,1]]}\n']
)
def test_a_file_without_boards_of_the_kind_is_told_before_anything_is_measured(
    rungwise: Run, tmp_path: Path, content: str
) -> None:
    file = tmp_path / "boards.jsonl"
    file.write_text(content)
    ran = rungwise("bench", "speed", "--kind", "fillapix", "--boards", "1", "--file", str(file))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


REPORT: dict[str, Any] = {
    "kind": "fillapix",
    "sets": {"thinned 6x6": {"sat": {"milliseconds": [1.0, None]}}},
    "boards": {"thinned 6x6": {"digest": "0" * 12}},
}


@pytest.mark.usefixtures("unmeasured")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({}, "no boards in common"),
        ({"kind": "tentaisho"}, "is about tentaisho, not fillapix"),
        ({"sets": []}, "not a report"),
        ({"sets": {}}, "not a report"),
        ({"sets": {"thinned 6x6": {"sat": [1]}}}, "not a report"),
        ({"sets": {"thinned 6x6": {"sat": {"milliseconds": ["1"]}}}}, "not a report"),
        ({"sets": {"thinned 6x6": {"sat": {"milliseconds": [-1]}}}}, "not a report"),
        ({"boards": {"thinned 6x6": {"digest": 0}}}, "not a report"),
        ({"boards": {"thinned 6x6": 0}}, "not a report"),
    ],
)
def test_a_report_that_cannot_be_compared_is_told_before_anything_is_measured(
    rungwise: Run, tmp_path: Path, change: dict[str, Any], why: str
) -> None:
    file = tmp_path / "report.json"
    file.write_text(json.dumps(REPORT | change))
    ran = rungwise("bench", "speed", "--kind", "fillapix", "--boards", "1", "--compare", str(file))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert why in ran.err
