"""Whatever is pasted, every reader gives a board or says why not, soon and in bounded memory."""

from __future__ import annotations

import contextlib
import json
import time
import tracemalloc
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.answers import Check, check
from models.formats import FORMATS, Reading, format_module
from models.puzzle import BadPuzzle
from tests.models.formats.drawings import dot, lines, link, number

PENPA = [
    link(lines((5, 5), {"number": {"22": number("2"), "40": number("1")}}, margins=(1, 0, 1, 0))),
    link(lines((3, 2), {"symbol": {"16": dot(1), "17": dot(2)}}, {"lineE": {"51,58": 3}})),
]
SAMPLES: dict[str, list[str]] = {
    "penpa": [*PENPA, PENPA[0].split("p=")[1]],
    "pzprv3": [
        "pzprv3/doppelblock/3/3/. . 6 . /. - 1 - /1 - q1 - /0 1 + .[1,,] /",
        "pzprv3/tentaisho/2/3/X.1.X/...../..2../0 1 /-1 0 /0 2 0 /0 0 1 /0 3 0 /",
    ],
    "puzzlink": [
        "https://puzz.link/p?doppelblock/5/5/g1h31h1gl2x",
        "http://pzv.jp/p.html?type=editor&tentaisho/5/5/6fl94fi65en8dbf10000",
        "fillapix/3/2/g4h9g",
    ],
    "tatham": [
        "5x5:eBbbMlaBbOEnf",
        "3x3:4c9d",
        "https://x/games/galaxies.html#7x7dn:ikrqfedzljjsp",
        "7x7#123",
    ],
    "tathamsave": [
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :8:Galaxies\n"
        "PARAMS  :3:3x3\nCPARAMS :3:3x3\nDESC    :2:am\nNSTATES :1:3\nSTATEPOS:1:2\n"
        "MOVE    :4:E2,1\nSOLVE   :6:S;E1,2\n",
    ],
    "legup": [
        '<?xml version="1.0"?><Legup version="2.0"><puzzle name="Fillapix"><board height="2" width="3">'
        '<cells><cell value="104" x="1" y="0"/></cells></board></puzzle></Legup>',
    ],
    "janko": [
        "begin\npuzzle doppelblock\nsize 3\nclabels\n0 - 1\nrlabels\n1 0 0\n"
        "solution\nx 1 x\nx x 1\n1 x x\nend\n",
        "[begin]\npuzzle galaxies\n[problem]\n0 - 2\n- 3 -\n- - 0\n"
        "[solution]\na a b\na a b\nc c d\n[moves]\nba,1;\n[end]",
    ],
    "puzzledraw": [
        "type: doppelblock\npuzzle:\n  top: [-,0,1]\n  left: [-,1,-]\nsolution: |\n  X1X\n  XX1\n  1XX\n",
        "type: galaxies\npuzzle: |\n  . . .\n   o  \n  . . .\n    o.\n  . . .\n",
    ],
    "puzzlekit": ["3 3 1\n0 - 1\n0 0 1\n3 3 1\nx 1 x\nx x 1\n1 x x", "2 3\n3 - 0\n- - 0"],
}
READERS = {name: format_module(name) for name in SAMPLES}


def take_in(module: ModuleType, text: str) -> None:
    """Read a text that a format recognises, and judge its answer: a board, or a fault with a reason."""
    if not module.recognises(text):
        return
    with contextlib.suppress(BadPuzzle):
        judge(module.read(text))


def judge(reading: Reading) -> None:
    assert json.loads(reading.puzzle.canonical())["kind"] == reading.puzzle.kind
    if reading.answer is not None:
        assert isinstance(check(reading.puzzle, reading.answer), Check)


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.tiny
def test_every_sample_is_recognised_by_its_format_alone(name: str) -> None:
    for sample in SAMPLES[name]:
        assert next(other for other, module in READERS.items() if module.recognises(sample)) == name


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=100, deadline=20_000)
@given(text=st.text(max_size=300))
def test_any_text_is_a_board_a_fault_or_not_recognised(name: str, text: str) -> None:
    take_in(READERS[name], text)


PIECES = "\n /-+.:,;&=?#%[]{}<>\"'*!|0123456789azAZXqx\ud800\x00é٣"


