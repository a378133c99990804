"""How a solving process begins: limits of its own, kernels warm, results of before at hand."""

from __future__ import annotations

import ctypes
import logging
import resource
import signal
import sys
from pathlib import Path

from models.compiling import NOTE, on_first_compile
from service.logs import set_up
from service.work.answered import open_known

MAX_DIGITS = 50_000
"""Decimal digits of a number that is written: counts of pictures have up to 18,815."""
PR_SET_PDEATHSIG = 1
MEGABYTE = 1_000_000


def begin(known: Path | None, megabytes: int | None) -> None:
    """Run first in every worker. Ctrl-C is the server's business, and without a server there is no worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if megabytes is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        limit = megabytes * MEGABYTE
        resource.setrlimit(resource.RLIMIT_DATA, (limit if hard < 0 else min(limit, hard), hard))
    sys.set_int_max_str_digits(MAX_DIGITS)
    set_up("INFO")
    open_known(known)
    warm()
    on_first_compile(lambda: logging.getLogger("rungwise.work").warning(NOTE))


def warm() -> bool:
    """Compile or load every kernel, once; what a worker needs later is imported."""
    import service.work.warm

    return service.work.warm.DONE
