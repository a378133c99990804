"""What there is, and how the service is: /v1/puzzles, /v1/engines, /healthz, /readyz, /metrics."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import FastAPI, Response
from fastapi.responses import JSONResponse

from service.house import House
from service.problems import Refused
from service.routes.described import answer, problems, text
from service.schemas.answers import EnginesThere, Health, PuzzlesThere
from service.work import describe

Responses = dict[int | str, dict[str, Any]]
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def add_about(app: FastAPI, house: House) -> None:
    """The addresses that answer at once."""
    lost = problems("fault")

    async def puzzles() -> Response:
        return JSONResponse(await asyncio.to_thread(describe.puzzles))

    async def engines() -> Response:
        return JSONResponse(describe.engines())

    async def healthz() -> Response:
        return JSONResponse({"status": "ok"})

    async def readyz() -> Response:
        if not house.pool.is_ready:
            raise Refused("not-ready", "kernels are being loaded or compiled", {"retry-after": "1"})
        return JSONResponse({"status": "ready"})

    async def metrics() -> Response:
        return Response(house.metrics.exposition(), headers={"content-type": METRICS_TYPE})

    addresses: list[tuple[str, Callable[[], Awaitable[Response]], str, Responses]] = [
        (
            "/v1/puzzles",
            puzzles,
            "List the kinds of puzzle and the formats",
            {200: answer(PuzzlesThere), **lost},
        ),
        ("/v1/engines", engines, "List the engines", {200: answer(EnginesThere), **lost}),
        ("/healthz", healthz, "Tell that the server runs", {200: answer(Health)}),
        ("/readyz", readyz, "Tell that the workers are warm", {200: answer(Health), **problems("not-ready")}),
        ("/metrics", metrics, "Give counters to Prometheus", {200: text("text/plain", "The counters")}),
    ]
    for path, handler, about, responses in addresses:
        app.add_api_route(
            path,
            handler,
            methods=["GET"],
            tags=["about"],
            summary=about,
            operation_id=handler.__name__,
            responses=responses,
            response_class=Response,
        )
