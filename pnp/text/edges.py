"""The outline and the shadow of letters, as shapes below them: programs that read the words find these once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pnp.diagnostics import Span
from pnp.graphics import Item, Path, Stroke, Tag, Transform
from pnp.graphics.drawing import Segment, Text
from pnp.graphics.geometry import MM_PER_POINT
from pnp.kit import Style
from pnp.text import shaping
from pnp.text.roles import Fonts

LEAST_GROUND = 0.25
"""The width, in mm, from which an outline separates letters from what is behind them."""


def below(fonts: Fonts, texts: Sequence[Text], style: Style, colour: Callable[[str, Span], str]) -> list[Item]:
    """The shadow and the outline of some texts in a style, in this order; none for icons."""
    if not (style.shadow or style.outline):
        return []
    letters = [one for text in texts if not text.icon for one in _letters(fonts, text)]
    shapes: list[Item] = []
    if style.shadow:
        ink, away = colour(style.shadow_colour, style.at("shadow_colour")), Transform.move(*style.shadow)
        shapes += [Path(_moved(one, away), fill=ink) for one in letters]
    if style.outline:
        ink = colour(style.outline_colour, style.at("outline_colour"))
        shapes += [Path(one, stroke=Stroke(ink, 2 * style.outline, cap=1, join=1)) for one in letters]
    return [Tag("Artifact", tuple(shapes))] if shapes else []


def outline_of(items: Sequence[Item]) -> str:
    """The colour of the outline around the texts among some items, if it is wide enough to be their ground."""
    first = items[0] if items else None
    last = first.items[-1] if isinstance(first, Tag) and first.is_decoration and first.items else None
    is_outline = isinstance(last, Path) and last.stroke and not last.fill and last.stroke.width >= 2 * LEAST_GROUND
    return last.stroke.colour if is_outline and isinstance(last, Path) and last.stroke else ""


def _letters(fonts: Fonts, text: Text) -> Iterator[tuple[Segment, ...]]:
    """The outlines of the letters of a text where they are drawn, in mm."""
    scale = text.size * MM_PER_POINT / 1000
    shaped = fonts.shaped(text.text.rstrip(" ") if text.rtl else text.text, text.font, rtl=text.rtl)
    x = shaped.start
    for part in shaped.parts:
        face = fonts.typeface(part.role)
        for character in part.text:
            outline, width = shaping.glyph(face.data, character)
            if outline:
                yield _moved(outline, Transform(scale, 0, 0, -scale, text.x + x * scale, text.y - part.rise * scale))
            x += width + part.after
    for mark in shaped.marks:
        yield _moved(mark.outline, Transform(scale, 0, 0, -scale, text.x + mark.x * scale, text.y - mark.y * scale))


def _moved(outline: tuple[Segment, ...], frame: Transform) -> tuple[Segment, ...]:
    """An outline through a transform."""
    return tuple(
        (operator, tuple(value for at in range(0, len(numbers), 2) for value in frame.apply(*numbers[at : at + 2])))
        for operator, numbers in outline
    )
