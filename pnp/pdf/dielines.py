"""Die lines for print shops: cut and fold lines as strokes in spot colours, on top of the art.

Plotters and die makers look for spot colours of these names (Roland VersaWorks, Summa, Mimaki, Zünd). They are printed
over the art and not knocked out of it. `pens` makes each a thin line, whatever its pen at home.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from pnp.graphics import Drawing, Group, Item, Tag, Transform
from pnp.graphics.drawing import CUT_LINES, FOLD_LINES, At, layer, mapped_down


class Spot(NamedTuple):
    """A spot colour: its name, and the inks that show it where there is no such ink, from 0 to 1."""

    name: str
    inks: tuple[int, int, int, int]


SPOTS = {CUT_LINES: Spot("CutContour", (0, 1, 0, 0)), FOLD_LINES: Spot("Crease", (1, 0, 0, 0))}
"""The spot colour of each layer with die lines."""


def lifted(drawing: Drawing) -> Drawing:
    """The drawing with its die lines above its art, folds below cuts."""
    found: dict[str, list[Item]] = {FOLD_LINES: [], CUT_LINES: []}

    def kept(item: Item, at: At) -> tuple[Item, ...]:
        if not isinstance(item, Tag) or item.layer not in found:
            return (item,)
        found[item.layer] += item.items if at.frame == Transform() else [Group(item.items, at.frame)]
        return ()

    art = mapped_down(drawing.items, kept, At(), lambda item, at: at.inside(item))
    lines = (item for name, items in found.items() for item in layer(name, items))
    return replace(drawing, items=(*art, Tag("Artifact", tuple(lines)))) if any(found.values()) else drawing
