"""The loop of a solving process: a call in, its result out, until the pipe closes."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

READY = "ready"
PROMISE = "promise"
"""Goes before a result: in how many seconds it will come."""
STOP = "stop"
"""Sent while a call runs: the call is asked to end, and its result is not wanted."""


def serve(pipe: Connection, known: Path | None, megabytes: int | None) -> None:
    """Run calls until the other end of the pipe is closed."""
    from service.work.process import begin
    from service.work.stop import connect

    begin(known, megabytes)
    # Whatever comes while a call runs is the wish to stop, or the server's end.
    connect(pipe.poll, lambda seconds: pipe.send((PROMISE, seconds)))
    pipe.send(READY)
    with suppress(EOFError, OSError):  # the server has ended, however it did
        while True:
            message = pipe.recv()
            if message != STOP:
                function, args = message
                reply = _call(function, args)
                pipe.send_bytes(reply[1])
                if not reply[0]:
                    return


def _call(function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[bool, bytes]:
    """(whether the process may go on, the pickled reply)."""
    try:
        return True, pickle.dumps((True, function(*args)))
    except MemoryError:
        return False, pickle.dumps((False, MemoryError()))
    except Exception as error:
        try:
            text = pickle.dumps((False, error))
            pickle.loads(text)
        except Exception:
            text = pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
        return True, text
