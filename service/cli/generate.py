"""generate: new puzzles with one answer, each from a seed that makes it again."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.cli.drive import Stopped
from service.cli.exits import Exit
from service.cli.interrupt import interruptible
from service.cli.lines import complain
from service.cli.options import Json, read_size

if TYPE_CHECKING:
    from rich.console import RenderableType

    from models.puzzle import Generated, Grid

SEED_BITS = 32


def generate(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="The kind of puzzle, as fillapix.")],
    size: Annotated[
        str | None,
        typer.Option(
            "--size", metavar="N|RxC", help="Rows x columns, or one number for both.", show_default=False
        ),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="How many puzzles.")] = 1,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0, help="The first puzzle's seed; the next ones count on from it.", show_default=False
        ),
    ] = None,
    thin: Annotated[
        str | None,
        typer.Option(
            metavar="core|random",
            help="fillapix: thin clues by unsatisfiable cores (fast) or one by one in random order.",
            show_default=False,
        ),
    ] = None,
    picture: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="fillapix: the answer, as PBM, PNG or rows of # and . in place of a size.",
            show_default=False,
        ),
    ] = None,
    to: Annotated[
        str | None, typer.Option(metavar="FORMAT", help="Print the puzzles in a format.", show_default=False)
    ] = None,
    as_json: Json = False,
) -> None:
    """Make puzzles that have exactly one answer."""
    options: dict[str, Any] = {name: value for name, value in [("thin", thin)] if value is not None}
    if picture is not None:
        options["picture"] = _read_picture(picture)
        rows, columns = options["picture"].shape
        if size is not None and read_size(size) != (rows, columns):
            raise typer.BadParameter(f"--size says {size}, the picture is {rows}x{columns}")
    elif size is None:
        raise typer.BadParameter("--size is missing")
    else:
        rows, columns = read_size(size)
    make = _generator(kind, options)
    first = secrets.randbits(SEED_BITS) if seed is None else seed
    _check_format(to)

    def each(stopped: Stopped) -> Iterator[Generated]:
        for number in range(first, first + count):
            if stopped():
                return
            yield make(rows, columns, number, **options)

    raise typer.Exit(interruptible(lambda stopped: _print_all(each(stopped), count, to, as_json)))


def _generator(kind: str, options: dict[str, Any]) -> Callable[..., Generated]:
    """The generate function of a kind; BadParameter if it has no such option."""
    from models import PUZZLES

    if kind not in PUZZLES:
        raise typer.BadParameter(f"unknown kind {kind[:40]!r}, expected one of {', '.join(PUZZLES)}")
    package = PUZZLES[kind].partition(":")[0]
    make: Callable[..., Generated] = import_module(f"{package}.generate").generate
    known = signature(make).parameters
    for name in options:
        if name not in known:
            raise typer.BadParameter(f"--{name} does not go with {kind}")
    return make


def _check_format(name: str | None) -> None:
    from models.formats import FORMATS

    if name is not None and name not in FORMATS:
        raise typer.BadParameter(f"unknown format {name[:40]!r}, expected one of {', '.join(FORMATS)}")


def _read_picture(name: str) -> Grid:
    from models.pictures import MAX_BYTES, read_picture
    from models.puzzle import BadPuzzle

    with open(name, "rb") as source:
        data = source.read(MAX_BYTES + 1)
    try:
        return read_picture(data)
    except BadPuzzle as error:
        raise error.within(name) from None


def _print_all(made: Iterator[Generated], count: int, to: str | None, as_json: bool) -> Exit:
    from service.cli.output import Output, heading

    with Output(as_json, count) as output:
        for each in made:
            if to is not None and not as_json:
                output.put_text(_written(each, to))
                continue
            rows, columns = each.puzzle.shape
            head = heading(f"seed {each.seed}", f"{each.puzzle.title} {rows}x{columns}")
            data = each.to_json() if to is None else each.to_json() | {"text": _written(each, to)}
            output.put(head, data, partial(_draw, each))
        if output.printed < count:
            complain(f"interrupted: {output.printed} of {count} puzzles made")
            return Exit.UNDECIDED
    return Exit.DONE


def _written(made: Generated, to: str) -> str:
    from models.formats import write

    return write(made.puzzle, to)


def _draw(made: Generated, width: int) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    from service.cli.show import boards

    details = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in made.details.items())
    return Group(boards(made.puzzle, [made.solution], width), Text(details, style="dim"))
