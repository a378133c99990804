"""The application: routes, problems for errors, the guard around it all, and the life of one service."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from service.bodies import Gone
from service.guard import Guard
from service.house import House
from service.problems import Problem, Refused
from service.routes.about import add_about
from service.routes.batches import add_batches
from service.routes.calls import add_calls, problem_response
from service.routes.described import components
from service.routes.pages import add_pages
from service.settings import Settings

CLIENT_GONE = 499
"""For the log alone: nobody reads the answer."""


def create_app(settings: Settings | None = None) -> Guard:
    """The service as an ASGI application; ``.house`` is what runs in it."""
    house = House(settings or Settings())

    @asynccontextmanager
    async def life(_app: FastAPI) -> AsyncIterator[None]:
        await house.start()
        try:
            yield
        finally:
            await house.close()

    app = FastAPI(
        title="Rungwise",
        version=_version(),
        description="Certifies that a logic puzzle has exactly one answer, by engines that share no code.",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    add_calls(app, house)
    add_batches(app, house)
    add_about(app, house)
    add_pages(app)
    _describe(app)
    _explain_errors(app)
    guard = Guard(app, house.keys, house.rate, house.metrics)
    guard.house = house
    return guard


def _version() -> str:
    try:
        return version("rungwise")
    except PackageNotFoundError:
        return "0"


def _describe(app: FastAPI) -> None:
    """Put the answers' schemas, which the workers write, into the description."""
    build = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            description = build()
            own = description.setdefault("components", {}).setdefault("schemas", {})
            for leftover in ("HTTPValidationError", "ValidationError"):
                own.pop(leftover, None)
            own.update(components())
            app.openapi_schema = description
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _explain_errors(app: FastAPI) -> None:
    """Every error leaves as a problem document."""

    @app.exception_handler(Refused)
    async def refused(_request: Request, error: Refused) -> Response:
        return problem_response(error.problem, error.headers)

    @app.exception_handler(Gone)
    async def client_gone(_request: Request, _error: Gone) -> Response:
        return Response(status_code=CLIENT_GONE)

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> Response:
        faults = [
            {"where": ".".join(map(str, each["loc"])), "detail": each["msg"]} for each in error.errors()[:20]
        ]
        first = faults[0]
        more = {"where": first["where"], "errors": faults}
        return problem_response(Problem("bad-request", f"{first['where']}: {first['detail']}", more))

    @app.exception_handler(HTTPException)
    async def http_error(_request: Request, error: HTTPException) -> Response:
        slugs = {404: "not-found", 405: "method-not-allowed"}
        problem = Problem(slugs.get(error.status_code, "bad-request"), error.detail)
        return problem_response(problem, dict(error.headers or {}))

    @app.exception_handler(Exception)
    async def fault(_request: Request, error: Exception) -> Response:
        logging.getLogger("rungwise").error("a fault", exc_info=error)
        return problem_response(Problem("fault", "the log has more under this request's id"))
