"""Commands over a scheduler and workers that are processes of their own, beside the same commands without."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")

from bench.cluster import connection
from tests.bench.cluster.conftest import Apart
from tests.service.running import MULTIPLE, NONE, UNIQUE, Run

Spawn = Callable[..., subprocess.Popen[str]]

SLOW = json.dumps(json.loads(UNIQUE) | {"id": "slow"})
POISON = json.dumps(json.loads(UNIQUE) | {"id": "poison"})
OFTEN = [UNIQUE, MULTIPLE, NONE, "what is this", UNIQUE, ""] * 60


def masked(path: Path) -> list[str]:
    """Lines without what differs between two runs: seconds."""
    return [re.sub(r'("\w*seconds": ?)[\d.e-]+', r"\1_", line) for line in path.read_text().splitlines()]


def answers(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def wait_for_lines(path: Path, count: int) -> None:
    end = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def lines(tmp_path: Path) -> Callable[[list[str]], str]:
    def write(texts: list[str]) -> str:
        (tmp_path / "in.jsonl").write_text("\n".join(texts) + "\n")
        return str(tmp_path / "in.jsonl")

    return write


def test_a_batch_has_the_same_answers_as_on_this_machine(
    apart: Apart, rungwise: Run, rungwise_process: Run, lines: Callable[[list[str]], str], tmp_path: Path
) -> None:
    source, here, there = lines(OFTEN), tmp_path / "here", tmp_path / "there"
    alone = rungwise_process("batch", source, "--out", str(here), "--jobs", "1")
    ran = rungwise("batch", source, "--out", str(there), "--scheduler", apart.address)
    assert (ran.code, ran.err) == (alone.code, alone.err)
    assert masked(there) == masked(here)
    assert len(masked(here)) == len(OFTEN)
    assert not (tmp_path / "there.run").exists()


def test_a_line_that_kills_its_workers_has_a_problem_for_an_answer_and_no_other_has(
    apart: Apart,
    rungwise: Run,
    lines: Callable[[list[str]], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RUNGWISE_SCHEDULER", apart.address)
    source, out = lines([*[UNIQUE] * 40, POISON, *[UNIQUE] * 40]), tmp_path / "out"
    ran = rungwise("batch", source, "--out", str(out))
    assert ran.code == 2
    assert "81 lines: 1 problem, 80 unique" in ran.err
    found = answers(out)
    assert [each["line"] for each in found] == list(range(1, 82))
    assert found[40]["problem"]["type"] == "/docs#worker-died"


def test_workers_killed_in_a_batch_lose_and_double_nothing(
    apart: Apart, spawn: Spawn, lines: Callable[[list[str]], str], tmp_path: Path
) -> None:
    source, out = lines([SLOW] * 60), tmp_path / "out"
    with spawn("batch", source, "--out", str(out), "--scheduler", apart.address) as batch:
        for done in (8, 30):
            wait_for_lines(out, done)
            os.kill(apart.pids()[0], signal.SIGKILL)
        assert batch.wait(timeout=60) == 0
    assert [each["line"] for each in answers(out)] == list(range(1, 61))
    assert {each["verdict"] for each in answers(out)} == {"unique"}


def test_a_killed_batch_goes_on_where_it_was(
    apart: Apart,
    rungwise: Run,
    spawn: Spawn,
    lines: Callable[[list[str]], str],
    tmp_path: Path,
) -> None:
    source, out = lines([SLOW] * 60), tmp_path / "out"
    command = ["batch", source, "--out", str(out), "--scheduler", apart.address]
    with spawn(*command) as broken:
        wait_for_lines(out, 10)
        broken.kill()
    done = out.read_bytes()
    assert 10 <= done.count(b"\n") < 60
    ran = rungwise(*command)
    assert ran.code == 0
    assert "60 lines (" in ran.err
    assert out.read_bytes().startswith(done)
    assert [each["line"] for each in answers(out)] == list(range(1, 61))


def test_ctrl_c_ends_a_batch_and_the_work_of_its_workers(
    apart: Apart, spawn: Spawn, rungwise: Run, lines: Callable[[list[str]], str], tmp_path: Path
) -> None:
    endless = json.dumps({"kind": "fillapix", "clues": [[None] * 12] * 12})
    source, out = lines([UNIQUE, *[endless] * 20]), tmp_path / "out"
    options = ["--action", "count", "--scheduler", apart.address]
    with spawn("batch", source, "--out", str(out), *options) as batch:
        wait_for_lines(out, 1)
        time.sleep(0.5)
        batch.send_signal(signal.SIGINT)
        assert batch.wait(timeout=20) == 3
        assert batch.stderr is not None
        assert "goes on from here" in batch.stderr.read()
    began = time.monotonic()
    (tmp_path / "next").mkdir()
    other = tmp_path / "next" / "in"
    other.write_text(f"{UNIQUE}\n" * 4)
    ran = rungwise("batch", str(other), "--out", str(tmp_path / "o"), "--scheduler", apart.address)
    assert ran.code == 0
    assert time.monotonic() - began < 15, "the workers were free"


def test_cross_checks_generators_and_studies_find_the_same(
    apart: Apart, rungwise: Run, tmp_path: Path
) -> None:
    for words in (
        ["generate", "fillapix", "--size", "6", "--count", "12", "--seed", "3", "--json"],
        ["study", "doppelblock", "--table", "added", "--boards", "40", "--json"],
    ):
        here = rungwise(*words, *(["--jobs", "0"] if words[0] == "study" else []))
        there = rungwise(*words, "--scheduler", apart.address)
        assert (there.code, there.err) == (here.code, here.err)
        drop = ("machine", "seconds")
        kept = [
            [{k: v for k, v in each.items() if k not in drop} for each in ran.objects]
            for ran in (here, there)
        ]
        assert kept[0] == kept[1]
        assert kept[0]
    words = ["bench", "crosscheck", "--kind", "fillapix", "--boards", "30", "--sides", "1..3"]
    found = []
    for jobs in (["--jobs", "0"], ["--scheduler", apart.address]):
        folder = tmp_path / jobs[0]
        assert rungwise(*words, *jobs, "--out", str(folder)).code == 0
        (log,) = folder.glob("*.jsonl")
        found.append(masked(log)[1:])
    assert found[0] == found[1]
    assert len(found[0]) == 30


def test_puzzles_before_a_fault_are_printed_and_the_fault_is_told_as_on_this_machine(
    apart: Apart, rungwise: Run, tmp_path: Path
) -> None:
    picture = tmp_path / "picture"
    picture.write_text("#.\n.#\n")
    words = ["generate", "fillapix", "--picture", str(picture), "--json"]
    here, there = rungwise(*words), rungwise(*words, "--scheduler", apart.address)
    assert here.code == 2
    assert "twins" in here.object
    assert (there.code, there.out, there.err) == (here.code, here.out, here.err)


def test_a_scheduler_that_is_lost_ends_the_batch_which_can_go_on(
    apart: Apart,
    own_scheduler: Callable[[], Apart],
    spawn: Spawn,
    rungwise: Run,
    lines: Callable[[list[str]], str],
    tmp_path: Path,
) -> None:
    source, out = lines([SLOW] * 30), tmp_path / "out"
    cluster = own_scheduler()
    cluster.worker()
    with spawn("batch", source, "--out", str(out), "--scheduler", cluster.address) as batch:
        wait_for_lines(out, 5)
        cluster.scheduler.kill()
        assert batch.wait(timeout=30) == 3
        assert batch.stderr is not None
        told = batch.stderr.read().splitlines()
    assert told == [f"rungwise: {cluster.address}: the scheduler is lost"]
    assert 5 <= len(answers(out)) < 30
    again = rungwise("batch", source, "--out", str(out), "--scheduler", apart.address)
    assert again.code == 0
    assert [each["line"] for each in answers(out)] == list(range(1, 31))


@pytest.mark.parametrize(
    "words",
    [
        ["batch", "README.md", "--out", "nowhere/out"],
        ["bench", "crosscheck"],
        ["study", "fillapix"],
        ["generate", "tentaisho", "--size", "5"],
    ],
)
def test_every_command_refuses_what_is_no_scheduler(rungwise: Run, words: list[str]) -> None:
    ran = rungwise(*words, "--scheduler", "10.0.0.5")
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1
    assert "is not the address of a scheduler such as tcp://10.0.0.5:8786" in ran.err


def test_an_empty_scheduler_is_an_error_as_an_option_and_none_as_a_variable(
    rungwise: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["generate", "tentaisho", "--size", "3", "--json"]
    ran = rungwise(*command, "--scheduler", "")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "'' is not the address of a scheduler" in ran.err
    monkeypatch.setenv("RUNGWISE_SCHEDULER", "")
    assert rungwise(*command).code == 0


def test_a_scheduler_that_is_not_there_is_told_in_one_line(
    rungwise: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "CONNECT_SECONDS", 1.0)
    ran = rungwise("generate", "tentaisho", "--size", "5", "--scheduler", "tcp://127.0.0.1:9")
    assert ran.code == 2
    assert ran.err == "rungwise: no scheduler answers at tcp://127.0.0.1:9 within 1 s\n"
