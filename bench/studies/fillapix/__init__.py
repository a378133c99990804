"""Fill-a-Pix: twins counted and drawn, boards made and thinned, what each rung is worth."""

from __future__ import annotations

from bench.studies.fillapix.made import generator, survival
from bench.studies.fillapix.pairs import pairs
from bench.studies.fillapix.price import price
from bench.studies.fillapix.sampled import blocks, rates, solver
from bench.studies.fillapix.ways import sequences, ways
from bench.studies.plot import Plot

TABLES = {
    "ways": ways,
    "sequences": sequences,
    "rates": rates,
    "blocks": blocks,
    "solver": solver,
    "generator": generator,
    "survival": survival,
    "price": price,
    "pairs": pairs,
}
"""Name -> what measures the table, in the order in which they are told."""

PLOT = Plot("rates", ("exact", "solved"), "part of all pictures that has a twin", logarithmic=True)
