"""API keys and the rate limit."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from service.keys import ANYONE, BadKeys, Keys, RateLimit
from tests.service.http.servers import UNIQUE, Server
from tests.service.http.test_calls import is_problem

SECRETS = "ann:secret-of-ann,bob:secret-of-bob"


def test_without_keys_everybody_may_call() -> None:
    assert Keys.read("").owner(None) == ANYONE


def test_a_key_names_its_owner_and_no_other_does() -> None:
    keys = Keys.read(SECRETS)
    assert keys.owner(b"secret-of-bob") == "bob"
    for wrong in (None, b"", b"secret-of-bo", b"secret-of-bobb", b"bob", b"\xff"):
        assert keys.owner(wrong) is None


@pytest.mark.parametrize(
    "text", ["ann", "ann:short", ":secret-of-ann", "ann:secret-of-ann,ann:secret-of-bob"]
)
def test_a_setting_that_cannot_be_meant_is_refused_without_its_secret(text: str) -> None:
    with pytest.raises(BadKeys) as refused:
        Keys.read(text)
    assert "secret-of" not in str(refused.value)


def test_a_bucket_empties_and_fills_again() -> None:
    limit = RateLimit(rate=2, burst=3)
    assert [limit.wait("ann", now) for now in (0, 0, 0)] == [0, 0, 0]
    assert limit.wait("ann", 0) == 0.5
    assert limit.wait("bob", 0) == 0
    assert limit.wait("ann", 0.5) == 0
    assert limit.wait("ann", 0.5) == 0.5
    assert [limit.wait("ann", 100) for _ in range(4)] == [0, 0, 0, 0.5]


def test_forgotten_callers_do_not_pile_up() -> None:
    limit = RateLimit(rate=1, burst=1)
    for number in range(20_000):
        limit.wait(str(number), 0)
    assert len(limit.buckets) == 10_000


def test_keys_guard_calls_and_batches_and_stay_out_of_the_log(own_server: Callable[..., Server]) -> None:
    server = own_server(KEYS=SECRETS, RATE=0.01, BURST=5)
    assert server.client.get("/healthz").status_code == 200
    answer = server.post("certify", {"puzzle": UNIQUE})
    is_problem(answer, "unauthorized")
    assert answer.headers["www-authenticate"] == "Bearer"
    is_problem(server.post("certify", {"puzzle": UNIQUE}, headers={"x-api-key": "wrong-key"}), "unauthorized")
    ann, bob = {"authorization": "Bearer secret-of-ann"}, {"x-api-key": "secret-of-bob"}
    assert server.post("certify", {"puzzle": UNIQUE}, headers=ann).status_code == 200
    server.client.headers.update(ann)
    batch = server.submit([UNIQUE]).json()["id"]
    assert server.wait(batch, done=0)["id"] == batch
    address = f"/v1/batches/{batch}"
    del server.client.headers["authorization"]
    is_problem(server.client.get(address, headers=bob), "not-found")
    limited = [server.post("certify", {"puzzle": UNIQUE}, headers=ann) for _ in range(4)][-1]
    is_problem(limited, "too-many-requests")
    assert int(limited.headers["retry-after"]) > 1
    assert server.client.get(address, headers=bob).status_code == 404
    log = server.log.read_text()
    assert '"owner": "ann"' in log
    assert not any(secret in log for secret in ("secret-of-ann", "secret-of-bob", "wrong-key"))
