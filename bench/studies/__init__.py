"""Studies: published tables measured again, ours beside theirs, with samples, intervals and a comparison."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from bench.studies.lab import Lab
from bench.studies.plot import Plot
from bench.studies.table import Table

STUDIES = {kind: f"bench.studies.{kind}" for kind in ("fillapix", "doppelblock", "tentaisho")}
"""Kind -> where its tables are."""

Measure = Callable[[Lab], Table]


def tables_of(kind: str) -> dict[str, Measure]:
    """Name -> what measures the table."""
    tables: dict[str, Measure] = import_module(STUDIES[kind]).TABLES
    return tables


def plot_of(kind: str) -> Plot:
    """What is drawn of the kind's tables."""
    plot: Plot = import_module(STUDIES[kind]).PLOT
    return plot
