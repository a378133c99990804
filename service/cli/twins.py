"""twins: pictures that no clues can tell apart; exact counts of a size, or the twins of one picture."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.exits import Exit
from service.cli.lines import print_json
from service.cli.options import json_of, read_size

if TYPE_CHECKING:
    from models.fillapix.twin_count import TwinCount
    from models.fillapix.twins import Twin
    from models.puzzle import Grid

SHOWN = 10
"""Twins of a picture that are spelled out for people."""
LISTED = 10_000
"""Sizes in a table at the most."""


def twins(
    size: Annotated[
        str | None, typer.Option(metavar="N|RxC", help="Count the pictures of a size.", show_default=False)
    ] = None,
    picture: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Find the twins of a picture: PBM, PNG or rows of # and .",
            show_default=False,
        ),
    ] = None,
    table: Annotated[bool, typer.Option("--table", help="Every size from 1x1 up to the given one.")] = False,
    as_json: Annotated[bool, json_of(" a size, or one with a picture's twins")] = False,
) -> None:
    """Tell which Fill-a-Pix pictures have a twin: another picture with the very same clues.

    Such a picture cannot be the answer of a puzzle, whatever clues are shown. With --picture the exit status
    is 1 if there is a twin.
    """
    if (size is None) == (picture is None):
        raise typer.BadParameter("give either --size or --picture")
    if picture is not None:
        if table:
            raise typer.BadParameter("--table goes with --size")
        raise typer.Exit(_of_picture(picture, as_json))
    rows, cols = read_size(size or "")
    if min(rows, cols) < 1:
        raise typer.BadParameter(f"no pictures of {rows}x{cols}")
    if table and rows * cols > LISTED:
        raise typer.BadParameter(f"a table of {rows * cols} sizes, the limit is {LISTED}")
    _of_size(rows, cols, table, as_json)


def _of_size(rows: int, cols: int, table: bool, as_json: bool) -> None:
    from models.fillapix.twin_count import count_twins

    wanted = [(r, c) for r in range(1, rows + 1) for c in range(1, cols + 1)] if table else [(rows, cols)]
    counts = (count_twins(*each) for each in wanted)
    if as_json:
        for count in counts:
            print_json(count.to_json())
    elif table:
        sys.stdout.writelines(_table(counts))
    else:
        sys.stdout.writelines(f"{line}\n" for line in _lines(next(counts)))


def _table(counts: Iterator[TwinCount]) -> Iterator[str]:
    """A line for each size, as soon as it is known."""
    yield f"{'size':>9}  {'with a twin':>12}  {'with a line':>12}  {'blocks only':>12}\n"
    for count in counts:
        parts = (count.twins, count.with_line, count.blocks_only)
        shares = "  ".join(f"{_percent(part, count.pictures):>12}" for part in parts)
        yield f"{f'{count.rows}x{count.cols}':>9}  {shares}\n"


def _lines(count: TwinCount) -> Iterator[str]:
    """The counts of one size, for people."""
    parts = {
        f"pictures of {count.rows}x{count.cols}": count.pictures,
        "with a twin": count.twins,
        "  with a line to flip": count.with_line,
        "  two blocks only": count.blocks_only,
    }
    width = max(len(_short(number)) for number in parts.values())
    for name, number in parts.items():
        yield f"{name:<24}{_short(number):>{width}}  {_percent(number, count.pictures):>12}"
    if count.twins < count.pictures:
        yield f"{'redraws for a puzzle':<24}{_rounded(count.twins, count.pictures - count.twins):>{width}}"


def _short(number: int) -> str:
    """All digits of a number that fits a line, else its first ones."""
    if number < 10**30:
        return f"{number:,}"
    digits = str(number)
    return f"{digits[0]}.{digits[1:6]}e{len(digits) - 1}"


def _rounded(part: int, whole: int) -> str:
    """A ratio of integers of any size, to four digits."""
    from decimal import Decimal, localcontext

    with localcontext() as context:
        context.prec = 12
        return f"{Decimal(part) / Decimal(whole):.4g}"


def _percent(part: int, whole: int) -> str:
    from decimal import Decimal, localcontext

    with localcontext() as context:
        context.prec = 12
        share = 100 * Decimal(part) / Decimal(whole)
    return f"{share:.6f}%" if not part or share >= Decimal("0.001") else f"{share:.3e}%"


def _of_picture(name: str, as_json: bool) -> Exit:
    from models.fillapix.twins import find_twins
    from service.cli.generate import read_picture_file

    grid = read_picture_file(name)
    found = find_twins(grid)
    if as_json:
        print_json({"twins": [twin.to_json() for twin in found]})
    else:
        sys.stdout.write(_described(grid, found))
    return Exit.OTHER if found else Exit.DONE


def _described(grid: Grid, found: list[Twin]) -> str:
    """The first twin drawn into the picture, then all of them in words."""
    from models.pictures import write_text

    if not found:
        return "no twin: all clues together fix this picture\n"
    lines = [f"{twin}\n" for twin in found[:SHOWN]]
    if found[SHOWN:]:
        lines.append(f"and {len(found) - SHOWN} more\n")
    return write_text(grid, found[0].cells) + "".join(lines)
