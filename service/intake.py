"""Receiving a batch: its lines go to the disk as they come, so that no batch is ever held in memory."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from models.formats import MAX_TEXT
from service.bodies import CLOSE, read_lines
from service.problems import Refused
from service.runs import cut_runs

if TYPE_CHECKING:
    from fastapi import Request

    from service.house import House

HELD_BYTES = 2_000_000
"""What is held of a batch's body before it is written."""


async def receive_lines(house: House, request: Request, batch: str, head: str) -> tuple[int, str]:
    """Keep the body's lines as they come: (how many, the digest of all that was asked)."""
    settings = house.settings
    digest = hashlib.sha256(head.encode())
    waiting: list[bytes] = []
    lines = held = 0
    async for line in read_lines(request, settings.batch_bytes, house.patience, MAX_TEXT):
        digest.update(b"\n" + line)
        waiting.append(line)
        lines += 1
        held += len(line)
        if lines > settings.batch_lines:
            raise Refused("too-large", f"more than {settings.batch_lines} lines", CLOSE)
        if held >= HELD_BYTES:
            await _keep(house, batch, waiting, lines)
            waiting, held = [], 0
    if waiting:
        await _keep(house, batch, waiting, lines)
    if not lines:
        raise Refused("bad-request", "the batch has no lines", where="body")
    return lines, digest.hexdigest()


async def _keep(house: House, batch: str, waiting: list[bytes], lines: int) -> None:
    """Write the last of so many lines."""
    runs = list(cut_runs(waiting, batch, lines - len(waiting) + 1))
    await house.in_writer(house.store.add, batch, runs)
