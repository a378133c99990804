"""A pasted text whose every piece remembers where it stood, so that a fault can name the place.

Pieces carry the offset into the text as it was pasted; a line and a column are worked out only when
a fault is reported. Lines and words are produced one by one: a reader that stops early has not paid
for the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from models import PUZZLES, puzzle_class
from models.puzzle import BadPuzzle
from models.sides import Sides

MAX_DIGITS = 9
"""Digits of a number; longer ones are a mistake in every format here, and slow to convert."""

_NUMBER = re.compile(r"[+-]?[0-9]+\Z")


@dataclass(frozen=True)
class Token:
    """A piece of a source: its text and the offset of its first character."""

    text: str
    offset: int

    @property
    def end(self) -> int:
        """The offset behind its last character."""
        return self.offset + len(self.text)


@dataclass(frozen=True)
class Source:
    """The text as it was pasted."""

    text: str

    def place(self, offset: int) -> str:
        """``line 3, column 5`` (or ``character 17`` in a text of one line), counted from 1."""
        if "\n" not in self.text.strip():
            return f"character {offset + 1}"
        line = self.text.count("\n", 0, offset) + 1
        column = offset - self.text.rfind("\n", 0, offset)
        return f"line {line}, column {column}"

    def fault(self, at: int | Token, why: str) -> BadPuzzle:
        """The error to raise for what stands at an offset or a token."""
        return BadPuzzle(why, self.place(at if isinstance(at, int) else at.offset))

    def lines(self, start: int = 0, stop: int | None = None, ends: str = "\n") -> Lines:
        """The lines of a part of the text; any character of ``ends`` ends one."""
        return Lines(self, start, len(self.text) if stop is None else stop, ends)

    def each_word(self, line: Token) -> Iterator[Token]:
        """The words of a line, one by one."""
        for match in re.finditer(r"\S+", line.text):
            yield Token(match.group(), line.offset + match.start())

    def words(self, line: Token, most: int | None = None) -> list[Token]:
        """The words of a line; more than ``most`` is a fault at the first one too many."""
        found: list[Token] = []
        for word in self.each_word(line):
            if len(found) == most:
                raise self.fault(word, f"expected no more than {most} values, found {shown(word.text)}")
            found.append(word)
        return found

    def row(self, line: Token, width: int, name: str) -> list[Token]:
        """The words of a line that must hold exactly ``width`` of them."""
        found = self.words(line, width)
        if len(found) < width:
            raise self.fault(line.end, f"expected {width} values in {name}, found {len(found)}")
        return found

    def number(self, token: Token, low: int, high: int, name: str) -> int:
        """A token as a whole number from low to high, in ASCII digits."""
        value = whole_number(token.text)
        if value is None or not low <= value <= high:
            raise self.fault(token, f"expected {name}, a number {low}..{high}, not {shown(token.text)}")
        return value

    def side(self, token: Token, name: str, sides: Sides) -> int:
        """A number of rows or columns, from 1 to the limit; TooLarge beyond it."""
        if not re.fullmatch("[0-9]+", token.text) or not token.text.strip("0"):
            raise self.fault(token, f"expected the number of {name}, not {shown(token.text)}")
        count = token.text.lstrip("0")
        value = whole_number(count)
        if value is None or value > sides.most:
            raise sides.too_large(f"{count[:20]}{'...' * (len(count) > 20)} {name}", self.place(token.offset))
        return value


class Lines:
    """A part of a source, line by line (without the ends and carriage returns)."""

    def __init__(self, source: Source, start: int, stop: int, ends: str) -> None:
        self.source = source
        self.offset = start
        """Where the next line begins; past ``stop`` when there is none."""
        self.stop = stop
        self._line = re.compile(f"[^{re.escape(ends)}]*")

    def __iter__(self) -> Iterator[Token]:
        while self.offset <= self.stop:
            yield self._next()

    def _next(self) -> Token:
        match = self._line.match(self.source.text, self.offset, self.stop)
        assert match is not None, "the pattern matches the empty text"
        line = Token(match.group().rstrip("\r"), self.offset)
        self.offset = match.end() + 1
        return line

    def take(self, name: str, skip_blank: bool = False) -> Token:
        """The next line (the next that is not blank); its absence is a fault."""
        while self.offset <= self.stop:
            line = self._next()
            if line.text.strip() or not skip_blank:
                return line
        raise self.source.fault(self.stop, f"the text ends where {name} was expected")

    def peek(self, skip_blank: bool = False) -> Token | None:
        """The next line (that is not blank) without taking it; None at the end."""
        begin = self.offset
        try:
            for line in self:
                if line.text.strip() or not skip_blank:
                    return line
            return None
        finally:
            self.offset = begin


def sides_of(kind: str | None) -> Sides:
    """How large a board of a kind may be; of a kind not known yet, as large as any board."""
    kinds = PUZZLES if kind is None else (kind,)
    return max((puzzle_class(each).sides for each in kinds), key=lambda sides: sides.most)


def whole_number(text: str) -> int | None:
    """A text as a whole number, None if it is none or has too many digits."""
    if len(text) > MAX_DIGITS + 1 or not _NUMBER.match(text):
        return None
    return int(text)


def shown(text: str) -> str:
    """A text quoted for a message, cut if it is long."""
    return repr(text if len(text) <= 24 else text[:21] + "...")
