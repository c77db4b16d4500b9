"""Large squares of boards: tabs, plates with words, and markers; what small squares share with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.components import strips
from pnp.components.context import RenderContext, typeset
from pnp.components.pictures import picture
from pnp.components.strips import Effect, Icon, in_lines, shares
from pnp.diagnostics import Part
from pnp.graphics import Item, Path, Rect, Stroke
from pnp.graphics.colour import luminance
from pnp.graphics.drawing import Text, line, rectangle
from pnp.kit import Card
from pnp.kit.phrases import UNWRITTEN

if TYPE_CHECKING:
    from pnp.components.elements.board import Spec

LIGHT = 0.4
"""The luminance from which a bar has words in ink, not in white."""


class Cell(NamedTuple):
    """A square's id and box. `lit` is None, or the text (perhaps empty) of an emphasised square."""

    id: str
    box: Rect
    lit: str | None


class _Foot(NamedTuple):
    """What is at the foot of a large square: its words and its markers in lines. `shared`: whether the last line of
    words and the first of markers are one."""

    words: list[list[Effect]]
    markers: list[list[Effect]]
    shared: bool


_NUMBER = re.compile(r"[+−]?\d+")
"""The number in a sentence, with its sign."""


def large_square(context: RenderContext, element: Spec, cell: Cell) -> Iterator[Item]:
    """A tab with the square's code, name and icon, a plate with its words, and its markers."""
    if element.brief:
        yield from _brief_square(context, element, cell)
        return
    box = cell.box
    _, badge, parts = context.words.get(cell.id, UNWRITTEN) if card_of(context, element, cell) else UNWRITTEN
    icon = (badge["icon"], parts["badge.icon"][-1].span) if "icon" in badge else None
    yield from _header(context, element, cell, badge.get("tint", "ink"), icon)
    foot = _foot(context, element, cell)
    wide = max((strips.width(row, strips.EFFECT_GAP) for row in foot.words), default=0.0) + 2 * strips.STRIP_EDGE
    plate = Rect(box.x, box.far - len(foot.words) * strips.LINE, min(box.w, wide), len(foot.words) * strips.LINE)
    if foot.words:
        yield from _strip(context, element, plate, "#ffffff")
    for depth, row in enumerate(foot.words):
        x = plate.x + strips.STRIP_EDGE
        for effect in row:
            yield from _sentence(
                context, element, effect, Rect(x, plate.y + depth * strips.LINE, effect.width, strips.LINE)
            )
            x += effect.width + strips.EFFECT_GAP
    lowest = box.far if foot.shared or not foot.words else plate.y
    for height, row in enumerate(reversed(foot.markers)):
        room = strips.width(row, strips.TAG_GAP)
        x = box.right - strips.TAG_EDGE - room if foot.words else box.centre[0] - room / 2
        y = lowest - strips.TAG_FOOT - strips.TAG - height * (strips.TAG + strips.TAG_GAP)
        for tag in row:
            yield from _marker(context, element, tag, Rect(x, y, tag.width, strips.TAG))
            x += tag.width + strips.TAG_GAP


def _brief_square(context: RenderContext, element: Spec, cell: Cell) -> Iterator[Item]:
    """A tab with code and icon, below it the signs with numbers, and one strip with all markers at the foot.

    All are at the side of the square that is away from the middle of the board, so that a figure there is seen. Words
    and signs without a number are at the foot instead.
    """
    box = cell.box
    words, badge, parts = context.words.get(cell.id, UNWRITTEN) if card_of(context, element, cell) else UNWRITTEN
    right = box.centre[0] > Rect(*element.box).centre[0] + box.w / 4

    def outside(width: float) -> float:
        return box.right - width if right else box.x

    icon = (badge["icon"], parts["badge.icon"][-1].span) if "icon" in badge else None
    yield from _header(context, element, cell, badge.get("tint", "ink"), icon, right=right)
    # Words without an icon are the lowest, and as wide as they are.
    effects = sorted(_effects(context, element, words, badge, parts), key=lambda effect: effect.icon is not None)
    top, foot = box.y + strips.HEADER, box.far
    for effect in effects:
        wide = min(box.w, effect.width + 2 * strips.BRIEF_EDGE)
        numbered = effect.icon and effect.text
        high = strips.BRIEF_TAG if effect.icon else strips.LINE
        strip = Rect(outside(wide), top if numbered else foot - high, wide, high)
        top, foot = (top + high, foot) if numbered else (top, foot - high)
        yield from _strip(context, element, strip, "#ffffff")
        yield from _sentence(context, element, effect, strip._replace(x=strip.x + strips.BRIEF_EDGE, w=effect.width))
    tags = list(_markers(context, element, cell.id))
    if tags:
        wide = min(box.w, _tag_strip_width(tags))
        yield from _tag_strip(
            context, element, tags, Rect(outside(wide), foot - strips.BRIEF_TAG, wide, strips.BRIEF_TAG)
        )


def _tag_strip_width(tags: Sequence[Effect]) -> float:
    """The width of the strip with all markers of a brief square."""
    sign = strips.SHARED_SIGN + strips.TAG_PAD if tags[0].icon else 0.0
    return sign + 2 * strips.SHARED_EDGE + strips.width(tags, 2 * strips.SHARED_EDGE)


