"""bench: what is measured, for which kind, and where it is written."""

from __future__ import annotations

import json
from pathlib import Path

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
