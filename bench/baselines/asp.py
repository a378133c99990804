"""Baselines in answer set programming: the rules in Clingo's language, the board as its facts."""

from __future__ import annotations

from collections.abc import Iterable

import clingo

from bench.baselines import SECONDS
from models.doppelblock import Doppelblock
from models.fillapix import FillAPix
from models.tentaisho import TentaiShow

MOST_OWNERS = 150_000
"""Pairs of cells and dots beyond which writing the program out takes over 20 s; it cannot be interrupted."""

FILLAPIX = """
{ink(R,C)} :- cell(R,C).
:- clue(R,C,N), #count{Y,X : ink(Y,X), Y=R-1..R+1, X=C-1..C+1} != N.
:- given(R,C,1), not ink(R,C).
:- given(R,C,0), ink(R,C).
#show ink/2.
"""

DOPPELBLOCK = """
place(0..n-1).
1 {at(R,C,V) : V=0..n-2} 1 :- place(R), place(C).
val(row,R,C,V) :- at(R,C,V).
val(column,C,R,V) :- at(R,C,V).
side(row;column).
:- side(S), place(L), #count{P : val(S,L,P,0)} != 2.
:- side(S), place(L), V=1..n-2, #count{P : val(S,L,P,V)} != 1.
behind(S,L,Q+1..n-1) :- val(S,L,Q,0).
before(S,L,0..Q-1) :- val(S,L,Q,0).
:- clue(S,L,N), #sum{V,P : val(S,L,P,V), behind(S,L,P), before(S,L,P)} != N.
:- given(R,C,V), not at(R,C,V).
#show at/3.
"""

TENTAISHO = """
1 {own(R,C,D) : dot(D,Y,X), free(Y-R-1,X-C-1)} 1 :- free(R,C).
:- own(R,C,D), dot(D,Y,X), not own(Y-R-1,X-C-1,D).
:- core(D,R,C), not own(R,C,D).
beside(0,1; 1,0; 0,-1; -1,0).
reached(R,C,D) :- core(D,R,C).
reached(R+Y,C+X,D) :- reached(R,C,D), beside(Y,X), own(R+Y,C+X,D).
:- own(R,C,D), not reached(R,C,D).
#show own/3.
"""


def fillapix(puzzle: FillAPix) -> bool | None:
    """A choice for each cell, a count for each clue."""
    board = puzzle.board
    cells = [(r, c) for r in range(board.rows) for c in range(board.cols)]
    facts = [f"cell({r},{c})." for r, c in cells]
    facts += [f"clue({r},{c},{board.clues[r][c]})." for r, c in board.clue_cells]
    facts += [f"given({r},{c},{given})." for r, c in cells if (given := board.given(r, c)) is not None]
    return has_one_answer(FILLAPIX, facts)


def doppelblock(puzzle: Doppelblock) -> bool | None:
    """A value for each cell; what is behind one block and before the other adds up to the clue."""
    board = puzzle.board
    clues = [("row", line, clue) for line, clue in enumerate(board.left)]
    clues += [("column", line, clue) for line, clue in enumerate(board.top)]
    facts = [f"clue({side},{line},{clue})." for side, line, clue in clues if clue is not None]
    facts += [
        f"given({r},{c},{value})."
        for r, row in enumerate(board.givens)
        for c, value in enumerate(row)
        if value is not None
    ]
    return has_one_answer(f"#const n={board.side}.{DOPPELBLOCK}", facts)


def tentaisho(puzzle: TentaiShow) -> bool | None:
    """An owner for each cell, twins alike, and every cell reached from what its dot touches.

    None for a board that is too large.
    """
    board = puzzle.board
    if board.rows * board.cols * len(board.dots) > MOST_OWNERS:
        return None
    holes = set(board.holes)
    facts = [f"free({r},{c})." for r in range(board.rows) for c in range(board.cols) if (r, c) not in holes]
    for dot, (y, x) in enumerate(board.dots):
        facts.append(f"dot({dot},{y},{x}).")
        facts += [f"core({dot},{r},{c})." for r, c in board.core(dot)]
    return has_one_answer(TENTAISHO, facts)


def has_one_answer(rules: str, facts: Iterable[str]) -> bool | None:
    """Whether a program has exactly one model; None if Clingo does not know in time."""
    control = clingo.Control(["2", "--warn=none"])
    control.add("base", [], rules + "\n".join(facts))
    control.ground([("base", [])])
    models = 0

    def take(_: clingo.Model) -> None:
        nonlocal models
        models += 1

    with control.solve(on_model=take, async_=True) as running:
        if not running.wait(SECONDS):
            running.cancel()
        result = running.get()
    if models >= 2:
        return False
    return models == 1 if result.exhausted else None
