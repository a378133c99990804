"""Random partitions of a board into galaxies: connected, symmetric, grown one after another.

A galaxy starts from a free cell with a dot at one of the nine places in and around it whose cells are
free, and grows by twin cells beside it until it is as large as it was drawn to be or cannot grow.
That leaves many cells over between galaxies, so afterwards galaxies that are together symmetric about a
new dot are merged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random

from models.statement import Look, unhurried

FREE = -1

Dot = tuple[int, int]


@dataclass(frozen=True)
class Sizes:
    """How large galaxies are drawn: geometric with a mean, at most ``largest`` cells."""

    mean: float
    largest: int

    def draw(self, rng: Random) -> int:
        """One size, at least 1."""
        beyond = self.mean - 0.5
        return min(1 + int(rng.expovariate(1 / beyond)), self.largest) if beyond > 0 else 1


@dataclass
class Partition:
    """A board in the making: galaxies by number, each of one colour.

    ``colours[cell]`` as given; ``owners[cell]`` is the number of its galaxy or FREE; ``dots`` and
    ``galaxies`` (cells) are by number; ``latest`` is the number of the galaxy begun last.
    """

    rows: int
    cols: int
    colours: list[int]
    owners: list[int] = field(init=False)
    dots: dict[int, Dot] = field(default_factory=dict)
    galaxies: dict[int, list[int]] = field(default_factory=dict)
    latest: int = 0

    def __post_init__(self) -> None:
        self.owners = [FREE] * (self.rows * self.cols)

    def fill(self, cells: Iterable[int], sizes: Callable[[int], Sizes], rng: Random) -> None:
        """Plant galaxies until none of these cells is free; ``sizes`` are for one begun in a cell."""
        order = list(cells)
        rng.shuffle(order)
        for cell in order:
            if self.owners[cell] == FREE:
                self._plant(cell, sizes(cell), rng)

    def _plant(self, cell: int, sizes: Sizes, rng: Random) -> None:
        """Begin a galaxy in a free cell and let it grow to a size drawn for it if it can."""
        row, col = divmod(cell, self.cols)
        places = [(2 * row + 1 + down, 2 * col + 1 + along) for down in (-1, 0, 1) for along in (-1, 0, 1)]
        starts = [(dot, core) for dot in places if (core := self._free_core(dot, cell))]
        dot, core = rng.choice([start for start in starts if len(start[1]) <= sizes.largest])
        size = sizes.draw(rng)
        self._begin(dot)
        rim = self._take(core)
        galaxy = self.galaxies[self.latest]
        while len(galaxy) + 1 < size and rim:
            at = rng.randrange(len(rim))
            rim[at], rim[-1] = rim[-1], rim[at]
            cell = rim.pop()
            twin = self._twin(dot, cell)
            if twin is not None and self._is_free(cell, core[0]) and self._is_free(twin, core[0]):
                rim += self._take([cell, twin])

    def _free_core(self, dot: Dot, cell: int) -> list[int]:
        """The cells that a dot touches if all are free and of one colour, else none."""
        if not (0 < dot[0] < 2 * self.rows and 0 < dot[1] < 2 * self.cols):
            return []
        core = self._core(dot)
        return core if all(self._is_free(each, cell) for each in core) else []

    def _core(self, dot: Dot) -> list[int]:
        """The cells that a dot inside the board touches."""
        y, x = dot
        rows, cols = range((y - 1) // 2, y // 2 + 1), range((x - 1) // 2, x // 2 + 1)
        return [r * self.cols + c for r in rows for c in cols]

    def _is_free(self, cell: int, like: int) -> bool:
        return self.owners[cell] == FREE and self.colours[cell] == self.colours[like]

    def _twin(self, dot: Dot, cell: int) -> int | None:
        """The half turn of a cell about a dot, if it is on the board."""
        row, col = dot[0] - cell // self.cols - 1, dot[1] - cell % self.cols - 1
        return row * self.cols + col if 0 <= row < self.rows and 0 <= col < self.cols else None

    def _begin(self, dot: Dot) -> None:
        """A new galaxy, without cells yet."""
        self.latest += 1
        self.dots[self.latest] = dot
        self.galaxies[self.latest] = []

    def _take(self, cells: list[int]) -> list[int]:
        """Give cells to the galaxy begun last; the free cells beside them."""
        self.galaxies[self.latest] += cells
        for cell in cells:
            self.owners[cell] = self.latest
        return [other for cell in cells for other in self._beside(cell) if self.owners[other] == FREE]

    def _beside(self, cell: int) -> list[int]:
        """The cells beside one, on the board."""
        row, col = divmod(cell, self.cols)
        around = [cell - self.cols] if row > 0 else []
        if col > 0:
            around.append(cell - 1)
        if col + 1 < self.cols:
            around.append(cell + 1)
        if row + 1 < self.rows:
            around.append(cell + self.cols)
        return around

    def merge(self, sizes: Sizes, rng: Random, look: Look = unhurried) -> None:
        """Make one galaxy of several wherever they are together symmetric about a new dot.

        Every place of a dot is tried once, in random order, up to a size drawn for it.
        """
        places = [(y, x) for y in range(1, 2 * self.rows) for x in range(1, 2 * self.cols)]
        rng.shuffle(places)
        for place in places:
            look()
            self._merge_at(place, sizes.draw(rng))

    def _merge_at(self, dot: Dot, limit: int) -> None:
        """Merge the galaxies that hold a dot's core and each other's twins, if they are not too large.

        They are connected: the core is, and each galaxy meets it or the half turn of an earlier one.
        """
        core = self._core(dot)
        union = list(dict.fromkeys(self.owners[cell] for cell in core))
        size = 0
        for number in union:
            size += len(self.galaxies[number])
            if size > limit or self.colours[self.galaxies[number][0]] != self.colours[core[0]]:
                return
            for cell in self.galaxies[number]:
                twin = self._twin(dot, cell)
                if twin is None:
                    return
                if self.owners[twin] not in union:
                    union.append(self.owners[twin])
        if len(union) > 1:
            cells = self.clear(union)
            self._begin(dot)
            self._take(cells)

    def count_loose(self) -> int:
        """How many cells no dot touches."""
        return len(self.owners) - sum(len(self._core(dot)) for dot in self.dots.values())

    def clear(self, numbers: Iterable[int]) -> list[int]:
        """Take galaxies off the board; their cells, free again."""
        freed = []
        for number in numbers:
            del self.dots[number]
            freed += self.galaxies.pop(number)
        for cell in freed:
            self.owners[cell] = FREE
        return freed
