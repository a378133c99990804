"""Reading an answer that stands apart from its puzzle, to be checked by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.formats import MAX_TEXT, read_grid
from models.formats.json_form import parse
from models.puzzle import BadPuzzle, Grid, Puzzle, TooLarge

NAMES = ("solution", "answer", "solutions")
"""Keys under which an object may hold the answer; of several solutions the first is taken."""


def read_answer(text: str, puzzle: Puzzle) -> Grid:
    """An answer to the puzzle from JSON: a list of rows, or an object that holds one, as commands print."""
    if len(text) > MAX_TEXT:
        raise TooLarge(f"{len(text)} characters, the limit is {MAX_TEXT}", "answer")
    try:
        data = parse(text)
    except BadPuzzle as error:
        raise error.within("answer") from None
    if isinstance(data, Mapping):
        data = _held(data)
    return read_grid(data, puzzle.shape, "answer")


def _held(data: Mapping[str, Any]) -> Any:
    for name in NAMES:
        held = data.get(name)
        if held:
            return held[0] if name == "solutions" and isinstance(held, list) else held
    raise BadPuzzle(f"the object has none of the keys {', '.join(NAMES)}", "answer")
