"""One server and one browser for all tests of the page; skipped where Chromium or Playwright is absent."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.workbench import Workbench

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
EXPECT_MS = 20_000
"""How long the page may take to show what is expected of it; a busy machine is slow."""
WARM_SECONDS = 600
"""Kernels may have to be compiled first."""

Bench = Callable[..., "Workbench"]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on a free port, warm, until the last test is done."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("service")
    command = [sys.executable, "-m", "service.cli", "serve", "--port", str(port), "--workers", "1"]
    settings = os.environ | {"RUNGWISE_DATABASE": str(folder / "service.sqlite3")}
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, cwd=ROOT, env=settings, stdout=log, stderr=log)
        try:
            _await_ready(f"http://127.0.0.1:{port}/readyz", server, folder / "log")
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _await_ready(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + WARM_SECONDS
    while time.monotonic() < end:
        assert server.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.3)
    raise AssertionError(f"not ready after {WARM_SECONDS} s: {log.read_text()}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium under Playwright."""
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("chromium is not here")
    playwright.expect.set_options(timeout=EXPECT_MS)
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def bench(browser: Browser, address: str) -> Iterator[Bench]:
    """Open the page: ``bench(width, height, scheme)``. At the end its console must have been silent."""
    from tests.web.workbench import Workbench

    opened = []

    def open_page(width: int = 1600, height: int = 1000, scheme: str = "light") -> Workbench:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            accept_downloads=True,
        )
        opened.append((context, Workbench(context.new_page(), address)))
        return opened[-1][1]

    yield open_page
    faults = [fault for _, each in opened for fault in each.faults]
    for context, _ in opened:
        context.close()
    assert faults == []


@pytest.fixture
def workbench(bench: Bench) -> Workbench:
    """The page on a desk's screen, empty."""
    found = bench()
    found.visit()
    return found
