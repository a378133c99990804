"""Batches: lines in, answers out in their places, progress, cancel, idempotency, resuming."""

from __future__ import annotations

import json

import pytest

from service.schemas.answers import BatchState, Certified
from tests.service.http.servers import ENDLESS, LINES, UNIQUE, Server
from tests.service.http.test_calls import is_problem

CELL = [{"kind": "fillapix", "clues": [[clue]]} for clue in (0, 1)]
"""Boards with one answer each, blank and ink."""


def test_answers_come_in_the_order_of_the_lines_with_their_ids(server: Server) -> None:
    lines = [CELL[n % 2] | {"id": n} for n in range(200)]
    answer = server.submit(lines)
    assert answer.status_code == 202
    batch = answer.json()["id"]
    assert answer.headers["location"] == f"/v1/batches/{batch}"
    state = server.wait(batch)
    BatchState.model_validate(state, strict=True)
    assert (state["state"], state["done"], state["verdicts"]) == ("finished", 200, {"unique": 200})
    results = server.results(batch)
    assert [(each["line"], each["id"]) for each in results] == [(n + 1, n) for n in range(200)]
    assert [each["solutions"][0][0][0] for each in results] == [n % 2 for n in range(200)]
    for each in results:
        Certified.model_validate(each, strict=True)


def test_a_lines_fault_is_its_own_answer(server: Server) -> None:
    lines = [UNIQUE, "what is this", "", {"kind": "fillapix", "clues": [[9]], "id": "high"}, "3x3:4c9d"]
    batch = server.submit(lines).json()["id"]
    state = server.wait(batch)
    assert state["verdicts"] == {"unique": 2, "problem": 2, "none": 1}
    results = server.results(batch)
    assert [each.get("verdict") for each in results] == ["unique", None, None, "none", "unique"]
    assert results[1]["problem"]["type"] == "/docs#unknown-format"
    assert results[3]["id"] == "high"


def test_a_line_that_is_no_text_is_its_own_answer(server: Server) -> None:
    body = b"\xff\xfe\n3x3:4c9d\r\n"
    batch = server.client.post("/v1/batches", content=body, headers={"content-type": LINES}).json()["id"]
    server.wait(batch)
    first, second = server.results(batch)
    assert first["problem"]["where"] == "byte 1"
    assert second["verdict"] == "unique"


def test_results_resume_from_any_offset(server: Server) -> None:
    batch = server.submit([CELL[n % 2] | {"id": n} for n in range(100)]).json()["id"]
    server.wait(batch)
    for offset, limit, wanted in (
        (0, 3, [0, 1, 2]),
        (31, 3, [31, 32, 33]),
        (98, None, [98, 99]),
        (100, None, []),
    ):
        query = {"offset": offset} | ({} if limit is None else {"limit": limit})
        assert [each["id"] for each in server.results(batch, **query)] == wanted
        answer = server.client.get(f"/v1/batches/{batch}/results", params=query)
        assert answer.headers["rungwise-next-offset"] == str(offset + len(wanted))
        assert answer.headers["rungwise-state"] == "finished"


def test_an_offset_behind_the_last_line_is_refused(server: Server) -> None:
    batch = server.submit([UNIQUE]).json()["id"]
    server.wait(batch)
    refused = server.client.get(f"/v1/batches/{batch}/results", params={"offset": 2})
    is_problem(refused, "bad-request")
    assert refused.json()["where"] == "offset"
    assert "has 1 lines" in refused.json()["detail"]


def test_a_parameter_that_is_given_twice_is_refused(server: Server) -> None:
    headers = {"content-type": "application/x-ndjson"}
    for query in ("engines=ladder&engines=sat", "action=certify&action=certify", "seconds=1&seconds=2"):
        refused = server.client.post(f"/v1/batches?{query}", content=b"3x3:4c9d\n", headers=headers)
        is_problem(refused, "bad-request")
        assert refused.json()["where"] == query.partition("=")[0]
    batch = server.submit([UNIQUE]).json()["id"]
    is_problem(server.client.get(f"/v1/batches/{batch}/results?offset=0&offset=1"), "bad-request")


def test_other_calls_work_in_batches_too(server: Server) -> None:
    batch = server.submit([UNIQUE, CELL[0]], action="grade").json()["id"]
    assert server.wait(batch)["action"] == "grade"
    assert [each["grade"] for each in server.results(batch)] == ["count", "count"]
    batch = server.submit([UNIQUE], action="convert", to="tatham").json()["id"]
    assert server.wait(batch)["verdicts"] == {"done": 1}
    assert server.results(batch)[0]["text"] == "3x3:4c9d"
    batch = server.submit([UNIQUE], engines="ladder,raw").json()["id"]
    server.wait(batch)
    assert set(server.results(batch)[0]["engines"]) == {"ladder", "raw"}


