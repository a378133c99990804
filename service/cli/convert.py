"""convert and check: what needs no solving."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.cli.drive import Answer, Stopped, drive
from service.cli.exits import Exit
from service.cli.lines import complain, print_json
from service.cli.options import Json, KeepGoing, Puzzles, read_format
from service.cli.sources import each_source, read_all

if TYPE_CHECKING:
    from rich.console import RenderableType

    from models.answers import Answer as WrittenAnswer
    from models.answers import Check
    from models.formats import Reading
    from models.puzzle import Grid, Puzzle
    from service.cli.sources import Source


def convert(
    puzzles: Puzzles,
    to: Annotated[
        str, typer.Option("--to", metavar="FORMAT", help="json, plain, puzzlink, pzprv3 or tatham.")
    ],
    as_json: Json = False,
    keep_going: KeepGoing = False,
) -> None:
    """Print each puzzle in another format; nothing if one of them cannot be held by it.

    Exit status: 0 all are printed, 2 one cannot be read, or not be held by the format.
    """
    from models.formats import write
    from models.puzzle import BadPuzzle

    read_format(to)
    written: list[dict[str, Any]] = []
    code = Exit.DONE
    for source in each_source(puzzles) if keep_going else read_all(puzzles):
        complaint = source.complaint
        if source.reading is not None:
            for warning in source.reading.warnings:
                complain(f"{source.name}: warning: {warning}")
            try:
                text = write(source.reading.puzzle, to, _right_answer(source))
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


def _right_answer(source: Source) -> Grid | None:
    """The answer that a puzzle's text carries, if it is one; a wrong one is left out with a warning."""
    from models.answers import check as check_answer

    assert source.reading is not None
    if source.reading.answer is None:
        return None
    found = check_answer(source.reading.puzzle, source.reading.answer)
    if not found.is_correct:
        complain(
            f"{source.name}: warning: the answer is not right ({found.violations[0].text}) and is left out"
        )
    return found.grid if found.is_correct else None


def check(
    puzzles: Puzzles,
    answer: Annotated[
        str | None,
        typer.Option(
            "--answer",
            metavar="GRID",
            help="The answer, as rows, JSON or in a file; without it, the one in the puzzle's own text.",
            show_default=False,
        ),
    ] = None,
    as_json: Json = False,
    keep_going: KeepGoing = False,
) -> None:
    """Check answers by the plain rules and name every rule that is broken.

    Exit status: 0 right, 1 wrong, 2 bad input.
    """
    from models.answers import check as check_answer

    def work(reading: Reading, _stopped: Stopped) -> Answer:
        found = check_answer(reading.puzzle, _answer_of(reading, answer))
        data = {
            "correct": found.is_correct,
            "violations": [each.to_json() for each in found.violations],
            "remarks": [each.to_json() for each in found.remarks],
        }
        code = Exit.DONE if found.is_correct else Exit.OTHER
        return Answer(data, code, lambda width: _draw(reading.puzzle, found, width))

    drive(puzzles, work, as_json, keep_going, at_most=None if answer is None else 1)


def _answer_of(reading: Reading, given: str | None) -> WrittenAnswer:
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


def _draw(puzzle: Puzzle, found: Check, width: int) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    from service.cli.show import boards

    lines = [Text(f"{each.code}: {each.text}") for each in (*found.violations, *found.remarks)]
    if found.is_correct:
        return Group(Text("right", style="bold green"), *lines)
    board = [] if found.grid is None else [boards(puzzle, [found.grid], width)]
    return Group(Text("wrong", style="bold red"), *board, *lines)
