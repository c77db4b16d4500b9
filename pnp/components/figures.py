"""Pictures of a rulebook that are made from the kit itself: cards, boards, and scenes of play.

A scene is a face with a size of its own. It is filled with a worked example of examples.yaml, whose values the engine
has proved, and for an example of the form `play` with what each seat sees after each of its moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pnp.components.context import RenderContext
from pnp.components.faces import draw, elements_of
from pnp.components.kinds import mat, track
from pnp.components.kinds.deck import card_face, printers
from pnp.components.shapes import upright
from pnp.components.sides import of_card
from pnp.diagnostics import Span, did_you_mean
from pnp.graphics import Drawing, Item, Path, Rect, Size, Stroke, Transform
from pnp.graphics.drawing import Text, Use, ellipse, line


def figure(context: RenderContext, name: str, span: Span) -> Drawing | None:
    """A picture of the book.

    `card:ID` is a card, `card:ID@FACE` a card in another face, `anatomy:ID` and `anatomy:ID@FACE` the same with numbers
    beside its parts, `board:ID` a mat. `play:ID@FACE` is a scene of an example, `play:ID.3@FACE` the scene after its
    third move. Any other name is a picture file; `name.svg@red` is one with red as `currentColor`.
    """
    with context.collector.figure(name) as around:
        if name not in around:
            return _figure(context, name, span)
    message = f"the picture {name!r} shows itself"
    context.diagnostics.error(span, "bad-picture", message, f"by {' and '.join(around)}")
    return None


def _figure(context: RenderContext, name: str, span: Span) -> Drawing | None:
    scheme, _, rest = name.rpartition(":")
    id_, _, face = rest.partition("@")
    if scheme == "board":
        return _board(context, id_, span)
    if scheme == "play":
        return _scene(context, id_, face, span)
    if scheme in ("card", "anatomy") and face:
        drawn = _card_in(context, id_, face, span)
        return _anatomy(context, face, drawn, span) if drawn and scheme == "anatomy" else drawn
    if scheme in ("card", "anatomy"):
        card = _card(context, id_, span)
        return (card[1] if scheme == "card" else _anatomy(context, *card, span)) if card else None
    return context.gallery.drawing(id_, span, context.colour(face or "ink", span))


def _size(context: RenderContext, face: str, span: Span) -> Size | None:
    """The size of a face that is shown as a picture. Reports a face that is not there or has none."""
    found = context.face(face, span)
    if found and found.size is None:
        message = f"the face {face!r} is shown as a picture, but has no size"
        context.diagnostics.error(span, "missing-key", message, "add its width and height: 'size: [60, 40]'")
    return Size(*found.size) if found and found.size else None


def _scene(context: RenderContext, name: str, face: str, span: Span) -> Drawing | None:
    """A face filled with an example, as it is after one of its moves or before the first."""
    id_, _, number = name.partition(".")
    context.collector.shown_examples.add(id_)
    examples = context.kit.examples.plain()
    example = examples.get(id_) if isinstance(examples, Mapping) else None
    if not isinstance(example, Mapping):
        hint = did_you_mean(id_, examples or ())
        context.diagnostics.error(span, "unknown-id", f"examples.yaml has no example {id_!r}", hint)
        return None
    size = _size(context, face, span)
    step = _step(context, id_, example, number, span) if size else None
    if size is None or step is None:
        return None
    scope = {**context.kit_scope(), "given": {}, "moves": [], "then": {}, **example, **step}
    return draw(context, face, size, scope, span, title=f"play-{name}")


def _step(
    context: RenderContext, id_: str, example: Mapping[str, Any], number: str, span: Span
) -> Mapping[str, Any] | None:
    """The step of an example of the form `play`, the last one if none is named; nothing for other forms.

    None, without an error, for an example that cannot be played, which a check reports.
    """
    steps = context.replay(example)
    if example.get("form") == "play" and not steps:
        if context.kit.engine is None:
            message = f"the example {id_} cannot be played, because the kit has no engine"
            context.diagnostics.error(span, "unknown-engine", message)
        return None
    last = len(steps) - 1
    if not number:
        return steps[-1] if steps else {}
    if number.isdecimal() and int(number) <= last:
        return steps[int(number)]
    message = f"the example {id_} has no step {number!r}"
    hint = f"0 is before its first move, {last} after the last" if steps else "only examples of the form 'play' have"
    context.diagnostics.error(span, "unknown-id", message, hint)
    return None


def _card_in(context: RenderContext, id_: str, face: str, span: Span) -> Drawing | None:
    """A card in a face with a size of its own."""
    deck = next((deck for deck, cards in context.kit.cards.items() if id_ in cards), None)
    if deck is None:
        every = [id_ for cards in context.kit.cards.values() for id_ in cards]
        context.diagnostics.error(span, "unknown-card", f"there is no card {id_!r}", did_you_mean(id_, every))
        return None
    size = _size(context, face, span)
    if size is None:
        return None
    scope = context.scope(deck, id_, context.kit.cards[deck][id_])
    drawing = draw(context, face, size, scope, span, title=f"figure-{id_}")
    return replace(drawing, full=_full(context, deck, size))


def _full(context: RenderContext, deck: str, size: Size) -> float:
    """How many times as large a piece is as a picture with its proportions, of a card or of a mat or track. 0 if there
    is none."""
    cards = [context.facts.cards.get(spec.size) for spec in printers(context.kit, deck).values()]
    boards = [spec.size for spec in context.kit.components.values() if isinstance(spec, mat.Spec | track.Spec)]
    alike = [*((card.size, ALIKE[0]) for card in cards if card), *((board, ALIKE[1]) for board in boards)]
    for (w, h), most in alike:
        if abs(w / h * size.h / size.w - 1) <= most and size.h <= h:
            return h / size.h
    return 0.0


def _board(context: RenderContext, id_: str, span: Span) -> Drawing | None:
    """The front of a mat."""
    boards = {name: spec for name, spec in context.kit.components.items() if isinstance(spec, mat.Spec)}
    if id_ not in boards:
        message = f"the rulebook shows the board {id_!r}, but there is no such mat"
        context.diagnostics.error(span, "unknown-id", message, did_you_mean(id_, boards))
        return None
    board = boards[id_]
    return draw(context, board.face, Size(*board.size), context.kit_scope(), board.at("face"), title=f"figure-{id_}")


def _card(context: RenderContext, id_: str, span: Span) -> tuple[str, Drawing] | None:
    """The name of a card's face, and its front; None if the deck itself has errors."""
    for deck, cards in context.kit.cards.items():
        spec = next(iter(printers(context.kit, deck).values()), None)
        if id_ in cards and spec:
            card, measure = cards[id_], context.facts.cards.get(spec.size)
            face = of_card(context.kit, deck, spec, id_).face
            if measure is None or context.face(face, spec.at("face")) is None:
                return None
            scope = {**context.scope(deck, id_, card), "colourway": spec.colourway, "copy": 1}
            return face, card_face(context, face, measure, scope, span, title=f"figure-{id_}")
    context.diagnostics.error(span, "unknown-card", f"the rulebook shows the card {id_!r}, which is in no printed deck")
    return None


