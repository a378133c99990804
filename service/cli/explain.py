"""explain and grade: the ladder on each puzzle, as sentences a person can follow or as one word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.drive import Answer, Stopped, drive
from service.cli.exits import exit_of
from service.cli.options import Json, KeepGoing, Puzzles, Seconds

if TYPE_CHECKING:
    from rich.console import RenderableType

    from engines.grade import Grade
    from engines.steps import Explanation
    from models.formats import Reading
    from models.puzzle import Puzzle


def explain(
    puzzles: Puzzles,
    smallest: Annotated[
        bool, typer.Option("--smallest", help="By the fewest clues that settle a next cell, not by rungs.")
    ] = False,
    seconds: Seconds = None,
    as_json: Json = False,
    keep_going: KeepGoing = False,
) -> None:
    """Say step by step how each puzzle is solved: which rung, because of which clues, settles which cells.

    Where the rungs stop short it says whether the answer is unique, as far as that is soon known.

    Exit status: 0 there is one answer, 1 several or none, 3 that is not known, or stopped before.
    """

    def work(reading: Reading, stopped: Stopped) -> Answer:
        from engines.engine import Limits

        limits = Limits(seconds=seconds, cancelled=stopped)
        if smallest:
            from engines.smallest import explain_smallest

            found = explain_smallest(reading.puzzle, limits)
        else:
            from engines.explain import explain as steps_of

            found = steps_of(reading.puzzle, limits=limits, asking=True)
        return Answer(found.to_json(), exit_of(found.verdict), lambda _: _draw(found))

    drive(puzzles, work, as_json, keep_going, by_ladder=True)


TABLE_STEPS = 2_000
"""Steps that are laid out as a table, a quarter of a millisecond each; more are plain lines."""


def _draw(explanation: Explanation) -> RenderableType:
    if len(explanation.steps) > TABLE_STEPS:
        from rich.segment import Segment, Segments

        width = len(str(len(explanation.steps)))
        lines = [
            f"{number:>{width}} {step.rung} {step.text}" for number, step in enumerate(explanation.steps, 1)
        ]
        return Segments([Segment("\n".join([*lines, explanation.ending(), ""]))])
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", style="dim")
    table.add_column(style="cyan")
    table.add_column()
    for number, step in enumerate(explanation.steps, 1):
        table.add_row(str(number), step.rung, step.text)
    style = "bold green" if explanation.finished else "bold yellow"
    table.add_row("", "", Text(explanation.ending(), style=style))
    return table


def grade(
    puzzles: Puzzles, seconds: Seconds = None, as_json: Json = False, keep_going: KeepGoing = False
) -> None:
    """Name the weakest rungs that finish each puzzle: one of its own, probe, or search with its nodes.

    Exit status: 0 graded, 1 there are several answers or none, 3 undecided.
    """

    def work(reading: Reading, stopped: Stopped) -> Answer:
        from engines.engine import Limits
        from engines.grade import grade as grade_of

        found = grade_of(reading.puzzle, Limits(seconds=seconds, cancelled=stopped))
        data = found.to_json() | {"rungs": list(reading.puzzle.rungs)}
        return Answer(data, exit_of(found.verdict), lambda _: _draw_grade(reading.puzzle, found))

    drive(puzzles, work, as_json, keep_going, by_ladder=True)


def _draw_grade(puzzle: Puzzle, found: Grade) -> RenderableType:
    from service.cli.show import verdict_text

    text = verdict_text(str(found.verdict))
    why = found.reason or found.limit
    none = f", no grade: {why}" if why else ", no grade"
    text.append(f", grade {found}" if found.name else none, style="not bold default")
    if found.name is not None:
        text.append(f"  ({' < '.join([*puzzle.rungs, 'probe', 'search'])})", style="not bold dim")
    return text
