"""Penpa+ links: the worked indices, what is drawn where, and payloads that lie."""

from __future__ import annotations

import base64
import time
import zlib
from typing import Any

import pytest

from models.formats import penpa, puzzlink
from models.puzzle import BadPuzzle, TooLarge
from tests.models.formats.drawings import Layer, dot, lines, link, number, packed

pytestmark = pytest.mark.tiny

N = None
FILLAPIX: Layer = {"number": {"16": number("4"), "24": number("6")}}
DOPPELBLOCK: Layer = {"number": {"22": number("2"), "40": number("1")}}
TOP_LEFT = (1, 0, 1, 0)
DOTS: Layer = {
    "symbol": {
        "39": dot(2),
        "41": dot(1),
        "42": dot(2),
        "182": dot(2),
        "183": dot(1),
        "210": dot(1),
        "211": dot(2),
    }
}


def fault(text: str, kind: str | None = None) -> BadPuzzle:
    assert penpa.recognises(text)
    with pytest.raises(BadPuzzle) as refused:
        penpa.parse(text, kind)
    return refused.value


def test_numbers_in_cells_are_fillapix_with_a_warning_or_when_told() -> None:
    text = link(lines((3, 2), FILLAPIX))
    parsed = penpa.parse(text)
    assert parsed.data == {"kind": "fillapix", "clues": [[4, N, N], [N, 6, N]]}
    assert parsed.warnings == (penpa.GUESS,)
    assert penpa.parse(text, "fillapix").warnings == ()
    assert penpa.parse(link(lines((3, 2), FILLAPIX, title="My Fill-a-Pix"))).warnings == ()


def test_numbers_beside_the_grid_are_doppelblock() -> None:
    parsed = penpa.parse(link(lines((5, 5), DOPPELBLOCK, margins=TOP_LEFT)))
    assert parsed.data["top"] == [N, 2, N, N]
    assert parsed.data["left"] == [N] * 4
    assert parsed.data["givens"] == [[N] * 4, [N, 1, N, N], [N] * 4, [N] * 4]
    assert not parsed.warnings


def test_circles_at_all_four_places_are_dots() -> None:
    assert penpa.parse(link(lines((5, 5), DOTS))).data == puzzlink.parse("tentaisho/5/5/o3ey72fs2fl").data


def test_a_doppelblock_of_eight_with_marks_in_both_layers() -> None:
    top, left = {1: 8, 2: 12, 5: 20, 6: 20}, [16, 3, 3, 19, 14, 17, 4, 2]
    numbers = {str(2 * 13 + 3 + c): number(str(clue)) for c, clue in top.items()}
    numbers |= {str((r + 3) * 13 + 2): number(str(clue)) for r, clue in enumerate(left)}
    numbers |= {str(3 * 13 + 3): number("3")}
    parsed = penpa.parse(
        link(lines((9, 9), {"number": numbers, "surface": {str(3 * 13 + 4): 4}}, margins=TOP_LEFT))
    )
    assert parsed.data["top"] == [N, 8, 12, N, N, 20, 20, N]
    assert parsed.data["left"] == left
    assert parsed.data["givens"][0] == [3, 0, N, N, N, N, N, N]
    marked = penpa.parse(
        link(lines((9, 9), {"number": numbers}, {"surface": {str(3 * 13 + 4): 4}}, margins=TOP_LEFT))
    )
    assert marked.data["givens"][0] == [3, N, N, N, N, N, N, N]
    assert marked.answer is not None
    assert marked.answer.cells[0][:3] == (3, 0, N)
    assert marked.warnings == ("the marks of the solution layer are read as an answer, not as given",)


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t,
        lambda t: t.replace("#m=edit", "?m=solve"),
        lambda t: t.replace(
            "https://swaroopg92.github.io/penpa-edit/", "https://t0nyx1ang.github.io/noqx/penpa/"
        ),
        lambda t: t.split("#")[1],
        lambda t: t.split("p=")[1],
        lambda t: t.split("p=")[1].rstrip("="),
        lambda t: t.replace("+", " "),
        lambda t: t[:70] + "\n" + t[70:],
        lambda t: t.replace("=", "%3D").replace("m%3D", "m=").replace("&p%3D", "&p="),
    ],
)
def test_a_link_may_come_in_several_shapes(change: Any) -> None:
    text = link(lines((5, 5), DOPPELBLOCK, margins=TOP_LEFT))
    assert penpa.recognises(change(text))
    assert penpa.parse(change(text)) == penpa.parse(text)


