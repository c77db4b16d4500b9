"""A deck of cards: one piece per card, with the card's number of copies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pnp.components import sharing, sides
from pnp.components.context import RenderContext, Scope, filled, parts_of, place_of
from pnp.components.faces import depends_on_card, draw, fields_of, named_pictures
from pnp.components.revision import with_mark
from pnp.diagnostics import Span, did_you_mean
from pnp.graphics import Drawing, Group, Piece, Rect, Transform
from pnp.graphics.contour import outline
from pnp.graphics.drawing import RECTANGLE
from pnp.kit import Card, Component, Kit
from pnp.kit.annotations import DECK, CardName, FaceChoice, SizeName
from pnp.kit.schema import Name
from pnp.kit.sizes import CardSize, unknown_size

SHEETS, SCHEME, GAP = "cards", "grid", 0.0
MOST_COPIES = 12_000
"""How many copies of a deck's cards may be drawn by themselves, besides the first ones."""


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """Cards of one size. Several components may print the same deck, each in a colourway (`colourway`) of its own."""

    size: SizeName
    """A card size of `papers.yaml` or of `sizes` in `kit.yaml`, also with `-landscape`; or measures: `70x120mm`."""
    face: FaceChoice
    """The face of cards that name none of their own. It may have fields of the card: `"{asides.type}"`."""
    back: FaceChoice | None = None
    """The face of the backs of cards that name none of their own; it may have fields too: `"back-{asides.type}"`."""
    cards: Annotated[Name, DECK] | None = None
    """The deck of `cards.yaml`; left out, the deck with the component's own name."""
    colourway: Name | None = None
    """The colourway in which this component prints the deck; faces can use it as `{colourway}`."""
    fill_with: CardName | None = None
    """A card whose copies fill the places left, first behind the cards that have its back, then on the last sheet."""


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    measure = context.facts.cards.get(spec.size)
    if measure is None:
        context.diagnostics.error(spec.at("size"), "unknown-size", *unknown_size(spec.size, context.facts.cards))
        return []
    deck = deck_of(id_, spec)
    cards = context.kit.cards.get(deck)
    if not cards:
        span = spec.at("cards") if spec.cards else spec.origin.key_span
        hints = (did_you_mean(deck, context.kit.cards), f"without them, kit.yaml: 'components: {{{id_}: null}}'")
        context.diagnostics.error(span, "no-cards", f"cards.yaml has no cards for the deck {deck!r}", *hints)
        return []
    if spec.fill_with and spec.fill_with not in cards and _is_own(spec.at("fill_with"), context):
        hint = did_you_mean(spec.fill_with, cards)
        context.diagnostics.error(
            spec.at("fill_with"), "unknown-card", f"this deck has no card {spec.fill_with!r}", hint
        )
    if not _can_choose(spec, context):
        return []
    return _limited(sharing.drawn(partial(_of_id, id_, spec), list(cards), context, MOST_COPIES), spec, context)


def _is_own(span: Span, context: RenderContext) -> bool:
    """Whether a place is in the kit's own files. An edition may remove a card that its base names."""
    return Path(span.file).parent == context.kit.folder


def deck_of(id_: str, spec: Spec) -> str:
    """The deck of cards.yaml that a component prints."""
    return spec.cards or id_


def printers(kit: Kit, deck: str) -> dict[str, Spec]:
    """The components that print a deck, one for each of its colourways."""
    specs = ((id_, spec) for id_, spec in kit.components.items() if isinstance(spec, Spec))
    return {id_: spec for id_, spec in specs if deck_of(id_, spec) == deck}


def pictures(context: RenderContext, card: str) -> list[tuple[str, Span]]:
    """The names of the pictures on a card's sides, and where each is named."""
    spans: dict[str, Span] = {}
    for id_, spec in context.kit.components.items():
        cards = context.kit.cards.get(deck_of(id_, spec), {}) if isinstance(spec, Spec) else {}
        if not isinstance(spec, Spec) or card not in cards:
            continue
        scope = {**context.scope(deck_of(id_, spec), card, cards[card]), "colourway": spec.colourway, "copy": 1}
        for face in sides.of_card(context.kit, deck_of(id_, spec), spec, card):
            for name, span in named_pictures(context, face, scope) if face else ():
                spans.setdefault(name, span)
    return list(spans.items())


def pieces_of_card(id_: str, card: str, context: RenderContext) -> list[Piece]:
    """The pieces of one card as `pieces` draws them; none for a card that the component does not print."""
    spec = context.kit.components[id_]
    cards = context.kit.cards.get(deck_of(id_, spec), {}) if isinstance(spec, Spec) else {}
    return list(_of_id(id_, spec, card, context)) if isinstance(spec, Spec) and card in cards else []


def _of_id(id_: str, spec: Spec, card: str, context: RenderContext) -> Iterator[Piece]:
    return _of_card(_DeckCard(id_, card, context.kit.cards[deck_of(id_, spec)][card], spec), context)


def _limited(drawn: Iterable[Piece], spec: Spec, context: RenderContext) -> list[Piece]:
    """The pieces, with an error after `MOST_COPIES` copies that are drawn by themselves."""
    found, copies = list[Piece](), 0
    for piece in drawn:
        copies += piece.number > 1
        if copies > MOST_COPIES:
            message = f"'copy' makes more than {MOST_COPIES:,} pieces of this deck"
            context.diagnostics.error(spec.at("face"), "too-many-pieces", message, "leave 'copy' out, or lower counts")
            break
        found.append(piece)
    return found


