"""Shared fixtures: the folder of published boards, skipped where it is absent."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CORPUS = Path(os.environ.get("RUNGWISE_CORPUS", Path(__file__).resolve().parents[2] / "shared" / "corpus"))

Boards = list[dict[str, Any]]


@pytest.fixture(scope="session")
def corpus() -> Callable[[str], Boards]:
    """Read one file of published boards by name; skips the test where the folder is absent."""

    def boards(name: str) -> Boards:
        path = CORPUS / f"{name}.jsonl"
        if not path.exists():
            pytest.skip("the folder of published boards is not here")
        return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]

    return boards
