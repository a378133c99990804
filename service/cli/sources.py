"""What a PUZZLE argument names: a file, a folder of files, ``-``, or the puzzle itself as text."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import typer

from service.cli.exits import Exit
from service.cli.lines import complain

if TYPE_CHECKING:
    from models.formats import Reading

MAX_HELD = 100_000
"""Puzzles held at once when all of them are read before the first is worked on."""
MAX_COMPLAINTS = 20
NOT_PUZZLES = {".md", ".svg", ".png", ".pbm"}
"""Suffixes of the files in a folder that are there to be looked at."""


@dataclass(frozen=True)
class Source:
    """One puzzle and the name of where it stands; or, with no reading, the complaint about it."""

    name: str
    reading: Reading | None = None
    complaint: str | None = None


def read_all(arguments: Iterable[str]) -> list[Source]:
    """Every puzzle of the arguments. One that cannot be read ends the command before any work."""
    sources: list[Source] = []
    complaints: list[str] = []
    for source in each_source(arguments):
        if source.complaint is not None:
            complaints.append(source.complaint)
        else:
            sources.append(source)
        if len(sources) + len(complaints) > MAX_HELD:
            complaints.append(f"more than {MAX_HELD} puzzles; --keep-going takes them one by one")
            break
    if complaints:
        for each in complaints[:MAX_COMPLAINTS]:
            complain(each)
        if complaints[MAX_COMPLAINTS:]:
            complain(f"{len(complaints) - MAX_COMPLAINTS} more puzzles cannot be read")
        raise typer.Exit(Exit.BAD_INPUT)
    return sources


def each_source(arguments: Iterable[str]) -> Iterator[Source]:
    """Every puzzle of the arguments in order, read when it is asked for."""
    for argument in arguments:
        if argument == "-":
            yield from _of_stream(sys.stdin.buffer, "standard input")
        elif os.path.isdir(argument):
            yield from _of_folder(Path(argument))
        elif os.path.exists(argument):
            yield from _of_file(argument)
        else:
            yield _of_text(argument)


def _of_folder(folder: Path) -> Iterator[Source]:
    files = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in NOT_PUZZLES and not path.name.startswith(".")
    )
    if not files:
        yield Source(str(folder), complaint=f"{folder}: the folder holds no puzzle file")
    for path in files:
        yield from _of_file(str(path))


def _of_file(name: str) -> Iterator[Source]:
    try:
        with open(name, "rb") as source:
            yield from _of_stream(source, name)
    except OSError as error:
        yield Source(name, complaint=f"{name}: {error.strerror or 'cannot be read'}")


def _of_stream(source: BinaryIO, name: str) -> Iterator[Source]:
    from models.formats.stream import read_stream

    is_list = name.endswith(".jsonl")
    for item in read_stream(source, by_line=is_list):
        place = f"{name}:{item.line}" if is_list or item.line > 1 else name
        if item.fault is not None:
            yield Source(place, complaint=f"{name}: {item.fault}")
        else:
            yield Source(place, reading=item.reading)


def _of_text(text: str) -> Source:
    from models.formats import read
    from models.puzzle import BadPuzzle, UnknownFormat

    name = (text if len(text) <= 40 else text[:37] + "...") or "''"
    try:
        return Source(name, reading=read(text))
    except UnknownFormat:
        return Source(name, complaint=f"{name}: no such file, and no format looks like it")
    except BadPuzzle as fault:
        return Source(name, complaint=f"{name}: {fault}")
