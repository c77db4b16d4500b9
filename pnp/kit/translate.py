"""Replace printed texts in a kit's files by an overlay's translations.

The texts of faces, phrases and columns are in lists, beside traits, colours and measures that a translation should not
repeat. So an overlay's file has a mapping `texts`, from the base's texts to its own. Diagnostics about a text point at
the place where it is written.
"""

from __future__ import annotations

from typing import NamedTuple

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.sources import Node

TEXTS = "texts"
"""The key of the mapping from the base's texts to their replacements."""

PRINTED = {
    "kit.yaml": ("components", ("title", "note")),
    "faces.yaml": ("faces", ("text", "more")),
    "phrases.yaml": ("fields", ("words", "badge")),
}
"""For each file with `texts`: the part in which texts are replaced, and the keys of texts in the lists there."""


class _Replacement(NamedTuple):
    """The replacements, the keys of texts, and the texts seen so far."""

    texts: dict[str, Node]
    keys: tuple[str, ...]
    known: dict[str, bool]


def translated(trees: dict[str, Node], diagnostics: Diagnostics) -> dict[str, Node]:
    """Files with their texts replaced. A replacement for a text that does not occur is an error."""
    return {file: _file(file, node, diagnostics) for file, node in trees.items()}


def _file(file: str, node: Node, diagnostics: Diagnostics) -> Node:
    part, keys = PRINTED.get(file, ("", ()))
    texts = node.value.get(TEXTS) if part and isinstance(node.value, dict) else None
    if texts is None or not isinstance(texts.value, dict) or part not in node.value:
        return node
    replacement = _Replacement(texts.value, keys, {})
    tree = {**node.value, part: _replaced(node.value[part], replacement, "", listed=False)}
    del tree[TEXTS]
    for text, by in texts.value.items():
        if text not in replacement.known:
            hint = did_you_mean(text, replacement.known) or "copy the base's text exactly"
            diagnostics.error(by.key_span, "nothing-to-change", f"there is no text {text!r} to replace", hint)
    return Node(tree, node.span, node.key_span)


def _replaced(node: Node, replacement: _Replacement, key: str, *, listed: bool) -> Node:
    """A node with the texts replaced that are in lists and under a key of texts, at any depth."""
    if isinstance(node.value, list):
        return Node([_replaced(item, replacement, key, listed=True) for item in node.value], node.span, node.key_span)
    if isinstance(node.value, dict):
        under = {name: key if key in replacement.keys else name for name in node.value}
        replaced = {name: _replaced(item, replacement, under[name], listed=listed) for name, item in node.value.items()}
        return Node(replaced, node.span, node.key_span)
    if not (listed and key in replacement.keys and isinstance(node.value, str)):
        return node
    replacement.known[node.value] = True
    by = replacement.texts.get(node.value)
    return Node(by.value, by.span, node.key_span, by.text) if by else node
