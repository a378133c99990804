"""The part of YAML that a puzzle file needs: texts, lists and mappings, each with its place.

PyYAML takes the text apart; nothing is constructed from it. Every scalar stays a text, and aliases, deep
nesting, great numbers of nodes and repeated keys are refused before they cost anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from models.formats.source import Source, Token, shown
from models.puzzle import TooLarge

MAX_YAML = 400_000
"""Characters; the drawing of a 250 x 250 board has 252,000."""
MAX_DEPTH = 6
MAX_NODES = 4_000


@dataclass(frozen=True)
class Node:
    """A part of the file: ``text``, ``items`` or ``fields`` is set, and where it begins."""

    offset: int
    text: str | None = None
    items: tuple[Node, ...] | None = None
    fields: dict[str, Node] | None = None
    is_literal: bool = False


def mapping_of(source: Source) -> dict[str, Node]:
    """The fields of a file that is one mapping; BadPuzzle names the line and column."""
    import yaml

    if len(source.text) > MAX_YAML:
        raise TooLarge(f"{len(source.text)} characters of YAML, the limit is {MAX_YAML}")
    try:
        root = _loader(source).get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        why = f"not YAML: {error.problem or error.context}"
        raise source.fault(min(mark.index, len(source.text)) if mark else 0, why) from None
    except yaml.reader.ReaderError as error:
        raise source.fault(error.position, f"the character {error.character!r} is not allowed") from None
    fields = None if root is None else node_of(source, root).fields
    if fields is None:
        raise source.fault(0, "expected keys such as 'type:' and 'puzzle:'")
    return fields


def _loader(source: Source) -> Any:
    """A PyYAML composer that stops at aliases and at the limits."""
    import yaml

    class Bounded(yaml.BaseLoader):
        depth = nodes = 0

        def compose_node(self, parent: Any, index: Any) -> Any:
            event: Any = self.peek_event()  # type: ignore[no-untyped-call]
            if self.check_event(yaml.AliasEvent):
                raise source.fault(event.start_mark.index, "aliases (*) are not read")
            self.depth += 1
            self.nodes += 1
            if self.depth > MAX_DEPTH or self.nodes > MAX_NODES:
                what = f"levels of nesting, the limit is {MAX_DEPTH}"
                if self.nodes > MAX_NODES:
                    what = f"values, the limit is {MAX_NODES}"
                raise TooLarge(f"too many {what}", source.place(event.start_mark.index))
            node = super().compose_node(parent, index)
            self.depth -= 1
            return node

    return Bounded(source.text)


def node_of(source: Source, node: Any) -> Node:
    """A composed YAML node as a ``Node``; keys must be texts and occur once."""
    import yaml

    offset = node.start_mark.index
    if isinstance(node, yaml.ScalarNode):
        return Node(offset, text=node.value, is_literal=node.style == "|")
    if isinstance(node, yaml.SequenceNode):
        return Node(offset, items=tuple(node_of(source, item) for item in node.value))
    fields: dict[str, Node] = {}
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise source.fault(key.start_mark.index, "expected a text as key")
        if key.value in fields:
            raise source.fault(key.start_mark.index, f"the key {shown(key.value)} occurs twice")
        fields[key.value] = node_of(source, value)
    return Node(offset, fields=fields)


def drawn_lines(source: Source, node: Node, name: str) -> list[Token]:
    """The lines of a text in ``|`` form, without the margin and trailing blanks, with their places."""
    if node.text is None or not node.is_literal:
        raise source.fault(node.offset, f"expected the lines of the {name} after '|'")
    lines = node.text.rstrip().split("\n")
    drawn = source.lines(node.offset)
    drawn.take(f"the lines of the {name}")
    raw = [drawn.take(f"the lines of the {name}") for _ in lines]
    margins = [
        len(r.text.rstrip()) - len(line.rstrip()) for r, line in zip(raw, lines, strict=True) if line.strip()
    ]
    margin = margins[0] if margins else 0
    return [Token(line.rstrip(), r.offset + margin) for r, line in zip(raw, lines, strict=True)]


def fault_if_other(source: Source, fields: dict[str, Node], known: tuple[str, ...], what: str) -> None:
    """Refuse a key that is none of the known ones."""
    for key, node in fields.items():
        if key not in known:
            raise source.fault(
                node.offset, f"{shown(key)} is not known in {what}, expected {', '.join(known)}"
            )
