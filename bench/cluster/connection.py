"""A client of a scheduler whose workers have been looked at."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from distributed import Client

from bench.cluster.address import ClusterError
from bench.cluster.build import build
from bench.cluster.there import WarmUp, introduce

CONNECT_SECONDS = 5.0
WORKER_SECONDS = 20.0
"""How long a scheduler may be without any worker at the start: they may be starting, too."""
CHATTY = "distributed", "distributed.client", "distributed.core", "distributed.comm", "tornado.application"
"""Loggers that are silenced in a client: what matters is said by our errors, in one line."""


async def connect(address: str, warm_up: Callable[[], object] | None = None) -> Client:
    """A client of the scheduler there, its workers known to be fit and warm; ClusterError otherwise."""
    for logger in CHATTY:
        logging.getLogger(logger).setLevel(logging.CRITICAL)
    client: Client = Client(
        address, asynchronous=True, timeout=CONNECT_SECONDS, set_as_default=False, name="rungwise"
    )
    try:
        try:
            await asyncio.wait_for(_opened(client), CONNECT_SECONDS + 1)
        except (OSError, TimeoutError, ImportError) as error:
            why = f" ({error.__cause__ or error})" if isinstance(error, ImportError) else ""
            raise ClusterError(
                f"no scheduler answers at {address} within {CONNECT_SECONDS:g} s{why}"
            ) from None
        check(address, await _introduced(client, address))
        if warm_up is not None:
            await _warm(client, address, warm_up)
    except BaseException:
        await close(client)
        raise
    return client


async def _opened(client: Client) -> None:
    await client


async def close(client: Client) -> None:
    """Leave the scheduler, in a bounded time."""
    with suppress(OSError, TimeoutError, asyncio.CancelledError, RuntimeError):
        await asyncio.wait_for(client.close(timeout=2), 4)


async def _introduced(client: Client, address: str) -> dict[str, Any]:
    """What every worker says of itself, once there is one: an error in place of what it cannot say."""
    end = time.monotonic() + WORKER_SECONDS
    while not (found := await client.run(introduce, on_error="return")):
        if time.monotonic() > end:
            raise ClusterError(f"the scheduler at {address} has no workers")
        await asyncio.sleep(0.2)
    return dict(found)


def check(address: str, workers: dict[str, Any]) -> None:
    """ClusterError names the first worker that is not fit for work, and why."""
    for worker, told in workers.items():
        at = f"the worker {worker} of {address}"
        if isinstance(told, ImportError):
            raise ClusterError(f"{at} has no rungwise: {told}")
        if isinstance(told, BaseException):
            raise ClusterError(f"{at} does not answer: {type(told).__name__}: {told}")
        differ = [
            f"{name} {told['build'].get(name)} there, {ours} here"
            for name, ours in build().items()
            if told["build"].get(name) != ours
        ]
        if differ:
            raise ClusterError(f"{at} is another program: {'; '.join(differ)}")
        if told["threads"] != 1:
            raise ClusterError(f"{at} has {told['threads']} threads; start workers with --nthreads 1")


async def _warm(client: Client, address: str, warm_up: Callable[[], object]) -> None:
    try:
        await client.register_plugin(WarmUp(plugin_name(warm_up), warm_up))
    except Exception as error:
        raise ClusterError(
            f"a worker of {address} cannot get ready: {type(error).__name__}: {error}"
        ) from None


def plugin_name(warm_up: Callable[[], object]) -> str:
    """The same for the same preparation, so that it is done once a worker however many clients come."""
    function = warm_up.func if isinstance(warm_up, partial) else warm_up
    what = " ".join(map(str, getattr(warm_up, "args", ())))
    return f"rungwise {build()['rungwise']} {function.__module__}.{function.__qualname__} {what}".strip()
