"""LEGUP's XML files."""

from __future__ import annotations

import pytest

from models.formats import legup
from models.puzzle import BadPuzzle, TooLarge

pytestmark = pytest.mark.tiny

N = None
FILE = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Legup version="2.0">
  <puzzle name="Fillapix">
    <board height="2" width="3">
      <cells>
        <cell value="4" x="1" y="0"/>
        <cell value="106" x="2" y="1"/>
        <cell value="210" x="0" y="0"/>
      </cells>
      <goal><cell value="5" x="0" y="1"/></goal>
    </board>
    <proof><tree><node/></tree></proof>
  </puzzle>
</Legup>
"""


def test_values_are_clues_and_hundreds_are_given_cells() -> None:
    assert legup.recognises(FILE)
    data = legup.parse(FILE).data
    assert data["clues"] == [[N, 4, N], [N, N, 6]]
    assert data["givens"] == [[0, N, N], [N, N, 1]]


def test_a_square_board_may_state_one_size() -> None:
    assert len(legup.parse(FILE.replace('height="2" width="3"', 'size="3"')).data["clues"]) == 3


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        (FILE.replace("Fillapix", "Nurikabe"), "line 3, column 3", "the puzzle 'Nurikabe' is not known"),
        (FILE.replace('"106"', '"306"'), "line 7, column 9", "306 in r2c3 is not a clue"),
        (FILE.replace('"106"', '"11"'), "line 7, column 9", "11 in r2c3 is not a clue"),
        (FILE.replace('"106"', '"-1"'), "line 7, column 9", "-1 in r2c3 is not a clue"),
        (FILE.replace('x="1"', 'x="3"'), "line 6, column 9", "the cell x=3 y=0 is outside the board"),
        (FILE.replace('x="2" y="1"', 'x="1" y="0"'), "line 7, column 9", "r1c2 occurs twice"),
        (FILE.replace(' x="1"', ""), "line 6, column 9", "expected a whole number as x, not ''"),
        (FILE.replace('width="3"', 'width="0"'), "line 4, column 5", "at least one row and one column"),
        (FILE.replace("</cells>", "</cell>"), "line 9, column 9", "not XML: mismatched tag"),
        ("\n\n" + FILE.replace("</cells>", "</cell>"), "line 11, column 9", "not XML: mismatched tag"),
        ("<Legup/>", "line 1, column 9", "expected a board inside Legup and puzzle"),
        ("<Legup>\ud800</Legup>", "character 8", "a lone surrogate is no character"),
        (
            '<!DOCTYPE l [<!ENTITY b "&b;&b;">]><Legup>&b;</Legup>',
            "line 1, column 13",
            "entities are not read",
        ),
        ("<Legup>" + "<a>" * 300, "line 1, column 755", "nested more than 250 deep"),
    ],
)
def test_a_fault_names_its_line_and_column(text: str, where: str, why: str) -> None:
    assert legup.recognises(text)
    with pytest.raises(BadPuzzle) as refused:
        legup.parse(text)
    assert why in refused.value.why
    assert refused.value.where == where


def test_a_great_board_is_refused_before_it_is_made() -> None:
    with pytest.raises(TooLarge):
        legup.parse(FILE.replace('"3"', '"999999999"', 1))
