"""The texts in a kit's files that a translation replaces, each with a key that stays the same when others change.

A text that has a key of its own in its file has that as its key here: `cards.yaml deck.ace.name`. Texts in lists, such
as those of faces, have the key of the list, and are distinguished by the text itself.

Replace printed texts in a kit's files by an overlay's translations.

The texts of faces, phrases and columns are in lists, beside traits, colours and measures that a translation should not
repeat. So an overlay's file has a mapping `texts`, from the base's texts to its own. Diagnostics about a text point at
the place where it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.sources import Node
from pnp.sources.yaml import keys_of

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


Visit = Callable[[str, Node, str], Node]
"""Called with the key of a text, its node and what it is, for people; returns the node for its place."""
CREDITS = ("notice", "licence", "typefaces")
"""The sentences of a credit that are printed as they are."""
SHOWN = re.compile(r"\b(asides|badge)\.(\w+)")
"""A field of a face that prints a text of the card."""
_BY_PROGRAM = {"short", "label", "counted_as"}
"""Asides that are printed, or that count what is printed, without a field in a face."""


def visited(trees: Mapping[str, Node], visit: Visit) -> dict[str, Node]:
    """The files of a kit with each of their texts replaced by what `visit` returns."""
    shown = set(SHOWN.findall(" ".join(_face_texts(trees))))
    asides, badges = ({name for part, name in shown if part == wanted} for wanted in ("asides", "badge"))
    walks = {
        "kit.yaml": _kit_file,
        "cards.yaml": lambda node, visit: _cards(node, asides | _BY_PROGRAM, visit),
        "faces.yaml": _faces,
        "phrases.yaml": lambda node, visit: _phrases(node, badges, visit),
        "rulings.yaml": _rulings,
    }
    return {file: walks[file](node, visit) if file in walks else node for file, node in trees.items()}


def _faces(node: Node, visit: Visit) -> Node:
    return _inside(node, "faces", lambda one: _listed(one, "faces.yaml", PRINTED["faces.yaml"][1], visit))


def _face_texts(trees: Mapping[str, Node]) -> list[str]:
    """The texts that faces print."""
    found: list[str] = []

    def note(_key: str, node: Node, _about: str) -> Node:
        found.append(str(node.value))
        return node

    if "faces.yaml" in trees:
        _faces(trees["faces.yaml"], note)
    return found


def _kit_file(node: Node, visit: Visit) -> Node:
    node = _keyed(node, ("title", "tagline"), "kit.yaml ", visit, "of the kit")
    node = _inside(node, "credit", lambda one: _keyed(one, CREDITS, "kit.yaml credit.", visit, "in the credits"))

    def icon(one: Node, name: str) -> Node:
        return _keyed(one, ("says",), f"kit.yaml icons.{name}.", visit, "of an icon, for screen readers")

    def component(one: Node, name: str) -> Node:
        one = _keyed(one, ("title", "note"), f"kit.yaml components.{name}.", visit, "of a component")
        return _each(
            one, lambda part, key: _listed(part, f"kit.yaml components.{name}.{key}", ("title", "note"), visit)
        )

    node = _inside(node, "icons", lambda one: _each(one, icon))
    return _inside(node, "components", lambda one: _each(one, component))


def _cards(node: Node, shown: set[str], visit: Visit) -> Node:
    def card(one: Node, key: str) -> Node:
        one = _keyed(one, ("name",), f"{key}.", visit, "of a card")
        words = tuple(keys_of(keys_of(one).get("words")))
        one = _inside(one, "words", lambda part: _keyed(part, words, f"{key}.words.", visit, "of a card"))
        asides = tuple(name for name in keys_of(keys_of(one).get("asides")) if name in shown)
        return _inside(one, "asides", lambda part: _keyed(part, asides, f"{key}.asides.", visit, "of a card"))

    return _each(node, lambda deck, name: _each(deck, lambda one, id_: card(one, f"cards.yaml {name}.{id_}")))


def _phrases(node: Node, badges: set[str], visit: Visit) -> Node:
    about = {"names": "", "last": "the last separator of a list", "tables": "a head of a table",
             "pictures": "of a picture, for screen readers"}  # fmt: skip

    def texts(one: Node, part: str) -> Node:
        if part not in about:
            return one
        return _keyed(one, tuple(keys_of(one)), f"phrases.yaml {part}.", visit, about[part])

    node = _each(node, texts)
    keys = ("words", *badges)
    return _inside(node, "fields", lambda one: _each(one, lambda f, n: _listed(f, f"phrases.yaml {n}", keys, visit)))


def _rulings(node: Node, visit: Visit) -> Node:
    def ruling(one: Node, id_: str) -> Node:
        one = _keyed(one, ("question", "answer"), f"rulings.yaml {id_}.", visit, "")
        keys = tuple(keys_of(keys_of(one).get("says")))
        about = "words that are in the answer"
        return _inside(one, "says", lambda part: _keyed(part, keys, f"rulings.yaml {id_}.says.", visit, about))

    return _each(node, ruling)


# Walking -----------------------------------------------------------------------------------------------------


def _inside(node: Node, key: str, change: Callable[[Node], Node]) -> Node:
    """A mapping with the value of a key changed, if it has that key."""
    if not isinstance(node.value, dict) or key not in node.value:
        return node
    return node.replaced({**node.value, key: change(node.value[key])})


def _each(node: Node, change: Callable[[Node, str], Node]) -> Node:
    """A mapping with all of its values changed."""
    if not isinstance(node.value, dict):
        return node
    return node.replaced({key: change(one, key) for key, one in node.value.items()})


def _keyed(node: Node, keys: tuple[str, ...], before: str, visit: Visit, about: str) -> Node:
    """A mapping with the texts of some keys visited. The items of a list have their numbers as keys."""

    def text(one: Node, key: str) -> Node:
        if isinstance(one.value, list):
            items = [text(item, f"{key}.{number}") for number, item in enumerate(one.value, start=1)]
            return Node(items, one.span, one.key_span)
        if not isinstance(one.value, str):
            return one
        return visit(f"{before}{key}", one, f"{key} {about}".strip())

    return _each(node, lambda one, key: text(one, key) if key in keys else one)


def _listed(node: Node, key: str, keys: tuple[str, ...], visit: Visit) -> Node:
    """A part of a file with the texts in its lists visited that are under some keys, at any depth."""

    def inner(one: Node, under: str, *, listed: bool) -> Node:
        if isinstance(one.value, list):
            return Node([inner(item, under, listed=True) for item in one.value], one.span, one.key_span)
        if isinstance(one.value, dict):
            names = {name: under if under in keys else name for name in one.value}
            parts = {name: inner(item, names[name], listed=listed) for name, item in one.value.items()}
            return Node(parts, one.span, one.key_span)
        return visit(key, one, "") if listed and under in keys and isinstance(one.value, str) else one

    return inner(node, "", listed=False)
