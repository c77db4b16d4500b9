"""A board of squares in rows, side by side or laid like bricks; some are emphasised, some have markers.

A rule gives the start of each square of a row, in units; a square is `units` wide: with 2, `a: [0, 2]` is
squares a1 and a2 side by side, `b: [1]` a square b1 below the middle of both. Small squares show their codes. Large
ones show the words of their cards and the badges (`badge`) of their phrases: the `icon` and `tint` of a square, and for
a sentence the icon with the name of its field. Text styles: `square-code`, `square-value`, `square-title`,
`square-name`, `square-words`, `square-marker`; of a `brief` board also `square-edge` and `square-key`.

A large square has a tab in its tint in the upper left corner with its code, name and icon, and a white plate in the
lower left one with the words of its card. Both are as wide as what they hold, so that a picture `behind` them is seen
as a whole. Markers are at the lower right, beside the last line of words if there is room, else above the words;
without words, they are in the middle. On a `brief` board the figure behind the squares is seen even better: tabs have
the code and the icon only, sentences with an icon are a sign and a number below the tab, both in `square-marker`, and
all markers are in one strip at the foot; all of it is at the side of a square that is away from the middle. Lines are
thin, and the names of squares are around the board.

Small squares that are `shaded` have a bar over their width with code and icon if there is room, else a corner tag.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pnp.components.arrows import moves
from pnp.components.context import (
    RenderContext,
    Scope,
    field_of,
    filled,
    origin,
    paint,
)
from pnp.components.edge_names import edge_names
from pnp.components.elements import Box, Element, Share
from pnp.components.large_squares import (
    Cell,
    aside_of,
    card_of,
    code_of,
    label_of,
    large_square,
    marking,
    pen_on,
    signed,
    words_on,
)
from pnp.components.pictures import picture
from pnp.components.shapes import hatched_edges
from pnp.components.strips import bars, middle
from pnp.components.ways import WAYS, is_next, ways
from pnp.diagnostics import Part, did_you_mean
from pnp.graphics import Item, Path, Rect, Stroke, Tag
from pnp.graphics.colour import luminance
from pnp.graphics.drawing import rectangle
from pnp.kit import fields
from pnp.kit.fields import field_value
from pnp.kit.name_of import DECK, PictureName, RulePath
from pnp.kit.phrases import UNWRITTEN
from pnp.kit.schema import Between, Name, Paint

MOST = 12
"""Rows, and squares in a row."""
LARGE = (30.0, 24.0)
"""The width and height from which squares show the words of their cards, mm."""
TAG, TAG_EDGE, TAG_APART, TAG_ENDS = 4.2, 0.5, 0.9, 0.3
"""The height of the tags of a small square, the space in them, between two, and at both ends of a row, mm."""
ICON_EDGE, SIGN_EDGE = 1.3, 0.5
"""The space at the sides of an icon in a small square's bar, and that above and below it, mm."""
SMALL_HATCH = 0.4
"""The scale of the hatch of small squares; those without room for an icon have it only at their feet."""
PLATE, GLOW = (6.0, 4.2), 0.45
"""Over a picture: the plate below a small square's code, mm, and the opacity of a lit square's colour."""
PALE = 0.25
"""The opacity of the colour of squares to which a direction leads."""
EDGE = 0.45
"""The thickness of the edges of large squares in their shade, mm."""
FINE, HEDGE = 0.3, 0.9
"""On a brief board: the thickness of the lines between large squares, and that of the edge of one with a wash, mm."""
SMALL_BAR, THIN_BAR, THIN_SHARE, THIN_WIDTH = 4.6, 1.5, 0.22, 0.4
"""The height of the bar of a small square with its code, that of a tag without, mm, and the tag's largest share of a
square's height and its share of the width."""
WASH = 0.14
"""The opacity of a square's wash, through which a picture behind it is seen."""
ROOMY = 9.0
"""The height from which small squares have room for an icon, mm."""
DARK = 0.3
"""The luminance below which a shade is an edge and no fill."""


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """The squares of a rule in a box."""

    board: RulePath
    """The rule with its rows of squares: for each row, the starts of its squares."""
    box: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    units: Annotated[int, Between(1, MOST)] = 1
    """The width of a square, in the units of the starts; with 2, rows can be laid like bricks."""
    cards: Annotated[Name, DECK] | None = None
    """The deck with a card for each square, which is labelled by the card's `short` name."""
    lit: str | None = None
    """A field with the squares to emphasise, or with the text to print in each of them."""
    way: str | None = None
    """A field with a direction (`left`, `any`), which emphasises the squares next to the square `lit`. In small
    squares, an arrow leads to each from a cross hair."""
    colour: Paint = "ink"
    """The colour of squares that are lit."""
    markers: Annotated[Name, DECK] | None = None
    """A deck whose cards mark squares; these show their `asides.label` in `asides.tint`."""
    marks: Name = "marks"
    """The trait of the markers with the squares that they mark, and the number to print in each."""
    marker_art: PictureName | None = None
    """A sign before the labels of markers in large squares: an icon or the file name of a picture."""
    behind: PictureName | None = None
    """The file name of a picture behind it. Codes of small squares have white plates over it, lit squares a tint."""
    veil: Share = 0.0
    """How much white lies over the picture behind squares that are not lit, with a `way` behind all: 0 is none, 1 hides
    it."""
    shaded: bool = False
    """Whether squares have the `shade` of their badges, with a thin `wash` and hatched edges. A dark shade is no fill:
    it is a thick edge of large squares. Over a picture, large ones have the edge and the wash only. Small squares also
    have a bar in the `tint`, the `icon`, and tags for their markers."""
    without: tuple[Name, ...] = ()
    """Fields of the cards' words that large squares do not print, except by a phrase whose badge has `stated: FIELD`.
    With `short`, small squares print no codes."""
    brief: bool = False
    """Whether large squares have codes, signs and numbers only. The names of the upper and of the lower row are above
    and below it, those of other rows in the space at both ends of their row."""
    arrows: str | None = None
    """A field with the squares from which arrows lead."""
    colours: tuple[Paint, ...] = ()
    """The colours of the arrows, in turn; without them, `colour`. Those unlike the first have dashes and open heads."""
    to: str | None = None
    """A field with the squares to which the arrows lead, in turn; from a single square, one leads to each."""


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    rows = _rows(context, element)
    if not rows:
        return []
    places = dict(_places(rows, Rect(*element.box), element.units))
    lit = _moves(context, element, scope, places) if element.way else _lit(context, element, scope)
    cells = [Cell(id_, box, lit.get(id_)) for id_, box in places.items()]
    pen = paint(context, element.colour, scope, element.at("colour")) or "#000000"
    items: list[Item] = []
    if element.behind:
        items.extend(picture(context, element.behind, Rect(*element.box), pen, element.at("behind")))
        hidden = (rectangle(cell.box) for cell in cells if (cell.lit != "" or element.way) and element.veil)
        items.extend(Path(outline, "#ffffff", alpha=element.veil) for outline in hidden)
    # Lit squares are drawn last: their wider frames overlap their neighbours'.
    upwards = sorted(cells, key=lambda cell: (cell.lit is not None) + (cell.lit == FROM))
    squares = [_square(context, element, cell, pen) for cell in upwards]
    start = next((cell for cell in cells if cell.lit == FROM and not _is_large(cell.box)), None)
    there = [cell.box for cell in cells if cell.lit == ""]
    led = ways(start.box, there, pen) if element.way and start else ()
    if element.brief:
        items.extend(edge_names(context, element, cells))
    return [*items, *squares, *led, *_arrows(context, element, scope, places)]


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
    found = field_of(context, element.lit, scope, element.at("lit"))
    if isinstance(found, dict):
        return {id_: signed(value) for id_, value in found.items()}
    if found is None and fields.single(element.lit):
        context.diagnostics.error(element.at("lit"), "unknown-field", f"there is no field {element.lit[1:-1]!r}")
    if found is None:
        return {}
    return dict.fromkeys(map(str, found) if isinstance(found, (list, tuple)) else [str(found)], "")


