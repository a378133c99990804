"""bench: engines measured against each other and against plain baselines, on the same boards in one run."""

from __future__ import annotations

import typer

from service.cli.bench.crosscheck import crosscheck
from service.cli.bench.nodes import nodes
from service.cli.bench.proofs import proofs
from service.cli.bench.speed import speed
from service.cli.lines import watching_output

bench = typer.Typer(
    help="Measure engines, baselines and generators on this machine, and check them against each other.",
    no_args_is_help=True,
    add_completion=False,
)
for each in (speed, nodes, crosscheck, proofs):
    bench.command()(watching_output(each))
