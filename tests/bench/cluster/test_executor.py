"""A cluster behind the seam: order, lost workers, poison, early ends."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from bench.cluster import there
from bench.cluster.executor import AHEAD, Cluster, WorkerLost
from bench.work import Crew, Lost
from models.fillapix.generate import HasTwin, generate
from tests.bench.cluster import errands

Make = Callable[[], Cluster]


@pytest.fixture
def make(local: str) -> Make:
    return partial(Cluster, local)


@pytest.fixture
def cluster(make: Make) -> Iterator[Cluster]:
    open_one = make()
    yield open_one
    open_one.shutdown(cancel_futures=True)


def is_alive(pid: int) -> bool:
    """Whether a process is there and not only waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(holds: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_results_come_in_order_and_cheap_tasks_travel_together(make: Make) -> None:
    crew = Crew(errands.double, make)
    sent = []
    send = crew._send

    def counted(tasks: list[int], again: bool = False) -> object:
        sent.append(len(tasks))
        return send(tasks, again)

    crew._send = counted  # type: ignore[assignment, method-assign]
    assert list(crew.results(range(3000))) == [(number, 2 * number) for number in range(3000)]
    assert sent[0] == 1
    assert max(sent) > 50
    assert len(sent) < 300


def test_dear_tasks_travel_so_many_as_take_half_a_second(make: Make) -> None:
    crew = Crew(errands.slow_double, make)
    assert [result for _, result in crew.results(range(150))] == [2 * number for number in range(150)]
    assert 15 <= crew.pace.size() <= 25


def test_tasks_are_taken_only_so_far_ahead(make: Make) -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(100_000):
            taken.append(number)
            yield number

    crew = Crew(errands.double, make)
    crew.pace.most = 10
    results = crew.results(tasks())
    for number in range(200):
        assert next(results) == (number, 2 * number)
        assert len(taken) <= number + 1 + 10 * (2 * AHEAD + 2)
    results.close()


def test_a_worker_lost_once_costs_a_second_try(make: Make, tmp_path: Path) -> None:
    path = tmp_path / "tried"
    assert list(Crew(errands.die_once, make).results([path])) == [(path, "second try")]


def test_poison_is_found_alone_and_all_the_others_have_their_results(make: Make) -> None:
    crew = Crew(errands.die_of_seven, make)
    crew.pace.took(6, 0.06)  # so that others travel with it
    found = list(crew.results(range(30)))
    assert [task for task, _ in found] == list(range(30))
    assert isinstance(found[7][1], Lost)
    assert [result for _, result in found if not isinstance(result, Lost)] == [*range(7), *range(8, 30)]


def test_a_worker_that_is_killed_loses_and_doubles_nothing(make: Make, tmp_path: Path) -> None:
    crew = Crew(errands.note, make)
    killed: set[int] = set()
    found = []
    for place, number in crew.results((tmp_path, number) for number in range(100)):
        found.append(number)
        assert place[1] == number
        if number in (10, 50):
            begun = max(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime)
            pid = int(begun.read_text().split()[-1])
            if pid not in killed:
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
    assert found == list(range(100))
    assert killed
    tries = [len((tmp_path / str(number)).read_text().split()) for number in range(100)]
    assert max(tries) <= 1 + len(killed)
    assert sum(tries) < 100 + 2 * crew.pace.most


def test_closing_early_reaches_the_work_under_way(make: Make, tmp_path: Path) -> None:
    paths = [tmp_path / str(number) for number in range(4)]
    crew = Crew(errands.wait_for_the_end, make, stopped=lambda: sum(map(Path.exists, paths)) >= 2)
    assert list(crew.results(paths)) == []
    wait_until(lambda: len(list(tmp_path.glob("*.stopped"))) >= 2, 5)
    assert sum(map(Path.exists, paths)) == 2, "the rest never began"


def test_taking_one_call_back_stops_that_one_alone(cluster: Cluster, tmp_path: Path) -> None:
    one, other = (cluster.submit(errands.wait_for_the_end, tmp_path / name) for name in "ab")
    wait_until(lambda: (tmp_path / "a").exists() and (tmp_path / "b").exists())
    assert one.cancel()
    wait_until(lambda: (tmp_path / "a.stopped").exists(), 5)
    assert not (tmp_path / "b.stopped").exists()
    other.cancel()


def test_work_that_is_stuck_anywhere_is_ended_at_its_deadline(cluster: Cluster, tmp_path: Path) -> None:
    began = time.monotonic()
    with pytest.raises(WorkerLost):
        cluster.submit_within(1.0, errands.hold_on, tmp_path / "pid").result(timeout=30)
    assert time.monotonic() - began < 20
    assert cluster.submit(errands.double, 4).result(timeout=30) == 8


def test_work_that_does_not_heed_the_wish_to_stop_is_ended(cluster: Cluster, tmp_path: Path) -> None:
    path = tmp_path / "pid"
    future = cluster.submit(errands.sleep_on, path)
    wait_until(lambda: path.exists() and path.read_text() != "")
    future.cancel()
    wait_until(lambda: not is_alive(int(path.read_text())), there.GRACE + 5)
    assert cluster.submit(errands.double, 4).result(timeout=30) == 8


def test_errors_come_back_whole(cluster: Cluster) -> None:
    picture = np.array([[1, 0], [0, 1]], np.int16)
    with pytest.raises(HasTwin) as here:
        generate(2, 2, 1, picture=picture)
    with pytest.raises(HasTwin) as told:
        cluster.submit(partial(generate, picture=picture), 2, 2, 1).result(timeout=60)
    assert str(told.value) == str(here.value)
    assert told.value.twins == here.value.twins
    assert told.value.drawing == here.value.drawing


def test_no_thread_and_no_future_stays_behind(make: Make) -> None:
    before = threading.active_count()
    for _ in range(2):
        cluster = make()
        assert cluster.submit(errands.double, 1).result(timeout=30) == 2
        cluster.shutdown()
        with pytest.raises(RuntimeError):
            cluster.submit(errands.double, 1)
    assert "cluster" not in {thread.name for thread in threading.enumerate()}
    assert threading.active_count() <= before + 4