@st.composite
def mutated(draw: st.DrawFn, samples: list[str]) -> str:
    """A sample with a few pieces cut out, put in twice, or replaced."""
    text = draw(st.sampled_from(samples))
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(text)))
        end = draw(st.integers(begin, min(len(text), begin + 12)))
        piece = draw(st.one_of(st.text(PIECES, max_size=5), st.just(text[begin:end] * 2), st.just("9" * 30)))
        text = text[:begin] + piece + text[end:]
    return text


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=150, deadline=20_000, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_damaged_sample_is_a_board_or_a_fault(name: str, data: st.DataObject) -> None:
    take_in(READERS[name], data.draw(mutated(SAMPLES[name])))


@settings(max_examples=100, deadline=20_000)
@given(data=st.data())
def test_a_damaged_drawing_inside_a_whole_link_is_a_board_or_a_fault(data: st.DataObject) -> None:
    drawing = "\n".join(
        lines((3, 2), {"symbol": {"16": dot(1)}, "surface": {"17": 4}}, {"lineE": {"51,58": 3}})
    )
    text = data.draw(mutated([drawing])).replace("\ud800", "")
    take_in(READERS["penpa"], link(text.split("\n")))


@settings(max_examples=100, deadline=20_000)
@given(
    value=st.recursive(
        st.none() | st.integers() | st.text(max_size=4),
        lambda x: st.lists(x) | st.dictionaries(st.text(max_size=4), x),
    )
)
def test_any_values_drawn_in_a_layer_are_a_board_or_a_fault(value: Any) -> None:
    for thing in ("number", "symbol", "surface", "lineE", "thermo"):
        for layer in ({thing: value}, {thing: {"16": value}}):
            for kind in ("fillapix", "tentaisho", "doppelblock"):
                text = link(lines((5, 5), layer, layer, margins=(1, 0, 1, 0)), value)
                with contextlib.suppress(BadPuzzle):
                    judge(READERS["penpa"].read(text, kind))


LONG = 3_900_000

GREAT = [
    "doppelblock/5/5/" + "z" * LONG,
    "tentaisho/250/250/" + "0" * LONG,
    "?" + "a=b&" * (LONG // 4),
    "?" + "a&" * (LONG // 2),
    "a" * LONG,
    " " * LONG,
    "\n" * LONG,
    "m=edit&p=" + "A" * LONG,
    "A" * LONG,
    "pzprv3\n" + "/" * LONG,
    "pzprv3/tentaisho/250/250/" + "." * LONG,
    "pzprv3/doppelblock/3/3/" + ". " * (LONG // 2),
    "250x250:" + "a" * LONG,
    "3x3:" + "z" * LONG,
    "SAVEFILE:41:Simon Tatham\n" + "MOVE    :1:S\n" * (LONG // 13),
    "begin\npuzzle mosaik\nproblem\n" + "- " * (LONG // 2),
    "begin\npuzzle mosaik\nproblem\n" + "-\n" * (LONG // 2),
    "begin\npuzzle mosaik\n" + "word word\n" * (LONG // 10),
    "begin\n" * (LONG // 6),
    "<script" * (LONG // 7),
    "250 250\n" + "- " * (LONG // 2),
    "250 250\n" + "9" * LONG,
    "type: galaxies\npuzzle: |\n" + " .\n" * (LONG // 3),
    "type: galaxies\npuzzle: |\n  " + " " * 300_000,
    "type: galaxies\npuzzle: " + "&a" * 150_000,
    "<Legup>" + "<a/>" * (LONG // 4),
    "<Legup " + "a" * LONG,
    "<" + "!" * LONG,
    '{"kind":' * (LONG // 8),
]


@pytest.mark.parametrize("text", GREAT, ids=[repr(text[:24]) for text in GREAT])
def test_great_texts_take_bounded_time_and_memory(text: str) -> None:
    tracemalloc.start()
    begin = time.process_time()
    for name in FORMATS:
        module = format_module(name)
        if name in READERS:
            take_in(module, text)
        else:
            module.recognises(text)
    seconds = time.process_time() - begin
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert seconds < 15
    assert peak < 200_000_000
