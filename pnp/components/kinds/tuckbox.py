"""A tuck box sized for decks of cards: one net to cut, fold and glue.

From the left: a glue flap, the front, a side, the back, the other side. The lid is joined to the back, dust flaps are
above and below the sides, and the front's bottom, which has the title, is glued over the back's. The front has a notch
for the thumb. Lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin
from pathlib import PurePath
from typing import Annotated, NamedTuple

from pnp.components.context import RenderContext, typeset
from pnp.components.faces import draw
from pnp.components.kinds import deck
from pnp.components.knife import CUT, knife_lines
from pnp.diagnostics import Span, did_you_mean
from pnp.graphics import Drawing, Group, Item, Path, Piece, Rect, Size, Tag, Transform
from pnp.graphics.drawing import Segment, Text, bleeding, mapped, polygon, rectangle
from pnp.graphics.geometry import placed_inside
from pnp.kit import Component
from pnp.kit.annotations import CARD_COMPONENTS, COLOUR_OR_NONE, FaceName, NameOf
from pnp.kit.schema import Length, Name, Paint

SHEETS, SCHEME, GAP = "pieces", "nest", 8.0

ROOM = 1.5
"""How much wider and higher than the cards the box is."""
SLACK = 1.0
"""How much deeper than the stack of cards the box is."""
FLAP = 11.0
TUCK = 14.0
LEAST_DEPTH = 6.0
NOTCH = 8.0
"""The radius of the notch for the thumb."""


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """A box for decks of cards."""

    decks: tuple[Annotated[Name, NameOf(CARD_COMPONENTS)], ...]
    """The components whose cards go into the box."""
    face: FaceName
    """The face of its large front, drawn at the cards' size; one with a `size` of its own is scaled to fit."""
    back: FaceName
    """The face of its large back, in the same way."""
    colour: Annotated[Paint, COLOUR_OR_NONE] = "none"
    """The colour of its sides and its lid, on which the title is white; `none` leaves them white."""
    side: FaceName | None = None
    """A face for both sides, upright, in place of the title: as large as its `size` lets it be, in the middle."""
    other: FaceName | None = None
    """The face of the second side; left out, both sides have the face `side`."""
    lid: FaceName | None = None
    """The same as `side` for the lid and the bottom."""
    extra: Length = 0.0
    """How much deeper than its cards need the box is, for standees, markers and other pieces, in mm."""


class _Box(NamedTuple):
    """Inner width, height and depth, and the cards' own size."""

    w: float
    h: float
    d: float
    card: Size

    @property
    def columns(self) -> tuple[float, float, float, float, float]:
        """The left edges of front, side, back and other side, and the right end."""
        edges = [FLAP]
        for width in (self.w, self.d, self.w, self.d):
            edges.append(edges[-1] + width)
        front, side, back, other, end = edges
        return front, side, back, other, end

    @property
    def top(self) -> float:
        """The y position of the top of the sides, below the lid."""
        return self.d + TUCK

    @property
    def dust(self) -> float:
        """The height of the dust flaps."""
        return min(self.d, 0.45 * self.w)

    @property
    def size(self) -> Size:
        return Size(self.columns[-1], self.top + self.h + self.d)


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    box = _box(spec, context)
    if box is None:
        return []
    items = tuple(_net(spec, box, context))
    face = context.kit.facebook.faces.get(spec.face)
    past = context.past_cut if spec.colour != "none" or (face and face.bleeds) else 0.0
    drawing = Drawing(id_, box.size, items, past, overhang=CUT.width / 2)
    w, h, d = (f"{side:.0f}" for side in (box.w, box.h, box.d))
    title = context.say("box_title", title=spec.title, w=w, h=h, d=d)
    return [Piece(f"{id_}/box", id_, title, box.size, drawing, stock=spec.stock, outlined=True)]


def _box(spec: Spec, context: RenderContext) -> _Box | None:
    """The box for all cards of its decks; None after errors."""
    decks = {id_: s for id_, s in context.kit.components.items() if isinstance(s, deck.Spec)}
    thick, sizes = 0.0, []
    for index, name in enumerate(spec.decks):
        if name not in decks:
            folder = str(PurePath(spec.at("decks", index).file).parent)
            if folder in context.kit.spoken and folder != str(context.kit.folder):
                continue  # a deck of the base that this kit removes
            hint = did_you_mean(name, decks)
            context.diagnostics.error(
                spec.at("decks", index), "unknown-deck", f"there is no deck {name!r} to put into the box", hint
            )
            continue
        mine = context.kit.totals.get(deck.deck_of(name, decks[name]), 0)
        layers = 2 if context.folded and decks[name].back else 1
        thick += mine * decks[name].copies * layers * context.facts.thickness[decks[name].stock]
        measure = context.facts.cards.get(decks[name].size)
        sizes += [measure.extent] if measure else []
    if not sizes:
        return None
    card = Size(max(size.w for size in sizes), max(size.h for size in sizes))
    return _Box(card.w + ROOM, card.h + ROOM, max(LEAST_DEPTH, thick + SLACK + spec.extra), card)


