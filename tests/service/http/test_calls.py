"""Every call, with good requests and bad ones."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from service.problems import PROBLEM_TYPE, TITLES, Refused
from service.routes.calls import ANSWERS
from service.schemas.requests import EXAMPLES
from service.work.caps import Caps
from service.work.options import REQUESTS, read_request
from service.work.replies import answer
from tests.service.http.servers import ENDLESS, UNIQUE, Server

ALL = [(action, name) for action, examples in EXAMPLES.items() for name in examples]


def is_problem(answer: httpx.Response, slug: str) -> dict[str, Any]:
    """The problem document of an answer, which must be of this type."""
    assert answer.headers["content-type"] == PROBLEM_TYPE
    problem: dict[str, Any] = answer.json()
    assert problem["type"] == f"/docs#{slug}", problem
    assert answer.status_code == problem["status"] == TITLES[slug][0]
    assert problem["title"] == TITLES[slug][1]
    return problem


def test_every_call_has_examples() -> None:
    assert set(EXAMPLES) == set(REQUESTS) == set(ANSWERS)


@pytest.mark.parametrize(("action", "name"), ALL, ids=lambda each: each.replace(" ", "-"))
def test_every_example_gets_the_answer_that_is_described(server: Server, action: str, name: str) -> None:
    answer = server.post(action, EXAMPLES[action][name])
    assert answer.status_code == 200, answer.text
    ANSWERS[action].model_validate(answer.json(), strict=True)


def test_certify_says_unique_and_shows_the_answer(server: Server) -> None:
    told = server.post("certify", {"puzzle": UNIQUE, "id": 7}).json()
    assert (told["verdict"], told["id"], told["grade"]) == ("unique", 7, "count")
    assert told["solutions"] == [[[1] * 3] * 3]
    assert set(told["engines"]) == {"ladder", "sat"}


def test_certify_shows_two_answers_and_where_they_differ(server: Server) -> None:
    several = EXAMPLES["certify"]["several answers"]
    told = server.post("certify", several).json()
    first, second = told["solutions"]
    cells = [[r, c] for r in range(3) for c in range(3) if first[r][c] != second[r][c]]
    assert told["verdict"] == "multiple"
    assert told["difference"] == cells


def test_an_equal_board_is_known_from_before(server: Server) -> None:
    board = {"kind": "fillapix", "clues": [[1, None, 1], [None, 1, None], [1, None, 1]]}
    first = server.post("certify", {"puzzle": board}).json()
    for _ in range(100):
        again = server.post("certify", {"puzzle": board | {"id": "again"}}).json()
        if again["cached"]:
            break
    assert again["cached"]
    assert not first["cached"]
    for told in (first, again):
        del told["cached"], told["id"]
    assert first == again


def test_count_is_exact_and_stops_at_its_limit(server: Server) -> None:
    board = {"kind": "fillapix", "clues": [[None] * 3, [None, 4, None], [None] * 3]}
    assert server.post("count", {"puzzle": board}).json()["count"] == 126
    told = server.post("count", {"puzzle": board, "limit": 5}).json()
    assert (told["count"], told["exhausted"], told["limit"]) == (5, False, "solutions")


def test_a_limit_is_a_verdict_and_no_error(server: Server) -> None:
    told = server.post("count", {"puzzle": ENDLESS, "seconds": 0.1}).json()
    assert told["limit"] == "time"
    assert told["count"] > 0


def test_check_names_the_broken_rule(server: Server) -> None:
    answer = [[1, 1, 1], [1, 1, 1], [1, 1, 0]]
    told = server.post("check", {"puzzle": UNIQUE, "answer": answer}).json()
    assert not told["correct"]
    assert told["violations"][0]["code"] == "clue"


def test_convert_writes_what_convert_reads(server: Server) -> None:
    link = server.post("convert", {"puzzle": EXAMPLES["certify"]["a link"]["puzzle"], "to": "json"}).json()
    back = server.post("convert", {"puzzle": link["text"], "to": "puzzlink"}).json()
    assert back["text"].endswith("/5/5/g6g34g10h")


def test_a_seed_makes_the_same_puzzle_again(server: Server) -> None:
    asked = {"kind": "fillapix", "size": [7, 6], "seed": 5, "dials": {"density": 0.5}}
    first, again = (server.post("generate", asked).json() for _ in range(2))
    assert first == again
    told = server.post("certify", {"puzzle": first["puzzle"]}).json()
    assert (told["verdict"], told["solutions"]) == ("unique", [first["solution"]])


def test_a_picture_with_a_twin_is_refused_with_the_twin(server: Server) -> None:
    answer = server.post("generate", {"kind": "fillapix", "picture": ["#.", ".#"]})
    assert is_problem(answer, "has-twin")["twins"]


BAD = {
    "no json": (b"{", "not-json", "line 1 column 2"),
    "not utf-8": (b'{"puzzle":"\xff"}', "not-json", "byte 12"),
    "a key twice": (b'{"puzzle":"3x3:4c9d","puzzle":1}', "not-json", "line 1 column 22"),
    "nested too deep": (b'{"puzzle":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "not-json", None),
    "not a number": (b'{"puzzle":"3x3:4c9d","seconds":NaN}', "not-json", None),
    "no object": (b"[]", "bad-request", "body"),
    "no puzzle": (b"{}", "bad-request", "puzzle"),
    "an unknown field": (b'{"puzzle":"3x3:4c9d","sekonds":1}', "bad-request", "sekonds"),
    "a text for a number": (b'{"puzzle":"3x3:4c9d","seconds":"1"}', "bad-request", "seconds"),
    "no time": (b'{"puzzle":"3x3:4c9d","seconds":0}', "bad-request", "seconds"),
    "an unknown engine": (b'{"puzzle":"3x3:4c9d","engines":["oracle"]}', "bad-request", "engines.0"),
    "an engine that only counts": (b'{"puzzle":"3x3:4c9d","engines":["ganak"]}', "bad-request", "engines.0"),
    "an unknown kind": (b'{"puzzle":{"kind":"sudoku"}}', "bad-puzzle", "puzzle: kind"),
    "a ragged board": (
        b'{"puzzle":{"kind":"fillapix","clues":[[1],[1,2]]}}',
        "bad-puzzle",
        "puzzle: clues row 2",
    ),
    "a board too large": (
        b'{"puzzle":{"kind":"fillapix","clues":[' + b",".join([b"[1]"] * 300) + b"]}}",
        "board-too-large",
        "puzzle: clues",
    ),
    "an unknown text": (b'{"puzzle":"what is this"}', "unknown-format", "puzzle"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_request_is_told_what_is_wrong_and_where(server: Server, name: str) -> None:
    body, slug, where = BAD[name]
    answer = server.client.post("/v1/certify", content=body, headers={"content-type": "application/json"})
    problem = is_problem(answer, slug)
    if where is not None:
        assert problem["where"] == where


@pytest.mark.parametrize(
    ("action", "body", "slug"),
    [
        ("solve", {"puzzle": UNIQUE, "limit": 0}, "bad-request"),
        ("count", {"puzzle": UNIQUE, "engine": "x"}, "bad-request"),
        ("explain", {"puzzle": UNIQUE, "nodes": 3}, "bad-request"),
        ("grade", {"puzzle": 3}, "bad-request"),
        ("compare", {"puzzle": UNIQUE, "engines": []}, "bad-request"),
        ("convert", {"puzzle": UNIQUE, "to": "legup"}, "bad-request"),
        ("convert", {"puzzle": UNIQUE}, "bad-request"),
        (
            "convert",
            {"puzzle": {"kind": "tentaisho", "rows": 1, "cols": 1, "dots": []}, "to": "tatham"},
            "not-possible",
        ),
        ("check", {"puzzle": UNIQUE}, "bad-answer"),
        ("check", {"puzzle": UNIQUE, "answer": [[1]]}, "bad-answer"),
        ("check", {"puzzle": UNIQUE, "answer": "?"}, "bad-answer"),
        ("generate", {"kind": "fillapix"}, "bad-request"),
        ("generate", {"kind": "fillapix", "size": [3]}, "bad-request"),
        ("generate", {"kind": "fillapix", "size": [5, 5], "dials": {"x": 1}}, "bad-request"),
        ("generate", {"kind": "fillapix", "size": [5, 5], "dials": {"thin": 1}}, "bad-request"),
        ("generate", {"kind": "fillapix", "size": [5, 5], "dials": {"thin": "x"}}, "bad-request"),
        (
            "generate",
            {"kind": "fillapix", "size": [5, 5], "picture": ["#....", *["....."] * 4]},
            "bad-request",
        ),
        ("generate", {"kind": "fillapix", "size": 5, "dials": {"seconds": 0}}, "bad-request"),
        ("generate", {"kind": "tentaisho", "size": 5, "dials": {"seconds": -1.5}}, "bad-request"),
        ("generate", {"kind": "doppelblock", "size": [5, 6]}, "bad-request"),
        ("generate", {"kind": "fillapix", "picture": ["#?"]}, "bad-picture"),
        ("twins", {}, "bad-request"),
        ("twins", {"size": [2, 2], "picture": ["#"]}, "bad-request"),
        ("twins", {"size": [250, 250]}, "board-too-large"),
        ("twins", {"picture": ["#?"]}, "bad-picture"),
    ],
)
def test_each_call_refuses_what_it_cannot_do(
    server: Server, action: str, body: dict[str, Any], slug: str
) -> None:
    is_problem(server.post(action, body), slug)


@pytest.mark.parametrize(
    ("asked", "where"),
    [
        ({"kind": "fillapix", "dials": {"thin": "x"}}, "dials.thin"),
        ({"kind": "fillapix", "dials": {"density": 2.0}}, "dials.density"),
        ({"kind": "tentaisho", "dials": {"mean": 0.5}}, "dials.mean"),
        ({"kind": "tentaisho", "dials": {"seconds": 0}}, "dials.seconds"),
        ({"kind": "doppelblock", "size": [5, 6]}, "size"),
    ],
)
def test_what_a_generator_complains_of_is_named_as_in_the_request(asked: dict[str, Any], where: str) -> None:
    problem = json.loads(answer("generate", json.dumps({"size": 5} | asked).encode(), Caps()).body)
    assert problem["where"] == where


@pytest.mark.parametrize(
    ("action", "body", "places"),
    [
        ("twins", {"picture": ["#", 3]}, ["picture.1"]),
        ("twins", {"picture": 5}, ["picture", "picture"]),
        ("twins", {"size": "5"}, ["size"]),
        ("twins", {"size": 0}, ["size"]),
        ("twins", {"size": [5, 5, 5]}, ["size"]),
        ("twins", {"size": True}, ["size"]),
        ("check", {"puzzle": "3x3:4c9d", "answer": ["#", 3]}, ["answer.1", "answer.0", "answer.1"]),
        ("certify", {"puzzle": 3}, ["puzzle", "puzzle"]),
        ("generate", {"kind": "fillapix", "dials": {"thin": [1]}}, ["dials.thin"] * 4),
        ("generate", {"dials": {"thin": []}, "size": 5}, ["kind", *["dials.thin"] * 4]),
        ("certify", {"puzzle": "3x3:4c9d", "list[str]": 1}, ["list[str]"]),
    ],
)
def test_places_in_a_request_are_those_that_its_sender_knows(
    action: str, body: dict[str, Any], places: list[str]
) -> None:
    with pytest.raises(Refused) as caught:
        read_request(action, json.dumps(body).encode())
    problem = caught.value.problem
    assert [each["where"] for each in problem.more["errors"]] == places
    assert problem.more["where"] == places[0]
    assert problem.detail.startswith(f"{places[0]}: ")


def test_one_number_is_a_square(server: Server) -> None:
    assert server.post("twins", {"size": 5}).json() == server.post("twins", {"size": [5, 5]}).json()
    made = [
        server.post("generate", {"kind": "fillapix", "size": size, "seed": 1}).json() for size in (6, [6, 6])
    ]
    assert made[0] == made[1]


def test_another_media_type_is_refused(server: Server) -> None:
    answer = server.client.post("/v1/certify", content=b"a=b", headers={"content-type": "text/html"})
    is_problem(answer, "media-type")


def test_unknown_addresses_and_methods_are_problems_too(server: Server) -> None:
    is_problem(server.client.get("/v1/nothing"), "not-found")
    answer = server.client.get("/v1/certify")
    is_problem(answer, "method-not-allowed")
    assert answer.headers["allow"] == "POST"


def test_every_answer_carries_a_request_id_and_security_headers(server: Server) -> None:
    answer = server.client.get("/v1/engines", headers={"x-request-id": "mine-1"})
    assert answer.headers["x-request-id"] == "mine-1"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"
    made = server.client.get("/v1/nothing", headers={"x-request-id": "bad id!"}).headers["x-request-id"]
    assert len(made) == 32
    assert '"request": "mine-1"' in server.log.read_text()


def test_a_count_that_an_engine_cannot_make_is_not_possible(server: Server) -> None:
    pytest.importorskip("pyganak")
    galaxies = {"kind": "tentaisho", "rows": 3, "cols": 3, "dots": [[2, 2], [3, 5], [5, 2]]}
    answer = server.post("count", {"puzzle": galaxies, "engine": "ganak"})
    assert answer.status_code == 422
    assert answer.json()["type"].endswith("not-possible")
