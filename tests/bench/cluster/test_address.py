"""What cannot be used is refused at once, in a sentence."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.cluster import address, connection
from bench.cluster.address import ClusterError, read_address
from bench.cluster.build import build
from bench.cluster.connection import check, check_build
from bench.cluster.executor import Cluster
from tests.service.running import UNIQUE, Run


@pytest.mark.parametrize("text", ["tcp://10.0.0.5:8786", "tls://dask.local:1", "tcp://[::1]:8786"])
def test_addresses_of_schedulers_are_read(text: str) -> None:
    assert read_address(f" {text}\n") == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "10.0.0.5:8786",
        "tcp://10.0.0.5",
        "tcp://:8786",
        "http://a:1",
        "tcp://a:0",
        "tcp://a:65536",
        "tcp://a:1/x",
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ClusterError, match="is not the address of a scheduler"):
        read_address(text)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "find_spec", lambda name: None)
    with pytest.raises(ClusterError, match=r"pip install 'rungwise\[dask\]'"):
        read_address("tcp://10.0.0.5:8786")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "CONNECT_SECONDS", 1.0)


@pytest.mark.usefixtures("impatient")
def test_where_nobody_listens_it_says_so_in_seconds() -> None:
    began = time.monotonic()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        with pytest.raises(ClusterError, match="no scheduler answers"):
            Cluster(f"tcp://127.0.0.1:{taken.getsockname()[1]}")
    assert time.monotonic() - began < 4


@pytest.mark.usefixtures("impatient")
def test_who_listens_and_says_nothing_is_no_scheduler() -> None:
    began = time.monotonic()
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(ClusterError, match="no scheduler"):
        Cluster(f"tcp://127.0.0.1:{silent.getsockname()[1]}")
    assert time.monotonic() - began < 4


@contextmanager
def greeting(text: bytes) -> Iterator[str]:
    """The address of a service that is not Dask and says so first."""

    def greet(listening: socket.socket) -> None:
        while True:
            try:
                caller, _ = listening.accept()
            except OSError:
                return
            with caller:
                caller.sendall(text)
                caller.settimeout(1)
                try:
                    caller.recv(1000)
                except OSError:
                    continue

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=greet, args=(listening,), daemon=True).start()
        yield f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)


GREETINGS = {
    "ssh": b"SSH-2.0-OpenSSH_9.6\r\n",
    "http": b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "mail": b"220 mail ESMTP\r\n",
    "zeros": bytes(64),
    "short": (1).to_bytes(8, "little") + (5).to_bytes(8, "little") + b"hello",
    "no message": b"".join(n.to_bytes(8, "little") for n in (16, 1, 8)) + b"\xff" * 8,
}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("greeted", GREETINGS.values(), ids=GREETINGS)
def test_a_service_that_is_not_dask_is_told_in_one_line(
    greeted: bytes, rungwise: Run, tmp_path: Path
) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.write_text(UNIQUE)
    with greeting(greeted) as at:
        ran = rungwise("batch", str(source), "--out", str(out), "--scheduler", at)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert at in ran.err
    assert list(tmp_path.iterdir()) == [source]


@pytest.mark.usefixtures("impatient")
def test_a_batch_without_a_scheduler_leaves_no_file_and_the_next_one_begins(
    rungwise: Run, tmp_path: Path
) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.write_text(UNIQUE)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        at = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        ran = rungwise("batch", str(source), "--out", str(out), "--scheduler", at)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "no scheduler answers" in ran.err
    assert list(tmp_path.iterdir()) == [source]


def test_workers_that_are_not_fit_are_named_with_the_reason() -> None:
    fit = {"threads": 1, "build": build()}
    check("tcp://s:1", {"tcp://w:1": fit})
    with pytest.raises(ClusterError, match="at is another program: Python 3 there"):
        check_build("at", build() | {"Python": "3"})
    other = fit | {"build": build() | {"numba": "0.1"}}
    for told, why in (
        (other, f"tcp://w:2 .*another program: numba 0.1 there, {build()['numba']} here"),
        (fit | {"threads": 4}, "has 4 threads; start workers with --nthreads 1"),
        (ModuleNotFoundError("No module named 'bench'"), "has no rungwise, or another one: No module"),
        (RuntimeError("odd"), "does not answer: RuntimeError: odd"),
    ):
        with pytest.raises(ClusterError, match=why):
            check("tcp://s:1", {"tcp://w:1": fit, "tcp://w:2": told})
