"""Show a kit's merged files as YAML with comments that give the file and line of each value.

The text parses as the same data.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostics, Span
from pnp.kit import phrases
from pnp.kit.model import Kit
from pnp.sources import Node
from pnp.sources.yaml import FORBIDDEN

_PLAIN = re.compile(r"[A-Za-z_](?:[\w ./()’-]*[\w./()’-])?")
_WORDS = {"true", "false", "null"}
COMMENTS_AT = 72
"""The maximum column at which comments begin."""


class Line(NamedTuple):
    """A line of text and the place where its value is written; None for a key whose value is below it."""

    text: str
    span: Span | None = None


def lines(node: Node, indent: int = 0) -> Iterator[Line]:
    """The lines of a tree as YAML."""
    pad = " " * indent
    if isinstance(node.value, dict) and node.value:
        for key, inner in node.value.items():
            yield from _entry(f"{pad}{_text(key)}:", inner, indent)
    elif isinstance(node.value, list) and any(isinstance(item.value, dict | list) for item in node.value):
        for item in node.value:
            first, *others = lines(item, indent + 2)
            yield first._replace(text=f"{pad}- {first.text[indent + 2 :]}")
            yield from others
    else:
        yield Line(f"{pad}{scalar(node)}", node.span)


def _entry(key: str, node: Node, indent: int) -> Iterator[Line]:
    first, *others = lines(node, indent + 2)
    if _is_short(node):
        yield first._replace(text=f"{key} {first.text.strip()}")
        return
    yield Line(key)
    yield first
    yield from others


def _is_short(node: Node) -> bool:
    """Whether a value is on the line of its key."""
    if isinstance(node.value, dict):
        return not node.value
    return not isinstance(node.value, list) or not any(isinstance(item.value, dict | list) for item in node.value)


def scalar(node: Node) -> str:
    """A value on one line: a scalar, a list of scalars, or an empty mapping."""
    value = node.value
    if isinstance(value, dict):
        return "{}"
    if isinstance(value, list):
        return f"[{', '.join(scalar(item) for item in value)}]"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return _text(value) if isinstance(value, str) else node.text or str(value)


def flow(node: Node) -> str:
    """Any value on one line."""
    if isinstance(node.value, dict):
        return f"{{{', '.join(f'{_text(key)}: {flow(inner)}' for key, inner in node.value.items())}}}"
    return f"[{', '.join(map(flow, node.value))}]" if isinstance(node.value, list) else scalar(node)


def _text(text: str) -> str:
    return text if _PLAIN.fullmatch(text) and text not in _WORDS else quoted(text)


def quoted(text: str) -> str:
    """A text in quotes, with the characters escaped that YAML does not allow."""
    return escaped(json.dumps(text, ensure_ascii=False))


def escaped(written: str) -> str:
    """JSON with the characters escaped that YAML does not allow."""
    return FORBIDDEN.sub(lambda match: f"\\u{ord(match[0]):04x}", written)


def as_text(lines: list[Line]) -> list[str]:
    """Lines with comments on the places of their values."""
    width = min(COMMENTS_AT, max((len(line.text) for line in lines), default=0))
    return [f"{line.text:<{width}}  # {line.span.short}" if line.span else line.text for line in lines]


def plain(node: Node) -> str:
    """A tree as YAML without comments."""
    return "".join(f"{line.text}\n" for line in lines(node))


def of_card(cards: Node, id_: str) -> Node | None:
    """The part of `cards.yaml` with one card; None if no deck has it."""
    for deck, entries in cards.value.items() if isinstance(cards.value, dict) else ():
        if isinstance(entries.value, dict) and id_ in entries.value:
            inner = Node({id_: entries.value[id_]}, entries.span, entries.key_span)
            return Node({deck: inner}, cards.span)
    return None


def card_ids(cards: Node) -> list[str]:
    """The ids of the cards of all decks."""
    decks = cards.value.values() if isinstance(cards.value, dict) else ()
    return [id_ for deck in decks if isinstance(deck.value, dict) for id_ in deck.value]


def words(kit: Kit | None, id_: str) -> list[str]:
    """The printed words of a card and the places of their phrases; empty if the kit has errors."""
    cards = [deck[id_] for deck in kit.cards.values() if id_ in deck] if kit else []
    if not kit or not cards:
        return []
    (card,) = cards
    written, _, _ = phrases.write(card, kit.phrasebook, kit.language, Diagnostics())
    rows = []
    for field, text in written.items():
        phrase = phrases.phrase_for(card, kit.phrasebook, field)
        own = field in card.words or phrase is None
        rows.append(Line(f"#   {field}: {text}", card.at("words", field) if own or not phrase else phrase.at("words")))
    return ["# words on the card:", *as_text(rows)] if rows else []


def pictures(drawings: Iterable[tuple[str, Span, list[Path]]]) -> list[str]:
    """The file used for each picture name, and the files that it takes precedence over."""
    rows = []
    for name, span, files in drawings:
        first, *others = [f"{path.parent.name}/{path.name}" for path in files] or ["no such picture"]
        instead = f", instead of {' and '.join(others)}" if others else ""
        rows.append(Line(f"#   {name}: {first}{instead}", span))
    return ["# pictures:", *as_text(rows)] if rows else []


def values(files: Mapping[str, Node]) -> list[dict[str, Any]]:
    """Every value with its file, its path of keys, and the place where it is written."""
    return [
        {"file": file, "path": path, "value": node.plain(), "from": node.span.file, "line": node.span.line,
         "column": node.span.column}
        for file, root in files.items()
        for path, node in _leaves(root, [])
    ]  # fmt: skip


def _leaves(node: Node, path: list[str | int]) -> Iterator[tuple[list[str | int], Node]]:
    inner: Any = ()
    if isinstance(node.value, dict):
        inner = node.value.items()
    elif not _is_short(node):
        inner = enumerate(node.value)
    if not inner:
        yield path, node
    for key, value in inner:
        yield from _leaves(value, [*path, key])
