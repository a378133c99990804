"""Files made to be misread, or to take time and memory: refused by name, within bounds."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest

from engines import certify
from engines.engine import Limits
from engines.proofs import OutOfTime, Refused, Unproven, drat, json_text, prove, read_file, verify, write_file
from engines.proofs.drat import MAX_LINES, read_steps
from engines.proofs.files import MAX_PACKED, MAX_TEXT, unpack
from engines.proofs.json_text import MAX_QUOTES, MAX_VALUES
from engines.proofs.verify import compare
from models import puzzle_class

Data = dict[str, Any]
MB = 1 << 20

PAIRS = {"kind": "fillapix", "clues": [[2, 3, 2], [2, 4, 3], [1, 2, 2]]}
FORCED = {"kind": "fillapix", "clues": [[4, None, None], [None, 9, None], [None, None, None]]}
"""Its formula is contradictory by propagation alone."""


def certificate(board: Data) -> Data:
    """A certificate as it is read from a file."""
    written: Data = json.loads(json.dumps(prove(certify(puzzle_class(board["kind"]).from_json(board)))))
    return written


def after(looks: int) -> Callable[[], str | None]:
    """A clock that runs out after so many looks."""
    said: Iterator[str | None] = chain(repeat(None, looks), repeat("time"))
    return lambda: next(said)


def packed(folder: Path, text: bytes) -> Path:
    """A file that unpacks to a text."""
    path = folder / "hostile.json.gz"
    path.write_bytes(gzip.compress(text, 1))
    return path


def peak(work: Callable[[], object]) -> int:
    """Bytes that Python held at most during some work."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("board", [PAIRS, FORCED], ids=["searched", "forced"])
def test_a_proof_of_many_lines_is_read_no_further_than_the_clock_lets(board: Data) -> None:
    data = certificate(board) | {"proof": "1 -1 0\n" * 100_000 + "0\n"}

    def work() -> None:
        with pytest.raises(OutOfTime, match="of the proof"):
            verify(data, Limits(cancelled=lambda: next(clock) is not None))

    clock = iter(chain(repeat(None, 100), repeat("time")))
    verify(certificate(board))
    assert peak(work) < 2 * MB


def test_a_proof_of_more_lines_than_any_needs_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drat, "MAX_LINES", 1000)
    assert sum(1 for _ in read_steps("0\n" * 1000, 1)) == 1000
    with pytest.raises(Refused, match="more than 1000 lines"):
        list(read_steps("0\n" * 1001, 1))


@pytest.mark.parametrize("line", ["1 " * 4_000_000 + "0\n", "1" * 8_000_000, " " * 8_000_000 + "\n"])
def test_a_line_longer_than_any_clause_is_not_taken_apart(line: str) -> None:
    def work() -> None:
        with pytest.raises(Refused, match="line 1 is"):
            list(read_steps(line, 9))

    assert peak(work) < MB


