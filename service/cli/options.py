"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import math
import re
from typing import Annotated, Any

import typer

Puzzles = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLE",
        help="A file, a folder of files, a game ID, JSON, or - for standard input.",
        show_default=False,
    ),
]


def json_of(what: str) -> Any:
    """The option for output that programs read, where it is not about puzzles one by one."""
    return typer.Option("--json", help=f"Print one JSON object{what}.")


Json = Annotated[bool, json_of(" a puzzle")]
JsonReport = Annotated[bool, json_of(" that holds all figures")]
KeepGoing = Annotated[
    bool,
    typer.Option(
        "--keep-going",
        help="Work through the puzzles that can be read, one by one, and complain of the others.",
    ),
]


def _finite(seconds: float | None) -> float | None:
    if seconds is not None and not math.isfinite(seconds):
        raise typer.BadParameter("expected a number of seconds")
    return seconds


Seconds = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        min=0,
        callback=_finite,
        help="Time for one puzzle; when it is over, what is known is the result.",
        show_default=False,
    ),
]


def _scheduler(address: str | None) -> str | None:
    if address is None:  # an environment variable that is empty counts as none, an empty option does not
        return None
    from bench.cluster.address import ClusterError, read_address

    try:
        return read_address(address)
    except ClusterError as error:
        raise typer.BadParameter(str(error)) from None


Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        envvar="RUNGWISE_SCHEDULER",
        callback=_scheduler,
        help="Work on the workers of this Dask scheduler, as tcp://host:8786, and not on this machine.",
        show_default=False,
    ),
]


def read_engines(text: str | None, counting: bool = False) -> list[str] | None:
    """``ladder,sat`` or ``all`` as names; None stays None. BadParameter on an unknown one.

    Engines that only count are never among ``all``, and must be allowed by the caller.
    """
    from engines import ENGINES, deciding

    if text is None:
        return None
    known = list(ENGINES) if counting else deciding()
    names = list(dict.fromkeys(name.strip() for name in text.split(",")))
    if "all" in names:
        if len(names) > 1:
            raise typer.BadParameter(f"'all' stands alone: it means {', '.join(deciding())}")
        return deciding()
    for name in names:
        if name in ENGINES and name not in known:
            raise typer.BadParameter(f"{name} only counts solutions; expected one of {', '.join(known)}")
        if name not in known:
            raise typer.BadParameter(f"unknown engine {name[:40]!r}, expected one of {', '.join(known)}")
    return names


def read_format(name: str) -> str:
    """The name of a format that can be written, as it is; BadParameter otherwise."""
    from models.formats import FORMATS, written

    if name not in written():
        fault = (
            f"the format {name} can be read but not written"
            if name in FORMATS
            else f"unknown format {name[:40]!r}"
        )
        raise typer.BadParameter(f"{fault}, expected one of {', '.join(written())}")
    return name


def read_size(text: str) -> tuple[int, int]:
    """``10`` (square) or ``10x12`` as (rows, columns); BadParameter otherwise."""
    found = re.fullmatch(r"([0-9]{1,4})(?:x([0-9]{1,4}))?", text.strip())
    if found is None:
        raise typer.BadParameter(f"{text[:40]!r} is not a size such as 10 or 10x12 (rows x columns)")
    return int(found[1]), int(found[2] or found[1])
