"""A grid of squares, each of which is drawn by a face.

A rule gives the start of each square of a row, in units; a square is `units` wide: with 2, `a: [0, 2]` is squares a1
and a2 side by side, `b: [1]` a square b1 below the middle of both. A rule that is a number, or a list of numbers to
add, is the number of squares in each of the grid's `rows`: `2.5` is the fifth square of the second row.

The face is filled from the square's card in the deck `cards`; without cards, from what the face around the grid has. It
is placed at the square's top left corner, and stretched to the square if it has a `size`. `{square.id}`,
`{square.row}`, `{square.rows}`, `{square.column}`, `{square.columns}` and `{square.number}` are the square's place. The
others are what the grid marks: `{square.lit}`, `{square.start}`, `{square.next}`, `{square.markers}` and
`{square.colour}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Annotated, Any, Literal

from pnp.components.arrows import Look, arrows
from pnp.components.context import RenderContext, Scope, field_of, filled, origin, paint
from pnp.components.elements import Box, Coordinate, Element
from pnp.components.faces import draw as draw_face
from pnp.components.squares import MOST, MOST_ROWS, WAYS, Square, is_next, placed, rows_of
from pnp.diagnostics import Part, did_you_mean
from pnp.graphics import Group, Item, Path, Rect, Size, Tag, Transform
from pnp.graphics.drawing import rectangle
from pnp.kit import Card, Record, fields
from pnp.kit.fields import field_value
from pnp.kit.name_of import DECK, FaceChoice, RulePath
from pnp.kit.schema import Between, Name, Paint

Pitch = Annotated[float, Between(0.1, 500)]
Thickness = Annotated[float, Between(0.05, 10)]
Distance = Annotated[float, Between(0, 50)]


@dataclass(frozen=True, kw_only=True)
class Arrows(Record):
    """Arrows from the middles of squares to those of others. A square that leads to itself has a loop."""

    starts: str | None = None
    """A field with the squares from which arrows lead; left out, they lead from `start` to the squares next to it."""
    ends: str | None = None
    """A field with the squares to which they lead, in turn; from a single square, one leads to each."""
    colour: Paint = "ink"
    """Their colour."""
    width: Thickness = 0.45
    """Their thickness, in mm. Four or more arrows from one square are thinner."""
    head: Distance = 2.1
    """The length of their heads, in mm."""
    clear: tuple[Distance, Distance] = (0.0, 2.2)
    """How far from the middle of their first square they begin, and how far from that of their last one they end, in
    mm."""
    dot: Distance = 0.0
    """The radius of a dot where each begins, in mm."""
    halo: Distance = 0.0
    """How far white below them reaches beyond them, in mm."""


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """A grid of squares by a rule, each drawn by a face."""

    grid: RulePath
    """The rule with its squares: for each row, the starts of its squares; or the number of squares in a row."""
    box: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    face: FaceChoice
    """The face of each square, perhaps chosen by its fields."""
    units: Annotated[int, Between(1, 12)] = 1
    """The width of a square, in the units of the starts; with 2, rows can be laid like bricks."""
    rows: Annotated[int, Between(1, MOST_ROWS)] = 1
    """The number of rows of a rule that is a number."""
    pitch: tuple[Pitch, Pitch] | None = None
    """How far squares are from each other, to the right and down, in mm: then `box` is that of the first square. Left
    out, the squares fill the box."""
    cards: Annotated[Name, DECK] | None = None
    """The deck with a card for each square, from which its face is filled."""
    lit: str | None = None
    """A field with squares, or with a value for each: `{square.lit}`. Marked squares are drawn after the others,
    and `start` is the last."""
    start: str | None = None
    """A field with a square: `{square.start}` is true in it."""
    way: Literal["up", "down", "left", "right", "any"] | str | None = None
    """A direction from `start`, perhaps a field: `{square.next}` is true in the squares next to it in this
    direction."""
    colour: Paint = "ink"
    """The colour that the faces have as `{square.colour}`."""
    markers: Annotated[Name, DECK] | None = None
    """A deck whose cards mark squares: `{square.markers}` has the value of each by its `asides.label` or its name."""
    marks: Name = "marks"
    """The trait of the markers with the squares that they mark, and the value for each."""
    arrows: tuple[Arrows, ...] = ()
    """Arrows over the squares."""


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    squares = _squares(context, element)
    if not squares:
        return []
    marks = _marks(context, element, scope, squares)
    # Marked squares are drawn last: their wider frames overlap their neighbours'.
    ordered = sorted(squares.values(), key=lambda square: _layer(marks.get(square.id, {})))
    drawn = [_square(context, element, scope, square, squares, marks.get(square.id, {})) for square in ordered]
    over = (_arrows(context, given, scope, squares, marks) for given in element.arrows)
    return [*drawn, *chain.from_iterable(over)]


def _layer(marks: Mapping[str, Any]) -> int:
    return 2 if "start" in marks else 1 if marks else 0


def _squares(context: RenderContext, element: Spec) -> dict[str, Square]:
    """The squares by their ids; none, with an error, for a rule that is no grid."""
    rows = rows_of(field_value(context.kit.rules.plain(), element.grid), element.rows)
    if rows is None:
        message = f"the rules have no {element.grid!r} with up to {MOST_ROWS} rows of up to {MOST} squares"
        context.diagnostics.error(element.at("grid"), "unknown-field", message)
        return {}
    return {square.id: square for square in placed(rows, Rect(*element.box), element.units, element.pitch)}


def _square(
    context: RenderContext,
    element: Spec,
    scope: Scope,
    square: Square,
    squares: Mapping[str, Square],
    marks: Mapping[str, Any],
) -> Item:
    """A square, with its face in its place."""
    inner = _scope(context, element, scope, square, squares, marks)
    name = filled(context, element.face, inner, element.at("face"))
    x, y, w, h = square.box
    face = draw_face(context, name, Size(w, h), inner, element.at("face"), stretched=True)
    # Not a use of the drawing, so that its words are read by the checks. The first outline is the square's place.
    placed_face = Group(face.items, Transform.move(x, y))
    return Tag("Square", (Path(rectangle(square.box)), placed_face), square.id, element.at("grid"))


def _scope(
    context: RenderContext,
    element: Spec,
    scope: Scope,
    square: Square,
    squares: Mapping[str, Square],
    marks: Mapping[str, Any],
) -> Scope:
    """What the face of a square is filled from."""
    card = _card(context, element, square)
    own = context.scope(element.cards or "", square.id, card) if card else {}
    markers, parts = _markers(context, element, square.id)
    fields_ = {
        "id": square.id,
        "row": square.row,
        "rows": max(other.row for other in squares.values()),
        "column": square.column,
        "columns": square.columns,
        "number": list(squares).index(square.id) + 1,
        "colour": paint(context, element.colour, scope, element.at("colour")) or "",
        "markers": markers,
        **{"lit": False, "start": False, "next": False, **marks},
    }
    origins = {**scope.get("origins", {}), **own.get("origins", {}), "square.markers": parts}
    return {**scope, **own, "square": fields_, "origins": origins}


def _card(context: RenderContext, element: Spec, square: Square) -> Card | None:
    """The card of a square. Reports a deck without a card for it."""
    if element.cards is None:
        return None
    card = context.kit.cards.get(element.cards, {}).get(square.id)
    if card is None:
        message = f"the deck {element.cards!r} has no card {square.id!r}"
        context.diagnostics.error(element.at("cards"), "no-cards", message)
    return card


def _markers(context: RenderContext, element: Spec, id_: str) -> tuple[dict[str, Any], tuple[Part, ...]]:
    """The value of each card that marks a square, by its label, and where the labels are written."""
    deck = context.kit.cards.get(element.markers, {}) if element.markers else {}
    if element.markers and not deck:
        context.diagnostics.error(element.at("markers"), "unknown-deck", f"there is no deck {element.markers!r}")
    values: dict[str, Any] = {}
    parts = []
    for card in deck.values():
        marks = card.plain_traits.get(element.marks)
        if isinstance(marks, dict) and id_ in marks:
            label = card.aside_texts.get("label", card.name)
            values[label] = marks[id_]
            parts.append(Part(label, card.at("asides", "label") if "label" in card.aside_texts else card.at("name")))
    return values, tuple(parts)


# Marked squares ----------------------------------------------------------------------------------------------------


def _marks(
    context: RenderContext, element: Spec, scope: Scope, squares: Mapping[str, Square]
) -> dict[str, dict[str, Any]]:
    """What is marked in each square: `lit`, `start` and `next`."""
    marks: dict[str, dict[str, Any]] = {}
    for id_, value in _lit(context, element, scope).items():
        marks.setdefault(id_, {})["lit"] = value
    start = _start(context, element, scope, squares)
    if start is None:
        return marks
    marks.setdefault(start.id, {})["start"] = True
    way = _way(context, element, scope)
    for square in squares.values():
        if way and square != start and is_next(start.box, square.box, way):
            marks.setdefault(square.id, {})["next"] = True
    return marks


def _lit(context: RenderContext, element: Spec, scope: Scope) -> dict[str, Any]:
    """The squares of the field `lit`, with their values."""
    if element.lit is None:
        return {}
    value = field_of(context, element.lit, scope, element.at("lit"))
    if value is None and fields.single(element.lit):
        context.diagnostics.error(element.at("lit"), "unknown-field", f"there is no field {element.lit[1:-1]!r}")
    if isinstance(value, dict):
        return value
    return dict.fromkeys(map(str, _listed(value)), True)


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _start(
    context: RenderContext, element: Spec, scope: Scope, squares: Mapping[str, Square]
) -> Square | None:
    """The square `start`. Reports one that the grid has not, and a direction without it."""
    if element.start is None and element.way is None:
        return None
    id_ = filled(context, element.start or "", scope, element.at("start"))
    if id_ not in squares:
        span = element.at("start" if element.start else "way")
        hint = did_you_mean(id_, squares)
        context.diagnostics.error(span, "unknown-id", "there is no square to start from", hint)
    return squares.get(id_)


def _way(context: RenderContext, element: Spec, scope: Scope) -> str:
    """The direction `way`; empty, with an error, for one that is none."""
    way = filled(context, element.way or "", scope, element.at("way"))
    if element.way is None or way in WAYS:
        return way
    span = origin(scope, element.way, element.at("way"))
    context.diagnostics.error(span, "unknown-id", f"there is no way {way!r}", did_you_mean(way, WAYS))
    return ""


def _arrows(
    context: RenderContext,
    given: Arrows,
    scope: Scope,
    squares: Mapping[str, Square],
    marks: Mapping[str, Mapping[str, Any]],
) -> Iterator[Item]:
    """The arrows of one of the entries of `arrows`."""
    read = partial(_ends, context, given, scope, squares)
    starts, ends = read("starts"), read("ends")
    if given.starts is None:
        starts = [square for square in squares.values() if "start" in marks.get(square.id, {})]
        ends = [square for square in squares.values() if "next" in marks.get(square.id, {})]
    pairs = [(starts[0], end) for end in ends] if len(starts) == 1 else list(zip(starts, ends, strict=False))
    colour = paint(context, given.colour, scope, given.at("colour")) or "#000000"
    look = Look(colour, given.width, given.head, given.clear, given.halo, given.dot)
    yield from arrows([(start.box.centre, end.box.centre) for start, end in pairs], look)


def _ends(
    context: RenderContext, given: Arrows, scope: Scope, squares: Mapping[str, Square], key: str
) -> Sequence[Square]:
    """The squares of a field of arrows. Reports squares that the grid has not."""
    text = getattr(given, key)
    named = _listed(field_of(context, text, scope, given.at(key)) if text else None)
    for id_ in named:
        if id_ not in squares:
            hint = did_you_mean(str(id_), squares)
            context.diagnostics.error(given.at(key), "unknown-id", f"the grid has no square {id_!r}", hint)
    return [squares[id_] for id_ in named if id_ in squares]
