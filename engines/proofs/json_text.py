"""The JSON of a certificate, parsed in bounded time and memory."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from typing import Any, NoReturn

from engines.proofs.faults import Refused, look

MAX_VALUES = 4_000_000
"""Brackets opened and commas, in strings too. A value takes up to some 80 bytes once it is parsed."""
MAX_QUOTES = 1_000_000
"""Twice the keys and strings: those take more than other values."""


def parse(text: bytes, hit: Callable[[], str | None]) -> dict[str, Any]:
    """The JSON object that a text is; Refused if it is none, OutOfTime when ``hit`` names a limit."""
    check_counts(text)
    look(hit, "before the file was parsed")

    def make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        look(hit, "while the file was parsed")
        return dict(pairs)

    collects = gc.isenabled()
    gc.disable()  # values of JSON hold no cycles, and looking for them would take most of the time
    try:
        data = json.loads(text.decode("ascii"), object_pairs_hook=make_object, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Refused("file", f"it is not JSON ({str(error)[:80]})") from None
    finally:
        if collects:
            gc.enable()
    if not isinstance(data, dict):
        raise Refused("file", "it is not a JSON object")
    look(hit, "once the file was parsed")
    return data


def check_counts(text: bytes) -> None:
    """Refused if the text holds more values than may be parsed."""
    if sum(text.count(mark) for mark in (b"[", b"{", b",")) > MAX_VALUES:
        raise Refused("file", f"it holds more than {MAX_VALUES} values")
    if text.count(b'"') > MAX_QUOTES:
        raise Refused("file", f"it holds more than {MAX_QUOTES // 2} strings")


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")
