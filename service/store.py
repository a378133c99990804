"""Batches and known results in one SQLite file (WAL): what is here survives a killed server.

A batch's lines are kept in runs of some dozens. Where only the first lines of a run are answered, the others
become runs of their own in the same transaction, so that after any end of the process no answer is lost and
none is there twice. All writing is done by
one process; it is meant for threads of that process, one at a time.
"""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from service.tables import (
    CANCELLED,
    FINISHED,
    RECEIVING,
    RUNNING,
    Done,
    Run,
    batches,
    known,
    metadata,
    open_runs,
    runs,
    set_up,
)

SPARE = 0.1
"""The part of the known results that goes when there are too many."""

OPEN = "FROM runs INDEXED BY open_runs WHERE runs.output IS NULL AND runs.batch ="
"""Left to itself SQLite walks along the primary key past all answers there are: 30 ms for 160,000."""
READY: sa.ColumnElement[int] = sa.literal_column(
    f"coalesce((SELECT min(first) - 1 {OPEN} batches.id), batches.lines)"
)
"""How many lines from the first on have answers without a gap."""
OPEN_RUNS = sa.text(
    f"SELECT first, input {OPEN} :batch AND first > :after "
    "AND EXISTS (SELECT 1 FROM batches WHERE id = :batch AND state = :state) ORDER BY first LIMIT :count"
)

STATE = sa.select(batches, READY.label("ready")).where(
    batches.c.id == sa.bindparam("its_id"), batches.c.state != RECEIVING
)
"""Of an accepted batch. Made once, like those below: to make a statement takes longer than to execute it."""
_AS_TOLD = (
    runs.c.batch == sa.bindparam("its_batch"),
    runs.c.first == sa.bindparam("its_first"),
    runs.c.count == sa.bindparam("its_lines"),
    runs.c.output.is_(None),
)
DROP_RUN = sa.delete(runs).where(*_AS_TOLD)
ANSWER_RUN = (
    sa.update(runs)
    .where(*_AS_TOLD)
    .values(count=sa.bindparam("answered"), input=None, output=sa.bindparam("answers"))
)
"""For an open run, if it is as told."""


