"""A board of squares in rows, side by side or laid like bricks; some are emphasised, some have markers.

A rule gives the start of each square of a row, in units; a square is `units` wide: with 2, `a: [0, 2]` is
squares a1 and a2 side by side, `b: [1]` a square b1 below the middle of both. Small squares show their codes. Large
ones show the words of their cards and the badges (`badge`) of their phrases: the `icon` and `tint` of a square, and for
a sentence the icon with the name of its field. Text styles: `square-code`, `square-value`, `square-title`,
`square-name`, `square-words`, `square-marker`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from pnp.components.context import (
    PLACEHOLDER,
    RenderContext,
    Scope,
    field_value,
    filled,
    origin,
    paint,
    picture,
    typeset,
)
from pnp.components.elements import Box, Element
from pnp.diagnostics import Part, Span, did_you_mean
from pnp.graphics import Item, Path, Rect, Stroke, Tag
from pnp.graphics.drawing import Text, ellipse, rectangle
from pnp.graphics.geometry import MM_PER_POINT
from pnp.kit import Card
from pnp.kit.phrases import UNWRITTEN
from pnp.kit.schema import Between, Name, Paint

MOST = 12
"""Rows, and squares in a row."""
LARGE = (30.0, 24.0)
"""The width and height from which squares show the words of their cards, mm."""
HEAD, MARKER = 8.5, 8.0
"""The heights of a large square's first line and of its markers, mm."""
CODE, LINE, ICON = (11.5, 8.5), 9.4, 5.6
"""The plate of a large square's code, the height of a line of its words and of the icon before it, mm."""
VEIL, PLATE = 0.3, 0.82
"""The opacity of the white over a picture behind squares, and of the plates behind words, for legibility."""
DASHES: tuple[tuple[float, ...], ...] = ((), (1.6, 0.9), (0.01, 1.1), (3.0, 0.8, 0.01, 0.8))
"""Dash patterns of markers' outlines, to tell them apart without colour: solid, dashed, dotted, dash-dotted."""


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """The squares of a rule in a box."""

    board: str
    """The rule with its rows of squares: for each row, the starts of its squares."""
    box: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    units: Annotated[int, Between(1, MOST)] = 1
    """The width of a square, in the units of the starts; with 2, rows can be laid like bricks."""
    cards: Name | None = None
    """The deck with a card for each square, which is labelled by the card's `short` name."""
    lit: str | None = None
    """A field with the squares to emphasise, or with the text to print in each of them."""
    way: str | None = None
    """A field with a direction (`left`, `any`), which emphasises the squares next to the square `lit`."""
    colour: Paint = "ink"
    """The colour of squares that are lit."""
    markers: Name | None = None
    """A deck whose cards mark squares; a large square shows their `asides.label` in `asides.tint`."""
    marks: Name = "marks"
    """The trait of the markers with the squares that they mark, and the number to print in each."""
    behind: str | None = None
    """The file name of a picture behind it."""


_Icon = tuple[str, Span]
"""The name of an icon, and where it is written."""


class _Cell(NamedTuple):
    """A square's id and box. `lit` is None, or the text (perhaps empty) of an emphasised square."""

    id: str
    box: Rect
    lit: str | None


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    rows = _rows(context, element)
    if not rows:
        return []
    places = dict(_places(rows, Rect(*element.box), element.units))
    lit = _moves(context, element, scope, places) if element.way else _lit(context, element, scope)
    cells = [_Cell(id_, box, lit.get(id_)) for id_, box in places.items()]
    pen = paint(context, element.colour, scope, element.at("colour")) or "#000000"
    items: list[Item] = []
    if element.behind:
        items.extend(picture(context, element.behind, Rect(*element.box), pen, element.at("behind")))
    # Lit squares are drawn last: their wider frames overlap their neighbours'.
    upwards = sorted(cells, key=lambda cell: cell.lit is not None)
    return [*items, *(_square(context, element, cell, pen) for cell in upwards)]


def _rows(context: RenderContext, element: Spec) -> dict[str, list[int]]:
    rule = field_value(context.kit.rules.plain(), element.board)
    if isinstance(rule, dict) and 1 <= len(rule) <= MOST and all(map(_is_row, rule.values())):
        return rule
    message = f"the rules have no {element.board!r} with up to {MOST} rows of up to {MOST} squares"
    context.diagnostics.error(element.at("board"), "unknown-field", message)
    return {}


def _is_row(row: Any) -> bool:
    return isinstance(row, list) and 1 <= len(row) <= MOST and all(type(n) is int and 0 <= n <= 99 for n in row)


def _places(rows: Mapping[str, list[int]], box: Rect, units: int) -> Iterator[tuple[str, Rect]]:
    """Every square with its box, from the top left."""
    starts = [start for row in rows.values() for start in row]
    unit = box.w / (max(starts) - min(starts) + units)
    height = box.h / len(rows)
    for depth, (name, row) in enumerate(rows.items()):
        for number, start in enumerate(row, start=1):
            x = box.x + (start - min(starts)) * unit
            yield f"{name}{number}", Rect(x, box.y + depth * height, units * unit, height)


