"""Reading a file of puzzles one after the other, without holding the file.

A file holds one puzzle in any format, or one a line (objects, game IDs, links; blank lines between are
skipped), or several plain text boards, each below its heading. What cannot be read is yielded as the fault
with its line, and the reading goes on where the file's shape still says where the next puzzle begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from models.formats import FORMATS, MAX_TEXT, Reading, format_module, plain, read
from models.puzzle import BadPuzzle, TooLarge, UnknownFormat

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Item:
    """A puzzle of a file, or why there is none, and the line where it begins (0: it is the file)."""

    line: int
    reading: Reading | None = None
    fault: BadPuzzle | None = None


def read_stream(source: BinaryIO, by_line: bool = False) -> Iterator[Item]:
    """The puzzles of an open file, in order. ``by_line`` says that every line is one, whatever it holds."""
    lines = _Lines(source)
    try:
        first = lines.next_filled()
        if by_line or _is_line_format(first):
            yield from _one_a_line(lines, first)
        elif plain.is_heading(first):
            yield from _boards_below_headings(lines, first)
        else:
            yield _item(0, lines.blank_start + first + lines.rest(MAX_TEXT - len(first)))
    except BadPuzzle as fault:
        yield Item(0, fault=fault)


def _is_line_format(line: str) -> bool:
    modules = map(format_module, FORMATS)
    return any(hasattr(each, "recognises_line") and each.recognises_line(line) for each in modules)


def _one_a_line(lines: _Lines, first: str) -> Iterator[Item]:
    line = first
    while line:
        if line.strip():
            yield _item(lines.number, line)
        line = lines.next()


def _boards_below_headings(lines: _Lines, first: str) -> Iterator[Item]:
    """Boards begin at headings; a lone one is the whole file, so its lines count from the file's."""
    start, block, length = lines.number, [first], len(first)
    while line := lines.next():
        length += len(line)
        if plain.is_heading(line):
            yield _item(start, "".join(block))
            start, block, length = lines.number, [], len(line)
        if length > MAX_TEXT:
            raise TooLarge(f"a board of more than {MAX_TEXT} characters", f"line {start}")
        block.append(line)
    yield _item(start, "".join(block))


def _item(line: int, text: str) -> Item:
    try:
        return Item(line, read(text))
    except BadPuzzle as fault:
        return Item(line, fault=_from_line(fault, line) if line else fault)


def _from_line(fault: BadPuzzle, line: int) -> BadPuzzle:
    """The fault of a text that begins at a line of its file."""
    inside = re.fullmatch(r"line ([0-9]+)(.*)", fault.where)
    if inside:
        return type(fault)(fault.why, f"line {line - 1 + int(inside[1])}{inside[2]}")
    if fault.where.startswith("column "):
        return type(fault)(fault.why, f"line {line} {fault.where}")
    return fault.within(f"line {line}")


class _Lines:
    """The lines of a binary file as text, numbered from 1, none of them over the size limit."""

    def __init__(self, source: BinaryIO) -> None:
        self.source = source
        self.number = 0
        self.bytes_read = 0
        self.blank_start = ""

    def next(self) -> str:
        """The next line with its end, or an empty text at the end of the file."""
        self.number += 1
        return self._decoded(self.source.readline(MAX_TEXT + 1))

    def next_filled(self) -> str:
        """The first line that is not blank; the blank ones are kept so that lines count right."""
        while line := self.next():
            if line.strip():
                return line
            self.blank_start += line
            if len(self.blank_start) > MAX_TEXT:
                break
        raise UnknownFormat("the file is empty")

    def rest(self, limit: int) -> str:
        """Everything after the lines read so far."""
        return self._decoded(self.source.read(max(0, limit) + 1))

    def _decoded(self, data: bytes) -> str:
        if len(data) > MAX_TEXT:
            raise TooLarge(f"more than {MAX_TEXT} bytes", f"line {self.number}")
        start = self.bytes_read
        self.bytes_read += len(data)
        if start == 0:
            data = data.removeprefix(_BYTE_ORDER_MARK)
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            raise BadPuzzle("not UTF-8 text", f"byte {start + error.start + 1}") from None
