"""Tentai Show: rungs added and left out, grades, guesses without connectedness, symmetry of fixpoints."""

from __future__ import annotations

from bench.studies.plot import Plot
from bench.studies.tentaisho.drawn import ablation, added, grades, symmetry
from bench.studies.tentaisho.guessed import dials, guesses
from models.tentaisho import TentaiShow

TABLES = {
    "added": added,
    "ablation": ablation,
    "grades": grades,
    "guesses": guesses,
    "symmetry": symmetry,
    "dials": dials,
}
"""Name -> what measures the table, in the order in which they are told."""

PLOT = Plot("added", (*TentaiShow.rungs, "probe", "one answer"), "boards finished")
