"""A template -> the pages of a rulebook in reading order: a cover, then the text broken into pages."""

from __future__ import annotations

from dataclasses import dataclass

from pnp import flow
from pnp.bench import Bench
from pnp.components.deck import printers
from pnp.drawing import Drawing, Item, Path, Piece, Stroke, Tag, Text, Use, ellipse, line
from pnp.elements import Element
from pnp.faces import draw, elements_of
from pnp.geometry import Rect, Size, Transform
from pnp.model import Component
from pnp.source import Span
from pnp.text import fit, place

SHEETS, SCHEME, GAP = "Rulebook", "pages", 0.0

SIZE = Size(139.7, 210)
"""As wide as half a Letter sheet and as high as A5, so that two stand side by side on every paper."""
MARGIN = Rect(14, 16, SIZE.w - 28, SIZE.h - 34)
FOOT = Rect(14, SIZE.h - 15, SIZE.w - 28, 5)


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """`template` is the text, a Markdown template of the kit's folder; `cover` is the face of the first page."""

    template: str
    cover: str


def pieces(id_: str, spec: Spec, bench: Bench) -> list[Piece]:
    span = spec.at("template")
    setting = bench.setting("book", span, lambda name: figure(bench, name, span))
    if setting is None:
        return []
    markdown = bench.templates.fill(spec.template, span, plan=bench.plan)
    strips = flow.strips_of(markdown, setting, MARGIN.w)
    high = max((strip.height for strip in strips), default=0.0)
    if high > MARGIN.h:
        message = f"a picture or a row of a table is {high:.0f} mm high, and a page takes {MARGIN.h:g} mm"
        bench.faults.error(span, "text-overflow", message, "make the picture smaller: ![](name.svg#40)")
    pages = flow.columns(strips, MARGIN.h)
    drawings = [draw(bench, spec.cover, SIZE, bench.kit_scope(), spec.at("cover"), title=id_)]
    for number, strips in enumerate(pages, start=2):
        items = [*flow.stacked(strips, MARGIN.x, MARGIN.y), *_foot(bench, number, span)]
        drawings.append(Drawing(f"{id_}-{number}", SIZE, tuple(items)))
    return [
        Piece(f"{id_}/{number}", id_, f"{spec.title}, page {number}", SIZE, drawing, stock=spec.stock, outlined=True)
        for number, drawing in enumerate(drawings, start=1)
    ]


def _foot(bench: Bench, number: int, span: Span) -> list[Item]:
    style = bench.style("page-number", span)
    if style is None:
        return []
    block = fit(bench.fonts, str(number), style, FOOT, span, bench.faults)
    return [Tag("Artifact", tuple(place(block, FOOT, style, bench.colour(style.colour, style.at("colour")))))]


def figure(bench: Bench, name: str, span: Span) -> Drawing | None:
    """A picture of the book: `card:ID` and `anatomy:ID` draw a card as it is printed, the latter with numbers
    beside its parts; any other name is a picture file."""
    scheme, _, id_ = name.rpartition(":")
    if not scheme:
        return bench.gallery.drawing(name, span)
    found = _card(bench, id_, span)
    if found is None:
        return None
    face, front = found
    return front if scheme == "card" else _anatomy(bench, face, front, span)


def _card(bench: Bench, id_: str, span: Span) -> tuple[str, Drawing] | None:
    """A card's face by name, and its front as its deck draws it; None where the deck itself is at fault."""
    for deck, cards in bench.kit.cards.items():
        spec = next(iter(printers(bench.kit, deck).values()), None)
        if id_ in cards and spec:
            card, measure = cards[id_], bench.facts.cards.get(spec.size)
            face = card.face or spec.face
            if measure is None or bench.face(face, spec.at("face")) is None:
                return None
            scope = {**bench.scope(deck, id_, card), "livery": spec.livery}
            return face, draw(bench, face, measure.extent, scope, span, title=f"figure-{id_}")
    bench.faults.error(span, "unknown-card", f"the rulebook shows a card {id_!r} that no deck has")
    return None


CALLOUT_ROOM = 11.0
CALLOUT_RADIUS = 2.6


def _anatomy(bench: Bench, face: str, card: Drawing, span: Span) -> Drawing:
    """The card with a numbered disc beside each part that has a callout, odd ones left, even ones right."""
    elements = elements_of(bench, face, bench.kit.facebook.faces[face])
    size = Size(card.size.w + 2 * CALLOUT_ROOM, card.size.h)
    pen = Stroke(bench.colour("ink", span), 0.25)
    items: list[Item] = [Use(card, Transform.move(CALLOUT_ROOM, 0))]
    for element in elements:
        if element.callout is not None:
            items.extend(_callout(bench, element, size, pen, span))
    return Drawing(f"anatomy-{card.name}", size, tuple(items))


def _callout(bench: Bench, element: Element, size: Size, pen: Stroke, span: Span) -> list[Item]:
    x, y, w, h = getattr(element, "box", (0.0, 0.0, 0.0, 0.0))
    middle = y + h / 2
    left = x + w / 2 < (size.w - 2 * CALLOUT_ROOM) / 2 or w > 40
    centre = CALLOUT_RADIUS if left else size.w - CALLOUT_RADIUS
    end = CALLOUT_ROOM + x - 0.6 if left else CALLOUT_ROOM + x + w + 0.6
    start = centre + CALLOUT_RADIUS if left else centre - CALLOUT_RADIUS
    disc = Path(ellipse(centre, middle, CALLOUT_RADIUS, CALLOUT_RADIUS), "#ffffff", pen)
    style = bench.style("book-head", span)
    if style is None:
        return []
    number = str(element.callout)
    width = bench.fonts.width(number, style.font, style.size)
    cap = bench.fonts.cap_height(style.font, style.size)
    label = Text(centre - width / 2, middle + cap / 2, number, style.font, style.size, pen.colour)
    return [line(start, middle, end, middle, pen), disc, label]
