"""Around every request: its id, who calls, how often they may, security headers, one log line, one count."""

from __future__ import annotations

import asyncio
import logging
import math
import re
import time
import uuid
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any

from service.logs import REQUEST_ID
from service.problems import PROBLEM_TYPE, Problem

if TYPE_CHECKING:
    from service.house import House
    from service.keys import Keys, RateLimit
    from service.metrics import Metrics

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

REQUEST_ID_SHAPE = re.compile(rb"[A-Za-z0-9._-]{1,64}")
GUARDED = "/v1/"
"""What needs a key and is counted against the rate limit; health, metrics and pages do not."""
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
]
STOPPING = {"retry-after": "10"}

log = logging.getLogger("rungwise.access")


class Guard:
    """The outermost layer of the application, in plain ASGI so that streams stay streams."""

    def __init__(self, app: App, keys: Keys, rate: RateLimit, metrics: Metrics) -> None:
        self.app = app
        self.keys = keys
        self.rate = rate
        self.metrics = metrics
        self.house: House

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        given = headers.get(b"x-request-id", b"")
        request = given.decode() if REQUEST_ID_SHAPE.fullmatch(given) else uuid.uuid4().hex
        token = REQUEST_ID.set(request)
        started = time.perf_counter()
        status = 0

        async def send_marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = [(b"x-request-id", request.encode()), *HEADERS]
                if scope["path"].startswith(GUARDED):
                    own.append((b"cache-control", b"no-store"))
                message["headers"] = [*message.get("headers", []), *own]
            await send(message)

        try:
            refusal = self._refusal(scope, headers)
            if refusal is not None:
                await _send_problem(send_marked, *refusal)
            else:
                await self.app(scope, receive, send_marked)
        except asyncio.CancelledError:
            if not self.house.stopping.is_set():
                raise
            if not status:
                detail = "the service ended before the answer was there; send the request again"
                await _send_problem(send_marked, Problem("stopping", detail), STOPPING)
        finally:
            self._tell(scope, status, time.perf_counter() - started)
            REQUEST_ID.reset(token)

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes]) -> tuple[Problem, dict[str, str]] | None:
        """Why the request goes no further, and headers that say more."""
        if not scope["path"].startswith(GUARDED):
            return None
        owner = self.keys.owner(_secret(headers))
        if owner is None:
            detail = "send a key as `Authorization: Bearer KEY` or `X-API-Key: KEY`"
            return Problem("unauthorized", detail), {"www-authenticate": "Bearer"}
        scope.setdefault("state", {})["owner"] = owner
        client = scope.get("client") or ("unknown", 0)
        wait = self.rate.wait(owner if self.keys.secrets else client[0])
        if wait:
            seconds = str(math.ceil(wait))
            return Problem("too-many-requests", f"try again in {seconds} s"), {"retry-after": seconds}
        return None

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", None) or "other"
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self.metrics.requests.labels(method, route, str(status)).inc()
        self.metrics.seconds.labels(route).observe(seconds)
        said = {
            "method": method,
            "path": scope["path"][:200],
            "status": status,
            "ms": round(seconds * 1e3, 2),
        }
        log.info("request", extra=said | {"owner": scope.get("state", {}).get("owner")})


_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def _secret(headers: dict[bytes, bytes]) -> bytes | None:
    scheme, _, secret = headers.get(b"authorization", b"").partition(b" ")
    return secret.strip() if scheme.lower() == b"bearer" else headers.get(b"x-api-key")


async def _send_problem(send: Send, problem: Problem, more: dict[str, str]) -> None:
    body = problem.encode()
    headers = {"content-type": PROBLEM_TYPE, "content-length": str(len(body)), "connection": "close"} | more
    start = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": problem.status, "headers": start})
    await send({"type": "http.response.body", "body": body})
