"""Health, metrics, lists and pages."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx

from engines import ENGINES
from models import PUZZLES
from models.formats import FORMATS
from service.app import create_app
from service.problems import TITLES
from service.settings import Settings
from tests.service.http.servers import UNIQUE, Server


def test_the_lists_are_the_registries(server: Server) -> None:
    told = server.client.get("/v1/puzzles").json()
    assert [each["kind"] for each in told["puzzles"]] == list(PUZZLES)
    assert [each["name"] for each in told["formats"]] == list(FORMATS)
    assert told["puzzles"][0]["generator"]["thin"] == {"type": "str", "default": "core"}
    engines = server.client.get("/v1/engines").json()["engines"]
    assert [each["name"] for each in engines] == list(ENGINES)


def test_health_and_readiness(server: Server) -> None:
    assert server.client.get("/healthz").json() == {"status": "ok"}
    assert server.client.get("/readyz").json() == {"status": "ready"}


def test_calls_before_the_workers_are_warm_are_to_come_again(tmp_path: Path) -> None:
    app = create_app(Settings(database=tmp_path / "cold.sqlite3", workers=1))  # its workers are not started

    async def ask(action: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://cold") as client:
            return await client.post(f"/v1/{action}", json={"kind": "fillapix", "size": 5})

    for action in ("certify", "generate"):
        answer = asyncio.run(ask(action))
        assert answer.status_code == 503
        assert answer.json()["type"].endswith("not-ready")
        assert int(answer.headers["retry-after"]) > 0


def test_metrics_count_verdicts_engines_and_workers(server: Server) -> None:
    sample = 'rungwise_verdicts_total{action="grade",kind="fillapix",verdict="unique"}'
    before = server.metric(sample)
    server.post("grade", {"puzzle": UNIQUE})
    assert server.metric(sample) == before + 1
    assert server.metric("rungwise_workers") == 2
    server.post("count", {"puzzle": UNIQUE, "limit": 17})
    assert server.metric('rungwise_engine_seconds_total{engine="ladder"}') > 0


def test_docs_name_every_call_and_every_problem_and_load_nothing_from_outside(server: Server) -> None:
    page = server.client.get("/docs").text
    description = server.client.get("/openapi.json").json()
    assert all(path in page for path in description["paths"])
    assert all(f'id="{slug}"' in page for slug in TITLES)
    assert not re.findall(r"(?:src|href)=.?https?:", page)


def test_the_first_page_is_there(server: Server) -> None:
    answer = server.client.get("/")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
