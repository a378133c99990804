"""A run of lines of a batch, from bytes to bytes."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from models.formats import MAX_TEXT, read
from models.puzzle import BadPuzzle, TooLarge
from service.problems import Problem
from service.schemas.requests import Strict
from service.work.answered import answered, explain_error, key_of, look_up
from service.work.caps import Caps
from service.work.facts import Fact, Lines
from service.work.stop import stopped

if TYPE_CHECKING:
    from models.formats import Reading


def answer_lines(
    action: str, options: Strict, lines: list[bytes], first: int, caps: Caps, seconds: float
) -> Lines:
    """The answers to lines of a batch, numbered from ``first``.

    After ``seconds`` no further line is begun, so that others get their turn; at least one is answered.
    A line's fault is its own answer.
    """
    began = time.monotonic()
    end = began + seconds
    readings = [_read_line(line) for line in lines]
    keys = [
        None if isinstance(each, BadPuzzle) else key_of(action, options, each.puzzle) for each in readings
    ]
    known = look_up(keys)
    done = Lines([], [])
    for number, (reading, key) in enumerate(zip(readings, keys, strict=True), first):
        if done.texts and (time.monotonic() > end or stopped()):
            break
        try:
            if isinstance(reading, BadPuzzle):
                raise reading
            text, fact = answered(action, reading, options, caps, key, known, number)
        except MemoryError:
            raise
        except Exception as error:
            text, fact = problem_line(number, explain_error(error), reading.id)
        done.texts.append(text)
        done.facts.append(fact)
    return replace(done, seconds=time.monotonic() - began)


def problem_line(line: int, problem: Problem, mark: str | int | None = None) -> tuple[bytes, Fact]:
    """The answer to a line that has none."""
    text = json.dumps({"line": line, "id": mark, "problem": problem.to_json()}).encode()
    return text, Fact("problem")


def _read_line(line: bytes) -> Reading | BadPuzzle:
    try:
        if len(line) > MAX_TEXT:
            raise TooLarge(f"{len(line)} bytes, the limit is {MAX_TEXT}")
        return read(line.decode())
    except UnicodeDecodeError as error:
        return BadPuzzle("not UTF-8 text", f"byte {error.start + 1}")
    except BadPuzzle as error:
        return error
