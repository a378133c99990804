"""generate KIND: new puzzles with one answer, each from a seed that makes it again.

The options are those that all generators share and the dials of the kind at hand, which are read off the
signature of its ``generate``, with what help says of each: a new kind of puzzle brings its dials along.
"""

from __future__ import annotations

import inspect
import secrets
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer
from typer.core import TyperGroup

from models import PUZZLES
from service.cli.exits import Exit
from service.cli.help import show_help
from service.cli.interrupt import PROMPT, interruptible
from service.cli.lines import print_json
from service.cli.options import Json, Scheduler, read_format, read_size

if TYPE_CHECKING:
    from rich.console import RenderableType

    from models.puzzle import BadPuzzle, Generated, Grid
    from service.cli.output import Output

Make = Callable[..., "Generated"]

SEED_BITS = 32
SHARED = ("rows", "cols", "seed")
"""What every generator takes first."""
PICTURE = "picture"
"""The dial that is a file: the answer wanted."""
DONE = "made"
DIAL_TYPES = (int, float, str, bool)

SIZE = "Rows x columns, or one number for both"
Size = Annotated[str, typer.Option(metavar="N|RxC", help=f"{SIZE}.")]
SizeUnlessPicture = Annotated[
    str | None, typer.Option(metavar="N|RxC", help=f"{SIZE}. Needed unless there is a --picture.")
]
Count = Annotated[int, typer.Option(min=1, help="How many puzzles.")]
Seed = Annotated[int | None, typer.Option(min=0, help="The first puzzle's seed; the next ones count on.")]
Jobs = Annotated[int, typer.Option(min=0, help="Processes; 0 for none but this one.")]
To = Annotated[str | None, typer.Option(metavar="FORMAT", help="Print the puzzles in a format.")]
Picture = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="What the answer shows: PBM, PNG or rows of # and ., in place of a size."
    ),
]


class KindGroup(TyperGroup):
    """A command for each kind that has a generator, built when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The kinds."""
        return [kind for kind in PUZZLES if find_spec(_module_name(kind)) is not None]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of one kind."""
        kinds = self.list_commands(ctx)
        if cmd_name not in kinds:
            raise typer.BadParameter(f"unknown kind {cmd_name[:40]!r}, expected one of {', '.join(kinds)}")
        single = typer.Typer(add_completion=False)
        single.command(cmd_name)(command_of(cmd_name))
        return typer.main.get_command(single)


generate = typer.Typer(
    cls=KindGroup,
    help="Make puzzles that have exactly one answer.",
    invoke_without_command=True,
    callback=show_help,
    add_completion=False,
)


def _module_name(kind: str) -> str:
    return f"{PUZZLES[kind].partition(':')[0]}.generate"


def command_of(kind: str) -> Callable[..., None]:
    """The command that a kind's generator is, with an option for each of its dials."""
    make: Make = import_module(_module_name(kind)).generate
    dials = dials_of(make)

    def command(**options: Any) -> None:
        names = ("size", "count", "seed", "jobs", "scheduler", "to", "as_json")
        shared = {name: options.pop(name) for name in names}
        raise typer.Exit(_make_all(kind, options, **shared))

    needed = inspect.Parameter.empty
    size = (SizeUnlessPicture, None) if PICTURE in dials else (Size, needed)
    own = [("size", *size), ("count", Count, 1), ("seed", Seed, None)]
    own += [(name, *dial) for name, dial in dials.items()]
    own += [("jobs", Jobs, 0), ("scheduler", Scheduler, None), ("to", To, None), ("as_json", Json, False)]
    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter(name, keyword, annotation=what, default=at) for name, what, at in own]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {name: what for name, what, _ in own}
    command.__doc__ = help_text(make)
    return command


def help_text(make: Make) -> str:
    """The generator's docstring, its paragraphs free to be wrapped anew, without that on what it raises."""
    paragraphs = inspect.cleandoc(make.__doc__ or "").replace("``", "").split("\n\n")
    return "\n\n".join(" ".join(each.split()) for each in paragraphs if not each.startswith("Raises "))


def dials_of(make: Make) -> dict[str, tuple[Any, Any]]:
    """Name -> (type, with its help if it has one; default) of every dial that a command line can set."""
    hints = get_type_hints(make)
    texts = get_type_hints(make, include_extras=True)
    found: dict[str, tuple[Any, Any]] = {}
    for name, parameter in inspect.signature(make).parameters.items():
        wanted = [each for each in DIAL_TYPES if hints[name] in (each, each | None)]
        if name == PICTURE:
            found[name] = Picture, None
        elif name not in SHARED and wanted:
            help_of = getattr(texts[name], "__metadata__", (None,))[0]
            told = hints[name] if help_of is None else Annotated[hints[name], typer.Option(help=help_of)]
            found[name] = told, parameter.default
    return found


