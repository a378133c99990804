"""Penpa+ links drawn for tests, from the description of the format and not from the reader."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

ABBREVIATIONS = [
    ("z", "zZ"),
    ('"surface"', "zS"),
    ('"lineE"', "zE"),
    ('"number"', "zN"),
    ('"symbol"', "zY"),
    ('"thermo"', "zT"),
    ('"__a"', "z_"),
    ("null", "zO"),
]

Layer = dict[str, Any]


def packed(text: str) -> str:
    """A text as a payload: deflated without a header, in base64."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


def lines(
    size: tuple[int, int],
    problem: Layer,
    solution: Layer | None = None,
    margins: tuple[int, int, int, int] = (0, 0, 0, 0),
    cells: list[int] | None = None,
    title: str = "",
    tags: tuple[str, ...] = (),
    grid: str = "square",
) -> list[str]:
    """The lines of a drawing of (columns, rows) with its margins (top, bottom, left, right) included."""
    columns, rows = size
    width = columns + 4
    if cells is None:
        top, bottom, left, right = margins
        cells = [
            (r + 2) * width + c + 2 for r in range(top, rows - bottom) for c in range(left, columns - right)
        ]
    steps = [b - a for a, b in zip([0, *cells], cells, strict=False)]
    header = [
        grid,
        columns,
        rows,
        38,
        0,
        1,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        f"Title: {title}",
        "Author: ",
        "",
        "",
        "OFF",
    ]
    return [
        ",".join(map(str, header)),
        json.dumps(list(margins)),
        "{}",
        json.dumps(problem, separators=(",", ":")),
        json.dumps(solution or {}, separators=(",", ":")),
        json.dumps(steps),
        *["x"] * 11,
        json.dumps(tags),
    ]


def link(body: list[str], checked: Any = None) -> str:
    """The link of a drawing, with an answer to check if one is given."""
    text = "\n".join(body)
    for plain, short in ABBREVIATIONS:
        text = text.replace(plain, short)
    answer = "" if checked is None else "&a=" + packed(json.dumps(checked))
    return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + packed(text) + answer


def number(text: str) -> list[Any]:
    """A number drawn in the normal way."""
    return [text, 1, "1"]


def dot(style: int, shape: str = "circle_SS") -> list[Any]:
    """A circle: style 1 is white, 2 black."""
    return [style, shape, 2]
