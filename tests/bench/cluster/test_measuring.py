"""python -m bench.cluster: what it works out from what was measured, and one small run."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from bench.cluster import trial as trial_module
from bench.cluster.__main__ import main
from bench.cluster.paper import BOARDS, DAY, LINK, estimate
from bench.cluster.report import BEGIN, END, overhead, quote
from bench.cluster.trial import Trial, Usage
from tests.service.running import ROOT, UNIQUE


def trial(scheduler_seconds: float = 2.0) -> Trial:
    """Two workers, 4 ms a board each, so 500 a second; a tenth of a ms of the client for each."""
    return Trial(
        "cluster",
        2,
        lines=12_000,
        rate=500.0,
        timed=10_000,
        client=Usage(seconds=1.0),
        scheduler=Usage(seconds=scheduler_seconds),
        bytes_in=12_000 * 500,
        bytes_out=12_000 * 2_000,
    )


def test_the_closest_limit_bounds_the_time_of_very_many_boards() -> None:
    paper = estimate(trial())
    assert paper.cost == pytest.approx(0.004)
    rates = {limit.name: limit.rate for limit in paper.limits}
    assert rates["processor of the client"] == pytest.approx(10_000)
    assert rates["processor of the scheduler"] == pytest.approx(5_000)
    assert rates["link of the client, receiving"] == pytest.approx(LINK / 2_000)
    assert paper.limits[0].name == "processor of the scheduler"
    assert paper.reach == 20
    assert paper.days(10) == pytest.approx(BOARDS * 0.004 / 10 / DAY)
    assert paper.days(20) == pytest.approx(paper.days(1000))
    assert (paper.terabytes_in, paper.terabytes_out) == pytest.approx((0.5, 2.0))


def test_overhead_is_what_a_board_costs_one_worker_more() -> None:
    local = Trial("local processes", 2, 12_000, rate=625.0)
    assert overhead(trial(), local) == pytest.approx(1e3 * 2 * (0.002 - 0.0016))


def test_tables_go_between_the_marks_of_a_page_and_nowhere_else(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    quote(page, "new\n")
    assert page.read_text() == f"before\n{BEGIN}\n\nnew\n\n{END}\nafter\n"
    page.write_text("nothing")
    with pytest.raises(SystemExit):
        quote(page, "new")
    assert page.read_text() == "nothing"


def test_a_small_run_measures_both_ways_and_writes_what_it_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    boards = tmp_path / "boards.jsonl"
    boards.write_text(f"{UNIQUE}\n")
    monkeypatch.setattr(trial_module, "IDLE_SECONDS", 0.5)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    words = ["--boards", str(boards), "--lines", "1500", "--workers", "1", "--out", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["bench.cluster", *words])
    main()
    assert capsys.readouterr().out == (tmp_path / "cluster.md").read_text() + "\n"
    data = json.loads((tmp_path / "cluster.json").read_text())
    assert [(each["where"], each["workers"]) for each in data["trials"]] == [
        ("local processes", 1),
        ("cluster", 1),
    ]
    assert all(each["rate"] > 0 and each["timed"] > 0 for each in data["trials"])
    assert data["trials"][1]["scheduler"]["peak_mb"] > 10