def _tag_strip(context: RenderContext, element: Spec, tags: Sequence[Effect], frame: Rect) -> Iterator[Item]:
    """All markers of a brief square in one strip: their sign once, then the label and number of each, with a line
    between two of them."""
    ink = context.colour("ink", element.at("board"))
    yield Path(rectangle(frame, 1.0), "#ffffff", Stroke(ink, 0.4))
    x = frame.x + strips.SHARED_EDGE
    if tags[0].icon:
        size = strips.SHARED_SIGN
        sign = Rect(x, frame.centre[1] - size / 2, size, size)
        yield from picture(context, tags[0].icon[0], sign, ink, tags[0].icon[1])
        x += size + strips.TAG_PAD
    for number, tag in enumerate(tags):
        if number:
            middle = x - strips.SHARED_EDGE
            yield line(middle, frame.y + 1.2, middle, frame.far - 1.2, Stroke(ink, 0.25))
        label = Rect(x, frame.y, tag.width, frame.h)
        yield from words_on(context, element, "square-marker", tag.text, label, ink, tag.parts)
        x += tag.width + 2 * strips.SHARED_EDGE


def _foot(context: RenderContext, element: Spec, cell: Cell) -> _Foot:
    """The words of a square's card and its markers, in lines."""
    words, badge, parts = context.words.get(cell.id, UNWRITTEN) if card_of(context, element, cell) else UNWRITTEN
    rows = in_lines(_effects(context, element, words, badge, parts), cell.box.w)
    tags = in_lines(_markers(context, element, cell.id), cell.box.w, strips.TAG_EDGE, strips.TAG_GAP)
    return _Foot(rows, tags, shares(rows, tags, cell.box.w))


def _effects(
    context: RenderContext,
    element: Spec,
    words: Mapping[str, str],
    badge: Mapping[str, str],
    parts: Mapping[str, Sequence[Part]],
) -> Iterator[Effect]:
    """The sentences of a square's card. On a brief board, those that have an icon are their number only."""
    stated = badge.get("stated")
    if stated and stated not in words:
        message = f"there is no field {stated!r} to state"
        context.diagnostics.error(parts["badge.stated"][-1].span, "unknown-field", message)
    for field, text in words.items():
        if field not in element.without or field == stated:
            number = _NUMBER.search(text)
            brief = (number[0] if number else "") if element.brief and field in badge else text
            yield _effect(context, element, field, brief, badge, parts)


def _header(
    context: RenderContext, element: Spec, cell: Cell, tint: str, icon: Icon | None, *, right: bool = False
) -> Iterator[Item]:
    """A tab in the square's tint with its code, its name and its icon, in ink if the tint is light.

    It is in the upper left corner, or with `right` in the upper right one. On a brief board it has no name.
    """
    card = card_of(context, element, cell)
    fill = context.colour(tint, element.at("board"))
    pen = pen_on(context, element, fill)
    if icon is None and card and "icon" in card.aside_texts:
        icon = (card.aside_texts["icon"], card.at("asides", "icon"))
    box = cell.box
    sign = strips.SIGN + strips.STRIP_EDGE if icon else 0.0
    room = box.w - strips.CODE - strips.STRIP_EDGE - sign
    own = [Part(card.name, card.at("name"))] if card else []
    longest = Rect(0, 0, strips.WIDE, strips.HEADER)
    named = card is not None and not element.brief
    name = words_on(context, element, "square-name", card.name, longest, pen, own) if card and named else []
    wide = min(room, max((word.x + context.fonts.extent(word) for word in name), default=0.0) + 0.1)
    long = strips.CODE + wide + (strips.STRIP_EDGE if named or not icon else 0.0) + sign
    tab = Rect(box.right - long if right else box.x, box.y, long, strips.HEADER)
    yield from _strip(context, element, tab, fill)
    code = Rect(tab.x, tab.y, strips.CODE, tab.h)
    yield from words_on(context, element, "square-title", code_of(card, cell), code, pen, aside_of(card, "short"))
    if icon:
        place = Rect(tab.right - sign, tab.y + (tab.h - strips.SIGN) / 2, strips.SIGN, strips.SIGN)
        yield from picture(context, icon[0], place, pen, icon[1])
    if card and named:
        yield from words_on(context, element, "square-name", card.name, Rect(code.right, tab.y, wide, tab.h), pen, own)


def _strip(context: RenderContext, element: Spec, box: Rect, colour: str) -> Iterator[Item]:
    """The ground of a tab or of a plate, with an outline."""
    yield Path(rectangle(box), colour, Stroke(context.colour("ink", element.at("board")), 0.4))


def _effect(
    context: RenderContext,
    element: Spec,
    field: str,
    text: str,
    badge: Mapping[str, str],
    parts: Mapping[str, Sequence[Part]],
) -> Effect:
    icon = (badge[field], parts[f"badge.{field}"][-1].span) if field in badge else None
    said = parts[f"words.{field}"]
    extent = context.fonts.extent
    style, size, gap = _look(element, icon)
    words = words_on(context, element, style, text, Rect(0, 0, strips.WIDE, strips.LINE), parts=said) if text else []
    right = max((word.x + extent(word) for word in words), default=0.0)
    left = min((word.x for word in words), default=0.0)
    return Effect(
        text, icon, said, right - left + 0.1 + (size + (gap if text or not element.brief else 0.0) if icon else 0.0)
    )


