"""From bytes to bytes: one request, or a run of lines of a batch."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from models.formats import MAX_TEXT, read
from models.puzzle import BadPuzzle, TooLarge
from service.problems import Problem, Refused, problem_of
from service.schemas import requests as ask
from service.work.calls import CALLS, Call
from service.work.caps import Caps
from service.work.known import Known
from service.work.making import generate, twins
from service.work.stop import stopped

if TYPE_CHECKING:
    from models.formats import Reading

KNOWN = Known(None)
"""What is known from before; ``service.work.process`` opens the file of a serving worker."""

REQUESTS: dict[str, type[ask.Strict]] = {
    "certify": ask.CertifyRequest,
    "solve": ask.SolveRequest,
    "count": ask.CountRequest,
    "explain": ask.ExplainRequest,
    "grade": ask.GradeRequest,
    "compare": ask.CompareRequest,
    "convert": ask.ConvertRequest,
    "check": ask.CheckRequest,
    "generate": ask.GenerateRequest,
    "twins": ask.TwinsRequest,
}
MAKING: dict[str, Callable[[Any, Caps], dict[str, Any]]] = {"generate": generate, "twins": twins}


@dataclass(frozen=True)
class Fact:
    """What the server counts of one answer, and what it may keep for equal boards."""

    verdict: str
    kind: str = ""
    cached: bool = False
    engines: dict[str, float] = field(default_factory=dict)
    key: bytes | None = None
    data: bytes | None = None


@dataclass(frozen=True)
class Reply:
    """The answer to one request."""

    status: int
    body: bytes
    fact: Fact


@dataclass(frozen=True)
class Lines:
    """The answers to the first lines of a run: all of them, or as many as its slice of time allowed."""

    texts: list[bytes]
    facts: list[Fact]


def answer(action: str, body: bytes, caps: Caps) -> Reply:
    """The reply to one request; whatever is wrong with it is a problem document."""
    try:
        asked = _asked(action, body)
        if action in MAKING:
            text = json.dumps(MAKING[action](asked, caps)).encode()
            return Reply(200, text, Fact("done"))
        reading = _reading(asked)
        options = CALLS[action].options.model_construct(**dict(asked))
        key = KNOWN.key(action, options, reading.puzzle) if CALLS[action].is_final else None
        text, fact = _answered(action, reading, options, caps, key, KNOWN.find([key]))
        return Reply(200, text, fact)
    except MemoryError:
        raise
    except Exception as error:
        problem = _problem(error)
        return Reply(problem.status, problem.encode(), Fact("problem"))


def _problem(error: Exception) -> Problem:
    problem = problem_of(error)
    if problem.slug == "fault":
        logging.getLogger("rungwise.work").error("a fault in a worker", exc_info=error)
    return problem


def _asked(action: str, body: bytes) -> Any:
    """The checked request of a body: strict JSON, known fields, right types."""
    from models.formats.json_form import parse

    try:
        data = parse(body.decode())
    except UnicodeDecodeError as error:
        raise Refused("not-json", "not UTF-8 text", where=f"byte {error.start + 1}") from None
    except BadPuzzle as error:
        raise Refused("not-json", str(error), where=error.where) from None
    try:
        return REQUESTS[action].model_validate(data)
    except ValidationError as error:
        raise _refusal(error) from None


def read_options(action: str, data: dict[str, Any]) -> ask.Strict:
    """The checked options of a call, for all the lines of a batch; Refused says which field is wrong."""
    try:
        return CALLS[action].options.model_validate(data)
    except ValidationError as error:
        raise _refusal(error) from None


def _refusal(error: ValidationError) -> Refused:
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    errors = [
        {"where": ".".join(map(str, each["loc"]))[:200] or "body", "detail": each["msg"]}
        for each in faults[:20]
    ]
    first = errors[0]
    return Refused("bad-request", f"{first['where']}: {first['detail']}", where=first["where"], errors=errors)


def _reading(asked: ask.Asked) -> Reading:
    from models.formats.json_form import reading_of_object

    data = {"puzzle": asked.puzzle, "id": asked.id}
    return reading_of_object(data if asked.kind is None else data | {"kind": asked.kind})


def _answered(
    action: str,
    reading: Reading,
    options: ask.Strict,
    caps: Caps,
    key: bytes | None,
    known: dict[bytes, bytes],
    line: int | None = None,
) -> tuple[bytes, Fact]:
    """The answer on one puzzle, from before or worked out now, as a JSON text."""
    puzzle = reading.puzzle
    about: dict[str, Any] = {} if line is None else {"line": line}
    about |= {"id": reading.id, "kind": puzzle.kind, "format": reading.format}
    about |= {"warnings": [*reading.warnings, *puzzle.warnings()], "cached": key in known}
    if key is not None and key in known:
        verdict, data = known[key].split(b" ", 1)
        fact = Fact(verdict.decode(), puzzle.kind, cached=True)
    else:
        data, fact = _work(CALLS[action], reading, options, caps, key)
    return json.dumps(about).encode()[:-1] + b", " + data[1:], fact


def _work(
    call: Call, reading: Reading, options: ask.Strict, caps: Caps, key: bytes | None
) -> tuple[bytes, Fact]:
    found = call.work(reading, options, caps)
    for told in ("kind", "warnings"):
        found.pop(told, None)
    data = json.dumps(found).encode()
    verdict = found.get("verdict", "done")
    kept = None
    if key is not None and call.is_final is not None and call.is_final(found):
        kept = f"{verdict} ".encode() + data
    return data, Fact(verdict, reading.puzzle.kind, False, _engine_seconds(found), key, kept)


def _engine_seconds(data: dict[str, Any]) -> dict[str, float]:
    said = data.get("engines") or ({data["engine"]: data} if "engine" in data else {})
    return {name: each["build_seconds"] + each["solve_seconds"] for name, each in said.items()}


def answer_lines(
    action: str, options: ask.Strict, lines: list[bytes], first: int, caps: Caps, seconds: float
) -> Lines:
    """The answers to lines of a batch, numbered from ``first``.

    After ``seconds`` no further line is begun, so that others get their turn; at least one is answered.
    A line's fault is its own answer.
    """
    end = time.monotonic() + seconds
    readings = [_read_line(line) for line in lines]
    keys = [
        KNOWN.key(action, options, each.puzzle)
        if CALLS[action].is_final and not isinstance(each, Exception)
        else None
        for each in readings
    ]
    known = KNOWN.find(keys)
    done = Lines([], [])
    for number, (reading, key) in enumerate(zip(readings, keys, strict=True), first):
        if done.texts and (time.monotonic() > end or stopped()):
            break
        try:
            if isinstance(reading, Exception):
                raise reading
            text, fact = _answered(action, reading, options, caps, key, known, number)
        except MemoryError:
            raise
        except Exception as error:
            text, fact = problem_line(number, _problem(error), getattr(reading, "id", None))
        done.texts.append(text)
        done.facts.append(fact)
    return done


def problem_line(line: int, problem: Problem, mark: str | int | None = None) -> tuple[bytes, Fact]:
    """The answer to a line that has none."""
    text = json.dumps({"line": line, "id": mark, "problem": problem.to_json()}).encode()
    return text, Fact("problem")


def _read_line(line: bytes) -> Reading | Exception:
    try:
        if len(line) > MAX_TEXT:
            raise TooLarge(f"{len(line)} bytes, the limit is {MAX_TEXT}")
        return read(line.decode())
    except UnicodeDecodeError as error:
        return BadPuzzle("not UTF-8 text", f"byte {error.start + 1}")
    except BadPuzzle as error:
        return error


def open_known(path: Path | None) -> None:
    """Look up results in a file from now on."""
    global KNOWN
    KNOWN = Known(path)