def _net(spec: Spec, box: _Box, context: RenderContext) -> Iterator[Item]:
    front, side, back, other, _ = box.columns
    top, far = box.top, box.top + box.h
    colour = None if spec.colour == "none" else context.colour(spec.colour, spec.at("colour"))
    yield from _coloured(box, colour, context.past_cut) if colour else ()
    yield from _large_side(spec.face, front, box, context, spec.at("face"), context.past_cut, colour)
    yield from _large_side(spec.back, back, box, context, spec.at("back"), 0.0, colour)
    pen = context.colour("paper", spec.at("colour")) if colour else None
    lid = Rect(back, top - box.d, box.w, box.d)
    for x, key in ((side, "side"), (other, "other" if spec.other else "side")):
        area, face = Rect(x, top, box.d, box.h), getattr(spec, key)
        if face:
            yield _fitted(face, area, context, spec.at(key))
        else:
            yield from _upright(context, "box-spine", context.kit.title, area, spec.at("title"), pen)
    for area in (lid, Rect(front, far, box.w, box.d)):
        if spec.lid:
            yield _fitted(spec.lid, area, context, spec.at("lid"))
        else:
            yield Group(tuple(typeset(context, "box-lid", context.kit.title, area.inset(1.0), spec.at("title"), pen)))
    yield from _notes(context, spec, box)
    upright = [(x, top, x, far) for x in (front, side, back, other)]
    level = [(side, top, back), (back, top, other), (other, top, box.size.w), (front, far, box.size.w)]
    folds = [*upright, *((x, y, end, y) for x, y, end in (*level, (back, lid.y, other)))]
    if colour and not context.for_shop:
        thumb, coloured, bare = _parts(box)
        yield Path(thumb, stroke=CUT._replace(colour="#ffffff", width=3 * CUT.width))
        yield from knife_lines(context, [coloured], folds[1:], colour, bare=[(*thumb, *bare)])
        yield from knife_lines(context, [], folds[:1])  # between the art of the front and bare paper
    else:
        yield from knife_lines(context, [polygon(*_outline(box))], folds)


def _large_side(
    name: str, x: float, box: _Box, context: RenderContext, span: Span, past: float, colour: str | None
) -> Iterator[Item]:
    """The front or the back, from x. A face with a size of its own is on the colour of the box."""
    panel, face = Rect(x, box.top, box.w, box.h), context.face(name, span)
    if not (face and face.size):
        yield from _panel(name, panel, box, context, span, past)
        return
    if colour:
        yield Path(rectangle(panel), colour)
    yield _fitted(name, panel, context, span)


def _parts(box: _Box) -> tuple[tuple[Segment, ...], tuple[Segment, ...], tuple[Segment, ...]]:
    """The cut line in parts: along the upper edge of the front, whose art may be light or dark; along the edges of the
    colour; and along those of the flaps that are glued inside, which are bare paper."""
    front, side, _, _, end = box.columns
    outline = _outline(box)
    top, far = box.top, box.top + box.h
    corners = [0, *(outline.index(corner) for corner in ((side, top), (end, far), (side, far), (front, far)))]
    outline.append(outline[0])
    lines = [outline[first : last + 1] for first, last in pairwise([*corners, len(outline) - 1])]
    thumb, upper, inside, bottom, flap = (polygon(*points)[:-1] for points in lines)
    return thumb, (*upper, *bottom), (*inside, *flap)


def _coloured(box: _Box, colour: str, past: float) -> Iterator[Item]:
    """The colour of the sides, the lid, the outer bottom and the dust flaps above, and beneath it `past` mm more."""
    for reach in (past, 0.0):
        areas = [Path(shape, colour) for shape in _areas(box, reach)]
        yield from bleeding(areas) if reach else areas


