"""batch: a file of puzzles, one a line, to a file of answers, one a line, by all cores; can be resumed.

While a run goes on, ``OUT.run`` beside the answers says what they are the answers to. A run that was broken
goes on behind the last whole line when the same command is given again. Nothing is written before there is
somewhere to work.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, NoReturn

import typer

from service.cli.exits import Exit, worst
from service.cli.interrupt import interruptible
from service.cli.lines import complain, long_numbers
from service.cli.options import Scheduler, Seconds, read_engines

if TYPE_CHECKING:
    from service.feed import Part
    from service.places import Place
    from service.runs import Task
    from service.tables import Run
    from service.work.facts import Lines

SIXTH_OF_A_DAY = 14_400.0
"""Seconds for one line where none are named: a batch is to end."""
PART_BYTES = 1_000_000
NOTE_BYTES = 10_000
SPOOLED_BYTES = 500_000_000
"""The most of standard input that is copied."""
HELD_LINES = 2048
"""How far behind a line that is not answered yet others are begun."""
VERDICT_EXITS = {"multiple": Exit.OTHER, "none": Exit.OTHER, "undecided": Exit.UNDECIDED}
VERDICT_EXITS |= {"conflict": Exit.DISAGREE, "problem": Exit.BAD_INPUT}


def batch(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="Puzzles in any one-line format, one a line; - for standard input."
        ),
    ],
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="Where the answers go, one a line.")],
    jobs: Annotated[
        int | None, typer.Option(min=1, max=256, help="Processes; one a core.", show_default=False)
    ] = None,
    action: Annotated[str, typer.Option(help="certify, solve, count, explain or grade.")] = "certify",
    engines: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="Engines of certify, with commas between.", show_default=False),
    ] = None,
    seconds: Seconds = None,
    scheduler: Scheduler = None,
) -> None:
    """Answer every line of a file; the same command goes on where a broken run has ended.

    While a run is not finished, OUT.run stands beside OUT. A file that is finished is never written again.
    Of standard input, which is named -, a copy is made first, of at most 500 MB.

    A line that cannot be read has its fault for an answer. Exit status: that of the worst line, as certify.
    """
    try:
        from service.runs import Task
        from service.settings import usable_cores
        from service.work.caps import Caps
        from service.work.options import read_options
    except ImportError as error:
        complain(f"{error.name} is missing: pip install 'rungwise[service]'")
        raise typer.Exit(Exit.BAD_INPUT) from None
    if action not in ("certify", "solve", "count", "explain", "grade"):
        raise typer.BadParameter(f"unknown action {action[:40]!r}")
    options: dict[str, Any] = {} if seconds is None else {"seconds": seconds}
    if engines is not None:
        options["engines"] = read_engines(engines)
    import asyncio

    from service.problems import Refused

    try:
        asked = read_options(action, options)
    except Refused as error:
        raise typer.BadParameter(str(error)) from None
    longest = SIXTH_OF_A_DAY if seconds is None else seconds
    task = Task(action, asked, Caps(seconds=longest, max_seconds=longest))
    if Path(out).is_dir():
        raise typer.BadParameter(f"{out or '.'} is a folder; name a file for the answers")
    verdicts: Counter[str] = Counter()
    with _at_hand(file) as source:
        journal = Journal(source, Path(out), {"action": action, "options": options})
        try:
            journal.look()
            whole = interruptible(
                lambda stopped: asyncio.run(
                    _run(journal, task, jobs or usable_cores(), scheduler, verdicts, stopped)
                )
            )
            if whole:
                journal.finish()
        finally:
            journal.close()
    told = ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
    resumed = f" ({journal.done} of them before)" if journal.done else ""
    complain(f"{verdicts.total()} lines{resumed}: {told or 'none'}")
    if not whole:
        complain("interrupted; the same command goes on from here")
        raise typer.Exit(Exit.UNDECIDED)
    raise typer.Exit(worst(VERDICT_EXITS.get(verdict, Exit.DONE) for verdict in verdicts))


async def _run(
    journal: Journal,
    task: Task,
    jobs: int,
    scheduler: str | None,
    verdicts: Counter[str],
    stopped: Callable[[], bool],
) -> bool:
    """Answer the lines that have no answer yet; whether all of them have one now."""
    import asyncio

    from service.feed import Feed
    from service.places import Here, There
    from service.pool import Pool

    pool = Pool(jobs)
    place: Place = Here(pool, jobs + 1) if scheduler is None else There(scheduler)
    task = place.task(task)
    if scheduler is None:
        pool.start()
    bar = Bar(journal.lines)

    async def work() -> None:
        executor = await place.open(task)
        verdicts.update(journal.begin())
        bar.advance(journal.done)
        queue = Queue(journal, place, verdicts, bar)
        await Feed(place, executor, task, queue.more, queue.keep).run()

    working = asyncio.ensure_future(work())
    try:
        while not working.done():
            await asyncio.wait({working}, timeout=0.1)
            if stopped():
                working.cancel()
        with suppress(asyncio.CancelledError):
            await working
        return not working.cancelled()
    finally:
        bar.stop()
        await asyncio.to_thread(place.close)
        pool.close()


class Queue:
    """Lines out and answers in; the journal gets answers in the order of the lines, as soon as it can."""

    def __init__(self, journal: Journal, place: Place, verdicts: Counter[str], bar: Bar) -> None:
        from service.runs import cut_runs

        self.journal = journal
        self.place = place
        self.verdicts = verdicts
        self.bar = bar
        self.line = verdicts.total() + 1
        """The next one to be written."""
        self._runs = cut_runs(journal.open_lines(), first=self.line)
        self._given = self.line
        self._held: dict[int, Lines] = {}
        """Answers behind a gap, by their first line."""

    async def more(self) -> list[Run]:
        """The next runs, unless answers would have to be held for too long."""
        ahead = max(HELD_LINES, 4 * self.place.ahead() * self.place.lines())
        found: list[Run] = []
        while self._given < self.line + ahead and (run := next(self._runs, None)) is not None:
            self._given += len(run.lines)
            found.append(run)
        return found

    async def keep(self, parts: list[Part]) -> None:
        """Write what follows the answers so far."""
        for part in parts:
            if part.lines.texts:
                self._held[part.run.first] = part.lines
        while (lines := self._held.pop(self.line, None)) is not None:
            self.journal.write(lines.texts)
            self.verdicts.update(fact.verdict for fact in lines.facts)
            self.bar.advance(len(lines.texts))
            self.line += len(lines.texts)


class Bar:
    """How far a batch is, on a terminal."""

    def __init__(self, total: int) -> None:
        from service.cli.output import make_console, make_progress

        self.progress = make_progress(make_console(), as_json=False)
        if self.progress is not None:
            self.progress.start()
            self.task = self.progress.add_task("batch", total=total)

    def advance(self, lines: int) -> None:
        """So many more lines are answered."""
        if self.progress is not None:
            self.progress.advance(self.task, lines)

    def stop(self) -> None:
        """Take the bar away."""
        if self.progress is not None:
            self.progress.stop()


class Journal:
    """The answers so far, and what they are the answers to."""

    def __init__(self, source: Path, out: Path, asked: dict[str, Any]) -> None:
        self.source = source
        self.out = out
        self.note = out.with_name(f"{out.name}.run")
        self.asked = asked
        self.done = 0
        self.lines = 0
        """Lines of the source, answered or not; known once it was looked at."""
        self.is_finished = False
        self._head = b""
        self._file: BinaryIO | None = None
        self._held: BinaryIO | None = None

    def look(self) -> None:
        """Read the lines; BadParameter if the files beside them are not of this run. Writes nothing."""
        digest, self.lines = _survey(self.source)
        self._head = json.dumps(self.asked | {"input": digest}, sort_keys=True).encode()
        if self.note.exists():
            self._lock()
        elif self.out.exists():
            self._refuse_answers()

    def _refuse_answers(self) -> NoReturn:
        """There are answers, and no note says that they are of a broken run."""
        if self.out.is_file() and _last_answered(self.out) == self.lines:
            raise typer.BadParameter(
                f"{self.out} is finished: it has an answer to each of {self.lines} lines; "
                "remove it to have them answered again"
            )
        raise typer.BadParameter(
            f"{self.out} exists, and no run of it is open; remove it, or give another --out"
        )

    def begin(self) -> Counter[str]:
        """Open the file of answers behind its last whole line; the verdicts that it holds."""
        self._begin_note()
        verdicts: Counter[str] = Counter()
        self._file = self.out.open("a+b")
        self._file.seek(0)
        end = 0
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                break
            verdicts[self._verdict(line, number)] += 1
            end += len(line)
        self._file.truncate(end)
        self._file.seek(end)
        self.done = verdicts.total()
        return verdicts

    def _lock(self) -> bytes:
        """Hold the note, so that no other run writes the same answers; what it says: nothing, or our head."""
        from service.lock import Taken, hold

        try:
            self._held = hold(self.note)
        except Taken:
            raise typer.BadParameter(f"another run is at work on {self.out}") from None
        self._held.seek(0)
        noted = self._held.read(len(self._head) + 1)
        if noted not in (b"", self._head):
            raise typer.BadParameter(
                f"{self.note} is of a run with other {self._others()}; "
                f"remove it and {self.out}, or give another --out"
            )
        return noted

    def _others(self) -> str:
        """What the run that a note is of was given: other lines, or another action or options."""
        assert self._held is not None
        self._held.seek(0)
        try:
            noted, ours = json.loads(self._held.read(NOTE_BYTES)), json.loads(self._head)
            is_input = noted["input"] != ours["input"]
            same = all(noted[name] == ours[name] for name in ("action", "options"))
        except (ValueError, TypeError, KeyError):
            return "lines or options"
        return "lines" if is_input and same else "lines and options" if is_input else "options"

    def _begin_note(self) -> None:
        """Have a note that says what the answers are to."""
        if self._lock() if self._held is None else self.note.stat().st_size:
            return
        assert self._held is not None
        if self.out.exists():
            self.note.unlink()
            self._refuse_answers()
        self._held.write(self._head)
        self._held.flush()

    def _verdict(self, line: bytes, number: int) -> str:
        """What an answer of before counts as; BadParameter if it is none, or not that to this line."""
        try:
            with long_numbers():
                answer = json.loads(line)
            if answer["line"] == number:
                return verdict_of(answer)
        except (ValueError, RecursionError, TypeError, LookupError):
            pass
        raise typer.BadParameter(
            f"{self.out}: line {number} is not the answer to line {number}; mend or remove it"
        )

    def open_lines(self) -> Iterator[bytes]:
        """The lines that have no answers yet."""
        with self.source.open("rb") as lines:
            for line in islice(lines, self.done, None):
                yield line.rstrip(b"\r\n")

    def write(self, texts: list[bytes]) -> None:
        """Append answers."""
        assert self._file is not None
        self._file.write(b"\n".join(texts) + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Have what was written on the disk."""
        if self._file is not None:
            os.fsync(self._file.fileno())
            self._file.close()
        if self._held is not None:
            if self.is_finished:
                self.note.unlink()
            self._held.close()

    def finish(self) -> None:
        """All is answered: the note is of no more use, and goes when the files are closed."""
        self.is_finished = True


