"""One engine on one puzzle, where a second opinion is not asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines import find_engine
from engines.certify import LADDER_NODES
from engines.engine import Limits, Outcome, Watch
from models.puzzle import Puzzle


def run_engine(puzzle: Puzzle, name: str | None, limits: Limits) -> Outcome:
    """One engine's outcome; without a name the ladder's, and SAT's where the ladder's budget ran out.

    The plain search of the ladder has a heavy tail that clause learning has not.
    """
    if name is not None:
        return find_engine(name).solve(puzzle, limits)
    watch = Watch(limits)
    budget = LADDER_NODES if limits.nodes is None else min(LADDER_NODES, limits.nodes)
    outcome = find_engine("ladder").solve(puzzle, replace(limits, nodes=budget))
    if outcome.limit == "nodes":
        outcome = find_engine("sat").solve(puzzle, limits.with_seconds(watch.remaining()))
    return outcome


def facts(outcome: Outcome) -> dict[str, Any]:
    """What solve and count say of an outcome, as plain values."""
    said = outcome.to_json()
    said["count"] = said.pop("solutions")
    return {"engine": outcome.engine} | said
