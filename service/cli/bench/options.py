"""Options that several benches share, and how their values are read."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from models import PUZZLES

EVERY_KIND = "all"

Kind = Annotated[str, typer.Option(help=f"The kind of puzzle: {', '.join(PUZZLES)}.", show_default=False)]
Kinds = Annotated[str, typer.Option(help=f"The kind of puzzle: {', '.join(PUZZLES)} or all.")]
Seed = Annotated[int, typer.Option(min=0, help="The first generated board's seed.")]


def read_kinds(text: str) -> list[str]:
    """One kind, or all of them; BadParameter on an unknown one."""
    if text == EVERY_KIND:
        return list(PUZZLES)
    if text not in PUZZLES:
        raise typer.BadParameter(f"unknown kind {text[:40]!r}, expected all or one of {', '.join(PUZZLES)}")
    return [text]


def read_each_side(text: str | None) -> tuple[int, ...] | None:
    """``6,8,10`` as sides; BadParameter otherwise."""
    if text is None:
        return None
    words = [word.strip() for word in text.split(",")]
    if not all(re.fullmatch(r"0*[1-9][0-9]{0,2}", word) for word in words):
        raise typer.BadParameter(f"{text[:40]!r} is not a list of sides such as 6,8,10")
    return tuple(sorted({int(word) for word in words}))


def read_sides(text: str | None) -> tuple[int, int] | None:
    """``5`` or ``2..5`` as the least and the greatest side; BadParameter otherwise."""
    if text is None:
        return None
    found = re.fullmatch(r"([0-9]{1,3})(?:\.\.([0-9]{1,3}))?", text.strip())
    low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= low <= high:
        raise typer.BadParameter(f"{text[:40]!r} is not a range of sides such as 5 or 2..5")
    return low, high
