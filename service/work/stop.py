"""What a worker and its keeper tell each other while work goes on: whether it is wanted, when it will end."""

from __future__ import annotations

from collections.abc import Callable

_asked: Callable[[], bool] = bool
_promised: Callable[[float], object] = abs


def connect(asked: Callable[[], bool], promised: Callable[[float], object]) -> None:
    """From here on ask ``asked`` whether work is wanted, and tell ``promised`` when it will end."""
    global _asked, _promised
    _asked, _promised = asked, promised


def stopped() -> bool:
    """Whether the work is to end."""
    return _asked()


def promise(seconds: float) -> None:
    """Say that the work at hand will end in so many seconds: who is late may be killed."""
    _promised(seconds)
