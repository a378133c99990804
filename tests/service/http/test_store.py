"""The file that batches are kept in."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from service.feed import cut
from service.runs import RUN_LINES, cut_runs
from service.store import KeyReused, Store
from service.tables import Done, batches, known


def accepted(store: Store, lines: list[bytes], token: str | None = None) -> str:
    batch = store.receive("ann", "certify", {})
    store.add(batch, list(cut_runs(lines, batch)))
    return store.accept(batch, len(lines), "digest", token)[0]


def ready(store: Store, batch: str) -> int:
    """How many answers have no gap before them."""
    row = store.batch(batch)
    assert row is not None
    return int(row["ready"])


def test_lines_come_back_as_they_went_in(tmp_path: Path) -> None:
    lines = [b"line %d" % n for n in range(100)] + [b"", b"x" * 300_000, b"", b""]
    store = Store(tmp_path / "store")
    batch = accepted(store, lines)
    assert [line for run in store.open_runs(batch, 0, 100) for line in run.lines] == lines
    store.close()


def test_answers_are_given_up_to_the_first_gap_and_never_twice(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    batch = accepted(store, [b"%d" % n for n in range(3 * RUN_LINES)])
    first, second, third = store.open_runs(batch, 0, 10)
    for run in (third, first, first):
        output = b"\n".join(b"answer to " + line for line in run.lines)
        store.finish_runs([Done(batch, run.first, output, Counter(unique=len(run.lines)))], [], 0)
    assert ready(store, batch) == RUN_LINES
    row = store.batch(batch)
    assert row is not None
    assert (row["done"], row["state"]) == (2 * RUN_LINES, "running")
    assert [run.first for run in store.open_runs(batch, 0, 10)] == [second.first]
    text = b"".join(store.answers(batch, 5, RUN_LINES))
    assert text.splitlines() == [b"answer to %d" % n for n in range(5, RUN_LINES)]
    store.close()


def test_the_rest_of_a_run_that_was_answered_in_part_is_open_after_a_restart(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    batch = accepted(store, [b"%d" % n for n in range(RUN_LINES)])
    (run,) = store.open_runs(batch, 0, 10)
    rest = cut(run, 3, 10)
    store.finish_runs([Done(batch, 1, b"a\nb\nc", Counter(unique=3), rest)], [], 0)
    stale = Done(batch, 1, b"a", Counter(unique=1), cut(run, 1, 1))
    other = Done(batch, 4, b"a", Counter(unique=1))
    store.finish_runs([stale, other], [], 0)
    store.close()
    store = Store(tmp_path / "store")
    assert store.open_runs(batch, 0, 10) == rest
    third, whole = rest[2], rest[1]
    store.finish_runs([Done(batch, third.first, b"", Counter(), cut(third, 0, 1))], [], 0)
    output = b"\n".join(whole.lines)
    store.finish_runs([Done(batch, whole.first, output, Counter(unique=len(whole.lines)))], [], 0)
    assert [run.first for run in store.open_runs(batch, 0, 20)] == [4, *range(24, 33)]
    row = store.batch(batch)
    assert row is not None
    assert (row["done"], row["ready"]) == (13, 3)
    assert b"".join(store.answers(batch, 0, 3)) == b"a\nb\nc\n"
    store.cancel(batch)
    assert store.open_runs(batch, 0, 10) == []
    store.close()


def test_a_file_of_before_gets_the_index_of_open_runs(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    with store.engine.begin() as connection:
        connection.execute(sa.text("DROP INDEX open_runs"))
    store.close()
    store = Store(tmp_path / "store")
    with store.engine.connect() as connection:
        assert connection.scalar(sa.text("SELECT count(*) FROM sqlite_master WHERE name = 'open_runs'")) == 1
    store.close()


def test_what_was_being_received_is_gone_after_a_restart_and_what_was_accepted_is_not(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    batch = accepted(store, [b"a"])
    begun = store.receive("ann", "certify", {})
    store.add(begun, list(cut_runs([b"b"], begun)))
    store.close()
    store = Store(tmp_path / "store")
    assert [row["id"] for row in store.unfinished()] == [batch]
    with store.engine.connect() as connection:
        assert connection.scalars(sa.select(batches.c.id)).all() == [batch]
        assert connection.scalar(sa.text("SELECT count(*) FROM runs")) == 1
    store.close()


def test_a_token_is_one_batch_of_one_owner(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    first = accepted(store, [b"a"], "token")
    assert accepted(store, [b"a"], "token") == first
    other = store.receive("bob", "certify", {})
    assert store.accept(other, 1, "else", "token") == (other, True)
    again = store.receive("ann", "certify", {})
    with pytest.raises(KeyReused):
        store.accept(again, 1, "else", "token")
    store.close()


def test_finished_batches_expire_and_their_lines_go_with_them(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    old, new = accepted(store, [b"a"]), accepted(store, [b"b"])
    store.finish_runs([Done(old, 1, b"answer", Counter(unique=1))], [], 0)
    assert store.expire(1) == []
    assert store.expire(-1) == [old]
    assert store.batch(old) is None
    assert store.batch(new) is not None
    with store.engine.connect() as connection:
        assert connection.scalar(sa.text("SELECT count(*) FROM runs")) == 1
    store.close()


def test_known_results_are_bounded_and_the_oldest_go_first(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    for start in range(0, 1000, 50):
        store.finish_runs([], [(b"%d" % n, b"data") for n in range(start, start + 50)], 200)
    with store.engine.connect() as connection:
        kept = {int(key) for key in connection.scalars(sa.select(known.c.key))}
    assert max(kept) == 999
    assert min(kept) > 700
    assert len(kept) <= 300
    store.close()


def test_how_far_a_batch_is_costs_the_same_however_many_answers_it_has(tmp_path: Path) -> None:
    """Neither question walks along the answers: both are asked again and again."""
    store = Store(tmp_path / "store")
    batch = accepted(store, [b"1", b"2"])
    asked: list[tuple[str, Any]] = []

    @sa.event.listens_for(store.engine, "before_cursor_execute")
    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        asked.append((statement, parameters))

    store.batch(batch, "ann")
    store.open_runs(batch, 0, 10)
    sa.event.remove(store.engine, "before_cursor_execute", note)
    with store.engine.connect() as connection:
        for statement, parameters in asked:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
            steps = [step for *_, step in plan if " runs " in step]
            assert len(steps) == 1
            assert "INDEX open_runs (batch=?" in steps[0]
    store.close()
