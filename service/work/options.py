"""Requests and options, checked: known fields of the right types, or a refusal that names the wrong one."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from models.puzzle import BadPuzzle
from service.problems import Refused
from service.schemas import requests as ask
from service.work.calls import CALLS

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


def read_request(action: str, body: bytes) -> Any:
    """The checked request of a body: strict JSON, known fields, right types."""
    from models.formats.strict_json import parse

    try:
        data = parse(body.decode())
    except UnicodeDecodeError as error:
        raise Refused("not-json", "not UTF-8 text", where=f"byte {error.start + 1}") from None
    except BadPuzzle as error:
        raise Refused("not-json", str(error), where=error.where) from None
    try:
        return REQUESTS[action].model_validate(data)
    except ValidationError as error:
        raise _refusal(error, data) from None


def read_options(action: str, data: dict[str, Any]) -> ask.Strict:
    """The checked options of a call, for all the lines of a batch; Refused says which field is wrong."""
    try:
        return CALLS[action].options.model_validate(data)
    except ValidationError as error:
        raise _refusal(error, data) from None


def _refusal(error: ValidationError, data: Any) -> Refused:
    """What is wrong in the data, place by place.

    Where several types are allowed there is a fault for each: those of types that failed at once are left out
    if another one, which the data resembles more, failed further inside.
    """
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    placed = list(dict.fromkeys((place(data, each["loc"]), each["msg"]) for each in faults))
    outer = {inner[:length] for inner, _ in placed for length in range(len(inner))}
    deepest = [(at, why) for at, why in placed if at not in outer] or placed
    errors = [{"where": ".".join(map(str, at))[:200] or "body", "detail": why} for at, why in deepest[:20]]
    first = errors[0]
    return Refused("bad-request", f"{first['where']}: {first['detail']}", where=first["where"], errors=errors)


def place(data: Any, location: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Where in the data a fault is: its location without the names of types that pydantic puts in between.

    What is no key or index of the data is such a name, unless it comes first: a field that is missing.
    """
    found: list[int | str] = []
    for part in location:
        is_key = isinstance(data, dict) and part in data
        is_index = isinstance(data, list) and isinstance(part, int) and part < len(data)
        if is_key or is_index:
            data = data[part]
        if is_key or is_index or not found:
            found.append(part)
    return tuple(found)
