"""The bodies of puzz.link addresses that are numbers: Doppelblock, and Fill-a-Pix in our own link."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.formats import Parsed
from models.formats.number16 import UNKNOWN, Number, decode, encode
from models.formats.puzzlink_head import Head
from models.puzzle import BadPuzzle, cell_name

OWN_LINK = "no puzz.link site knows 'fillapix': this is Rungwise's own, non-standard link"


def read_doppelblock(head: Head) -> Parsed:
    """Clues above the columns, clues left of the rows, then the given cells if there are any."""
    side = head.cols
    if head.rows != side:
        why = f"{side} columns and {head.rows} rows: a Doppelblock board must be square"
        raise head.source.fault(head.size, why)
    source, start, stop = head.source, head.body.offset, head.body.end
    data: dict[str, Any] = {"kind": "doppelblock", "top": [None] * side, "left": [None] * side}
    warnings = list(head.warnings)
    outside, offset = decode(source, start, stop, 2 * side, "clues above and left of the board")
    for clue in outside:
        name, place = ("top", clue.place) if clue.place < side else ("left", clue.place - side)
        if clue.value == UNKNOWN:
            line = f"column {place + 1}" if name == "top" else f"row {place + 1}"
            warnings.append(f"the unknown clue '.' of {line} is read as no clue")
        else:
            data[name][place] = clue.value
    if offset < stop:
        inside, offset = decode(source, offset, stop, side * side, "cells")
        data["givens"] = _givens(head, inside, warnings)
        if offset < stop:
            raise source.fault(offset, "expected the end of the link after the last cell")
    return Parsed("doppelblock", data, tuple(warnings))


def _givens(head: Head, inside: list[Number], warnings: list[str]) -> list[list[int | None]]:
    side = head.cols
    rows: list[list[int | None]] = [[None] * side for _ in range(side)]
    for given in inside:
        r, c = divmod(given.place, side)
        if given.value == UNKNOWN:
            warnings.append(f"the unknown digit '.' in {cell_name(r, c)} is read as an open cell")
            continue
        if given.value > side - 2:
            why = f"{given.value} in {cell_name(r, c)} is over {side - 2}, the greatest digit of the board"
            raise head.source.fault(given.offset, why)
        if given.value == 0:
            warnings.append(f"the given 0 in {cell_name(r, c)} is read as a given block")
        rows[r][c] = given.value
    return rows


def write_doppelblock(data: Mapping[str, Any]) -> str:
    """The numbers of a board; BadPuzzle on a given block, for which the code has no character."""
    cells = [value for row in data.get("givens") or () for value in row]
    if 0 in cells:
        where = cell_name(*divmod(cells.index(0), len(data["top"])))
        raise BadPuzzle("a puzz.link address cannot hold a given block", where)
    side = len(data["top"])
    inside = encode(cells) if any(value is not None for value in cells) else ""
    return f"doppelblock/{side}/{side}/{encode([*data['top'], *data['left']])}{inside}"


def read_fillapix(head: Head) -> Parsed:
    """One number 0..9 or blank a cell, row by row."""
    source, cols = head.source, head.cols
    clues: list[list[int | None]] = [[None] * cols for _ in range(head.rows)]
    data = {"kind": "fillapix", "clues": clues}
    numbers, offset = decode(source, head.body.offset, head.body.end, head.rows * cols, "cells")
    for number in numbers:
        r, c = divmod(number.place, cols)
        if not 0 <= number.value <= 9:
            value = "'.'" if number.value == UNKNOWN else str(number.value)
            raise source.fault(number.offset, f"{value} in {cell_name(r, c)} is not a clue 0..9")
        clues[r][c] = number.value
    if offset < head.body.end:
        raise source.fault(offset, "expected the end of the link after the last cell")
    return Parsed("fillapix", data, (*head.warnings, OWN_LINK))


def write_fillapix(data: Mapping[str, Any]) -> str:
    """The clues of a board; BadPuzzle if cells are given."""
    if data.get("givens"):
        raise BadPuzzle("a link cannot hold given cells of Fill-a-Pix", "givens")
    rows = data["clues"]
    return f"fillapix/{len(rows[0])}/{len(rows)}/{encode([clue for row in rows for clue in row])}"
