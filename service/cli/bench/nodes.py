"""bench nodes: what a board costs every engine and every part of the ladder, side by side."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.bench.options import Kind, Seed, read_each_side
from service.cli.exits import Exit
from service.cli.interrupt import interruptible
from service.cli.lines import complain, print_json
from service.cli.options import JsonReport, read_engines

if TYPE_CHECKING:
    from rich.table import Table

    from bench.boards import BoardSet
    from bench.nodes import Disagreement, Nodes


def nodes(
    kind: Kind,
    boards: Annotated[int, typer.Option(min=0, help="Generated boards of each side.")] = 10,
    sides: Annotated[
        str | None, typer.Option(metavar="N,N,...", help="Sides of the generated boards.", show_default=False)
    ] = None,
    seed: Seed = 1,
    file: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Boards to measure too, as JSON lines.", show_default=False),
    ] = None,
    engines: Annotated[
        str, typer.Option(metavar="NAMES", help="Engines with commas between, or all.")
    ] = "all",
    seconds: Annotated[float, typer.Option(min=0.01, help="Time for one engine on one board.")] = 10.0,
    out: Annotated[
        str, typer.Option(metavar="FOLDER", help="Where the report is written.")
    ] = "artifacts/nodes",
    plots: Annotated[bool, typer.Option(help="Draw plots; needs the extra plots.")] = True,
    as_json: JsonReport = False,
) -> None:
    """Compare engines, and rungs of the ladder, by nodes, times and fixpoints on the same boards.

    Prints medians; writes every figure as JSON and CSV, and plots as SVG. Two engines that contradict each
    other end the run, and the board is shrunk and written to a file.

    Exit status: 0 done, 3 interrupted, 4 disagreement.
    """
    from bench.boards import SIDES

    if kind not in SIDES:
        raise typer.BadParameter(f"unknown kind {kind[:40]!r}, expected one of {', '.join(SIDES)}")
    chosen = read_each_side(sides) or SIDES[kind]
    names = read_engines(engines) or []
    if plots:
        _need_plots()

    def work(stopped: Callable[[], bool]) -> Exit:
        from bench.nodes import Disagreement

        sets = list(_sets(kind, chosen, boards, seed, file))
        if not sets:
            raise typer.BadParameter(f"no {kind} boards to measure")
        try:
            measured = _measure(kind, sets, names, seed, seconds, stopped, as_json)
        except Disagreement as error:
            return _tell_disagreement(error, Path(out), seconds)
        return _report(measured, Path(out), plots, as_json, stopped())

    raise typer.Exit(interruptible(work))


def _need_plots() -> None:
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise typer.BadParameter("plots need Matplotlib: pip install 'rungwise[plots]', or --no-plots")


def _sets(kind: str, sides: Sequence[int], boards: int, seed: int, file: str | None) -> Iterator[BoardSet]:
    from bench.boards import CLASSES, at_sides, by_cells, from_file

    if boards:
        yield from at_sides(kind, sides, boards, seed)
    if file is not None:
        yield from by_cells(from_file(Path(file), kind), CLASSES[kind])


def _measure(
    kind: str,
    sets: Sequence[BoardSet],
    names: Sequence[str],
    seed: int,
    seconds: float,
    stopped: Callable[[], bool],
    as_json: bool,
) -> Nodes:
    from bench.nodes import measure
    from service.cli.output import make_console, make_progress

    progress = make_progress(make_console(), as_json)
    if progress is None:
        return measure(kind, sets, names, seed, seconds, stopped)
    with progress:
        task = progress.add_task("boards", total=sum(len(each.boards) for each in sets))
        return measure(kind, sets, names, seed, seconds, stopped, lambda _: progress.advance(task))


def _tell_disagreement(error: Disagreement, folder: Path, seconds: float) -> Exit:
    """Shrink the board, write it where the report would be, and say so."""
    from bench.crosscheck import reproducer
    from engines.engine import Limits

    board = reproducer(error.puzzle.to_json(), Limits(solutions=50, seconds=seconds), error.fault)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"disagreement-{error.puzzle.kind}-{error.puzzle.digest()[:12]}.json"
    path.write_text(json.dumps(board, indent=1) + "\n")
    complain(f"{error.fault} ({path})")
    return Exit.DISAGREE


def _report(measured: Nodes, folder: Path, plots: bool, as_json: bool, is_stopped: bool) -> Exit:
    from bench.node_tables import to_json, write

    paths = write(measured, folder)
    if plots and measured.rows:
        from bench import plots as drawing

        paths += drawing.write(measured, folder)
    if as_json:
        print_json(to_json(measured))
    else:
        _print_tables(measured)
    complain(f"report written to {', '.join(map(str, paths))}")
    if is_stopped:
        complain("interrupted: the report holds the boards that were done")
    return Exit.UNDECIDED if is_stopped else Exit.DONE


def _print_tables(measured: Nodes) -> None:
    """A table for each set: everyone asked, then the ladder's parts before any search."""
    import sys

    from bench.node_tables import engine_lines, names_of_sets, part_lines
    from service.cli.bench.tables import cost_table, fixpoint_table
    from service.cli.output import make_console

    console = make_console()
    for name in names_of_sets(measured):
        tables: list[Table] = [
            cost_table(name, [line for line in engine_lines(measured) if line.set == name]),
            fixpoint_table([line for line in part_lines(measured) if line.set == name]),
        ]
        with console.capture() as capture:
            console.print(*tables, sep="\n")
        sys.stdout.write("\n".join(line.rstrip() for line in capture.get().splitlines()) + "\n\n")