def test_clues_may_stand_at_any_side_and_must_agree() -> None:
    far = {
        str(2 * 10 + 4): number("2"),
        str(7 * 10 + 4): number("2"),
        str(7 * 10 + 3): number("?"),
        str(3 * 10 + 7): number("0"),
    }
    parsed = penpa.parse(link(lines((6, 6), {"number": far}, margins=(1, 1, 1, 1))))
    assert parsed.data["top"] == [N, 2, N, N]
    assert parsed.data["left"] == [0, N, N, N]
    assert parsed.warnings == ("the text '?' beside column 1 is read as no clue",)
    far[str(7 * 10 + 4)] = number("3")
    error = fault(link(lines((6, 6), {"number": far}, margins=(1, 1, 1, 1))))
    assert "at the other end of column 2" in error.why


def test_clues_may_stand_in_the_first_row_and_column_of_the_grid() -> None:
    drawn = {str(2 * 9 + 4): number("2"), str(4 * 9 + 2): number("0"), str(4 * 9 + 4): number("1")}
    cells = [(r + 2) * 9 + c + 2 for r in range(5) for c in range(5) if r or c]
    parsed = penpa.parse(link(lines((5, 5), {"number": drawn}, cells=cells, title="Doppelblock")))
    assert parsed.data["top"] == [N, 2, N, N]
    assert parsed.data["left"] == [N, 0, N, N]
    assert parsed.data["givens"][1] == [N, 1, N, N]
    assert parsed.warnings == ("the first row and column hold the clues: the board is what remains",)


def test_painted_cells_are_given_in_fillapix_and_holes_in_tentaisho() -> None:
    paint = {"surface": {"16": 1, "17": 8, "24": 2, "25": 5}}
    parsed = penpa.parse(link(lines((3, 2), FILLAPIX | paint)), "fillapix")
    assert parsed.data["givens"] == [[1, 1, N], [N, 0, 0]]
    holes = penpa.parse(link(lines((3, 2), {"symbol": {"18": dot(1)}} | paint))).data["holes"]
    assert holes == [[0, 0], [0, 1]]


def test_cells_cut_out_are_holes_in_tentaisho_and_a_fault_elsewhere() -> None:
    cells = [16, 17, 23, 24, 25]
    drawn: Layer = {"symbol": {"24": dot(2)}, "number": {"16": number("4")}}
    assert penpa.parse(link(lines((3, 2), drawn, cells=cells)), "tentaisho").data["holes"] == [[0, 2]]
    error = fault(link(lines((3, 2), drawn, cells=cells)), "fillapix")
    assert (error.where, error.why[:31]) == ("payload line 6", "cells are cut out of the board ")


def test_dots_outside_the_board_are_left_out_with_a_warning() -> None:
    parsed = penpa.parse(
        link(lines((3, 2), {"symbol": {"16": dot(1), "7": dot(1), "38": dot(1), "500": dot(1)}}))
    )
    assert parsed.data["dots"] == [[1, 1]]
    assert parsed.warnings == ("3 dots outside the board are left out",)


@pytest.mark.parametrize("index", [9 + 42, 23 + 42, 25 + 42, 23 + 84, 18 + 3 * 42, 15 + 3 * 42])
def test_a_dot_on_the_border_is_refused(index: int) -> None:
    error = fault(link(lines((3, 2), {"symbol": {str(index): dot(1)}})))
    assert "the dot at the border" in error.why
    assert error.where == f"problem layer, symbol '{index}'"


