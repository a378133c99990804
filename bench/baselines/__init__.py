"""Plain ways to certify a board, to measure against: what one would write first with a library.

A baseline takes a puzzle and returns whether it has exactly one answer (None: it gave
up). It is timed whole, model
building included, imports not. None of them is used for a verdict.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

BASELINES: dict[str, dict[str, str]] = {
    kind: {
        "simple SAT": f"bench.baselines.{kind}:simple_sat",
        "simple CP-SAT": f"bench.baselines.{kind}:simple_cpsat",
    }
    for kind in ("fillapix", "doppelblock", "tentaisho")
}
"""kind -> name -> where the function is."""


def baselines(kind: str) -> dict[str, Callable[[Any], bool | None]]:
    """The baselines of a kind, imported."""
    found = {}
    for name, place in BASELINES.get(kind, {}).items():
        module, _, function = place.partition(":")
        found[name] = getattr(import_module(module), function)
    return found
