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
