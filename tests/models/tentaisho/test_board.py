"""The Tentai Show board: its JSON, its text, and what is seen at first sight."""

from __future__ import annotations

from typing import Any

import pytest

from models import load
from models.formats import write
from models.puzzle import BadPuzzle, TooLarge
from models.tentaisho import TentaiShow
from tests.models.tentaisho.draws import board, drawn, pierced

GOOD: dict[str, Any] = {
    "kind": "tentaisho",
    "rows": 2,
    "cols": 3,
    "dots": [[1, 2], [2, 5], [3, 2]],
    "colours": "wbg",
}


@pytest.mark.tiny
def test_json_round_trips_with_colours_and_holes() -> None:
    data = {**GOOD, "dots": [[1, 2], [1, 5], [3, 2]], "holes": [[1, 2]]}
    assert TentaiShow.from_json(data).to_json() == data


@pytest.mark.tiny
def test_dots_come_in_reading_order_and_take_their_colours_along() -> None:
    turned = {**GOOD, "dots": GOOD["dots"][::-1], "colours": GOOD["colours"][::-1]}
    assert TentaiShow.from_json(turned) == TentaiShow.from_json(GOOD)
    assert TentaiShow.from_json(turned).digest() == TentaiShow.from_json(GOOD).digest()


@pytest.mark.tiny
def test_holes_are_a_set() -> None:
    data = {"rows": 1, "cols": 3, "dots": [[1, 3]], "holes": [[0, 2], [0, 0], [0, 2]]}
    assert TentaiShow.from_json(data).to_json()["holes"] == [[0, 0], [0, 2]]


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("change", "where", "why"),
    [
        ({"rows": None}, "rows", "nothing is not a number"),
        ({"rows": True}, "rows", "'True' is not a number"),
        ({"cols": 0}, "cols", "'0' is not a number 1..100"),
        ({"cols": "3"}, "cols", "'3' is not a number"),
        ({"dots": 5}, "dots", "expected a list of pairs"),
        ({"dots": "ab"}, "dots", "expected a list of pairs"),
        ({"dots": [[1, 2], [1]]}, "dots entry 2", "expected a pair"),
        ({"dots": [[1, 2], [1.5, 2]]}, "dots entry 2", "'1.5' is not a doubled row"),
        ({"dots": [[1, 2], [1, 7]]}, "dots entry 2", "'7' is not a doubled column 0..6"),
        ({"dots": [[0, 2]]}, "dots entry 1", "the dot (0, 2) is on the border"),
        ({"dots": [[1, 6]]}, "dots entry 1", "the dot (1, 6) is on the border"),
        ({"dots": [[-1, 1]]}, "dots entry 1", "'-1' is not a doubled row"),
        ({"colours": "wb"}, "colours", "2 letters for 3 dots"),
        ({"colours": "wbx"}, "colours letter 3", "'x' is not w, b or g"),
        ({"colours": ["w"]}, "colours", "expected a text"),
        ({"holes": [[0, 3]]}, "holes entry 1", "'3' is not a column 0..2"),
        ({"holes": [[0, 0], 7]}, "holes entry 2", "expected a pair"),
        (
            {"holes": [[r, c] for r in range(2) for c in range(3)]},
            "holes",
            "every cell of the board is a hole",
        ),
    ],
)
def test_bad_input_is_named_by_field_and_entry(change: dict[str, Any], where: str, why: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        TentaiShow.from_json({**GOOD, **change})
    assert refused.value.where == where
    assert why in refused.value.why


@pytest.mark.tiny
def test_a_board_needs_dots_to_be_said() -> None:
    with pytest.raises(BadPuzzle, match="dots: a Tentai Show board needs dots"):
        TentaiShow.from_json({"rows": 2, "cols": 2})


@pytest.mark.tiny
@pytest.mark.parametrize(
    "data",
    [
        {"rows": 101, "cols": 2, "dots": []},
        {"rows": 2, "cols": 10**30, "dots": []},
        {"rows": 100, "cols": 100, "dots": [[1, 1]] * 4001},
        {"rows": 100, "cols": 100, "dots": [[100, 100]] * 1201},
    ],
)
def test_a_huge_board_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(TooLarge):
        TentaiShow.from_json(data)


@pytest.mark.parametrize(("step", "across"), [(3, 20), (2, 26)])
def test_dots_that_can_reach_too_much_are_refused(step: int, across: int) -> None:
    """A block of dots amid a large board, with ways between them: each can reach most of it."""
    side = range(100 - step * across, 100 + step * across, 2 * step)
    block = [[y | 1, x | 1] for y in side for x in side]
    with pytest.raises(TooLarge, match="too much to choose"):
        TentaiShow.from_json({"rows": 100, "cols": 100, "dots": block})


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        # A dot on a cell and one on the edge beside it.
        ("oo. --- .-o", "the dots at r1c1 and between r1c1 and r1c2 touch the same cell"),
        # Two vertices.
        (
            ".-.-. -o-o- .-.-.",
            "the dots at the corner of r1c1 and r2c2 and at the corner of r1c2 and r2c3 touch the same cell",
        ),
        # The dot's second cell is a hole; so is one of the four.
        ("#o.", "the dot between r1c1 and r1c2 touches the hole r1c1"),
        ("..# -o- ...", "the dot at the corner of r1c1 and r2c2 touches the hole r1c2"),
        # The walk to the last cell leads over the other dot's.
        (".-o-o-.-.", "no dot can reach r1c1"),
        # No dots at all, but a cell to own.
        ("#-.", "no dot can reach r1c2"),
        # Its twin is a hole.
        ("#-.-o-.-.", "no dot can reach r1c5"),
    ],
)
def test_an_impossible_board_is_explained(lines: str, reason: str) -> None:
    assert board(lines).impossible() == reason


