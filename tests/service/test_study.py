"""study: tables on the terminal, as JSON and in a folder; bad input."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.running import Run


def test_a_table_is_printed_and_written(rungwise: Run, tmp_path: Path) -> None:
    ran = rungwise("study", "doppelblock", "--table", "lengths", "--jobs", "0", "--out", str(tmp_path))
    assert ran.code == 0
    assert "| sum 20 | least | 5 |  |  | 5 |  | equal |" in ran.out
    assert ran.err.startswith("rungwise: written: ")
    assert {path.name for path in tmp_path.iterdir()} == {"study-doppelblock.json", "study-doppelblock.md"}


def test_json_is_one_object_with_samples_and_intervals(rungwise: Run) -> None:
    command = ["study", "doppelblock", "--table", "givens", "--boards", "2", "--jobs", "0", "--json"]
    data = rungwise(*command).object
    (figure,) = data["tables"]["givens"]["figures"]
    assert figure["sample"] == 2
    assert figure["low"] <= figure["ours"] <= figure["high"]
    assert rungwise(*command).object["tables"] == data["tables"]


def test_processes_and_this_one_print_the_same(rungwise: Run) -> None:
    command = ["study", "fillapix", "--table", "blocks", "--boards", "2", "--seed", "7"]
    assert rungwise(*command, "--jobs", "0").out == rungwise(*command, "--jobs", "1").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sudoku"], "unknown kind 'sudoku'"),
        (["fillapix", "--table", "nothing"], "unknown table 'nothing', expected one of ways"),
        (["fillapix", "--boards", "1"], "--boards"),
        ([], "KIND"),
    ],
)
def test_bad_input_is_one_line_with_the_reason(rungwise: Run, arguments: list[str], message: str) -> None:
    ran = rungwise("study", *arguments)
    assert ran.code == 2
    assert not ran.out
    assert message in ran.err
