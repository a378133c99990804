"""janko.at text: whole pages and blocks, keywords in any order, typing errors at the end."""

from __future__ import annotations

import pytest

from models.formats import janko, read
from models.puzzle import BadPuzzle, TooLarge

pytestmark = pytest.mark.tiny

N = None
DOPPELBLOCK = """begin
puzzle doppelblock
author A. Setter
size 5
unit 32
clabels
0 0 1 3 0
rlabels
1 3 0 4 0
solution
x 1 x 3 2
x 2 1 x 3
3 x x 2 1
2 x 3 1 x
1 3 2 x x
moves
ba,2;ab,1;
end
"""
GALAXIES = """[begin]
puzzle galaxies
rows 3
cols 4
[problem]
0 - 2 -
- 3 - -
- - - 0
[solution]
7 7 3 3
7 7 3 3
7 7 3 9
[end]
"""
MOSAIC = "begin\npuzzle mosaik\nsize 3\nproblem\n- 4 -\n- 9 -\n0 - -\nsolution\nx - x\n- - x\n- - -\nsend\n"


def test_a_doppelblock_block_has_clues_with_real_zeros_and_an_answer() -> None:
    parsed = janko.parse(DOPPELBLOCK)
    assert parsed.data == {"kind": "doppelblock", "top": [0, 0, 1, 3, 0], "left": [1, 3, 0, 4, 0]}
    assert parsed.answer is not None
    assert parsed.answer.cells[0] == (0, 1, 0, 3, 2)
    assert parsed.answer.cells[4] == (1, 3, 2, 0, 0)


@pytest.mark.parametrize(
    "text",
    [
        DOPPELBLOCK.replace(
            "clabels\n0 0 1 3 0\nrlabels\n1 3 0 4 0", "rlabels\n1 3 0 4 0\nclabels\n0 0 1 3 0"
        ),
        DOPPELBLOCK.replace("clabels\n", "clabels ").replace("rlabels\n", "rlabels "),
        DOPPELBLOCK.replace("1 3 0 4 0\n", "1\n3\n0\n4\n0\n"),
        DOPPELBLOCK.replace("clabels", "[clabels]").replace("begin", "[BEGIN]").replace("end", "endend"),
        '<html>\n<script id="data" type="application/x-janko">\n'
        + DOPPELBLOCK
        + "</script>\n<p>x 1 2</p></html>",
        DOPPELBLOCK.replace("\n", "\r\n"),
        DOPPELBLOCK.replace("size 5\n", ""),
        DOPPELBLOCK.replace("puzzle doppelblock\n", ""),
    ],
)
def test_a_block_may_be_written_in_several_ways(text: str) -> None:
    assert janko.recognises(text)
    assert janko.parse(text) == janko.parse(DOPPELBLOCK)


def test_missing_clues_stay_missing() -> None:
    text = DOPPELBLOCK.replace("0 0 1 3 0", "- 6 - 0 5").replace("1 3 0 4 0", "5 4 0 6 0")
    assert janko.parse(text).data["top"] == [N, 6, N, 0, 5]


def test_galaxies_have_their_dots_at_the_cell_left_above() -> None:
    parsed = janko.parse(GALAXIES)
    assert parsed.data == {
        "kind": "tentaisho",
        "rows": 3,
        "cols": 4,
        "dots": [[1, 1], [2, 5], [4, 4], [5, 7]],
    }
    assert parsed.answer is not None
    assert parsed.answer.cells == ((7, 7, 3, 3), (7, 7, 3, 3), (7, 7, 3, 9))


def test_mosaic_has_clues_and_a_picture() -> None:
    parsed = janko.parse(MOSAIC)
    assert parsed.data["clues"] == [[N, 4, N], [N, 9, N], [0, N, N]]
    assert parsed.answer is not None
    assert parsed.answer.cells == ((1, 0, 1), (0, 0, 1), (0, 0, 0))


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        (
            DOPPELBLOCK.replace("3 x x 2 1", "3 x x 2"),
            "line 13, column 8",
            "expected 5 values in a row of the solution",
        ),
        (DOPPELBLOCK.replace("3 x x 2 1", "3 x x 4 1"), "line 13, column 7", "expected x or a digit 1..3"),
        (
            DOPPELBLOCK.replace("1 3 2 x x\n", ""),
            "line 14, column 10",
            "expected 5 rows of the solution, found 4",
        ),
        (DOPPELBLOCK.replace("0 0 1 3 0", "0 0 1 3"), "line 9, column 1", "must be square"),
        (DOPPELBLOCK.replace("size 5", "size 6"), "line 7, column 10", "expected 6 clues, found 5"),
        (DOPPELBLOCK.replace("0 0 1 3 0", "0 0 1 3 ?"), "line 7, column 9", "a clue of the columns or '-'"),
        (DOPPELBLOCK.replace("doppelblock", "Doppelblock Odd-Even"), "line 2, column 8", "is not known here"),
        (DOPPELBLOCK.replace("rlabels\n1 3 0 4 0\n", ""), "line 16, column 1", "expected rlabels"),
        (
            DOPPELBLOCK.replace("size 5", "size five"),
            "line 4, column 6",
            "expected the number of rows, not 'five'",
        ),
        (
            DOPPELBLOCK.replace("author", "size 5\nauthor"),
            "line 5, column 1",
            "the keyword size occurs twice",
        ),
        (DOPPELBLOCK.replace("author A. Setter", "5 5"), "line 3, column 1", "expected a keyword"),
        (GALAXIES.replace("- - - 0", "- - - 1"), "line 8, column 7", "is on the border of the board"),
        (GALAXIES.replace("- - - 0", "- - 2 -"), "line 8, column 5", "the dot 2 of r3c3 is on the border"),
        (GALAXIES.replace("rows 3", "rows 4"), "line 8, column 8", "expected 4 rows of the problem, found 3"),
        (MOSAIC.replace("9", "10"), "line 6, column 3", "expected a clue or '-', a number 0..9, not '10'"),
        (MOSAIC.replace("- - x", "- - o"), "line 10, column 5", "expected x or - in the answer, not 'o'"),
        ("begin\nproblem\n- -\nend", "line 4, column 1", "expected a line such as 'puzzle mosaik'"),
        ("begin\npuzzle mosaik\nend", "line 3, column 1", "expected the rows of the problem"),
    ],
)
def test_a_fault_names_its_line_and_column(text: str, where: str, why: str) -> None:
    assert janko.recognises(text)
    with pytest.raises(BadPuzzle) as refused:
        janko.parse(text)
    assert why in refused.value.why
    assert refused.value.where == where


def test_more_rows_than_any_board_has_are_refused() -> None:
    with pytest.raises(TooLarge) as refused:
        janko.parse("begin\npuzzle mosaik\nproblem\n" + "- -\n" * 300 + "end")
    assert str(refused.value) == ("line 4, column 1: more than 250 rows, the limit of Fill-a-Pix is 250x250")


@pytest.mark.parametrize("text", ["begin", "begin the story\npuzzle", "{}", "puzzle mosaik\nproblem\n- -"])
def test_other_texts_are_not_taken_for_blocks(text: str) -> None:
    assert not janko.recognises(text)


def test_a_block_in_brackets_is_not_taken_for_json() -> None:
    text = "[begin]\n[puzzle] mosaik\n[problem]\n4 -\n- -\n[end]"
    assert read(text).format == "janko"
