"""The cross-check as a command: it resumes, it sums up, it says what was undecided."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from bench import crosscheck
from bench.agreement import Account, contradictions, verdict_of
from bench.crosscheck import Finding, Run, check
from bench.crosscheck_plot import bar_of
from bench.crosscheck_plot import write as draw_findings
from bench.log import Log
from bench.summary import Summary
from engines.engine import Outcome, Verdict
from models.puzzle import Grid
from service.cli.bench.crosscheck import Work, _check_kind
from service.cli.exits import Exit
from tests.service.running import Run as Command

FILLAPIX = ["bench", "crosscheck", "--kind", "fillapix", "--sides", "1..3", "--jobs", "0", "--seed", "5"]


def said(count: int, exhausted: bool = True, first: int = 0) -> Account:
    """Somebody who found so many grids, 1x1, numbered from ``first``."""
    grids: list[Grid] = [np.full((1, 1), first + i, np.int16) for i in range(count)]
    return Account(Outcome("x", grids, count, exhausted, None if exhausted else "solutions"))


def test_equal_lists_do_not_contradict_each_other() -> None:
    assert list(contradictions({"a": said(3), "b": said(3)})) == []


def test_a_part_of_a_complete_list_does_not_contradict_it() -> None:
    assert list(contradictions({"a": said(3), "b": said(2, exhausted=False)})) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (said(3), said(4)),
        (said(3), said(3, first=1)),
        (said(2), said(3, exhausted=False)),
        (said(2), said(1, exhausted=False, first=7)),
        (said(0), Account(None, "ValueError: no")),
        (said(1), Account(Outcome("x", [], 1, True))),
    ],
    ids=["more", "other", "more up to a limit", "other up to a limit", "a failure", "a count without grids"],
)
def test_lists_that_cannot_both_be_true_are_told(one: Account, other: Account) -> None:
    assert list(contradictions({"a": one, "b": other}))


def test_nobody_complete_and_one_solution_is_undecided() -> None:
    assert verdict_of({"a": said(1, exhausted=False)}) == (Verdict.UNDECIDED, 1)
    assert verdict_of({"a": said(1, exhausted=False), "b": said(1)}) == (Verdict.UNIQUE, 1)
    assert verdict_of({"a": said(0)}) == (Verdict.NONE, 0)
    assert verdict_of({"a": said(2, exhausted=False)}) == (Verdict.MULTIPLE, 2)


def test_a_run_that_broke_off_goes_on_where_it_was(
    rungwise: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = rungwise(*FILLAPIX, "--boards", "6", "--out", str(tmp_path), "--json")
    assert (first.code, first.object["boards"]) == (0, 6)
    (log,) = tmp_path.glob("*.jsonl")
    whole = log.read_bytes()
    log.write_bytes(whole[:-20])
    asked: list[int] = []

    def counted(task: tuple[Run, int]) -> Finding | None:
        asked.append(task[1])
        return check(task)

    monkeypatch.setattr(crosscheck, "check", counted)
    second = rungwise(*FILLAPIX, "--boards", "9", "--out", str(tmp_path), "--json")
    assert asked == [5, 6, 7, 8]
    assert second.object["boards"] == 9
    assert "5 boards are in" in second.err
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["number"] for line in lines[1:]] == list(range(9))
    assert log.read_bytes().startswith(whole[: whole.index(b'"number": 5')])


def test_runs_of_other_boards_have_logs_of_their_own(tmp_path: Path) -> None:
    runs = [Run("fillapix", 1, (1, 3)), Run("fillapix", 2, (1, 3)), Run("fillapix", 1, (1, 4))]
    paths = [Log(tmp_path, run).path for run in runs]
    assert len(set(paths)) == 3
    with Log(tmp_path, runs[0]) as log:
        log.add(Finding(0, "right", "unique", 1, 0.1))
    with Log(tmp_path, Run("fillapix", 1, (1, 3), solutions=7)) as log:
        assert log.findings == {}


def test_the_summary_counts_what_was_found() -> None:
    findings = [
        Finding(0, "right", "unique", 1, 0.5),
        Finding(1, "right", "multiple", 200, 0.25, ("raw",)),
        Finding(2, "one wrong", "conflict", 3, 0.25, (), "a and b", {"kind": "fillapix"}),
    ]
    summary = Summary(Run("fillapix", 1, (1, 6)), findings)
    said = summary.to_json()
    assert (said["boards"], said["full_lists"], said["seconds"]) == (3, 2, 1.0)
    assert said["verdicts"] == {"unique": 1, "multiple": 1, "none": 0, "undecided": 0, "conflict": 1}
    assert "1 disagreements" in str(summary)
    assert "out of time: raw 1" in str(summary)


@pytest.mark.parametrize(
    ("solutions", "bar"),
    [
        (0, "0"),
        (1, "1"),
        (2, "2..9"),
        (10, "10..99"),
        (100, "100..199"),
        (199, "100..199"),
        (200, "200 or more"),
    ],
)
def test_every_number_of_solutions_has_its_bar(solutions: int, bar: str) -> None:
    assert bar_of(Finding(0, "right", "multiple", solutions, 0.1), 200) == bar


def test_the_plot_counts_boards_and_names_its_axes(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    findings = [Finding(number, "right", "unique", 1, 0.1) for number in range(3)]
    text = draw_findings(Run("fillapix", 1, (1, 6)), findings, tmp_path / "plot.svg").read_text()
    assert "3 cross-checked boards" in text
    assert "solutions of a board" in text
    assert "clues: nonsense" in text


def test_processes_find_what_this_one_finds(rungwise: Command, tmp_path: Path) -> None:
    alone = rungwise(*FILLAPIX, "--boards", "4", "--out", str(tmp_path / "a"), "--json").object
    command = [word if word != "0" else "1" for word in FILLAPIX]
    apart = rungwise(*command, "--boards", "4", "--out", str(tmp_path / "b"), "--json").object
    for each in (alone, apart):
        del each["seconds"], each["machine"]
    assert apart == alone


def test_ctrl_c_keeps_what_is_done_and_leaves_no_process(
    spawn: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    command = [word if word != "0" else "2" for word in FILLAPIX]
    started = spawn(*command, "--boards", "100000", "--out", str(tmp_path), start_new_session=True)
    deadline = time.monotonic() + 100
    while time.monotonic() < deadline and boards_in(tmp_path) < 5:
        time.sleep(0.05)
    os.killpg(started.pid, signal.SIGINT)
    out, err = started.communicate(timeout=60)
    assert started.returncode == 3, err
    assert "no disagreement" in out
    assert "of 100000 boards; the same command goes on" in err
    assert boards_in(tmp_path) >= 5
    deadline = time.monotonic() + 20
    while is_group_alive(started.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_group_alive(started.pid)


def is_group_alive(group: int) -> bool:
    """Whether any process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def boards_in(folder: Path) -> int:
    """The boards whose findings are kept."""
    return sum(len(path.read_bytes().splitlines()) - 1 for path in folder.glob("*.jsonl"))


@pytest.mark.parametrize("sides", ["0", "3..2", "x", "2..", "-1"])
def test_sides_that_are_none_are_one_line(sides: str, rungwise: Command, tmp_path: Path) -> None:
    ran = rungwise("bench", "crosscheck", f"--sides={sides}", "--out", str(tmp_path))
    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_an_unknown_kind_is_one_line(rungwise: Command) -> None:
    ran = rungwise("bench", "crosscheck", "--kind", "nonogram")
    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_a_run_interrupted_before_its_first_board_tells_that_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run("fillapix", 5, (1, 3))
    assert _check_kind(run, 9, Work(0, None), tmp_path, False, lambda: True) == Exit.UNDECIDED
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "rungwise: fillapix: interrupted at 0 of 9 boards; the same command goes on\n"
