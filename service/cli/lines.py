"""Single lines of output: JSON objects, and complaints on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

MAX_DIGITS = 50_000
"""Decimal digits of a number that is written: counts of pictures have up to 18,815."""


@contextmanager
def long_numbers() -> Iterator[None]:
    """Let numbers of up to ``MAX_DIGITS`` digits be written; reading keeps Python's own, lower limit."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(MAX_DIGITS)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)


def print_json(data: dict[str, Any]) -> None:
    """One object on one line, at once."""
    with long_numbers():
        text = json.dumps(data)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def complain(text: str) -> None:
    """One line on standard error."""
    sys.stderr.write(f"rungwise: {printable(text)}\n")
    sys.stderr.flush()


def printable(text: str, limit: int = 1000) -> str:
    """A text from outside on one line, without anything that could steer a terminal."""
    shown = "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text[:limit])
    return shown + ("..." if len(text) > limit else "")
