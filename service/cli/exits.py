"""Exit statuses, and the one-line complaints that go with them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.engine import Verdict


class Exit(IntEnum):
    """What a command's exit status says."""

    DONE = 0
    OTHER = 1
    """A verdict other than unique, or an answer that breaks a rule."""
    BAD_INPUT = 2
    UNDECIDED = 3
    DISAGREE = 4
    FAULT = 70
    """A fault of this program itself (EX_SOFTWARE)."""


_WORST_FIRST = (Exit.FAULT, Exit.DISAGREE, Exit.BAD_INPUT, Exit.UNDECIDED, Exit.OTHER, Exit.DONE)


def worst(codes: Iterable[Exit]) -> Exit:
    """The status of a command over many puzzles: the one that most needs a look."""
    return min(codes, key=_WORST_FIRST.index, default=Exit.DONE)


def exit_of(verdict: Verdict) -> Exit:
    """The status a verdict alone gives."""
    by_name = {"unique": Exit.DONE, "undecided": Exit.UNDECIDED, "conflict": Exit.DISAGREE}
    return by_name.get(str(verdict), Exit.OTHER)


def complain(text: str) -> None:
    """One line on standard error."""
    sys.stderr.write(f"rungwise: {printable(text)}\n")
    sys.stderr.flush()


def printable(text: str, limit: int = 1000) -> str:
    """A text from outside on one line, without anything that could steer a terminal."""
    shown = "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text[:limit])
    return shown + ("..." if len(text) > limit else "")
