"""The published ``pair``, written out in plain Python: what it misses that the rung of that name sees.

It looks at two clues only while their windows share an open cell. A clue whose open cells are all its own is
then left to ``count``; the rung looks at it beside a partner all the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from bench.studies.fillapix.price import BOARDS, CLIMBING, OTHERS, SIDES, WITHOUT
from bench.studies.lab import Lab
from bench.studies.table import Table
from models.fillapix import FillAPix
from models.fillapix.generate import generate

Windows = list[tuple[int, int]]
"""Each clue with its window, cells as bits."""
State = tuple[int, int]
"""The cells known to be ink, and those known to be blank, as bits."""


@dataclass(frozen=True)
class Rule:
    """The published rungs that are on, over one board's clues."""

    windows: Windows
    counting: bool
    sharing: bool
    """Whether a pair without a shared open cell is passed over, as published."""

    def climb(self, state: State) -> State | None:
        """To the fixpoint; None at a contradiction."""
        before = None
        while before != state:
            before = state
            for number, (clue, window) in enumerate(self.windows):
                found = self._count(clue, window, state) if self.counting else state
                if found is None:
                    return None
                state = found
                for other, (second, beside) in enumerate(self.windows):
                    if other != number and window & beside:
                        found = self._pair(clue, window, second, beside, state)
                        if found is None:
                            return None
                        state = found
        return state

    def _count(self, clue: int, window: int, state: State) -> State | None:
        ink, blank = state
        need = clue - (window & ink).bit_count()
        left = window & ~(ink | blank)
        if not 0 <= need <= left.bit_count():
            return None
        if need == 0:
            return ink, blank | left
        return (ink | left, blank) if need == left.bit_count() else state

    def _pair(self, clue: int, window: int, second: int, beside: int, state: State) -> State | None:
        """How much ink the shared open cells can hold, from both sides; then what follows for the first."""
        ink, blank = state
        left = ~(ink | blank)
        shared, own, others = window & beside & left, window & ~beside & left, beside & ~window & left
        if self.sharing and not shared:
            return state
        need = clue - (window & ink).bit_count()
        needed = second - (beside & ink).bit_count()
        low = max(0, need - own.bit_count(), needed - others.bit_count())
        high = min(shared.bit_count(), need, needed)
        if low > high:
            return None
        if low == shared.bit_count():
            ink |= shared
        elif high == 0:
            blank |= shared
        if need - high == own.bit_count():
            ink |= own
        elif need == low:
            blank |= own
        return ink, blank

    def probe(self, state: State, cells: int) -> State | None:
        """Climb, and settle each cell of which one value is contradicted, to a fixpoint; None if both are."""
        now = self.climb(state)
        before = None
        while now is not None and before != now:
            before = now
            for cell in range(cells):
                bit = 1 << cell
                if now is None or (now[0] | now[1]) & bit:
                    continue
                if self.climb((now[0] | bit, now[1])) is None:
                    now = self.climb((now[0], now[1] | bit))
                elif self.climb((now[0], now[1] | bit)) is None:
                    now = self.climb((now[0] | bit, now[1]))
        return now


VARIANTS = {
    "as published": (False, True),
    "as published, with count": (True, True),
    "without sharing": (False, False),
}
"""Row -> whether count is on, and whether pairs must share an open cell."""


def windows_of(clues: tuple[tuple[int | None, ...], ...]) -> Windows:
    """The clues of a board with their windows."""
    rows, cols = len(clues), len(clues[0])
    found = []
    for row in range(rows):
        for col in range(cols):
            clue = clues[row][col]
            if clue is not None:
                near = [
                    (y, x)
                    for y in range(max(0, row - 1), min(rows, row + 2))
                    for x in range(max(0, col - 1), min(cols, col + 2))
                ]
                found.append((clue, sum(1 << (y * cols + x) for y, x in near)))
    return found


def measure(task: tuple[int, int]) -> dict[str, float]:
    """The part of the cells that each variant settles, with probe; the boards are those of ``price``."""
    side, seed = task
    puzzle = generate(side, side, seed, thin="random").puzzle
    assert isinstance(puzzle, FillAPix)
    windows = windows_of(puzzle.board.clues)
    shares = {}
    for name, (counting, sharing) in VARIANTS.items():
        state = Rule(windows, counting, sharing).probe((0, 0), side * side)
        assert state is not None, "the board has an answer"
        shares[name] = (state[0] | state[1]).bit_count() / side**2
    return shares


def pairs(lab: Lab) -> Table:
    """What the published pair settles with probe and without count, beside the published figures."""
    table = Table("pairs", "The published pair in plain Python, with probe")
    table.note = "It passes over two clues whose windows share no open cell; the rung `pair` does not."
    tasks = [(side, seed) for side in reversed(SIDES) for seed in lab.seeds(BOARDS, side, side, 4)]
    boards = lab.measure("pairs as published", measure, tasks)
    theirs = {"as published": WITHOUT["count"], "as published, with count": CLIMBING["probe"]}
    for name in VARIANTS:
        shares = [each[name] for each in boards]
        finished = sum(share == 1 for share in shares)
        if name in theirs:
            share, hits = theirs[name]
            table.mean(name, "cells settled", shares, share, 20, why=OTHERS)
            table.share(name, "boards finished", finished, len(boards), hits / 20, 20, why=OTHERS)
        else:
            table.mean(name, "cells settled", shares)
            table.share(name, "boards finished", finished, len(boards))
    return table