def _look(element: Spec, icon: Icon | None) -> tuple[str, float, float]:
    """The text style of a sentence, the size of its icon and the space behind it. Numbers on a brief board are as large
    as its markers."""
    if element.brief and icon:
        return "square-marker", strips.BRIEF_SIGN, strips.BRIEF_GAP
    return "square-words", strips.ICON, strips.ICON_GAP


def _sentence(context: RenderContext, element: Spec, effect: Effect, line: Rect) -> Iterator[Item]:
    """A sentence of the card, after its phrase's icon if there is one."""
    room = line
    style, size, gap = _look(element, effect.icon)
    if effect.icon:
        ink = context.colour("ink", element.at("board"))
        icon_box = Rect(line.x, line.centre[1] - size / 2, size, size)
        yield from picture(context, effect.icon[0], icon_box, ink, effect.icon[1])
        if not effect.text:
            return
        room = Rect(line.x + size + gap, line.y, line.w - size - gap, line.h)
    yield from words_on(context, element, style, effect.text, room, parts=effect.parts)


def _markers(context: RenderContext, element: Spec, id_: str) -> Iterator[Effect]:
    """The labels and numbers of the markers of a large square, and the widths of their tags."""
    endless = Rect(0, 0, strips.WIDE, strips.TAG)
    for card, value in marking(context, element, id_):
        label = f"{label_of(card)} {signed(value)}"
        own = aside_of(card, "label") or [Part(card.name, card.at("name"))]
        text = sum(map(context.fonts.extent, words_on(context, element, "square-marker", label, endless)))
        sign = (element.marker_art, element.at("marker_art")) if element.marker_art else None
        # On a brief board they share one strip, with its own ends and sign.
        around = 0.0 if element.brief else 2 * strips.TAG_PAD + (strips.TAG_SIGN + strips.TAG_PAD if sign else 0.0)
        yield Effect(label, sign, own, text + around)


def _marker(context: RenderContext, element: Spec, tag: Effect, frame: Rect) -> Iterator[Item]:
    """A marker's tag: the sign of all markers, its label and its number."""
    ink = context.colour("ink", element.at("board"))
    yield Path(rectangle(frame, 1.0), "#ffffff", Stroke(ink, 0.4))
    label = frame
    if tag.icon:
        size = strips.TAG_SIGN
        sign = Rect(frame.x + strips.TAG_PAD, frame.centre[1] - size / 2, size, size)
        yield from picture(context, tag.icon[0], sign, ink, tag.icon[1])
        label = Rect(sign.right, frame.y, frame.right - sign.right, frame.h)
    yield from words_on(context, element, "square-marker", tag.text, label, ink, tag.parts)


# What small squares share with them --------------------------------------------------------------------------------


def card_of(context: RenderContext, element: Spec, cell: Cell) -> Card | None:
    """The card of a square. Reports a deck without a card for it."""
    if element.cards is None:
        return None
    card = context.kit.cards.get(element.cards, {}).get(cell.id)
    if card is None:
        context.diagnostics.error(
            element.at("cards"), "no-cards", f"the deck {element.cards!r} has no card {cell.id!r}"
        )
    return card


def code_of(card: Card | None, cell: Cell) -> str:
    return card.aside_texts.get("short", cell.id) if card else cell.id


def aside_of(card: Card | None, key: str) -> list[Part]:
    """An aside that is printed, and where it is written."""
    return [Part(card.aside_texts[key], card.at("asides", key))] if card and key in card.aside_texts else []


def pen_on(context: RenderContext, element: Spec, colour: str) -> str:
    """The colour of words on a colour: white, or ink if it is light."""
    return "#ffffff" if luminance(colour) < LIGHT else context.colour("ink", element.at("board"))


def signed(value: Any) -> str:
    return f"{value:+d}".replace("-", "−") if type(value) is int else str(value)


def label_of(card: Card) -> str:
    return card.aside_texts.get("label", card.name)


def marking(context: RenderContext, element: Spec, id_: str) -> list[tuple[Card, Any]]:
    """The markers of a square: the card of each, and its number."""
    deck = context.kit.cards.get(element.markers, {}) if element.markers else {}
    if element.markers and not deck:
        context.diagnostics.error(element.at("markers"), "unknown-deck", f"there is no deck {element.markers!r}")
    marked = [(card, card.plain_traits.get(element.marks)) for card in deck.values()]
    return [(card, marks[id_]) for card, marks in marked if isinstance(marks, dict) and id_ in marks]


def words_on(
    context: RenderContext,
    element: Spec,
    style: str,
    text: str,
    box: Rect,
    colour: str | None = None,
    parts: Sequence[Part] = (),
) -> list[Text]:
    return typeset(context, style, text, box, element.at("board"), colour, parts=parts)
