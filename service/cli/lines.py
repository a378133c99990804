"""Single lines of output: JSON objects, and complaints on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any


class OutputClosed(Exception):  # noqa: N818 - what happened, not an error
    """Nobody reads the output any more. Not an OSError, which Typer would turn into a status of its own."""


def watching_output(command: Callable[..., None]) -> Callable[..., None]:
    """The command, saying by an exception of our own that its output has no reader left."""

    @wraps(command)
    def run_command(**options: Any) -> None:
        try:
            command(**options)
        except BrokenPipeError:
            raise OutputClosed from None

    return run_command


def print_json(data: dict[str, Any]) -> None:
    """One object on one line, at once."""
    sys.stdout.write(json.dumps(data) + "\n")
    sys.stdout.flush()


def complain(text: str) -> None:
    """One line on standard error."""
    sys.stderr.write(f"rungwise: {printable(text)}\n")
    sys.stderr.flush()


def printable(text: str, limit: int = 1000) -> str:
    """A text from outside on one line, without anything that could steer a terminal."""
    shown = "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text[:limit])
    return shown + ("..." if len(text) > limit else "")
