"""Changes of elements of faces: what an element becomes, and what the text of `faces.yaml` is then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.components.elements import Element
from pnp.components.places import box_of, with_box
from pnp.diagnostics import Diagnostics, Span
from pnp.graphics import Rect
from pnp.kit import yaml_edit
from pnp.kit.extending import ELEMENTS, ID, WITHOUT
from pnp.kit.overlay import EXTENDS, FACES, FACES_FILE
from pnp.sources import Node
from pnp.sources.yaml import keys_of, parse

BESIDE = 2.0
"""How far a copy of an element is to the right of it and below it, in mm."""
DIGITS = 3
"""The decimal places of written lengths, in mm."""


class ElementChange(NamedTuple):
    """A change of an element of a face: another box, in mm, or other values by key; None removes a key.

    `values` are those that the page shows. With `here`, the face gets the change, not the one that it extends.
    """

    face: str
    number: int
    shown: Mapping[str, Any]
    box: tuple[float, float, float, float] | None = None
    values: Mapping[str, Any] = {}
    here: bool = False


def changed_node(node: Node, wanted: ElementChange) -> Node:
    """An element with the wanted box or values, rounded as they are written."""
    if wanted.box is not None:
        moved = with_box(node, Rect(*wanted.box))
        return Node({key: _rounded(inner) for key, inner in moved.value.items()}, node.span, node.key_span)
    values = dict(node.value)
    for key, value in wanted.values.items():
        if value is None:
            values.pop(key, None)
        else:
            values[key] = node_of(value, values[key].span if key in values else node.span)
    return Node(values, node.span, node.key_span)


def _rounded(node: Node) -> Node:
    """A value with its numbers rounded, and whole ones without a point."""
    if isinstance(node.value, list):
        return Node([_rounded(item) for item in node.value], node.span, node.key_span)
    if isinstance(node.value, float):
        number = round(node.value, DIGITS)
        return Node(int(number) if number.is_integer() else number, node.span, node.key_span)
    return node


def node_of(value: Any, span: Span) -> Node:
    """Plain data of a page as a node."""
    if isinstance(value, dict):
        return Node({str(key): node_of(item, span) for key, item in value.items()}, span)
    if isinstance(value, list):
        return Node([node_of(item, span) for item in value], span)
    return _rounded(Node(value, span, text=str(value)))


def beside(element: Element) -> Node:
    """An element a little lower to the right."""
    box = box_of(element.origin)
    if box is None:
        return element.origin
    return changed_node(element.origin, ElementChange("", 0, {}, (box.x + BESIDE, box.y + BESIDE, box.w, box.h)))


def _own_face(text: str, face: str) -> dict[str, Any] | None:
    """What `faces.yaml` says of a face; None if it does not have it."""
    found = keys_of(keys_of(parse(text, FACES_FILE, Diagnostics())).get(FACES)).get(face)
    return found.plain() if found and isinstance(found.value, dict) else None


def with_element(text: str, *, face: str, values: Mapping[str, Any]) -> str:
    """The text of `faces.yaml` with another element on top of a face."""
    own = _own_face(text, face)
    if own is None:
        return yaml_edit.changed(text, (FACES, face), {EXTENDS: face, ELEMENTS: [values]})
    if ELEMENTS not in own:
        text = text if EXTENDS in own else yaml_edit.changed(text, (FACES, face, EXTENDS), face)
        return yaml_edit.changed(text, (FACES, face, ELEMENTS), [values])
    return yaml_edit.changed(text, (FACES, face, ELEMENTS, len(own[ELEMENTS])), values)


def left_out(text: str, *, face: str, id_: str) -> str:
    """The text of `faces.yaml` in which a face leaves out an element of the face that it extends."""
    own = _own_face(text, face)
    if own is None:
        return yaml_edit.changed(text, (FACES, face), {EXTENDS: face, WITHOUT: [id_]})
    for number, one in enumerate(own.get(ELEMENTS) or ()):
        if isinstance(one, dict) and one.get(ID) == id_:  # what it says over that element
            text = yaml_edit.changed(text, (FACES, face, ELEMENTS, number), yaml_edit.REMOVED)
    if EXTENDS not in own:
        text = yaml_edit.changed(text, (FACES, face, EXTENDS), face)
    return yaml_edit.changed(text, (FACES, face, WITHOUT), [*(own.get(WITHOUT) or ()), id_])


def said_over(text: str, *, face: str, id_: str, values: Mapping[str, Any]) -> str:
    """The text of `faces.yaml` in which a face says values of an element over those of the face that it extends."""
    own = _own_face(text, face)
    listed = (own or {}).get(ELEMENTS) or ()
    number = next((at for at, one in enumerate(listed) if isinstance(one, dict) and one.get(ID) == id_), None)
    if number is None:
        return with_element(text, face=face, values={ID: id_, **values})
    for key, value in values.items():
        text = yaml_edit.changed(text, (FACES, face, ELEMENTS, number, key), value)
    return text
