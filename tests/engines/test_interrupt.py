"""Ctrl-C ends every engine promptly, as a KeyboardInterrupt in the caller and nothing else."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from engines import ENGINES

ROOT = Path(__file__).resolve().parents[2]
GRACE = 2.0
"""Seconds between the signal and the exception in the caller; engines need a hundredth of it."""
WATCHED = 180.0
"""Seconds after which a program that says nothing is killed, compiling included."""

PROGRAM = """
import sys
from engines import Limits, find_engine
from models import puzzle_class

def board(size, every):
    clues = [[4 if (size * r + c) % every == 0 and 0 < r < size - 1 and 0 < c < size - 1 else None
              for c in range(size)] for r in range(size)]
    return puzzle_class("fillapix").from_json({"clues": clues})

engine = find_engine(sys.argv[1])
engine.solve(board(5, 7), Limits(solutions=1))  # compiles kernels, loads libraries
print("ready", flush=True)
try:
    outcome = engine.solve(board(40, 7), Limits(solutions=None, keep=1))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_ctrl_c_surfaces_promptly_in_every_engine(engine: str) -> None:
    if engine == "ganak" and find_spec("pyganak") is None:
        pytest.skip("pyganak is not installed")
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, engine],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    watchdog = threading.Timer(WATCHED, process.kill)
    watchdog.start()
    with process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.5)
            assert process.poll() is None, "the board was not endless"
            process.send_signal(signal.SIGINT)
            sent = time.perf_counter()
            said = process.stdout.readline()
            assert time.perf_counter() - sent < GRACE
            rest, complaint = process.communicate(timeout=30)
        finally:
            watchdog.cancel()
            process.kill()
    assert (said, rest, complaint, process.returncode) == ("interrupted\n", "", "", 0)
