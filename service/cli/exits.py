"""Exit statuses: what they say and which one wins."""

from __future__ import annotations

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
