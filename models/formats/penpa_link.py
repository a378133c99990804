"""The container of a Penpa+ link: a payload in base64, deflated, of lines with abbreviated keys.

Inflating stops at a bound, whatever the payload claims.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import Any
from urllib.parse import unquote

from models.formats.source import Source, shown
from models.formats.strict_json import parse
from models.puzzle import BadPuzzle, TooLarge

MAX_PAYLOAD = 1_000_000
"""Characters of a payload; undoing escapes takes 75 bytes for each."""
MAX_INFLATED = 4_000_000
"""Bytes of the text inside; a 250 x 250 board with a number in every cell has 1,400,000."""

GRIDS = ("square", "sudoku", "kakuro")
"""The grids whose cells are squares, as the first line calls them."""

KEYS = {
    "z": "z",
    "9": '"qa"',
    "Q": '"pu_q"',
    "A": '"pu_a"',
    "G": '"grid"',
    "M": '"edit_mode"',
    "S": '"surface"',
    "L": '"line"',
    "E": '"lineE"',
    "W": '"wall"',
    "C": '"cage"',
    "N": '"number"',
    "Y": '"symbol"',
    "P": '"special"',
    "B": '"board"',
    "R": '"command_redo"',
    "U": '"command_undo"',
    "8": '"command_replay"',
    "1": '"numberS"',
    "F": '"freeline"',
    "2": '"freelineE"',
    "T": '"thermo"',
    "3": '"arrows"',
    "D": '"direction"',
    "0": '"squareframe"',
    "5": '"polygon"',
    "4": '"deletelineE"',
    "6": '"killercages"',
    "7": '"nobulbthermo"',
    "_": '"__a"',
    "O": "null",
}
"""What a ``z`` and a letter stand for (``zZ`` is a ``z``)."""
KEYS["Z"] = KEYS.pop("z")

_PARAMETER = "(?:^|[?#&])%s=([^&#]*)"
_MODE = re.compile(r"(?:^|[?#&])m=(?:edit|solve)(?:&|\Z)")
_BARE = re.compile(r"[A-Za-z0-9+/]{40,}={0,2}")
_TOKEN = re.compile("z(.)")


def is_link(text: str) -> bool:
    """Whether a text has the parameters of a link, or is a bare payload that begins like a board."""
    text = _joined(text)
    if _MODE.search(text, 0, 2_000) and re.search(_PARAMETER % "p", text[:2_000]):
        return True
    if not _BARE.fullmatch(text):
        return False
    try:
        head = zlib.decompressobj(-15).decompress(base64.b64decode(text[:400]), 40)
    except (zlib.error, binascii.Error):
        return False
    return re.match(rb"[a-z_]{3,20},[0-9]+,[0-9]+,", head) is not None


def payloads_of(text: str) -> tuple[Source, str, str | None]:
    """The joined text, the lines of the board, and the text of the answer if the link has one."""
    source = Source(_joined(text))
    board = re.search(_PARAMETER % "p", source.text)
    answer = re.search(_PARAMETER % "a", source.text) if board else None
    if board is None:
        return source, _inflated(source, 0, source.text), None
    end = "" if answer is None else _inflated(source, answer.start(1), answer.group(1))
    return source, _inflated(source, board.start(1), board.group(1)), end or None


def _joined(text: str) -> str:
    return re.sub(r"\s*[\r\n]\s*", "", text.strip())


def _inflated(source: Source, start: int, payload: str) -> str:
    """The text of a payload; TooLarge beyond the bound, BadPuzzle if it is damaged."""
    where = source.place(start)
    if len(payload) > MAX_PAYLOAD:
        raise TooLarge(f"a payload of {len(payload)} characters, the limit is {MAX_PAYLOAD}", where)
    if not payload:
        raise BadPuzzle("the body is missing: the payload is empty", where)
    encoded = unquote(payload).replace(" ", "+").rstrip("=")
    strange = re.search("[^A-Za-z0-9+/]", encoded)
    if strange:
        at = start + strange.start() if "%" not in payload else start
        raise source.fault(at, f"expected base64 in the payload, not {shown(strange.group())}")
    try:
        raw = base64.b64decode(encoded + "=" * (-len(encoded) % 4))
    except binascii.Error:
        raise BadPuzzle("the payload is cut short: its length is none of base64", where) from None
    inflater = zlib.decompressobj(-15)
    try:
        data = inflater.decompress(raw, MAX_INFLATED + 1)
    except zlib.error:
        raise BadPuzzle("the payload is damaged: it does not inflate", where) from None
    if len(data) > MAX_INFLATED:
        raise TooLarge(f"the payload inflates to more than {MAX_INFLATED} bytes", where)
    if not inflater.eof:
        raise BadPuzzle("the payload is cut short: it ends before its data do", where)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise BadPuzzle(f"the payload is no UTF-8 text (byte {error.start + 1})", where) from None


def unabbreviated(line: str) -> str:
    """A line with its keys written out; an unknown abbreviation stays as it is."""
    return _TOKEN.sub(lambda match: KEYS.get(match.group(1), match.group()), line)


def json_of(text: str, where: str) -> Any:
    """The value of a JSON line; BadPuzzle names the line and the character."""
    try:
        return parse(text)
    except BadPuzzle as error:
        place = error.where.replace("line 1 column ", ", character ")
        raise BadPuzzle(error.why, where + place) from None
