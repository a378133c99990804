"""Fill-a-Pix puzzles from random pictures, or from a picture of the user's.

A picture that has a twin (twins.py) is no puzzle whatever clues are shown: a random one is redrawn, a
user's one is refused with the cells that can be flipped. Otherwise all clues fix the picture, and they are
thinned while they do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt

from models.deadline import Deadline, Unfinished
from models.fillapix import FillAPix
from models.fillapix.board import BLANK, INK, SIDES, Board
from models.fillapix.sampling import draw_picture
from models.fillapix.thinning import FEWEST, THINNINGS, Thinner
from models.fillapix.twins import Twin, find_twins
from models.pictures import write_text
from models.puzzle import BadPuzzle, Generated, Grid, Ints, TooLarge, cell_name

PATIENT_CELLS = 3_600
"""Thinning a larger picture takes minutes; it needs a deadline."""
PATIENT_FEWEST = 49
"""The same for showing the fewest clues: an 8x8 takes minutes."""
NAMED = 12
"""Cells of a twin that its message names."""


Thin = Annotated[
    str,
    "Which clues are shown: core (fast, no clue can go), random (one pass in plain random order, no clue "
    "can go either), minimum (as few as there can be, if time allows) or none (all).",
]
Density = Annotated[
    float,
    "The least part of the cells that show a clue, 0 to 1; where thinning leaves fewer, some are put back.",
]
Seconds = Annotated[
    float | None,
    "Time for thinning one puzzle, which has one answer all the same. Needed for more than "
    f"{PATIENT_CELLS:,} cells, with minimum for more than {PATIENT_FEWEST}.",
]
"""Dials: what help says of them stands with the type."""


class HasTwin(BadPuzzle):
    """No clues can make a puzzle of this picture: flipping some cells changes none of them.

    ``twins`` as in ``find_twins``; ``drawing`` marks the first one's cells, ``+`` where it adds ink and
    ``-`` where it takes ink away.
    """

    def __init__(self, picture: Grid, twins: list[Twin]) -> None:
        names = [cell_name(*cell) for cell in twins[0].cells]
        rest = f" and {len(names) - NAMED} more" if names[NAMED:] else ""
        flips = f"{', '.join(names[:NAMED])}{rest} ({twins[0].name})"
        super().__init__(f"the picture has a twin: flipping {flips} changes no clue")
        self.picture = picture
        self.twins = tuple(twins)

    @property
    def drawing(self) -> str:
        """The picture as text, the cells of the first twin marked."""
        return write_text(self.picture, self.twins[0].cells)

    def _repr_svg_(self) -> str:
        puzzle = FillAPix(board_of(all_clues(self.picture)))
        return puzzle.draw_svg(self.picture, self.twins[0].cells)


@dataclass(frozen=True)
class Showing:
    """Which clues to show; BadPuzzle on a choice there is not. See ``generate``."""

    thin: str
    density: float
    seconds: float | None

    def __post_init__(self) -> None:
        if self.thin not in THINNINGS:
            raise BadPuzzle(f"expected one of {', '.join(THINNINGS)}", f"thin {self.thin[:40]!r}")
        if not 0 <= self.density <= 1:
            raise BadPuzzle("expected a part between 0 and 1", f"density {self.density}")


def generate(
    rows: int,
    cols: int,
    seed: int,
    *,
    thin: Thin = "core",
    density: Density = 0.0,
    seconds: Seconds = None,
    picture: npt.ArrayLike | None = None,
) -> Generated:
    """A puzzle of a picture drawn evenly among those without a twin; the same seed makes it again.

    A picture of one's own (1 ink, 0 blank) takes the place of the random one; where it has a twin, another
    picture with the very same clues, it is refused and the twin shown.

    Raises HasTwin then, TooLarge for what takes minutes without ``seconds``, BadPuzzle otherwise.
    """
    showing = Showing(thin, density, seconds)
    if seed < 0:
        raise BadPuzzle("is negative", f"seed {seed}")
    if min(rows, cols) < 1:
        raise BadPuzzle("a board has at least one row and one column", f"{rows}x{cols}")
    SIDES.check(rows, cols, f"{rows}x{cols}")
    patient = PATIENT_FEWEST if thin == FEWEST else PATIENT_CELLS
    if rows * cols > patient and seconds is None and thin != "none":
        raise TooLarge(
            f"thinning more than {patient} cells needs a deadline: seconds (--seconds)", f"{rows}x{cols}"
        )
    rng = np.random.Generator(np.random.PCG64(seed))
    if picture is None:
        drawn, redraws = draw_picture(rows, cols, rng)
    else:
        drawn, redraws = check_picture(picture, rows, cols), 0
    shown, certain, calls = show_clues(drawn, showing, rng)
    count = int((shown >= 0).sum())
    details = {
        "thin": thin,
        "redraws": redraws,
        "clues": count,
        "share": round(count / drawn.size, 4),
        **certain,
        "solver_calls": calls,
    }
    return Generated(FillAPix(board_of(shown)), drawn, seed, details)


def from_picture(
    picture: npt.ArrayLike,
    seed: int = 0,
    *,
    thin: str = "core",
    density: float = 0.0,
    seconds: float | None = None,
) -> Generated:
    """A puzzle whose answer is the picture; HasTwin if it cannot be one. Options as in ``generate``."""
    shape = np.shape(picture)
    if len(shape) != 2:
        raise BadPuzzle(f"expected rows and columns, got shape {shape}", "picture")
    return generate(*shape, seed, thin=thin, density=density, seconds=seconds, picture=picture)


def check_picture(picture: npt.ArrayLike, rows: int, cols: int) -> Grid:
    """int16[rows, cols]: the user's picture, checked; HasTwin if no clues can fix it."""
    array = np.asarray(picture)
    if array.shape != (rows, cols):
        raise BadPuzzle(f"has shape {array.shape}, not {(rows, cols)}", "picture")
    stray = np.argwhere(~np.isin(array, (BLANK, INK)))
    if len(stray):
        row, col = stray[0].tolist()
        raise BadPuzzle(f"{str(array[row, col])[:20]} is neither 0 nor 1", f"picture {cell_name(row, col)}")
    grid: Grid = array.astype(np.int16)
    if twins := find_twins(grid):
        raise HasTwin(grid, twins)
    return grid


