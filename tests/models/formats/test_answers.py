"""Answers that stand apart from their puzzle."""

from __future__ import annotations

import pytest

from models import load
from models.formats.answers import read_answer
from models.puzzle import BadPuzzle

pytestmark = pytest.mark.tiny

PUZZLE = load("fillapix\n1.")


@pytest.mark.parametrize(
    "text",
    [
        "[[1, 0]]",
        '{"solution": [[1, 0]]}',
        '{"answer": [[1, 0]], "id": 3}',
        '{"verdict": "multiple", "solutions": [[[1, 0]], [[0, 1]]]}',
    ],
)
def test_a_grid_is_found_alone_or_in_what_commands_print(text: str) -> None:
    assert read_answer(text, PUZZLE).cells == ((1, 0),)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[[1, 0, 1]]", "answer row 1: expected a list of 2 values"),
        ("[[1, 0], [1, 0]]", "answer: has 2 rows, the board has 1"),
        ("[[1, 99999999]]", "answer r1c2: '99999999' is not a value"),
        ("[[1, 0.5]]", "answer r1c2: '0.5' is not a value"),
        ("[1, 0", "answer: line 1 column 6: not JSON"),
        ('"10"', "answer: expected a list of rows"),
        ('{"solutions": []}', "answer: the object has none of the keys"),
    ],
)
def test_what_is_no_answer_to_this_board_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        read_answer(text, PUZZLE)
    assert str(refused.value).startswith(complaint)
