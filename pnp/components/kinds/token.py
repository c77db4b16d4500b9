"""Round tokens, one per colour and text, each with its own cut line and optionally a picture on the back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Annotated, Literal

from pnp.components.context import RenderContext
from pnp.components.knife import CUT, knife_lines, rim
from pnp.components.pictures import picture
from pnp.graphics import Drawing, Group, Item, Piece, Rect, Size, Tag
from pnp.graphics.drawing import ellipse
from pnp.kit import Component
from pnp.kit.annotations import PictureName
from pnp.kit.schema import Between, Rims
from pnp.text import place
from pnp.text.fit import fit

SHEETS, SCHEME, GAP = "pieces", "nest", 8.0

RIM = 1.6
"""The width of the rim, mm."""


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """Round tokens: every colour makes one with a rim of that colour, and every text one of each colour; rims differ in
    more than colour."""

    diameter: Annotated[float, Between(5, 200)]
    """The diameter, in mm."""
    art: PictureName | None = None
    """The file name of the picture in the middle; `{colour}` in it is the name of the token's colour."""
    texts: tuple[str | int, ...] = ()
    """A token with each of these texts in the middle, such as `[1, 2, 3]`, over the picture if there is one."""
    colours: Rims
    """A token of each of these colours, by its rim; the rims differ in more than colour."""
    margin: Annotated[float, Between(0, 50)] = 0
    """The space between the rim and the picture, in mm: the corners of a shield need some."""
    back_art: PictureName | None = None
    """A picture for the other side of all of them."""


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    if spec.art is None and not spec.texts:
        hint = "add a picture, 'art: coin.svg', or texts, 'texts: [1, 2, 3]'"
        context.diagnostics.error(spec.origin.key_span, "missing-key", "this token shows nothing", hint)
        return []
    texts = [*enumerate(map(str, spec.texts), start=1)] or [(0, "")]
    each = ((index, number, text) for index in range(len(spec.colours)) for number, text in texts)
    return [_piece(id_, spec, context, *one) for one in each]


def _piece(id_: str, spec: Spec, context: RenderContext, index: int, number: int, text: str) -> Piece:
    """The token of a colour with one of the texts, of which the first has the number 1; 0 is a token without one."""
    size, colour = Size(spec.diameter, spec.diameter), spec.colours[index]
    kind = f"{colour}-{number}" if number else colour
    back = [*_rimmed(spec, "back_art", context, index)] if spec.back_art else None
    return Piece(
        f"{id_}/{kind}",
        id_,
        ", ".join(filter(None, (spec.title, context.name_of(colour), text))),
        size,
        _drawing(f"{id_}-{kind}", size, _front(spec, context, index, number, text), context),
        None if back is None else _drawing(f"{id_}-{kind}-back", size, back, context),
        stock=spec.stock,
        outlined=True,
    )


def _drawing(name: str, size: Size, items: list[Item], context: RenderContext) -> Drawing:
    return Drawing(name, size, tuple(items), context.past_cut, overhang=CUT.width / 2)


def _front(spec: Spec, context: RenderContext, index: int, number: int, text: str) -> list[Item]:
    colour = context.colour(spec.colours[index], spec.at("colours", index))
    r = spec.diameter / 2
    words = _words(spec, context, number - 1, text) if text else []
    return [*_rimmed(spec, "art", context, index, words), *knife_lines(context, [ellipse(r, r, r, r)], over=colour)]


def _rimmed(
    spec: Spec, key: Literal["art", "back_art"], context: RenderContext, index: int, words: Iterable[Item] = ()
) -> list[Item]:
    """The picture of a side, words over it, and the rim."""
    art: str | None = getattr(spec, key)
    colour = context.colour(spec.colours[index], spec.at("colours", index))
    named = art.replace("{colour}", spec.colours[index]) if art else ""
    drawn = picture(context, named, _inner(spec), colour, spec.at(key)) if named else ()
    return [Group((*drawn, *words)), *rim(spec.diameter / 2, RIM, context.past_cut, colour, index)]


def _words(spec: Spec, context: RenderContext, index: int, text: str) -> list[Item]:
    """A text in the middle, in the square that fits into the rim."""
    span = spec.at("texts", index)
    style = context.style("token-text", span)
    if style is None:
        return []
    inner = _inner(spec)
    box = inner.inset(inner.w * (1 - sqrt(0.5)) / 2)
    block = fit(context.fonts, text, style, box, span, context.diagnostics)
    words = place(block, box, style, context.colour(style.colour, style.at("colour")))
    return [Tag("Text", tuple(words), text, span)]


def _inner(spec: Spec) -> Rect:
    """The square around what is in the rim."""
    return Rect(0, 0, spec.diameter, spec.diameter).inset(RIM + spec.margin)
