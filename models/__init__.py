"""What puzzles are: the registry of kinds, and reading a puzzle from any supported text."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models.puzzle import Puzzle

PUZZLES: dict[str, str] = {
    "fillapix": "models.fillapix:FillAPix",
    "doppelblock": "models.doppelblock:Doppelblock",
    "tentaisho": "models.tentaisho:TentaiShow",
}
"""kind -> where its class is; a kind is imported only when it is asked for."""


@cache
def puzzle_class(kind: str) -> type[Puzzle]:
    """The class of a kind; BadPuzzle on an unknown one."""
    from models.puzzle import BadPuzzle

    if kind not in PUZZLES:
        raise BadPuzzle(f"unknown kind {kind[:40]!r}, expected one of {', '.join(PUZZLES)}", "kind")
    module, _, name = PUZZLES[kind].partition(":")
    found: type[Puzzle] = getattr(import_module(module), name)
    return found


def load(text: str) -> Puzzle:
    """The one puzzle that a text holds, in any supported format; BadPuzzle says what is wrong with it.

    TypeError on anything but a text: read files and decode bytes first.
    """
    from models.formats import read

    return read(text).puzzle
