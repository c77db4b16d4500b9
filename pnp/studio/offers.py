"""Which values the page offers for the keys of elements and text styles: those that a model lists, and the fonts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pnp.components import elements
from pnp.components.context import RenderContext
from pnp.kit import Style
from pnp.kit.plugins import PluginError

FONT, ART, PREFIX, BODY = "font", "art", "styles", "-body"


def offered(context: RenderContext, kinds: Iterable[str]) -> dict[str, list[str]]:
    """The values by key, for elements of some kinds and for text styles; as pictures, the icons."""
    found: dict[str, list[str]] = {}
    for model in (*_models(kinds), Style):
        for key, values in _listed(model).items():
            found[key] = list(dict.fromkeys([*found.get(key, ()), *values]))
    styles = context.kit.facebook.styles
    fonts = sorted({style.font for style in styles.values()})
    prefixes = sorted(name.removesuffix(BODY) for name in styles if name.endswith(BODY))
    return found | {FONT: fonts, ART: sorted(context.kit.icons), PREFIX: prefixes}


def _models(kinds: Iterable[str]) -> Iterator[type]:
    for name in sorted(kinds):
        try:
            yield elements.kind(name).Spec
        except PluginError:
            continue


@cache
def _listed(model: type) -> dict[str, tuple[str, ...]]:
    """The values that a model lists by key."""
    hints = get_type_hints(model)
    return {key: values for key, hint in hints.items() if (values := tuple(_values(hint)))}


def _values(hint: Any) -> Iterator[str]:
    """The values of a type: those of its literals; true and false."""
    if get_origin(hint) is Literal:
        yield from (value for value in get_args(hint) if isinstance(value, str) and value)
    elif hint is bool:
        yield from ("true", "false")
    elif get_origin(hint) in (Union, UnionType):
        for one in get_args(hint):
            yield from _values(one)
