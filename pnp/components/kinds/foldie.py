"""A-frame standees of cards, with the right profile on one panel and the left on the other.

A standee is one strip: foot, panel, fold, panel, foot. The second panel is upside down on the flat sheet, so that it is
upright once the strip is folded at the top. Its picture is mirrored, to show the other profile; its text is not. The
feet are glued one over the other. Each has a dotted crease along its middle; glued, the two creases coincide, so that
the foot folds inwards and the standee lies flat in its box.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pnp.components.context import RenderContext, typeset
from pnp.components.faces import draw
from pnp.components.knife import CUT, knife_lines
from pnp.components.pictures import picture
from pnp.diagnostics import did_you_mean
from pnp.graphics import Drawing, Group, Item, Path, Piece, Rect, Size, Transform
from pnp.graphics.drawing import Text, Use, rectangle
from pnp.kit import Card, Component
from pnp.kit.annotations import DeckName, FaceName, PictureName, Unless
from pnp.kit.schema import Length, Side

SHEETS, SCHEME, GAP = "pieces", "nest", 8.0

NAME_HEIGHT = 9.0
PLATE_EDGE = 2.0
LAYERS = 6
"""How many sheets thick a standee is where it is folded flat: two panels, and two feet in half."""


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """Cards that fold up to stand on the table."""

    cards: DeckName
    """The deck whose cards are shown."""
    panel: tuple[Side, Side]
    """One side's width and height in mm."""
    tab: Length
    """A foot's depth in mm. Its crease is at half of it."""
    edge: Annotated[Length, Unless("face")] = 3.0
    """The space around the picture, in mm."""
    plate: Length = NAME_HEIGHT
    """The height of the plate with the name, in mm."""
    art: Annotated[PictureName | None, Unless("face")] = None
    """The picture's file name, with `{id}` for that of the card; left out, the card's own picture."""
    face: FaceName | None = None
    """The face of a panel, filled from the card, instead of a picture. It is mirrored too: leave out words."""


def folded(spec: Spec, sheet: float) -> tuple[Size, float]:
    """The size and the thickness of a glued standee folded flat, in mm, of card `sheet` mm thick.

    Half a foot is part of the size, because the foot may be folded outwards too.
    """
    width, height = spec.panel
    return Size(width, height + spec.tab / 2), LAYERS * sheet


def creases_of(spec: Spec) -> tuple[float, float]:
    """How far from the top of the strip the creases of its two feet are, in mm: each in the middle of its foot."""
    _, height = spec.panel
    return spec.tab / 2, 2 * (height + spec.tab) - spec.tab / 2


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
    half, lower = tab / 2, size.h - tab
    rows = {0.0: "foot_glue", half: "foot_under", lower: "foot_glue", lower + half: "foot_over"}
    folds, creases = (((0.0, y, width, y) for y in ys) for ys in ((tab, middle, lower), creases_of(spec)))
    return [
        Group(tuple(other), Transform(-1, 0, 0, -1, width, middle)),
        Group(tuple(upright), Transform.move(0, middle)),
        *(text for y, key in rows.items() for text in _note(context, key, Rect(0, y, width, half), spec)),
        *knife_lines(context, [rectangle(Rect(0, 0, *size))], folds, creases=creases),
    ]


def _note(context: RenderContext, key: str, half: Rect, spec: Spec) -> list[Text]:
    """What to do with a foot, on one half of it: the whole foot is glued, and so the words are on both halves."""
    return typeset(context, "foldie-tab", context.say(key), half, spec.at("tab"), inset=1.0)


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
