"""The plain text form: what people may write, and where their slips are said to be."""

from __future__ import annotations

import pytest

from models import load
from models.formats import read, write
from models.puzzle import BadPuzzle, TooLarge

pytestmark = pytest.mark.tiny

BOARD = {"kind": "fillapix", "clues": [[None, 3, None], [2, None, 0]]}


@pytest.mark.parametrize(
    "text",
    [
        "fillapix 2x3\n. 3 .\n2 . 0",
        "fillapix\n.3.\n2.0",
        "\n\nFillapix 2 x 3\n\n  -3?  \n\n2_0\n\n",
        "fillapix 2x3\r\n.  3  .\r\n2\t.\t0\r\n",
        "fillapix\n.3.\n2.0\ngivens\n...\n...",
    ],
)
def test_spacing_blanks_and_size_are_free(text: str) -> None:
    reading = read(text)
    assert reading.format == "plain"
    assert reading.puzzle.to_json() == BOARD


def test_givens_stand_below_the_clues() -> None:
    puzzle = load("fillapix\n.3.\n2.0\nGivens\n#.x\n. . .")
    assert puzzle.to_json()["givens"] == [[1, None, 0], [None, None, None]]
    assert write(puzzle, "plain").splitlines() == [
        "fillapix 2x3",
        ". 3 .",
        "2 . 0",
        "givens",
        "# . x",
        ". . .",
    ]


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ("fillapix 2x3\n. 3 .\n2 . 10", "line 3 column 5", "'10' is not a clue 0..9"),
        ("fillapix\n\n.3.\n2q0", "line 4 column 2", "'q' is not a clue"),
        ("fillapix\n  .3z", "line 2 column 5", "'z' is not a clue"),
        ("fillapix\n.3.\n2.", "line 3", "has 2 cells, the row above has 3"),
        ("fillapix 3x2\n.3.\n2.0", "line 1", "says 3x2, the board is 2x3"),
        ("fillapix", "line 2", "no row of clues"),
        ("fillapix\ngivens\n..", "line 2", "no row of clues"),
        ("fillapix\n.3\ngivens\n", "line 3", "the givens are 0x0, the clues 1x2"),
        ("fillapix\n.3\ngivens\n.1", "line 4 column 2", "'1' is not one of # (ink)"),
        ("fillapix\n.3\nfillapix\n.3", "line 3", "a second board"),
        ("slitherlink 5x5\n...", "line 1", "unknown kind 'slitherlink'"),
    ],
)
def test_a_slip_is_named_by_line_and_column(text: str, where: str, why: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        read(text)
    assert refused.value.where == where
    assert why in refused.value.why


@pytest.mark.parametrize("text", ["fillapix\n" + "." * 1000, "fillapix\n" + ".\n" * 1000])
def test_a_huge_board_is_refused(text: str) -> None:
    with pytest.raises(TooLarge):
        read(text)
