"""solve and count: one engine on each puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.drive import Answer, Stopped, drive
from service.cli.exits import Exit, exit_of
from service.cli.options import Json, KeepGoing, Puzzles, Seconds, read_engines

if TYPE_CHECKING:
    from rich.console import RenderableType

    from engines.engine import Outcome
    from models.formats import Reading
    from models.puzzle import Puzzle

EngineName = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="NAME",
        help="ladder, sat, cpsat or raw; without it the ladder, and SAT where its budget runs out.",
        show_default=False,
    ),
]

CountingName = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="NAME",
        help="ladder, sat, cpsat, raw, or ganak, which counts without enumerating.",
    ),
]


def solve(
    puzzles: Puzzles,
    engine: EngineName = None,
    limit: Annotated[
        int, typer.Option(min=1, help="Answers to look for; 2 tell whether it is the only one.")
    ] = 2,
    seconds: Seconds = None,
    as_json: Json = False,
    keep_going: KeepGoing = False,
) -> None:
    """Print each puzzle's answer, or several of them.

    Exit status: 0 it is the only one, 1 there are others or none, 3 undecided.
    """
    name = _one_engine(engine)

    def work(reading: Reading, stopped: Stopped) -> Answer:
        from engines.engine import Limits
        from engines.single import facts, run_engine

        outcome = run_engine(reading.puzzle, name, Limits(limit, seconds=seconds, cancelled=stopped))
        found = [grid.tolist() for grid in outcome.solutions]
        data = facts(outcome) | {"solutions": found, "reason": outcome.reason}
        return Answer(data, exit_of(outcome.verdict), lambda width: _draw(reading.puzzle, outcome, width))

    drive(puzzles, work, as_json, keep_going, by_ladder=name in (None, "ladder"))


def count(
    puzzles: Puzzles,
    engine: CountingName = "ladder",
    limit: Annotated[int | None, typer.Option(min=1, help="Stop there.", show_default=False)] = None,
    seconds: Seconds = None,
    as_json: Json = False,
    keep_going: KeepGoing = False,
) -> None:
    """Count each puzzle's answers exactly, or up to a limit.

    Exit status: 0 counted (or up to the limit), 3 stopped before: there are at least so many.
    """
    name = _one_engine(engine, counting=True)

    def work(reading: Reading, stopped: Stopped) -> Answer:
        from engines.engine import Limits
        from engines.single import facts, run_engine

        limits = Limits(limit, keep=0, seconds=seconds, cancelled=stopped)
        outcome = run_engine(reading.puzzle, name, limits)
        is_done = outcome.exhausted or outcome.limit == "solutions"
        code = Exit.DONE if is_done else Exit.UNDECIDED
        return Answer(facts(outcome), code, lambda _: _draw_count(outcome))

    drive(puzzles, work, as_json, keep_going, by_ladder=name in (None, "ladder"))


def _one_engine(name: str | None, counting: bool = False) -> str | None:
    names = read_engines(name, counting)
    if names is None:
        return None
    if len(names) > 1:
        raise typer.BadParameter("expected one engine; compare runs several")
    return names[0]


def _draw(puzzle: Puzzle, outcome: Outcome, width: int) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    from service.cli.show import boards, engine_table, verdict_text

    head = verdict_text(str(outcome.verdict))
    if outcome.reason:
        head.append(f", {outcome.reason}", style="not bold default")
    table = engine_table({outcome.engine: outcome})
    return Group(head, boards(puzzle, outcome.solutions, width), Text(), table)


def _draw_count(outcome: Outcome) -> RenderableType:
    from rich.text import Text

    from service.cli.show import stopped_by

    text = Text("" if outcome.exhausted else "at least ", style="magenta")
    text.append(str(outcome.count), style="bold")
    text.append(f" {'answer' if outcome.count == 1 else 'answers'}", style="default")
    why = "" if outcome.exhausted else f", {stopped_by(outcome)}"
    spent = outcome.build_seconds + outcome.solve_seconds
    text.append(f" ({outcome.engine}, {outcome.nodes} nodes, {spent:.3f} s{why})", style="dim")
    return text