def _lit(context: RenderContext, element: Spec, scope: Scope) -> dict[str, str]:
    """The emphasised squares, with their texts."""
    if element.lit is None:
        return {}
    placeholder = PLACEHOLDER.fullmatch(element.lit)
    if placeholder is None:
        context.diagnostics.error(
            element.at("lit"), "unknown-field", f"{element.lit!r} must be a single field in braces"
        )
        return {}
    found = field_value(scope, placeholder[1])
    if isinstance(found, dict):
        return {id_: _signed(value) for id_, value in found.items()}
    if found is None:
        context.diagnostics.error(element.at("lit"), "unknown-field", f"there is no field {placeholder[1]!r}")
    return dict.fromkeys(map(str, found) if isinstance(found, list) else [str(found)], "")


def _moves(context: RenderContext, element: Spec, scope: Scope, places: Mapping[str, Rect]) -> dict[str, str]:
    """The square `lit`, and the squares next to it in a direction."""
    way, start = filled(context, element.way or "", scope, element.at("way")), places.get(element.lit or "")
    if start is None:
        hint = did_you_mean(element.lit or "", places)
        context.diagnostics.error(
            element.at("lit" if element.lit else "way"), "unknown-id", "there is no square to start from", hint
        )
        return {}
    if way not in WAYS:
        span = origin(scope, element.way, element.at("way"))
        context.diagnostics.error(span, "unknown-id", f"there is no way {way!r}", did_you_mean(way, WAYS))
        return {}
    there = {id_ for id_, box in places.items() if box != start and _is_next(start, box, way)}
    return {str(element.lit): FROM, **dict.fromkeys(there, "")}


WAYS = ("up", "down", "left", "right", "any")
FROM = "from"
"""The `lit` value of the square from which a direction leads: it has a ring instead of a text."""


def _is_next(start: Rect, box: Rect, way: str) -> bool:
    """Whether a square is next to another in a direction; `any` includes corners."""
    across, down = round(box.x - start.x, 6), round(box.y - start.y, 6)
    beside = abs(across) <= round(start.w, 6) and abs(down) <= round(start.h, 6)
    above = abs(across) < round(start.w, 6)
    return beside and {
        "left": across < 0 and not down,
        "right": across > 0 and not down,
        "up": down < 0 and above,
        "down": down > 0 and above,
    }.get(way, True)


def _signed(value: Any) -> str:
    return f"{value:+d}".replace("-", "−") if type(value) is int else str(value)


def _square(context: RenderContext, element: Spec, cell: _Cell, pen: str) -> Item:
    large = cell.box.w >= LARGE[0] and cell.box.h >= LARGE[1]
    ink = context.colour("ink", element.at("board"))
    thin = Stroke(ink, 0.4 if large else 0.2)
    filled_in = pen if cell.lit == "" else None
    items: list[Item] = [Path(rectangle(cell.box), filled_in, Stroke(pen, 0.8) if cell.lit else thin)]
    items.extend(_large(context, element, cell) if large else _small(context, element, cell, pen))
    return Tag("Square", tuple(items), cell.id, element.at("board"))


def _card(context: RenderContext, element: Spec, cell: _Cell) -> Card | None:
    """The card of a square. Reports a deck without a card for it."""
    if element.cards is None:
        return None
    card = context.kit.cards.get(element.cards, {}).get(cell.id)
    if card is None:
        context.diagnostics.error(
            element.at("cards"), "no-cards", f"the deck {element.cards!r} has no card {cell.id!r}"
        )
    return card


def _code(card: Card | None, cell: _Cell) -> str:
    return card.asides.get("short", cell.id) if card else cell.id


def _aside(card: Card | None, key: str) -> list[Part]:
    """An aside that is printed, and where it is written."""
    return [Part(card.asides[key], card.at("asides", key))] if card and key in card.asides else []


def _small(context: RenderContext, element: Spec, cell: _Cell, pen: str) -> Iterator[Item]:
    """A square with its code, in white if the square is filled. The text of a lit square is below the code, larger."""
    card = _card(context, element, cell)
    code, own = _code(card, cell), _aside(card, "short")
    if cell.lit == FROM:
        r = min(cell.box.w, cell.box.h) / 2 - 0.6
        yield Path(ellipse(*cell.box.centre, r, r), stroke=Stroke(pen, 0.4))
    if not cell.lit or cell.lit == FROM:
        white = "#ffffff" if cell.lit == "" else None
        yield from _words(context, element, "square-code", code, cell.box, white, own)
        return
    x, y, w, h = cell.box
    yield from _words(context, element, "square-code", code, Rect(x, y + 0.08 * h, w, 0.36 * h), parts=own)
    yield from _words(context, element, "square-value", cell.lit, Rect(x, y + 0.42 * h, w, 0.56 * h), pen)


