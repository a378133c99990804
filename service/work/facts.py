"""What a worker gives back: texts for the client, and facts for the server to count and keep."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Fact:
    """What the server counts of one answer, and what it may keep for equal boards."""

    verdict: str
    kind: str = ""
    cached: bool = False
    engines: dict[str, float] = field(default_factory=dict)
    key: bytes | None = None
    data: bytes | None = None


@dataclass(frozen=True)
class Reply:
    """The answer to one request."""

    status: int
    body: bytes
    fact: Fact


@dataclass(frozen=True)
class Lines:
    """The answers to the first lines of a run: all of them, or as many as its slice of time allowed."""

    texts: list[bytes]
    facts: list[Fact]
    seconds: float = field(default=0.0, compare=False)
    """What they took where they were worked out."""


def learnable(facts: Iterable[Fact]) -> list[tuple[bytes, bytes]]:
    """What is worth keeping of some answers, by key."""
    return [(fact.key, fact.data) for fact in facts if fact.key is not None and fact.data is not None]
