"""Other ways to certify a board, to measure against: what one would write first, and public tools.

A baseline takes a puzzle and returns whether it has exactly one answer (None: it gave up, or has no
word for what is on the board). It is timed whole, model building included, imports not. None of them is
used for a verdict. Those of the extra ``rivals`` run where it is installed.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

SECONDS = 20.0
"""Where a baseline can be given a limit of time."""

CONFLICTS = 300_000
"""Where a SAT baseline gives up: some 20 seconds."""

SIMPLE = {"simple SAT": "simple_sat", "simple CP-SAT": "simple_cpsat"}
"""name -> function in the kind's own module here."""

RIVALS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "clingo": ("clingo", "asp", ("fillapix", "doppelblock", "tentaisho")),
    "multi-puzzle-solver": ("puzzle_solver", "multi_puzzle_solver", ("fillapix", "tentaisho")),
    "puzzlekit": ("puzzlekit", "puzzlekit", ("fillapix",)),
}
"""name -> what it imports, its module here, and the kinds it knows: a function each, named like the kind."""

Baseline = Callable[[Any], bool | None]


def baselines(kind: str) -> dict[str, Baseline]:
    """The baselines of a kind, imported; rivals that are not installed are left out."""
    own = import_module(f"{__name__}.{kind}")
    found: dict[str, Baseline] = {name: getattr(own, function) for name, function in SIMPLE.items()}
    for name, (package, module, kinds) in RIVALS.items():
        if kind in kinds and find_spec(package) is not None:
            found[name] = getattr(import_module(f"{__name__}.{module}"), kind)
    return found
