"""One property of all formats: a valid text, damaged anyhow, is a board that round-trips or a BadPuzzle.

And soon, in bounded memory, with one line of reason.
"""

from __future__ import annotations

import json
import time
import tracemalloc
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from models import load
from models.formats import FORMATS, format_module, read, write
from models.puzzle import BadPuzzle, Puzzle
from tests.models.formats.test_hostile import SAMPLES

pytestmark = pytest.mark.tiny

BOARDS = [
    "3x3:4c9d",
    "fillapix 2x3\n4 . .\n. 2 -\ngivens\n# . .\n. x .",
    "doppelblock\n. 6 . 3 4\n.\n1 . . . . .\n0 . 3 # . .\n.\n.",
    "tentaisho/5/5/6fl94fi65en8dbf10000",
    '{"kind":"tentaisho","rows":2,"cols":3,"dots":[[1,1],[2,4],[3,1]],"colours":"wbg","id":"a"}',
]
WRITERS = [name for name in FORMATS if hasattr(format_module(name), "write")]


def written() -> list[str]:
    """Every board in every format that holds it."""
    texts = []
    for board in BOARDS:
        for name in WRITERS:
            with suppress(BadPuzzle):
                texts.append(write(load(board), name))
    return texts


VALID = [sample for samples in SAMPLES.values() for sample in samples if "#123" not in sample]
VALID += [*BOARDS, *written(), json.dumps({"id": 7, "puzzle": "3x3:4c9d"})]

STRANGE = [
    "",
    "\ufeff",
    "\r",
    "\r\n",
    "\x00",
    "\x0c",
    "\u2028",
    "\u00a0",
    "\ud800",
    "٣",
    "²",
    "①",
    "\uff0d",
    "İ",
    "-",
    "-1",
    "0",
    "007",
    "1.0",
    "1e9",
    "true",
    "null",
    "NaN",
    "9" * 30,
    "9" * 5_000,
    "[" * 2_000,
    '{"a":' * 300,
    '"clues":[[1]],',
    '"kind":"fillapix",',
    "%2F%00%ff",
    "&a=",
    "<",
    "*",
    "givens\n",
    "fillapix 1x1\n",
]
"""What parsers stumble over: digits that are none in ASCII, marks, ends of lines, numbers, brackets."""


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A valid text, cut off, doubled, shuffled, or with strange pieces in it."""
    text = draw(st.sampled_from(VALID))
    for _ in range(draw(st.integers(1, 3))):
        begin = draw(st.integers(0, len(text)))
        end = draw(st.integers(begin, min(len(text), begin + draw(st.sampled_from([1, 4, 40])))))
        match draw(st.sampled_from(["strange", "strange", "cut", "twice", "end", "other", "lines"])):
            case "strange":
                text = text[:begin] + draw(st.sampled_from(STRANGE)) + text[end:]
            case "cut":
                text = text[:begin] + text[end:]
            case "twice":
                text = text[:begin] + text[begin:end] * draw(st.sampled_from([2, 3, 200])) + text[end:]
            case "end":
                text = text[:begin]
            case "other":
                text = text[:begin] + draw(st.sampled_from(VALID))[begin:]
            case "lines":
                text = text.replace("\n", draw(st.sampled_from(["\r\n", "\r", "\n\n", "/", ""])))
    return text


def bare(puzzle: Puzzle) -> dict[str, Any]:
    """What every format that takes a board keeps of it: colours are decoration that some leave out."""
    return {name: value for name, value in puzzle.to_json().items() if name != "colours"}


def board_or_fault(text: str) -> Puzzle | BadPuzzle:
    try:
        return load(text)
    except BadPuzzle as refused:
        return refused


def refusal_of(puzzle: Puzzle, name: str) -> str | None:
    """Why a format cannot hold a board; None if it can."""
    try:
        write(puzzle, name)
    except BadPuzzle as refused:
        return refused.why
    return None


def survives(puzzle: Puzzle) -> None:
    """Whatever is written of a board is read as that board."""
    assert load(write(puzzle, "json")) == puzzle
    for name in WRITERS:
        if (why := refusal_of(puzzle, name)) is not None:
            assert why
            continue
        again = read(write(puzzle, name), puzzle.kind)
        assert again.format == name
        assert bare(again.puzzle) == bare(puzzle)


@pytest.mark.parametrize("text", VALID)
def test_every_valid_text_is_a_board_that_round_trips(text: str) -> None:
    survives(load(text))


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=damaged())
@example(text="7x7dn:\u0130ikrqfedzljjsp")
@example(text="m=edit&p=" + "%2B" * 1_300_000)
@example(text="?pzprv3/" + "%2F" * 1_300_000)
@example(text='{"kind":"tentaisho","rows":3,"cols":3,"dots":[' + "[3,3]," * 600_000 + "[3,3]]}")
@example(text='{"kind":"tentaisho","rows":2,"cols":2,"dots":[],"holes":[' + "[0,1]," * 600_000 + "[0,1]]}")
@example(text='{"kind":"fillapix","clues":[[1]],"rows":true}')
@example(text='{"kind":"fillapix","clues":[[1]],"rows":1.0}')
@example(text='{"id":' + "9" * 1_000 + ',"kind":"fillapix","clues":[[1]]}')
def test_a_damaged_text_is_a_board_that_round_trips_or_a_bad_puzzle(text: str) -> None:
    tracemalloc.start()
    begin = time.process_time()
    found = board_or_fault(text)
    seconds = time.process_time() - begin
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert seconds < 5
    assert peak < 20_000_000 + 40 * len(text)
    if isinstance(found, Puzzle):
        survives(found)
    else:
        assert found.why
        assert "\n" not in str(found)
        assert len(str(found)) < 500
