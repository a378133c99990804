"""A small board of every kind: the examples of the API's description, and what warms the kernels."""

from __future__ import annotations

from typing import Any

SAMPLES: dict[str, dict[str, Any]] = {
    "fillapix": {"kind": "fillapix", "clues": [[4, None, None], [None, 9, None], [None, None, None]]},
    "doppelblock": {"kind": "doppelblock", "top": [None, 6, None, 3, 4], "left": [None, 1, 0, None, None]},
    "tentaisho": {"kind": "tentaisho", "rows": 3, "cols": 3, "dots": [[2, 2], [3, 5], [5, 2]]},
}
TEXTS: dict[str, str] = {
    "a game ID": "3x3:4c9d",
    "plain text": "fillapix 2x2\n4 .\n. 4\n",
    "a link": "https://puzz.link/p?doppelblock/5/5/g6g34g10h",
}
SEVERAL: dict[str, Any] = {"kind": "fillapix", "clues": [[2, None, 2], [None, None, None], [2, None, 2]]}
"""A board with several answers."""
CROWDED: dict[str, Any] = {
    "kind": "tentaisho",
    "rows": 100,
    "cols": 100,
    "dots": [[5 * row + 2, 5 * col + 2] for row in range(40) for col in range(40)],
}
"""A board of so many choices that it is refused, which takes a kernel to tell."""
