"""How the API describes itself: bodies, answers and problems of an address, for OpenAPI."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from service.problems import PROBLEM_TYPE, TITLES
from service.schemas import answers
from service.schemas.requests import EXAMPLES, Strict

Schema = dict[str, Any]

TEMPLATE = "#/components/schemas/{model}"
ALWAYS = ("unauthorized", "too-many-requests", "fault")
READ_BODY = ("not-json", "body-timeout", "too-large", "media-type", "bad-request")
LIST_LINES = "application/x-ndjson"


def answer(model: type[BaseModel], media_type: str = "application/json", about: str = "") -> Schema:
    """An answer with a body."""
    schema = {"$ref": TEMPLATE.format(model=model.__name__)}
    return {
        "description": about or (model.__doc__ or "").split("\n")[0],
        "content": {media_type: {"schema": schema}},
    }


def text(media_type: str, about: str) -> Schema:
    """An answer that is not JSON."""
    return {"description": about, "content": {media_type: {"schema": {"type": "string"}}}}


def problems(*slugs: str) -> dict[int | str, Schema]:
    """The problem answers of an address, by status."""
    found: dict[int | str, Schema] = {}
    for slug in (*slugs, *ALWAYS):
        status, title = TITLES[slug]
        if status in found:
            found[status]["description"] += f"; `{slug}`: {title}"
        else:
            found[status] = answer(answers.ProblemDocument, PROBLEM_TYPE, f"`{slug}`: {title}")
        if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
            found[status]["headers"] = {"Retry-After": {"schema": {"type": "string"}}}
    return found


def json_body(action: str, model: type[Strict]) -> Schema:
    """The request body of a call, with its examples."""
    schema = model.model_json_schema(ref_template=TEMPLATE)
    examples = {name: {"value": value} for name, value in EXAMPLES[action].items()}
    content = {"application/json": {"schema": schema, "examples": examples}}
    return {"requestBody": {"required": True, "content": content}}


def components() -> dict[str, Any]:
    """The schemas of all answers."""
    models = [
        value
        for value in vars(answers).values()
        if isinstance(value, type) and issubclass(value, answers.Open) and value is not answers.Open
    ]
    _, schema = models_json_schema([(each, "serialization") for each in models], ref_template=TEMPLATE)
    found: dict[str, Any] = schema["$defs"]
    return found
