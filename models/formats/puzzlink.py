"""puzz.link and pzprjs links, of any host: ``...?doppelblock/5/5/g6g34g10h``.

Read and written are ``doppelblock`` and ``tentaisho``, and ``fillapix``, which no site knows: it is
this project's own name for the same number code over a Fill-a-Pix board. An answer is never in a link.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import unquote

from models.formats import Parsed, Reading, puzzlink_dots, puzzlink_numbers
from models.formats.puzzlink_head import Head, head_of, is_link, joined, name_of
from models.formats.source import Source, Token, shown
from models.puzzle import BadPuzzle, Puzzle, TooLarge

NAME = "puzzlink"
HOST = "https://puzz.link/p?"
MAX_FILE = 400_000
"""Characters of a link that holds a file; undoing escapes takes 75 bytes for each."""

_FILE = re.compile(r"[^\s?]{0,300}\?(?P<file>pzprv3(?:\.[0-9]{1,3})?/)")
"""A link whose first part says that a whole file follows, with slashes for line ends."""

READERS: dict[str, Callable[[Head], Parsed]] = {
    "doppelblock": puzzlink_numbers.read_doppelblock,
    "tentaisho": puzzlink_dots.read_tentaisho,
    "fillapix": puzzlink_numbers.read_fillapix,
}
WRITERS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "doppelblock": puzzlink_numbers.write_doppelblock,
    "tentaisho": puzzlink_dots.write_tentaisho,
    "fillapix": puzzlink_numbers.write_fillapix,
}
REFUSALS = {
    "mines": "'mines' is Minesweeper, not Fill-a-Pix: its clue cells hold no mine and count only the 8 "
    "cells around them; give a Fill-a-Pix board as a Mosaic game ID, plain text or JSON",
    "nuriuzu": "'nuriuzu' has dots like Tentai Show but shades cells: other rules",
    "nothree": "'nothree' has dots like Tentai Show but other rules",
    "midloop": "'midloop' has dots like Tentai Show but draws a loop: other rules",
}


def recognises(text: str) -> bool:
    """Whether the text is a link with a puzzle's name and two sizes, or with a whole file."""
    text = joined(text)
    return _FILE.match(text) is not None or is_link(text)


recognises_line = recognises


def read(text: str) -> Reading:
    """Read a link; BadPuzzle names the character."""
    return parse(text).reading(NAME)


def write(puzzle: Puzzle) -> str:
    """The board as a link; BadPuzzle if the code has no place for something of it."""
    return compose(puzzle.to_json())


def parse(text: str) -> Parsed:
    """Take a link apart."""
    text = joined(text)
    file = _FILE.match(text)
    if file:
        from models.formats import pzprv3

        if len(text) > MAX_FILE:
            raise TooLarge(f"a link of {len(text)} characters, the limit of one with a file is {MAX_FILE}")
        return pzprv3.parse(unquote(text[file.start("file") :]))
    source = Source(text)
    pid = name_of(source)
    if pid.text not in READERS:
        raise refusal(source, pid)
    return READERS[pid.text](head_of(source))


def compose(data: Mapping[str, Any]) -> str:
    """The link of a board given by its JSON fields; our own link names no host, none would open it."""
    link = WRITERS[data["kind"]](data)
    return link if data["kind"] == "fillapix" else HOST + link


def refusal(source: Source, pid: Token) -> BadPuzzle:
    """Why a puzzle of this name is not read, and what to do instead."""
    unknown = f"the puzzle {shown(pid.text)} is not known here, expected {' or '.join(READERS)}"
    return source.fault(pid, REFUSALS.get(pid.text, unknown))
