"""A row of small pictures, one for each id of a list in the rules, with the card's own ids lit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pnp.components.context import (
    RenderContext,
    Scope,
    field_of,
    filled,
    origin,
    paint,
    typeset,
)
from pnp.components.elements import Box, Element
from pnp.components.pictures import picture
from pnp.diagnostics import did_you_mean
from pnp.graphics import Item, Path, Rect, Stroke, Tag
from pnp.graphics.drawing import rectangle
from pnp.kit.annotations import PictureName, RuleChoice, RuleName, With
from pnp.kit.fields import field_value
from pnp.kit.schema import Paint


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """A row of small pictures, one for each id of a list in the kit's rules; those in `lit` are emphasised."""

    tiles: RuleName
    """The rule with the list of ids."""
    lit: str
    """The field with the ids to emphasise, or with `any`."""
    picture: PictureName
    """The file name of each tile's picture, `{tile}` in it standing for the id."""
    box: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    colour: Paint = "ink"
    """The colour of emphasised tiles."""
    points: RuleChoice | None = None
    """The rule with the points of each tile; left out, tiles have no numbers."""
    points_below: Annotated[bool, With("points")] = False
    """Whether the points are below the picture instead of at its right."""


TILE_GAP = 0.9
MAX_TILES = 30
_TILE_NUMBER = 3.1


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    rules = context.kit.rules.plain()
    ids = field_value(rules, element.tiles)
    if not (isinstance(ids, list) and 1 <= len(ids) <= MAX_TILES and all(isinstance(id_, str) for id_ in ids)):
        message = f"the rules have no list {element.tiles!r} of 1 to {MAX_TILES} ids"
        context.diagnostics.error(element.at("tiles"), "unknown-field", message)
        return []
    lit = field_of(context, element.lit, scope, element.at("lit"))
    points = _points(context, element, scope, rules)
    colour = paint(context, element.colour, scope, element.at("colour")) or "#000000"
    x, y, w, h = element.box
    width = (w - TILE_GAP * (len(ids) - 1)) / len(ids)
    items: list[Item] = []
    for index, id_ in enumerate(ids):
        box = Rect(x + index * (width + TILE_GAP), y, width, h)
        on = lit == "any" or (isinstance(lit, (list, tuple)) and id_ in lit)
        items.extend(_tile(context, element, box, str(id_), points.get(id_) if on else None, colour if on else None))
    return items


def _points(context: RenderContext, element: Spec, scope: Scope, rules: Mapping[str, Any]) -> Mapping[str, Any]:
    """The points of each tile; empty if the card names no rule."""
    name = filled(context, element.points or "", scope, element.at("points"))
    rule = rules.get(name)
    if isinstance(rule, dict):
        return rule
    if name:
        span = origin(scope, element.points, element.at("points"))
        context.diagnostics.error(
            span, "unknown-field", f"the rules have no numbers {name!r}", did_you_mean(name, rules)
        )
    return {}


def _tile(context: RenderContext, element: Spec, box: Rect, id_: str, points: object, colour: str | None) -> list[Item]:
    """One tile: in colour with a bold frame if lit, else pale."""
    pale = context.colour("pale", element.at("tiles"))
    frame = Stroke(colour, 0.45) if colour else Stroke(pale, 0.25)
    items: list[Item] = [Path(rectangle(box, 1.0), "#ffffff", frame)]
    inner = box.inset(0.7)
    if points is not None and element.points_below:
        inner = Rect(inner.x, inner.y, inner.w, inner.h - _TILE_NUMBER + 0.4)
    elif points is not None:
        inner = Rect(inner.x, inner.y, inner.w - _TILE_NUMBER + 0.4, inner.h)
    name = element.picture.replace("{tile}", id_)
    items.extend(picture(context, name, inner, colour or pale, element.at("picture")))
    if points is not None and colour:
        corner = (
            Rect(box.x, box.far - _TILE_NUMBER, box.w, _TILE_NUMBER)
            if element.points_below
            else Rect(box.right - _TILE_NUMBER, box.y, _TILE_NUMBER, box.h)
        )
        items.append(Path(rectangle(corner, 0.8), colour))
        items.extend(typeset(context, "tile-points", str(points), corner, element.at("points"), "#ffffff"))
    return [
        Tag("Figure", tuple(items), tile_alt(context, id_, lit=colour is not None, points=points), element.at("lit"))
    ]


def tile_alt(context: RenderContext, id_: str, *, lit: bool, points: object = None) -> str:
    """A tile's alternative text: whether it is lit, and its points."""
    worth = f", {points}" if points is not None else ""
    return f"{context.name_of(id_)}: {context.say('lit' if lit else 'unlit')}{worth}"
