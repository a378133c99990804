"""Ctrl-C: work runs in a thread of its own, so that the signal is seen whatever the work is doing.

Python runs signal handlers in the main thread only, between its own instructions; a solver in compiled code
there would keep the signal waiting. Here the main thread does nothing but wait. The first Ctrl-C asks the
work to stop, and what it knows by then is its result; a second one, or work that does not stop, ends the
process.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

from service.cli import INTERRUPTED
from service.cli.lines import complain

GRACE = 5.0
"""Seconds that work over many processes may take to stop."""
PROMPT = 0.7
"""Seconds that other work may take. Engines need some 10 ms; a generator and the compiler ask nobody."""
_POLL = 0.02

T = TypeVar("T")


def interruptible(
    work: Callable[[Callable[[], bool]], T],
    grace: float | None = None,
    leaving: Callable[[], int] | None = None,
) -> T:
    """The result of ``work(is_stopped)``; what it raises is raised here.

    Work that does not stop within ``grace`` seconds (None: ``GRACE``) is abandoned: ``leaving`` says what had
    been done by then and gives the exit status.
    """
    if threading.current_thread() is not threading.main_thread():
        return work(lambda: False)
    stopped, finished = threading.Event(), threading.Event()
    results: list[T] = []
    failures: list[BaseException] = []

    def body() -> None:
        try:
            results.append(work(stopped.is_set))
        except BaseException as failure:  # handed over to the thread that waits
            failures.append(failure)
        finally:
            finished.set()

    def on_interrupt(_number: int, _frame: FrameType | None) -> None:
        if stopped.is_set():
            _leave(leaving)
        stopped.set()

    previous = signal.signal(signal.SIGINT, on_interrupt)
    try:
        threading.Thread(target=body, name="work", daemon=True).start()
        _wait(stopped, finished, GRACE if grace is None else grace, leaving)
    finally:
        signal.signal(signal.SIGINT, previous)
    if failures:
        raise failures[0]
    return results[0]


def _wait(
    stopped: threading.Event,
    finished: threading.Event,
    grace: float,
    leaving: Callable[[], int] | None,
) -> None:
    asked: float | None = None
    while not finished.wait(_POLL):
        if stopped.is_set():
            asked = asked or time.monotonic()
            if time.monotonic() - asked > grace:
                _leave(leaving)


def _leave(leaving: Callable[[], int] | None) -> None:
    """End the process at once: a thread in compiled code cannot be ended any other way."""
    status = INTERRUPTED
    try:
        if leaving is None:
            complain("interrupted")
        else:
            status = leaving()
    finally:
        os._exit(status)
