"""Ctrl-C: prompt in every engine, and what is known so far is the answer."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from models.fillapix.generate import generate
from service.cli import INTERRUPTED
from service.cli.interrupt import PROMPT, interruptible
from tests.service.running import FREE, UNIQUE

Spawn = Callable[..., subprocess.Popen[str]]

SOON = PROMPT + 0.3
"""Seconds within which a command is gone: what it may take to stop by itself, and the end of the process."""


GALAXIES = {
    "kind": "tentaisho",
    "rows": 40,
    "cols": 40,
    "dots": [[y, x] for y in range(1, 80, 6) for x in range(1, 80, 6)],
}


def interrupted(spawn: Spawn, *arguments: str, after: float, **options: Any) -> tuple[int, str, str, float]:
    """Start a command, interrupt it, and measure how long it takes to end."""
    with spawn(*arguments, **options) as started:
        time.sleep(after)
        assert started.poll() is None, "it ended before it was interrupted"
        start = time.perf_counter()
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=30)
        return started.returncode, out, err, time.perf_counter() - start


@pytest.mark.parametrize("engine", ["ladder", "sat", "cpsat", "raw"])
def test_an_endless_count_ends_promptly_with_what_it_has(spawn: Spawn, engine: str) -> None:
    with spawn("count", UNIQUE, "--engine", engine) as warm:
        warm.communicate()
    code, out, err, seconds = interrupted(spawn, "count", FREE, "--engine", engine, "--json", after=3)
    said = json.loads(out)
    assert (code, err) == (3, "")
    assert (said["limit"], said["exhausted"]) == ("cancelled", False)
    assert seconds < SOON


@pytest.fixture(scope="module")
def hard() -> str:
    """A board of one answer on which exhaustive enumeration takes for ever."""
    return generate(40, 40, 1).puzzle.canonical()


@pytest.mark.parametrize(
    "command",
    [
        "certify --engines raw",
        "solve --engine raw",
        "compare --engines raw,ladder",
    ],
)
def test_other_commands_answer_the_board_at_hand_and_begin_no_other(
    spawn: Spawn, hard: str, command: str
) -> None:
    code, out, err, seconds = interrupted(spawn, *command.split(), hard, UNIQUE, "--json", after=3)
    assert code == 3
    assert len(out.splitlines()) == 1
    assert "cancelled" in out
    assert err == "rungwise: interrupted: 1 of 2 puzzles answered\n"
    assert seconds < SOON


@pytest.mark.parametrize("form", ["--to json", "--json", ""])
@pytest.mark.parametrize(
    ("kind", "size"), [("fillapix", "6"), ("fillapix", "40"), ("tentaisho", "40"), ("doppelblock", "12")]
)
def test_generating_ends_promptly_with_the_puzzles_that_are_made(
    spawn: Spawn, kind: str, size: str, form: str
) -> None:
    command = f"generate {kind} --size {size} --count 1000000 --seed 1 {form}"
    with spawn(*command.split()) as started:
        assert started.stdout is not None
        first = started.stdout.readline()
        start = time.perf_counter()
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=30)
        seconds = time.perf_counter() - start
    made = int(err.removeprefix("rungwise: interrupted: ").split()[0])
    assert (started.returncode, err) == (3, f"rungwise: interrupted: {made} of 1000000 puzzles made\n")
    assert seconds < SOON
    if form:
        whole = [json.loads(line) for line in (first + out).splitlines()]
        assert len(whole) == made, "every puzzle that is said to be made has been printed, whole"


@pytest.mark.parametrize(
    "command",
    ["generate fillapix --size 60 --thin random --seconds 600", "certify {big}"],
    ids=["make", "certify"],
)
def test_a_command_that_knows_nothing_yet_says_so_and_leaves(
    spawn: Spawn, command: str, tmp_path: Path
) -> None:
    words = command.format(big=json.dumps(GALAXIES).replace(" ", "")).split()
    code, out, err, seconds = interrupted(spawn, *words, env={"RUNGWISE_CACHE": str(tmp_path)}, after=2.5)
    assert (code, out) == (INTERRUPTED, "")
    assert err.splitlines()[-1].startswith("rungwise: interrupted: 0 of 1 puzzles ")
    assert "Traceback" not in err
    assert seconds < SOON


def test_the_result_and_the_failure_of_work_come_back() -> None:
    assert interruptible(lambda stopped: (stopped(), threading.current_thread().name)) == (False, "work")
    with pytest.raises(IndexError):
        interruptible(lambda _: str([][1]))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_work_sees_the_signal_while_it_never_returns_to_python() -> None:
    def work(stopped: Callable[[], bool]) -> str:
        signal.raise_signal(signal.SIGINT)
        while not stopped():
            time.sleep(0.01)
        return "stopped"

    assert interruptible(work) == "stopped"


def test_work_that_does_not_stop_is_ended_by_force() -> None:
    script = (
        "import time, service.cli.interrupt as each\neach.GRACE = 0.3\n"
        "print('begun', flush=True)\neach.interruptible(lambda stopped: time.sleep(60))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as started:
        assert started.stdout is not None
        started.stdout.readline()
        time.sleep(0.2)
        started.send_signal(signal.SIGINT)
        _, err = started.communicate(timeout=10)
    assert (started.returncode, err) == (130, "rungwise: interrupted\n")
