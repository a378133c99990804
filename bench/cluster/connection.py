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
from bench.cluster.there import WarmUp, introduce, scheduler_build

CONNECT_SECONDS = 5.0
WORKER_SECONDS = 20.0
"""How long a scheduler may be without any worker at the start: they may be starting, too."""
WARM_SECONDS = 900.0
"""How long workers may take to get ready: kernels that were never compiled take a minute or two."""
CHATTY = "distributed", "distributed.client", "distributed.core", "distributed.comm", "tornado.application"
SILENT = logging.CRITICAL + 1
"""Loggers that are silenced in a client: what matters is said by our errors, in one line."""


async def connect(address: str, warm_up: Callable[[], object] | None = None) -> Client:
    """A client of the scheduler there, its workers known to be fit and warm; ClusterError otherwise."""
    for logger in CHATTY:
        logging.getLogger(logger).setLevel(SILENT)
    client: Client = Client(
        address, asynchronous=True, timeout=CONNECT_SECONDS, set_as_default=False, name="rungwise"
    )
    try:
        await _open(client, address)
        check_build(f"the scheduler at {address}", await _scheduler_build(client))
        check(address, await _introduced(client, address))
        if warm_up is not None:
            await _warm(client, address, warm_up)
    except BaseException:
        await close(client)
        raise
    return client


async def _open(client: Client, address: str) -> None:
    async def opened() -> None:
        await client

    try:
        await asyncio.wait_for(opened(), CONNECT_SECONDS + 1)
    except (OSError, TimeoutError):
        raise ClusterError(f"no scheduler answers at {address} within {CONNECT_SECONDS:g} s") from None
    except (RuntimeError, TypeError, ValueError, ImportError) as error:  # of encryption, as a rule
        raise ClusterError(f"no connection to {address}: {error}") from None
    except Exception as error:  # another service's greeting read as lengths is any error, MemoryError too
        why = f"{type(error).__name__}: {error}"
        raise ClusterError(f"what answers at {address} is no Dask scheduler ({why})") from None


async def _scheduler_build(client: Client) -> Any:
    """The scheduler's build, or the error in place of it: it has to read the calls that it hands on."""
    try:
        return await asyncio.wait_for(client.run_on_scheduler(scheduler_build), CONNECT_SECONDS)
    except Exception as error:
        return error


async def close(client: Client) -> None:
    """Leave the scheduler, in a bounded time."""
    with suppress(Exception, asyncio.CancelledError):
        await asyncio.wait_for(client.close(timeout=2), 4)


async def _introduced(client: Client, address: str) -> dict[str, Any]:
    """What every worker says of itself, once there is one: an error in place of what it cannot say."""
    end = time.monotonic() + WORKER_SECONDS
    found: dict[str, Any] = {}
    while not found:
        if time.monotonic() > end:
            raise ClusterError(f"the scheduler at {address} has no workers")
        try:
            found = await asyncio.wait_for(client.run(introduce, on_error="return"), WORKER_SECONDS)
        except TimeoutError:
            raise ClusterError(f"the workers of {address} do not all answer") from None
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise ClusterError(f"the workers of {address} cannot be asked: {why}") from None
        if not found:
            await asyncio.sleep(0.2)
    return found


def check(address: str, workers: dict[str, Any]) -> None:
    """ClusterError names the first worker that is not fit for work, and why."""
    for worker, told in workers.items():
        at = f"the worker {worker} of {address}"
        check_build(at, told if isinstance(told, BaseException) else told["build"])
        if told["threads"] != 1:
            raise ClusterError(f"{at} has {told['threads']} threads; start workers with --nthreads 1")


def check_build(at: str, told: Any) -> None:
    """ClusterError unless whoever is there is the same program as this one."""
    if isinstance(told, ImportError | AttributeError):
        raise ClusterError(f"{at} has no rungwise, or another one: {told}")
    if isinstance(told, BaseException):
        raise ClusterError(f"{at} does not answer: {type(told).__name__}: {told}")
    ours = build()
    differ = [name for name in ours if told.get(name) != ours[name]]
    if differ:
        named = "; ".join(f"{name} {told.get(name)} there, {ours[name]} here" for name in differ)
        raise ClusterError(f"{at} is another program: {named}")


async def _warm(client: Client, address: str, warm_up: Callable[[], object]) -> None:
    plugin = WarmUp(plugin_name(warm_up), warm_up)
    try:
        await asyncio.wait_for(client.register_plugin(plugin), WARM_SECONDS)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise ClusterError(f"a worker of {address} cannot get ready: {why}") from None


def plugin_name(warm_up: Callable[[], object]) -> str:
    """The same for the same preparation, so that it is done once a worker however many clients come."""
    function = warm_up.func if isinstance(warm_up, partial) else warm_up
    what = " ".join(map(str, getattr(warm_up, "args", ())))
    return f"rungwise {build()['rungwise']} {function.__module__}.{function.__qualname__} {what}".strip()
