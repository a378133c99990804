"""certify, compare: several engines on each puzzle."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.drive import Answer, Stopped, drive
from service.cli.exits import Exit, exit_of, worst
from service.cli.lines import complain
from service.cli.options import Json, KeepGoing, Puzzles, Seconds, read_engines

if TYPE_CHECKING:
    from rich.console import RenderableType

    from engines.certify import Certificate, Comparison
    from engines.engine import Limits
    from models.formats import Reading

NAMED_CELLS = 8
COMPARE_SECONDS = 10.0
"""Time for one engine on one puzzle: exhaustive enumeration would never end on most boards."""

Engines = Annotated[
    str | None,
    typer.Option(
        "--engines",
        metavar="NAMES",
        help="ladder, sat, cpsat, raw: any of them with commas between, or all.",
        show_default=False,
    ),
]

AnyEngines = Annotated[
    str,
    typer.Option(
        "--engines",
        metavar="NAMES",
        help="ladder, sat, cpsat, raw, ganak (which only counts): any of them with commas between, or all, "
        "which leaves ganak out.",
    ),
]

Proofs = Annotated[
    Path | None,
    typer.Option(
        "--proof",
        metavar="DIR",
        help="Write a certificate of each verdict into this folder.",
        file_okay=False,
        show_default=False,
    ),
]


def certify(
    puzzles: Puzzles,
    engines: Engines = None,
    seconds: Seconds = None,
    proof: Proofs = None,
    as_json: Json = False,
    keep_going: KeepGoing = False,
) -> None:
    """Decide whether each puzzle has exactly one answer, by engines that share no code.

    With --proof, each verdict is also written as a certificate that `rungwise verify` checks, and
    anyone else can (docs/certificates.md); --seconds then holds for deciding and for proving, each.

    Exit status: 0 all unique, 1 another verdict, 2 bad input, 3 undecided, 4 engines disagree.
    """
    names = read_engines(engines)

    def work(reading: Reading, stopped: Stopped) -> Answer:
        from engines.certify import certify as decide
        from engines.engine import Limits

        certificate = decide(reading.puzzle, names, Limits(seconds=seconds, cancelled=stopped))
        data = certificate.to_json()
        data["warnings"] = [*reading.warnings, *data["warnings"]]
        status = exit_of(certificate.verdict)
        if certificate.verdict == "conflict":
            data["reproducer"] = keep_reproducer(certificate)
        if proof is not None:
            limits = Limits(seconds=seconds, cancelled=stopped)
            data["proof"] = keep_proof(certificate, proof, limits)
            status = worst([status, Exit.DONE if data["proof"] else Exit.UNDECIDED])
        return Answer(data, status, lambda width: _draw(certificate, reading, width))

    drive(puzzles, work, as_json, keep_going, by_ladder=names is None or "ladder" in names)


def keep_reproducer(certificate: Certificate) -> str:
    """Write the board and what each engine said into a file, and say where."""
    name = f"rungwise-conflict-{certificate.puzzle.digest()[:12]}.json"
    text = certificate.reproducer()
    try:
        path = Path.cwd() / name
        path.write_text(text)
    except OSError:
        path = Path(tempfile.mkdtemp(prefix="rungwise-")) / name
        path.write_text(text)
    complain(f"engines disagree: {certificate.reason}; the board and what they said: {path}")
    return str(path)


def keep_proof(certificate: Certificate, folder: Path, limits: Limits) -> str | None:
    """Write the certificate that anyone can check into the folder, and say where; None if there is none."""
    from engines.proofs import Unproven, prove, write_file

    try:
        return str(write_file(folder, prove(certificate, limits)))
    except Unproven as error:
        complain(f"no certificate is written: {error}")
        return None


def _draw(certificate: Certificate, reading: Reading, width: int) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    from service.cli.show import boards, engine_table, verdict_text, warning_lines

    head = verdict_text(str(certificate.verdict))
    notes = [certificate.reason, f"grade {certificate.grade}" if certificate.grade else None]
    if certificate.difference:
        notes.append(f"the answers differ in {cells_named(certificate.difference)}")
    head.append("".join(f", {note}" for note in notes if note), style="not bold default on default")
    parts: list[RenderableType] = [head, boards(certificate.puzzle, certificate.solutions, width), Text()]
    parts.append(engine_table(certificate.engines))
    warnings = [*reading.warnings, *certificate.warnings]
    return Group(*parts, *([warning_lines(warnings)] if warnings else []))


def cells_named(cells: list[tuple[int, int]]) -> str:
    """Cells as a person counts them, the first few by name."""
    from models.puzzle import cell_name

    names = ", ".join(cell_name(*cell) for cell in cells[:NAMED_CELLS])
    more = len(cells) - NAMED_CELLS
    return f"{names} and {more} more cells" if more > 0 else names


def compare(
    puzzles: Puzzles,
    engines: AnyEngines = "all",
    seconds: Seconds = COMPARE_SECONDS,
    limit: Annotated[int, typer.Option(min=1, help="Solutions each engine looks for.")] = 2,
    as_json: Json = False,
    keep_going: KeepGoing = False,
) -> None:
    """Show what each engine says of each puzzle, with nodes and times, side by side.

    Exit status: 0 they agree, 2 bad input, 3 none of them came to an end, 4 they disagree.
    """
    names = read_engines(engines, counting=True) or []

    def work(reading: Reading, stopped: Stopped) -> Answer:
        from engines.certify import compare as side_by_side
        from engines.engine import Limits

        limits = Limits(solutions=limit, seconds=seconds, cancelled=stopped)
        found = side_by_side(reading.puzzle, names, limits)
        return Answer(found.to_json(), _exit_of_comparison(found), lambda _: _draw_comparison(found))

    drive(puzzles, work, as_json, keep_going, by_ladder="ladder" in names)


def _exit_of_comparison(comparison: Comparison) -> Exit:
    if not comparison.agree:
        return Exit.DISAGREE
    decided = any(outcome.limit in (None, "solutions") for outcome in comparison.engines.values())
    return Exit.DONE if decided else Exit.UNDECIDED


def _draw_comparison(comparison: Comparison) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    from service.cli.show import engine_table

    said = Text("the engines agree", style="green")
    if comparison.disagreement is not None:
        said = Text(f"the engines disagree: {comparison.disagreement}", style="bold white on red")
    return Group(said, engine_table(comparison.engines))
