"""puzz.link addresses: the published examples to the character, and what is refused with a reason."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.formats import puzzlink
from models.puzzle import BadPuzzle, TooLarge

pytestmark = pytest.mark.tiny

N = None

DOPPELBLOCKS: list[tuple[str, list[Any], list[Any], dict[tuple[int, int], int]]] = [
    ("doppelblock/5/5/g6g34g10h", [N, 6, N, 3, 4], [N, 1, 0, N, N], {}),
    ("doppelblock/5/5/61j4g35", [6, 1, N, N, N], [N, 4, N, 3, 5], {}),
    ("doppelblock/5/5/g1h31h1gl2x", [N, 1, N, N, 3], [1, N, N, 1, N], {(1, 1): 2}),
    ("doppelblock/12/12/-1f-2dzh", [31, 45, *[N] * 10], [N] * 12, {}),
    ("doppelblock/4/4/g2lk1p", [N, 2, N, N], [N] * 4, {(1, 1): 1}),
    ("doppelblock/7/7/b25c8g21gcc5g2", [11, 2, 5, 12, 8, N, 2], [1, N, 12, 12, 5, N, 2], {}),
]

SMOKE = (
    "tentaisho/19/22/hafheneweo2ffneneyerfgezy0eg4fifhafnezgfnfmegepel3epfzzt6989ezq7ehfehfwfnezk2dezq4b88fzveweofznfh"
    "efezzu54ffzzmedb4b3ezuejflexezg4fl7ezel72eregfztflefzzheifhbeztewen9ekejemer6eret8fpe"
)

TENTAISHOS: list[tuple[str, list[tuple[int, int]], str, list[list[int]]]] = [
    (
        "tentaisho/5/5/o3ey72fs2fl",
        [(1, 0), (1, 2), (4, 2), (4, 6), (4, 8), (7, 2), (7, 4)],
        "bwbwbwb",
        [],
    ),
    (
        "tentaisho/5/5/6fl94fi65en8dbf10000",
        [(0, 0), (0, 4), (2, 0), (2, 5), (2, 8), (4, 1), (4, 5), (4, 8), (6, 6), (7, 2), (8, 0), (8, 6)],
        "wbbwbwbwwbbb",
        [[0, 4]],
    ),
    ("tentaisho/2/2/031e", [(0, 0), (0, 1), (1, 0), (1, 1)], "wbbw", []),
    ("tentaisho/3/2/hehfk0", [(0, 2), (2, 2)], "wb", [[0, 0], [0, 2]]),
]


@pytest.mark.parametrize(("link", "top", "left", "given"), DOPPELBLOCKS)
def test_a_doppelblock_link_reads_as_published_and_is_written_again_to_the_character(
    link: str, top: list[Any], left: list[Any], given: dict[tuple[int, int], int]
) -> None:
    parsed = puzzlink.parse(link)
    assert parsed.data["top"] == top
    assert parsed.data["left"] == left
    cells = {
        (r, c): value
        for r, row in enumerate(parsed.data.get("givens", []))
        for c, value in enumerate(row)
        if value is not None
    }
    assert cells == given
    assert not parsed.warnings
    assert puzzlink.compose(parsed.data) == puzzlink.HOST + link


@pytest.mark.parametrize(("link", "dots", "colours", "holes"), TENTAISHOS)
def test_a_tentaisho_link_reads_as_published_and_is_written_again_to_the_character(
    link: str, dots: list[tuple[int, int]], colours: str, holes: list[list[int]]
) -> None:
    data = puzzlink.parse(link).data
    assert data["dots"] == [[y + 1, x + 1] for y, x in dots]
    assert data["colours"] == colours
    assert data.get("holes", []) == holes
    assert puzzlink.compose(data) == puzzlink.HOST + link


def test_a_large_tentaisho_link_has_its_101_dots() -> None:
    data = puzzlink.parse("https://puzz.link/p?" + SMOKE).data
    assert (data["rows"], data["cols"], len(data["dots"])) == (22, 19, 101)
    assert puzzlink.compose(data) == puzzlink.HOST + SMOKE


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "?{}",
        "https://puzz.link/p?{}",
        "https://puzz.link/p.html?{}/",
        "http://pzv.jp/p.html?type=editor&{}",
        "https://pzprxs.vercel.app/p?{}",
        "  https://puzz.link/p?{}\n",
        "https://puzz.link/p?doppelblock_edit/5/5/g6g3\r\n4g10h",
        "https://puzz.link/p?doppelblock_play/5/5/g6g34g10h",
    ],
)
def test_any_host_editor_prefix_and_broken_line_is_read(around: str) -> None:
    text = around.format("doppelblock/5/5/g6g34g10h")
    assert puzzlink.recognises(text)
    assert puzzlink.parse(text).data["top"] == [N, 6, N, 3, 4]


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ("mines/5/5/g2m13l13g0j", "character 1", "is Minesweeper, not Fill-a-Pix"),
        ("https://puzz.link/p?nuriuzu/5/5/o", "character 21", "shades cells"),
        ("slither/5/5/g", "character 1", "'slither' is not known here"),
        ("doppelblock/6/5/g6g34g10h", "character 13", "must be square"),
        ("doppelblock/v:anti/5/5/g6g34g10h", "character 13", "its rules differ"),
        ("doppelblock/5/5/g6g3!g10h", "character 21", "expected a number or a run of blanks, not '!'"),
        ("doppelblock/5/5/g6g34g1", "character 24", "ends after 7 of 10 clues"),
        ("doppelblock/5/5/zz", "character 17", "'z' skips 20, only 10 clues"),
        ("doppelblock/5/5/g6g34g10h-1", "character 26", "expected 2 hexadecimal digits after '-'"),
        ("doppelblock/5/5/g6g34g10h-G1", "character 26", "expected 2 hexadecimal digits after '-'"),
        ("doppelblock/5/5/g1h31h1gl4x", "character 26", "4 in r2c2 is over 3, the greatest digit"),
        ("doppelblock/5/5/g1h31h1gl2x0", "character 28", "expected the end of the link"),
        ("doppelblock/5/0/g", "character 15", "expected the number of rows, not '0'"),
        ("tentaisho/5/5/o3ey72fs2f", "character 25", "places for dots"),
        ("tentaisho/5/5/o3ey72fs2fz", "character 25", "'z' skips 20, only 6 places are left"),
        (
            "tentaisho/5/5/o3ey72fs2fl1",
            "character 27",
            "expected 5 characters for the holes of 25 cells, found 1",
        ),
        ("tentaisho/3/2/hehfk1", "character 20", "behind the last of 6 cells"),
        ("tentaisho/3/2/hehfw0", "character 19", "expected holes"),
        ("tentaisho/3/2/hehf%0", "character 19", "expected holes"),
        ("tentaisho/3/2/h-hfk0", "character 16", "expected a dot 0..f or a run g..z, not '-'"),
        ("fillapix/2/1/4a", "character 15", "10 in r1c2 is not a clue 0..9"),
        ("fillapix/2/1/4.", "character 15", "'.' in r1c2 is not a clue 0..9"),
    ],
)
def test_a_fault_names_its_character_and_what_was_expected(text: str, where: str, why: str) -> None:
    assert puzzlink.recognises(text)
    with pytest.raises(BadPuzzle) as refused:
        puzzlink.parse(text)
    assert refused.value.where == where
    assert why in refused.value.why


def test_a_size_over_the_limit_is_refused_before_the_body_is_looked_at() -> None:
    with pytest.raises(TooLarge) as refused:
        puzzlink.parse("tentaisho/99999/99999999999999999999/" + "z" * 1000)
    assert refused.value.where == "character 11"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("doppelblock/5/5", "character 16"),
        ("doppelblock/5/5/", "character 16"),
        ("https://puzz.link/p?tentaisho/5/5//", "character 34"),
        ("tentaisho/1/1", "character 14"),
        ("fillapix/3/3/", "character 13"),
    ],
)
def test_a_link_without_a_body_is_no_board_since_blank_places_are_written_too(text: str, where: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        puzzlink.parse(text)
    assert str(refused.value) == f"{where}: the body is missing: nothing follows the sizes"


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("doppelblock/5/5/.6g34g10h", "the unknown clue '.' of column 1 is read as no clue"),
        ("doppelblock/5/5/g6g34.10h", "the unknown clue '.' of row 1 is read as no clue"),
        ("doppelblock/5/5/g1h31h1gl0x", "the given 0 in r2c2 is read as a given block"),
        ("doppelblock/5/5/g1h31h1gl.x", "the unknown digit '.' in r2c2 is read as an open cell"),
        ("doppelblock/d/5/5/g6g34g10h", "the flag 'd' of the link is not part of the board and is ignored"),
        ("fillapix/3/1/g9g", "no puzz.link site knows 'fillapix': this is Rungwise's own, non-standard link"),
    ],
)
def test_what_the_code_leaves_open_is_taken_the_stated_way_with_a_warning(text: str, warning: str) -> None:
    assert puzzlink.parse(text).warnings == (warning,)


def test_a_given_block_is_read_but_never_written() -> None:
    data = puzzlink.parse("doppelblock/5/5/g1h31h1gl0x").data
    assert data["givens"][1][1] == 0
    with pytest.raises(BadPuzzle, match=r"r2c2: a puzz\.link address cannot hold a given block"):
        puzzlink.compose(data)


def test_clues_over_255_are_read_and_written() -> None:
    data = puzzlink.parse("doppelblock/3/3/+100-ffj").data
    assert data["top"] == [256, 255, N]
    assert puzzlink.compose(data).endswith("/+100-ffj")


def test_a_clue_that_the_code_ends_before_is_read_but_not_written() -> None:
    greatest = puzzlink.parse("doppelblock/3/3/+fffk").data
    assert greatest["top"] == [4095, N, N]
    assert puzzlink.compose(greatest).endswith("/+fffk")
    data = puzzlink.parse("doppelblock/3/3/=000k").data
    assert data["top"] == [4096, N, N]
    with pytest.raises(BadPuzzle, match=r"^4096 has no code in this format, which ends at 4095$"):
        puzzlink.compose(data)


@pytest.mark.parametrize(
    "text", ["hello/world", "3x3:4c9d", "fillapix 3x3\n...\n...\n...", "{}", "a/b/5/5 x"]
)
def test_other_texts_are_not_taken_for_links(text: str) -> None:
    assert not puzzlink.recognises(text)


@settings(deadline=20_000)
@given(st.integers(1, 12), st.integers(1, 12), st.data())
def test_dots_and_holes_of_any_board_come_back_from_a_link(rows: int, cols: int, data: Any) -> None:
    places = [[y, x] for y in range(1, 2 * rows) for x in range(1, 2 * cols)]
    dots = sorted(data.draw(st.lists(st.sampled_from(places), unique_by=tuple)))
    cells = [[r, c] for r in range(rows) for c in range(cols)]
    holes = sorted(data.draw(st.lists(st.sampled_from(cells), unique_by=tuple)))
    board = {"kind": "tentaisho", "rows": rows, "cols": cols, "dots": dots}
    colours = "".join(data.draw(st.lists(st.sampled_from("wb"), min_size=len(dots), max_size=len(dots))))
    if "b" in colours:
        board["colours"] = colours
    if holes:
        board["holes"] = holes
    assert puzzlink.parse(puzzlink.compose(board)).data == board


@given(st.integers(1, 9), st.integers(1, 30), st.data())
def test_clues_of_any_fillapix_board_come_back_from_our_own_link(rows: int, cols: int, data: Any) -> None:
    clue = st.one_of(st.none(), st.none(), st.integers(0, 9))
    row = st.lists(clue, min_size=cols, max_size=cols)
    board = {"kind": "fillapix", "clues": data.draw(st.lists(row, min_size=rows, max_size=rows))}
    assert puzzlink.parse(puzzlink.compose(board)).data == board
