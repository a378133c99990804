"""Where answers are printed: JSON lines, or drawings with a progress bar below them on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from rich.console import Console
from rich.text import Text

from service.cli import INTERRUPTED
from service.cli.exits import Exit
from service.cli.lines import complain, long_numbers, print_json, printable

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.progress import Progress

PIPE_WIDTH = 120
"""Columns up to which drawings stand side by side in a pipe."""
LONGEST_LINE = 10_000
"""Columns of a line in a pipe: nothing is wrapped there."""


class Output:
    """Prints answers in order. A context: the progress bar is gone when it ends."""

    def __init__(self, as_json: bool, total: int | None) -> None:
        self.as_json = as_json
        self.total = total
        self.printed = 0
        self.console = make_console()
        self.progress: Progress | None = None

    def __enter__(self) -> Self:
        self.progress = make_progress(self.console, self.as_json)
        if self.progress is not None:
            self.progress.start()
            self.task = self.progress.add_task("working", total=self.total)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.progress is not None:
            self.progress.stop()

    def put(self, head: Text, data: dict[str, Any], drawn: Callable[[int], RenderableType]) -> None:
        """Print one answer: the data as JSON, or the head and what is drawn for so many columns."""
        if self.as_json:
            print_json(data)
        else:
            with long_numbers():
                drawing = drawn(self.console.width if self.console.is_terminal else PIPE_WIDTH)
            self._draw(head, drawing)
        self._count()

    def _draw(self, *parts: RenderableType) -> None:
        """Print below what is there already; in a pipe no line ends in blanks."""
        if self.console.is_terminal:
            self.console.print(*[""] * bool(self.printed), *parts, sep="\n", crop=False)
            return
        with self.console.capture() as capture:
            self.console.print(*parts, sep="\n", crop=False)
        lines = [line.rstrip() for line in capture.get().splitlines()]
        sys.stdout.write("\n".join([*[""] * bool(self.printed), *lines, ""]))

    def put_text(self, text: str) -> None:
        """Print one answer that is a text for other programs as it stands."""
        if self.console.is_terminal:
            self.console.print(text, soft_wrap=True)
        else:
            sys.stdout.write(text + "\n")
        self._count()

    def left(self, done: str) -> int:
        """Say how far it went before Ctrl-C (``done``: what happened to a puzzle); the exit status."""
        if self.progress is not None:
            self.progress.stop()
        of_all = f" of {self.total}" if self.total is not None else ""
        complain(f"interrupted: {self.printed}{of_all} puzzles {done}")
        return Exit.UNDECIDED if self.printed else INTERRUPTED

    def _count(self) -> None:
        sys.stdout.flush()
        self.printed += 1
        if self.progress is not None:
            self.progress.advance(self.task)


def make_console() -> Console:
    """A console on standard output that cannot fail on a character the terminal does not know."""
    reconfigure: Any = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    width = None if sys.stdout.isatty() else LONGEST_LINE
    return Console(highlight=False, markup=False, emoji=False, width=width)


def make_progress(console: Console, as_json: bool) -> Progress | None:
    """A bar below the answers on a terminal; in a pipe none, unless standard error is one."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TimeElapsedColumn

    if not sys.stdout.isatty():
        if not sys.stderr.isatty():
            return None
        console = Console(stderr=True)
    elif as_json:
        return None
    columns = (SpinnerColumn(), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True)


def heading(name: str, about: str) -> Text:
    """Which puzzle an answer is for, and what is to be known of it."""
    text = Text(printable(name, 200), style="bold")
    text.append(f"  {about}", style="not bold dim")
    return text
