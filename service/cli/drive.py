"""One way through all commands that work on puzzles: read, work, print, remember the exit status.

Everything is read before anything is done, unless ``--keep-going`` asks otherwise. Each answer is printed as
soon as it is there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from service.cli.exits import Exit, worst
from service.cli.interrupt import PROMPT, interruptible
from service.cli.lines import complain
from service.cli.sources import Source, each_source, read_all
from service.cli.streams import OutputClosed

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from models.formats import Reading
    from service.cli.output import Output

Stopped = Callable[[], bool]
DONE = "answered"


@dataclass(frozen=True)
class Answer:
    """What a command found for one puzzle: for programs, for people, and as an exit status."""

    data: dict[str, Any]
    exit: Exit
    drawn: Callable[[int], RenderableType]
    """What a terminal of so many columns shows."""


Work = Callable[["Reading", Stopped], Answer]


def drive(
    puzzles: Iterable[str],
    work: Work,
    as_json: bool,
    keep_going: bool = False,
    at_most: int | None = None,
    by_ladder: bool = False,
) -> NoReturn:
    """Answer every puzzle (``at_most`` so many) and leave with the worst status.

    ``by_ladder`` says that the ladder is asked: its kernels are made ready before any clock runs.
    """
    sources: Iterable[Source] = each_source(puzzles) if keep_going else read_all(puzzles)
    total = len(sources) if isinstance(sources, list) else None
    if at_most is not None and (total is None or total > at_most):
        raise typer.BadParameter(f"these options are for at most {at_most} puzzle")
    if by_ladder:
        work = _warmed(work)
    from service.cli.output import Output

    output = Output(as_json, total)
    status = interruptible(
        lambda stopped: _answer_all(sources, work, output, stopped), PROMPT, lambda: output.left(DONE)
    )
    raise typer.Exit(status)


def _warmed(work: Work) -> Work:
    """The work, behind a warm-up on the first puzzle of each kind."""
    warm_kinds: set[str] = set()

    def warm_and_work(reading: Reading, stopped: Stopped) -> Answer:
        from engines.ladder import warm

        if reading.puzzle.kind not in warm_kinds:
            warm(reading.puzzle)
            warm_kinds.add(reading.puzzle.kind)
        return work(reading, stopped)

    return warm_and_work


def _answer_all(sources: Iterable[Source], work: Work, output: Output, stopped: Stopped) -> int:
    codes: list[Exit] = []
    with output:
        for source, reading in _readable(sources, codes):
            if stopped():
                left = output.left(DONE)
                return worst([*codes, Exit.UNDECIDED]) if codes else left
            try:
                answer = work(reading, stopped)
            except Exception as error:  # one puzzle's fault must not hide the others' answers
                codes.append(explain_failure(error, source.name))
            else:
                codes.append(answer.exit)
                about = {"id": reading.id, "kind": reading.puzzle.kind, "format": reading.format}
                output.put(_head(source, reading), about | answer.data, answer.drawn)
    return worst(codes)


def _head(source: Source, reading: Reading) -> Text:
    from service.cli.output import heading

    rows, columns = reading.puzzle.shape
    name = source.name if reading.id is None else f"{source.name} {reading.id}"
    return heading(name, f"{reading.puzzle.title} {rows}x{columns}, {reading.format}")


def _readable(sources: Iterable[Source], codes: list[Exit]) -> Iterator[tuple[Source, Reading]]:
    for source in sources:
        if source.reading is None:
            complain(source.complaint or source.name)
            codes.append(Exit.BAD_INPUT)
        else:
            yield source, source.reading


def explain_failure(error: Exception, name: str | None = None) -> Exit:
    """Say in one line what went wrong; OutputClosed and usage errors go on to the top."""
    from bench.cluster.address import ClusterError, SchedulerLost
    from engines.engine import EngineMissing, WrongSolution
    from engines.ganak import NotCountable
    from models.deadline import Unfinished
    from models.puzzle import BadPuzzle

    if isinstance(error, OutputClosed) or hasattr(error, "format_message"):
        raise error
    if os.environ.get("RUNGWISE_DEBUG"):
        raise error
    prefix = f"{name}: " if name else ""
    if isinstance(error, ClusterError):
        complain(f"{prefix}{error}")
        return Exit.UNDECIDED if isinstance(error, SchedulerLost) else Exit.BAD_INPUT
    if isinstance(error, Unfinished):
        complain(f"{prefix}{error}")
        return Exit.UNDECIDED
    if isinstance(error, BadPuzzle | EngineMissing | NotCountable):
        complain(f"{prefix}{error}")
        return Exit.BAD_INPUT
    if isinstance(error, WrongSolution):
        complain(f"{prefix}{error}")
        return Exit.DISAGREE
    if isinstance(error, OSError):
        complain(f"{prefix}{error.filename or 'output'}: {error.strerror or error}")
        return Exit.BAD_INPUT
    complain(
        f"{prefix}a fault of this program: {type(error).__name__}: {error} (RUNGWISE_DEBUG=1 shows where)"
    )
    return Exit.FAULT