def verdict_of(answer: dict[str, Any]) -> str:
    """What an answer counts as."""
    return "problem" if "problem" in answer else str(answer.get("verdict", "done"))


def _last_answered(path: Path) -> int | None:
    """The number of the line that a file's last answer is to; 0 in an empty file, None if it holds others."""
    last = b'{"line": 0}'
    with path.open("rb") as answers:
        for last in answers:  # noqa: B007 - the last one is wanted
            pass
    try:
        with long_numbers():
            found = json.loads(last)
    except (ValueError, RecursionError):
        return None
    number = found.get("line") if isinstance(found, dict) else None
    return number if isinstance(number, int) else None


@contextmanager
def _at_hand(file: str) -> Iterator[Path]:
    """A file that can be read twice: the one named, or a copy of standard input while it is needed."""
    if file != "-":
        yield Path(file)
        return
    with NamedTemporaryFile(prefix="rungwise-batch-") as copy:
        size = 0
        while part := sys.stdin.buffer.read(PART_BYTES):
            size += len(part)
            if size > SPOOLED_BYTES:
                raise typer.BadParameter(f"more than {SPOOLED_BYTES} bytes on standard input; name a file")
            copy.write(part)
        copy.flush()
        yield Path(copy.name)


def _survey(path: Path) -> tuple[str, int]:
    """A file's digest, and how many lines it has; BadParameter for a pipe or a folder."""
    if path.exists() and not path.is_file():
        raise typer.BadParameter(f"{path} is not a regular file: its lines could not be read twice")
    digest, lines, end = hashlib.sha256(), 0, b"\n"
    with path.open("rb") as source:
        while part := source.read(PART_BYTES):
            digest.update(part)
            lines += part.count(b"\n")
            end = part[-1:]
    return digest.hexdigest(), lines + (end != b"\n")
