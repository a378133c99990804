"""The answer on one puzzle: known from before, or worked out now."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from engines.certify import alone
from service.problems import Problem, problem_of
from service.schemas.requests import Strict
from service.work.calls import CALLS, Call
from service.work.caps import Caps
from service.work.facts import Fact
from service.work.known import Known

if TYPE_CHECKING:
    from models.formats import Reading
    from models.puzzle import Puzzle

_known = Known(None)
"""What is known from before; in a serving worker, from the server's file."""


def open_known(path: Path | None) -> None:
    """Look up results in a file from now on."""
    global _known
    _known = Known(path)


def key_of(action: str, options: Strict, puzzle: Puzzle) -> bytes | None:
    """What a result is kept under, None if it is not."""
    return None if CALLS[action].is_final is None else _known.key(action, options, puzzle)


def look_up(keys: Iterable[bytes | None]) -> dict[bytes, bytes]:
    """What is known under some keys."""
    return _known.find(keys)


def answered(
    action: str,
    reading: Reading,
    options: Strict,
    caps: Caps,
    key: bytes | None,
    known: dict[bytes, bytes],
    line: int | None = None,
) -> tuple[bytes, Fact]:
    """The answer on one puzzle, from before or worked out now, as a JSON text."""
    puzzle = reading.puzzle
    about: dict[str, Any] = {} if line is None else {"line": line}
    about |= {"id": reading.id, "kind": puzzle.kind, "format": reading.format}
    single = alone(getattr(options, "engines", None)) if action == "certify" else ()
    about |= {"warnings": [*reading.warnings, *puzzle.warnings(), *single], "cached": key in known}
    if key is not None and key in known:
        verdict, data = known[key].split(b" ", 1)
        fact = Fact(verdict.decode(), puzzle.kind, cached=True)
    else:
        data, fact = _work(CALLS[action], reading, options, caps, key)
    return as_json(about)[:-1] + b"," + data[1:], fact


def as_json(data: dict[str, Any]) -> bytes:
    """A JSON text without spaces.

    A quick writer writes it; what that refuses, numbers of over 64 bits and halves of characters, a slow one.
    """
    try:
        return orjson.dumps(data)
    except TypeError:
        return json.dumps(data, separators=(",", ":")).encode()


def _work(call: Call, reading: Reading, options: Strict, caps: Caps, key: bytes | None) -> tuple[bytes, Fact]:
    found = call.work(reading, options, caps)
    for told in ("kind", "warnings"):
        found.pop(told, None)
    data = as_json(found)
    verdict = found.get("verdict", "done")
    kept = None
    if key is not None and call.is_final is not None and call.is_final(found):
        kept = f"{verdict} ".encode() + data
    return data, Fact(verdict, reading.puzzle.kind, False, _engine_seconds(found), key, kept)


def _engine_seconds(data: dict[str, Any]) -> dict[str, float]:
    said = data.get("engines") or ({data["engine"]: data} if "engine" in data else {})
    return {name: each["build_seconds"] + each["solve_seconds"] for name, each in said.items()}


def explain_error(error: Exception) -> Problem:
    """The problem that an error is; a fault of ours goes into the log with its trace."""
    problem = problem_of(error)
    if problem.slug == "fault":
        logging.getLogger("rungwise.work").error("a fault in a worker", exc_info=error)
    return problem
