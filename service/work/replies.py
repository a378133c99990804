"""One request, from bytes to bytes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from service.schemas import requests as ask
from service.work.answered import answered, explain_error, key_of, look_up
from service.work.calls import CALLS
from service.work.caps import Caps
from service.work.facts import Fact, Reply
from service.work.making import generate, twins
from service.work.options import read_request
from service.work.stop import promise

if TYPE_CHECKING:
    from models.formats import Reading

MAKING: dict[str, Callable[[Any, Caps], dict[str, Any]]] = {"generate": generate, "twins": twins}


def answer(action: str, body: bytes, caps: Caps) -> Reply:
    """The reply to one request; whatever is wrong with it is a problem document."""
    try:
        asked = read_request(action, body)
        promise(caps.time(_seconds(asked)))
        if action in MAKING:
            text = json.dumps(MAKING[action](asked, caps)).encode()
            return Reply(200, text, Fact("done"))
        reading = _reading(asked)
        options = CALLS[action].options.model_construct(**dict(asked))
        key = key_of(action, options, reading.puzzle)
        text, fact = answered(action, reading, options, caps, key, look_up([key]))
        return Reply(200, text, fact)
    except MemoryError:
        raise
    except Exception as error:
        problem = explain_error(error)
        return Reply(problem.status, problem.encode(), Fact("problem"))


def _seconds(asked: Any) -> float | None:
    """The time that a request names: in a field, or for a generator in a dial."""
    if isinstance(asked, ask.GenerateRequest):
        dial = asked.dials.get("seconds")
        return max(0, dial) if isinstance(dial, int | float) and not isinstance(dial, bool) else None
    return getattr(asked, "seconds", None)


def _reading(asked: ask.Asked) -> Reading:
    from models.formats.json_form import reading_of_object

    data = {"puzzle": asked.puzzle, "id": asked.id}
    return reading_of_object(data if asked.kind is None else data | {"kind": asked.kind})
