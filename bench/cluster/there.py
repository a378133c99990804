"""What runs in a worker of the cluster: one call at a time, which can be stopped, and is begun only once.

A scheduler gives the calls of a lost worker to another by itself, so a board that kills its worker would go
on to the next and the next. A call therefore leaves a mark with the scheduler before it begins; whoever is
given a call that bears its mark refuses it, and the client decides what to do. What merely stood in the lost
worker's queue has no mark and goes on elsewhere.
"""

from __future__ import annotations

import asyncio
import faulthandler
import os
import pickle
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from distributed import Event, Worker, WorkerPlugin, get_client, get_worker


def _leave_script_folder() -> None:
    """Take the folder of the program ``dask`` off the import path, where Python puts it first.

    python-sat installs a script ``models.py`` in that folder, which would be imported in place of ours.
    """
    folders = {os.path.realpath(os.path.dirname(sys.executable))}
    if os.path.basename(sys.argv[0]).startswith("dask"):
        folders.add(os.path.realpath(os.path.dirname(sys.argv[0])))
    sys.path[:] = [path for path in sys.path if not path or os.path.realpath(path) not in folders]


_leave_script_folder()

from bench.work import heed  # noqa: E402 - once the path is right

GRACE = 5.0
"""Seconds that a call may take to end once it is told to; then its process is ended."""
REMEMBERED = 10_000
"""Calls that were stopped, and may still arrive."""


class Begun(Exception):  # noqa: N818 - what the call is
    """The call began before, and its worker was lost."""


class Unwanted(Exception):  # noqa: N818 - what the call is
    """The call was taken back before it began."""


class Stopped:
    """Whether a call is not wanted any more; ``is_stopping`` asks it."""

    def __init__(self, mark: str) -> None:
        self.mark = mark

    def is_set(self) -> bool:
        """Whether to stop."""
        return self.mark in _stopped


_stopped: dict[str, None] = {}
_at_work: str | None = None
"""The mark of the call that is being worked on."""
_one = threading.Lock()
"""Held by the call at work: deadlines, stopping and the blame for a lost worker are for one at a time."""


@dataclass(frozen=True)
class Order:
    """A call as it travels: ``payload`` is (function, arguments), pickled."""

    mark: str
    payload: bytes
    seconds: float | None
    """After so many its process is ended, whatever it is doing."""


def carry_out(order: Order) -> bytes:
    """Call the function; its pickled result. Begun if a lost worker began it, Unwanted if nobody waits."""
    global _at_work
    mark = Event(order.mark, client=get_client())
    with _one:
        if order.mark in _stopped:
            raise Unwanted(order.mark)
        if mark.is_set():
            raise Begun(order.mark)
        mark.set()
        _at_work = order.mark
        heed(Stopped(order.mark))
        if order.seconds is not None:
            _end_in(order.seconds)
        try:
            function, arguments = pickle.loads(order.payload)
            return pickle.dumps(function(*arguments))
        finally:
            faulthandler.cancel_dump_traceback_later()
            heed(None)
            _at_work = None
            mark.clear()


def _end_in(seconds: float) -> None:
    """End this process in so many seconds, if a nanny is there to start another one.

    The clock is a thread in C that needs nothing of Python's: it ends a process that is stuck anywhere.
    """
    with suppress(ValueError):  # a worker in the client's own process, or none at all
        if get_worker().nanny is None:
            return
    faulthandler.dump_traceback_later(seconds, exit=True, file=sys.__stderr__ or sys.stderr)


def stop(marks: list[str], dask_worker: Worker) -> None:
    """Have some calls end, the one at work by itself or else by force."""
    _stopped.update(dict.fromkeys(marks))
    while len(_stopped) > REMEMBERED:
        del _stopped[next(iter(_stopped))]
    if _at_work in marks and dask_worker.nanny is not None:
        faulthandler.dump_traceback_later(GRACE, exit=True, file=sys.__stderr__ or sys.stderr)


def introduce(dask_worker: Worker) -> dict[str, Any]:
    """What a client must know of a worker before it trusts it with work."""
    from bench.cluster.build import build

    return {"threads": dask_worker.state.nthreads, "build": build()}


def scheduler_build() -> dict[str, str]:
    """In the scheduler: which program it would read calls with."""
    from bench.cluster.build import build

    return build()


class WarmUp(WorkerPlugin):
    """Has a function called in every worker once, before it gets its first call."""

    idempotent = True

    def __init__(self, name: str, function: Callable[[], object]) -> None:
        self.name = name
        self.function = function

    async def setup(self, worker: Worker) -> None:
        """Off the event loop, so that the scheduler hears from the worker meanwhile."""
        await asyncio.to_thread(self.function)
