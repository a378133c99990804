"""bench speed: milliseconds a board, of engines and baselines on the same boards in one run."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.cli.bench.options import Kind, Seed
from service.cli.exits import Exit
from service.cli.lines import complain, print_json
from service.cli.options import JsonReport

if TYPE_CHECKING:
    from bench.boards import BoardSet
    from bench.speed import Report


def speed(
    kind: Kind,
    boards: Annotated[int, typer.Option(min=1, help="Generated boards of each size.")] = 20,
    seed: Seed = 1,
    file: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Boards to measure too, as JSON lines.", show_default=False),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Where to write the report and plots.", show_default=False),
    ] = None,
    compare: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="An earlier report (JSON) to compare with.", show_default=False),
    ] = None,
    as_json: JsonReport = False,
) -> None:
    """Tell how many milliseconds a board takes: median and maximum of every engine and baseline.

    With an earlier report of the same boards, tell what got slower by more than its noise.

    Exit status: 0 done, 1 something is slower than in the earlier report.
    """
    from bench.boards import GENERATED
    from bench.speed import measure

    if kind not in GENERATED:
        raise typer.BadParameter(f"unknown kind {kind[:40]!r}, expected one of {', '.join(GENERATED)}")
    sets = list(_sets(kind, boards, seed, file))
    earlier = None if compare is None else _read(compare, kind, sets)
    sides = sorted({side for side, _ in GENERATED[kind].values()})
    with tempfile.TemporaryDirectory(prefix="rungwise-bench-") as cache:
        report = measure(kind, sets, sides, boards, seed, Path(cache), _tell)
    if out is not None:
        _write(report, Path(out))
    raise typer.Exit(_print(report, earlier, as_json))


def _read(name: str, kind: str, sets: Iterable[BoardSet]) -> dict[str, Any]:
    """An earlier report; BadParameter if the file holds none that these boards can be compared with."""
    from bench.comparison import Incomparable, check

    with open(name, encoding="utf-8") as file:
        try:
            report = json.load(file)
        except ValueError as error:
            raise typer.BadParameter(f"{name}: not JSON ({error})") from None
    try:
        check(report, kind, sets)
    except Incomparable as error:
        raise typer.BadParameter(f"{name}: {error}") from None
    return dict(report)


def _write(report: Report, folder: Path) -> None:
    from importlib.util import find_spec

    from bench.speed_tables import write

    paths = [write(report, folder)]
    if find_spec("matplotlib") is not None:
        from bench.speed_plot import write as draw

        paths += draw(report, folder)
    complain(f"report written to {', '.join(map(str, paths))}")


def _print(report: Report, earlier: Mapping[str, Any] | None, as_json: bool) -> Exit:
    """The report, and the comparison if there is one."""
    from dataclasses import asdict

    from bench import comparison
    from bench.speed_tables import to_markdown

    data = report.to_json()
    found = None
    if earlier is not None:
        try:
            found = comparison.compare(earlier, data)
        except comparison.Incomparable as error:
            complain(str(error))
    if as_json:
        print_json(data | ({} if found is None else {"comparison": asdict(found)}))
    else:
        sys.stdout.write(to_markdown(report) + "\n")
        if found is not None:
            sys.stdout.write("\n" + comparison.to_markdown(found) + "\n")
    if earlier is not None and found is None:
        return Exit.BAD_INPUT
    return Exit.OTHER if found is not None and found.slower else Exit.DONE


def _tell(name: str) -> None:
    """What is measured now, for those who wait at a terminal."""
    if sys.stderr.isatty():
        complain(f"measuring {name}")


def _sets(kind: str, boards: int, seed: int, file: str | None) -> Iterator[BoardSet]:
    """All sets; the file, which may be no file of boards, is read before any board is generated."""
    from bench.boards import CLASSES, by_cells, from_file, generated

    read = [] if file is None else from_file(Path(file), kind)
    if file is not None and not read:
        raise typer.BadParameter(f"{file}: no {kind} boards to measure")
    yield from generated(kind, boards, seed)
    yield from by_cells(read, CLASSES[kind])
