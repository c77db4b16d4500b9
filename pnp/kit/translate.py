"""Trees of nodes and the texts of an overlay -> the same trees, their texts in other words.

What a face, a phrase or a column says stands in lists, next to traits, colours and millimetres that a kit in another
language has no business with. So a file says by `texts` what each text of its base is printed as instead: the base's
own words are the key. A text that is put in is found, if anything is wrong with it, where it is written.
"""

from __future__ import annotations

from typing import NamedTuple

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.kit.yaml import Node

TEXTS = "texts"
"""The key of the mapping from a base's texts to those that are printed instead."""

PRINTED = {
    "kit.yaml": ("components", ("title", "note")),
    "faces.yaml": ("faces", ("text", "more")),
    "phrases.yaml": ("slots", ("words", "glance")),
}
"""For each file that has `texts`: the part they are put into, and under which keys texts stand there, in lists."""


class _Putting(NamedTuple):
    """What is put in, under which keys, and which of the texts there have been."""

    texts: dict[str, Node]
    keys: tuple[str, ...]
    known: dict[str, bool]


def translated(trees: dict[str, Node], diagnostics: Diagnostics) -> dict[str, Node]:
    """Files with their texts put in, which then are texts like all others; one that has no place is a fault."""
    return {file: _file(file, node, diagnostics) for file, node in trees.items()}


def _file(file: str, node: Node, diagnostics: Diagnostics) -> Node:
    part, keys = PRINTED.get(file, ("", ()))
    message = node.value.get(TEXTS) if part and isinstance(node.value, dict) else None
    if message is None or not isinstance(message.value, dict) or part not in node.value:
        return node
    how = _Putting(message.value, keys, {})
    found = {**node.value, part: _put(node.value[part], how, "", listed=False)}
    del found[TEXTS]
    for text, by in message.value.items():
        if text not in how.known:
            hint = did_you_mean(text, how.known) or "write the base's own words, to the letter"
            diagnostics.error(by.key_span, "nothing-to-change", f"there is no text {text!r} to say otherwise", hint)
    return Node(found, node.span, node.key_span)


def _put(node: Node, how: _Putting, key: str, *, listed: bool) -> Node:
    """A node with its texts put in: those in lists, under a key of texts or under a key in one."""
    if isinstance(node.value, list):
        return Node([_put(item, how, key, listed=True) for item in node.value], node.span, node.key_span)
    if isinstance(node.value, dict):
        under = {name: key if key in how.keys else name for name in node.value}
        found = {name: _put(item, how, under[name], listed=listed) for name, item in node.value.items()}
        return Node(found, node.span, node.key_span)
    if not (listed and key in how.keys and isinstance(node.value, str)):
        return node
    how.known[node.value] = True
    by = how.texts.get(node.value)
    return Node(by.value, by.span, node.key_span, by.text) if by else node
