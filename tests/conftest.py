"""Shared fixtures: the folder of published boards, skipped where it is absent."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CORPUS = Path(os.environ.get("RUNGWISE_CORPUS", Path(__file__).resolve().parents[2] / "shared" / "corpus"))

Boards = list[dict[str, Any]]


if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # A job in the background is told to ignore Ctrl-C, and would tell so every command that a test starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def corpus() -> Callable[[str], Boards]:
    """Read one file of published boards by name; skips the test where the folder is absent."""

    def boards(name: str) -> Boards:
        path = CORPUS / f"{name}.jsonl"
        if not path.exists():
            pytest.skip("the folder of published boards is not here")
        return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]

    return boards