def _areas(box: _Box, past: float) -> Iterator[tuple[Segment, ...]]:
    """The coloured areas, `past` mm over their cut edges."""
    front, side, back, other, _end = box.columns
    top, far, lid = box.top, box.top + box.h, box.top - box.d
    deep = far + box.d + past
    yield polygon((front, far), (front + 1 - past, deep), (side - 1 + past, deep), (side, far))
    for x in (side, other):
        right = past if x == other else 0.0
        yield rectangle(Rect(x, top, box.d + right, box.h + past))
        dust = top - box.dust - past
        yield polygon((x, top), (x + 1 - past, dust), (x + box.d - 1 + past, dust), (x + box.d + right, top))
    left, right = back - past, other + past
    tuck = ((left, lid), (left + 2, lid - TUCK + 4), (left + 7, lid - TUCK - past))
    yield polygon((left, top), *tuck, *((left + right - x, y) for x, y in tuck[::-1]), (right, top))


def _panel(face: str, panel: Rect, box: _Box, context: RenderContext, span: Span, past: float = 0.0) -> Iterator[Item]:
    """A face centred on a large side, and beneath it the same with `past` mm over the cut line above it."""
    drawing = draw(context, face, box.card, context.kit_scope(), span, title="box")
    x, y = panel.x + (panel.w - box.card.w) / 2, panel.y + (panel.h - box.card.h) / 2
    at = Transform.move(x, y)
    if past:
        wider = Rect(panel.x, panel.y - past, panel.w, panel.h + past)
        art = Group(mapped(drawing.items, _without_words), at)
        yield from bleeding([Group((art,), clip=polygon(*_corners(wider)))])
    placed = Group(drawing.items, at)  # not a use of it, so that its words are read by the checks
    yield Group((placed,), clip=polygon(*_corners(panel)))


def _fitted(face: str, panel: Rect, context: RenderContext, span: Span) -> Group:
    """A face as large as fits into a small panel, in the middle of it; without a `size` it is drawn at the panel's."""
    found = context.face(face, span)
    size = Size(*found.size) if found and found.size else Size(panel.w, panel.h)
    drawing = draw(context, face, size, context.kit_scope(), span, title="box")
    placed = Group(drawing.items, placed_inside(size, panel))
    return Group((placed,), clip=polygon(*_corners(panel)))


def _without_words(item: Item) -> tuple[Item, ...]:
    """What is drawn, without texts and tags, which would be read twice."""
    if isinstance(item, Tag):
        return item.items
    return () if isinstance(item, Text) else (item,)


def _corners(box: Rect) -> tuple[tuple[float, float], ...]:
    return (box.x, box.y), (box.right, box.y), (box.right, box.far), (box.x, box.far)


def _notes(context: RenderContext, spec: Spec, box: _Box) -> Iterator[Item]:
    """The labels for gluing."""
    back, far = box.columns[2], box.top + box.h
    flap = Rect(0, box.top + 9, FLAP, box.h - 18)
    yield from _upright(context, "box-note", context.say("box_glue_side"), flap, spec.at("title"))
    words, inner = context.say("box_glue_bottom"), Rect(back + 2, far, box.w - 4, box.d)
    yield Group(tuple(typeset(context, "box-note", words, inner, spec.at("title"))))


def _upright(
    context: RenderContext, style: str, words: str, box: Rect, span: Span, pen: str | None = None
) -> Iterator[Item]:
    """Text rotated to be read from the right, as on a book's spine, in the colour `pen` or that of the style."""
    lying = Rect(0, 0, box.h, box.w)
    texts = tuple(typeset(context, style, words, lying.inset(1.0), span, pen))
    yield Group(texts, Transform(0, -1, 1, 0, box.x, box.far))


def _notch(box: _Box) -> Iterator[tuple[float, float]]:
    """The notch in the upper edge of the front, from the left."""
    middle = box.columns[0] + box.w / 2
    for step in range(17):
        angle = pi * step / 16
        yield middle - NOTCH * cos(angle), box.top + NOTCH * sin(angle)


def _outline(box: _Box) -> list[tuple[float, float]]:
    """The cut line, clockwise from the front's top left corner."""
    front, side, back, other, end = box.columns
    top, far, deep = box.top, box.top + box.h, box.d
    dust, lid = box.dust, top - deep
    return [
        (front, top),
        *_notch(box),
        (side, top),
        *((side + 1, top - dust), (back - 1, top - dust), (back, top)),
        *((back, lid), (back + 2, lid - TUCK + 4), (back + 7, lid - TUCK)),
        *((other - 7, lid - TUCK), (other - 2, lid - TUCK + 4), (other, lid), (other, top)),
        *((other + 1, top - dust), (end - 1, top - dust), (end, top)),
        *((end, far), (end - 1, far + dust), (other + 1, far + dust), (other, far)),
        *((other - 1, far + deep), (back + 1, far + deep), (back, far)),
        *((back - 1, far + dust), (side + 1, far + dust), (side, far)),
        *((side - 1, far + deep), (front + 1, far + deep), (front, far)),
        *((0, far - 7), (0, top + 7)),
    ]
