"""What tests have workers do."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path

from bench.work import is_stopping


def double(number: int) -> int:
    return 2 * number


def slow_double(number: int) -> int:
    time.sleep(0.02)
    return 2 * number


def die_of_seven(number: int) -> int:
    time.sleep(0.01)
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die_once(path: Path) -> str:
    """Ends its process if the file is not there yet, and leaves it there."""
    if not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "second try"


def note(place: tuple[Path, int]) -> int:
    """Adds a line to a file when it begins, works for a while, and gives its number back."""
    folder, number = place
    with (folder / str(number)).open("a") as begun:
        begun.write(f"{os.getpid()}\n")
    time.sleep(0.05)
    return number


def wait_for_the_end(path: Path) -> bool:
    """Leaves a file where it begins, and another when it is told to stop."""
    path.touch()
    end = time.monotonic() + 60
    while not is_stopping() and time.monotonic() < end:
        time.sleep(0.01)
    path.with_suffix(".stopped").touch()
    return is_stopping()


def hold_on(path: Path) -> None:
    """Never ends, listens to nobody, and lets no other thread of Python's run."""
    path.write_text(str(os.getpid()))
    re.match(r"(a+)+$", "a" * 64 + "b")


def sleep_on(path: Path) -> None:
    """Sleeps whatever it is told."""
    path.write_text(str(os.getpid()))
    time.sleep(600)
