"""Resolve the faces and text styles of `faces.yaml` that extend others.

A face has the elements of its base first, then its own. An own element with the `id` of one of the base's changes that
one in its place; `without` leaves elements of the base out. A style has the keys of its base, and its own instead of
them. The faces of a base that are only kept for others are left out. Nodes keep the places where they were written, so
diagnostics point at the right face.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection
from typing import NamedTuple

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.kit.overlay import BASE_MARK, EXTENDS, FACES, merged, unmarked
from pnp.sources import Node

STYLES = "styles"
WITHOUT, ELEMENTS, ID = "without", "elements", "id"
MAX_DEPTH = 50
"""How many faces or styles may extend one another in a row."""
ALIKE = 0.75
"""The similarity from which the id of a new element is a misspelt one: `titel` and `title`, not `frame` and `name`."""


class Kinds(NamedTuple):
    """The kinds of elements: their names, and the keys of each."""

    names: Collection[str]
    keys: Callable[[str], Collection[str]]

    def of(self, element: Node) -> str:
        """The key of an element that names its kind; empty if it has none."""
        return next((key for key in element.value if key in self.names), "")


def resolved(tree: Node, kinds: Kinds, diagnostics: Diagnostics) -> Node:
    """`faces.yaml` with all faces and styles complete. What cannot be resolved is reported and left as it is."""
    if not isinstance(tree.value, dict):
        return tree
    parts = dict(tree.value)
    for key in (FACES, STYLES):
        if key in parts and isinstance(parts[key].value, dict):
            book = _Book(key, parts[key].value, kinds, diagnostics)
            complete = {name: book.complete(name) for name in parts[key].value}
            complete = {name: unmarked(node) for name, node in complete.items() if not name.endswith(BASE_MARK)}
            parts[key] = Node(complete, parts[key].span, parts[key].key_span)
    return Node(parts, tree.span, tree.key_span)


class _Book:
    """The faces or the styles of a kit, completed one after the other."""

    def __init__(self, key: str, entries: dict[str, Node], kinds: Kinds, diagnostics: Diagnostics) -> None:
        self._key, self._entries, self._kinds, self._diagnostics = key, entries, kinds, diagnostics
        self._complete: dict[str, Node] = {}

    def complete(self, name: str, above: tuple[str, ...] = ()) -> Node:
        """An entry with everything of its bases. `above` are the entries that extend it."""
        if name not in self._complete:
            own = self._entries[name]
            base = self._base(name, own, above) if isinstance(own.value, dict) else None
            if self._key == FACES:
                _check_face(own, self._diagnostics, extends=base is not None)
            self._complete[name] = self._over(base, own) if base else own
        return self._complete[name]

    def _base(self, name: str, own: Node, above: tuple[str, ...]) -> Node | None:
        """The complete base of an entry; None if it has none, or with an error."""
        named = own.value.get(EXTENDS)
        if named is None or not isinstance(named.value, str):
            return None
        if named.value in (name, *above):
            circle = (*above, name)[(*above, name).index(named.value) :]
            message = f"{' extends '.join(map(repr, (*circle, named.value)))}, in a circle"
            self._diagnostics.error(named.span, "circular-extends", message, "let one of them extend none")
            return None
        if named.value not in self._entries:
            hint = did_you_mean(named.value, self._entries)
            if self._key == FACES:
                self._diagnostics.error(named.span, "unknown-face", f"there is no face {named.value!r}", hint)
            else:
                self._diagnostics.error(named.span, "unknown-style", f"there is no text style {named.value!r}", hint)
            return None
        if len(above) >= MAX_DEPTH:
            self._diagnostics.error(named.span, "too-deep", f"more than {MAX_DEPTH} extend one another in a row")
            return None
        base = self.complete(named.value, (*above, name))
        return base if isinstance(base.value, dict) else None

    def _over(self, base: Node, own: Node) -> Node:
        inherited = {key: node for key, node in base.value.items() if key not in (EXTENDS, WITHOUT, ELEMENTS)}
        plain = {key: node for key, node in own.value.items() if key != ELEMENTS}
        joined = merged(Node(inherited, base.span), Node(plain, own.span, own.key_span), self._diagnostics)
        keys = dict(joined.value)
        if self._key == FACES:
            keys[ELEMENTS] = self._elements(base.value.get(ELEMENTS), own)
        return Node(keys, own.span, own.key_span)

    def _elements(self, inherited: Node | None, own: Node) -> Node:
        """The base's elements, changed and left out as the face has it, and the face's own after them."""
        mine: Node = own.value.get(ELEMENTS, Node([], own.span, own.key_span))
        bases = inherited.value if inherited and isinstance(inherited.value, list) else []
        if not isinstance(mine.value, list):
            return mine
        known = {id_: element for element in bases if (id_ := _id(element))}
        out = self._left_out(own, known)
        changes = {id_: element for element in mine.value if (id_ := _id(element)) in known and id_ not in out}
        elements = [self._changed(element, changes) for element in bases if _id(element) not in out]
        for element in mine.value:
            if _id(element) not in changes:
                self._check_new(element, known)
                elements.append(element)
        return Node(elements, mine.span, mine.key_span)

    def _left_out(self, own: Node, known: Collection[str]) -> set[str]:
        named = own.value[WITHOUT].value if WITHOUT in own.value else []
        nodes = [node for node in named if isinstance(node.value, str)] if isinstance(named, list) else []
        for node in nodes:
            if node.value not in known:
                message = f"the face that this one extends has no element with the id {node.value!r}"
                self._diagnostics.error(node.span, "unknown-id", message, _near(node.value, known))
        return {node.value for node in nodes}

    def _changed(self, base: Node, changes: dict[str, Node]) -> Node:
        """An element of the base with the keys of the change over it. Another kind drops the keys that it has not."""
        own = changes.get(_id(base))
        if own is None:
            return base
        if len(own.value) == 1:
            self._diagnostics.error(own.span, "nothing-to-change", "this changes nothing", "add keys, or remove it")
        kind, before = self._kinds.of(own), self._kinds.of(base)
        keys = base.value
        if kind and kind != before:
            known = self._kinds.keys(kind)
            keys = {key: node for key, node in keys.items() if key in known and key != before}
        return merged(Node(keys, base.span, base.key_span), own, self._diagnostics)

    def _check_new(self, element: Node, known: Collection[str]) -> None:
        """Report an element with an id that is close to one of the base's, or that has no kind of its own."""
        id_ = _id(element)
        if not id_ or id_ in known:
            return
        is_whole = bool(self._kinds.of(element))
        near = difflib.get_close_matches(id_, known, 1, ALIKE)
        if near or not is_whole:
            message = f"the face that this one extends has no element with the id {id_!r}"
            new = "a new element may have an id that is less like that one" if is_whole else ""
            self._diagnostics.error(element.value[ID].span, "unknown-id", message, _near(id_, known), new)


def _check_face(face: Node, diagnostics: Diagnostics, *, extends: bool) -> None:
    """Report an id that two elements of a face have, and `without` on a face that extends none."""
    keys = face.value if isinstance(face.value, dict) else {}
    elements = keys[ELEMENTS].value if ELEMENTS in keys else []
    seen: set[str] = set()
    for element in elements if isinstance(elements, list) else ():
        id_ = _id(element)
        if id_ in seen:
            diagnostics.error(element.value[ID].span, "duplicate-id", f"two elements of this face have the id {id_!r}")
        seen |= {id_} - {""}
    if WITHOUT in keys and not extends and EXTENDS not in keys:
        hint = "add 'extends: …', or remove the elements themselves"
        diagnostics.error(keys[WITHOUT].key_span, "unknown-key", "'without' has no effect here", hint)


def _id(element: Node) -> str:
    """The id of an element; empty if it has none."""
    named = element.value.get(ID) if isinstance(element.value, dict) else None
    return named.value if named is not None and isinstance(named.value, str) else ""


def _near(id_: str, known: Collection[str]) -> str:
    return did_you_mean(id_, known) or (f"ids: {', '.join(known)}" if known else "give it an id there")
