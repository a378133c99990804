"""rungwise batch: answers in order, broken runs go on, faults are answers."""

from __future__ import annotations

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
    assert "exists" in again.err
    assert answers(out) == found


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
    assert "other lines or options" in other.err
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
