"""The project's own JSON: one object a puzzle, a file of many holds one object a line.

An ``id`` is kept for the answer, a ``solution`` (or ``answer``)
is kept to be checked, and ``{"id": .., "puzzle": ..}`` may wrap an object or a text in any format, whose
kind a ``kind`` beside it tells where the text leaves it open.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from models import PUZZLES, puzzle_class
from models.answers import Answer
from models.formats import Reading
from models.formats import read as read_any
from models.formats.answers import answer_of_rows
from models.formats.strict_json import parse
from models.puzzle import BadPuzzle, Grid, Puzzle

NAME = "json"
HOLDS_ANSWER = True

MAX_ID = 1000
"""Characters of an id."""

ANNOTATIONS = frozenset(
    ("kind", "id", "solution", "answer", "verdict", "count", "source", "rows", "cols", "n", "seed", "details")
)
"""Usual keys that are no part of a board, however much they look like one that is."""

_DATA = re.compile(r"\s*(?:\{|\[\s*(?:[\[{\"\]\-0-9]|\Z|(?:null|true|false|NaN)\b))")


def recognises(text: str) -> bool:
    """Whether the text begins as JSON data; other formats have words in brackets."""
    return _DATA.match(text) is not None


def recognises_line(line: str) -> bool:
    """Whether a line may be a whole object, so that its file holds one puzzle a line."""
    line = line.strip()
    return line.startswith("{") and line.endswith("}")


def read(text: str) -> Reading:
    """Read one puzzle; BadPuzzle with line and column, or with the field that is wrong."""
    return reading_of_object(parse(text))


def write(puzzle: Puzzle, answer: Grid | None = None) -> str:
    """The puzzle as one line of JSON, with a ``solution`` if one is given."""
    data = puzzle.to_json()
    if answer is not None:
        data["solution"] = answer.tolist()
    return json.dumps(data, separators=(",", ":"))


def reading_of_object(data: Any, nested: bool = False) -> Reading:
    """The puzzle of a parsed object, with its id and answer; BadPuzzle has the field at fault and the id."""
    if not isinstance(data, Mapping):
        raise BadPuzzle("expected one JSON object a puzzle ({...}), found something else")
    mark = _read_id(data.get("id"))
    try:
        return _marked(data, mark, nested)
    except BadPuzzle as error:
        error.id = error.id if mark is None else mark
        raise


def _marked(data: Mapping[str, Any], mark: str | int | None, nested: bool) -> Reading:
    if "puzzle" in data and not nested:
        inner = data["puzzle"]
        try:
            is_text = isinstance(inner, str)
            reading = read_any(inner, _kind(data)) if is_text else reading_of_object(inner, nested=True)
        except BadPuzzle as error:
            raise error.within("puzzle") from None
        mark = reading.id if mark is None else mark
    else:
        reading = _board(data)
    answer = _read_answer(data, reading.puzzle)
    if mark is None and answer is None:
        return reading
    return replace(reading, id=mark, answer=reading.answer if answer is None else answer)


def _kind(data: Mapping[str, Any]) -> str | None:
    kind = data.get("kind")
    if kind is None or isinstance(kind, str):
        return kind
    raise BadPuzzle("a puzzle object needs a kind, as text", "kind")


def _board(data: Mapping[str, Any]) -> Reading:
    kind = _kind(data)
    if kind is None:
        raise BadPuzzle("a puzzle object needs a kind, as text", "kind")
    found = puzzle_class(kind)
    puzzle = found.from_json(data)
    rows, columns = puzzle.shape
    for name, side in (("rows", rows), ("cols", columns), ("n", columns)):
        if name in data and (type(data[name]) is not int or data[name] != side):
            raise BadPuzzle(f"says {str(data[name])[:20]}, the board has {side}", name)
    return Reading(puzzle=puzzle, format=NAME, warnings=tuple(_ignored(data, found)))


def _ignored(data: Mapping[str, Any], found: type[Puzzle]) -> list[str]:
    """A warning for each key that was meant for the board: a typing error, or a key of another kind."""
    warnings = []
    for key in data:
        if key in ANNOTATIONS or key in found.fields:
            continue
        meant = get_close_matches(key[:40], found.fields, n=1)
        if meant:
            warnings.append(f"the key {key[:40]!r} is ignored; {meant[0]!r} is a key of {found.title}")
        elif any(key in puzzle_class(kind).fields for kind in PUZZLES):
            warnings.append(f"the key {key[:40]!r} is ignored; a {found.title} board has none")
    return warnings


def _read_id(value: Any) -> str | int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    if isinstance(value, str) and len(value) <= MAX_ID:
        return value
    raise BadPuzzle(f"an id is a whole number or a text of at most {MAX_ID} characters", "id")


def _read_answer(data: Mapping[str, Any], puzzle: Puzzle) -> Answer | None:
    for name in ("solution", "answer"):
        if data.get(name) is not None:
            return answer_of_rows(data[name], puzzle, name)
    return None