class KeyReused(Exception):  # noqa: N818 - what happened
    """The Idempotency-Key belongs to another batch; ``what`` is other in that one."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def now() -> str:
    """The time as it is kept."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Store:
    """The file. Batches that were being received when the last process ended are gone when it is opened."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path.absolute()
        self.engine = sa.create_engine(f"sqlite:///{self.path}", connect_args={"timeout": 30})
        sa.event.listen(self.engine, "connect", set_up)
        metadata.create_all(self.engine)
        open_runs.create(self.engine, checkfirst=True)
        with self.engine.begin() as connection:
            connection.execute(sa.delete(batches).where(batches.c.state == RECEIVING))
            last = connection.scalar(sa.select(sa.func.max(known.c.number)))
        self.number = int(last or 0)

    def close(self) -> None:
        """Close the file."""
        self.engine.dispose()

    def receive(self, owner: str, action: str, options: dict[str, Any]) -> str:
        """Begin a batch; it counts only when it is accepted. Its id."""
        mark = secrets.token_urlsafe(12)
        with self.engine.begin() as connection:
            connection.execute(
                sa.insert(batches).values(
                    id=mark,
                    owner=owner,
                    digest="",
                    action=action,
                    options=json.dumps(options, sort_keys=True),
                    state=RECEIVING,
                    lines=0,
                    done=0,
                    verdicts="{}",
                    created=now(),
                )
            )
        return mark

    def add(self, batch: str, received: Sequence[Run]) -> None:
        """Keep more lines of a batch that is being received."""
        with self.engine.begin() as connection:
            connection.execute(sa.insert(runs), [_row(batch, run) for run in received])

    def accept(self, batch: str, lines: int, digest: str, token: str | None) -> tuple[str, bool]:
        """The batch is complete and kept from now on: (its id, whether it is new).

        Where the owner has sent the token with the same lines before, this is that batch and the new copy is
        dropped; KeyReused if the action, the options or the lines were others.
        """
        with self.engine.begin() as connection:
            ours = connection.execute(sa.select(batches).where(batches.c.id == batch)).one()
            same = sa.select(batches).where(batches.c.owner == ours.owner, batches.c.token == token)
            before = None if token is None else connection.execute(same).first()
            if before is None:
                connection.execute(
                    sa.update(batches)
                    .where(batches.c.id == batch)
                    .values(state=RUNNING, lines=lines, digest=digest, token=token)
                )
                return batch, True
            connection.execute(sa.delete(batches).where(batches.c.id == batch))
        if (before.action, before.options) != (ours.action, ours.options):
            raise KeyReused("options")
        if before.digest != digest:
            raise KeyReused("lines")
        return before.id, False

    def drop(self, batch: str) -> None:
        """Forget a batch and all its lines."""
        with self.engine.begin() as connection:
            connection.execute(sa.delete(batches).where(batches.c.id == batch))

    def batch(self, batch: str, owner: str | None = None) -> sa.RowMapping | None:
        """An accepted batch (of an owner), if there is one; ``ready`` answers have no gap before them."""
        with self.engine.connect() as connection:
            row = connection.execute(STATE, {"its_id": batch}).mappings().first()
        return row if row is None or owner in (None, row["owner"]) else None

    def unfinished(self) -> list[sa.RowMapping]:
        """The batches that are still to be worked on, the oldest first."""
        query = sa.select(batches).where(batches.c.state == RUNNING).order_by(batches.c.created)
        with self.engine.connect() as connection:
            return list(connection.execute(query).mappings())

    def open_runs(self, batch: str, after: int, count: int) -> list[Run]:
        """The next runs of a running batch that have no answers yet, behind a line number."""
        wanted = {"batch": batch, "after": after, "state": RUNNING, "count": count}
        with self.engine.connect() as connection:
            found = connection.execute(OPEN_RUNS, wanted)
            return [Run(batch, first, text.split(b"\n")) for first, text in found]

    def finish_runs(
        self, finished: Sequence[Done], learned: Sequence[tuple[bytes, bytes]], keep: int
    ) -> None:
        """Write answers and what was learned of boards, in one transaction.

        Answers to a batch that was cancelled or dropped meanwhile are not written.
        """
        with self.engine.begin() as connection:
            for batch, group in _by_batch(finished).items():
                self._finish_runs(connection, batch, group)
            self._learn(connection, learned, keep)

    def _finish_runs(self, connection: sa.Connection, batch: str, group: Sequence[Done]) -> None:
        where = batches.c.id == batch, batches.c.state == RUNNING
        row = connection.execute(sa.select(batches).where(*where)).mappings().first()
        if row is None:
            return
        tally, done = Counter(json.loads(row["verdicts"])), row["done"]
        for each in group:
            if _replace_run(connection, each):
                tally.update(each.verdicts)
                done += each.verdicts.total()
        values: dict[str, Any] = {"done": done, "verdicts": json.dumps(tally)}
        if done == row["lines"]:
            values |= {"state": FINISHED, "finished": now()}
        connection.execute(sa.update(batches).where(*where).values(values))

    def _learn(self, connection: sa.Connection, learned: Sequence[tuple[bytes, bytes]], keep: int) -> None:
        if not learned or not keep:
            return
        rows = []
        for key, data in learned:
            self.number += 1
            rows.append({"key": key, "data": data, "number": self.number})
        connection.execute(sqlite_insert(known).on_conflict_do_nothing(), rows)
        if self.number % 100 < len(rows):
            oldest = sa.select(sa.func.count()).select_from(known).scalar_subquery()
            if (total := connection.scalar(sa.select(oldest)) or 0) > keep:
                spare = total - int(keep * (1 - SPARE))
                old = sa.select(known.c.key).order_by(known.c.number).limit(spare)
                connection.execute(sa.delete(known).where(known.c.key.in_(old)))

    def cancel(self, batch: str) -> None:
        """End a batch where it is; its answers so far stay."""
        with self.engine.begin() as connection:
            connection.execute(
                sa.update(batches)
                .where(batches.c.id == batch, batches.c.state == RUNNING)
                .values(state=CANCELLED, finished=now())
            )

    def answers(self, batch: str, offset: int, end: int) -> Iterator[bytes]:
        """The answers behind ``offset`` lines up to line ``end``, in input order, a piece at a time.

        No statement is open while the reader is busy with a piece.
        """
        at = offset
        while at < end:
            query = (
                sa.select(runs.c.first, runs.c.count, runs.c.output)
                .where(runs.c.batch == batch, runs.c.first <= at + 1, runs.c.output.is_not(None))
                .order_by(runs.c.first.desc())
                .limit(1)
            )
            with self.engine.connect() as connection:
                row = connection.execute(query).first()
            if row is None or row.first + row[1] <= at + 1:
                return
            lines = row.output.split(b"\n")[at + 1 - row.first : end + 1 - row.first]
            yield b"\n".join(lines) + b"\n"
            at = row.first + row[1] - 1

    def expire(self, hours: float) -> list[str]:
        """Forget the batches that ended so long ago; their ids."""
        limit = (datetime.now(UTC) - timedelta(hours=hours)).isoformat(timespec="milliseconds")
        old = sa.select(batches.c.id).where(batches.c.finished < limit)
        with self.engine.begin() as connection:
            gone = list(connection.scalars(old))
            connection.execute(sa.delete(batches).where(batches.c.id.in_(gone)))
        return gone


def _row(batch: str, run: Run) -> dict[str, Any]:
    return {"batch": batch, "first": run.first, "count": len(run.lines), "input": b"\n".join(run.lines)}


def _replace_run(connection: sa.Connection, done: Done) -> bool:
    """Put answers in the place of an open run's lines, and what is left of it; False if it is not as told."""
    told = {"its_batch": done.batch, "its_first": done.first, "its_lines": done.lines}
    answered = done.verdicts.total()
    if answered:
        written = connection.execute(ANSWER_RUN, told | {"answered": answered, "answers": done.output})
    else:
        written = connection.execute(DROP_RUN, told)
    if written.rowcount and done.rest:
        connection.execute(sa.insert(runs), [_row(done.batch, run) for run in done.rest])
    return bool(written.rowcount)


def _by_batch(finished: Iterable[Done]) -> dict[str, list[Done]]:
    groups: dict[str, list[Done]] = {}
    for each in finished:
        groups.setdefault(each.batch, []).append(each)
    return groups
