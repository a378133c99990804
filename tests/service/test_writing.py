"""The JSON texts of answers: the same values, whichever writer they need."""

from __future__ import annotations

import json

import pytest

from service.work.answered import as_json


@pytest.mark.parametrize(
    "data",
    [
        {"line": 1, "id": None, "seconds": 0.25, "solutions": [[0, -1], [2, 3]], "unique": True},
        {"id": "caf\u00e9 \U0001f9e9 \n"},
        {"count": 2**200},
        {"id": "half a \ud83e"},
    ],
)
def test_an_answer_is_read_back_as_it_was_and_is_one_line(data: dict[str, object]) -> None:
    text = as_json(data)
    assert json.loads(text) == data
    assert b"\n" not in text
    assert text.startswith(b"{")
    assert text.endswith(b"}")
