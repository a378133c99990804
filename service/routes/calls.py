"""POST /v1/certify and its like: one request, one worker, one answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from fastapi import APIRouter, FastAPI, Request, Response
from pydantic import BaseModel

from service.bodies import Gone, check_media_type, gone, read_body
from service.house import House
from service.jobs import Busy, Overdue, WorkerDied
from service.problems import PROBLEM_TYPE, Problem, Refused
from service.routes.described import READ_BODY, json_body, problems
from service.routes.described import answer as answer_schema
from service.runs import lost
from service.schemas import answers
from service.work.facts import Reply
from service.work.options import REQUESTS
from service.work.replies import answer

ANSWERS: dict[str, type[BaseModel]] = {
    "certify": answers.Certified,
    "solve": answers.Solved,
    "count": answers.Counted,
    "explain": answers.Explained,
    "grade": answers.Graded,
    "compare": answers.Compared,
    "convert": answers.Converted,
    "check": answers.Checked,
    "generate": answers.Generated,
    "twins": answers.Twins,
}
SUMMARIES = {
    "certify": "Decide whether a puzzle has exactly one answer",
    "solve": "Find a puzzle's answers",
    "count": "Count a puzzle's answers",
    "explain": "Explain a puzzle step by step",
    "grade": "Name the weakest rungs that finish a puzzle",
    "compare": "Run engines side by side",
    "convert": "Write a puzzle in another format",
    "check": "Check an answer by the plain rules",
    "generate": "Make a puzzle that has exactly one answer",
    "twins": "Count pictures that no clues can fix, or find a picture's twins",
}
REFUSALS = (
    "bad-puzzle",
    "bad-answer",
    "bad-picture",
    "unknown-format",
    "board-too-large",
    "has-twin",
    "not-possible",
    "out-of-time",
)
SOLVING = (*READ_BODY, *REFUSALS)
LOST = ("worker-died", "out-of-memory", "engine-missing", "not-ready", "busy", "stopping", "overdue")

RETRIES = 1
"""A worker may die of something that is not the request's fault."""
RETRY_AFTER = {"retry-after": "1"}


def add_calls(app: FastAPI, house: House) -> None:
    """An address for each call."""
    router = APIRouter(prefix="/v1", tags=["calls"])
    for action, model in REQUESTS.items():
        router.add_api_route(
            f"/{action}",
            _endpoint(house, action),
            methods=["POST"],
            name=action,
            operation_id=action,
            summary=SUMMARIES[action],
            responses={200: answer_schema(ANSWERS[action]), **problems(*SOLVING, *LOST)},
            openapi_extra=json_body(action, model),
            response_class=Response,
        )
    app.include_router(router)


def _endpoint(house: House, action: str) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        return await run_call(house, action, request)

    return endpoint


async def run_call(house: House, action: str, request: Request) -> Response:
    """Have a worker answer; a client that goes away takes its work along."""
    if not house.pool.is_ready:
        raise Refused("not-ready", "kernels are being loaded or compiled", RETRY_AFTER)
    settings = house.settings
    check_media_type(request, ("application/json",))
    body = await read_body(request, settings.body_bytes, house.patience)
    grace = settings.kill_after
    hard = house.caps.max_seconds + grace
    try:
        future = house.pool.submit(
            answer, action, body, house.caps, seconds=hard, grace=grace, retries=RETRIES
        )
    except Busy:
        raise Refused("busy", "the queue is full, try again in a second", RETRY_AFTER) from None
    work = asyncio.ensure_future(asyncio.wrap_future(future))
    leaving = asyncio.ensure_future(gone(request))
    try:
        await asyncio.wait({work, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Gone
        reply: Reply = work.result()
    except (WorkerDied, Overdue, MemoryError) as error:
        return problem_response(lost(error))
    finally:
        for each in (work, leaving):
            each.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await each
    house.count(action, reply.fact)
    media_type = "application/json" if reply.status == 200 else PROBLEM_TYPE
    return Response(reply.body, reply.status, media_type=media_type)


def problem_response(problem: Problem, headers: dict[str, str] | None = None) -> Response:
    """A problem document as an answer."""
    return Response(problem.encode(), problem.status, headers, PROBLEM_TYPE)
