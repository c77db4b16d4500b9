"""A-frame standees of cards, with the right profile on one panel and the left on the other.

A standee is one strip: foot, panel, fold, panel, foot. The second panel is upside down on the flat sheet, so that it is
upright once the strip is folded at the top. Its picture is mirrored, to show the other profile; its text is not. The
feet are glued one over the other.
"""

from __future__ import annotations

from dataclasses import dataclass

from pnp.components.context import RenderContext, typeset
from pnp.components.faces import draw
from pnp.components.knife import CUT, knife_lines
from pnp.components.pictures import picture
from pnp.diagnostics import did_you_mean
from pnp.graphics import Drawing, Group, Item, Path, Piece, Rect, Size, Transform
from pnp.graphics.drawing import Use, rectangle
from pnp.kit import Card, Component
from pnp.kit.schema import Length

SHEETS, SCHEME, GAP = "pieces", "nest", 8.0

NAME_HEIGHT = 9.0
PLATE_EDGE = 2.0


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """Cards that fold up to stand on the table."""

    cards: str
    """The deck whose cards are shown."""
    panel: tuple[Length, Length]
    """One side's width and height in mm."""
    tab: Length
    """A foot's depth in mm."""
    edge: Length = 3.0
    """The space around the picture, in mm."""
    plate: Length = NAME_HEIGHT
    """The height of the plate with the name, in mm."""
    art: str | None = None
    """The picture's file name, with `{id}` for that of the card; left out, the card's own picture."""
    face: str | None = None
    """The face of a panel, filled from the card, instead of a picture. It is mirrored too: leave out words."""


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    cards = context.kit.cards.get(spec.cards)
    if cards is None:
        hint = did_you_mean(spec.cards, context.kit.cards)
        context.diagnostics.error(spec.at("cards"), "unknown-deck", f"there is no deck {spec.cards!r}", hint)
        return []
    width, height = spec.panel
    size = Size(width, 2 * (height + spec.tab))
    return [
        Piece(
            f"{id_}/{name}",
            id_,
            card.name,
            size,
            Drawing(f"foldie-{name}", size, tuple(_strip(name, card, spec, context, size)), overhang=CUT.width / 2),
            stock=spec.stock,
            copies=spec.copies,
            outlined=True,
        )
        for name, card in cards.items()
    ]


def _strip(name: str, card: Card, spec: Spec, context: RenderContext, size: Size) -> list[Item]:
    width, height = spec.panel
    tab, middle = spec.tab, spec.tab + height
    drawn = _picture(name, card, spec, context)
    upright = _panel(card, spec, drawn, context, Rect(0, 0, width, height), mirrored=False)
    other = _panel(card, spec, drawn, context, Rect(0, 0, width, height), mirrored=True)
    upper, lower = Rect(0, 0, width, tab), Rect(0, size.h - tab, width, tab)
    return [
        Group(tuple(other), Transform(-1, 0, 0, -1, width, middle)),
        Group(tuple(upright), Transform.move(0, middle)),
        *typeset(context, "foldie-tab", context.say("foot_glue"), upper, spec.at("tab"), inset=2.0),
        *typeset(context, "foldie-tab", context.say("foot_fold"), lower, spec.at("tab"), inset=2.0),
        *knife_lines(context, [rectangle(Rect(0, 0, *size))], ((0, y, width, y) for y in (tab, middle, size.h - tab))),
    ]


def _picture(name: str, card: Card, spec: Spec, context: RenderContext) -> list[Item]:
    """The picture of a card, in its place on a panel."""
    width, height = spec.panel
    if spec.face:
        scope = context.scope(spec.cards, name, card)
        ground = draw(context, spec.face, Size(width, height), scope, spec.at("face"), title=name)
        return [Use(ground, Transform.move(0, 0))]
    box = Rect(spec.edge, spec.edge, width - 2 * spec.edge, height - spec.plate - 2 * spec.edge)
    if spec.art:
        return list(picture(context, spec.art.replace("{id}", name), box, "#000000", spec.at("art")))
    return list(picture(context, card.art, box, "#000000", card.at("art"))) if card.art else []


def _panel(
    card: Card, spec: Spec, drawn: list[Item], context: RenderContext, box: Rect, *, mirrored: bool
) -> list[Item]:
    """One upright panel: the picture, and the name on a plate below it."""
    if mirrored:
        drawn = [Group(tuple(drawn), Transform.mirror(box.w))]
    plate = Rect(PLATE_EDGE, box.h - spec.plate - 1.5, box.w - 2 * PLATE_EDGE, spec.plate)
    tint = context.colour(card.aside_texts.get("tint", "ink"), card.at("asides", "tint"))
    name = typeset(context, "foldie-name", card.name, plate, card.at("name"), "#ffffff", inset=0.5)
    return [*drawn, Path(rectangle(plate, 1.6), fill=tint), *name]
