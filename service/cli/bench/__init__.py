"""bench: engines measured against each other and against plain baselines, on the same boards in one run."""

from __future__ import annotations

import typer

from service.cli.bench.crosscheck import crosscheck
from service.cli.bench.nodes import nodes
from service.cli.bench.proofs import proofs
from service.cli.bench.speed import speed
from service.cli.help import show_help

bench = typer.Typer(
    help="Measure engines, baselines and generators on this machine, and check them against each other.",
    invoke_without_command=True,
    callback=show_help,
    add_completion=False,
)
for each in (speed, nodes, crosscheck, proofs):
    bench.command()(each)
