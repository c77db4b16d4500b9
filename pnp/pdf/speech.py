"""The text alternatives of drawings: their texts, and descriptions of their pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from pnp.graphics import Drawing, Group, Item, Tag
from pnp.graphics.drawing import Text, Use, every, is_own
from pnp.text import Fonts
from pnp.text.extract import joined

_WHOLE = {"H1", "H2", "H3", "P", "LI", "TH", "TD"}
"""Roles whose texts are one phrase."""
_CLOSED = (".", "!", "?", ":", ";", ",", "…")


def spoken(fonts: Fonts, drawing: Drawing) -> tuple[str, ...]:
    """The phrases of a drawing in reading order, or only its own description if it has one."""
    return (drawing.alt,) if drawing.alt else phrases(fonts, drawing.items)


def phrases(fonts: Fonts, items: Iterable[Item]) -> tuple[str, ...]:
    """The distinct phrases of some items. A text repeated for the other side of the table counts once."""
    return tuple(dict.fromkeys(_phrases(fonts, items)))


def sentences(parts: Iterable[str]) -> str:
    """Join phrases, with a full stop after each."""
    return " ".join(phrase if phrase.endswith(_CLOSED) else f"{phrase}." for phrase in parts if phrase)


def _phrases(fonts: Fonts, items: Iterable[Item]) -> Iterator[str]:
    for together, run in groupby(items, key=lambda item: isinstance(item, Text)):
        if together:
            yield _joined(fonts, run)
            continue
        for item in run:
            if isinstance(item, Use):
                yield from spoken(fonts, item.drawing)
            elif isinstance(item, Group):
                yield from _phrases(fonts, item.items)
            elif isinstance(item, Tag):
                yield from _tag_phrases(fonts, item)


def _tag_phrases(fonts: Fonts, tag: Tag) -> Iterator[str]:
    if tag.role == "Figure" and tag.alt:
        yield tag.alt
    elif tag.role == "TR":
        yield ", ".join(_phrases(fonts, tag.items))
    elif tag.role in _WHOLE and not _has_pictures(tag.items):
        yield _joined(fonts, tag.items)
    elif not tag.is_decoration:
        yield from _phrases(fonts, tag.items)


def _has_pictures(items: Iterable[Item]) -> bool:
    return any(isinstance(item, Use) for item in every(items, is_own))


def _joined(fonts: Fonts, items: Iterable[Item]) -> str:
    """All texts in some items as one, with icons as their descriptions."""
    texts = (item for item in every(items, is_own) if isinstance(item, Text))
    return joined(fonts, (t._replace(text=t.icon.drawing.alt) if t.icon else t for t in texts))