ALIKE = (0.08, 0.01)
"""By how much the proportions of a picture may differ from those of the card, and of the board, that it shows."""
CALLOUT_ROOM = 11.0
CALLOUT_RADIUS = 2.6


def _anatomy(context: RenderContext, face: str, card: Drawing, span: Span) -> Drawing:
    """The card with a numbered disc for each part that has a callout, on the nearer side of the card."""
    elements = elements_of(context, face, context.kit.facebook.faces[face])
    size = Size(card.size.w + 2 * CALLOUT_ROOM, card.size.h)
    pen = Stroke(context.colour("ink", span), 0.25)
    items: list[Item] = [Use(card, Transform.move(CALLOUT_ROOM, 0))]
    lefts: list[float] = []
    for element in elements:
        if element.callout is not None:
            box = upright(element) or Rect(0, 0, 0, 0)
            left = _at_left(box, card.size.w, lefts)
            if left:
                lefts.append(box.y + box.h / 2)
            items.extend(_callout(context, element.callout, box, size, pen, span, left=left))
    return Drawing(f"anatomy-{card.name}", size, tuple(items))


def _at_left(box: Rect, width: float, lefts: list[float]) -> bool:
    """Whether a part's disc is on the left. For a part across the card it is, if no other disc is in the way."""
    off = box.x + box.w / 2 - width / 2
    if abs(off) > 0.01 or box.w < width / 2:
        return off < -0.01
    return all(abs(box.y + box.h / 2 - y) > 2 * CALLOUT_RADIUS for y in lefts)


def _callout(
    context: RenderContext, text: int, box: Rect, size: Size, pen: Stroke, span: Span, *, left: bool
) -> list[Item]:
    x, middle = box.x, box.y + box.h / 2
    centre = CALLOUT_RADIUS if left else size.w - CALLOUT_RADIUS
    end = CALLOUT_ROOM + x - 0.6 if left else CALLOUT_ROOM + x + box.w + 0.6
    start = centre + CALLOUT_RADIUS if left else centre - CALLOUT_RADIUS
    disc = Path(ellipse(centre, middle, CALLOUT_RADIUS, CALLOUT_RADIUS), "#ffffff", pen)
    style = context.style("book-head", span)
    if style is None:
        return []
    number = str(text)
    width = context.fonts.width(number, style.font, style.size)
    cap = context.fonts.cap_height(style.font, style.size)
    label = Text(centre - width / 2, middle + cap / 2, number, style.font, style.size, pen.colour)
    return [line(start, middle, end, middle, pen), disc, label]
