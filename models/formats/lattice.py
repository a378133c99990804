"""Tentai Show dots as the outside formats hold them, and the project's own fields.

Outside, a dot is a place on the half-unit lattice: (2 rows - 1) x (2 columns - 1) places, row by row
from the centre of the first cell. The project's doubled coordinates are one more on both axes, since
they count from the board's corner. Colours are ``w``, ``b`` and ``g``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from models.puzzle import BadPuzzle

Dot = tuple[int, int, str]
"""(y, x, colour) in doubled coordinates."""


def dot_at(index: int, cols: int, colour: str) -> Dot:
    """The dot at a place of the half-unit lattice."""
    y, x = divmod(index, 2 * cols - 1)
    return y + 1, x + 1, colour


def places(rows: int, cols: int) -> int:
    """The number of places of the half-unit lattice."""
    return (2 * rows - 1) * (2 * cols - 1)


def galaxies_fields(
    rows: int, cols: int, dots: Iterable[Dot], holes: Iterable[tuple[int, int]] = ()
) -> dict[str, Any]:
    """The project's JSON fields of a Tentai Show board, dots and holes in reading order.

    White is what a dot has that nobody coloured, so a board of white dots says no colours.
    """
    ordered = sorted(dots)
    data: dict[str, Any] = {
        "kind": "tentaisho",
        "rows": rows,
        "cols": cols,
        "dots": [[y, x] for y, x, _ in ordered],
    }
    colours = "".join(colour for _, _, colour in ordered)
    if colours.strip("w"):
        data["colours"] = colours
    cut = sorted(holes)
    if cut:
        data["holes"] = [list(cell) for cell in cut]
    return data


def dots_by_place(data: Mapping[str, Any]) -> list[tuple[int, str]]:
    """(place on the half-unit lattice, colour) of every dot in order; a dot without colour is white.

    BadPuzzle on two dots at one place, which no format outside can tell apart.
    """
    width = 2 * data["cols"] - 1
    dots: Sequence[Sequence[int]] = data["dots"]
    colours: str = data.get("colours") or "w" * len(dots)
    found = sorted(((y - 1) * width + x - 1, colour) for (y, x), colour in zip(dots, colours, strict=True))
    for (place, _), (after, _) in pairwise(found):
        if place == after:
            y, x, _ = dot_at(place, data["cols"], "")
            raise BadPuzzle(f"two dots at ({y}, {x}) cannot be written", "dots")
    return found
