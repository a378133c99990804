"""Errors as problem documents (RFC 9457): a stable type, what is wrong with this request, and where."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

PROBLEM_TYPE = "application/problem+json"

TITLES: dict[str, tuple[int, str]] = {
    "not-json": (400, "The body is not strict JSON"),
    "unauthorized": (401, "An API key is missing or unknown"),
    "not-found": (404, "There is no such thing here"),
    "method-not-allowed": (405, "The method is not one of this address"),
    "body-timeout": (408, "The body did not arrive in time"),
    "too-large": (413, "The body or batch is over a size limit"),
    "media-type": (415, "The body's media type is not understood"),
    "bad-request": (422, "A field of the request cannot be meant"),
    "bad-puzzle": (422, "The puzzle cannot be read"),
    "bad-answer": (422, "The answer cannot be read"),
    "bad-picture": (422, "The picture cannot be read"),
    "unknown-format": (422, "No format looks like the puzzle's text"),
    "board-too-large": (422, "The board or text is over a size limit"),
    "has-twin": (422, "No clues can fix this picture"),
    "not-possible": (422, "What is asked for cannot be done"),
    "out-of-time": (422, "Nothing was finished in the time allowed"),
    "key-reused": (422, "The Idempotency-Key was used for another batch"),
    "too-many-requests": (429, "The rate limit is reached"),
    "fault": (500, "A fault of this service"),
    "worker-died": (500, "The worker died twice over this request"),
    "out-of-memory": (500, "The request needs more memory than a worker has"),
    "engine-missing": (501, "The engine's library is not installed"),
    "not-ready": (503, "The workers are not warm yet"),
    "busy": (503, "The queue is full"),
    "stopping": (503, "The service is ending"),
    "overdue": (504, "The worker did not answer in time and was replaced"),
}
"""slug -> status and title. docs/service.md lists them."""


@dataclass(frozen=True)
class Problem:
    """``detail`` is about this request; ``more`` are further members, such as ``where``."""

    slug: str
    detail: str
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def status(self) -> int:
        """The HTTP status."""
        return TITLES[self.slug][0]

    def to_json(self) -> dict[str, Any]:
        """The problem document's members."""
        return {
            "type": f"/docs#{self.slug}",
            "title": TITLES[self.slug][1],
            "status": self.status,
            "detail": self.detail,
        } | self.more

    def encode(self) -> bytes:
        """The document itself."""
        return json.dumps(self.to_json()).encode()


class Refused(Exception):  # noqa: N818 - what happened to the request
    """Raised where a request ends in a problem; ``headers`` go with the answer."""

    def __init__(self, slug: str, detail: str, headers: dict[str, str] | None = None, **more: Any) -> None:
        super().__init__(detail)
        self.problem = Problem(slug, detail, more)
        self.headers = headers or {}


def problem_of(error: Exception) -> Problem:
    """What an error of the models and engines is to a client; unknown ones are faults, without details."""
    from engines.engine import BadStatement, EngineMissing, WrongSolution
    from models.deadline import Unfinished
    from models.puzzle import BadPuzzle, RungwiseError, TooLarge, UnknownFormat

    if isinstance(error, Refused):
        return error.problem
    if isinstance(error, BadPuzzle):
        slugs = {UnknownFormat: "unknown-format", TooLarge: "board-too-large"}
        slug = slugs.get(type(error), "bad-puzzle")
        more: dict[str, Any] = {"where": error.where} if error.where else {}
        if twins := getattr(error, "twins", ()):
            slug = "has-twin"
            more["twins"] = [twin.to_json() for twin in twins]
        return Problem(slug, str(error), more)
    if isinstance(error, Unfinished):
        return Problem("out-of-time", str(error), {"where": "dials.seconds"})
    if isinstance(error, EngineMissing):
        return Problem("engine-missing", str(error))
    if isinstance(error, MemoryError):
        return Problem("out-of-memory", "the worker ran out of memory and was replaced")
    if isinstance(error, RungwiseError) and not isinstance(error, WrongSolution | BadStatement):
        return Problem("not-possible", str(error))
    return Problem("fault", f"{type(error).__name__}; the log has more under this request's id")
