"""What PUZZLE may be, and what bad input gets: one line that names the place, status 2, nothing done."""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from service.cli import PIPE_CLOSED
from tests.service.running import MULTIPLE, UNIQUE, Run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of puzzle files, with what else lies about in folders."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "b.json").write_text(UNIQUE)
    (tmp_path / "a.txt").write_text("fillapix\n1\n\nfillapix\n0\n")
    (tmp_path / "deep" / "c.jsonl").write_text(f"{MULTIPLE}\n{UNIQUE}\n")
    (tmp_path / "README.md").write_text("# boards")
    (tmp_path / ".hidden").write_text("?")
    return tmp_path


def test_a_folder_is_its_files_in_order(rungwise: Run, folder: Path) -> None:
    ran = rungwise("convert", str(folder), "--to", "json", "--json")
    assert [each["id"] for each in ran.objects] == [None, None, "nine", "many", "nine"]


def test_standard_input_is_read_as_a_file(rungwise: Run) -> None:
    ran = rungwise("convert", "-", "--to", "json", "--json", given=f"{UNIQUE}\n\n{MULTIPLE}\n")
    assert [each["id"] for each in ran.objects] == ["nine", "many"]


def test_a_puzzle_is_named_by_file_line_and_id(rungwise: Run, folder: Path) -> None:
    out = rungwise("grade", str(folder)).out
    assert f"{folder}/a.txt:4  Fill-a-Pix 1x1, plain" in out
    assert f"{folder}/deep/c.jsonl:1 many  Fill-a-Pix 3x3, json" in out


def test_one_bad_puzzle_stops_all_before_any_work(rungwise: Run, folder: Path) -> None:
    (folder / "z.jsonl").write_text(f'{UNIQUE}\n{{"kind": "fillapix", "clues": [[10]]}}\n3x3:a2a3d\n')
    ran = rungwise("certify", str(folder), "--json")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines() == [
        f"rungwise: {folder}/z.jsonl: line 2: clues r1c1: '10' is not null or a number 0..9",
        f"rungwise: {folder}/z.jsonl: line 3 column 10: ends after 8 of 9 cells",
    ]


def test_keep_going_does_what_can_be_done(rungwise: Run, folder: Path) -> None:
    (folder / "z.jsonl").write_text(f'{{"kind": "fillapix"}}\n{UNIQUE}\n')
    ran = rungwise("certify", str(folder), "--json", "--keep-going")
    assert ran.code == 2
    assert len(ran.objects) == 6
    assert ran.err == f"rungwise: {folder}/z.jsonl: line 1: clues: a Fill-a-Pix board needs clues\n"


