"""Who is asked about a board, and how their answers contradict each other.

Besides the engines there are the ladder's ablations (a rung left out, or probe), its learning search, which
runs only where few solutions are wanted, and, on tiny boards, the plain rules themselves, asked about every
grid there is. Where a limit ended the work of one, only what is comparable is compared: whoever searched the
space through must hold everything the others found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bench.every_grid import every_grid, grids_of
from engines import deciding, find_engine
from engines.engine import Limits, Outcome, Verdict
from models import puzzle_class
from models.puzzle import Puzzle

Ask = Callable[[Puzzle, Limits], Outcome]

EVERY_GRID = "rules"
MAX_GRIDS = 2_000
"""Boards with more grids than this are not asked of the plain rules one by one: 20 us a grid."""


@dataclass(frozen=True)
class Account:
    """What one of those asked found: an outcome, or what it raised in place of one."""

    outcome: Outcome | None
    fault: str | None = None

    @property
    def grids(self) -> dict[bytes, Any]:
        """The solutions found, by their bytes."""
        found = self.outcome.solutions if self.outcome else []
        return {grid.tobytes(): grid for grid in found}

    @property
    def is_complete(self) -> bool:
        """Whether there are no solutions but those."""
        return self.outcome is not None and self.outcome.exhausted

    def to_json(self) -> dict[str, Any]:
        """Plain values, the grids in order."""
        if self.outcome is None:
            return {"fault": self.fault}
        return self.outcome.to_json() | {"grids": [self.grids[key].tolist() for key in sorted(self.grids)]}


Accounts = Mapping[str, Account]


def ablations(kind: str) -> dict[str, Ask]:
    """The ladder without each of its rungs, and without probe."""
    from engines.ladder import PROBE, Ladder

    names = puzzle_class(kind).rungs
    found: dict[str, Ask] = {}
    for name in names:
        found[f"ladder without {name}"] = Ladder(tuple(other for other in names if other != name)).solve
    return found | {f"ladder without {PROBE}": Ladder(probing=False).solve}


def learners(kind: str) -> dict[str, Ask]:
    """The ladder asked for no more solutions than its search blocks one by one, where it learns."""
    from engines.ladder import FEW, Ladder

    def learn(puzzle: Puzzle, limits: Limits) -> Outcome:
        few = FEW if limits.solutions is None else min(FEW, limits.solutions)
        return Ladder(learning=True).solve(puzzle, replace(limits, solutions=few, keep=few))

    return {"ladder that learns": learn} if puzzle_class(kind).learns else {}


def everyone(kind: str) -> dict[str, Ask]:
    """All that can be asked about a board of a kind, by name."""
    asked: dict[str, Ask] = {name: find_engine(name).solve for name in deciding()}
    return asked | ablations(kind) | learners(kind)


def question(puzzle: Puzzle, asked: Mapping[str, Ask], limits: Limits) -> dict[str, Account]:
    """What each of them says about the board, and the rules about every grid if there are few."""
    tiny: dict[str, Ask] = {}
    if grids_of(puzzle) <= MAX_GRIDS:
        tiny[EVERY_GRID] = every_grid
    return {name: _hear(partial(ask, puzzle, limits)) for name, ask in (*asked.items(), *tiny.items())}


def _hear(call: Callable[[], Outcome]) -> Account:
    try:
        return Account(call())
    except Exception as error:  # whatever an engine raises is what this looks for
        return Account(None, f"{type(error).__name__}: {error}")


def contradictions(said: Accounts) -> Iterator[str]:
    """One sentence for each way in which the accounts cannot all be true."""
    for name, account in said.items():
        if account.outcome is None:
            yield f"{name} failed with {account.fault}"
        elif account.outcome.count != len(account.grids):
            yield f"{name} counts {account.outcome.count} solutions and shows {len(account.grids)}"
    for name, account in said.items():
        if account.is_complete:
            for other, second in said.items():
                missing = second.grids.keys() - account.grids.keys()
                if missing:
                    known = len(account.grids)
                    yield f"{name} has no solutions but its {known}, {other} has {len(missing)} more"


def verdict_of(said: Accounts) -> tuple[Verdict, int]:
    """What all of them together know, if they agree, and how many solutions were found."""
    found = max((len(account.grids) for account in said.values()), default=0)
    if found >= 2:
        return Verdict.MULTIPLE, found
    if not any(account.is_complete for account in said.values()):
        return Verdict.UNDECIDED, found
    return (Verdict.UNIQUE if found else Verdict.NONE), found
