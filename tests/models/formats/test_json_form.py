"""The project's own JSON: strict, positions named, ids and answers kept."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models import load
from models.formats import MAX_TEXT, read, write
from models.puzzle import BadPuzzle, TooLarge, UnknownFormat

pytestmark = pytest.mark.tiny

CELL = st.one_of(st.none(), st.integers(0, 9))
GIVEN = st.sampled_from([None, None, None, 0, 1])


@st.composite
def boards(draw: Callable[..., Any]) -> dict[str, Any]:
    rows, columns = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    size = {"min_size": rows * columns, "max_size": rows * columns}
    clues, givens = draw(st.lists(CELL, **size)), draw(st.lists(GIVEN, **size))

    def table(cells: list[Any]) -> list[list[Any]]:
        return [cells[at : at + columns] for at in range(0, rows * columns, columns)]

    return {"kind": "fillapix", "clues": table(clues), "givens": table(givens)}


@given(boards(), st.sampled_from(["json", "plain"]))
def test_every_board_comes_back_from_each_format_that_holds_all(data: dict[str, Any], to: str) -> None:
    puzzle = load(json.dumps(data))
    reading = read(write(puzzle, to))
    assert reading.puzzle == puzzle
    assert reading.format == to
    assert reading.warnings == ()


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ('{"kind": "fillapix", "clues": [[1, NaN]]}', "line 1 column 36", "NaN is not a number"),
        ('{"kind": "fillapix",\n "clues": [[-Infinity]]}', "line 2 column 13", "-Infinity is not"),
        ('{"kind": "fillapix",\n "kind": "fillapix"}', "line 2 column 2", "'kind' occurs twice"),
        ('{"a": {"b": 1, "c": {"b": 1}, "b": 2}}', "line 1 column 31", "'b' occurs twice"),
        ('{"kind": "fillapix", "clues": [[1,]]}', "line 1 column 35", "not JSON"),
        ('{"kind": "fillapix", "clues": [[1]]', "line 1 column 36", "not JSON"),
        ('{"kind": "fillapix"} {}', "line 1 column 22", "not JSON"),
        ('{"a": ' + "9" * 5000 + "}", "line 1 column 7", "5000 characters"),
        ("[" * 100_000, "line 1 column 9", "nested more than 8"),
        ('{"a":' * 100_000, "line 1 column 41", "nested more than 8"),
        ('{"clues": [[1]]}', "kind", "needs a kind"),
        ('{"kind": ["fillapix"], "clues": [[1]]}', "kind", "needs a kind"),
        ('{"kind": "sudoku", "clues": [[1]]}', "kind", "unknown kind 'sudoku'"),
        ('{"kind": "fillapix"}', "clues", "needs clues"),
        ('{"kind": "fillapix", "clues": [[1, 2], [3]]}', "clues row 2", "has 1 cells, row 1 has 2"),
        ('{"kind": "fillapix", "clues": [[1], [10]]}', "clues r2c1", "'10' is not"),
        ('{"kind": "fillapix", "clues": [[true]]}', "clues r1c1", "'True' is not"),
        ('{"kind": "fillapix", "clues": [[1e999]]}', "clues r1c1", "'inf' is not"),
        ('{"kind": "fillapix", "clues": [[1]], "givens": [[1, 0]]}', "givens", "is 1x2, clues are 1x1"),
        ('{"kind": "fillapix", "clues": [[1]], "rows": 2}', "rows", "says 2, the board has 1"),
        ('{"kind": "fillapix", "clues": [[1]], "id": [1]}', "id", "an id is"),
        ('{"kind": "fillapix", "clues": [[1]], "solution": [[1, 0]]}', "solution row 1", "list of 1 values"),
        ('{"kind": "fillapix", "clues": [[1]], "answer": [[0.5]]}', "answer r1c1", "'0.5' is not"),
        ('{"puzzle": "3x3:a2a3d"}', "puzzle: column 10", "ends after 8 of 9 cells"),
        ('{"puzzle": {"puzzle": {}}}', "puzzle: kind", "needs a kind"),
        ("[1, 2]", "", "expected one JSON object"),
    ],
)
def test_a_bad_text_is_refused_with_its_place(text: str, where: str, why: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        read(text)
    assert refused.value.where == where
    assert why in refused.value.why


def test_a_board_of_a_million_cells_is_refused_at_once() -> None:
    text = json.dumps({"kind": "fillapix", "clues": [[0] * 1000] * 1000}, separators=(",", ":"))
    start = time.perf_counter()
    with pytest.raises(TooLarge) as refused:
        read(text)
    assert refused.value.where == "clues"
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize("text", ["", " \n\t ", "hello", "\0\1\2", "12 34"])
def test_a_text_that_is_no_puzzle_is_told_apart(text: str) -> None:
    with pytest.raises(UnknownFormat):
        read(text)


def test_a_text_over_the_limit_is_refused_unread() -> None:
    with pytest.raises(TooLarge):
        read("{" + " " * MAX_TEXT + "}")


@pytest.mark.parametrize("mark", [0, -7, 12345678901234567890, "", "board 7", "\ud800"])
def test_an_id_is_kept_as_it_is(mark: str | int) -> None:
    assert read(json.dumps({"id": mark, "kind": "fillapix", "clues": [[1]]})).id == mark


def test_an_envelope_may_hold_an_object_or_any_text() -> None:
    inner = {"kind": "fillapix", "clues": [[1, None]], "id": "inner"}
    of_object = read(json.dumps({"puzzle": inner, "solution": [[1, 0]]}))
    assert (of_object.id, of_object.puzzle.to_json()["clues"]) == ("inner", [[1, None]])
    assert of_object.answer is not None
    assert of_object.answer.cells == ((1, 0),)
    of_text = read(json.dumps({"id": 5, "puzzle": "3x3:4c9d"}))
    assert (of_text.id, of_text.format, of_text.puzzle.shape) == (5, "tatham", (3, 3))


def test_a_key_that_nearly_is_the_boards_earns_a_warning_and_usual_ones_do_not() -> None:
    board = {"kind": "fillapix", "clues": [[1]]}
    assert "'givens' is a key" in read(json.dumps(board | {"givn": [[0]]})).warnings[0]
    usual = {"id": 1, "rows": 1, "cols": 1, "source": "a book", "verdict": "unique", "count": 1, "note": 3}
    assert read(json.dumps(board | usual)).warnings == ()
    assert (
        "'dots' is ignored; a Fill-a-Pix board has none" in read(json.dumps(board | {"dots": []})).warnings[0]
    )


def test_a_side_that_contradicts_the_clues_is_a_fault() -> None:
    with pytest.raises(BadPuzzle, match="n: says 4, the board has 3"):
        read('{"kind":"doppelblock","n":4,"top":[null,null,null],"left":[null,null,null]}')


def test_equal_boards_have_equal_canonical_texts() -> None:
    one = load('{"kind":"fillapix","clues":[[1]],"givens":[[null]],"id":3}')
    other = load('{ "clues": [[1]], "kind": "fillapix" }')
    assert one.canonical() == other.canonical()
    assert one.digest() == other.digest()


def test_published_boards_come_back_from_every_format_that_holds_them(
    corpus: Callable[[str], list[dict[str, Any]]],
) -> None:
    boards = corpus("fillapix")
    for data in boards:
        reading = read(json.dumps(data))
        rows, columns = reading.puzzle.shape
        assert reading.id == data["id"]
        for to in ("json", "plain", "tatham"):
            if to != "tatham" or rows * columns <= 10_000:
                assert load(write(reading.puzzle, to)) == reading.puzzle
    assert len(boards) > 100


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ('{"kind":NaN]]]', "line 1 column 9", "NaN is not a number"),
        ('{"kind":' + "9" * 30 + '":4}}', "line 1 column 9", "a number of 30 characters"),
        ('{"a":0.300000000000000000000004,"a":1}', "line 1 column 33", "the key 'a' occurs twice"),
        ('{"a":{"b":1,"b":2},"\\x', "line 1 column 13", "the key 'b' occurs twice"),
    ],
)
def test_what_is_not_strict_is_found_although_the_rest_is_not_even_json(
    text: str, where: str, why: str
) -> None:
    with pytest.raises(BadPuzzle) as refused:
        load(text)
    assert (refused.value.where, refused.value.why) == (where, why)


@pytest.mark.parametrize("side", ["true", "1.0", "null", "[1]"])
def test_a_size_beside_the_board_is_a_whole_number(side: str) -> None:
    with pytest.raises(BadPuzzle, match=r"^rows: says "):
        load('{"kind":"fillapix","clues":[[1]],"rows":' + side + "}")
