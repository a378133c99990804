"""The API's own description: requests made from it find no fault and no undocumented answer."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.specs.openapi.schemas import OpenApiSchema

from service.work.options import REQUESTS
from tests.service.http.servers import LINES, Server

MADE = 15
"""Requests of each sort for each operation."""
BARE = ["puzzles", "engines", "healthz", "readyz", "metrics"]
"""Nothing can be wrong with a request to these."""
ASKED = [*REQUESTS, "submit", "state", "results", "events", "cancel", "delete"]
GOOD, BAD = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
SORTS = [*((name, GOOD) for name in BARE + ASKED), *((name, BAD) for name in ASKED)]
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@schemathesis.serializer(LINES)
def as_it_is(_context: Any, value: Any) -> bytes:
    """Lines of a batch, or whatever stands for them."""
    return value if isinstance(value, bytes) else str(value).encode()


@pytest.fixture(scope="session")
def description(server: Server) -> OpenApiSchema:
    found: OpenApiSchema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    return found


def test_every_operation_is_tried(server: Server) -> None:
    paths = server.client.get("/openapi.json").json()["paths"]
    named = {each["operationId"] for methods in paths.values() for each in methods.values()}
    assert named == {*BARE, *ASKED}


@pytest.mark.parametrize(("name", "mode"), SORTS, ids=lambda each: getattr(each, "value", each))
def test_no_request_finds_a_fault_or_an_undocumented_answer(
    description: OpenApiSchema, name: str, mode: GenerationMode
) -> None:
    operation = description.find_operation_by_id(name)

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=MADE,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def send(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(checks=CHECKS, timeout=60)

    send()
