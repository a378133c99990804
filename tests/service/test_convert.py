"""convert and check: what needs no solving."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.service.running import MULTIPLE, NONE, UNIQUE, Run

pytestmark = pytest.mark.tiny

WITH_ANSWER = '{"kind":"fillapix","clues":[[1,null]],"solution":[[%d,1]]}'


def test_a_board_goes_through_every_format_and_comes_back(rungwise: Run) -> None:
    text = UNIQUE
    for to in ("plain", "tatham", "json"):
        ran = rungwise("convert", text, "--to", to)
        assert (ran.code, ran.err) == (0, "")
        text = ran.out.rstrip("\n")
    assert json.loads(text) == {"kind": "fillapix", "clues": json.loads(UNIQUE)["clues"]}


def test_plain_boards_of_many_puzzles_are_a_file_again(rungwise: Run, tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    file.write_text(rungwise("convert", UNIQUE, MULTIPLE, "--to", "plain").out)
    again = rungwise("convert", str(file), "--to", "json")
    assert [each["clues"] for each in again.objects] == [
        json.loads(board)["clues"] for board in (UNIQUE, MULTIPLE)
    ]


def test_nothing_is_printed_if_one_board_cannot_be_held(rungwise: Run) -> None:
    ran = rungwise("convert", UNIQUE, NONE, "--to", "tatham")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "from 3x3 to 10000 cells" in ran.err
    kept = rungwise("convert", UNIQUE, NONE, "--to", "tatham", "--keep-going")
    assert (kept.code, kept.out) == (2, "3x3:4c9d\n")


def test_json_names_the_format_and_echoes_the_id(rungwise: Run) -> None:
    ran = rungwise("convert", UNIQUE, "--to", "tatham", "--json")
    assert ran.object == {
        "id": "nine",
        "kind": "fillapix",
        "format": "tatham",
        "text": "3x3:4c9d",
        "warnings": [],
    }


def test_a_warning_goes_to_standard_error(rungwise: Run) -> None:
    ran = rungwise("convert", '{"kind":"fillapix","clues":[[1]],"given":[[1]]}', "--to", "plain")
    assert (ran.code, ran.out) == (0, "fillapix 1x1\n1\n")
    assert "warning: the key 'given' is ignored" in ran.err


def test_the_answer_in_the_puzzles_own_text_is_checked(rungwise: Run) -> None:
    right = rungwise("check", WITH_ANSWER % 0, "--json")
    assert (right.code, right.object["correct"], right.object["violations"]) == (0, True, [])
    wrong = rungwise("check", WITH_ANSWER % 1, "--json")
    assert (wrong.code, wrong.object["correct"]) == (1, False)
    assert wrong.object["violations"] == [
        {"code": "clue", "text": "the 1 at r1c1 sees 2 ink", "cells": [[0, 0], [0, 1]]}
    ]


def test_every_answer_that_keeps_the_rules_is_right(rungwise: Run, tmp_path: Path) -> None:
    board = "fillapix\n1."
    file = tmp_path / "answer.json"
    file.write_text("[[0, 1]]")
    assert rungwise("check", board, "--answer", "[[1, 0]]").out.splitlines()[1] == "right"
    assert rungwise("check", board, "--answer", str(file)).code == 0
    wrong = rungwise("check", board, "--answer", "[[1, 1]]")
    assert wrong.code == 1
    assert "clue: the 1 at r1c1 sees 2 ink" in wrong.out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([UNIQUE], "the puzzle's text holds no answer"),
        ([UNIQUE, "--answer", "[[1]]"], "answer: has 1 rows, the board has 3"),
        ([UNIQUE, "--answer", "[[1"], "answer: line 1 column 4: not JSON"),
        ([UNIQUE, UNIQUE, "--answer", "[[1]]"], "at most 1 puzzle"),
    ],
)
def test_an_answer_that_cannot_be_read_is_bad_input(
    rungwise: Run, arguments: list[str], complaint: str
) -> None:
    ran = rungwise("check", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
