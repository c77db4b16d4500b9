"""Two pieces that differ only in colours that are hard to tell apart.

Players with colour blindness must be able to tell tokens, colourways and cards apart, also on a print in grey. So
pieces with the same shapes and words need a colour that differs, for every kind of vision, by a contrast of 1.5:1 or
by 20 in lightness L\\*. A mark of its own for each is better still: a double rim, a letter, another picture.

PASS: kit.yaml: `  rhinos:\\n` -> `  others: {kind: deck, title: Others, size: euro-poker, face: move, cards: moves, colourway: green}\\n  rhinos:\\n`
PASS: kit.yaml: `    back: move-back\\n` -> `    back: move-back\\n    colourway: ink\\n`; kit.yaml: `  rhinos:\\n` -> `  others: {kind: deck, title: Others, size: euro-poker, face: move, cards: moves, colourway: pale}\\n  rhinos:\\n`; faces.yaml: `fill: "{badge.tint}", radius` -> `fill: "{colourway}", radius`
FAIL: kit.yaml: `    back: move-back\\n` -> `    back: move-back\\n    colourway: red\\n`; kit.yaml: `  rhinos:\\n` -> `  others: {kind: deck, title: Others, size: euro-poker, face: move, cards: moves, colourway: green}\\n  rhinos:\\n`; faces.yaml: `fill: "{badge.tint}", radius` -> `fill: "{colourway}", radius`
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.printed import texts
from pnp.components.kinds.deck import Spec as Deck
from pnp.components.kinds.deck import deck_of, printers
from pnp.diagnostics import Diagnostic, Span
from pnp.diagnostics.grouping import by_key
from pnp.graphics import Drawing, Piece, Tag
from pnp.graphics import colour as colour_math
from pnp.graphics.drawing import fold
from pnp.graphics.gradient import Fill, GradientFill, colours_of

TASTE = True

CONTRAST, STEP = 1.5, 20.0
"""The contrast, or the difference in lightness, from which colours are easy to tell apart."""

MANY = 100
"""Above this number, pieces with the same shapes are compared only with their neighbours in lightness."""
NEIGHBOURS = 8

_INSIDE = ("stroke", "drawing", "icon")
"""The fields of items, besides `items`, that contain colours."""


class _Side(NamedTuple):
    """A side of a piece that must differ visibly from others: its name, its drawing, and where its colour is set."""

    name: str
    drawing: Drawing
    span: Span


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every piece of a component, or colourway of a deck, that is too much like another."""
    reported: set[tuple[str, str]] = set()
    shapes = _Shapes()
    for likes in (*_components(context), *_colourways(context)):
        for one, other in _twins(likes, shapes):
            if (one.name, other.name) not in reported:
                reported.add((one.name, other.name))
                yield diagnostic(
                    __name__,
                    other.span,
                    f"{one.name!r} and {other.name!r} differ only in colour, which some players cannot see",
                    "make one much lighter than the other, or give each a mark of its own",
                )


def _components(context: CheckContext) -> Iterator[list[_Side]]:
    """The fronts of each component's pieces."""
    for id_, pieces in context.pieces.items():
        if len(pieces) > 1:
            yield [_Side(piece.title, piece.front, _span(context, id_, piece)) for piece in pieces]


def _span(context: CheckContext, id_: str, piece: Piece) -> Span:
    spec: Any = context.render.kit.components[id_]
    if isinstance(spec, Deck):
        card = context.render.kit.cards.get(deck_of(id_, spec), {}).get(piece.card)
        if card:
            return card.at("name")
    span: Span = spec.at("colours") if hasattr(spec, "colours") else spec.origin.key_span
    return span


def _colourways(context: CheckContext) -> Iterator[list[_Side]]:
    """The fronts of each card, and its backs, in all its colourways."""
    for deck, cards in context.render.kit.cards.items():
        specs = {id_: spec for id_, spec in printers(context.render.kit, deck).items() if spec.colourway}
        for card in cards if len(specs) > 1 else ():
            printed = [(spec, piece) for id_, spec in specs.items() if (piece := context.printed(id_, card))]
            yield [_Side(spec.title, piece.front, spec.at("colourway")) for spec, piece in printed]
            yield [_Side(spec.title, piece.back, spec.at("colourway")) for spec, piece in printed if piece.back]


