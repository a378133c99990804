"""POST /v1/batches and what follows it: progress, results, events, the end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Header, Path, Query, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from sqlalchemy import RowMapping

from service.bodies import CLOSE, check_media_type
from service.house import House
from service.intake import receive_lines
from service.problems import Refused
from service.routes.described import LIST_LINES, READ_BODY, answer, problems, text
from service.schemas.answers import BatchState
from service.store import KeyReused
from service.tables import RUNNING
from service.work.calls import CALLS
from service.work.options import read_options

LINE_TYPES = (LIST_LINES, "application/jsonl", "application/x-jsonlines", "text/plain")
HEARTBEAT_SECONDS = 15.0
EVENT_SECONDS = 0.2
"""Between two events at the least."""

Mark = Annotated[str, Path(alias="id", max_length=64, description="The batch's id.")]
Seconds = Annotated[float | None, Query(gt=0, le=86_400, allow_inf_nan=False)]
Token = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=200,
        description="A retried submission with the same key is the same batch.",
    ),
]
QUERY = ("action", "engines", "engine", "limit", "seconds", "nodes", "to")
BODY = {
    "requestBody": {
        "required": True,
        "content": {
            LIST_LINES: {
                "schema": {"type": "string"},
                "example": '{"kind":"fillapix","clues":[[4,null],[null,4]]}\n3x3:4c9d\n',
            }
        },
    }
}


def add_batches(app: FastAPI, house: House) -> None:
    """The addresses of batches."""
    router = APIRouter(prefix="/v1/batches", tags=["batches"])
    desk = Desk(house)
    add = router.add_api_route
    add(
        "",
        desk.submit,
        methods=["POST"],
        status_code=202,
        operation_id="submit",
        summary="Answer many puzzles, one a line",
        openapi_extra=BODY,
        responses={202: answer(BatchState), **problems(*READ_BODY, "key-reused", "busy", "stopping")},
        response_class=Response,
    )
    add(
        "/{id}",
        desk.state,
        methods=["GET"],
        operation_id="state",
        summary="Tell how far a batch is",
        responses={200: answer(BatchState), **problems("not-found", "bad-request")},
        response_class=Response,
    )
    add(
        "/{id}/results",
        desk.results,
        methods=["GET"],
        operation_id="results",
        summary="Give the answers that are there, in the order of the lines",
        responses={
            200: text(LIST_LINES, "One answer a line; Rungwise-Next-Offset says where to go on")
            | {"headers": {"Rungwise-Next-Offset": {"schema": {"type": "string"}}}},
            **problems("not-found", "bad-request"),
        },
        response_class=Response,
    )
    add(
        "/{id}/events",
        desk.events,
        methods=["GET"],
        operation_id="events",
        summary="Tell of a batch's progress as server-sent events",
        responses={
            200: text("text/event-stream", "A state for each event"),
            **problems("not-found", "bad-request"),
        },
        response_class=Response,
    )
    add(
        "/{id}/cancel",
        desk.cancel,
        methods=["POST"],
        operation_id="cancel",
        summary="End a batch where it is, and keep its answers so far",
        responses={200: answer(BatchState), **problems("not-found", "bad-request")},
        response_class=Response,
    )
    add(
        "/{id}",
        desk.delete,
        methods=["DELETE"],
        status_code=204,
        operation_id="delete",
        summary="End a batch and forget it",
        responses={204: {"description": "It is gone."}, **problems("not-found", "bad-request")},
        response_class=Response,
    )
    app.include_router(router)


class Desk:
    """The handlers, with the house they belong to."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def submit(
        self,
        request: Request,
        action: Annotated[str, Query(json_schema_extra={"enum": list(CALLS)})] = "certify",
        engines: Annotated[str | None, Query(description="Names with commas between.")] = None,
        engine: str | None = None,
        limit: Annotated[int | None, Query(ge=1, le=2**62)] = None,
        seconds: Seconds = None,
        nodes: Annotated[int | None, Query(ge=1, le=2**62)] = None,
        to: str | None = None,
        token: Token = None,
    ) -> Response:
        """Receive the lines, keep them, and answer 202 once they are safe."""
        given = {"engine": engine, "limit": limit, "seconds": seconds, "nodes": nodes, "to": to}
        options: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        if engines is not None:
            options["engines"] = engines.split(",")
        self._check(request, action, options)
        house = self.house
        batch = await house.in_writer(house.store.receive, owner(request), action, options)
        try:
            lines, digest = await receive_lines(house, request, batch, json.dumps([action, options]))
            accepted, is_new = await house.in_writer(house.store.accept, batch, lines, digest, token)
        except BaseException as error:
            await asyncio.shield(house.in_writer(house.store.drop, batch))
            if isinstance(error, KeyReused):
                others = {"options": "another action or other options", "lines": "other lines"}[error.what]
                detail = f"this Idempotency-Key was used with {others}"
                raise Refused("key-reused", detail, where="Idempotency-Key") from None
            raise
        if is_new:
            house.runner.begin(accepted, action, options)
        row = await self._row(request, accepted)
        return JSONResponse(state_of(row), 202, {"location": f"/v1/batches/{accepted}"})

    def _check(self, request: Request, action: str, options: dict[str, Any]) -> None:
        unknown = set(request.query_params) - set(QUERY)
        if unknown:
            name = min(unknown)[:40]
            raise Refused("bad-request", f"there is no parameter {name!r}", CLOSE, where=name)
        refuse_repeated(request)
        if action not in CALLS:
            detail = f"expected one of {', '.join(CALLS)}"
            raise Refused("bad-request", f"action: {detail}", CLOSE, where="action")
        read_options(action, options)
        check_media_type(request, LINE_TYPES)
        if len(self.house.runner.work) >= self.house.settings.batches:
            raise Refused("busy", "too many unfinished batches", CLOSE | {"retry-after": "10"})

    async def _row(self, request: Request, mark: str) -> RowMapping:
        row = await asyncio.to_thread(self.house.store.batch, mark, owner(request))
        if row is None:
            raise Refused("not-found", "there is no such batch")
        return row

    async def state(self, request: Request, mark: Mark) -> Response:
        """How far it is."""
        return JSONResponse(state_of(await self._row(request, mark)))

    async def results(
        self,
        request: Request,
        mark: Mark,
        offset: Annotated[int, Query(ge=0, le=2**31, description="Answers already had.")] = 0,
        limit: Annotated[int | None, Query(ge=1, le=2**31)] = None,
    ) -> Response:
        """The answers from an offset on, as far as there is no gap."""
        refuse_repeated(request)
        row = await self._row(request, mark)
        if offset > row["lines"]:
            raise Refused("bad-request", f"offset: the batch has {row['lines']} lines", where="offset")
        end = row["ready"]
        end = max(offset, end if limit is None else min(end, offset + limit))
        headers = {"rungwise-next-offset": str(end), "rungwise-state": row["state"]}
        pieces = self.house.store.answers(mark, offset, end)
        return StreamingResponse(pieces, 200, headers, LIST_LINES)

    async def events(self, request: Request, mark: Mark) -> Response:
        """A state at once, one whenever it has changed, and the last one when the batch ends."""
        row = await self._row(request, mark)
        return StreamingResponse(self._events(row), 200, {"x-accel-buffering": "no"}, "text/event-stream")

    async def _events(self, row: RowMapping | None) -> AsyncIterator[str]:
        house, told = self.house, None
        while row is not None:
            state = json.dumps(state_of(row))
            if state != told:
                told = state
                yield f"event: {row['state']}\nid: {row['done']}\ndata: {state}\n\n"
            else:
                yield ": still there\n\n"
            if row["state"] != RUNNING or house.stopping.is_set():
                return
            await asyncio.sleep(EVENT_SECONDS)
            await self._change(row["id"], row["done"])
            row = await asyncio.to_thread(house.store.batch, row["id"])

    async def _change(self, mark: str, done: int) -> None:
        """Return when the batch has gone on, the service stops, or a heartbeat is due."""
        end = asyncio.get_running_loop().time() + HEARTBEAT_SECONDS
        while asyncio.get_running_loop().time() < end and not self.house.stopping.is_set():
            row = await asyncio.to_thread(self.house.store.batch, mark)
            if row is None or row["done"] != done or row["state"] != RUNNING:
                return
            async with self.house.runner.changed:
                try:
                    await asyncio.wait_for(self.house.runner.changed.wait(), 1.0)
                except TimeoutError:
                    continue

    async def cancel(self, request: Request, mark: Mark) -> Response:
        """End it where it is."""
        await self._row(request, mark)
        await self.house.runner.stop(mark)
        await self.house.in_writer(self.house.store.cancel, mark)
        return JSONResponse(state_of(await self._row(request, mark)))

    async def delete(self, request: Request, mark: Mark) -> Response:
        """End it and forget it."""
        await self._row(request, mark)
        await self.house.runner.stop(mark)
        await self.house.in_writer(self.house.store.drop, mark)
        return Response(status_code=204)


def refuse_repeated(request: Request) -> None:
    """Refused where a parameter is given twice: which one is meant cannot be known."""
    given = [name for name, _ in request.query_params.multi_items()]
    twice = [name for name in given if given.count(name) > 1]
    if twice:
        name = twice[0][:40]
        raise Refused("bad-request", f"{name!r} is given more than once", CLOSE, where=name)


def owner(request: Request) -> str:
    """Who calls: batches of others do not exist for them."""
    found: str = request.scope["state"]["owner"]
    return found


def state_of(row: RowMapping) -> dict[str, Any]:
    """A batch as clients see it."""
    told = ("id", "action", "state", "lines", "done", "ready", "created", "finished")
    return {name: row[name] for name in told} | {
        "verdicts": json.loads(row["verdicts"]),
        "results": f"/v1/batches/{row['id']}/results",
        "events": f"/v1/batches/{row['id']}/events",
    }
