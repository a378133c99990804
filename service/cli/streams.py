"""The standard streams: there even where the caller closed them, and loud where their reader has gone.

A reader that goes away raises ``BrokenPipeError``, which Rich and Typer turn into statuses of their own.
A stream that raises ``OutputClosed`` instead leaves the status to the command, whoever was writing.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Any, BinaryIO, TextIO, cast


class OutputClosed(Exception):  # noqa: N818 - what happened, not an error
    """Nobody reads the output any more. Not an OSError, which Typer would turn into a status of its own."""


class _Watched(io.FileIO):
    """A stream's file that says by an exception of our own that its reader has gone."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise OutputClosed from None


def prepare_streams() -> None:
    """Have all three streams there, and both outputs watched.

    A stream that the caller closed is None in Python: an input becomes empty, an output goes nowhere.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115 - open to the end of the process
    sys.stdout, sys.stderr = _output(sys.stdout), _output(sys.stderr)


def _output(stream: TextIO | None) -> TextIO:
    """The stream, watched where it writes to a file of the system; a test's own is left alone."""
    if stream is None:
        return open(os.devnull, "w")
    buffer = getattr(stream, "buffer", None)
    raw = getattr(buffer, "raw", buffer)  # without a buffer under PYTHONUNBUFFERED
    if not isinstance(stream, io.TextIOWrapper) or type(raw) is not io.FileIO:
        return stream
    stream.flush()
    watched = _Watched(raw.fileno(), "w", closefd=False)
    return io.TextIOWrapper(
        cast(BinaryIO, watched) if raw is buffer else io.BufferedWriter(watched),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def abandon_unwritten() -> None:
    """Drop what cannot be written: the interpreter would try once more at its end, and say so aloud."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OutputClosed, OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
