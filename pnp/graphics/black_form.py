"""The form of a coloured sign in one ink: a black outline around its shapes, which are greys as light as their colours.

Light shapes, such as a yellow star, are visible on white paper by the outline. It is behind all shapes, so that it
covers none of their details.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from pnp.graphics import colour, gradient
from pnp.graphics.drawing import Drawing, Group, Item, Path, Stroke, Tag, mapped
from pnp.graphics.geometry import Transform

EDGE = 1 / 24
"""The width of the outline, as a share of the sign's size: 0.15 mm beside text of 9 pt."""
DARK, PALER = 40.0, 0.7
"""Colours below this lightness keep their darkness; the others keep this share of it, so that they differ from the
outline."""
_BLACK = "#000000"


@lru_cache(maxsize=2_000)
def black_form(drawing: Drawing) -> Drawing:
    """The drawing in one ink, of the same size. Its shapes are a little smaller, for the outline."""
    size = drawing.size
    edge = EDGE * max(size)
    share = 1 - 2 * edge / max(size)
    fitted = Transform(share, 0, 0, share, size.w * (1 - share) / 2, size.h * (1 - share) / 2)
    outline = _changed(drawing.items, lambda path: _outlined(path, edge / share))
    shapes = _changed(drawing.items, _grey)
    return replace(drawing, items=(Group((*outline, *shapes), fitted),))


def _changed(items: tuple[Item, ...], change: Callable[[Path], Path]) -> tuple[Item, ...]:
    """Items with their paths changed. Texts and bitmaps, which signs lack, are left out."""

    def changed(item: Item) -> tuple[Item, ...]:
        if isinstance(item, Path):
            return (change(item),)
        return (item,) if isinstance(item, Group | Tag) else ()

    return mapped(items, changed)


def _outlined(path: Path, edge: float) -> Path:
    width = 2 * edge + (path.stroke.width if path.stroke else 0.0)
    return Path(path.segments, stroke=Stroke(_BLACK, width, join=1))


def _grey(path: Path) -> Path:
    fill = gradient.of(path.fill, _paler) if path.fill else None
    return path._replace(fill=fill, stroke=path.stroke and path.stroke._replace(colour=_paler(path.stroke.colour)))


def _paler(paint: str) -> str:
    light = colour.lightness(paint)
    return colour.grey_as_light(round(light if light < DARK else 100 - (100 - light) * PALER, 2))
