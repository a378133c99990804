"""Running commands: in this process, which is quick, and as the process that users start."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from service.cli import main
from tests.service.running import ROOT, Ran, Run, process


@pytest.fixture
def rungwise(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process."""

    def run(*arguments: str, given: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
        code = main(arguments)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


@pytest.fixture(scope="session")
def kept_kernels() -> None:
    """Have the kernels compiled and on the disk, for commands whose time or complaints are looked at."""
    subprocess.run([sys.executable, "-c", "import service.work.warm"], cwd=ROOT, check=True)


@pytest.fixture
def spawn(kept_kernels: None) -> Callable[..., subprocess.Popen[str]]:
    """Start a command as a process; see ``process``."""
    return process


@pytest.fixture
def rungwise_process() -> Run:
    """Run a command as a process, to its end."""

    def run(*arguments: str, given: str | None = None, **options: Any) -> Ran:
        if given is not None:
            options["stdin"] = subprocess.PIPE
        with process(*arguments, **options) as started:
            out, err = started.communicate(given, timeout=120)
        return Ran(started.returncode, out, err)

    return run
