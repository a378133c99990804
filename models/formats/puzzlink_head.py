"""What stands before the body of a puzz.link address: the puzzle's name, flags and the two sizes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from models.formats.source import Source, Token, shown, sides_of

_START = re.compile(
    r"(?:[^\s?]{0,300}\?)?(?:[A-Za-z_]{1,30}=[^&/\s]{0,200}&|[A-Za-z_]{1,30}&){0,20}"
    r"(?P<pid>[a-z][a-z0-9-]{1,40}?)(?:_edit|_play)?(?=/)"
)
_SIZED = re.compile(r"(?:/v:[^/\s]{0,40})?(?:/[^/\s]{0,40})?/[0-9]+/[0-9]+(?=/|\Z)")


@dataclass(frozen=True)
class Head:
    """A link taken apart; ``size`` is where the columns are written, ``body`` what follows the rows."""

    source: Source
    pid: Token
    cols: int
    rows: int
    size: Token
    body: Token
    warnings: tuple[str, ...] = ()


def joined(text: str) -> str:
    """The text of a link without the line breaks and margins that pasting adds."""
    return re.sub(r"\s*[\r\n]\s*", "", text.strip())


def is_link(text: str) -> bool:
    """Whether a joined text has a puzzle's name and two sizes where a link has them."""
    start = _START.match(text)
    return start is not None and _SIZED.match(text, start.end()) is not None and not re.search(r"\s", text)


def name_of(source: Source) -> Token:
    """The puzzle's name."""
    start = _START.match(source.text)
    if start is None:
        raise source.fault(0, "expected a link such as https://puzz.link/p?doppelblock/5/5/g6g34g10h")
    return Token(start["pid"], start.start("pid"))


def head_of(source: Source) -> Head:
    """Take the link of a known kind apart; a variant of the rules is refused, an unknown flag is a warning.

    No board has an empty body: blank places are written too.
    """
    start = _START.match(source.text)
    assert start is not None, "name_of has been asked before"
    parts = [Token(part, at) for part, at in _parts(source.text, start.end() + 1)]
    if parts and parts[0].text.startswith("v:"):
        raise source.fault(
            parts[0], f"{shown(parts[0].text)} marks a variant: its rules differ from those known here"
        )
    warnings = []
    if parts and not re.fullmatch("[0-9]+", parts[0].text):
        flag = parts.pop(0)
        if flag.text:
            warnings.append(
                f"the flag {shown(flag.text)} of the link is not part of the board and is ignored"
            )
    if len(parts) < 2:
        raise source.fault(len(source.text), "expected the columns and the rows, such as /5/5/")
    name = Token(start["pid"], start.start("pid"))
    sides = sides_of(name.text)
    cols, rows = source.side(parts[0], "columns", sides), source.side(parts[1], "rows", sides)
    begin = min(parts[1].end + 1, len(source.text))
    body = Token(source.text[begin:].rstrip("/"), begin)
    if not body.text:
        raise source.fault(parts[1].end, "the body is missing: nothing follows the sizes")
    return Head(source, name, cols, rows, parts[0], body, tuple(warnings))


def _parts(text: str, start: int) -> list[tuple[str, int]]:
    """The first parts between slashes and their offsets: a flag or variant, the columns, the rows."""
    found = []
    for part in text[start:].split("/", 4)[:4]:
        found.append((part, start))
        start += len(part) + 1
    return found
