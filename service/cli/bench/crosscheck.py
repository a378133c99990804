"""bench crosscheck: random boards on which every engine must find the same solutions."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.bench.options import Kinds, read_kinds, read_sides
from service.cli.exits import Exit, worst
from service.cli.interrupt import interruptible
from service.cli.lines import complain, print_json
from service.cli.options import Scheduler, json_of

if TYPE_CHECKING:
    from bench.crosscheck import Run
    from bench.log import Log

ENOUGH = 5
"""Disagreements of one kind after which its run ends: more of them would tell no more."""


@dataclass(frozen=True)
class Work:
    """Where boards are worked on: on a scheduler's workers, or in so many processes of this machine."""

    jobs: int
    scheduler: str | None

    def make(self, run: Run) -> Executor:
        """An executor whose workers are warm for a run."""
        from bench.crosscheck import Run, warm_up
        from bench.random_boards import default_sides
        from bench.work import make_executor

        any_run = Run(run.kind, 1, default_sides(run.kind))  # the same for all runs, so it is done once
        if self.scheduler is None:
            warm_up(any_run)  # processes find on the disk what this one has compiled
        return make_executor(self.jobs, self.scheduler, partial(warm_up, any_run))


def crosscheck(
    kind: Kinds = "all",
    boards: Annotated[int, typer.Option(min=1, help="Random boards of each kind.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Equal seeds give equal boards.")] = 1,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0 for none but this one.")] = 1,
    sides: Annotated[
        str | None,
        typer.Option(metavar="N|LOW..HIGH", help="Rows and columns of the boards.", show_default=False),
    ] = None,
    out: Annotated[
        str, typer.Option(metavar="FOLDER", help="Where findings are kept; a run that broke off goes on.")
    ] = "artifacts/crosscheck",
    scheduler: Scheduler = None,
    as_json: Annotated[bool, json_of(" a kind")] = False,
) -> None:
    """Solve random boards in every way there is and compare the lists of solutions.

    All engines are asked, the ladder also without each of its rungs, and on tiny boards the plain rules about
    every grid. A board on which they disagree is shrunk and written to a file that every command reads.

    Exit status: 0 no disagreement, 3 interrupted, 4 disagreement.
    """
    from bench.crosscheck import Run
    from bench.random_boards import default_sides

    chosen = read_sides(sides)
    runs = [Run(each, seed, chosen or default_sides(each)) for each in read_kinds(kind)]
    work = partial(_check_kinds, runs, boards, Work(jobs, scheduler), Path(out), as_json)
    raise typer.Exit(interruptible(work))


def _check_kinds(
    runs: Iterable[Run], boards: int, work: Work, folder: Path, as_json: bool, stopped: Callable[[], bool]
) -> Exit:
    codes = []
    for run in runs:
        codes.append(_check_kind(run, boards, work, folder, as_json, stopped))
        if stopped():
            break
    return worst(codes)


def _check_kind(
    run: Run, boards: int, work: Work, folder: Path, as_json: bool, stopped: Callable[[], bool]
) -> Exit:
    from bench.log import Log
    from bench.summary import Summary

    with Log(folder, run) as log:
        resumed = sum(number < boards for number in log.findings)
        if resumed:
            complain(f"{run.kind}: {resumed} boards are in {log.path} already")
        _fill(log, boards, work, as_json, stopped)
        summary = Summary(run, (each for each in log.findings.values() if each.number < boards))
        log.path.with_suffix(".summary.json").write_text(json.dumps(summary.to_json(), indent=1) + "\n")
        _draw(log, boards)
        if as_json:
            print_json(summary.to_json())
        elif summary.boards:
            sys.stdout.write(f"{summary}\n")
        for finding in summary.faults:
            complain(f"{run.kind} board {finding.number}: {finding.fault} ({log.reproducer_path(finding)})")
    if summary.faults:
        return Exit.DISAGREE
    if summary.boards < boards:
        complain(f"{run.kind}: interrupted at {summary.boards} of {boards} boards; the same command goes on")
        return Exit.UNDECIDED
    return Exit.DONE


def _draw(log: Log, boards: int) -> None:
    """Draw the findings beside the log, where plots can be drawn."""
    from importlib.util import find_spec

    if find_spec("matplotlib") is not None:
        from bench.crosscheck_plot import write

        found = (each for each in log.findings.values() if each.number < boards)
        write(log.run, found, log.path.with_suffix(".svg"))


def _fill(log: Log, boards: int, work: Work, as_json: bool, stopped: Callable[[], bool]) -> None:
    """Check what is not in the log yet, until there are disagreements enough or nobody waits any more."""
    from bench.crosscheck import check_all
    from service.cli.output import make_console, make_progress

    missing = [number for number in range(boards) if number not in log.findings]
    faults = sum(finding.fault is not None for finding in log.findings.values())
    if not missing or faults >= ENOUGH:
        return
    progress = make_progress(make_console(), as_json)
    if progress is not None:
        progress.start()
        bar = progress.add_task(log.run.kind, total=boards, completed=boards - len(missing))
    found = check_all(log.run, missing, partial(work.make, log.run), 4 * work.jobs, stopped)
    try:
        for finding in found:
            log.add(finding)
            faults += finding.fault is not None
            if progress is not None:
                progress.advance(bar)
            if stopped() or faults >= ENOUGH:
                break
    finally:
        found.close()
        if progress is not None:
            progress.stop()
