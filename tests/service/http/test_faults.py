"""What goes wrong outside: killed workers, a killed server, clients that stall, vanish or send too much."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import httpx
import pytest

from service.bodies import Patience
from service.problems import PROBLEM_TYPE
from tests.service.http.servers import ENDLESS, LINES, UNIQUE, Server, is_alive
from tests.service.http.test_calls import is_problem

Start = Callable[..., Server]


def head_of(path: str, length: int, media_type: str = "application/json") -> str:
    """The head of a request whose body is sent by hand."""
    lines = (f"POST {path} HTTP/1.1", "host: x", f"content-type: {media_type}", f"content-length: {length}")
    return "\r\n".join(lines) + "\r\n\r\n"


def wait_busy(server: Server, workers: int = 1) -> None:
    """Wait until so many workers are at work."""
    end = time.monotonic() + 20
    while server.metric("rungwise_workers_busy") != workers:
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_board_without_end_is_undecided_after_its_second(server: Server) -> None:
    began = time.monotonic()
    told = server.post("certify", {"puzzle": ENDLESS, "engines": ["raw", "raw"], "seconds": 1}).json()
    assert told["verdict"] in ("multiple", "undecided")
    told = server.post("count", {"puzzle": ENDLESS, "engine": "raw", "seconds": 1}).json()
    assert (told["limit"], told["exhausted"]) == ("time", False)
    assert time.monotonic() - began < 6


def test_a_worker_that_is_killed_in_its_work_costs_a_retry_and_no_request(own_server: Start) -> None:
    server = own_server(WORKERS=1)
    with ThreadPoolExecutor() as threads:
        asked = threads.submit(server.post, "count", {"puzzle": ENDLESS, "seconds": 2})
        wait_busy(server)
        (worker,) = server.workers()
        os.kill(worker, signal.SIGKILL)
        told = asked.result()
    assert told.status_code == 200
    assert told.json()["limit"] == "time"
    assert server.workers() != [worker]
    assert server.metric('rungwise_worker_deaths_total{why="crashed"}') == 1


def test_a_request_that_loses_two_workers_gets_a_clean_problem(own_server: Start) -> None:
    server = own_server(WORKERS=1)
    killed: list[int] = []
    with ThreadPoolExecutor() as threads:
        asked = threads.submit(server.post, "count", {"puzzle": ENDLESS, "seconds": 20})
        while len(killed) < 2:
            wait_busy(server)
            for worker in server.workers():
                if worker not in killed:
                    os.kill(worker, signal.SIGKILL)
                    killed.append(worker)
            time.sleep(0.1)
        is_problem(asked.result(), "worker-died")
    assert server.post("certify", {"puzzle": UNIQUE}).json()["verdict"] == "unique"


def test_a_worker_that_is_stuck_is_killed_at_the_deadline(own_server: Start) -> None:
    server = own_server(WORKERS=1, KILL_AFTER=0.5)
    with ThreadPoolExecutor() as threads:
        asked = threads.submit(server.post, "count", {"puzzle": ENDLESS, "seconds": 0.5})
        wait_busy(server)
        (worker,) = server.workers()
        time.sleep(0.1)
        os.kill(worker, signal.SIGSTOP)  # no code of ours can hang so thoroughly
        is_problem(asked.result(), "overdue")
    assert not is_alive(worker)
    assert server.post("certify", {"puzzle": UNIQUE}).json()["verdict"] == "unique"
    batch = server.submit([UNIQUE, ENDLESS, UNIQUE], action="count", seconds=0.5).json()["id"]
    wait_busy(server)
    (worker,) = server.workers()
    os.kill(worker, signal.SIGKILL)
    assert server.wait(batch)["done"] == 3
    assert [each["line"] for each in server.results(batch)] == [1, 2, 3]


def test_a_worker_that_needs_too_much_memory_is_replaced(own_server: Start) -> None:
    server = own_server(WORKERS=1, WORKER_MEMORY=700)
    asked = {"puzzle": {"kind": "fillapix", "clues": [[None] * 250] * 250}, "limit": 1_000_000}
    answer = server.post("solve", asked | {"seconds": 30})
    assert answer.status_code in (200, 500)
    assert server.post("certify", {"puzzle": UNIQUE}).json()["verdict"] == "unique"


def test_a_server_killed_in_a_batch_goes_on_and_loses_and_doubles_nothing(own_server: Start) -> None:
    server = own_server(KNOWN_RESULTS=0)
    lines = [{"kind": "fillapix", "clues": [[None] * 6] * 6, "id": n} for n in range(200)]
    batch = server.submit(lines, token="once", action="count", limit=1000).json()["id"]
    for _ in range(2):
        before = server.wait(batch, done=30)
        workers = server.workers()
        server.stop(signal.SIGKILL)
        end = time.monotonic() + 5
        while any(map(is_alive, workers)):
            assert time.monotonic() < end, "workers outlive their server"
            time.sleep(0.02)
        server.start()
        assert server.state(batch)["done"] >= before["done"]
    assert server.submit(lines, token="once", action="count", limit=1000).json()["id"] == batch
    state = server.wait(batch)
    assert (state["state"], state["done"], state["verdicts"]) == ("finished", 200, {"multiple": 200})
    assert [each["id"] for each in server.results(batch)] == list(range(200))


def test_a_submission_that_breaks_off_is_no_batch(own_server: Start) -> None:
    server = own_server()
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as client:
        client.sendall(f"{head_of('/v1/batches', 9999, LINES)}{json.dumps(UNIQUE)}\n".encode())
        time.sleep(0.3)
    time.sleep(0.3)
    assert server.metric("rungwise_batches_unfinished") == 0
    assert server.post("certify", {"puzzle": UNIQUE}).status_code == 200


def test_a_body_that_stops_half_way_is_told_so(own_server: Start) -> None:
    server = own_server(BODY_SECONDS=0.4)
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as client:
        client.sendall(f"{head_of('/v1/certify', 99)}{{".encode())
        answer = b""
        while piece := client.recv(65536):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 408")
    assert PROBLEM_TYPE.encode() in answer


def test_a_body_that_comes_drop_by_drop_is_told_so(own_server: Start) -> None:
    server = own_server(BODY_SECONDS=0.4)
    host, port = server.url.removeprefix("http://").split(":")
    started = time.monotonic()
    with socket.create_connection((host, int(port)), timeout=10) as client:
        client.sendall(head_of("/v1/certify", 9_999).encode())
        client.setblocking(False)
        answer = b""
        while not answer and time.monotonic() < started + 10:
            client.sendall(b" ")
            time.sleep(0.05)
            with suppress(BlockingIOError):
                answer = client.recv(65536)
    assert answer.startswith(b"HTTP/1.1 408")
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    ("waited", "size", "left"), [(0, 0, 2), (1, 0, 1), (5, 10_000, 0), (5, 40_000, 2), (1, 10_000, 2)]
)
def test_a_body_must_keep_up_a_rate(waited: float, size: int, left: float) -> None:
    """2 s of silence, and 10,000 bytes for each 3 s that were waited for beyond them."""
    assert Patience(2, 10_000 / 3).left(waited, size) == pytest.approx(left)


def test_a_body_of_a_hundred_megabytes_is_refused_before_it_is_read(server: Server) -> None:
    sent = 0

    def body() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(100):
            sent += 1
            yield b" " * 1_000_000

    memory = resident(server.process.pid)
    try:
        answer = httpx.post(
            f"{server.url}/v1/certify",
            content=body(),
            headers={"content-type": "application/json"},
        )
        is_problem(answer, "too-large")
    except httpx.WriteError:
        pass  # refused while the client was still sending
    assert sent < 100
    assert resident(server.process.pid) - memory < 50_000_000
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as client:
        client.sendall(head_of("/v1/certify", 100_000_000).encode())
        assert client.recv(65536).startswith(b"HTTP/1.1 413")


def resident(pid: int) -> int:
    """Bytes of memory that a process holds."""
    with open(f"/proc/{pid}/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_slow_reader_holds_up_nobody_and_no_memory(server: Server) -> None:
    board = {"kind": "fillapix", "clues": [[0] * 30] * 30}
    batch = server.submit([board | {"id": n} for n in range(2000)]).json()["id"]
    assert server.wait(batch)["done"] == 2000
    memory = resident(server.process.pid)
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.sendall(f"GET /v1/batches/{batch}/results HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        time.sleep(0.5)
        assert client.recv(1000)
        began = time.monotonic()
        assert server.post("certify", {"puzzle": UNIQUE}).status_code == 200
        assert time.monotonic() - began < 2
        assert resident(server.process.pid) - memory < 20_000_000
    assert len(server.results(batch)) == 2000


def test_a_client_that_goes_away_takes_its_work_along(own_server: Start) -> None:
    server = own_server(WORKERS=1)
    host, port = server.url.removeprefix("http://").split(":")
    body = json.dumps({"puzzle": ENDLESS, "seconds": 30})
    with socket.create_connection((host, int(port)), timeout=10) as client:
        client.sendall((head_of("/v1/count", len(body)) + body).encode())
        wait_busy(server)
        (worker,) = server.workers()
    began = time.monotonic()
    assert server.post("certify", {"puzzle": UNIQUE}).json()["verdict"] == "unique"
    assert time.monotonic() - began < 5
    assert server.workers() == [worker], "it stopped when it was asked to, and stayed warm"


def test_a_full_queue_answers_at_once_and_says_when_to_come_again(own_server: Start) -> None:
    server = own_server(WORKERS=1, QUEUE=2)
    asked = {"puzzle": ENDLESS, "seconds": 1}
    answers: list[httpx.Response] = []
    threads = [
        threading.Thread(
            target=lambda: answers.append(httpx.post(f"{server.url}/v1/count", json=asked, timeout=30))
        )
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    good = [each for each in answers if each.status_code == 200]
    busy = [each for each in answers if each.status_code == 503]
    assert len(good) + len(busy) == 8
    assert 2 <= len(good) <= 4
    for each in busy:
        is_problem(each, "busy")
        assert each.headers["retry-after"] == "1"
        assert each.elapsed.total_seconds() < 1


def test_the_service_ends_in_order_with_a_batch_in_work_and_a_listener(own_server: Start) -> None:
    server = own_server()
    batch = server.submit([ENDLESS] * 50, action="count", seconds=1).json()["id"]
    began = time.monotonic()
    with httpx.stream("GET", f"{server.url}/v1/batches/{batch}/events", timeout=30) as events:
        lines = events.iter_lines()
        assert next(lines) == "event: running"
        server.process.send_signal(signal.SIGTERM)
        list(lines)
    assert server.process.wait(timeout=15) == 0
    assert time.monotonic() - began < 10
    assert server.start().state(batch)["state"] == "running"


def test_a_second_service_on_a_database_is_refused(own_server: Start) -> None:
    server = own_server(WORKERS=1)
    command = [sys.executable, "-m", "service.cli", "serve", "--port", "0"]
    second = subprocess.run(command, env=server.environment, capture_output=True, text=True, timeout=120)
    assert second.returncode == 2
    database = server.folder / "service.sqlite3"
    assert second.stderr == f"rungwise: RUNGWISE_DATABASE: another service is at work on {database}\n"
    assert server.post("certify", {"puzzle": UNIQUE}).status_code == 200
    server.stop(signal.SIGKILL)
    assert server.start().post("certify", {"puzzle": UNIQUE}).status_code == 200


def test_a_call_in_work_when_the_service_ends_is_told_to_come_again(own_server: Start) -> None:
    server = own_server(WORKERS=1)
    with ThreadPoolExecutor() as threads:
        asked = threads.submit(server.post, "count", {"puzzle": ENDLESS, "seconds": 40})
        wait_busy(server)
        server.process.send_signal(signal.SIGTERM)
        told = asked.result()
    is_problem(told, "stopping")
    assert told.status_code == 503
    assert int(told.headers["retry-after"]) > 0
    assert server.process.wait(timeout=15) == 0
    assert "Traceback" not in server.log.read_text()
    assert '"trace"' not in server.log.read_text()
