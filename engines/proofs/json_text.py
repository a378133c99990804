"""The JSON of a certificate, parsed in bounded memory: no value of it can be read in two ways.

Refused are a key written twice, a number that is not whole or is no number, and whatever is not ASCII.
"""

from __future__ import annotations

import gc
import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, NoReturn

from engines.proofs.faults import NoCertificate, Refused, look

MAX_VALUES = 4_000_000
"""Brackets opened and commas, in strings too. A value takes up to some 80 bytes once it is parsed."""
MAX_QUOTES = 1_000_000
"""Twice the keys and strings: those take more than other values."""
_MINUS_ZERO = re.compile(rb"(?<![0-9])-0(?=[\s,\]}]|$)")


def parse(text: bytes, hit: Callable[[], str | None]) -> dict[str, Any]:
    """The JSON object that a text is; NoCertificate if it is none, OutOfTime when ``hit`` names a limit.

    Refused if it can be read in two ways.
    """
    check_counts(text)
    look(hit, "before the file was parsed")

    def make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        look(hit, "while the file was parsed")
        return _without_repeats(pairs)

    collects = gc.isenabled()
    gc.disable()  # values of JSON hold no cycles, and looking for them would take most of the time
    try:
        data = json.loads(
            text.decode("ascii"), object_pairs_hook=make_object, parse_float=_refuse, parse_constant=_refuse
        )
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NoCertificate(f"it is not JSON ({str(error)[:80]})") from None
    except ValueError as error:
        raise Refused("file", f"it is not strict JSON ({str(error)[:80]})") from None
    finally:
        if collects:
            gc.enable()
    if not isinstance(data, dict):
        raise NoCertificate("it is not a JSON object")
    look(hit, "once the file was parsed")
    return data


def check_counts(text: bytes) -> None:
    """Refused if the text holds more values than may be parsed, or a zero with a sign."""
    if sum(text.count(mark) for mark in (b"[", b"{", b",")) > MAX_VALUES:
        raise Refused("file", f"it holds more than {MAX_VALUES} values")
    if text.count(b'"') > MAX_QUOTES:
        raise Refused("file", f"it holds more than {MAX_QUOTES // 2} strings")
    if b"-0" in text and _MINUS_ZERO.search(text):
        raise Refused("file", "it is not strict JSON (-0 is no whole number)")


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key in counts if counts[key] > 1)
        raise ValueError(f"the key {twice[:40]!r} occurs twice")
    return found


def _refuse(number: str) -> NoReturn:
    raise ValueError(f"{number[:40]} is no whole number")
