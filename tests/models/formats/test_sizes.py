"""How large a board may be is the kind's business: one limit and one message, whatever the format."""

from __future__ import annotations

import json
import tracemalloc

import pytest

from models import PUZZLES, load, puzzle_class
from models.formats import read
from models.puzzle import TooLarge
from tests.models.formats.drawings import dot, lines, link, number

pytestmark = pytest.mark.tiny

LIMITS = {
    "fillapix": (250, "Fill-a-Pix"),
    "doppelblock": (12, "Doppelblock"),
    "tentaisho": (100, "Tentai Show"),
}


def oversized(kind: str, side: int) -> dict[str, str]:
    """Texts of boards of so many rows and columns, in every format that has the kind."""
    row = " ".join(["-"] * side)
    rows = f"{row}\n" * side
    save = "SAVEFILE:12:Simon Tatham\nGAME    :{}:{}\nPARAMS  :{}:{}\nDESC    :1:a\n"
    params = f"{side}x{side}"
    if kind == "fillapix":
        cells = [[None] * side for _ in range(side)]
        return {
            "json": json.dumps({"kind": kind, "clues": cells}),
            "plain": "fillapix\n" + f"{'. ' * side}\n" * side,
            "plain with a size": f"fillapix {side}x{side}\n.",
            "puzzlink": f"fillapix/{side}/{side}/z",
            "tatham": f"{params}:1z",
            "tathamsave": save.format(6, "Mosaic", len(params), params),
            "penpa": link(lines((side, side), {"number": {"9999": number("1")}}, cells=[])),
            "janko": "begin\npuzzle mosaik\nproblem\n" + rows + "end\n",
            "janko with a size": f"begin\npuzzle mosaik\nsize {side}\nproblem\n-\nend\n",
            "puzzlekit": f"{side} {side}\n-\n",
            "legup": f'<Legup><puzzle name="Fillapix"><board size="{side}"/></puzzle></Legup>',
        }
    if kind == "doppelblock":
        clues = f"[{','.join(['-'] * side)}]"
        return {
            "json": json.dumps({"kind": kind, "top": [None] * side}),
            "plain": f"doppelblock\n{'. ' * side}\n" + ".\n" * side,
            "plain with a size": f"doppelblock {side}x{side}\n.",
            "puzzlink": f"doppelblock/{side}/{side}/z",
            "pzprv3": f"pzprv3/doppelblock/{side}/{side}/. . /",
            "penpa": link(
                lines((side + 1, side + 1), {"number": {"50": number("1")}}, margins=(1, 0, 1, 0))
            ).replace("\n", ""),
            "janko": f"begin\npuzzle doppelblock\nclabels\n{row}\nrlabels\n{row}\nend\n",
            "puzzlekit": f"{side} {side} {side - 2}\n{row}\n{row}\n",
            "puzzledraw": f"type: doppelblock\npuzzle:\n  top: {clues}\n  left: {clues}\n",
        }
    width = 2 * side + 1
    return {
        "json": json.dumps({"kind": kind, "rows": side, "cols": side, "dots": []}),
        "plain": "tentaisho\n" + f"{'.' * (width - 2)}\n" * (width - 2),
        "plain with a size": f"tentaisho {side}x{side}\n.",
        "puzzlink": f"tentaisho/{side}/{side}/z",
        "pzprv3": f"pzprv3/tentaisho/{side}/{side}/. . /",
        "tatham": f"{params}dn:a",
        "tathamsave": save.format(8, "Galaxies", len(params), params),
        "penpa": link(lines((side, side), {"symbol": {"9999": dot(1)}}, cells=[])),
        "janko": "begin\npuzzle galaxien\nproblem\n" + rows + "end\n",
        "puzzlekit, told the kind": f"{side} {side}\n-\n",
        "puzzledraw": "type: galaxies\npuzzle: |\n" + f"  {'.' * width}\n" * width,
    }


CASES = [
    (kind, name, text)
    for kind, (most, _) in LIMITS.items()
    for name, text in oversized(kind, most + 1).items()
]


@pytest.mark.parametrize(("kind", "name", "text"), CASES, ids=[f"{kind}, {name}" for kind, name, _ in CASES])
def test_a_board_over_the_limit_is_refused_in_the_same_words_in_every_format(
    kind: str, name: str, text: str
) -> None:
    most, title = LIMITS[kind]
    with pytest.raises(TooLarge) as refused:
        read(text, kind)
    sizes = [f"{most + 1} {sides}" for sides in ("rows", "columns")]
    more = [f"more than {most} {sides}" for sides in ("rows", "columns")]
    found = [f"{size}, the limit of {title} is {most}x{most}" for size in (*sizes, *more)]
    assert refused.value.why in found
    assert refused.value.where


def test_the_limit_itself_is_no_fault() -> None:
    for kind, (most, title) in LIMITS.items():
        sides = puzzle_class(kind).sides
        assert (sides.most, sides.title, puzzle_class(kind).title) == (most, title, title)
        sides.check(most, most, "")
    assert LIMITS.keys() == PUZZLES.keys()
    assert load("fillapix\n" + "1" * 250).shape == (1, 250)
    assert load("12x12h0:" + "z" * 5 + "n").shape == (12, 12)


HUGE = "9" * 30


@pytest.mark.parametrize(
    "text",
    [
        f"fillapix {HUGE}x{HUGE}\n.",
        f"tentaisho/{HUGE}/{HUGE}/z",
        f"pzprv3/tentaisho/{HUGE}/3/z/1/1",
        f"{HUGE}x{HUGE}:1a",
        f"{HUGE}:1a",
        f"{HUGE}x3dn:a",
        '{"kind":"tentaisho","rows":99999999999,"cols":1,"dots":[]}',
        f"begin\npuzzle mosaik\nsize {HUGE}\nproblem\n-\nend\n",
        "fillapix\n" + "1\n" * 1_000_000,
        "tentaisho\n" + ".\n" * 1_000_000,
        "doppelblock\n" + ".\n" * 1_000_000,
        "fillapix\n" + "1" * 2_000_000,
        "fillapix\n" + "1 " * 1_000_000,
        "tentaisho\n" + "." * 2_000_000,
        "doppelblock\n" + ". " * 1_000_000 + "\n.\n",
    ],
    ids=lambda text: repr(text[:20]),
)
def test_sizes_without_end_cost_no_memory(text: str) -> None:
    tracemalloc.start()
    with pytest.raises(TooLarge):
        load(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40 * len(text) + 2_000_000