def _moves(context: RenderContext, element: Spec, scope: Scope, places: Mapping[str, Rect]) -> dict[str, str]:
    """The square `lit`, and the squares next to it in a direction."""
    way = filled(context, element.way or "", scope, element.at("way"))
    id_ = filled(context, element.lit or "", scope, element.at("lit"))
    start = places.get(id_)
    if start is None:
        hint = did_you_mean(id_, places)
        context.diagnostics.error(
            element.at("lit" if element.lit else "way"), "unknown-id", "there is no square to start from", hint
        )
        return {}
    if way not in WAYS:
        span = origin(scope, element.way, element.at("way"))
        context.diagnostics.error(span, "unknown-id", f"there is no way {way!r}", did_you_mean(way, WAYS))
        return {}
    there = {other for other, box in places.items() if box != start and is_next(start, box, way)}
    return {id_: FROM, **dict.fromkeys(there, "")}


FROM = "from"
"""The `lit` value of the square from which a direction leads: it has a frame in ink instead of a text."""


def _arrows(context: RenderContext, element: Spec, scope: Scope, places: Mapping[str, Rect]) -> Iterator[Item]:
    """An arrow from each square to its target, which ends at a ring there; a square that leads to itself has one.

    Over shades of squares and pictures, a wider white one is below it. Elsewhere that would break their frames. In
    squares without codes, arrows lead from dots. Arrows of another colour than the first are broken.
    """
    starts, ends = (_squares(context, element, key, scope, places) for key in ("arrows", "to"))
    pairs = [(starts[0], end) for end in ends] if len(starts) == 1 else list(zip(starts, ends, strict=False))
    names = element.colours or (element.colour,)
    spans = element.at("colours" if element.colours else "colour")
    pens = [(paint(context, name, scope, spans) or "#000000", name != names[0]) for name in names]
    middles = [(start.centre, end.centre) for start, end in pairs]
    return moves(middles, pens, bare="short" in element.without, shaded=element.shaded or bool(element.behind))


