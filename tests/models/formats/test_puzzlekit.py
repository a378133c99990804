"""puzzlekit text: bare numbers, whose kind is told by them or by the caller."""

from __future__ import annotations

from typing import Any

import pytest

from models.formats import puzzlekit
from models.puzzle import BadPuzzle

pytestmark = pytest.mark.tiny

N = None
DOPPELBLOCK = "5 5 3\n0 0 1 3 0\n1 3 0 4 0"
ANSWER = "5 5 3\nx 1 x 3 2\nx 2 1 x 3\n3 x x 2 1\n2 x 3 1 x\n1 3 2 x x\n"


def test_three_sizes_and_two_lines_are_doppelblock() -> None:
    assert puzzlekit.recognises(DOPPELBLOCK)
    parsed = puzzlekit.parse(DOPPELBLOCK)
    assert parsed.data == {"kind": "doppelblock", "top": [0, 0, 1, 3, 0], "left": [1, 3, 0, 4, 0]}
    assert parsed.answer is None


def test_a_second_block_is_the_answer() -> None:
    answer = puzzlekit.parse(f"{DOPPELBLOCK}\n\n{ANSWER}").answer
    assert answer is not None
    assert answer.cells[2] == (3, 0, 0, 2, 1)


@pytest.mark.parametrize("board", ["2 3\n- 4 -\n- - 0", "2 3\n- 0 -\n- - 1", "2 3\n- 0 -\n2 - -"])
def test_numbers_that_can_be_no_dots_are_mosaic(board: str) -> None:
    parsed = puzzlekit.parse(board)
    assert parsed.kind == "fillapix"
    assert not parsed.warnings


def test_numbers_that_may_be_dots_are_galaxies_with_a_warning() -> None:
    parsed = puzzlekit.parse("2 3\n3 - 0\n- - 0\n2 3\na a b\na a c")
    assert parsed.data == {"kind": "tentaisho", "rows": 2, "cols": 3, "dots": [[1, 5], [2, 2], [3, 5]]}
    assert parsed.warnings[0].startswith("nothing says whether this is Galaxies or Mosaic")
    assert parsed.answer is not None
    assert parsed.answer.cells == (("a", "a", "b"), ("a", "a", "c"))


@pytest.mark.parametrize(("kind", "count"), [("fillapix", "clues"), ("tentaisho", "dots")])
def test_the_caller_may_say_the_kind(kind: str, count: Any) -> None:
    parsed = puzzlekit.parse("2 3\n3 - 0\n- - 0", kind)
    assert parsed.kind == kind
    assert parsed.data[count]
    assert not parsed.warnings


@pytest.mark.parametrize(
    ("text", "kind", "where", "why"),
    [
        ("5 6 3\n", N, "character 3", "must be square"),
        ("5 5 4\n0", N, "line 1, column 5", "the greatest digit of a 5x5 board is 3"),
        ("5 5 3\n0 0 1 3\n", N, "line 2, column 8", "expected 5 values in the clues of the columns, found 4"),
        ("5 5 3\n0 0 1 3 0\n", N, "line 3, column 1", "the text ends where the clues of the rows"),
        (DOPPELBLOCK, "fillapix", "line 1, column 5", "a third number belongs to Doppelblock"),
        ("2 2\n- -\n- -", "doppelblock", "line 1, column 3", "expected a third number"),
        ("0 2\n- -", N, "line 1, column 1", "expected the number of rows, not '0'"),
        ("2 2\n- -\n- 10", N, "line 3, column 3", "a number 0..9, not '10'"),
        ("1 2\n- 1", "tentaisho", "line 2, column 3", "on the border"),
        ("1 2\n- 9\n2 2\n- -", N, "line 3, column 1", "the size of the board again"),
        ("1 2\n- 9\n1 2\n- x\nx", N, "line 5, column 1", "expected the end of the text after the answer"),
    ],
)
def test_a_fault_names_its_place(text: str, kind: str | None, where: str, why: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        puzzlekit.parse(text, kind)
    assert why in refused.value.why
    assert refused.value.where == where