def test_the_clock_is_looked_at_while_a_file_is_unpacked_and_parsed(tmp_path: Path) -> None:
    text = b'{"format": [' + b'{"a": 1}, ' * 1000 + b"{}]" + b" " * (8 * MB) + b"}"
    path = packed(tmp_path, text)
    assert unpack(path.read_bytes(), lambda: None) == text
    for looks, where in ((0, "unpacked"), (3, "unpacked"), (20, "while the file was parsed")):
        with pytest.raises(OutOfTime, match=where):
            read_file(path, after(looks))
    assert len(read_file(path)["format"]) == 1001


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (b"[" + b"[]," * (MAX_VALUES // 2) + b"[]]", "values"),
        (b"[" + b"1," * MAX_VALUES + b"1]", "values"),
        (b"[" + b"{}," * (MAX_VALUES // 2) + b"{}]", "values"),
        (b"{" + b'"":0,' * (MAX_QUOTES // 2) + b'"":0}', "strings"),
    ],
    ids=["lists", "numbers", "objects", "keys"],
)
def test_a_file_of_too_many_values_is_refused_before_they_are_made(
    tmp_path: Path, text: bytes, what: str
) -> None:
    path = packed(tmp_path, text)
    assert path.stat().st_size < MAX_PACKED
    assert len(text) < MAX_TEXT

    def work() -> None:
        with pytest.raises(Refused, match=f"more than [0-9]+ {what}"):
            read_file(path)

    assert peak(work) < 3 * len(text) + 2 * MB


def test_what_is_written_is_within_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = certificate(PAIRS)
    for limit in ("MAX_VALUES", "MAX_QUOTES"):
        with monkeypatch.context() as patch:
            patch.setattr(json_text, limit, 10)
            with pytest.raises(Unproven, match="too large"):
                write_file(tmp_path, data)
    many = data | {"proof": "1 -1 0\n" * drat.MAX_LINES + "0\n"}
    with pytest.raises(Unproven, match=f"{MAX_LINES + 1} lines of proof"):
        write_file(tmp_path, many)
    assert not list(tmp_path.iterdir())


def test_a_long_formula_is_compared_without_being_split_and_with_a_look_at_the_clock() -> None:
    written = "\n" * (8 * MB)

    def work() -> None:
        with pytest.raises(Refused, match="line 1 is '', the board gives 'p cnf 1 1'"):
            compare(written, ["p cnf 1 1"], lambda: None)

    assert peak(work) < MB
    with pytest.raises(OutOfTime, match="line 3000 of the formula"):
        compare("1 0\n" * 9000, repeat("1 0"), after(2))


@pytest.mark.parametrize(
    "change",
    [
        lambda proof: "1_0 0\n" + proof,
        lambda proof: "+1 -1 0\n" + proof,
        lambda proof: "\u0661 -1 0\n" + proof,
        lambda proof: "01 -1 0\n" + proof,
        lambda proof: "1 -1 -0\n" + proof,
        lambda proof: "1  -1 0\n" + proof,
        lambda proof: " 1 -1 0\n" + proof,
        lambda proof: "1 -1 0 \n" + proof,
        lambda proof: "1\t-1 0\n" + proof,
        lambda proof: "1\u00a0-1 0\n" + proof,
        lambda proof: "1 -1 0\r\n" + proof,
        lambda proof: "1 -1 0\x0b1 -1 0\n" + proof,
        lambda proof: "1 -1 0\u20281 -1 0\n" + proof,
        lambda proof: "1 0 -1 0\n" + proof,
        lambda proof: "1 -1\n" + proof,
        lambda proof: "d1 -1 0\n" + proof,
        lambda proof: "d 0\n" + proof,
        lambda proof: "d  1 2 0\n" + proof,
        lambda proof: "c a comment\n" + proof,
        lambda proof: "99999999999999999999 0\n" + proof,
        lambda proof: "\n" + proof,
        lambda proof: proof + "\n",
        lambda proof: proof + "0\n",
        lambda proof: proof + "1 -1 0\n",
        lambda proof: proof + "d 1 -1 0\n",
        lambda proof: proof + "whatever",
        lambda proof: proof[:-1],
        lambda proof: proof[:-1] + " ",
        lambda _: "",
        lambda _: "whatever\n",
    ],
)
@pytest.mark.parametrize("board", [PAIRS, FORCED], ids=["searched", "forced"])
def test_a_proof_that_is_not_drat_as_it_is_written_here_is_refused(
    board: Data, change: Callable[[str], str]
) -> None:
    data = certificate(board)
    verify(data | {"proof": "1 -1 0\nd 1 -1 0\n" + data["proof"]})
    with pytest.raises(Refused) as caught:
        verify(data | {"proof": change(data["proof"])})
    assert caught.value.part == "proof"


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ('"version":1', '"version":2,"version":1', "file"),
        ('"kind":"fillapix","clues"', '"kind":"tentaisho","kind":"fillapix","clues"', "file"),
        ('"version":1', '"version":1.0', "file"),
        ('"version":1', '"version":1e0', "file"),
        ('"version":1', '"version":true', "file"),
        ('"clues":[[1,', '"clues":[[1.0,', "file"),
        ('"clues":[[1,', '"clues":[[true,', "board"),
        ('"difference":[[0,', '"difference":[[0.0,', "file"),
        ('"difference":[[0,', '"difference":[[-0,', "file"),
        ('"difference":[[0,', '"difference":[[false,', "solution"),
        ('"format"', '"f\u00f6rmat"', "file"),
    ],
)
def test_json_that_can_be_read_in_two_ways_is_refused(tmp_path: Path, old: str, new: str, part: str) -> None:
    text = json.dumps(certificate({"kind": "fillapix", "clues": [[1, None, None]]}), separators=(",", ":"))
    verify(read_file(packed(tmp_path, text.encode())))
    assert text.count(old) == 1
    path = packed(tmp_path, text.replace(old, new).encode())
    with pytest.raises(Refused) as caught:
        verify(read_file(path))
    assert caught.value.part == part


def test_what_is_not_a_regular_file_is_not_read() -> None:
    with pytest.raises(OSError, match="not a regular file"):
        read_file(Path("/dev/zero"))
