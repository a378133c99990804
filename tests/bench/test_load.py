"""The load on a service: which boards it takes, and what it calls them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bench import load
from tests.service.running import MULTIPLE, UNIQUE


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "boards.jsonl"
    path.write_text(f"{UNIQUE}\n{MULTIPLE}\n")
    return path


def test_boards_of_a_file_are_called_so_and_not_published(file: Path) -> None:
    boards = load.boards_of("fillapix", 3, file)
    assert len(boards) == 2
    assert load.described(boards, from_a_file=True) == "Fill-a-Pix boards of 3x3 from a file"
    assert load.described(boards, from_a_file=False) == "generated Fill-a-Pix boards of 3x3"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--side", "7"], "no fillapix boards of 7x7 are generated, only of side 10, 15, 20, 30"),
        (["--side", "4", "--boards", "FILE"], "no fillapix boards of 4x4 in FILE"),
        (["--kind", "tentaisho", "--side", "3", "--boards", "FILE"], "no tentaisho boards of 3x3 in FILE"),
    ],
)
def test_boards_that_are_not_there_are_named(
    arguments: list[str], why: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [each.replace("FILE", str(file)) for each in arguments]
    monkeypatch.setattr(sys, "argv", ["bench.load", *words])
    with pytest.raises(SystemExit) as ended:
        load.main()
    assert ended.value.code == why.replace("FILE", str(file))
