"""The plain text of Doppelblock and Tentai Show boards."""

from __future__ import annotations

import pytest

from models import load
from models.formats import write
from models.puzzle import BadPuzzle, TooLarge

pytestmark = pytest.mark.tiny

DOPPELBLOCK = """doppelblock 5x5
. . 6 . 3 4
. . x . . .
1 . . . . .
0 . 3 . . .
. . . . . .
. . . . . ."""
TENTAISHO = """tentaisho 2x3
#.o.#
.....
..b.."""


def test_a_doppelblock_board_has_its_clues_around_it() -> None:
    data = load(DOPPELBLOCK).to_json()
    assert data["top"] == [None, 6, None, 3, 4]
    assert data["left"] == [None, 1, 0, None, None]
    assert data["givens"][0][1] == 0
    assert data["givens"][2][1] == 3
    assert write(load(DOPPELBLOCK), "plain") == DOPPELBLOCK


def test_a_tentaisho_board_is_its_lattice() -> None:
    assert load(TENTAISHO) == load("tentaisho/3/2/hehfk0")
    assert write(load(TENTAISHO), "plain") == TENTAISHO.replace("o", "w").replace("tentaishw", "tentaisho")
    assert write(load("5x3:ubb"), "plain").splitlines()[3] == "..o.o.o.."


def test_wide_numbers_keep_their_columns() -> None:
    lines = write(load("doppelblock/7/7/b25c8g21gcc5g2"), "plain").splitlines()
    assert lines[1] == " . 11  2  5 12  8  .  2"
    assert {len(line) for line in lines[1:]} == {len(lines[1])}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (DOPPELBLOCK.replace("\n. . 6", "\n1 . 6"), "line 2 column 1: expected '.' in the corner, not '1'"),
        (
            DOPPELBLOCK.replace("3 . . .", "4 . . ."),
            "line 5 column 5: '4' is not a digit 1..3, x for a block",
        ),
        (DOPPELBLOCK.replace("6", "-6"), "line 2 column 5: '-6' is not a clue"),
        (
            DOPPELBLOCK.replace("0 . 3 . . .", "0 . 3 . ."),
            "line 5: expected a clue and 5 cells, found 5 values",
        ),
        (DOPPELBLOCK + "\n. . . . . .", "line 8: 6 rows but 5 columns"),
        (DOPPELBLOCK.rsplit("\n", 1)[0], "line 6: 4 rows but 5 columns"),
        ("doppelblock\n.", "line 2: expected '.' and the clues of two columns"),
        ("doppelblock", "line 2: no line of clues follows the heading"),
        (TENTAISHO.replace("..b..", "..b.x"), "line 4 column 5: 'x' is not a dot"),
        (TENTAISHO.replace(".....", ".#..."), "line 3 column 2: '#' is not a dot"),
        (TENTAISHO.replace(".....", "...."), "line 3: has 4 characters, the first line 5"),
        (TENTAISHO.replace(".....\n", ""), "line 3: expected an odd number of lines, found 2"),
        ("tentaisho\n....", "line 2: expected an odd number of characters, found 4"),
        ("tentaisho\n#", "line 2: every cell of the board is a hole"),
        ("tentaisho", "line 2: no line of the board follows"),
    ],
)
def test_a_fault_names_its_line_and_column(text: str, complaint: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        load(text)
    assert str(refused.value).startswith(complaint)


@pytest.mark.parametrize("text", ["tentaisho\n" + "." * 201, "doppelblock\n" + ". " * 40])
def test_a_great_board_is_refused(text: str) -> None:
    with pytest.raises(TooLarge):
        load(text)


def test_two_dots_at_one_place_cannot_be_written() -> None:
    puzzle = load('{"kind":"tentaisho","rows":3,"cols":3,"dots":[[1,1],[1,1]]}')
    for name in ("plain", "puzzlink", "pzprv3", "tatham"):
        with pytest.raises(BadPuzzle, match=r"two dots at \(1, 1\) cannot be written"):
            write(puzzle, name)