def _large(context: RenderContext, element: Spec, cell: _Cell) -> Iterator[Item]:
    """A square with its code, name and icon, the words of its card, and its markers."""
    card, box = _card(context, element, cell), cell.box.inset(1.5)
    words, badge, parts = context.words.get(cell.id, UNWRITTEN) if card else UNWRITTEN
    if element.behind:
        yield Path(rectangle(cell.box.inset(0.2)), fill="#ffffff", alpha=VEIL)
    icon = (badge["icon"], parts["badge.icon"][-1].span) if "icon" in badge else None
    yield from _heading(context, element, cell, badge.get("tint", "ink"), icon, box)
    height = min(LINE, (box.h - HEAD - MARKER) / max(1, len(words)))
    for index, (field, text) in enumerate(words.items()):
        line = Rect(box.x, box.y + HEAD + 0.5 + index * height, box.w, height)
        icon = (badge[field], parts[f"badge.{field}"][-1].span) if field in badge else None
        yield from _line(context, element, text, icon, line, parts[f"words.{field}"])
    yield from _markers(context, element, cell.id, Rect(box.x, box.far - MARKER + 1, box.w, MARKER - 1))


def _heading(
    context: RenderContext, element: Spec, cell: _Cell, tint: str, icon: _Icon | None, box: Rect
) -> Iterator[Item]:
    """The code on a tinted plate in the corner, the name, and the icon in a ring."""
    card = _card(context, element, cell)
    ink = context.colour("ink", element.at("board"))
    plate = Rect(cell.box.x, cell.box.y, CODE[0], CODE[1])
    yield Path(rectangle(plate), context.colour(tint, element.at("board")), Stroke(ink, 0.4))
    yield from _words(context, element, "square-title", _code(card, cell), plate, "#ffffff", _aside(card, "short"))
    if icon is None and card and "icon" in card.asides:
        icon = (card.asides["icon"], card.at("asides", "icon"))
    if icon:
        ring = Rect(box.right - HEAD, box.y, HEAD, HEAD)
        yield Path(ellipse(*ring.centre, HEAD / 2, HEAD / 2), "#ffffff", Stroke(ink, 0.4))
        yield from picture(context, icon[0], ring.inset(1.3), ink, icon[1])
    if card:
        name = Rect(plate.right + 1.6, plate.y, box.right - HEAD - 1 - plate.right - 1.6, plate.h)
        own = [Part(card.name, card.at("name"))]
        yield from _plated(context, _words(context, element, "square-name", card.name, name, parts=own))


def _line(
    context: RenderContext, element: Spec, text: str, icon: _Icon | None, line: Rect, parts: Sequence[Part]
) -> Iterator[Item]:
    """A sentence of the card, after its phrase's icon if there is one."""
    room = line
    if icon:
        ink = context.colour("ink", element.at("board"))
        icon_box = Rect(line.x, line.centre[1] - ICON / 2, ICON, ICON)
        yield Path(rectangle(icon_box.inset(-0.3), 0.8), fill="#ffffff", alpha=PLATE)
        yield from picture(context, icon[0], icon_box, ink, icon[1])
        room = Rect(line.x + ICON + 1.2, line.y, line.w - ICON - 1.2, line.h)
    yield from _plated(context, _words(context, element, "square-words", text, room, parts=parts))


def _plated(context: RenderContext, lines: list[Text]) -> Iterator[Item]:
    """Lines of text, each on a white plate of its width, for legibility over a picture."""
    for item in lines:
        width = context.fonts.width(item.text, item.font, item.size)
        size = item.size * MM_PER_POINT
        plate = Rect(item.x - 0.7, item.y - 0.95 * size, width + 1.4, 1.25 * size)
        yield Path(rectangle(plate, 0.8), fill="#ffffff", alpha=PLATE)
    yield from lines


def _markers(context: RenderContext, element: Spec, id_: str, box: Rect) -> Iterator[Item]:
    """The markers of a square: their labels and numbers."""
    deck = context.kit.cards.get(element.markers, {}) if element.markers else {}
    if element.markers and not deck:
        context.diagnostics.error(element.at("markers"), "unknown-deck", f"there is no deck {element.markers!r}")
    marked = [(index, card, card.plain_traits.get(element.marks)) for index, card in enumerate(deck.values())]
    mine = [(index, card, marks[id_]) for index, card, marks in marked if isinstance(marks, dict) and id_ in marks]
    width = box.w / max(3, len(mine))
    for place, (index, card, value) in enumerate(mine):
        frame = Rect(box.x + place * width, box.y, width, box.h).inset(0.4)
        tint = context.colour(card.asides.get("tint", "ink"), card.at("asides", "tint"))
        yield Path(rectangle(frame, 1.5), fill="#ffffff")
        yield Path(rectangle(frame, 1.5), stroke=Stroke(tint, 0.9, DASHES[index % len(DASHES)], cap=1))
        own = _aside(card, "label") or [Part(card.name, card.at("name"))]
        label = f"{card.asides.get('label', card.name)} {_signed(value)}"
        yield from _words(context, element, "square-marker", label, frame.inset(0.8), tint, own)


def _words(
    context: RenderContext,
    element: Spec,
    style: str,
    text: str,
    box: Rect,
    colour: str | None = None,
    parts: Sequence[Part] = (),
) -> list[Text]:
    return typeset(context, style, text, box, element.at("board"), colour, parts=parts)
