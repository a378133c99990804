"""Clusters of this machine: one in which a call may lose no worker, and one of separate processes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("distributed")

import distributed

from tests.service.conftest import kept_kernels, rungwise, rungwise_process, spawn

if os.environ.get("NUMBA_DISABLE_JIT"):
    pytest.skip("workers need compiled kernels", allow_module_level=True)

__all__ = ["kept_kernels", "rungwise", "rungwise_process", "spawn"]

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="session")
def local() -> Iterator[str]:
    """The address of a cluster of two processes.

    Its scheduler gives up a call as soon as one worker is lost beside it, guilty or not.
    """
    import dask

    strict = {"distributed.scheduler.allowed-failures": 0}
    with (
        dask.config.set(strict),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",
            silence_logs=60,
        ) as cluster,
    ):
        yield cluster.scheduler_address


class Apart:
    """A scheduler and its workers as processes of their own, started by command."""

    def __init__(self, folder: Path, protocol: str = "tcp") -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"{protocol}://127.0.0.1:{free.getsockname()[1]}"
        self.scheduler = self.start(
            "scheduler", "--protocol", protocol, "--host", "127.0.0.1", "--port", self.address.split(":")[2]
        )

    def start(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        """Start the program ``dask`` as users do, with its output in a file."""
        program = Path(sys.executable).with_name("dask")
        command = [str(program), what, "--dashboard-address", "127.0.0.1:0", *options]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        with (self.folder / f"{what}-{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                command, stdout=log, stderr=log, env=environment, cwd=self.folder, process_group=0
            )
        self.processes.append(process)
        return process

    def worker(self, *options: str) -> subprocess.Popen[bytes]:
        """Start a worker, which kills itself over what is named poison."""
        poison = str(HERE / "poison.py")
        return self.start("worker", self.address, "--nthreads", "1", "--preload", poison, *options)

    def pids(self) -> list[int]:
        """The processes that do the work, once there is one for each that was started."""
        end = time.monotonic() + 60
        wanted = len(self.processes) - 1
        with distributed.Client(self.address, set_as_default=False) as client:
            while len(found := client.run(os.getpid)) < wanted:
                assert time.monotonic() < end
                time.sleep(0.1)
        return list(found.values())

    def close(self) -> None:
        """End all that was started, workers first."""
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(timeout=10)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, 9)  # a group that this test made


@pytest.fixture(scope="session")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Apart]:
    """Two workers in processes of their own."""
    cluster = Apart(tmp_path_factory.mktemp("apart"))
    cluster.worker()
    cluster.worker()
    try:
        cluster.pids()
        yield cluster
    finally:
        cluster.close()


@pytest.fixture
def own_scheduler(tmp_path: Path) -> Iterator[Callable[..., Apart]]:
    """A cluster that a test may ruin."""
    started: list[Apart] = []

    def start(protocol: str = "tcp") -> Apart:
        started.append(Apart(tmp_path, protocol))
        return started[-1]

    yield start
    for each in started:
        each.close()
