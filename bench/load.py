"""A bounded load on a service of its own on this machine: batches, single calls, the queue's bound, memory.

    python -m bench.load [--boards FILE.jsonl] [--kind KIND] [--side 10] [--lines 4000] [--requests 2000]
                         [--out FILE.json]

Known results are off, so that every board is worked on. Client, server and workers share the cores. Speaks
with nothing but the server it starts, on the loopback address.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.boards import GENERATED, from_file, generated
from bench.machine import machine
from models.puzzle import Puzzle

START_SECONDS = 300
CLIENTS = 1, 8, 64
PAST_BOUND = 200
"""Clients at once for the queue's bound."""


@dataclass
class Served:
    """A running service."""

    port: int
    pid: int
    ready_seconds: float

    def resident(self) -> int:
        """Megabytes of the server's own process, workers apart."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000


@dataclass
class Client:
    """One connection that is kept, with as little work of its own as can be."""

    port: int
    reader: asyncio.StreamReader = field(init=False)
    writer: asyncio.StreamWriter = field(init=False)

    async def open(self) -> Client:
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**24)
        return self

    async def ask(
        self, method: str, path: str, body: bytes = b"", media_type: str = "application/json"
    ) -> tuple[int, bytes]:
        """(status, body) of a request."""
        head = f"{method} {path} HTTP/1.1\r\nhost: x\r\ncontent-type: {media_type}\r\n"
        self.writer.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        found = re.search(rb"content-length: (\d+)", answer)
        data = await self.reader.readexactly(int(found[1])) if found else b""
        return int(answer.split(None, 2)[1]), data

    def close(self) -> None:
        """Disconnect."""
        self.writer.close()


@contextmanager
def served() -> Iterator[Served]:
    """A service on a free port, ready."""
    with tempfile.TemporaryDirectory(prefix="rungwise-load-") as folder:
        log = Path(folder) / "log"
        own = {"RUNGWISE_DATABASE": f"{folder}/store", "RUNGWISE_KNOWN_RESULTS": "0"}
        began = time.perf_counter()
        with log.open("wb") as written:
            command = [sys.executable, "-m", "service.cli", "serve", "--port", "0"]
            process = subprocess.Popen(command, stderr=written, env=os.environ | own)
        try:
            port = _port(log, process)
            asyncio.run(_ready(port))
            yield Served(port, process.pid, time.perf_counter() - began)
        finally:
            process.terminate()
            process.wait(timeout=30)


def _port(log: Path, process: subprocess.Popen[bytes]) -> int:
    end = time.monotonic() + START_SECONDS
    while not (found := re.search(r"running on http://[\d.]+:(\d+)", log.read_text())):
        if process.poll() is not None or time.monotonic() > end:
            raise SystemExit(log.read_text())
        time.sleep(0.01)
    return int(found[1])


async def _ready(port: int) -> None:
    client = await Client(port).open()
    while (await client.ask("GET", "/readyz"))[0] != 200:
        await asyncio.sleep(0.02)
    client.close()


async def batch(port: int, lines: list[bytes], query: str) -> float:
    """Lines a second from the first byte sent to the last answer written."""
    client = await Client(port).open()
    began = time.perf_counter()
    body = b"\n".join(lines)
    status, data = await client.ask("POST", f"/v1/batches{query}", body, "application/x-ndjson")
    if status != 202:
        raise SystemExit(data.decode())
    mark = json.loads(data)["id"]
    while (state := json.loads((await client.ask("GET", f"/v1/batches/{mark}"))[1]))["state"] == "running":
        await asyncio.sleep(0.05)
    spent = time.perf_counter() - began
    client.close()
    if state["verdicts"] != {"unique": len(lines)}:
        raise SystemExit(f"not all boards are unique: {state['verdicts']}")
    return len(lines) / spent


async def calls(port: int, bodies: list[bytes], clients: int, requests: int) -> dict[str, Any]:
    """Statuses, calls a second and milliseconds of a call, with so many clients at once."""
    waits: list[float] = []
    statuses: Counter[int] = Counter()
    left = iter(range(requests))

    async def one() -> None:
        client = await Client(port).open()
        for number in left:
            began = time.perf_counter()
            status, _ = await client.ask("POST", "/v1/certify", bodies[number % len(bodies)])
            waits.append(1e3 * (time.perf_counter() - began))
            statuses[status] += 1
        client.close()

    began = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(clients)))
    spent = time.perf_counter() - began
    cuts = statistics.quantiles(waits, n=100)
    return {
        "clients": clients,
        "statuses": dict(statuses),
        "a_second": round(requests / spent),
        "p50_ms": round(cuts[49], 1),
        "p99_ms": round(cuts[98], 1),
    }


def measure(boards: list[Puzzle], lines: int, requests: int) -> dict[str, Any]:
    """All figures of one service on these boards; progress as JSON lines on standard output."""
    texts = [board.canonical().encode() for board in boards]
    bodies = [b'{"puzzle":' + text + b"}" for text in texts]
    found: dict[str, Any] = {"boards": len(boards), "batches": [], "calls": []}
    with served() as server:
        found["ready_seconds"] = round(server.ready_seconds, 2)
        asyncio.run(calls(server.port, bodies, 2, 100))
        for name, query in (("ladder and SAT", ""), ("ladder alone", "?engines=ladder")):
            sent = [texts[number % len(texts)] for number in range(lines)]
            rate = asyncio.run(batch(server.port, sent, query))
            found["batches"].append({"batch": name, "lines": lines, "a_second": round(rate)})
            print(json.dumps(found["batches"][-1]), flush=True)
        before = server.resident()
        for clients in (*CLIENTS, PAST_BOUND):
            found["calls"].append(asyncio.run(calls(server.port, bodies, clients, requests)))
            print(json.dumps(found["calls"][-1]), flush=True)
        found["requests"] = requests * (len(CLIENTS) + 1)
        found["server_mb"] = [before, server.resident()]
    return found


def boards_of(kind: str, side: int, file: Path | None) -> list[Puzzle]:
    """The square boards of a file, or generated ones; SystemExit names what there is none of."""
    if file is not None:
        boards = [each for each in from_file(file, kind) if each.shape == (side, side)]
        if not boards:
            raise SystemExit(f"no {kind} boards of {side}x{side} in {file}")
        return boards
    names = {least: name for name, (least, _) in GENERATED[kind].items()}
    if side not in names:
        sides = ", ".join(map(str, sorted(names)))
        raise SystemExit(f"no {kind} boards of {side}x{side} are generated, only of side {sides}")
    (drawn,) = generated(kind, 100, 1, [names[side]])
    return list(drawn.boards)


def described(boards: list[Puzzle], from_a_file: bool) -> str:
    """What the boards are, for a report: where they were published is not known of a file."""
    rows, columns = boards[0].shape
    what = f"{boards[0].title} boards of {rows}x{columns}"
    return f"{what} from a file" if from_a_file else f"generated {what}"


def main() -> None:
    """Measure, and print one JSON object a line."""
    parser = argparse.ArgumentParser(description="A bounded load on a service of its own.")
    parser.add_argument("--boards", type=Path, help="JSON lines (default: generated boards)")
    parser.add_argument("--kind", default="fillapix", choices=GENERATED)
    parser.add_argument("--side", type=int, default=10)
    parser.add_argument("--lines", type=int, default=4000)
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--out", type=Path, help="where to write all figures as JSON")
    asked = parser.parse_args()
    boards = boards_of(asked.kind, asked.side, asked.boards)
    about = {"what": described(boards, asked.boards is not None), "machine": machine()}
    found = about | measure(boards, asked.lines, asked.requests)
    print(json.dumps({key: found[key] for key in ("what", "ready_seconds", "requests", "server_mb")}))
    if asked.out is not None:
        asked.out.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
