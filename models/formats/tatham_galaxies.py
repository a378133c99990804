"""Galaxies, of Simon Tatham's collection: Tentai Show without holes.

The description walks the half-unit lattice: a letter a..y skips 0..24 places and puts a white dot, A..Y a
black one, ``z`` skips 25. Colours are decoration there too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from models.formats.lattice import dot_at, dots_by_place, galaxies_fields, places
from models.puzzle import BadPuzzle

if TYPE_CHECKING:
    from models.formats.tatham import Description

MIN_SIDE = 3
"""The game's own limit: what it refuses to load is not written."""
LONGEST_RUN = 25


def is_galaxies(parameters: str, description: str) -> bool:
    """All letters, of which ``Z`` is none; ``d`` is the game's parameter."""
    return parameters[:1] == "d" or (description.isascii() and description.isalpha())


def read_galaxies(description: Description) -> dict[str, Any]:
    """The board's JSON fields; BadPuzzle on a letter that means nothing or a dot outside the board."""
    rows, cols = description.height, description.width
    total, place, dots = places(rows, cols), 0, []
    for index, letter in enumerate(description.text):
        if not letter.isascii() or not letter.isalpha() or letter == "Z":
            raise BadPuzzle(f"{letter!r} is neither a dot a..y, A..Y nor a run z", description.place(index))
        place += ord(letter.lower()) - ord("a")
        if place >= total:
            raise BadPuzzle(f"goes past the last of {total} places for dots", description.place(index))
        if letter != "z":
            dots.append(dot_at(place, cols, "w" if letter.islower() else "b"))
            place += 1
    return galaxies_fields(rows, cols, dots)


def write_galaxies(data: Mapping[str, Any]) -> str:
    """The ID of a board; BadPuzzle on holes, or a board smaller than the game loads."""
    rows, cols = data["rows"], data["cols"]
    if data.get("holes"):
        raise BadPuzzle("a Galaxies ID cannot hold holes", "holes")
    if min(rows, cols) < MIN_SIDE:
        raise BadPuzzle(f"Galaxies holds boards from {MIN_SIDE}x{MIN_SIDE}, this is {rows}x{cols}")
    text, after = "", 0
    for place, colour in dots_by_place(data):
        runs, rest = divmod(place - after, LONGEST_RUN)
        letter = chr(ord("a") + rest)
        text += "z" * runs + (letter.upper() if colour == "b" else letter)
        after = place + 1
    # A description without dots says nothing of its game; the parameter does.
    return f"{cols}x{rows}{'' if text else 'dn'}:{text}"