def test_circles_of_any_size_keep_their_colour() -> None:
    symbols = {
        "16": dot(1, "circle_S"),
        "17": dot(2, "circle_M"),
        "18": dot(3, "circle_L"),
        "23": dot(9),
        "24": dot(5),
    }
    assert penpa.parse(link(lines((3, 2), {"symbol": symbols}))).data["colours"] == "wbggw"


def test_drawn_walls_are_the_answer_of_a_tentaisho_board() -> None:
    drawn: Layer = {"symbol": {"16": dot(1), "17": dot(1)}}
    walls = {
        "lineE": {f"{42 + 9},{42 + 16}": 3, f"{42 + 16},{42 + 23}": 3, "100": 98, f"{42 + 8},{42 + 15}": 2}
    }
    parsed = penpa.parse(link(lines((3, 2), drawn, walls)))
    assert parsed.answer is not None
    assert parsed.answer.cells == ((0, 1, 1), (0, 1, 1))
    checked = [[], [], [f"{42 + 9},{42 + 16},1", f"{42 + 16},{42 + 23},1"], [], [], []]
    assert penpa.parse(link(lines((3, 2), drawn), checked)).answer == parsed.answer


def test_a_checked_answer_gives_shades_and_digits() -> None:
    shades = penpa.parse(link(lines((3, 2), FILLAPIX), [["16", 17, [18, 4]], [], [], [], [], []])).answer
    assert shades is not None
    assert shades.cells == ((1, 1, 1), (0, 0, 0))
    numbers = [["30"], [], [], [], ["31,2"], []]
    digits = penpa.parse(link(lines((5, 5), DOPPELBLOCK, margins=TOP_LEFT), numbers)).answer
    assert digits is not None
    assert digits.cells[0] == (0, 2, N, N)
    several = penpa.parse(link(lines((3, 2), FILLAPIX), [[["16"]], [["17"]]]))
    assert several.answer is None
    assert several.warnings[1].startswith("the link's answer is of a form that is not read")


def test_pencil_marks_are_no_clues_and_variants_are_pointed_out() -> None:
    drawn: Layer = {"number": {"16": ["12", 1, "7"], "17": number("5")}, "thermo": [[16, 17]]}
    parsed = penpa.parse(link(lines((3, 2), drawn)), "fillapix")
    assert parsed.data["clues"] == [[N, 5, N], [N, N, N]]
    assert parsed.warnings == ("the problem also has thermo, which is not read: are the rules standard?",)


@pytest.mark.parametrize(
    ("text", "kind", "where", "why"),
    [
        (
            link(lines((3, 2), FILLAPIX, grid="hex")),
            N,
            "payload line 1",
            "the grid 'hex' has no square cells",
        ),
        (
            link(lines((3, 2), {"number": {"16": number("10")}})),
            "fillapix",
            "problem layer, number '16'",
            "10 in r1c1",
        ),
        (
            link(lines((3, 2), {"number": {"-1": number("1")}})),
            N,
            "problem layer, number '-1'",
            "expected the index",
        ),
        (
            link(lines((3, 2), {"number": {"16": 4}})),
            N,
            "problem layer, number '16'",
            "expected [text, colour, mode]",
        ),
        (link(lines((3, 2), {"number": [1]})), N, "problem layer, number", "expected an object"),
        (link(lines((3, 2), {})), N, "problem layer", "neither dots nor numbers"),
        (
            link(lines((5, 4), DOPPELBLOCK, margins=TOP_LEFT)),
            "doppelblock",
            "payload line 1",
            "must be square",
        ),
        (
            link(lines((5, 5), {"number": {"40": number("9")}}, margins=TOP_LEFT)),
            "doppelblock",
            "problem layer, number '40'",
            "'9' in r2c2 is not a digit 1..2",
        ),
        (link(["square,3,2"]), N, "payload", "the board's lines are missing"),
        (link(["square,3,2", "[0,0]", "", "{}", ""]), N, "payload line 2", "expected four margins"),
        (link(["square,3,2", "[3,0,0,0]", "", "{}", ""]), N, "payload line 1", "expected the number of rows"),
        (link(["square,3,x", "[0,0,0,0]", "", "{}", ""]), N, "payload line 1", "expected the number of rows"),
        (link(["square,3,2", "[0,0,0,0]", "", "{", ""]), N, "payload line 4, character 2", "not JSON"),
        (link(["square,3,2", "[0,0,0,0]", "", "[]", ""]), N, "payload line 4", "expected an object"),
        (
            link(["square,3,2", "[0,0,0,0]", "", "[" * 5000, ""]),
            N,
            "payload line 4, character 9",
            "brackets nested more than 8 deep",
        ),
        (
            link(["square,3,2", "[0,0,0,0]", "", "9" * 5000, ""]),
            N,
            "payload line 4, character 1",
            "a number of 5000 characters",
        ),
        (
            link(["square,3,2", "[0,0,0,0]", "", "{}", "", "[0.5]"]),
            N,
            "payload line 6",
            "expected a list of whole",
        ),
        (link(["square,3,2", "[0,0,0,0]", "", "{}", "", "[1]"]), N, "payload line 6", "inside the margins"),
        ("m=edit&p=" + packed("square,3,2")[:-4], N, "character 10", "cut short"),
        ("m=edit&p=" + packed("square,3,2") + "!", N, "character 26", "expected base64"),
        ("m=edit&p=////", N, "character 10", "does not inflate"),
        ("m=edit&p=A", N, "character 10", "cut short"),
    ],
)
def test_a_fault_names_the_line_of_the_payload_or_the_character(
    text: str, kind: str | None, where: str, why: str
) -> None:
    error = fault(text, kind)
    assert why in error.why
    assert error.where == where


