"""rungwise batch: answers in order, broken runs go on, faults are answers."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy")
if os.environ.get("NUMBA_DISABLE_JIT"):
    pytest.skip("workers need compiled kernels", allow_module_level=True)

from tests.service.running import MULTIPLE, NONE, UNIQUE, Run

GRID = json.dumps({"kind": "fillapix", "clues": [[None] * 6] * 6})


def answers(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_every_line_has_its_answer_in_its_place(rungwise_process: Run, tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("\n".join([UNIQUE, MULTIPLE, NONE, "what is this", UNIQUE]))
    ran = rungwise_process("batch", str(source), "--out", str(out), "--jobs", "1")
    assert ran.code == 2
    assert "5 lines: 1 multiple, 1 none, 1 problem, 2 unique" in ran.err
    found = answers(out)
    assert [each.get("verdict") for each in found] == ["unique", "multiple", "none", None, "unique"]
    assert [each["line"] for each in found] == [1, 2, 3, 4, 5]
    assert not (tmp_path / "out.jsonl.run").exists()
    again = rungwise_process("batch", str(source), "--out", str(out))
    assert again.code == 2
    assert f"{out} is finished: it has an answer to each of 5 lines" in again.err
    assert answers(out) == found


def test_lines_come_from_standard_input_too(rungwise_process: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    ran = rungwise_process("batch", "-", "--out", str(out), "--jobs", "1", given=f"{UNIQUE}\n{NONE}")
    assert (ran.code, ran.err) == (1, "rungwise: 2 lines: 1 none, 1 unique\n")
    assert [each["line"] for each in answers(out)] == [1, 2]
    assert "is finished" in rungwise_process("batch", "-", "--out", str(out), given=f"{UNIQUE}\n{NONE}").err


def test_standard_input_is_copied_up_to_a_bound(
    rungwise: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("service.cli.batch.SPOOLED_BYTES", 20)
    ran = rungwise("batch", "-", "--out", str(tmp_path / "out"), given=f"{UNIQUE}\n")
    assert ran.code == 2
    assert "more than 20 bytes on standard input; name a file" in ran.err
    assert not [*tmp_path.iterdir()]


def test_only_a_file_of_all_answers_is_called_finished(rungwise: Run, tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(f"{UNIQUE}\n" * 3)
    for text, told in (
        ('{"line": 1}\n{"line": 2}\n{"line": 3}\n', "is finished"),
        ('{"line": 1}\n{"line": 2}\n', "exists, and no run of it is open"),
        ("a\nletter\nhome\n", "exists, and no run of it is open"),
        ("3\n3\n3\n", "exists, and no run of it is open"),
        ("", "exists, and no run of it is open"),
    ):
        out.write_text(text)
        ran = rungwise("batch", str(source), "--out", str(out))
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert told in ran.err
        assert out.read_text() == text
        assert sorted(tmp_path.iterdir()) == [source, out]


def test_a_killed_run_goes_on_where_it_was(
    rungwise_process: Run, spawn: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(f"{GRID}\n" * 300)
    command = [
        "batch",
        str(source),
        "--out",
        str(out),
        "--jobs",
        "1",
        "--action",
        "count",
        "--seconds",
        "0.01",
    ]
    with spawn(*command) as broken:
        end = time.monotonic() + 60
        while not out.exists() or out.read_bytes().count(b"\n") < 40:
            assert time.monotonic() < end
            time.sleep(0.02)
        broken.send_signal(signal.SIGKILL)
    done = out.read_bytes()
    assert 40 <= done.count(b"\n") < 300
    with out.open("ab") as half:
        half.write(b'{"line": 99')
    other = rungwise_process(*command[:-1], "0.02")
    assert other.code == 2
    assert "a run with other options;" in other.err
    source.write_text(f"{GRID}\n" * 301)
    for last, told in (("0.01", "lines"), ("0.02", "lines and options")):
        assert f"a run with other {told};" in rungwise_process(*command[:-1], last).err
    source.write_text(f"{GRID}\n" * 300)
    ran = rungwise_process(*command)
    assert ran.code in (1, 3)
    assert out.read_bytes().startswith(done)
    assert [each["line"] for each in answers(out)] == list(range(1, 301))


def test_hard_lines_are_kept_one_by_one(spawn: Callable[..., subprocess.Popen[str]], tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(f"{json.dumps({'kind': 'fillapix', 'clues': [[None] * 12] * 12})}\n" * 16)
    with spawn(
        "batch", str(source), "--out", str(out), "--jobs", "2", "--action", "count", "--seconds", "1"
    ) as broken:
        end = time.monotonic() + 60
        while not out.exists() or out.read_bytes().count(b"\n") < 2:
            assert time.monotonic() < end
            time.sleep(0.02)
        broken.send_signal(signal.SIGKILL)
    assert [each["line"] for each in answers(out)] == list(range(1, len(answers(out)) + 1))
    assert 2 <= len(answers(out)) < 8


def test_an_unknown_action_or_file_is_bad_input(rungwise: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    assert rungwise("batch", str(tmp_path / "none"), "--out", out).code == 2
    (tmp_path / "in").write_text(UNIQUE)
    assert rungwise("batch", str(tmp_path / "in"), "--out", out, "--action", "dance").code == 2
    assert rungwise("batch", str(tmp_path / "in"), "--out", out, "--engines", "oracle").code == 2
    assert not os.path.exists(out)


def test_a_second_run_on_the_same_answers_is_refused(
    rungwise: Run, spawn: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(f"{GRID}\n" * 60)
    command = ["batch", str(source), "--out", str(out), "--jobs", "1", "--action", "count"]
    command += ["--seconds", "0.1"]
    with spawn(*command) as first:
        end = time.monotonic() + 60
        while not out.exists():
            assert time.monotonic() < end
            time.sleep(0.02)
        second = rungwise(*command)
        assert second.code == 2
        assert f"another run is at work on {out}" in second.err
        assert len(second.err.splitlines()) == 1
        first.communicate(timeout=60)
    assert [each["line"] for each in answers(out)] == list(range(1, 61))
    assert not (tmp_path / "out.jsonl.run").exists()


def noted(tmp_path: Path, text: bytes) -> list[str]:
    """A command whose run was broken when it had written some answers."""
    source = tmp_path / "in.jsonl"
    source.write_text(f"{GRID}\n" * 3)
    (tmp_path / "out").write_bytes(text)
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    note = {"action": "count", "input": digest, "options": {"seconds": 0.01}}
    (tmp_path / "out.run").write_text(json.dumps(note, sort_keys=True))
    command = ["batch", str(source), "--out", str(tmp_path / "out"), "--action", "count"]
    return [*command, "--seconds", "0.01", "--jobs", "1"]


@pytest.mark.parametrize(
    "garbage", [b"\0\0\0\xff\xfe", b'{"line": 1}', b"[]", b"[" * 100_000, b'{"verdict": "unique"}', b"7"]
)
def test_answers_that_are_damaged_are_named_by_their_line(
    rungwise: Run, tmp_path: Path, garbage: bytes
) -> None:
    before = b'{"line": 1, "verdict": "multiple"}\n' + garbage + b'\n{"line": 3, "verdict": "multiple"}\n'
    ran = rungwise(*noted(tmp_path, before))
    assert ran.code == 2
    assert f"{tmp_path / 'out'}: line 2 is not the answer to line 2" in ran.err
    assert len(ran.err.splitlines()) == 1
    assert (tmp_path / "out").read_bytes() == before


def test_a_count_with_more_digits_than_python_reads_is_an_answer(rungwise: Run, tmp_path: Path) -> None:
    long = b'{"line": 1, "verdict": "multiple", "count": 1' + b"0" * 18_000 + b"}\n"
    command = noted(
        tmp_path, long + long.replace(b": 1, ", b": 2, ", 1) + long.replace(b": 1, ", b": 3, ", 1)
    )
    ran = rungwise(*command)
    assert (ran.code, ran.err) == (1, "rungwise: 3 lines (3 of them before): 3 multiple\n")


def test_a_note_that_is_no_text_is_of_another_run(rungwise: Run, tmp_path: Path) -> None:
    command = noted(tmp_path, b"")
    (tmp_path / "out.run").write_bytes(b"\xff\0")
    ran = rungwise(*command)
    assert ran.code == 2
    assert "other lines or options" in ran.err


@pytest.mark.parametrize("out", [".", "..", "", "/"])
def test_a_folder_is_no_place_for_answers(rungwise: Run, tmp_path: Path, out: str) -> None:
    (tmp_path / "in").write_text(UNIQUE)
    ran = rungwise("batch", str(tmp_path / "in"), "--out", out)
    assert ran.code == 2
    assert "is a folder" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_lines_from_a_pipe_are_refused(rungwise: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "in")
    for source in (tmp_path / "in", tmp_path):
        ran = rungwise("batch", str(source), "--out", str(tmp_path / "out"))
        assert ran.code == 2
        assert f"{source} is not a regular file" in ran.err
        assert len(ran.err.splitlines()) == 1
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "out.run").exists()


def test_a_note_that_was_never_written_is_no_hindrance(rungwise: Run, tmp_path: Path) -> None:
    (tmp_path / "in").write_text(UNIQUE)
    (tmp_path / "out.run").touch()
    ran = rungwise("batch", str(tmp_path / "in"), "--out", str(tmp_path / "out"), "--jobs", "1")
    assert ran.code == 0
    assert [each["verdict"] for each in answers(tmp_path / "out")] == ["unique"]
    assert not (tmp_path / "out.run").exists()