@pytest.mark.tiny
def test_two_dots_in_one_place_are_impossible() -> None:
    twice = TentaiShow.from_json({"rows": 1, "cols": 2, "dots": [[1, 2], [1, 2]]})
    assert twice.impossible() == "two dots are between r1c1 and r1c2"


@pytest.mark.parametrize("rows", [1, 2, 3, 100])
@pytest.mark.parametrize("dots", [2, 3, 300])
def test_more_dots_than_places_are_impossible_whatever_the_size_of_the_board(rows: int, dots: int) -> None:
    crowded = TentaiShow.from_json({"rows": rows, "cols": 1, "dots": [[1, 1]] * dots})
    assert crowded.impossible() == "two dots are at r1c1"
    with pytest.raises(TooLarge):
        TentaiShow.from_json({"rows": rows, "cols": 1, "dots": [[1, 1]] * 40_000})


def test_the_largest_boards_have_room_for_the_dots_that_the_generator_makes() -> None:
    """Mended until it has one answer, a board of 100x100 has some 3,700 dots."""
    places = [[y, x] for y in range(1, 199, 3) for x in range(1, 199, 3)][:3_700]
    assert len(TentaiShow.from_json({"rows": 100, "cols": 100, "dots": places}).board.dots) == 3_700


@pytest.mark.tiny
def test_a_board_with_an_answer_is_never_called_impossible() -> None:
    for seed in range(30):
        for puzzle in (drawn(4, 5, seed)[0], pierced(5, 3, seed)[0]):
            assert puzzle.impossible() is None, puzzle.canonical()


@pytest.mark.tiny
def test_plain_text_round_trips() -> None:
    for seed in range(10):
        for puzzle in (drawn(3, 4, seed)[0], pierced(4, 3, seed)[0]):
            assert load(write(puzzle, "plain")) == puzzle
    coloured = TentaiShow.from_json(GOOD)
    assert load(write(coloured, "plain")) == coloured
    assert coloured.to_text().splitlines() == ["tentaisho 2x3", ".w.-.", "----b", ".g.-."]


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ("tentaisho\n.-o\n---", "line 3", "2 lines, a board of R rows has 2 R - 1"),
        ("tentaisho\n.-", "line 2", "has 2 places, a board of C columns has 2 C - 1"),
        ("tentaisho\n.-.\n---\n.-.-.", "line 4", "has 5 places, the line above has 3"),
        ("tentaisho\n. - q", "line 2 column 5", "'q' is not a dot"),
        ("tentaisho\n.#o", "line 2 column 2", "'#' is not a dot"),
    ],
)
def test_a_slip_in_the_text_is_named_by_line_and_column(text: str, where: str, why: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        load(text)
    assert refused.value.where == where
    assert why in refused.value.why


@pytest.mark.parametrize("name", ["dots", "holes"])
def test_more_dots_or_holes_than_any_board_has_places_are_refused_unread(name: str) -> None:
    data: dict[str, Any] = {"rows": 2, "cols": 2, "dots": [], name: [["?", "?"]] * 40_000}
    with pytest.raises(TooLarge, match=f"{name}: 40000 {name}, the (limit is 39601|board has 4 cells)"):
        TentaiShow.from_json(data)