def _squares(context: RenderContext, element: Spec, key: str, scope: Scope, places: Mapping[str, Rect]) -> list[Rect]:
    """The boxes of the squares of a field. Reports squares that the board has not."""
    text = getattr(element, key)
    found = field_of(context, text, scope, element.at(key)) if text else None
    named = [] if found is None else [found] if isinstance(found, str) else list(found)
    for id_ in named:
        if id_ not in places:
            hint = did_you_mean(str(id_), places)
            context.diagnostics.error(element.at(key), "unknown-id", f"the board has no square {id_!r}", hint)
    return [places[id_] for id_ in named if id_ in places]


def _glow(element: Spec) -> float:
    return GLOW if element.behind and not element.way else PALE


def _is_large(box: Rect) -> bool:
    return box.w >= LARGE[0] and box.h >= LARGE[1]


def _square(context: RenderContext, element: Spec, cell: Cell, pen: str) -> Item:
    large = _is_large(cell.box)
    ink = context.colour("ink", element.at("board"))
    brief = large and element.brief
    thin = Stroke(context.colour("soft", element.at("board")), FINE) if brief else Stroke(ink, 0.4 if large else 0.2)
    shade = _shade(context, element, cell)
    edge = shade if shade and luminance(shade) < DARK else None
    plain = None if element.behind else "#ffffff"
    if cell.lit and cell.lit != FROM and not large:
        shade = plain
    filled_in = pen if cell.lit == "" else plain if edge else None if large and element.behind else shade
    glows = bool(element.behind or element.way) and cell.lit == ""
    frame = Stroke(ink if cell.lit == FROM else pen, 0.8) if cell.lit or glows else thin
    items: list[Item] = [Path(rectangle(cell.box), filled_in, frame, alpha=_glow(element) if glows else 1.0)]
    if (element.behind or element.way or cell.lit) and not large and cell.lit is not None:
        items.extend(bars(cell.box, frame.colour))
    wash = _shade(context, element, cell, "wash")
    if brief:
        items.extend([Path(rectangle(cell.box.inset(HEDGE / 2)), None, Stroke(wash, HEDGE))] if wash else ())
    elif wash:
        items.append(Path(rectangle(cell.box), wash, alpha=WASH))
        hatch, at_foot = (1.0, False) if large else (SMALL_HATCH, cell.box.h < ROOMY)
        items.extend(() if large and element.behind else hatched_edges(cell.box, wash, hatch, foot=at_foot))
    items.extend(large_square(context, element, cell) if large else ())
    if edge and large and not glows and not brief:
        items.append(Path(rectangle(cell.box.inset(EDGE / 2)), None, Stroke(edge, EDGE)))
    items.extend(() if large else _small(context, element, cell, pen))
    return Tag("Square", tuple(items), cell.id, element.at("board"))


def _shade(context: RenderContext, element: Spec, cell: Cell, kind: str = "shade") -> str | None:
    """The shade or wash of a square, as a colour."""
    if not element.shaded:
        return None
    badge = context.words.get(cell.id, UNWRITTEN).badge
    return context.colour(badge[kind], element.at("shaded")) if kind in badge else None


