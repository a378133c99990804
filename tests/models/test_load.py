"""load: a text in, a board out; what is no text is a fault of the caller's."""

from __future__ import annotations

from typing import Any

import pytest

from models import load

pytestmark = pytest.mark.tiny


@pytest.mark.parametrize("value", [None, 5, b"3x3:4c9d", ["3x3:4c9d"], {"kind": "fillapix"}])
def test_what_is_no_text_is_a_type_error_that_says_so(value: Any) -> None:
    with pytest.raises(
        TypeError, match=rf"^a puzzle is read from a text \(str\), not from {type(value).__name__}$"
    ):
        load(value)
