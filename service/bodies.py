"""Reading what clients send: bounded in size and in time, and never held for longer than needed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.problems import Refused

if TYPE_CHECKING:
    from fastapi import Request

CLOSE = {"connection": "close"}
"""The rest of a refused body is not read, so the connection cannot be used again."""


class Gone(Exception):  # noqa: N818 - what the client is
    """The client went away within its body."""


def check_media_type(request: Request, allowed: tuple[str, ...]) -> None:
    """Refuse a body of another media type; a missing one is taken as right."""
    given = request.headers.get("content-type", allowed[0]).partition(";")[0].strip().lower()
    if given not in allowed:
        raise Refused("media-type", f"{given[:60]!r}; expected {' or '.join(allowed)}", CLOSE)


@dataclass(frozen=True)
class Patience:
    """How long a client may be silent within its body, and how many bytes a second must come after that."""

    seconds: float
    rate: float

    def left(self, waited: float, size: int) -> float:
        """Seconds for the next piece, where so many bytes took so long to wait for."""
        return min(self.seconds, self.seconds + size / self.rate - waited)


async def read_pieces(request: Request, limit: int, patience: Patience) -> AsyncIterator[bytes]:
    """The body as it comes; Refused over ``limit`` bytes, or where it comes too slowly."""
    told = request.headers.get("content-length", "0")
    if told.isdigit() and int(told) > limit:
        raise Refused("too-large", f"{told} bytes, the limit is {limit}", CLOSE)
    size = 0
    waited = 0.0
    while True:
        left = patience.left(waited, size)
        began = time.monotonic()
        try:
            message = await asyncio.wait_for(request.receive(), left)
        except TimeoutError:
            why = f"nothing came for {left:g} s"
            if left < patience.seconds:
                why = f"{size} bytes came in {waited + left:.1f} s; {patience.rate:g} a second must come"
            raise Refused("body-timeout", why, CLOSE) from None
        waited += time.monotonic() - began
        if message["type"] == "http.disconnect":
            raise Gone
        piece = message.get("body", b"")
        size += len(piece)
        if size > limit:
            raise Refused("too-large", f"more than {limit} bytes", CLOSE)
        yield piece
        if not message.get("more_body", False):
            return


async def read_body(request: Request, limit: int, patience: Patience) -> bytes:
    """The whole body."""
    return b"".join([piece async for piece in read_pieces(request, limit, patience)])


async def read_lines(request: Request, limit: int, patience: Patience, longest: int) -> AsyncIterator[bytes]:
    """The body's lines, without their ends; Refused at a line over ``longest`` bytes."""
    rest: list[bytes] = []
    size = number = 0
    async for piece in read_pieces(request, limit, patience):
        *whole, last = piece.split(b"\n")
        for end in whole:
            number += 1
            yield b"".join([*rest, end]).removesuffix(b"\r")
            rest, size = [], 0
        rest.append(last)
        size += len(last)
        if size > longest:
            raise Refused("too-large", f"line {number + 1} has more than {longest} bytes", CLOSE)
    if size:
        yield b"".join(rest).removesuffix(b"\r")


async def gone(request: Request) -> None:
    """Return once the client has gone away; for use when its body has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
