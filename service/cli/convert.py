"""convert and check: what needs no solving."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.cli.drive import Answer, Stopped, drive
from service.cli.exits import Exit
from service.cli.lines import complain, print_json
from service.cli.options import Json, KeepGoing, Puzzles
from service.cli.sources import each_source, read_all

if TYPE_CHECKING:
    from rich.console import RenderableType

    from models.formats import Reading
    from models.puzzle import Grid, Puzzle, Violation


def convert(
    puzzles: Puzzles,
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help="json, plain or tatham.")],
    as_json: Json = False,
    keep_going: KeepGoing = False,
) -> None:
    """Print each puzzle in another format; nothing if one of them cannot be held by it."""
    from models.formats import FORMATS, write
    from models.puzzle import BadPuzzle

    if to not in FORMATS:
        raise typer.BadParameter(f"unknown format {to[:40]!r}, expected one of {', '.join(FORMATS)}")
    written: list[dict[str, Any]] = []
    code = Exit.DONE
    for source in each_source(puzzles) if keep_going else read_all(puzzles):
        complaint = source.complaint
        if source.reading is not None:
            for warning in source.reading.warnings:
                complain(f"{source.name}: warning: {warning}")
            try:
                text = write(source.reading.puzzle, to)
                about = {"id": source.reading.id, "kind": source.reading.puzzle.kind, "format": to}
                written.append(about | {"text": text, "warnings": list(source.reading.warnings)})
            except BadPuzzle as error:
                complaint = f"{source.name}: {error}"
        if complaint is not None:
            complain(complaint)
            code = Exit.BAD_INPUT
    if code is Exit.DONE or keep_going:
        for each in written:
            print_json(each) if as_json else sys.stdout.write(each["text"] + "\n")
    raise typer.Exit(code)


def check(
    puzzles: Puzzles,
    answer: Annotated[
        str | None,
        typer.Option(
            "--answer",
            metavar="GRID",
            help="The answer, as JSON or in a file; without it, the one in the puzzle's own text.",
            show_default=False,
        ),
    ] = None,
    as_json: Json = False,
    keep_going: KeepGoing = False,
) -> None:
    """Check answers by the plain rules and name every rule that is broken.

    Exit status: 0 right, 1 wrong.
    """

    def work(reading: Reading, _stopped: Stopped) -> Answer:
        grid = _answer_of(reading, answer)
        broken = reading.puzzle.violations(grid)
        data = {
            "correct": not broken,
            "violations": [
                {"code": each.code, "text": each.text, "cells": [list(cell) for cell in each.cells]}
                for each in broken
            ],
        }
        code = Exit.OTHER if broken else Exit.DONE
        return Answer(data, code, lambda width: _draw(reading.puzzle, grid, broken, width))

    drive(puzzles, work, as_json, keep_going, at_most=None if answer is None else 1)


def _answer_of(reading: Reading, given: str | None) -> Grid:
    from models.formats import MAX_TEXT
    from models.formats.answers import read_answer
    from models.puzzle import BadPuzzle

    if given is None:
        if reading.answer is None:
            raise BadPuzzle("the puzzle's text holds no answer; give one with --answer")
        return reading.answer
    if not os.path.isfile(given):
        return read_answer(given, reading.puzzle)
    try:
        with open(given, encoding="utf-8") as source:
            return read_answer(source.read(MAX_TEXT + 1), reading.puzzle)
    except UnicodeDecodeError as error:
        raise BadPuzzle("not UTF-8 text", f"answer byte {error.start + 1}") from None


def _draw(puzzle: Puzzle, grid: Grid, broken: list[Violation], width: int) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    from service.cli.show import boards

    if not broken:
        return Text("right", style="bold green")
    lines = [Text(f"{each.code}: {each.text}") for each in broken]
    return Group(Text("wrong", style="bold red"), boards(puzzle, [grid], width), *lines)
