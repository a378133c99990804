"""The number code of puzz.link: one to four characters a number, one a run of blanks.

A hexadecimal digit is 0..15, ``-HH`` 16..255, ``+HHH`` 256..4095 and so on, ``.`` an unknown
number, and ``g`` .. ``z`` skip 1..20 places. Where the site's own decoder drops what it does not
know, this one refuses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from models.formats.source import Source, shown
from models.puzzle import BadPuzzle

UNKNOWN = -2
"""A ``.``: a number is meant, but not said."""

LONGEST_RUN = 20

_PREFIXES = {"": (1, 0), "-": (2, 0), "+": (3, 0), "=": (3, 4096), "@": (3, 8192), "%": (3, 8192)}
_PREFIXES |= {"*": (4, 12240), "$": (5, 77776)}
"""prefix -> (hexadecimal digits that follow, what is added to them)."""

_HEX = re.compile("[0-9a-f]+")


@dataclass(frozen=True)
class Number:
    """A number, the place it stands at, and the offset of its first character."""

    place: int
    value: int
    offset: int


def decode(source: Source, start: int, stop: int, places: int, name: str) -> tuple[list[Number], int]:
    """The numbers at ``places`` places in a row, and the offset behind the last character used.

    BadPuzzle if the text ends early, a run passes the last place or a character means nothing.
    """
    found: list[Number] = []
    place, offset = 0, start
    while place < places:
        if offset >= stop:
            raise source.fault(stop, f"the link ends after {place} of {places} {name}")
        letter = source.text[offset]
        if "g" <= letter <= "z":
            run = ord(letter) - ord("g") + 1
            if place + run > places:
                raise source.fault(offset, f"{letter!r} skips {run}, only {places - place} {name} are left")
            place, offset = place + run, offset + 1
            continue
        if letter == ".":
            value, end = UNKNOWN, offset + 1
        else:
            value, end = _number(source, offset, stop)
        found.append(Number(place, value, offset))
        place, offset = place + 1, end
    return found, offset


def _number(source: Source, offset: int, stop: int) -> tuple[int, int]:
    letter = source.text[offset]
    prefix = letter if letter in _PREFIXES else ""
    digits, base = _PREFIXES[prefix]
    begin = offset + len(prefix)
    text = source.text[begin : min(begin + digits, stop)]
    if len(text) < digits or not _HEX.fullmatch(text):
        if prefix:
            raise source.fault(
                offset, f"expected {digits} hexadecimal digits after {prefix!r}, not {shown(text)}"
            )
        raise source.fault(offset, f"expected a number or a run of blanks, not {shown(letter)}")
    return int(text, 16) + base, begin + digits


def encode(values: Sequence[int | None]) -> str:
    """Numbers and blanks (None) as the site writes them, from the first place to the last."""
    parts: list[str] = []
    run = 0
    for value in values:
        if value is None:
            run += 1
            if run == LONGEST_RUN:
                parts.append("z")
                run = 0
            continue
        parts.append(_skip(run) + _digits(value))
        run = 0
    return "".join(parts) + _skip(run)


def _skip(run: int) -> str:
    return chr(ord("g") + run - 1) if run else ""


def _digits(value: int) -> str:
    for top, form in ((15, "{:x}"), (255, "-{:02x}"), (4095, "+{:03x}")):
        if 0 <= value <= top:
            return form.format(value)
    raise BadPuzzle(f"{value} has no code in this format, which ends at 4095")
