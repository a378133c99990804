"""The ladder's climb, step by step, in words: every step names the clues that fired and what follows.

The rungs run one at a time, in the ladder's own order, so the steps lead to the ladder's own fixpoint.
Where the cheap rungs stop, the shortest refutation there is gives the next step. Nothing is guessed: a
board that needs search is explained as far as the rungs go.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

import numpy as np

from engines import find_engine
from engines.engine import UNKNOWN, Limits, Pace, Watch
from engines.grade import Grade, grade
from engines.ladder import PROBE, SEARCH, SLICE, Ascent
from engines.probe import ASSUMED
from engines.refutation import CELL, CHAIN, REASON, RUNG, VALUE, WORK, new_hunt, seek_refutation
from engines.steps import Change, Explanation, Step, sentence, tell_changes
from models.kernel import LENGTH, fix, remove, undo
from models.puzzle import Grid, Puzzle, cell_name
from models.statement import no_cycles

AT_SIGHT = "sight"
"""The rung of a step that needs none: the board is impossible at first sight."""
ASKED_NODES = 20_000
"""Decisions SAT may take to say how many answers there are: a second or so, and certify is for the rest."""
STEPS_A_LOOK = 200
"""Steps that are put into words between two looks at the clock: about 5 ms."""
RULES = "rules"
"""The rung of a step in which the plain rules refuse what the rungs that are on let pass."""

__all__ = ["Explanation", "Grade", "Step", "explain", "grade"]


def explain(
    puzzle: Puzzle,
    rungs: tuple[str, ...] | None = None,
    probing: bool = True,
    limits: Limits | None = None,
    inner: bool = False,
    asking: bool = False,
) -> Explanation:
    """Explain as far as the rungs go; ``rungs`` and ``probing`` switch them as in ``Ascent``.

    With ``inner`` every probe step holds the steps from its assumption to the contradiction. With ``asking``
    SAT is asked, for a moment, how many answers a board has that the steps do not finish.
    Of the limits the deadline and the cancellation count.
    """
    explanation = Explanation(puzzle)
    reason = puzzle.impossible()
    if reason is not None:
        explanation.steps.append(Step(AT_SIGHT, (), (), (), sentence(reason), contradiction=True))
        return explanation
    watch = Watch(limits or Limits())
    with no_cycles():
        _Climb(Ascent(puzzle, rungs, probing), watch, explanation, inner).run()
    if asking and not (explanation.finished or explanation.contradiction or explanation.limit):
        budget = Limits(nodes=ASKED_NODES, seconds=watch.remaining(), cancelled=watch.limits.cancelled)
        explanation.beyond = find_engine("sat").solve(puzzle, budget).verdict
    return explanation


class _Climb:
    """The climb at hand; ``top`` is the highest rung that has fired, as an index."""

    def __init__(self, ascent: Ascent, watch: Watch, explanation: Explanation, inner: bool) -> None:
        self.ascent = ascent
        self.watch = watch
        self.explanation = explanation
        self.inner = inner
        self.puzzle = ascent.puzzle
        self.left: list[list[int]] = ascent.sizes.tolist()
        """Per cell how many candidates are left where the steps so far lead, and their sum."""
        explanation.start = tuple(
            self._change(cell, value) for cell, (count, value) in enumerate(self.left) if count == 1
        )
        self.top = 0
        self.probed = False

    def run(self) -> None:
        """Climb, and probe while that goes further; then fill in how it ended."""
        explanation, ascent = self.explanation, self.ascent
        while self._climb() and ascent.probing and not ascent.is_finished() and self._probe():
            pass
        explanation.open_cells = sum(count > 1 for count, _ in self.left)
        explanation.grid = self._told()
        if not explanation.open_cells and not explanation.contradiction and explanation.limit is None:
            self._check(explanation.grid)
        if explanation.limit is None:
            explanation.grade = self._grade()

    def _told(self) -> Grid:
        """What the steps settle: less than the rungs do where the time did not last to tell all of it."""
        is_open = np.array([count > 1 for count, _ in self.left]).reshape(self.puzzle.shape)
        return np.where(is_open, UNKNOWN, self.ascent.settled()).astype(np.int16)

    def _check(self, grid: Grid) -> None:
        """Finished, if the plain rules agree: rungs that are switched off cannot object."""
        broken = self.puzzle.violations(grid)
        self.explanation.finished = not broken
        if broken:
            text = sentence(f"this is a contradiction: {broken[0].text}")
            self._add(Step(RULES, (), (), (), text, contradiction=True))

    def _grade(self) -> str | None:
        explanation = self.explanation
        if not explanation.finished and not explanation.contradiction:
            return SEARCH
        if self.probed:
            return PROBE
        return self.ascent.names[self.top] if self.ascent.names else None

    def _climb(self) -> bool:
        """Run the rungs to their fixpoint; False on a contradiction or a limit."""
        index = 0
        while index < len(self.ascent.names):
            if self._out_of_time():
                return False
            mark = int(self.ascent.trail[LENGTH, 0])
            removed = self.ascent.step(index)
            if not self._tell_removals(mark, self.ascent.names[index]):
                return False
            if removed:
                self.top = max(self.top, index)
            if removed < 0:
                self._tell_contradiction(self.ascent.names[index], int(self.ascent.trail[LENGTH, 1]))
                return False
            index = 0 if removed else index + 1
        return True

    def _out_of_time(self) -> bool:
        self.explanation.limit = self.watch.hit()
        return self.explanation.limit is not None

    def _tell_removals(self, mark: int, rung: str) -> bool:
        """A step for every run of trail rows from ``mark`` on that have one reason; False on a limit."""
        rows = self.ascent.trail[mark : self.ascent.trail[LENGTH, 0]].tolist()
        for number, (reason, run) in enumerate(groupby(rows, key=itemgetter(1)), 1):
            if number % STEPS_A_LOOK == 0 and self._out_of_time():
                return False
            settles, removes = self._changes([flat for flat, _ in run])
            firing = self.puzzle.firing(rung, reason)
            text = f"{tell_changes(self.puzzle, settles, removes)}, because {firing.text}"
            self._add(Step(rung, firing.because, settles, removes, sentence(text), cells=firing.cells))
        return True

    def _changes(self, flats: list[int]) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
        """What the removal of some candidates settles, and what it only removes."""
        bits = self.ascent.candidates.shape[1] << 6
        gone: dict[int, list[int]] = {}
        for flat in flats:
            cell, value = divmod(flat, bits)
            gone.setdefault(cell, []).append(value)
            self.left[cell][0] -= 1
            self.left[cell][1] -= value
        settles = [self._change(cell, self.left[cell][1]) for cell in gone if self.left[cell][0] == 1]
        removes = [
            self._change(cell, value)
            for cell, values in gone.items()
            if self.left[cell][0] != 1
            for value in values
        ]
        return tuple(settles), tuple(removes)

    def _change(self, cell: int, value: int) -> Change:
        return (*divmod(cell, self.puzzle.shape[1]), value)

    def _tell_contradiction(self, rung: str, reason: int) -> None:
        firing = self.puzzle.firing(rung, reason)
        text = sentence(f"this is a contradiction: {firing.text}")
        self._add(Step(rung, firing.because, (), (), text, contradiction=True, cells=firing.cells))

    def _probe(self) -> bool:
        """Take the shortest refutation there is; False if there is none, or on a limit."""
        self.probed = True
        ascent, hunt = self.ascent, new_hunt()
        spare = np.empty_like(ascent.state), np.empty_like(ascent.board[-1])
        pace = Pace(SLICE)
        while not self._out_of_time():
            hunt[WORK] = pace.size
            started = self.watch.elapsed()
            if seek_refutation(ascent.table, ascent.board, hunt, spare) == 0:
                break
            pace.took(self.watch.elapsed() - started)
        if self.explanation.limit is not None or hunt[CELL] < 0:
            return False
        cell, value, chain = int(hunt[CELL]), int(hunt[VALUE]), int(hunt[CHAIN])
        inner = self._chain(cell, value) if self.inner else ()
        mark = int(ascent.trail[LENGTH, 0])
        remove(ascent.candidates, ascent.sizes, ascent.trail, cell, value, ASSUMED)
        settles, removes = self._changes(ascent.trail[mark : mark + 1, 0].tolist())
        firing = self.puzzle.firing(ascent.names[hunt[RUNG]], int(hunt[REASON]))
        row, column, _ = assumption = self._change(cell, value)
        after = "at once" if not chain else "after 1 removal" if chain == 1 else f"after {chain} removals"
        text = (
            f"if {cell_name(row, column)} were {self.puzzle.value_name(value)}, {after} there would be a "
            f"contradiction ({firing.text}); so {tell_changes(self.puzzle, settles, removes)}"
        )
        self._add(
            Step(PROBE, firing.because, settles, removes, sentence(text), assumption, chain, inner=inner)
        )
        return True

    def _chain(self, cell: int, value: int) -> tuple[Step, ...]:
        """The steps from an assumption that the rungs refute to its contradiction; the board is as before."""
        ascent, told, top = self.ascent, self.explanation, self.top
        mark = int(ascent.trail[LENGTH, 0])
        state, scratch = ascent.state.copy(), ascent.board[-1].copy()
        left = [[*each] for each in self.left]
        self.explanation = Explanation(self.puzzle)
        self.left[cell] = [1, value]
        fix(ascent.candidates, ascent.sizes, ascent.trail, cell, value, ASSUMED)
        self._climb()
        steps = tuple(self.explanation.steps)
        undo(ascent.candidates, ascent.sizes, ascent.trail, mark)
        ascent.state[:], ascent.board[-1][:] = state, scratch
        self.explanation, self.left, self.top = told, left, top
        return steps

    def _add(self, step: Step) -> None:
        self.explanation.steps.append(step)
