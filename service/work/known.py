"""What is known of equal boards from before: looked up in the worker, which alone knows a board's digest.

The file belongs to the server process (service/store.py), which writes it; here it is only read.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models.puzzle import Puzzle
    from service.schemas.requests import Strict

AT_ONCE = 500
"""Keys asked for in one statement."""


class Known:
    """Results by key; without a file nothing is known."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.version = ""
        """Another state of the models and engines knows nothing of this one's results."""
        if path is not None:
            from models.kernel import source_digest

            self.version = source_digest()
        self.connection: sqlite3.Connection | None = None

    def key(self, action: str, options: Strict, puzzle: Puzzle) -> bytes | None:
        """What a result is kept under; how long it may take to find is no part of it."""
        if self.path is None:
            return None
        asked = options.model_dump_json(exclude={"seconds", "nodes"})
        parts = "\n".join((self.version, action, asked, puzzle.canonical()))
        return hashlib.blake2b(parts.encode(), digest_size=20).digest()

    def find(self, keys: Iterable[bytes | None]) -> dict[bytes, bytes]:
        """Key -> JSON text of those that are known."""
        wanted = [key for key in dict.fromkeys(keys) if key is not None]
        found: dict[bytes, bytes] = {}
        if self.path is None or not wanted:
            return found
        try:
            if self.connection is None:
                self.connection = sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True, timeout=1)
            for start in range(0, len(wanted), AT_ONCE):
                part = wanted[start : start + AT_ONCE]
                marks = ",".join("?" * len(part))
                rows = self.connection.execute(
                    f"SELECT key, data FROM known WHERE key IN ({marks})",
                    part,
                )
                found.update(rows)
        except sqlite3.Error:  # a cache that cannot be read is an empty one
            self.connection = None
        return found