def test_a_list_of_complaints_has_an_end(rungwise: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text("{}\n" * 500)
    lines = rungwise("solve", str(file)).err.splitlines()
    assert len(lines) == 21
    assert lines[-1] == "rungwise: 480 more puzzles cannot be read"


def million_cells() -> bytes:
    return json.dumps({"kind": "fillapix", "clues": [[0] * 1000] * 1000}, separators=(",", ":")).encode()


BAD_FILES = {
    "empty": (b"", "the file is empty"),
    "blank": (b" \n\n", "the file is empty"),
    "noise": (random.Random(1).randbytes(3000), "not UTF-8 text"),
    "huge-noise": (random.Random(1).randbytes(5_000_000), "byte "),
    "huge-text": (b"x" * 5_000_000, "more than 4000000 bytes"),
    "huge-board": (million_cells(), "1000 rows, the limit of Fill-a-Pix is 250x250"),
    "ragged": (b'{"kind":"fillapix","clues":[[1,2],[3]]}', "clues row 2: has 1 cells, row 1 has 2"),
    "clue-10": (b'{"kind":"fillapix","clues":[[1],[10]]}', "clues r2c1: '10' is not null"),
    "kind": (b'{"kind":"nonogram","clues":[[1]]}', "kind: unknown kind 'nonogram', expected one of"),
    "cut-id": (b"3x3:a2a3d", "line 1 column 10: ends after 8 of 9 cells"),
    "seed-id": (b"7x7#1234", "a random seed holds no board"),
    "cut-json": (b'{"kind":"fillapix","clues":[[1,2', "line 1 column 33: not JSON"),
    "deep": (b"[" * 200_000, "nested more than 8 deep"),
    "escape": (b"\x1b[2J\x07\n", "no format looks like '\\x1b[2J"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_one_line_and_status_two(rungwise_process: Run, tmp_path: Path, name: str) -> None:
    data, complaint = BAD_FILES[name]
    file = tmp_path / name
    file.write_bytes(data)
    ran = rungwise_process("certify", str(file))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"rungwise: {file}: ")
    assert complaint in ran.err
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 400


@pytest.mark.parametrize(
    ("argument", "complaint"),
    [
        ("no-such-file", "no-such-file: no such file, and no format looks like it"),
        ("", "'': no such file"),
        ("x" * 100_000, "x...: no such file"),
        ("a\nb\x1b[31mc", "a\ufffdb\ufffd[31mc: no such file"),
        ("{", "{: line 1 column 2: not JSON"),
        ("3x3:a2a3d", "3x3:a2a3d: column 10: ends after 8 of 9 cells"),
    ],
)
def test_a_bad_argument_is_one_line_and_status_two(rungwise: Run, argument: str, complaint: str) -> None:
    ran = rungwise("certify", argument)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("rungwise: ")
    assert complaint in ran.err
    assert ran.err.count("\n") == 1


def test_an_empty_folder_and_an_unreadable_file_are_named(rungwise: Run, tmp_path: Path) -> None:
    ran = rungwise("certify", str(tmp_path))
    assert (ran.code, ran.err) == (2, f"rungwise: {tmp_path}: the folder holds no puzzle file\n")
    file = tmp_path / "secret.json"
    file.write_text(UNIQUE)
    file.chmod(0)
    if not os.access(file, os.R_OK):
        assert rungwise("certify", str(file)).err == f"rungwise: {file}: Permission denied\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["fly"], "No such command 'fly'"),
        (["certify"], "Missing argument 'PUZZLE"),
        (["certify", UNIQUE, "--speed"], "No such option: --speed"),
        (
            ["certify", UNIQUE, "--engines", "ladder,crystal"],
            "unknown engine 'crystal', expected one of ladder",
        ),
        (["certify", UNIQUE, "--engines", "all,sat"], "'all' stands alone: it means ladder, sat, cpsat, raw"),
        (["compare", UNIQUE, "--engines", "sat, all"], "'all' stands alone"),
        (["certify", UNIQUE, "--seconds", "-1"], "--seconds"),
        (["certify", UNIQUE, "--seconds", "inf"], "expected a number of seconds"),
        (["solve", UNIQUE, "--engine", "ladder,sat"], "expected one engine"),
        (["count", UNIQUE, "--limit", "0"], "--limit"),
        (
            ["convert", UNIQUE, "--to", "morse"],
            "unknown format 'morse', expected one of json, pzprv3, puzzlink, tatham, plain",
        ),
        (
            ["convert", UNIQUE, "--to", "penpa"],
            "the format penpa can be read but not written, expected one of json, pzprv3",
        ),
    ],
)
def test_bad_usage_is_one_line_and_status_two(rungwise: Run, arguments: list[str], complaint: str) -> None:
    ran = rungwise(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("command", ["convert --to plain --json", "check", "check --json"])
def test_output_that_nobody_reads_ends_the_command_in_silence(
    spawn: Callable[..., subprocess.Popen[str]], tmp_path: Path, command: str
) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text('{"kind":"fillapix","clues":[[1]],"solution":[[1]]}\n' * 3_000)
    with spawn(*command.split(), str(file)) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.readline()
        started.stdout.close()
        assert started.stderr.read() == ""
    assert started.returncode == PIPE_CLOSED
