"""One batch, run as users run it, here or on a cluster started for it, and watched from outside."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

START_SECONDS = 300.0
"""Kernels that were never compiled take a minute or two."""
POLL = 0.02
IDLE_SECONDS = 4.0


@dataclass
class Usage:
    """What a process used: MB that it held after a tenth of the lines and at the end.

    ``seconds``: of a processor, from the first answers on; a scheduler's without what it uses idling.
    """

    early_mb: float = 0.0
    late_mb: float = 0.0
    peak_mb: float = 0.0
    seconds: float = 0.0


@dataclass
class Trial:
    """``workers`` processes did ``lines`` boards.

    ``rate`` is boards a second from the first answers on, ``timed`` the boards that were answered by then.
    """

    where: str
    workers: int
    lines: int
    start_seconds: float = 0.0
    """From the command to the first answers."""
    rate: float = 0.0
    timed: int = 0
    client: Usage = field(default_factory=Usage)
    scheduler: Usage | None = None
    bytes_in: int = 0
    bytes_out: int = 0


@dataclass
class Scheduler:
    """A scheduler with workers, all processes of this machine."""

    address: str
    pid: int


@contextmanager
def started(workers: int) -> Iterator[Scheduler]:
    """A cluster on the loopback address; it ends with the context."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    server = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port)]
    worker = ["distributed.cli.dask_worker", address, "--nworkers", str(workers), "--nthreads", "1"]
    processes: list[subprocess.Popen[bytes]] = []
    with tempfile.TemporaryDirectory(prefix="rungwise-cluster-") as folder:
        try:
            for what in (server, worker):
                dashboard = ["--dashboard-address", "127.0.0.1:0"]
                command = [sys.executable, "-m", *what, *dashboard]
                quiet = subprocess.DEVNULL
                processes.append(
                    subprocess.Popen(command, stdout=quiet, stderr=quiet, env=os.environ | {"TMPDIR": folder})
                )
            yield Scheduler(address, processes[0].pid)
        finally:
            for process in reversed(processes):
                process.terminate()
                try:
                    process.wait(timeout=20)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


def run(source: Path, lines: int, where: str, workers: int, scheduler: Scheduler | None = None) -> Trial:
    """Answer a file of so many lines, and watch; SystemExit if the batch does not end well."""
    trial = Trial(where, workers, lines, bytes_in=source.stat().st_size)
    place = ["--jobs", str(workers)] if scheduler is None else ["--scheduler", scheduler.address]
    with tempfile.TemporaryDirectory(prefix="rungwise-batch-") as folder:
        out = Path(folder) / "out.jsonl"
        command = [sys.executable, "-m", "service.cli", "batch", str(source), "--out", str(out), *place]
        environment = {name: value for name, value in os.environ.items() if name != "RUNGWISE_SCHEDULER"}
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as batch:
            _watch(batch, out, trial, scheduler)
            assert batch.stderr is not None
            if batch.wait() not in (0, 1):
                raise SystemExit(batch.stderr.read().strip())
        trial.bytes_out = out.stat().st_size
    if trial.scheduler is not None and scheduler is not None:
        trial.scheduler.seconds -= idling(scheduler.pid) * trial.timed / trial.rate
    return trial


def idling(pid: int) -> float:
    """The share of a processor that a process uses when it has nothing to do."""
    time.sleep(1)
    before = processor_seconds(pid)
    time.sleep(IDLE_SECONDS)
    return (processor_seconds(pid) - before) / IDLE_SECONDS


def _watch(batch: subprocess.Popen[str], out: Path, trial: Trial, scheduler: Scheduler | None) -> None:
    began = time.perf_counter()
    first: tuple[float, int] | None = None
    watched = [(trial.client, batch.pid)]
    done = position = 0
    before: list[float] = []
    if scheduler is not None:
        trial.scheduler = Usage()
        watched.append((trial.scheduler, scheduler.pid))
    while batch.poll() is None:
        if out.exists():
            with out.open("rb") as answers:
                answers.seek(position)
                new = answers.read()
            position += len(new)
            done += new.count(b"\n")
        if done and first is None:
            first = time.perf_counter(), done
            trial.start_seconds = first[0] - began
            before = [processor_seconds(pid) for _, pid in watched]
        for usage, pid in watched:
            _sample(usage, pid, done < trial.lines / 10)
        if time.perf_counter() - began > START_SECONDS and not done:
            batch.kill()
            raise SystemExit("the batch does not begin")
        if done >= trial.lines:
            break
        time.sleep(POLL)
    if first is None or done == first[1]:
        raise SystemExit("too few boards to time them")
    trial.timed = done - first[1]
    trial.rate = trial.timed / (time.perf_counter() - first[0])
    for (usage, _), earlier in zip(watched, before, strict=True):
        usage.seconds -= earlier


def _sample(usage: Usage, pid: int, is_early: bool) -> None:
    """Look at a process while it is there."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        seconds = processor_seconds(pid)
    except (OSError, IndexError):
        return
    if not pages:
        return
    usage.late_mb = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    usage.peak_mb = max(usage.peak_mb, usage.late_mb)
    usage.seconds = seconds
    if is_early:
        usage.early_mb = usage.late_mb


def processor_seconds(pid: int) -> float:
    """What a process has used of the processors so far, its children apart."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
