"""The tables of the service's file, and rows of them that travel."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

metadata = sa.MetaData()

batches = sa.Table(
    "batches",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("owner", sa.String, nullable=False),
    sa.Column("token", sa.String, comment="the client's Idempotency-Key"),
    sa.Column("digest", sa.String, nullable=False, comment="of action, options and lines"),
    sa.Column("action", sa.String, nullable=False),
    sa.Column("options", sa.String, nullable=False),
    sa.Column("state", sa.String, nullable=False, index=True),
    sa.Column("lines", sa.Integer, nullable=False),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("verdicts", sa.String, nullable=False),
    sa.Column("created", sa.String, nullable=False),
    sa.Column("finished", sa.String),
    sa.UniqueConstraint("owner", "token"),
)
runs = sa.Table(
    "runs",
    metadata,
    sa.Column("batch", sa.String, sa.ForeignKey("batches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("first", sa.Integer, primary_key=True, comment="the number of its first line, from 1"),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("input", sa.LargeBinary, comment="its lines; NULL once they are answered"),
    sa.Column("output", sa.LargeBinary, comment="their answers; NULL until then"),
    sqlite_with_rowid=False,
)
open_runs = sa.Index("open_runs", runs.c.batch, runs.c.first, sqlite_where=runs.c.output.is_(None))
known = sa.Table(
    "known",
    metadata,
    sa.Column("key", sa.LargeBinary, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("number", sa.Integer, nullable=False, index=True, comment="in the order of arrival"),
)

RECEIVING, RUNNING, FINISHED, CANCELLED = "receiving", "running", "finished", "cancelled"


@dataclass(frozen=True)
class Run:
    """Lines of a batch that are worked on together."""

    batch: str
    first: int
    lines: list[bytes]


@dataclass(frozen=True)
class Done:
    """The answers to the first lines of a run, how many had which verdict, and its other lines as runs."""

    batch: str
    first: int
    output: bytes
    verdicts: Counter[str]
    rest: list[Run] = field(default_factory=list)

    @property
    def lines(self) -> int:
        """How many lines the run had."""
        return self.verdicts.total() + sum(len(run.lines) for run in self.rest)


def set_up(connection: Any, _record: Any) -> None:
    """Readers never wait for the writer; what is committed is on the disk."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
