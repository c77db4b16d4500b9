"""Two pieces that nothing but their colours tells apart, and these too little.

Tokens, liveries and cards must be told apart by eyes that lack a kind of cones, and on a print in grey. So pieces with
the same shapes and words need some colour that differs, for everybody, by a contrast of 1.5 to 1 or by 20 in lightness
L\\*. Better still is a sign of its own: a notch, a letter, another picture.

PASS: kit.yaml: `  rhinos:\\n` -> `  others: {kind: deck, title: Others, size: euro-poker, face: move, cards: moves, livery: green}\\n  rhinos:\\n`
PASS: kit.yaml: `    face: move\\n` -> `    face: move\\n    livery: ink\\n`; kit.yaml: `  rhinos:\\n` -> `  others: {kind: deck, title: Others, size: euro-poker, face: move, cards: moves, livery: pale}\\n  rhinos:\\n`; faces.yaml: `fill: "{glance.tint}", radius` -> `fill: "{livery}", radius`
FAIL: kit.yaml: `    face: move\\n` -> `    face: move\\n    livery: red\\n`; kit.yaml: `  rhinos:\\n` -> `  others: {kind: deck, title: Others, size: euro-poker, face: move, cards: moves, livery: green}\\n  rhinos:\\n`; faces.yaml: `fill: "{glance.tint}", radius` -> `fill: "{livery}", radius`
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from pnp import tones
from pnp.checks import Desk, fault
from pnp.checks._printed import texts
from pnp.components.deck import Spec as Deck
from pnp.components.deck import deck_of, printers
from pnp.drawing import Drawing, Piece, Tag
from pnp.source import Diagnostic, Span

CONTRAST, STEP = 1.5, 20.0
"""From this contrast, or this difference of lightness, colours are told apart by everybody."""

Swap = tuple[str, str]
"""The two colours of one thing on two pieces."""


class _Like(NamedTuple):
    """A side of a piece that should be told apart from others: what it is called, and where that is set."""

    name: str
    drawing: Drawing
    span: Span


def check(desk: Desk) -> Iterator[Diagnostic]:
    """One fault for every two pieces of a component, or liveries of a deck, that are too much alike."""
    told: set[tuple[str, str]] = set()
    for likes in (*_components(desk), *_liveries(desk)):
        for one, other in _pairs(likes):
            if (one.name, other.name) not in told and _alike(one.drawing, other.drawing):
                told.add((one.name, other.name))
                yield fault(
                    __name__,
                    other.span,
                    f"{one.name!r} and {other.name!r} differ in colour only, and not everybody sees that",
                    "choose one much lighter than the other, or give each a sign of its own",
                )


def _components(desk: Desk) -> Iterator[list[_Like]]:
    """The fronts of each component's pieces."""
    for id_, pieces in desk.pieces.items():
        if len(pieces) > 1:
            yield [_Like(piece.title, piece.front, _span(desk, id_, piece)) for piece in pieces]


def _span(desk: Desk, id_: str, piece: Piece) -> Span:
    spec: Any = desk.bench.kit.components[id_]
    if isinstance(spec, Deck):
        card = desk.bench.kit.cards.get(deck_of(id_, spec), {}).get(piece.id.partition("/")[2])
        if card:
            return card.at("name")
    span: Span = spec.at("colours") if hasattr(spec, "colours") else spec.origin.key_span
    return span


def _liveries(desk: Desk) -> Iterator[list[_Like]]:
    """Each card's fronts, and its backs, in all the liveries that it is printed in."""
    for deck, cards in desk.bench.kit.cards.items():
        specs = {id_: spec for id_, spec in printers(desk.bench.kit, deck).items() if spec.livery}
        for card in cards if len(specs) > 1 else ():
            made = [
                (spec, piece)
                for id_, spec in specs.items()
                for piece in desk.pieces.get(id_, ())
                if piece.id == f"{id_}/{card}"
            ]
            yield [_Like(spec.title, piece.front, spec.at("livery")) for spec, piece in made]
            yield [_Like(spec.title, piece.back, spec.at("livery")) for spec, piece in made if piece.back]


def _pairs(likes: list[_Like]) -> Iterator[tuple[_Like, _Like]]:
    """All pairs with the same words."""
    by_words: dict[tuple[str, ...], list[_Like]] = {}
    for like in likes:
        words = tuple(text.text for text in texts(like.drawing.items))
        by_words.setdefault(words, []).append(like)
    for same in by_words.values():
        yield from combinations(same, 2)


def _alike(one: Drawing, other: Drawing) -> bool:
    """Whether two drawings differ in colours only, and in no colour that everybody tells apart."""
    swaps: set[Swap] = set()
    if not _same(one.items, other.items, swaps) or not swaps:
        return False
    return any(not any(_differs(*swap, sight) for swap in swaps) for sight in tones.SIGHTS)


@lru_cache(maxsize=4096)
def _differs(one: str, other: str, sight: str) -> bool:
    a, b = tones.seen(one, sight), tones.seen(other, sight)
    return tones.contrast(a, b) >= CONTRAST or abs(tones.lightness_of(a) - tones.lightness_of(b)) >= STEP


def _same(a: Any, b: Any, swaps: set[Swap]) -> bool:
    """Whether two items, or tuples of them, are the same but for colours; these are put into `swaps`."""
    if isinstance(a, Tag | Drawing) and type(a) is type(b):
        return a is b or _same(a.items, b.items, swaps)
    if not isinstance(a, tuple) or type(a) is not type(b):
        return bool(a == b)
    names = getattr(a, "_fields", ("",) * len(a))
    return len(a) == len(b) and all(
        _same_colour(x, y, swaps) if name in ("fill", "colour") and x and y else _same(x, y, swaps)
        for name, x, y in zip(names, a, b, strict=True)
    )


def _same_colour(one: str, other: str, swaps: set[Swap]) -> bool:
    if one != other:
        swaps.add((one, other))
    return True
