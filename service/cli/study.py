"""study KIND: published tables measured again, ours beside theirs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from models import PUZZLES
from service.cli.exits import Exit
from service.cli.interrupt import interruptible
from service.cli.lines import complain, print_json
from service.cli.options import JsonReport, Scheduler

if TYPE_CHECKING:
    from rich.progress import Progress

    from bench.studies.run import Study


TABLES = {
    "fillapix": "ways, sequences, rates, blocks, solver, generator, survival, price, pairs",
    "doppelblock": "lengths, census, added, ablation, preprocessing, sharpness, bare, striking, cycles, "
    "givens",
    "tentaisho": "added, ablation, grades, guesses, symmetry, dials",
}
"""What help says there is; the tables themselves take long to import."""
NAMES = "; ".join(f"Of {kind}: {names}" for kind, names in TABLES.items())


def study(
    kind: Annotated[str, typer.Argument(metavar="KIND", help=f"The kind of puzzle: {', '.join(PUZZLES)}.")],
    table: Annotated[
        list[str] | None,
        typer.Option(
            "--table",
            metavar="NAME",
            help=f"Only this table; can be repeated. {NAMES}.",
            show_default=False,
        ),
    ] = None,
    boards: Annotated[
        int | None,
        typer.Option(min=2, help="No sample larger than this.", show_default=False),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Equal seeds give equal figures.")] = 1,
    jobs: Annotated[
        int | None,
        typer.Option(min=0, help="Processes: one a processor unless told; 0 for none but this one."),
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Where to write the results.", show_default=False)
    ] = None,
    scheduler: Scheduler = None,
    as_json: JsonReport = False,
) -> None:
    """Measure what has been published on a puzzle, and compare: sample by sample, with 95% intervals.

    Equal figures are exact on both sides; inside says that the interval of the difference holds 0. Plots need
    the extra plots. What is done so far is written after every table.

    Exit status: 0 done, 2 bad input, 3 interrupted.
    """
    from bench.studies import STUDIES, tables_of
    from bench.studies.run import Study

    if kind not in STUDIES:
        raise typer.BadParameter(f"unknown kind {kind[:40]!r}, expected one of {', '.join(PUZZLES)}")
    known = tables_of(kind)
    for name in table or ():
        if name not in known:
            raise typer.BadParameter(f"unknown table {name[:40]!r}, expected one of {', '.join(known)}")
    begun = Study(kind, seed, boards)
    workers = (os.cpu_count() or 1) if jobs is None else jobs
    folder = None if out is None else Path(out)

    def work(stopped: Callable[[], bool]) -> Exit:
        return _measure(begun, table or (), workers, scheduler, folder, as_json, stopped)

    raise typer.Exit(interruptible(work))


def _measure(
    begun: Study,
    names: Any,
    jobs: int,
    scheduler: str | None,
    folder: Path | None,
    as_json: bool,
    stopped: Callable[[], bool],
) -> Exit:
    """Print every table as soon as it is there."""
    from bench.studies.lab import Lab, Stopped, make_crew
    from bench.work import make_executor
    from service.cli.output import make_console, make_progress

    progress = make_progress(make_console(), as_json)
    crew = make_crew(partial(make_executor, jobs, scheduler), 4 * jobs, stopped)
    lab = Lab(crew, begun.seed, begun.boards, _teller(progress), stopped)
    try:
        for table in begun.measure(lab, names):
            if folder is not None:
                written = begun.write(folder)
            if not as_json:
                sys.stdout.write(table.to_markdown() + "\n\n")
                sys.stdout.flush()
    except Stopped:
        complain(f"interrupted: {len(begun.tables)} tables measured")
        return Exit.UNDECIDED
    finally:
        crew.close()
        if progress is not None:
            progress.stop()
    if as_json:
        print_json(begun.to_json())
    if folder is not None:
        complain(f"written: {', '.join(map(str, written))}")
    return Exit.DONE


def _teller(progress: Progress | None) -> Callable[[str, int, int], None]:
    """Shows on the bar what is measured and how far it is."""
    if progress is None:
        return lambda what, done, total: None
    progress.start()
    bar = progress.add_task("", total=None)
    return lambda what, done, total: progress.update(bar, description=what, completed=done, total=total)
