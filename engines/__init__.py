"""How puzzles are solved: the registry of engines. Never names a puzzle."""

from __future__ import annotations

from importlib import import_module

from engines.engine import Engine, EngineMissing, Limits, Outcome, Verdict

ENGINES: dict[str, str] = {
    "ladder": "engines.ladder:Ladder",
    "sat": "engines.sat:Sat",
    "cpsat": "engines.cpsat:CpSat",
    "raw": "engines.raw:Raw",
    "ganak": "engines.ganak:Ganak",
}
"""name -> where its class is; an engine's library is imported only when it is used."""
COUNTING = frozenset({"ganak"})
"""Engines that say how many solutions there are and show none: no verdict may rest on them."""

__all__ = [
    "COUNTING",
    "ENGINES",
    "Certificate",
    "Engine",
    "EngineMissing",
    "Limits",
    "Outcome",
    "Verdict",
    "certify",
    "compare",
    "deciding",
    "find_engine",
]


def deciding() -> list[str]:
    """The engines that show the solutions they find."""
    return [name for name in ENGINES if name not in COUNTING]


def find_engine(name: str) -> Engine:
    """The engine of a name; ValueError on an unknown one."""
    if name not in ENGINES:
        raise ValueError(f"unknown engine {name[:40]!r}, expected one of {', '.join(ENGINES)}")
    module, _, member = ENGINES[name].partition(":")
    made: Engine = getattr(import_module(module), member)()
    return made


# Below find_engine, which they call.
from engines.certify import Certificate, certify, compare  # noqa: E402
