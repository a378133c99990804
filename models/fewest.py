"""The fewest elements that will do, by the sets that each of them must meet (implicit hitting sets).

Whatever falls short names a set of elements of which one at least is needed. A smallest choice that meets
all sets named so far is tried; if it will do, nothing smaller can. CP-SAT finds the choices, as it stops in
time. Knows no puzzle: ``shortfall`` says what is missing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

Shortfall = Callable[[list[int]], set[int] | None]
"""None if a choice of elements will do, else a set disjoint from it that every choice must meet."""


def fewest(
    elements: Sequence[int], known: Sequence[int], shortfall: Shortfall, deadline: float | None
) -> tuple[list[int], bool]:
    """(a choice that will do, whether it is certain that none is smaller).

    ``known`` will do; ``deadline`` is as ``time.perf_counter`` counts. ``shortfall``'s errors go through.
    """
    needed: list[set[int]] = []
    while True:
        choice = meet_all(elements, needed, deadline)
        if choice is None:
            return list(known), False
        if len(choice) >= len(known):
            return list(known), True
        missing = shortfall(choice)
        if missing is None:
            return choice, True
        needed.append(missing)


def meet_all(elements: Sequence[int], sets: Sequence[set[int]], deadline: float | None) -> list[int] | None:
    """A smallest choice that meets every set; None if the deadline passes before one is certain."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = {element: model.new_bool_var("") for element in elements}
    for each in sets:
        model.add_bool_or([chosen[element] for element in sorted(each)])
    model.minimize(sum(chosen.values()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if deadline is not None:
        left = deadline - time.perf_counter()
        if left <= 0:
            return None
        solver.parameters.max_time_in_seconds = left
    if solver.solve(model) != cp_model.OPTIMAL:
        return None
    return [element for element in elements if solver.value(chosen[element])]
