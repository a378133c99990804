"""Ctrl-C: prompt in every engine, and what is known so far is the answer."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from models.fillapix.generate import generate
from service.cli.interrupt import GRACE, interruptible
from tests.service.running import FREE, UNIQUE

Spawn = Callable[..., subprocess.Popen[str]]

PROMPT = GRACE
"""Seconds within which a command must end by itself; afterwards it is ended by force."""


def interrupted(spawn: Spawn, *arguments: str, after: float) -> tuple[int, str, str, float]:
    """Start a command, interrupt it, and measure how long it takes to end."""
    with spawn(*arguments) as started:
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
    assert seconds < PROMPT


@pytest.fixture(scope="module")
def hard() -> str:
    """A board of one answer on which exhaustive enumeration, and plain search, take for ever."""
    return generate(40, 40, 1).puzzle.canonical()


@pytest.mark.parametrize(
    "command",
    [
        "certify --engines raw",
        "certify --engines ladder",
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
    assert seconds < PROMPT


def test_generating_ends_with_the_puzzles_that_are_made(spawn: Spawn) -> None:
    command = "generate fillapix --size 6 --count 1000000 --seed 1 --to tatham"
    code, out, err, seconds = interrupted(spawn, *command.split(), after=2)
    assert code == 3
    assert out.splitlines()[0].startswith("6x6:")
    assert err.startswith("rungwise: interrupted: ")
    assert seconds < PROMPT


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
