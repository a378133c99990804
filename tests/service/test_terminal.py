"""What a terminal gets that a pipe does not: colours and a progress bar."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time

import pytest

from tests.service.running import MULTIPLE, ROOT

pytestmark = pytest.mark.usefixtures("kept_kernels")


def on_a_terminal(*arguments: str) -> str:
    """All that a command writes to a terminal."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "COLUMNS": "100"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(
        [sys.executable, "-m", "service.cli", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env=environment,
    ):
        os.close(theirs)
        written = b""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if not select.select([ours], [], [], 1)[0]:
                continue
            try:
                chunk = os.read(ours, 65536)
            except OSError:  # what Linux says at the end of a terminal
                break
            if not chunk:
                break
            written += chunk
    os.close(ours)
    return written.decode()


def test_answers_are_coloured_and_a_bar_counts_them() -> None:
    written = on_a_terminal("certify", *[MULTIPLE] * 3)
    assert "\x1b[1;33mmultiple" in written
    assert "0/3" in written
    assert written.count("answer 1") == 3
    assert "Traceback" not in written


def test_json_on_a_terminal_stays_json() -> None:
    written = on_a_terminal("convert", MULTIPLE, "--to", "tatham", "--json")
    assert "\x1b" not in written
