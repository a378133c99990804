"""Every board comes back from every format that can hold it, with its answer where the format has one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.answers import Answer, check
from models.formats import FORMATS, format_module, read, write
from models.formats.json_form import reading_of_object
from models.puzzle import BadPuzzle, Puzzle

KINDS = ("fillapix", "doppelblock", "tentaisho")
WRITABLE = [name for name in FORMATS if hasattr(format_module(name), "write")]
HOLDS_ALL = {"json", "plain"}
"""Formats that hold every board, plain text all but those with a dot on a hole."""


def come_back(puzzle: Puzzle) -> set[str]:
    """The formats that hold the board, each of which gives it back and is told by its content."""
    held = set()
    for name in WRITABLE:
        try:
            text = write(puzzle, name)
        except BadPuzzle:
            continue
        reading = read(text)
        assert reading.format == name
        assert reading.puzzle == puzzle
        held.add(name)
    return held


@pytest.mark.parametrize("kind", KINDS)
def test_published_boards_come_back_from_every_format(
    kind: str, corpus: Callable[[str], list[dict[str, Any]]]
) -> None:
    expected = {
        "fillapix": HOLDS_ALL | {"puzzlink", "tatham"},
        "doppelblock": HOLDS_ALL | {"puzzlink", "pzprv3"},
        "tentaisho": HOLDS_ALL | {"puzzlink", "pzprv3", "tatham"},
    }[kind]
    boards = corpus(kind)
    for each in boards:
        held = come_back(reading_of_object(each).puzzle)
        if not each.get("givens") and not each.get("holes"):
            assert held | {"tatham"} == expected | {"tatham"}


@pytest.mark.parametrize("kind", ["doppelblock", "tentaisho"])
def test_published_answers_come_back_from_files_and_are_right(
    kind: str, corpus: Callable[[str], list[dict[str, Any]]]
) -> None:
    count = 0
    for each in corpus(kind):
        if "solution" not in each:
            continue
        reading = reading_of_object(each)
        assert reading.answer is not None
        found = check(reading.puzzle, reading.answer)
        assert found.is_correct
        assert not found.remarks
        again = read(write(reading.puzzle, "pzprv3", found.grid))
        assert again.answer is not None
        told = check(again.puzzle, again.answer)
        assert told.is_correct
        assert told.grid is not None
        assert found.grid is not None
        assert (told.grid == found.grid).all()
        count += 1
    assert count > 100


def test_published_answers_with_one_cell_changed_are_wrong(
    corpus: Callable[[str], list[dict[str, Any]]],
) -> None:
    random = np.random.default_rng(1)
    for kind in KINDS:
        for each in corpus(kind)[:60]:
            if "solution" not in each or each["verdict"] != "unique":
                continue
            reading = reading_of_object(each)
            grid = np.array(each["solution"], np.int16)
            r, c = random.integers(grid.shape[0]), random.integers(grid.shape[1])
            grid[r, c] = (grid[r, c] + 1) % reading.puzzle.values
            assert not check(reading.puzzle, grid).is_correct


@st.composite
def fillapix(draw: st.DrawFn) -> dict[str, Any]:
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 30))

    def grid(values: st.SearchStrategy[int]) -> list[list[int | None]]:
        row = st.lists(st.none() | values, min_size=cols, max_size=cols)
        return draw(st.lists(row, min_size=rows, max_size=rows))

    board: dict[str, Any] = {"kind": "fillapix", "clues": grid(st.integers(0, 9))}
    if draw(st.booleans()):
        board["givens"] = grid(st.integers(0, 1))
    return board


@st.composite
def doppelblock(draw: st.DrawFn) -> dict[str, Any]:
    side = draw(st.integers(2, 12))
    line = st.lists(st.none() | st.integers(0, 400), min_size=side, max_size=side)
    board: dict[str, Any] = {"kind": "doppelblock", "top": draw(line), "left": draw(line)}
    if draw(st.booleans()):
        least = draw(st.integers(0, 1)) if side > 2 else 0
        cells = st.lists(st.none() | st.integers(least, side - 2), min_size=side, max_size=side)
        board["givens"] = draw(st.lists(cells, min_size=side, max_size=side))
    return board


@st.composite
def tentaisho(draw: st.DrawFn) -> dict[str, Any]:
    rows, cols = draw(st.integers(1, 8)), draw(st.integers(1, 16))
    place = st.tuples(st.integers(1, 2 * rows - 1), st.integers(1, 2 * cols - 1))
    dots = sorted(draw(st.lists(place, unique=True, max_size=40)))
    board: dict[str, Any] = {"kind": "tentaisho", "rows": rows, "cols": cols, "dots": dots}
    colours = "".join(draw(st.sampled_from("wb")) for _ in dots)
    if "b" in colours:
        board["colours"] = colours
    cells = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    holes = draw(st.lists(cells, unique=True, max_size=rows * cols - 1))
    if holes:
        board["holes"] = sorted(holes)
    return board


@settings(max_examples=300, deadline=None)
@given(board=st.one_of(fillapix(), doppelblock(), tentaisho()))
def test_any_board_comes_back_from_every_format_that_takes_it(board: dict[str, Any]) -> None:
    puzzle = reading_of_object(board).puzzle
    held = come_back(puzzle)
    assert "json" in held
    assert "plain" in held or any([y // 2, x // 2] in puzzle.to_json()["holes"] for y, x in board["dots"])
    if not board.get("givens") and not board.get("holes"):
        assert "puzzlink" in held


@settings(max_examples=100, deadline=None)
@given(board=tentaisho(), data=st.data())
def test_any_partition_comes_back_from_its_walls(board: dict[str, Any], data: st.DataObject) -> None:
    """Regions grown at random about the dots, right or wrong: what the check says of them stays the same."""
    puzzle: Any = reading_of_object(board).puzzle
    owner = st.integers(0, max(0, len(board["dots"]) - 1))
    rows, cols = puzzle.shape
    holes = set(map(tuple, board.get("holes", ())))
    grid = np.array(
        [[-1 if (r, c) in holes else data.draw(owner) for c in range(cols)] for r in range(rows)], np.int16
    )
    if any((r, c) in holes for dot in range(len(board["dots"])) for r, c in puzzle.board.core(dot)):
        return
    again = read(write(puzzle, "pzprv3", grid))
    if again.answer is None:
        return
    pairs = {
        (name, int(grid[r, c]))
        for r, row in enumerate(again.answer.cells)
        for c, name in enumerate(row)
        if name is not None
    }
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names))
    assert check(puzzle, again.answer).is_correct <= check(puzzle, Answer.of_grid(grid)).is_correct


@pytest.mark.tiny
def test_a_kind_that_is_named_must_be_the_one_that_is_read() -> None:
    with pytest.raises(BadPuzzle, match="the text is of the kind tentaisho, not fillapix"):
        read("5x3:ubb", "fillapix")


@pytest.mark.tiny
def test_formats_that_are_only_read_say_so() -> None:
    puzzle = read("5x3:ubb").puzzle
    for name in set(FORMATS) - set(WRITABLE):
        with pytest.raises(BadPuzzle, match="can be read but not written; expected one of json, pzprv3"):
            write(puzzle, name)
    with pytest.raises(
        BadPuzzle, match="unknown format 'foo', expected one of json, pzprv3, puzzlink, tatham"
    ):
        write(puzzle, "foo")


@pytest.mark.tiny
def test_the_same_board_is_read_from_five_formats() -> None:
    dots = [[3, 3], [3, 5], [3, 7]]
    texts = [
        "5x3:ubb",
        json.dumps({"kind": "tentaisho", "rows": 3, "cols": 5, "dots": dots}),
        "tentaisho 3x5\n.........\n.........\n..o.o.o..\n.........\n.........",
        "begin\npuzzle galaxies\nproblem\n- - - - -\n- 0 0 0 -\n- - - - -\nend",
        "type: galaxies\npuzzle: |\n  . . . . . .\n\n  . . . . . .\n     o o o\n  . . . . . .\n\n"
        "  . . . . . .\n",
    ]
    puzzles = [read(text).puzzle for text in texts]
    assert all(puzzle == puzzles[0] for puzzle in puzzles)
    assert len({puzzle.digest() for puzzle in puzzles}) == 1
