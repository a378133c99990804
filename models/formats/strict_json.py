"""JSON, strict where it is loose: what would be dropped or misread is refused with its line and column.

That is a repeated key, ``NaN``, a whole number of more digits than anything here has, and nesting
without end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import chain, pairwise
from typing import Any, NoReturn

from models.puzzle import BadPuzzle

MAX_DEPTH = 8
"""Brackets inside brackets; a puzzle needs three, its envelope four."""
MAX_DIGITS = 20
"""Digits of one number; no board needs more than three."""
_MANY_DIGITS = re.compile(f"[0-9]{{{MAX_DIGITS}}}")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^\s\[\]{}:,"]+', re.DOTALL)


class _RepeatedKeyError(ValueError):
    """A key occurs twice in one object."""


def parse(text: str) -> Any:
    """The value of a JSON text; BadPuzzle with line and column where it is not strict JSON."""
    try:
        return (_CAREFUL if _MANY_DIGITS.search(text) else _QUICK).decode(text)
    except json.JSONDecodeError as error:
        raise BadPuzzle(f"not JSON: {error.msg}", f"line {error.lineno} column {error.colno}") from None
    except (ValueError, RecursionError):
        pass
    raise _fault(text)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _RepeatedKeyError
    return found


def _short_number(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError(digits[:MAX_DIGITS])
    return int(digits)


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


def _decoder(parse_int: Callable[[str], int] | None) -> json.JSONDecoder:
    return json.JSONDecoder(object_pairs_hook=_without_repeats, parse_constant=_refuse, parse_int=parse_int)


_QUICK, _CAREFUL = _decoder(None), _decoder(_short_number)
"""To ask of every number how long it is takes as long as all the rest: only where one may be too long."""


def _fault(text: str) -> BadPuzzle:
    """Where a text is more than strict JSON allows; it is well formed up to there, but perhaps not behind."""
    open_keys: list[set[str] | None] = []
    for token, after in pairwise(chain(_TOKEN.finditer(text), (None,))):
        assert token is not None
        word = token.group()
        why = None
        if word in "[{":
            open_keys.append(set() if word == "{" else None)
            if len(open_keys) > MAX_DEPTH:
                why = f"brackets nested more than {MAX_DEPTH} deep"
        elif word in "]}":
            if not open_keys:
                break
            open_keys.pop()
        elif word[0] == '"':
            keys = open_keys[-1] if open_keys else None
            if keys is not None and after is not None and after.group() == ":":
                key = json.loads(word, strict=False)
                why = f"the key {key[:40]!r} occurs twice" if key in keys else None
                keys.add(key)
        elif word in ("NaN", "Infinity", "-Infinity"):
            why = f"{word} is not a number"
        elif len(word) > MAX_DIGITS and re.fullmatch("-?[0-9]+", word):
            why = f"a number of {len(word)} characters"
        if why:
            return BadPuzzle(why, _place(text, token.start()))
    return BadPuzzle("not JSON")


def _place(text: str, index: int) -> str:
    line = text.count("\n", 0, index)
    return f"line {line + 1} column {index - text.rfind(chr(10), 0, index)}"
