"""Whether the work at hand is still wanted: asked by engines between slices."""

from __future__ import annotations

from collections.abc import Callable

_asked: Callable[[], bool] = bool


def watch(asked: Callable[[], bool]) -> None:
    """Take the answer from here on from ``asked``."""
    global _asked
    _asked = asked


def stopped() -> bool:
    """Whether the work is to end."""
    return _asked()
