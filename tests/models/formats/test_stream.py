"""Files of puzzles: what a file's shape is taken for, and where its faults are said to be."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest

from models.formats import MAX_TEXT
from models.formats.stream import Item, read_stream

pytestmark = pytest.mark.tiny


def items(data: bytes | str, by_line: bool = False) -> list[Item]:
    return list(read_stream(io.BytesIO(data if isinstance(data, bytes) else data.encode()), by_line))


def outline(data: bytes | str, by_line: bool = False) -> list[tuple[int, Any]]:
    """Each item's line with its id, or with what is wrong with it."""
    return [
        (item.line, item.reading.id if item.reading else str(item.fault)) for item in items(data, by_line)
    ]


LINE = '{"id": %d, "kind": "fillapix", "clues": [[1, null]]}\n'


def test_a_file_of_objects_is_read_line_by_line() -> None:
    assert outline("\n" + LINE % 1 + "\n" + LINE % 2 + LINE % 3) == [(2, 1), (4, 2), (5, 3)]


def test_a_bad_line_does_not_stop_the_others() -> None:
    text = LINE % 1 + '{"id": 2, "kind": "fillapix", "clues": [[1, x]]}\n' + LINE % 3 + "3x3:a2a3d\nhello\n"
    found = outline(text)
    assert [line for line, _ in found] == [1, 2, 3, 4, 5]
    assert found[1][1] == "line 2 column 45: not JSON: Expecting value"
    assert found[3][1] == "line 4 column 10: ends after 8 of 9 cells"
    assert found[4][1] == "line 5: no format looks like 'hello'"


def test_a_first_bad_line_hides_the_others_unless_the_file_is_known_to_be_lines() -> None:
    text = '{"kind": "fillapix", "clues": [[1,\n' + LINE % 2
    assert len(items(text)) == 1
    assert [line for line, _ in outline(text, by_line=True)] == [1, 2]


def test_game_ids_may_stand_one_a_line() -> None:
    assert [item.reading is not None for item in items("3x3:4c9d\r\n3x3:4c9d\n")] == [True, True]


def test_one_object_over_many_lines_is_one_puzzle() -> None:
    assert outline('{\n "id": 7,\n "kind": "fillapix",\n "clues": [[1]]\n}\n') == [(0, 7)]


def test_plain_boards_follow_each_other_and_keep_the_lines_of_their_file() -> None:
    found = items("fillapix 1x2\n1.\n\nfillapix 2x2\n1.\n.q\n\nfillapix\n..\n")
    assert [item.line for item in found] == [1, 4, 8]
    assert str(found[1].fault) == "line 6 column 2: 'q' is not a clue 0..9 or one of . - ? _"
    assert found[2].reading is not None


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "the file is empty"),
        (b"\n \n\t\n", "the file is empty"),
        (b"\xff\xfe{", "byte 1: not UTF-8 text"),
        (b'{"kind":\n"\xc3("}', "byte 11: not UTF-8 text"),
        (b"x" * 5_000_000, f"line 1: more than {MAX_TEXT} bytes"),
        (b"[[1, 2]]", "expected one JSON object a puzzle"),
    ],
)
def test_a_file_that_holds_no_puzzle_is_one_fault(data: bytes, complaint: str) -> None:
    found = items(data)
    assert len(found) == 1
    assert str(found[0].fault).startswith(complaint)


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert items(b"\xef\xbb\xbf3x3:4c9d")[0].reading is not None


def test_noise_is_refused_without_an_exception() -> None:
    noise = random.Random(5)
    for size in (1, 10, 1000, 100_000):
        for _ in range(10):
            found = items(noise.randbytes(size), by_line=bool(noise.getrandbits(1)))
            assert all(item.reading is None for item in found)


def test_mutated_files_give_boards_or_faults_and_nothing_else() -> None:
    noise = random.Random(6)
    seeds = [LINE % 1, "3x3:4c9d\n", "fillapix 2x2\n1.\n.1\ngivens\n#x\n..\n", LINE % 1 + LINE % 2]
    faults = 0
    for _ in range(1500):
        data = bytearray(noise.choice(seeds).encode())
        for _ in range(noise.randint(1, 4)):
            at = noise.randrange(len(data))
            data[at : at + noise.randint(0, 2)] = noise.randbytes(noise.randint(0, 2))
            if not data:
                break
        for item in items(bytes(data)):
            assert (item.reading is None) != (item.fault is None)
            faults += item.fault is not None
    assert faults > 500
