"""One service for all tests that leave it as it is; tests that hurt it start their own."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

from tests.service.http.servers import Server

if os.environ.get("NUMBA_DISABLE_JIT"):
    pytest.skip("the service needs compiled kernels", allow_module_level=True)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service with default settings."""
    running = Server(tmp_path_factory.mktemp("service")).start()
    yield running
    assert running.stop() == 0


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start a service of this test's own, with settings."""
    started: list[Server] = []

    def start(**settings: Any) -> Server:
        started.append(Server(tmp_path, **settings).start())
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.stop(signal.SIGKILL)
