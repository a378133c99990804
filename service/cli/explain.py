"""explain: the ladder's steps on each puzzle, as sentences a person can follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.cli.drive import Answer, Stopped, drive
from service.cli.exits import Exit
from service.cli.options import Json, KeepGoing, Puzzles

if TYPE_CHECKING:
    from rich.console import RenderableType

    from engines.explain import Explanation
    from models.formats import Reading


def explain(puzzles: Puzzles, as_json: Json = False, keep_going: KeepGoing = False) -> None:
    """Say step by step how each puzzle is solved: which rung, because of which clues, settles which cells.

    Exit status: 0 also where the rungs alone do not finish the puzzle.
    """

    def work(reading: Reading, _stopped: Stopped) -> Answer:
        from engines.explain import explain as steps_of

        found = steps_of(reading.puzzle)
        return Answer(found.to_json(), Exit.DONE, lambda _: _draw(found))

    drive(puzzles, work, as_json, keep_going)


def _draw(explanation: Explanation) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 1))
    for number, step in enumerate(explanation.steps, 1):
        table.add_row(
            Text(str(number), style="dim", justify="right"), Text(step.rung, style="cyan"), step.text
        )
    end = "finished" if explanation.finished else "the rungs go no further"
    table.add_row("", "", Text(end, style="bold green" if explanation.finished else "bold yellow"))
    return table
