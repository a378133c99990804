"""The body of a Tentai Show address: dots over the half-unit lattice, then the holes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.formats import Parsed
from models.formats.lattice import dot_at, dots_by_place, galaxies_fields, places
from models.formats.puzzlink_head import Head
from models.formats.source import shown

FAR = 7
"""A dot's character tells the next dot's distance up to this; one without a next dot so near skips 7."""
LONGEST_RUN = 20

_BASE32 = "0123456789abcdefghijklmnopqrstuv"


def read_tentaisho(head: Head) -> Parsed:
    """Dots, and holes if any text is left; BadPuzzle names the character."""
    source, stop = head.source, head.body.end
    total = places(head.rows, head.cols)
    dots = []
    place, offset = 0, head.body.offset
    while place < total:
        if offset >= stop:
            raise source.fault(stop, f"the link ends after {place} of {total} places for dots")
        letter = source.text[offset]
        if "g" <= letter <= "z":
            run = ord(letter) - ord("g") + 1
            if place + run > total:
                raise source.fault(offset, f"{letter!r} skips {run}, only {total - place} places are left")
            place += run
        elif letter in "0123456789abcdef":
            value = int(letter, 16)
            dots.append(dot_at(place, head.cols, "wb"[value % 2]))
            place += 1 + value // 2
        else:
            raise source.fault(offset, f"expected a dot 0..f or a run g..z, not {shown(letter)}")
        offset += 1
    holes = _holes(head, offset)
    return Parsed("tentaisho", galaxies_fields(head.rows, head.cols, dots, holes), head.warnings)


def _holes(head: Head, offset: int) -> list[tuple[int, int]]:
    """Base 32, five cells a character, the first cell in the highest bit."""
    source, stop = head.source, head.body.end
    cells = head.rows * head.cols
    if offset == stop:
        return []
    length = -(-cells // 5)
    if stop - offset != length:
        at = min(offset + length, stop)
        raise source.fault(
            at, f"expected {length} characters for the holes of {cells} cells, found {stop - offset}"
        )
    holes = []
    for index in range(length):
        letter = source.text[offset + index]
        bits = _BASE32.find(letter)
        if bits < 0:
            raise source.fault(
                offset + index, f"expected holes, a character 0..9 or a..v, not {shown(letter)}"
            )
        for bit in range(5):
            if bits >> (4 - bit) & 1:
                if 5 * index + bit >= cells:
                    raise source.fault(
                        offset + index, f"{letter!r} sets a hole behind the last of {cells} cells"
                    )
                holes.append(divmod(5 * index + bit, head.cols))
    return holes


def write_tentaisho(data: Mapping[str, Any]) -> str:
    """The dots and holes of a board; a grey dot or one without colour is written as white."""
    rows, cols = data["rows"], data["cols"]
    dots = dots_by_place(data)
    parts: list[str] = []
    place = 0
    for index, (at, colour) in enumerate(dots):
        parts.append(_skip(at - place))
        gap = dots[index + 1][0] - at if index + 1 < len(dots) else FAR + 1
        step = gap if gap <= FAR else FAR + 1
        parts.append(f"{2 * (step - 1) + (colour == 'b'):x}")
        place = at + step
    parts.append(_skip(places(rows, cols) - place))
    return f"tentaisho/{cols}/{rows}/{''.join(parts)}{_hole_text(data)}"


def _skip(run: int) -> str:
    if run <= 0:
        return ""
    full, rest = divmod(run, LONGEST_RUN)
    return "z" * full + (chr(ord("g") + rest - 1) if rest else "")


def _hole_text(data: Mapping[str, Any]) -> str:
    if not data.get("holes"):
        return ""
    cells = data["rows"] * data["cols"]
    bits = [0] * (5 * -(-cells // 5))
    for r, c in data["holes"]:
        bits[r * data["cols"] + c] = 1
    fives = [bits[i : i + 5] for i in range(0, len(bits), 5)]
    return "".join(_BASE32[int("".join(map(str, five)), 2)] for five in fives)
