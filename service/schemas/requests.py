"""Requests. Options stand apart from the puzzle, since a batch gives them once for all its boards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from engines import ENGINES, deciding
from models import PUZZLES
from models.formats import written
from service.samples import SAMPLES, SEVERAL, TEXTS


def one_of(names: Iterable[str]) -> Any:
    """The type of a text that is one of the names in a registry."""
    known = list(names)

    def check(name: str) -> str:
        if name not in known:
            raise ValueError(f"unknown name {name[:40]!r}, expected one of {', '.join(known)}")
        return name

    return Annotated[str, AfterValidator(check), WithJsonSchema({"type": "string", "enum": known})]


if TYPE_CHECKING:
    DecidingEngine = str
    AnyEngine = str
    Kind = str
    Written = str
else:
    DecidingEngine = one_of(deciding())
    AnyEngine = one_of(ENGINES)
    Kind = one_of(PUZZLES)
    Written = one_of(written())

Seconds = Annotated[
    float | None,
    Field(gt=0, le=86_400, description="Time for one board; the server's limit caps it."),
]
Nodes = Annotated[int | None, Field(ge=1, le=2**62, description="Search nodes for each engine.")]
Side = Annotated[int, Field(ge=1, le=250)]


def both(size: Any) -> Any:
    """One number is the rows and the columns."""
    return [size, size] if type(size) is int else size


Size = Annotated[
    list[Side],
    Field(min_length=2, max_length=2),
    BeforeValidator(
        both, json_schema_input_type=Annotated[list[Side], Field(min_length=2, max_length=2)] | Side
    ),
]
Rows = Annotated[list[str] | list[list[Any]], Field(max_length=250)]


class Strict(BaseModel):
    """No unknown fields, and no guessing: ``"3"`` is not 3."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Limited(Strict):
    """Options of every call that searches."""

    seconds: Seconds = None
    nodes: Nodes = None


class CertifyOptions(Limited):
    """Which engines decide: without names the ladder and SAT, and CP-SAT where the ladder's budget ends."""

    engines: list[DecidingEngine] | None = Field(
        None,
        min_length=1,
        max_length=len(ENGINES),
        description="A single one decides alone: its `unique` and `none` are checked by no other.",
    )


class SolveOptions(Limited):
    """One engine, and how many answers it looks for; 2 tell whether there is only one."""

    engine: DecidingEngine | None = None
    limit: int = Field(2, ge=1, le=1_000_000)


class CountOptions(Limited):
    """One engine, and where it may stop counting."""

    engine: AnyEngine = "ladder"
    limit: int | None = Field(None, ge=1, le=2**62)


class ExplainOptions(Strict):
    """An explanation only takes time."""

    seconds: Seconds = None


class GradeOptions(Limited):
    """As far as the ladder may go."""


class CompareOptions(Limited):
    """Which engines are run side by side; ``seconds`` is for all of them together."""

    engines: list[AnyEngine] = Field(default_factory=deciding, min_length=1, max_length=len(ENGINES))
    limit: int = Field(2, ge=1, le=1_000_000)


class ConvertOptions(Strict):
    """The format wanted."""

    to: Written


class CheckOptions(Strict):
    """Without an answer the one in the puzzle's own text is checked."""

    answer: str | Rows | None = Field(
        None, description="Rows of values, of names of regions, or a text.", examples=[[[1, 1], [1, 1]]]
    )


class Asked(Strict):
    """The puzzle in a request."""

    puzzle: dict[str, Any] | str = Field(
        description="The puzzle's JSON object, or its text in any supported format.",
        examples=[*SAMPLES.values(), *TEXTS.values()],
    )
    kind: Kind | None = Field(None, description="The kind, where a text leaves it open.")
    id: str | int | None = Field(None, description="Comes back with the answer.")


class CertifyRequest(Asked, CertifyOptions):
    """Certify one board."""


class SolveRequest(Asked, SolveOptions):
    """Solve one board."""


class CountRequest(Asked, CountOptions):
    """Count one board's answers."""


class ExplainRequest(Asked, ExplainOptions):
    """Explain one board."""


class GradeRequest(Asked, GradeOptions):
    """Grade one board."""


class CompareRequest(Asked, CompareOptions):
    """Compare engines on one board."""


class ConvertRequest(Asked, ConvertOptions):
    """Write one board in another format."""


class CheckRequest(Asked, CheckOptions):
    """Check an answer to one board."""


class GenerateRequest(Strict):
    """A new puzzle; ``dials`` are the generator's own options, which /v1/puzzles lists."""

    kind: Kind
    size: Size | None = Field(None, description="Rows and columns, or one number for both.")
    seed: int | None = Field(None, ge=0, le=2**63 - 1, description="The same seed, the same puzzle.")
    dials: dict[str, str | int | float | bool] = Field(default_factory=dict, max_length=20)
    picture: str | list[str] | None = Field(
        None, description="The answer wanted, rows of # and . (or P1 text), in place of a size."
    )
    to: Written | None = Field(None, description="Also write the puzzle in this format.")


class TwinsRequest(Strict):
    """Either a size, for exact counts over all its pictures, or one picture, for its twins."""

    size: Size | None = Field(None, description="Rows and columns, or one number for both.")
    picture: str | list[str] | None = Field(None, description="Rows of # and ., or a P1 text.")


EXAMPLES: dict[str, dict[str, dict[str, Any]]] = {
    "certify": {
        **{f"{kind}, as JSON": {"puzzle": board} for kind, board in SAMPLES.items()},
        **{name: {"puzzle": text} for name, text in TEXTS.items()},
        "several answers": {"puzzle": SEVERAL, "id": "several", "engines": ["ladder", "sat", "cpsat"]},
    },
    "solve": {"two answers": {"puzzle": SEVERAL, "limit": 2}},
    "count": {"exactly": {"puzzle": SEVERAL}},
    "explain": {"a game ID": {"puzzle": "3x3:4c9d"}},
    "grade": {"a game ID": {"puzzle": "3x3:4c9d"}},
    "compare": {"two engines": {"puzzle": SEVERAL, "engines": ["ladder", "raw"], "seconds": 2}},
    "convert": {"to a link": {"puzzle": SAMPLES["tentaisho"], "to": "puzzlink"}},
    "check": {"a right answer": {"puzzle": "3x3:4c9d", "answer": [[1, 1, 1], [1, 1, 1], [1, 1, 1]]}},
    "generate": {"a seed": {"kind": "fillapix", "size": [6, 6], "seed": 1}},
    "twins": {"a size": {"size": [2, 2]}, "a square": {"size": 5}, "a picture": {"picture": ["#.", ".#"]}},
}
"""Per call the examples of its description; the tests send every one of them."""