def _twins(likes: list[_Side], shapes: _Shapes) -> Iterator[tuple[_Side, _Side]]:
    """Pairs of sides that are too much alike, each side at most once as the second. Identical sides count as one."""
    by_words = by_key(likes, lambda like: tuple(text.text for text in texts(like.drawing.items)))
    for same in by_words.values():
        by_shape: dict[int, dict[tuple[str, ...], _Tinted]] = {}
        for number, like in enumerate(same if len(same) > 1 else ()):
            shape, colours = shapes.of(like.drawing)
            by_shape.setdefault(shape, {}).setdefault(colours, _Tinted(number, like, colours))
        for group in by_shape.values():
            found: set[int] = set()
            for one, other in _pairs(list(group.values())):
                if other.number not in found and _alike(one.colours, other.colours):
                    found.add(other.number)
                    yield one.like, other.like


class _Tinted(NamedTuple):
    """One of several sides with the same shapes: its index, and its colours in the order of its shapes."""

    number: int
    like: _Side
    colours: tuple[str, ...]


def _pairs(group: list[_Tinted]) -> Iterator[tuple[_Tinted, _Tinted]]:
    """The pairs to compare: all, or with more than `MANY` pieces, each with its neighbours in lightness.

    Comparing thousands of pieces with each other would take minutes.
    """
    if len(group) <= MANY:
        yield from combinations(group, 2)
        return
    for vision in colour_math.SIGHTS:
        order = sorted(group, key=lambda one: _lightness(one.colours, vision))
        for index, other in enumerate(order):
            for one in order[max(0, index - NEIGHBOURS) : index]:
                yield min(one, other), max(one, other)


def _lightness(colours: tuple[str, ...], vision: str) -> tuple[list[int], list[float]]:
    """A sort key for colours: rounded lightness first, so that similar ones are neighbours."""
    shades = [colour_math.lightness_of(colour_math.seen(colour, vision)) for colour in colours]
    return [int(shade / STEP) for shade in shades], shades


class _Shapes:
    """Numbers drawings by shape: two with the same number differ only in colours."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}
        self._used: dict[Drawing, tuple[int, tuple[str, ...]]] = {}

    def of(self, drawing: Drawing) -> tuple[int, tuple[str, ...]]:
        """The number of a drawing's shape, and its colours in order."""
        if drawing not in self._used:
            colours: list[str] = []
            shape = fold(drawing.items, lambda item, inner: self._part(item, colours, inner))
            self._used[drawing] = self._numbers.setdefault(shape, len(self._numbers)), tuple(colours)
        return self._used[drawing]

    def _part(self, value: Any, colours: list[str], inside: tuple[Any, ...] = ()) -> Any:
        """A part of a drawing without its colours, which are added to `colours`. `inside` is the same of the items in
        it."""
        if isinstance(value, Drawing):
            number, own = self.of(value)
            colours.extend(own)
            return number
        if isinstance(value, Tag):  # its role and its origin are not visible
            return inside
        parts: list[Any] = [type(value)]
        for name, inner in zip(value._fields, value, strict=True):
            if name in ("fill", "colour") and inner:
                colours.extend(colours_of(inner))
                parts.append(_form(inner))
            elif name == "items":
                parts.append(inside)
            else:
                parts.append(self._part(inner, colours) if name in _INSIDE and inner else inner)
        return tuple(parts)


def _form(fill: Fill) -> Any:
    """A fill without its colours."""
    return (fill.kind, fill.frame, tuple(share for share, _ in fill.stops)) if isinstance(fill, GradientFill) else True


def _alike(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether colours differ, but for some kind of vision no pair of them differs enough."""
    swaps = {(a, b) for a, b in zip(one, other, strict=True) if a != b}
    return bool(swaps) and any(not any(_differs(*swap, vision) for swap in swaps) for vision in colour_math.SIGHTS)


@lru_cache(maxsize=4096)
def _differs(one: str, other: str, vision: str) -> bool:
    a, b = colour_math.seen(one, vision), colour_math.seen(other, vision)
    return (
        colour_math.contrast(a, b) >= CONTRAST or abs(colour_math.lightness_of(a) - colour_math.lightness_of(b)) >= STEP
    )