def test_sizes_over_the_limit_are_refused() -> None:
    error = fault(link(["square,300,2", "[0,0,0,0]", "", "{}", ""]))
    assert isinstance(error, TooLarge)


def test_a_decompression_bomb_is_cut_off_at_once() -> None:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = b"".join(deflate.compress(b"0" * 1_000_000) for _ in range(2_000)) + deflate.flush()
    text = "m=edit&p=" + base64.b64encode(bomb).decode()
    begin = time.process_time()
    assert isinstance(fault(text), TooLarge)
    assert time.process_time() - begin < 1


@pytest.mark.parametrize(
    ("edges", "warning"),
    [
        ({"51,58": 2}, "1 walls drawn in the problem are not part of the board and are left out"),
        (
            {"100": 98},
            "crosses that mean no wall drawn in the problem are not part of the board and are left out",
        ),
    ],
)
def test_walls_and_crosses_of_the_problem_are_left_out_with_a_warning(edges: Layer, warning: str) -> None:
    parsed = penpa.parse(link(lines((3, 2), {"symbol": {"16": dot(1)}, "lineE": edges})))
    assert parsed.warnings == (warning,)
    assert parsed.answer is None


@pytest.mark.parametrize(
    ("problem", "where", "why"),
    [
        (
            '{"number":{"16":["4",1,"1"]},"number":{"16":["5",1,"1"]}}',
            "payload line 4, character 30",
            "'number' occurs twice",
        ),
        (
            '{"number":{"16":["4",1,"1"],"016":["5",1,"1"]}}',
            "problem layer, number '016'",
            "expected the index",
        ),
        ('{"number":{"16":[NaN,1,"1"]}}', "payload line 4, character 18", "NaN is not a number"),
        ('{"number":{"16":[["4"],1,"1"]}}', "problem layer, number '16'", "expected a text"),
        (
            '{"number":{"16":["4",1,"1"]},"surface":{"16":true}}',
            "problem layer, surface '16'",
            "the number of a colour",
        ),
    ],
)
def test_what_would_be_dropped_or_misread_in_silence_is_refused(problem: str, where: str, why: str) -> None:
    error = fault(link(["square,3,2", "[0,0,0,0]", "", problem, ""]))
    assert error.where == where
    assert why in error.why


def test_an_empty_payload_is_a_missing_body_and_a_great_one_is_not_undone() -> None:
    assert str(fault("m=edit&p=")) == "character 10: the body is missing: the payload is empty"
    assert isinstance(fault("m=edit&p=" + "%2B" * 1_000_000), TooLarge)
