"""Galaxies IDs and the saved games of both games."""

from __future__ import annotations

from typing import Any

import pytest

from models import load
from models.answers import check
from models.formats import read, write
from models.puzzle import BadPuzzle, TooLarge

pytestmark = pytest.mark.tiny

IDS: list[tuple[str, list[tuple[int, int]], str]] = [
    ("5x3:ubb", [(2, 2), (2, 4), (2, 6)], ""),
    (
        "7x7:ikrqfedzljjsp",
        [(0, 8), (1, 6), (2, 11), (4, 2), (4, 8), (5, 0), (5, 4), (8, 2), (8, 12), (9, 9), (11, 2), (12, 5)],
        "",
    ),
    (
        "5x5:eBbbMlaBbOEnf",
        [
            (0, 4),
            (0, 6),
            (0, 8),
            (1, 1),
            (2, 5),
            (3, 8),
            (4, 0),
            (4, 2),
            (4, 4),
            (6, 1),
            (6, 6),
            (8, 2),
            (8, 8),
        ],
        "wbwwbwwbwbbww",
    ),
    ("3x3:m", [(2, 2)], ""),
]


@pytest.mark.parametrize(("text", "half_units", "colours"), IDS)
def test_an_id_reads_as_published_and_is_written_again_to_the_character(
    text: str, half_units: list[tuple[int, int]], colours: str
) -> None:
    data = read(text).puzzle.to_json()
    assert data["dots"] == [[y + 1, x + 1] for y, x in half_units]
    assert data.get("colours", "") == colours
    assert write(load(text), "tatham") == text


@pytest.mark.parametrize("text", ["6x6:EDbaMucCohbrecEi", "7x7:chpgdqqqoezdddki"])
def test_other_ids_of_the_game_come_back(text: str) -> None:
    assert write(load(text), "tatham") == text


def test_width_comes_before_height_and_parameters_are_not_the_board() -> None:
    assert load("5x3:ubb").shape == (3, 5)
    assert load("5x3dh:ubb") == load("5x3:ubb") == load("https://x.org/js/galaxies.html#5x3du:ubb")


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ("5x5dn:Z", "column 7", "'Z' is neither a dot a..y, A..Y nor a run z"),
        ("5x5dn:a1", "column 8", "'1' is neither a dot"),
        ("3x3:zz", "column 5", "goes past the last of 25 places"),
        ("3x3:yb", "column 6", "goes past the last of 25 places"),
        ("7x7dn#123", "column 6", "a random seed holds no board"),
    ],
)
def test_a_fault_names_its_column(text: str, where: str, why: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        load(text)
    assert refused.value.where == where
    assert why in refused.value.why


def test_what_the_game_cannot_hold_is_not_written() -> None:
    with pytest.raises(BadPuzzle, match="a Galaxies ID cannot hold holes"):
        write(load("tentaisho/3/3/zk40"), "tatham")
    with pytest.raises(BadPuzzle, match="Galaxies holds boards from 3x3, this is 2x2"):
        write(load("tentaisho/2/2/031e"), "tatham")
    with pytest.raises(TooLarge):
        load("251x3:a")


def save(game: str, parameters: str, description: str, *moves: str, position: int | None = None) -> str:
    """A saved game; a move that begins with ``!`` is the game's own solution, ``-`` is a restart."""
    records = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
        ("VERSION", "1"),
        ("GAME", game),
        ("PARAMS", "9x9dn"),
        ("CPARAMS", parameters),
        ("DESC", description),
        ("NSTATES", str(len(moves) + 1)),
        ("STATEPOS", str(position or len(moves) + 1)),
    ]
    for move in moves:
        key = "RESTART" if move == "-" else "SOLVE" if move[0] == "!" else "MOVE"
        records.append((key, move.lstrip("!")))
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in records)


RING = "!S;E3,2;E7,2;E3,4;E7,4;E2,3;E8,3;E4,3;E6,3"


def test_a_saved_game_gives_the_board_and_the_edges_set() -> None:
    reading = read(save("Galaxies", "5x3dn", "ubb", "E1,2", "E1,2", RING))
    assert reading.format == "tathamsave"
    assert reading.puzzle == load("5x3:ubb")
    assert reading.answer is not None
    assert reading.answer.cells == ((0, 0, 0, 0, 0), (0, 1, 0, 2, 0), (0, 0, 0, 0, 0))
    assert check(reading.puzzle, reading.answer).is_correct


def test_only_the_moves_up_to_the_saved_position_and_after_a_restart_count() -> None:
    start = read(save("Galaxies", "5x3dn", "ubb", RING, position=1))
    assert start.answer is None
    restarted = read(save("Galaxies", "5x3dn", "ubb", RING, "-", "E1,2", "A1,1,3,3", "U1,1"))
    assert restarted.answer is not None
    assert restarted.answer.cells == ((0,) * 5, (0,) * 5, (0,) * 5)
    assert restarted.answer.loose == (((0, 0), (1, 0)),)


@pytest.mark.parametrize(
    ("moves", "rows"),
    [
        (["!sf900"], [(1, 1, 1), (1, 1, 0), (0, 1, 0)]),
        (["t0,0", "t1,0", "t1,0", "T2,0"], [(1, 0, 0), (None,) * 3, (None,) * 3]),
        (["t0,0", "t0,0", "t0,0", "t1,1"], [(None,) * 3, (None, 1, None), (None,) * 3]),
        (["t0,0", "d2,0,0,0,1"], [(1, 1, 1), (None,) * 3, (None,) * 3]),
        (["t0,0", "e0,2,0,0,2"], [(1, None, None), (0, None, None), (0, None, None)]),
    ],
)
def test_mosaic_moves_mark_cells_black_and_white(moves: list[str], rows: list[Any]) -> None:
    reading = read(save("Mosaic", "3x3h1", "4c9d", *moves))
    assert reading.puzzle == load("3x3:4c9d")
    assert reading.answer is not None
    assert list(reading.answer.cells) == rows
    assert not reading.warnings


@pytest.mark.parametrize("move", ["X1,1", "t9,9", "s00", "d0,0,9,0,1", "sF900"])
def test_a_move_the_game_has_not_leaves_the_answer_unread_with_a_warning(move: str) -> None:
    reading = read(save("Mosaic", "3x3h1", "4c9d", move))
    assert reading.answer is None
    assert f"{move!r} is no move of 'Mosaic'" in reading.warnings[0]


SAVE = save("Galaxies", "5x3dn", "ubb", "E1,2")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            SAVE.replace("DESC    :3", "DESC    :4"),
            "line 6, column 1: the record DESC is not 4 characters long",
        ),
        (SAVE.replace("DESC    :3:ubb\n", ""), "line 9, column 1: the save file has no record DESC"),
        (SAVE.replace("GAME    :8:Galaxies", "GAME    :5:Loopy"), "the game 'Loopy' is not known here"),
        (SAVE.replace("CPARAMS :5:5x3dn", "CPARAMS :4:0x3d"), "expected a size such as 7x7"),
        (SAVE.replace("3:ubb", "3:uZb"), "the game saved at line 6, column 12: column 2: 'Z' is neither"),
        (
            SAVE.replace("STATEPOS:1:2", "STATEPOS:1:7"),
            "line 8, column 12: expected the position in the game",
        ),
        (SAVE.replace("VERSION :1:1", "VERSION 1"), "line 2, column 1: expected a record such as"),
    ],
)
def test_a_damaged_save_names_the_place(text: str, complaint: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        read(text)
    assert complaint in str(refused.value)