def test_a_retried_submission_is_the_same_batch(server: Server) -> None:
    first = server.submit([UNIQUE], token="retry-1")
    again = server.submit([UNIQUE], token="retry-1")
    assert (first.status_code, again.status_code) == (202, 202)
    assert first.json()["id"] == again.json()["id"]
    for lines, query, told in (
        ([CELL[0]], {}, "with other lines"),
        ([UNIQUE], {"action": "grade"}, "with another action or other options"),
        ([UNIQUE], {"seconds": 3}, "with another action or other options"),
    ):
        refused = server.submit(lines, token="retry-1", **query)
        is_problem(refused, "key-reused")
        assert refused.json()["detail"].endswith(told)
    assert server.submit([UNIQUE]).json()["id"] != first.json()["id"]


def test_cancel_keeps_the_answers_so_far(server: Server) -> None:
    batch = server.submit([CELL[0]] * 40 + [ENDLESS] * 20, action="count", seconds=5).json()["id"]
    server.wait(batch, done=32)
    state = server.client.post(f"/v1/batches/{batch}/cancel").json()
    assert state["state"] == "cancelled"
    assert 32 <= state["done"] < 60
    assert [each["line"] for each in server.results(batch)][:32] == list(range(1, 33))
    assert server.post("certify", {"puzzle": UNIQUE}).status_code == 200


def test_hard_lines_are_shared_by_all_workers_and_kept_one_by_one(server: Server) -> None:
    batch = server.submit([ENDLESS] * 20, action="count", seconds=0.5).json()["id"]
    state = server.wait(batch, done=3)
    assert state["state"] == "running"
    assert server.metric("rungwise_workers_busy") == 2
    state = server.client.post(f"/v1/batches/{batch}/cancel").json()
    assert 3 <= state["done"] < 20
    assert 1 <= state["ready"] <= state["done"]
    assert len(server.results(batch)) == state["ready"]
    assert server.state(batch) == state


def test_a_deleted_batch_is_gone(server: Server) -> None:
    batch = server.submit([ENDLESS] * 5, action="count", seconds=5).json()["id"]
    assert server.client.delete(f"/v1/batches/{batch}").status_code == 204
    for address in ("", "/results", "/events"):
        is_problem(server.client.get(f"/v1/batches/{batch}{address}"), "not-found")
    is_problem(server.client.delete(f"/v1/batches/{batch}"), "not-found")


def test_events_tell_of_progress_up_to_the_end(server: Server) -> None:
    batch = server.submit([ENDLESS] * 4, action="count", seconds=0.3).json()["id"]
    with server.client.stream("GET", f"/v1/batches/{batch}/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        data = [json.loads(line[6:]) for line in answer.iter_lines() if line.startswith("data: ")]
    assert len(data) >= 2
    assert data[-1]["state"] == "finished"
    done = [each["done"] for each in data]
    assert done == sorted(done)
    assert done[-1] == 4


def test_boards_known_from_before_are_not_solved_again(server: Server) -> None:
    board = {"kind": "doppelblock", "top": [1, None, None, None], "left": [None, 2, None, 0]}
    for wanted in (False, True):
        batch = server.submit([board]).json()["id"]
        server.wait(batch)
        (answer,) = server.results(batch)
        assert answer["cached"] is wanted


@pytest.mark.parametrize(
    ("query", "where"),
    [
        ({"action": "twins"}, "action"),
        ({"engines": "oracle"}, "engines.0"),
        ({"seconds": "nan"}, "query.seconds"),
        ({"limit": "3"}, "limit"),
        ({"sekonds": "3"}, "sekonds"),
        ({"action": "convert"}, "to"),
    ],
)
def test_a_batch_with_options_that_cannot_be_meant_is_refused(
    server: Server, query: dict[str, str], where: str
) -> None:
    assert is_problem(server.submit([UNIQUE], **query), "bad-request")["where"] == where


def test_a_batch_without_lines_is_refused(server: Server) -> None:
    is_problem(server.submit([]), "bad-request")
    answer = server.client.post("/v1/batches", content=b"x", headers={"content-type": "application/json"})
    is_problem(answer, "media-type")
