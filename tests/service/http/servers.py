"""A service as a process of its own, and how tests speak with it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parents[3]
START_SECONDS = 300.0
"""Kernels that were never compiled take a while."""

UNIQUE = {"kind": "fillapix", "clues": [[4, None, None], [None, 9, None], [None, None, None]]}
ENDLESS = {"kind": "fillapix", "clues": [[None] * 12] * 12}
"""More answers than anyone can count one by one."""
LINES = "application/x-ndjson"


class Server:
    """``rungwise serve`` on a free port, its database in a folder of its own."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.folder = folder
        self.log = folder / "log"
        ours = {"DATABASE": folder / "service.sqlite3", "WORKERS": 2, **settings}
        self.environment = os.environ | {"PYTHONPATH": str(ROOT)}
        self.environment |= {f"RUNGWISE_{name}": str(value) for name, value in ours.items()}
        self.process: subprocess.Popen[bytes]
        self.client = httpx.Client()

    def start(self) -> Server:
        """Start it and wait until its workers are warm."""
        begin = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "service.cli", "serve", "--port", "0"]
            self.process = subprocess.Popen(command, stderr=log, env=self.environment, cwd=self.folder)
        end = time.monotonic() + START_SECONDS
        while not (found := re.search(r"running on (http://[\d.:]+)", self.log.read_text()[begin:])):
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < end
            time.sleep(0.02)
        self.url = found[1]
        self.client.close()
        self.client = httpx.Client(base_url=self.url, timeout=60)
        while self.client.get("/readyz").status_code != 200:
            assert time.monotonic() < end
            time.sleep(0.05)
        return self

    def stop(self, number: int = signal.SIGTERM) -> int:
        """End it; its exit status."""
        self.client.close()
        self.process.send_signal(number)
        return self.process.wait(timeout=30)

    def post(self, action: str, body: dict[str, Any], **options: Any) -> httpx.Response:
        """One call."""
        return self.client.post(f"/v1/{action}", json=body, **options)

    def submit(self, lines: list[Any], token: str | None = None, **query: Any) -> httpx.Response:
        """A batch of objects and texts."""
        text = "".join((each if isinstance(each, str) else json.dumps(each)) + "\n" for each in lines)
        headers = {"content-type": LINES} | ({"idempotency-key": token} if token else {})
        return self.client.post("/v1/batches", content=text, params=query, headers=headers)

    def state(self, batch: str) -> dict[str, Any]:
        """How far a batch is."""
        found: dict[str, Any] = self.client.get(f"/v1/batches/{batch}").json()
        return found

    def wait(self, batch: str, done: int | None = None) -> dict[str, Any]:
        """Wait until a batch ends, or until so many lines are done."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            state = self.state(batch)
            if state["state"] != "running" or (done is not None and state["done"] >= done):
                return state
            time.sleep(0.02)
        raise AssertionError(state)

    def results(self, batch: str, **query: Any) -> list[dict[str, Any]]:
        """The answers that are there."""
        text = self.client.get(f"/v1/batches/{batch}/results", params=query).text
        return [json.loads(line) for line in text.splitlines()]

    def metric(self, sample: str) -> float:
        """The value of a counter, 0 where it has not begun."""
        text = self.client.get("/metrics").text
        found = re.search(rf"^{re.escape(sample)} (\S+)$", text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    def workers(self) -> list[int]:
        """Process ids of the workers: the children of the process that they are forked from."""
        forks = children(self.process.pid)
        return [worker for fork in forks for worker in children(fork)]


def children(pid: int) -> list[int]:
    """The process ids of a process's children."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(child) for child in task.read_text().split()]
    return found


def is_alive(pid: int) -> bool:
    """Whether a process is there and not only waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
