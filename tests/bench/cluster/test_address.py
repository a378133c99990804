"""What cannot be used is refused at once, in a sentence."""

from __future__ import annotations

import socket
import time

import pytest

from bench.cluster import address, connection
from bench.cluster.address import ClusterError, read_address
from bench.cluster.build import build
from bench.cluster.connection import check, check_build
from bench.cluster.executor import Cluster


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
