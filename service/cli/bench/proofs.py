"""bench proofs: what certificates cost beside the solving, on the boards of files."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.lines import complain, print_json
from service.cli.options import JsonReport

if TYPE_CHECKING:
    from bench.boards import BoardSet


def proofs(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Boards, as JSON lines.")],
    every: Annotated[int, typer.Option(min=1, help="Take one board of so many.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where to write the results as JSON.", show_default=False),
    ] = None,
    as_json: JsonReport = False,
) -> None:
    """Tell what certificates cost: their size, and the time to write and to check them."""
    from bench.proofs import measure, to_json, to_markdown

    found = to_json(measure(_classes(files, every)))
    if out is not None:
        out.write_text(json.dumps(found, indent=1) + "\n")
    if as_json:
        print_json(found)
    else:
        sys.stdout.write(to_markdown(found) + "\n")


def _classes(files: list[Path], every: int) -> Iterator[BoardSet]:
    """The boards of each kind in the files, in classes by size."""
    from bench.boards import CLASSES, by_cells, from_file
    from models import PUZZLES

    for kind in PUZZLES:
        for path in files:
            if sys.stderr.isatty():
                complain(f"measuring {kind} of {path}")
            yield from by_cells(from_file(path, kind)[::every], CLASSES[kind])
