"""Loaded by workers of tests: a board whose id is ``poison`` ends the process that works on it.

A board whose id is ``slow`` takes a tenth of a second more.
"""

from __future__ import annotations

import os
import signal
import time
from typing import Any


def dask_setup(worker: Any) -> None:
    """Poison the worker's answers."""
    import bench.cluster.there  # noqa: F401 - sets the path right
    from service.work import lines

    places: Any = lines
    honest = places.answered

    def poisoned(action: str, reading: Any, *others: Any) -> Any:
        if reading.id == "poison":
            os.kill(os.getpid(), signal.SIGKILL)
        if reading.id == "slow":
            time.sleep(0.1)
        return honest(action, reading, *others)

    places.answered = poisoned
