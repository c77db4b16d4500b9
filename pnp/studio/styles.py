"""The text styles of a piece's elements: their values, and how many elements each is for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pnp.components.context import RenderContext
from pnp.kit import Style
from pnp.kit.extending import STYLES
from pnp.kit.schema import keys_of as keys_of_model
from pnp.sources import Node
from pnp.sources.yaml import keys_of

STYLE = "style"


def described(context: RenderContext, elements: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The styles that elements name, for the page: `elements` counts those of the kit that a change of one changes."""
    styles, counts = context.kit.facebook.styles, _counts(context)
    used = dict.fromkeys(name for one in elements for name in _named(one, styles))
    return {
        name: {
            "values": styles[name].origin.plain(),
            "elements": counts[name],
            "where": f"{Path(styles[name].origin.span.file).name}:{styles[name].origin.span.line}",
            "keys": list(keys_of_model(Style)),
        }
        for name in used
    }


def _named(values: Mapping[str, Any], styles: Mapping[str, Style]) -> Iterator[str]:
    """The styles that the values of an element name: one, or those with a prefix."""
    name, prefix = values.get(STYLE), values.get(STYLES)
    if isinstance(name, str) and name in styles:
        yield name
    if isinstance(prefix, str):
        yield from (one for one in styles if one.startswith(f"{prefix}-"))


def _counts(context: RenderContext) -> Counter[str]:
    """How many elements of the kit's faces each style is for; those that several faces have by extending count once."""
    styles = context.kit.facebook.styles
    above = {name: [name, *_bases(name, styles)] for name in styles}
    listed = {node.span: node for face in context.kit.facebook.faces.values() for node in face.elements}
    named = ({key: _text(node, key) for key in (STYLE, STYLES)} for node in listed.values())
    return Counter(each for values in named for name in _named(values, styles) for each in above[name])


def _text(node: Node, key: str) -> Any:
    inner = keys_of(node).get(key)
    return inner.value if inner else None


def _bases(name: str, styles: Mapping[str, Style]) -> Iterator[str]:
    """The styles that a style extends, from the next to the last."""
    while (base := styles[name].extends) is not None and base in styles:
        yield base
        name = base
