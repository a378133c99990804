"""bench speed: milliseconds a board, of engines and baselines on the same boards in one run."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.lines import complain, print_json
from service.cli.options import Json

if TYPE_CHECKING:
    from bench.boards import BoardSet


def speed(
    kind: Annotated[str, typer.Option(help="The kind of puzzle, as fillapix.", show_default=False)],
    boards: Annotated[int, typer.Option(min=1, help="Generated boards of each size.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="The first generated board's seed.")] = 1,
    file: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Boards to measure too, as JSON lines.", show_default=False),
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Where to write the report.", show_default=False)
    ] = None,
    as_json: Json = False,
) -> None:
    """Tell how many milliseconds a board takes: median and maximum of every engine and baseline."""
    from bench.boards import GENERATED
    from bench.speed import measure

    if kind not in GENERATED:
        raise typer.BadParameter(f"unknown kind {kind[:40]!r}, expected one of {', '.join(GENERATED)}")
    sides = sorted({side for side, _ in GENERATED[kind].values()})
    with tempfile.TemporaryDirectory(prefix="rungwise-bench-") as cache:
        report = measure(
            kind,
            _sets(kind, boards, seed, file),
            sides,
            boards,
            seed,
            Path(cache),
            _tell,
        )
    if out is not None:
        complain(f"report written to {report.write(Path(out))}")
    if as_json:
        print_json(report.to_json())
    else:
        sys.stdout.write(report.to_markdown() + "\n")


def _tell(name: str) -> None:
    """What is measured now, for those who wait at a terminal."""
    if sys.stderr.isatty():
        complain(f"measuring {name}")


def _sets(kind: str, boards: int, seed: int, file: str | None) -> Iterator[BoardSet]:
    from bench.boards import CLASSES, by_cells, from_file, generated

    yield from generated(kind, boards, seed)
    if file is not None:
        yield from by_cells(from_file(Path(file), kind), CLASSES[kind])
