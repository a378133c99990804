"""Writing statements, of up to millions of clauses, in slices between which somebody looks at the clock."""

from __future__ import annotations

import gc
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt


class Look(Protocol):
    """Called after every few milliseconds of work; what it raises ends the work and goes through."""

    def __call__(self, ahead: float = 0.0) -> object:
        """``ahead``: seconds of work still ahead at the least, by an estimate."""


SLICE = 20_000
"""Clauses between two looks: about 2 ms."""


def unhurried(ahead: float = 0.0) -> None:
    """A look that never ends anything."""


def to_lists(table: npt.NDArray[np.integer[Any]], look: Look = unhurried) -> list[list[int]]:
    """The rows of a table as lists of Python's integers."""
    lists: list[list[int]] = []
    for start in range(0, len(table), SLICE):
        lists += table[start : start + SLICE].tolist()
        look()
    return lists


@contextmanager
def no_cycles() -> Iterator[None]:
    """Pause the collector of cycles, where lists of numbers are made that hold none.

    It would go through all of them time and again: 1.3 of 2 s for the 2,232,000 clauses of a Fill-a-Pix of
    250x250, 5.5 of 7.1 s for the 6,942,000 of a Tentai Show of 100x100. Where the making is ended by an
    error, what was made is given back before the collector could see it.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    except BaseException as error:
        traceback.clear_frames(error.__traceback__)
        raise
    finally:
        if was_on:
            gc.enable()
