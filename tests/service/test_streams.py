"""The standard streams: closed by the caller, without a reader, or on a disk that is full."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from service.cli import PIPE_CLOSED
from tests.service.running import ROOT, UNIQUE

pytestmark = pytest.mark.usefixtures("kept_kernels")

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
SAID = [
    [],
    ["--help"],
    ["--version"],
    ["certify", "--help"],
    ["generate"],
    ["generate", "fillapix", "--help"],
    ["bench", "speed", "--help"],
    ["convert", UNIQUE, "--to", "plain"],
    ["certify", UNIQUE],
    ["count", UNIQUE, "--json"],
    ["twins", "--size", "3x5", "--table"],
    ["generate", "fillapix", "--size", "4", "--seed", "1", "--to", "plain"],
]


def with_output(target: int, arguments: list[str], unbuffered: str = "") -> tuple[int, str]:
    """Run a command that writes to a descriptor: its status, and what it says on standard error."""
    ran = subprocess.run(
        [sys.executable, "-m", "service.cli", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=target,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT | {"PYTHONUNBUFFERED": unbuffered},
        text=True,
        timeout=120,
        check=False,
    )
    return ran.returncode, ran.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", SAID, ids=" ".join)
def test_output_without_a_reader_ends_any_command_in_silence(arguments: list[str], unbuffered: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        assert with_output(writer, arguments, unbuffered) == (PIPE_CLOSED, "")
    finally:
        os.close(writer)


def test_complaints_without_a_reader_end_the_command_in_silence() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "service.cli", "certify", "3x3:nonsense!"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=writer,
            env=ENVIRONMENT,
            check=False,
        )
    finally:
        os.close(writer)
    assert (ran.returncode, ran.stdout) == (PIPE_CLOSED, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full disk to offer")
@pytest.mark.parametrize("arguments", [["--version"], ["convert", UNIQUE, "--to", "plain"]], ids=" ".join)
def test_a_full_disk_is_one_line_and_status_two(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        said = with_output(full.fileno(), arguments)
    assert said == (2, "rungwise: output: No space left on device\n")


def in_shell(command: str, closing: str) -> subprocess.CompletedProcess[str]:
    """Run a command with one of its streams closed, as a shell closes it."""
    return subprocess.run(
        ["sh", "-c", f'exec "$0" -m service.cli {command} {closing}', sys.executable],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        timeout=120,
        check=False,
    )


def test_a_closed_input_is_an_empty_one() -> None:
    ran = in_shell("certify -", "<&-")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "rungwise: standard input: the file is empty\n"
    ran = in_shell("convert 3x3:4c9d --to json", "<&-")
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("command", ["convert 3x3:4c9d --to json", "certify 3x3:4c9d --json", "--help"])
def test_a_closed_output_leaves_the_status_as_it_is(command: str) -> None:
    ran = in_shell(command, ">&-")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_closed_complaints_leave_status_and_output_as_they_are() -> None:
    ran = in_shell("convert 3x3:4c9d --to tatham", "2>&-")
    assert (ran.returncode, ran.stdout) == (0, "3x3:4c9d\n")
    ran = in_shell("convert 3x3:a2a3d --to tatham", "2>&-")
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", "")


def test_all_streams_closed_leave_the_status_as_it_is() -> None:
    assert in_shell("convert 3x3:4c9d --to tatham", "<&- >&- 2>&-").returncode == 0
    assert in_shell("convert 3x3:a2a3d --to tatham", "<&- >&- 2>&-").returncode == 2
