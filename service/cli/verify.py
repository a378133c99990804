"""verify: certificates checked from the board up, without any of the solvers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.exits import Exit, worst
from service.cli.interrupt import interruptible
from service.cli.lines import complain
from service.cli.options import Seconds, json_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from engines.engine import Limits
    from engines.proofs import Verified
    from service.cli.drive import Stopped
    from service.cli.output import Output

Certificates = Annotated[
    list[Path],
    typer.Argument(
        metavar="CERTIFICATE",
        help="A file that certify --proof has written, or a folder of them.",
        show_default=False,
    ),
]


def verify(
    certificates: Certificates,
    seconds: Seconds = None,
    as_json: Annotated[bool, json_of(" a certificate")] = False,
) -> None:
    """Check certificates: board, answer, formula and proof, each from the rules up, without a solver.

    Exit status: 0 all hold, 1 one is refused, 2 one cannot be read or is no certificate at all, 3 stopped
    before the end.
    """

    def check_all(stopped: Stopped) -> Exit:
        from engines.engine import Limits
        from service.cli.output import Output

        paths = list(_files(certificates))
        limits = Limits(seconds=seconds, cancelled=stopped)
        codes = []
        with Output(as_json, len(paths)) as output:
            for path in paths:
                if stopped():
                    complain(f"interrupted: {output.printed} of {len(paths)} certificates checked")
                    codes.append(Exit.UNDECIDED)
                    break
                codes.append(_check(path, limits, output))
        return worst(codes)

    raise typer.Exit(interruptible(check_all))


def _files(named: Iterable[Path]) -> Iterator[Path]:
    """The files named, and the certificates in the folders named; BadParameter on an empty folder."""
    from engines.proofs.files import SUFFIX

    for path in named:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(path.glob(f"*{SUFFIX}"))
        if not inside:
            raise typer.BadParameter(f"{path}: the folder holds no certificate")
        yield from inside


def _check(path: Path, limits: Limits, output: Output) -> Exit:
    from engines.engine import Watch
    from engines.proofs import NoCertificate, OutOfTime, Refused, read_file
    from engines.proofs import verify as check
    from service.cli.output import heading

    name = str(path)
    watch = Watch(limits)
    try:
        data = read_file(path, watch.hit)
        found = check(data, limits.with_seconds(watch.remaining()))
    except NoCertificate as error:
        complain(f"{name}: no certificate: {error.why}")
        return Exit.BAD_INPUT
    except Refused as refused:
        said = {"file": name, "verified": False, "part": refused.part, "reason": refused.why}
        output.put(heading(name, "certificate"), said, partial(_draw_refusal, str(refused)))
        return Exit.OTHER
    except OutOfTime as error:
        complain(f"{name}: {error}")
        return Exit.UNDECIDED
    except OSError as error:
        complain(f"{name}: {error.strerror or 'cannot be read'}")
        return Exit.BAD_INPUT
    rows, columns = found.puzzle.shape
    head = heading(name, f"{found.puzzle.title} {rows}x{columns}, certificate")
    output.put(head, {"file": name} | found.to_json(), partial(_draw, found))
    return Exit.DONE


def _draw_refusal(why: str, width: int) -> RenderableType:
    from rich.text import Text

    from service.cli.lines import printable

    return Text("refused", style="bold red").append(
        f", {printable(why)}", style="not bold default on default"
    )


def _draw(found: Verified, width: int) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    from service.cli.show import boards, verdict_text

    head = Text("verified ", style="bold green").append_text(verdict_text(str(found.verdict)))
    told = "".join(f", {count} {name.replace('_', ' ')}" for name, count in found.counts.items())
    head.append(told, style="not bold default on default")
    return Group(head, boards(found.puzzle, found.solutions, width))