@dataclass(frozen=True)
class Wanted:
    """What a generator is asked for, whatever the seed; travels to where it is made."""

    kind: str
    rows: int
    columns: int
    dials: dict[str, Any]

    def make(self, seed: int) -> Generated:
        """The puzzle of a seed."""
        make: Make = import_module(_module_name(self.kind)).generate
        return make(self.rows, self.columns, seed, **self.dials)


def _make_all(
    kind: str,
    dials: dict[str, Any],
    size: str | None,
    count: int,
    seed: int | None,
    jobs: int,
    scheduler: str | None,
    to: str | None,
    as_json: bool,
) -> int:
    if to is not None:
        read_format(to)
    rows, columns = _shape(size, dials)
    first = secrets.randbits(SEED_BITS) if seed is None else seed

    from bench.work import make_executor
    from models.puzzle import BadPuzzle
    from service.cli.output import Output

    output = Output(as_json, count)
    wanted = Wanted(kind, rows, columns, dials)
    where = partial(make_executor, jobs, scheduler)

    def work(stopped: Callable[[], bool]) -> int:
        with closing(_each(wanted, range(first, first + count), where, 2 * jobs, stopped)) as made:
            return _print_all(made, output, to)

    try:
        return interruptible(work, PROMPT, lambda: output.left(DONE))
    except BadPuzzle as error:
        _show_twins(error, as_json)
        raise


def _each(
    wanted: Wanted,
    seeds: Iterable[int],
    make: Callable[[], Executor],
    ahead: int,
    stopped: Callable[[], bool],
) -> Generator[Generated]:
    """The puzzles of some seeds, in order, until nobody waits any more."""
    from bench.work import Crew, Lost
    from models.puzzle import RungwiseError

    crew: Crew[int, Generated] = Crew(wanted.make, make, ahead, stopped)
    with closing(crew.results(seeds)) as results:
        for seed, made in results:
            if isinstance(made, Lost):
                raise RungwiseError(f"seed {seed}: making this puzzle ended its process twice")
            yield made


def _shape(size: str | None, dials: dict[str, Any]) -> tuple[int, int]:
    """Rows and columns as asked for; a picture in the dials is read from its file."""
    if dials.get(PICTURE) is not None:
        dials[PICTURE] = read_picture_file(dials[PICTURE])
        rows, columns = dials[PICTURE].shape
        if size is not None and read_size(size) != (rows, columns):
            raise typer.BadParameter(f"--size says {size}, the picture is {rows}x{columns}")
        return rows, columns
    if size is None:
        raise typer.BadParameter("--size is missing")
    return read_size(size)


def read_picture_file(name: str) -> Grid:
    """A picture from a file; BadPuzzle names the file and the place in it."""
    from models.pictures import MAX_BYTES, read_picture
    from models.puzzle import BadPuzzle

    with open(name, "rb") as source:
        data = source.read(MAX_BYTES + 1)
    try:
        return read_picture(data)
    except BadPuzzle as error:
        raise error.within(name) from None


def _print_all(made: Iterator[Generated], output: Output, to: str | None) -> int:
    from service.cli.output import heading

    with output:
        for each in made:
            text = None if to is None else _written(each, to)
            if text is not None and not output.as_json:
                output.put_text(text)
                continue
            rows, columns = each.puzzle.shape
            head = heading(f"seed {each.seed}", f"{each.puzzle.title} {rows}x{columns}")
            data = each.to_json() | ({} if text is None else {"text": text})
            output.put(head, data, partial(_draw, each))
        return Exit.DONE if output.printed == output.total else output.left(DONE)


def _written(made: Generated, to: str) -> str:
    from models.formats import write

    return write(made.puzzle, to)


def _draw(made: Generated, width: int) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    from service.cli.show import boards

    details = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in made.details.items())
    return Group(boards(made.puzzle, [made.solution], width), Text(details, style="dim"))


def _show_twins(error: BadPuzzle, as_json: bool) -> None:
    """Where an answer cannot be that of a puzzle because another one has the same clues: show both."""
    twins = getattr(error, "twins", ())
    if twins and as_json:
        print_json({"twins": [twin.to_json() for twin in twins]})
    elif twins:
        sys.stdout.write(getattr(error, "drawing", ""))
