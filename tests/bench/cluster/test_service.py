"""The service with its batches on a cluster, while single calls stay with its own processes."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

from bench.cluster import connection
from tests.bench.cluster.conftest import Apart
from tests.service.http.servers import ENDLESS, UNIQUE, Server
from tests.service.running import Run


@pytest.fixture
def server(apart: Apart, tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path, WORKERS=1, SCHEDULER=apart.address).start()
    yield running
    assert running.stop() == 0


def test_batches_are_worked_on_there_and_come_back_in_order(server: Server) -> None:
    poison = UNIQUE | {"id": "poison"}
    lines = [*[UNIQUE | {"id": number} for number in range(200)], poison, "no puzzle", UNIQUE]
    batch = server.submit([line if isinstance(line, str) else json.dumps(line) for line in lines]).json()[
        "id"
    ]
    state = server.wait(batch)
    assert (state["state"], state["verdicts"]) == ("finished", {"unique": 201, "problem": 2})
    found = server.results(batch)
    assert [each["line"] for each in found] == list(range(1, 204))
    assert found[200]["problem"]["type"] == "/docs#worker-died"
    assert server.metric('rungwise_worker_deaths_total{why="crashed"}') == 0
    assert server.post("certify", {"puzzle": UNIQUE}).json()["verdict"] == "unique"
    endless = server.submit([ENDLESS] * 10, action="count", seconds=30).json()["id"]
    server.client.post(f"/v1/batches/{endless}/cancel")
    again = server.submit([UNIQUE] * 4).json()["id"]
    assert server.wait(again)["verdicts"] == {"unique": 4}


def test_the_service_does_not_start_without_the_scheduler_it_is_to_use(
    rungwise: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "CONNECT_SECONDS", 1.0)
    monkeypatch.setattr(sys.modules["service.cli.serve"], "_start_forks", lambda: None)
    monkeypatch.setenv("RUNGWISE_SCHEDULER", "tcp://127.0.0.1:9")
    monkeypatch.setenv("RUNGWISE_DATABASE", str(tmp_path / "store"))
    ran = rungwise("serve", "--port", "0")
    assert ran.code == 2
    assert ran.err.startswith("rungwise: RUNGWISE_SCHEDULER: no scheduler answers at tcp://127.0.0.1:9")
    assert len(ran.err.splitlines()) == 1
