"""A text with too little contrast to its background.

Players read cards in poor light, with colour blindness, and from prints in grey. The limits are those of WCAG 2: a
contrast of 4.5:1, or 3:1 for text of at least 18 pt, or 14 pt in bold. Both colours are taken from the finished
drawing, for every card.

PASS: faces.yaml: `size: 7, colour: soft` -> `size: 7, colour: ink`
PASS: faces.yaml: `style: card-effect, colour: "{badge.tint}"` -> `style: card-effect, colour: purple`
FAIL: faces.yaml: `leading: 0.95, colour: paper` -> `leading: 0.95, colour: soft`
FAIL: faces.yaml: `style: card-effect, colour: "{badge.tint}"` -> `style: card-effect, colour: sand`
FAIL: faces.yaml: `size: 7, colour: soft` -> `size: 7, colour: pale`
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import floor
from typing import NamedTuple

from pnp.checks import CheckContext, diagnostic
from pnp.components.elements import text as text_element
from pnp.components.faces import elements_of
from pnp.diagnostics import CardPlace, Diagnostic, Span
from pnp.graphics import Drawing, Item, Tag, Transform
from pnp.graphics import colour as colour_math
from pnp.graphics.compositing import Ground, ItemView
from pnp.graphics.drawing import Holder, Text, descend, is_own
from pnp.text import Fonts, edges

TASTE = True

SMALL, LARGE = 4.5, 3.0
LARGE_SIZE, LARGE_BOLD_SIZE = 18.0, 14.0
BOLD = {"bold", "bold-italic"}
MIDDLE, ALONG = (0.5,), (0.1, 0.3, 0.5, 0.7, 0.9)
"""Where a text's background is sampled, over plain colour and over a picture: shares of its width."""


class _Hard(NamedTuple):
    """A text that is hard to read: its contrast, the kind of vision, the minimum, and its colours."""

    ratio: float
    vision: str
    least: float
    text: str
    colour: str
    behind: tuple[str, ...]
    origin: Span | None


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for the lowest contrast of every text that is hard to read, for each card that has it."""
    is_black_for_unknown = any(one.code == "unknown-colour" for one in context.render.diagnostics)
    spans = _spans(context)
    worst: dict[tuple[Span, CardPlace], _Hard] = {}
    grounds: dict[Drawing, Ground] = {}
    for piece, drawing in context.drawings():
        component = context.render.kit.components[piece.component]
        card = context.card_of(piece) if drawing is piece.front else CardPlace()
        for hard in _hard(context.render.fonts, drawing, Ground(grounds)):
            is_follower = is_black_for_unknown and "#000000" in (hard.colour, *hard.behind)
            if is_follower or context.overflows(hard.origin, card.id):
                continue
            owner = spans.get(hard.origin) if hard.origin else None
            span = owner.span if owner and owner.colour in ("", hard.colour) else hard.origin
            span = span or component.origin.key_span
            worst[span, card] = min(worst.get((span, card), hard), hard, key=lambda one: one.ratio)
    for (span, card), hard in worst.items():
        hint = "make the darker colour darker, or the lighter one lighter"
        yield diagnostic(__name__, span, _message(hard), hint, card=card)


def _message(hard: _Hard) -> str:
    ratio = floor(100 * hard.ratio) / 100  # rounded down: it must not look like the limit
    return (
        f"{hard.text!r}, {hard.colour} on {', '.join(hard.behind)}, has a contrast of {ratio:.2f}:1 in {hard.vision}, "
        f"below the minimum {hard.least:g}:1"
    )


def _hard(fonts: Fonts, drawing: Drawing, ground: Ground) -> Iterator[_Hard]:
    """The texts of a drawing that are hard to read."""
    for text, origin, behind in _runs(fonts, ground, drawing.items):
        large = text.size >= (LARGE_BOLD_SIZE if text.font in BOLD else LARGE_SIZE)
        least = LARGE if large else SMALL
        ratio, vision = min(_seen(colour_math.blended(text.colour, under, text.alpha), under) for under in behind)
        if ratio < least:
            yield _Hard(ratio, vision, least, text.text, text.colour, tuple(sorted(behind)), origin)


@lru_cache(maxsize=4096)
def _seen(colour: str, behind: str) -> tuple[float, str]:
    """The lowest contrast of two colours for any kind of vision, and that kind."""
    ratios = {
        vision: colour_math.contrast(colour_math.seen(colour, vision), colour_math.seen(behind, vision))
        for vision in colour_math.SIGHTS
    }
    vision = min(ratios, key=lambda vision: ratios[vision])
    return ratios[vision], vision


class _Owner(NamedTuple):
    """Where the colour of a whole text is set, and the colour, if it is that of a style. Words may have others."""

    span: Span
    colour: str = ""


def _spans(context: CheckContext) -> dict[Span, _Owner]:
    """Where the colours of a face's texts are set, by the places of the texts."""
    found = {}
    styles = context.render.kit.facebook.styles
    for name, face in context.render.kit.facebook.faces.items():
        for element in elements_of(context.render, name, face):
            if isinstance(element, text_element.Spec):
                style = styles.get(element.style)
                if element.colour or style is None:
                    found[element.at("text")] = _Owner(element.at("colour"))
                else:
                    ink = context.render.colour(style.colour, style.at("colour"))
                    found[element.at("text")] = _Owner(style.at("colour"), ink)
    return found


def _runs(fonts: Fonts, ground: Ground, items: tuple[Item, ...]) -> Iterator[tuple[Text, Span | None, frozenset[str]]]:
    """Texts, where each was written, and the colours behind it: those of everything painted before it.

    Placed drawings count as background only: those with texts are pieces themselves, or pictures of pieces.
    """
    for item, view in descend(items, ItemView(), _inside):
        ground.item(item, view)
        if isinstance(item, Text):
            yield item, view.at.origin, _behind(fonts, ground, item, view.at.frame)
        elif isinstance(item, Tag) and (edge := edges.outline_of(item.items)):
            texts = (inner for inner in item.items if isinstance(inner, Text))
            yield from ((text, item.origin or view.at.origin, frozenset({edge})) for text in texts)


def _inside(item: Holder, view: ItemView) -> ItemView | None:
    is_outlined = isinstance(item, Tag) and edges.outline_of(item.items)
    return view.inside(item) if is_own(item) and not is_outlined else None


def _behind(fonts: Fonts, ground: Ground, text: Text, frame: Transform) -> frozenset[str]:
    """The colours behind a text's middle; all along it over a picture, and also in its corners over a gradient."""
    width = fonts.extent(text)
    middle = text.y - fonts.cap_height(text.font, text.size) / 2
    centre = frame.apply(text.x + width / 2, middle)
    shares: tuple[float, ...] = ALONG if ground.is_pictured(*centre) else MIDDLE
    heights: tuple[float, ...] = (middle,)
    if ground.is_graded(*centre):
        shares, heights = (0.0, *ALONG, 1.0), (text.y, middle, 2 * middle - text.y)
    return frozenset(ground.at(*frame.apply(text.x + share * width, y)) for share in shares for y in heights)