def _small(context: RenderContext, element: Spec, cell: Cell, pen: str) -> Iterator[Item]:
    """A square with its code, in white if the square is filled. The text of a lit square is below the code, larger."""
    card = card_of(context, element, cell)
    code, own = code_of(card, cell), aside_of(card, "short")
    if element.shaded and not cell.lit:
        yield from _shaded(context, element, cell, code, own)
        return
    if not cell.lit or cell.lit == FROM:
        white = "#ffffff" if cell.lit == "" and not (element.behind or element.way) else None
        if "short" not in element.without:
            yield from _plate(element, middle(cell.box, *PLATE))
            yield from words_on(context, element, "square-code", code, cell.box, white, own)
        return
    x, y, w, h = cell.box
    yield from _plate(element, cell.box.inset(0.8))
    yield from words_on(context, element, "square-code", code, Rect(x, y + 0.1 * h, w, 0.43 * h), parts=own)
    yield from words_on(context, element, "square-value", cell.lit, Rect(x, y + 0.42 * h, w, 0.5 * h), pen)


def _plate(element: Spec, box: Rect) -> Iterator[Item]:
    """A white plate below words, if a picture is behind them."""
    if element.behind:
        yield Path(rectangle(box, min(1.0, box.h / 4)), "#ffffff")


def _shaded(context: RenderContext, element: Spec, cell: Cell, name: str, own: Sequence[Part]) -> Iterator[Item]:
    """A square's bar or tag, its code, its phrase's icon if there is room, and its markers' labels."""
    x, y, w, h = cell.box
    _, badge, parts = context.words.get(cell.id, UNWRITTEN)
    roomy = h >= ROOMY
    tint = context.colour(badge["tint"], element.at("shaded")) if "tint" in badge else None
    pen = pen_on(context, element, tint) if tint and roomy else context.colour("ink", element.at("board"))
    # As on a large board, a tag is at the side of its square that is away from the middle.
    outwards = (1 - THIN_WIDTH) * w if x + w / 2 > element.box[0] + element.box[2] / 2 + 0.1 else 0.0
    thin = Rect(x + outwards, y, THIN_WIDTH * w, min(THIN_BAR, THIN_SHARE * h))
    bar = Rect(x, y, w, SMALL_BAR) if roomy else thin
    if tint:
        yield Path(rectangle(bar), tint, Stroke(context.colour("ink", element.at("board")), 0.2))
    room = bar if roomy else cell.box
    card = card_of(context, element, cell)
    icon = badge.get("icon", card.aside_texts.get("icon") if card else None) if roomy else None
    code = Rect(x + ICON_EDGE, room.y, w / 3, room.h) if icon else room
    yield from words_on(context, element, "square-code", name, code, pen, own)
    if icon:
        span = parts["badge.icon"][-1].span if "icon" in badge else element.at("board")
        tall = SMALL_BAR - 2 * SIGN_EDGE
        yield from picture(context, icon, Rect(x + w - ICON_EDGE - tall, y + SIGN_EDGE, tall, tall), pen, span)
    yield from _tags(context, element, cell.id, Rect(x, cell.box.far - TAG - 2 * TAG_EDGE, w, TAG))


def _tags(context: RenderContext, element: Spec, id_: str, row: Rect) -> Iterator[Item]:
    """The labels of a small square's markers on white tags in a row, each as wide as its label if there is room."""
    mine = [(label_of(card), card) for card, _ in marking(context, element, id_)]
    sizes = [
        sum(map(context.fonts.extent, words_on(context, element, "square-marker", label, row))) + 2 * TAG_EDGE
        for label, _ in mine
    ]
    gaps = TAG_APART * (len(mine) - 1) + 2 * TAG_ENDS
    share = min(1.0, (row.w - gaps) / sum(sizes)) if mine else 1.0
    x = row.centre[0] - (sum(sizes) * share + gaps) / 2 + TAG_ENDS
    for size, (label, card) in zip(sizes, mine, strict=True):
        box = Rect(x, row.y, size * share, row.h)
        tint = context.colour(card.aside_texts.get("tint", "ink"), card.at("asides", "tint"))
        yield Path(rectangle(box, 0.9), "#ffffff", Stroke(tint, 0.4))
        own = aside_of(card, "label") or [Part(card.name, card.at("name"))]
        yield from words_on(context, element, "square-marker", label, box, tint, own)
        x = box.right + TAG_APART
