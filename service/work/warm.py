"""Importing this module makes every kernel ready. The server that forks workers imports it first.

A worker forked from there starts in milliseconds, so killing one costs next to nothing.
"""

from __future__ import annotations

import gc
import json
import logging
import sqlite3  # noqa: F401 - for the workers
import sys
from importlib import import_module

from engines.ladder import Ascent
from models import PUZZLES, load
from models.compiling import NOTE, on_first_compile
from service.samples import CROWDED, SAMPLES, SEVERAL
from service.work.caps import Caps
from service.work.lines import answer_lines
from service.work.making import generator
from service.work.options import read_options
from service.work.replies import answer

LIBRARIES = "ortools.sat.python.cp_model", "pysat.solvers"
"""What engines import when they are first used: half a second that no request is to wait for."""
COMPILED = ["ladder", "raw"]
"""The engines that run kernels."""
BOARDS = [json.dumps(board).encode() for board in (*SAMPLES.values(), SEVERAL, CROWDED)]


def ready() -> bool:
    """Have every engine, the explanations and the generators work on a small board of every kind."""
    for library in LIBRARIES:
        import_module(library)
    assert set(SAMPLES) == set(PUZZLES)
    patience = Caps(seconds=600, max_seconds=600)
    for action, options in (("compare", {"engines": COMPILED}), ("certify", {}), ("explain", {})):
        answer_lines(action, read_options(action, options), BOARDS, 1, patience, 600)
    for board in BOARDS[: len(SAMPLES)]:
        Ascent(load(board.decode())).load_search()
    for kind in PUZZLES:
        if generator(kind) is not None:
            answer("generate", json.dumps({"kind": kind, "size": [5, 5], "seed": 1}).encode(), patience)
    return True


def tell() -> None:
    """Say that kernels are being compiled: in the log where there is one, else as a command says it."""
    if logging.getLogger().handlers:
        logging.getLogger("rungwise.work").warning(NOTE)
    else:
        print(f"rungwise: {NOTE}", file=sys.stderr, flush=True)


on_first_compile(tell)
DONE = ready()
# Workers are forked from here: what is loaded by now stays for good, and a worker that looked through it for
# garbage would pay for that, and make the pages that it shares its own.
gc.collect()
gc.freeze()
