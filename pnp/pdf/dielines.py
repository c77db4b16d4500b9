"""Die lines for print shops: cut and fold lines as strokes in spot colours, on top of the art.

Plotters and die makers look for spot colours of these names (Roland VersaWorks, Summa, Mimaki, Zünd). They are printed
over the art and not knocked out of it. `pens` makes each a thin line, whatever its pen at home.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from pnp.graphics import Drawing, Group, Item, Tag, Transform
from pnp.graphics.drawing import CUT_LINES, FOLD_LINES, layer


class Spot(NamedTuple):
    """A spot colour: its name, and the inks that show it where there is no such ink, from 0 to 1."""

    name: str
    inks: tuple[int, int, int, int]


SPOTS = {CUT_LINES: Spot("CutContour", (0, 1, 0, 0)), FOLD_LINES: Spot("Crease", (1, 0, 0, 0))}
"""The spot colour of each layer with die lines."""


def lifted(drawing: Drawing) -> Drawing:
    """The drawing with its die lines above its art, folds below cuts."""
    found: dict[str, list[Item]] = {FOLD_LINES: [], CUT_LINES: []}
    art = tuple(_art(drawing.items, Transform(), found))
    lines = (item for name, items in found.items() for item in layer(name, items))
    return replace(drawing, items=(*art, Tag("Artifact", tuple(lines)))) if any(found.values()) else drawing


def _art(items: Iterable[Item], frame: Transform, found: dict[str, list[Item]]) -> Iterator[Item]:
    """The items without die lines, which are added to `found` by layer."""
    for item in items:
        if isinstance(item, Tag) and item.role == "Layer" and item.alt in found:
            found[item.alt] += item.items if frame == Transform() else [Group(item.items, frame)]
        elif isinstance(item, Tag):
            yield item._replace(items=tuple(_art(item.items, frame, found)))
        elif isinstance(item, Group):
            yield item._replace(items=tuple(_art(item.items, frame.over(item.transform), found)))
        else:
            yield item
