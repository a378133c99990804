"""Ctrl-C: work runs in a thread of its own, so that the signal is seen whatever the work is doing.

Python runs signal handlers in the main thread only, between its own instructions; a solver in compiled code
there would keep the signal waiting. Here the main thread does nothing but wait. The first Ctrl-C asks the
work to stop, and what it knows by then is its result; a second one, or work that does not stop, ends the
process.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

GRACE = 5.0
"""Seconds that work may take to stop. Engines need some 10 ms; compiling kernels cannot be stopped."""
_POLL = 0.1

T = TypeVar("T")


def interruptible(work: Callable[[Callable[[], bool]], T]) -> T:
    """The result of ``work(is_stopped)``; what it raises is raised here."""
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
            _leave()
        stopped.set()

    previous = signal.signal(signal.SIGINT, on_interrupt)
    try:
        threading.Thread(target=body, name="work", daemon=True).start()
        _wait(stopped, finished)
    finally:
        signal.signal(signal.SIGINT, previous)
    if failures:
        raise failures[0]
    return results[0]


def _wait(stopped: threading.Event, finished: threading.Event) -> None:
    asked: float | None = None
    while not finished.wait(_POLL):
        if stopped.is_set():
            asked = asked or time.monotonic()
            if time.monotonic() - asked > GRACE:
                _leave()


def _leave() -> None:
    """End the process at once: a thread in compiled code cannot be ended any other way."""
    sys.stderr.write("rungwise: interrupted\n")
    sys.stderr.flush()
    os._exit(128 + signal.SIGINT)
