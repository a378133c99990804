"""What the registries hold, for clients that build forms of it."""

from __future__ import annotations

from typing import Any

from engines import COUNTING, ENGINES
from models import PUZZLES, puzzle_class
from models.formats import FORMATS, written
from service.samples import SAMPLES
from service.work.making import dials, generator


def puzzles() -> dict[str, Any]:
    """Every kind, its rungs, its fields and its generator's dials; every format."""
    return {
        "puzzles": [
            {
                "kind": kind,
                "title": (found := puzzle_class(kind)).title,
                "rungs": [*found.rungs, "probe", "search"],
                "fields": list(found.fields),
                "example": SAMPLES[kind],
                "generator": None
                if generator(kind) is None
                else {
                    name: {"type": wanted.__name__, "default": default}
                    for name, (wanted, default) in dials(kind).items()
                },
            }
            for kind in PUZZLES
        ],
        "formats": [{"name": name, "written": name in written()} for name in FORMATS],
    }


def engines() -> dict[str, Any]:
    """Every engine; those that only count give no verdicts."""
    return {"engines": [{"name": name, "only_counts": name in COUNTING} for name in ENGINES]}
