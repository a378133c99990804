"""Which sums and givens an answer needs: one incremental solver that looks for any other answer.

The rules of the bare square always hold; each sum, and each given cell, only while it is assumed. So a set of
them fixes the answer exactly if the solver finds nothing under it, and its core says which of them did it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

import numpy as np

from models.deadline import Deadline
from models.doppelblock.cnf import cell_literals, clue_template, lay, line_literals, square_tables, two_blocks
from models.doppelblock.latin import window_sums
from models.puzzle import Grid

SOLVER = "minisat22"
ROUNDS = 10
"""An 8x8 takes some 5; more of them save half a given at 10x10 for twice the time."""

Masks = np.ndarray[tuple[int, int], np.dtype[np.bool_]]


class Rival:
    """Looks for another answer than the one at hand. Holds a solver: use it in a ``with``.

    An assumption is a literal: of ``sums`` (per line the one that switches its sum on) or of ``givens`` (per
    cell the one that gives it its value).
    """

    def __init__(self, answer: Grid, clues: Iterable[int], deadline: Deadline) -> None:
        self.deadline = deadline
        side = len(answer)
        literals = cell_literals(side)
        self.shape = answer.shape
        self.clues = tuple(clues)
        self.givens: list[int] = literals[np.arange(side * side), answer.ravel()].tolist()
        self.literals = literals
        self.calls = 0
        self.clauses: list[list[int]] = [[-given for given in self.givens]]
        for table in square_tables(side):
            self.clauses += table.tolist()
        top = literals.size
        self.sums: list[int] = []
        for line, clue in enumerate(self.clues):
            cells = line_literals(literals, side, line)
            template = clue_template(side, clue)
            top += 1
            self.sums.append(top)
            self.clauses += lay(two_blocks(side), cells, top)
            self.clauses += lay(template, cells, top, guard=top)
            top += template.extra

    def __enter__(self) -> Self:
        from pysat.solvers import Solver

        self.solver: Any = Solver(SOLVER, bootstrap_with=self.clauses, incr=False)
        self.clauses.clear()
        return self

    def __exit__(self, *_: object) -> None:
        self.solver.delete()

    def differences(self, assumed: Iterable[int]) -> list[int] | None:
        """The givens that tell some other answer under the assumptions from ours; None if there is none.

        Unfinished where the time does not suffice.
        """
        self.calls += 1
        if not self.deadline.solve(self.solver, list(assumed)):
            return None
        model = np.array(self.solver.get_model())
        return [given for given in self.givens if model[given - 1] < 0]

    def shortfall(self, kept: list[int], sums: list[int]) -> set[int] | None:
        """None if these sums fix the answer beside the kept givens; else sums of which one is needed.

        Another answer that keeps all sums but these shows it; each of them in turn is asked for as well.
        """
        if self.differences(kept + sums) is None:
            return None
        met = self._met()
        for each in self.sums:
            if each not in met and self.differences([*kept, *met, each]) is not None:
                met |= self._met()
        return set(self.sums) - met

    def _met(self) -> set[int]:
        """The sums that the other answer found last has as well."""
        model = np.array(self.solver.get_model())
        has = model[self.literals.ravel() - 1] > 0
        other = has.reshape(self.literals.shape).argmax(axis=1).reshape(self.shape).astype(np.int16)
        top, left = window_sums(other)
        found = zip(self.sums, left + top, self.clues, strict=True)
        return {each for each, its, ours in found if its == ours}

    def core(self) -> set[int]:
        """The assumptions that excluded every other answer, after ``differences`` has found none."""
        return set(self.solver.get_core() or ())


def fewest_givens(rival: Rival, rng: np.random.Generator) -> list[int]:
    """A small set of givens that fixes the answer beside all the sums; none of them can go.

    Each other answer found is a set of cells that tell it from ours, one of which must be given. A greedy
    choice that meets all sets so far is tried, and grown cell by cell until it fixes the answer, which finds
    more sets; and so on until the greedy choice needs no growing, or for ROUNDS rounds.
    """
    order = rng.permutation(len(rival.givens))
    givens = np.array(rival.givens)[order]
    seen = np.zeros((0, len(givens)), bool)
    chosen: list[int] = []
    for _ in range(ROUNDS):
        known = len(seen)
        chosen = meet_all(seen)
        while (found := rival.differences(rival.sums + givens[chosen].tolist())) is not None:
            seen = np.concatenate((seen, np.isin(givens, found)[None]))
            chosen.append(int((seen.sum(axis=0) * seen[-1]).argmax()))
        if len(seen) == known:
            break
    core = rival.core()
    return drop_needless(rival, rival.sums, [given for given in givens[chosen].tolist() if given in core])


def meet_all(sets: Masks) -> list[int]:
    """Columns of bool[sets, columns] that meet every row, each time one that meets the most rows left."""
    chosen = []
    while len(sets):
        best = int(sets.sum(axis=0).argmax())
        chosen.append(best)
        sets = sets[~sets[:, best]]
    return chosen


def drop_needless(rival: Rival, kept: Iterable[int], needless: list[int]) -> list[int]:
    """Drop assumptions, first to last, while those left exclude every other answer beside the kept ones."""
    fixed = list(kept)
    needed: list[int] = []
    open_ = list(needless)
    while open_:
        candidate = open_.pop(0)
        if rival.differences(fixed + needed + open_) is not None:
            needed.append(candidate)
            continue
        core = rival.core()
        open_ = [other for other in open_ if other in core]
    return needed