class _DeckCard(NamedTuple):
    """A card as a component prints it."""

    component: str
    id: str
    card: Card
    spec: Spec


def _can_choose(spec: Spec, context: RenderContext) -> bool:
    """Whether the fields in the names of faces can choose faces; others are reported."""
    before = context.diagnostics.noted
    for key, text in (("face", spec.face), ("back", spec.back)):
        for path in sides.cannot_choose(text or ""):
            hint = f"these can: {', '.join(sides.CHOOSING)}"
            context.diagnostics.error(spec.at(key), "unknown-field", f"{path!r} cannot choose a face", hint)
    return context.diagnostics.noted == before


def _of_card(one: _DeckCard, context: RenderContext) -> Iterator[Piece]:
    """The piece of a card; if its copies differ, one for each of them."""
    spec, card, deck = one.spec, one.card, deck_of(one.component, one.spec)
    scope = {**context.scope(deck, one.id, card), "colourway": spec.colourway}
    face, back = _side("face", one, scope, context), _side("back", one, scope, context)
    names = [name for name, _ in (face, back) if name]
    if not any("copy" in fields_of(context, name) for name in names):
        yield _piece(one, face, back, scope, context)
        return
    if one.id == spec.fill_with:
        message = f"the copies of {card.name!r} are numbered by 'copy', so it cannot fill up sheets"
        context.diagnostics.error(spec.at("fill_with"), "unknown-card", message, "choose a card with another face")
    for number in range(1, max(1, card.count) + 1):
        yield _piece(one, face, back, {**scope, "copy": number}, context)


_Side = tuple[str | None, Span]
"""The name of a face, and where it is written."""


def _side(key: Literal["face", "back"], one: _DeckCard, scope: Scope, context: RenderContext) -> _Side:
    """The face or the back of a card. A name with fields of the card is written where the last of these is."""
    named: str | None = getattr(one.card, key)
    if named:
        return named, one.card.at(key)
    text, span = getattr(one.spec, key), one.spec.at(key)
    if not text or "{" not in text:
        return text, span
    with context.diagnostics.drawing(place_of(scope)):
        named = filled(context, text, scope, span)
    parts = parts_of(scope, text)
    return named, parts[-1].span if parts else one.card.origin.key_span


def _piece(one: _DeckCard, face: _Side, back: _Side, scope: Scope, context: RenderContext) -> Piece:
    spec, card, number = one.spec, one.card, scope.get("copy", 0)
    size, suffix = context.facts.cards[spec.size], f"-{number}" if number else ""
    title = f"{spec.colourway}-{one.id}{suffix}" if spec.colourway or number else ""
    front = card_face(context, face[0] or "", size, scope, face[1], title=title)
    return Piece(
        f"{one.component}/{one.id}{suffix}",
        one.component,
        card.name,
        size.extent,
        with_mark(context, front, face[0] or "", size.shape, scope, card.at("revised")),
        _back(one, back, size, context, scope),
        stock=spec.stock,
        copies=min(1, card.count) if number else card.count,
        filler=one.id == spec.fill_with and not number,
        shape=size.shape,
        radius=context.facts.corner if size.corners is None else size.corners,
        number=number,
    )


def card_face(
    context: RenderContext,
    face: str,
    size: CardSize,
    scope: Scope,
    span: Span,
    title: str = "",
    *,
    is_shared: bool = False,
) -> Drawing:
    """A face of a card, as `draw` draws it. That of a card of another shape ends at the bleed around its outline."""
    share = context.scale_of(size.extent)
    drawing = draw(context, face, size.extent.scaled(1 / share), scope, span, title, is_shared=is_shared)
    if share < 1:
        drawing = _scaled(drawing, share)
    if size.shape == RECTANGLE:
        return drawing
    clip = outline(size.shape, Rect(0, 0, *size.extent), by=drawing.bleed)
    return replace(drawing, items=(Group(drawing.items, clip=clip),))


def _scaled(drawing: Drawing, share: float) -> Drawing:
    items = (Group(drawing.items, Transform.scale(share)),)
    bleed, overhang = share * drawing.bleed, share * drawing.overhang
    return replace(drawing, size=drawing.size.scaled(share), items=items, bleed=bleed, overhang=overhang)


def _back(one: _DeckCard, back: _Side, size: CardSize, context: RenderContext, scope: Scope) -> Drawing | None:
    """The card's back, memoised because cards share it; one with fields of the card is drawn for each card."""
    (face, span), colourway = back, one.spec.colourway or ""
    if face is None:
        return None
    key = (face, size, colourway)  # the size as a whole: shapes may have the same measures
    if key in context.memos.backs:
        return context.memos.backs[key]
    is_own = depends_on_card(context, face)
    title = f"{one.id}-{scope['copy']}-back" if "copy" in scope else f"{one.id}-back" if is_own else "back"
    drawing = card_face(context, face, size, scope, span, title=title, is_shared=not is_own)
    if is_own:
        key = (face, size, f"{colourway} {context.fingerprints.side(drawing)}")
    return context.memos.backs.setdefault(key, drawing)
