"""Doppelblock: the census, rungs added and left out, what sums alone are worth, cells that must be given."""

from __future__ import annotations

from bench.studies.doppelblock.ablation import ablation, preprocessing
from bench.studies.doppelblock.drawn import added, bare, cycles, givens, sharpness
from bench.studies.doppelblock.exact import census, lengths
from bench.studies.doppelblock.striking import striking
from bench.studies.plot import Plot
from models.doppelblock import Doppelblock

TABLES = {
    "lengths": lengths,
    "census": census,
    "added": added,
    "ablation": ablation,
    "preprocessing": preprocessing,
    "sharpness": sharpness,
    "bare": bare,
    "striking": striking,
    "cycles": cycles,
    "givens": givens,
}
"""Name -> what measures the table, in the order in which they are told."""

PLOT = Plot("added", (*Doppelblock.rungs, "probe"), "cells settled")