def show_clues(
    picture: Grid, showing: Showing, rng: np.random.Generator
) -> tuple[Ints, dict[str, bool], int]:
    """Thin the clues of a picture without a twin.

    Returns int32[rows, cols] (-1: none shown), what is certain (``minimal``: none can go; ``fewest``, where
    that was asked for: no smaller number will do), and how often the solver was asked.
    """
    clues = all_clues(picture)
    deadline = Deadline(showing.seconds, "thinning")
    minimal = showing.thin != "none"
    with Thinner(picture, clues, deadline) as thinner:
        try:
            THINNINGS[showing.thin](thinner, rng)
        except Unfinished:
            minimal = False
    shown = thinner.shown()
    missing = int(np.ceil(showing.density * picture.size)) - int((shown >= 0).sum())
    if missing > 0:
        back = rng.choice(np.flatnonzero(shown < 0), missing, replace=False)
        shown.ravel()[back] = clues.ravel()[back]
        minimal = thinner.fewest = False
    certain = {"minimal": minimal} | ({"fewest": thinner.fewest} if showing.thin == FEWEST else {})
    return shown, certain, thinner.calls


def all_clues(picture: Grid) -> Ints:
    """int32[rows, cols]: how much ink each cell's window holds."""
    padded = np.pad(picture.astype(np.int32), 1)
    down = padded[:-2] + padded[1:-1] + padded[2:]
    clues: Ints = down[:, :-2] + down[:, 1:-1] + down[:, 2:]
    return clues


def board_of(clues: Ints) -> Board:
    """The board with these clues, none where they are negative."""
    return Board(tuple(tuple(clue if clue >= 0 else None for clue in row) for row in clues.tolist()))
