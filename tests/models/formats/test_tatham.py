"""Game IDs: Mosaic both ways, and what is refused with an explanation."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models import load
from models.formats import read, write
from models.puzzle import BadPuzzle, TooLarge

pytestmark = pytest.mark.tiny


def board(*rows: str) -> Any:
    return load("fillapix\n" + "\n".join(rows))


def test_a_small_id_is_read_row_by_row() -> None:
    assert load("3x3:4c9d") == board("4..", ".9.", "...")


def test_an_id_with_old_parameters_is_read() -> None:
    expected = board(
        "..2...3.", ".4.2.5..", ".6.....3", ".55...6.", "5.4244..", "...0...3", ".64....4", "..4232.."
    )
    text = "8x8a0h1:b2c3b4a2a5c6e3a55c6a5a4244e0c3a64d4b4232b"
    assert load(text) == expected
    assert write(expected, "tatham") == text.replace("a0h1", "")


def test_width_comes_before_height() -> None:
    assert load("4x3:1k").shape == (3, 4)


@pytest.mark.parametrize(
    "link",
    [
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/mosaic.html#3x3:4c9d",
        "http://localhost/mosaic.html#3x3h1:4c9d",
    ],
)
def test_a_link_that_ends_in_an_id_is_read(link: str) -> None:
    assert load(link) == load("3x3:4c9d")


@given(st.integers(3, 9), st.integers(3, 40), st.data())
def test_ids_round_trip_with_runs_of_any_length(rows: int, columns: int, data: Any) -> None:
    share = data.draw(st.sampled_from([0, 1, 5, 50, 100]))
    random = data.draw(st.randoms(use_true_random=False))
    clues = [
        [random.randrange(10) if random.randrange(100) < share else None for _ in range(columns)]
        for _ in range(rows)
    ]
    puzzle = load(json.dumps({"kind": "fillapix", "clues": clues}))
    text = write(puzzle, "tatham")
    assert load(text) == puzzle
    assert "{" not in text


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ("3x3:a2a3d", "column 10", "ends after 8 of 9 cells"),
        ("  3x3:a2a3d", "column 12", "ends after 8 of 9 cells"),
        ("3x3:4c9e", "column 8", "goes past the last of 9 cells"),
        ("3x3:4c{9d", "column 7", "'{' is neither a clue"),
        ("3x3:4C9d", "column 6", "'C' is neither a clue"),
        ("3x3:4c\N{ARABIC-INDIC DIGIT NINE}d", "column 7", "is neither a clue"),
        ("7x7h1#123456", "column 6", "a random seed holds no board"),
        ("mosaic 3x3:4c9d", "", "no format looks like"),
        ("0x3:1", "column 1", "at least one row"),
    ],
)
def test_a_bad_id_is_refused_with_its_place(text: str, where: str, why: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        read(text)
    assert refused.value.where == where
    assert why in refused.value.why


def test_a_size_over_the_games_own_limit_is_refused_before_anything_is_built() -> None:
    with pytest.raises(TooLarge):
        read("99999x99999:1" + "z" * 1000)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["...", "...", "..5", "givens", "#..", "...", "..."], "cannot hold given cells"),
        (["..", "..", ".5"], "from 3x3"),
        (["." * 150] * 100, "10000 cells"),
    ],
)
def test_a_board_that_the_game_would_refuse_is_not_written(lines: list[str], why: str) -> None:
    with pytest.raises(BadPuzzle, match=why):
        write(board(*lines), "tatham")


@pytest.mark.parametrize(
    ("text", "where"),
    [("3x3:", "column 5"), (" 3x3h0:", "column 8"), ("https://x/mosaic.html#3x3:", "column 27")],
)
def test_an_id_without_a_body_is_told_so(text: str, where: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        load(text)
    assert refused.value.where == where
    assert refused.value.why.startswith("the body is missing")


def test_galaxies_without_dots_end_at_the_colon_since_trailing_blanks_are_not_written() -> None:
    assert load("3x3dn:").to_json()["dots"] == []


def test_a_mosaic_larger_than_the_game_loads_is_read_but_not_written() -> None:
    puzzle = load("101x100h0:" + "z" * 388 + "l")
    assert puzzle.shape == (100, 101)
    with pytest.raises(BadPuzzle, match="Mosaic holds boards"):
        write(puzzle, "tatham")


def test_a_save_that_says_its_board_twice_is_refused() -> None:
    save = "SAVEFILE:12:Simon Tatham\nGAME    :6:Mosaic\nPARAMS  :3:3x3\nDESC    :4:4c9d\nDESC    :4:9c9d\n"
    with pytest.raises(BadPuzzle, match="line 5, column 1: the record DESC occurs twice"):
        load(save)
