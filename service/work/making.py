"""The calls that start from no puzzle: generate and twins."""

from __future__ import annotations

import inspect
import secrets
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, get_type_hints

from models import PUZZLES
from models.puzzle import BadPuzzle, TooLarge
from service.problems import Refused
from service.schemas.requests import GenerateRequest, TwinsRequest
from service.work.caps import Caps

if TYPE_CHECKING:
    from models.puzzle import Generated, Grid

Make = Callable[..., "Generated"]

SEED_BITS = 32
SHARED = ("rows", "cols", "seed", "picture")
"""What a request names by fields of its own."""
DIAL_TYPES = (int, float, str, bool)


@cache
def generator(kind: str) -> Make | None:
    """The generator of a kind, if it has one."""
    name = f"{PUZZLES[kind].partition(':')[0]}.generate"
    if find_spec(name) is None:
        return None
    make: Make = import_module(name).generate
    return make


@cache
def dials(kind: str) -> dict[str, tuple[type, Any]]:
    """Name -> (type, default) of a generator's own options, read off its signature."""
    make = generator(kind)
    if make is None:
        return {}
    hints = get_type_hints(make)
    found: dict[str, tuple[type, Any]] = {}
    for name, parameter in inspect.signature(make).parameters.items():
        wanted = [each for each in DIAL_TYPES if hints[name] in (each, each | None)]
        if name not in SHARED and wanted:
            found[name] = wanted[0], parameter.default
    return found


def generate(asked: GenerateRequest, caps: Caps) -> dict[str, Any]:
    """A puzzle with one answer; the same request with its seed makes it again."""
    make = generator(asked.kind)
    if make is None:
        raise Refused("not-possible", f"{asked.kind} has no generator", where="kind")
    options = _checked_dials(asked, caps)
    seed = secrets.randbits(SEED_BITS) if asked.seed is None else asked.seed
    if asked.picture is not None:
        if asked.size is not None:
            raise Refused("bad-request", "expected either a size or a picture", where="size")
        if "picture" not in inspect.signature(make).parameters:
            raise Refused("bad-request", f"{asked.kind} takes no picture", where="picture")
        options["picture"] = picture = read_rows(asked.picture)
        rows, columns = picture.shape
    elif asked.size is None:
        raise Refused("bad-request", "expected a size or a picture", where="size")
    else:
        rows, columns = asked.size
    try:
        made = make(rows, columns, seed, **options)
    except BadPuzzle as error:
        if type(error) is not BadPuzzle:
            raise
        raise Refused("bad-request", str(error), where=_field(asked, error.where)) from None
    return made.to_json() | ({} if asked.to is None else {"text": _written(made, asked.to)})


def _field(asked: GenerateRequest, where: str) -> str:
    """The field of a request that a generator's complaint is about: a dial, the picture, or the size."""
    name = where.partition(" ")[0]
    if name in dials(asked.kind):
        return f"dials.{name}"
    return name if name in ("seed", "picture") else "size"


def _checked_dials(asked: GenerateRequest, caps: Caps) -> dict[str, Any]:
    known = dials(asked.kind)
    for name, value in asked.dials.items():
        if name not in known:
            raise Refused(
                "bad-request",
                f"no dial of {asked.kind}; it has {', '.join(known)}",
                where=f"dials.{name[:40]}",
            )
        wanted = known[name][0]
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if type(value) is not wanted and not (wanted is float and is_number):
            raise Refused("bad-request", f"expected a {wanted.__name__}", where=f"dials.{name}")
        if name == "seconds" and isinstance(value, int | float) and not value > 0:
            raise Refused("bad-request", "expected more than 0", where="dials.seconds")
    options: dict[str, Any] = dict(asked.dials)
    if "seconds" in known:
        options["seconds"] = caps.time(options.get("seconds"))
    return options


def _written(made: Generated, to: str) -> str:
    from models.formats import write

    try:
        return write(made.puzzle, to)
    except BadPuzzle as error:
        raise Refused("not-possible", str(error), where="to") from None


def read_rows(picture: str | list[str]) -> Grid:
    """A picture from a text or from rows of marks."""
    from models.pictures import read_picture

    text = picture if isinstance(picture, str) else "\n".join(picture)
    try:
        return read_picture(text.encode())
    except UnicodeEncodeError:
        raise Refused("bad-picture", "not Unicode text", where="picture") from None
    except TooLarge as error:
        raise error.within("picture") from None
    except BadPuzzle as error:
        told = error.within("picture")
        raise Refused("bad-picture", str(told), where=told.where) from None


def twins(asked: TwinsRequest, _caps: Caps) -> dict[str, Any]:
    """Exact counts over all pictures of a size, or the twins of one picture."""
    if (asked.size is None) == (asked.picture is None):
        raise Refused("bad-request", "expected either a size or a picture", where="size")
    if asked.picture is not None:
        from models.fillapix.twins import find_twins

        picture = read_rows(asked.picture)
        return {"size": list(picture.shape), "twins": [twin.to_json() for twin in find_twins(picture)]}
    from models.fillapix.twin_count import count_twins

    assert asked.size is not None
    return count_twins(*asked.size).to_json()
