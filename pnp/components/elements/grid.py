"""A grid of squares. A face draws each of them.

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

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, count, repeat
from typing import Annotated, Any, NamedTuple

from pnp.components.arrows import Look, arrows
from pnp.components.context import RenderContext, Scope, field_of, filled, origin, paint
from pnp.components.elements import Box, Element
from pnp.components.faces import draw as draw_face
from pnp.diagnostics import Part, did_you_mean
from pnp.graphics import Group, Item, Path, Rect, Size, Tag, Transform
from pnp.graphics.drawing import rectangle
from pnp.kit import Card, Record, fields
from pnp.kit.annotations import DECK, FaceChoice, RulePath, With
from pnp.kit.fields import field_value
from pnp.kit.schema import Between, Name, Paint

READS_CARD = True
"""The faces of its squares may be filled from the card."""
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

    grid: RulePath | Annotated[int, Between(1, MOST)]
    """The rule with its squares: for each row, the starts of its squares; or the number of squares in a row, which may
    also be written here."""
    box: Box
    """Its place: [x, y, width, height] in mm from the trim's top left."""
    face: FaceChoice
    """The face of each square, perhaps chosen by its fields."""
    units: Annotated[int, Between(1, 12)] = 1
    """The width of a square, in the units of the starts; with 2, rows can be laid like bricks."""
    rows: Annotated[int, Between(1, MOST_ROWS)] = 1
    """The number of rows of a rule that is a number."""
    shifted: bool = False
    """Whether every second row begins half a square further to the right, as rows of hexagons do."""
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
    way: str | None = None
    """A direction from `start`, or a field with one: up, down, left, right or any. `{square.next}` is true in the
    squares next to it in this direction."""
    colour: Paint = "ink"
    """The colour that the faces have as `{square.colour}`."""
    markers: Annotated[Name, DECK] | None = None
    """A deck whose cards mark squares: `{square.markers}` has the value of each by its `asides.label` or its name."""
    marks: Annotated[Name, With("markers")] = "marks"
    """The trait of the markers with the squares that they mark, and the value for each."""
    arrows: tuple[Arrows, ...] = ()
    """Arrows over the squares."""


class _Grid(NamedTuple):
    """A grid that is drawn: its squares by their ids, and what is marked in each of them."""

    context: RenderContext
    element: Spec
    scope: Scope
    squares: Mapping[str, Square]
    marks: dict[str, dict[str, Any]]

    def error(self, key: str, code: str, message: str, hint: str = "") -> None:
        self.context.diagnostics.error(self.element.at(key), code, message, hint)


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    grid = _Grid(context, element, scope, _squares(context, element), {})
    if not grid.squares:
        return []
    _mark(grid)
    # Marked squares are drawn last: their wider frames overlap their neighbours'.
    ordered = sorted(grid.squares.values(), key=lambda square: _layer(grid.marks.get(square.id, {})))
    over = (_arrows(grid, given) for given in element.arrows)
    return [*(_square(grid, square) for square in ordered), *chain.from_iterable(over)]


def _layer(marks: Mapping[str, Any]) -> int:
    return 2 if "start" in marks else 1 if marks else 0


def _squares(context: RenderContext, element: Spec) -> dict[str, Square]:
    """The squares by their ids; none, with an error, for a rule that is no grid."""
    here = isinstance(element.grid, int)
    rows = rows_of(element.grid if here else field_value(context.kit.rules.plain(), str(element.grid)), element.rows)
    if rows is None:
        message = f"the rules have no {element.grid!r} with up to {MOST_ROWS} rows of up to {MOST} squares"
        hint = "a number of squares may be written here: {grid: 8, rows: 8, …}"
        context.diagnostics.error(element.at("grid"), "unknown-field", message, hint)
        return {}
    if element.shifted and element.units != 1:
        message, hint = "a square of shifted rows is two units wide", "remove 'units', or shift the rows in the rule"
        context.diagnostics.error(element.at("units"), "bad-choice", message, hint)
        return {}
    rows, units = (shifted(rows), 2) if element.shifted else (rows, element.units)
    return {square.id: square for square in placed(rows, Rect(*element.box), units, element.pitch)}


def _square(grid: _Grid, square: Square) -> Item:
    """A square, with its face in its place."""
    context, span = grid.context, grid.element.at("face")
    scope = _scope(grid, square)
    x, y, w, h = square.box
    name = filled(context, grid.element.face, scope, span)
    face = draw_face(context, name, Size(w, h), scope, span, stretched=Size(w, h))
    # Not a use of the drawing, so that its words are read by the checks. The first outline is the square's place.
    items = (Path(rectangle(square.box)), Group(face.items, Transform.move(x, y)))
    return Tag("Square", items, square.id, grid.element.at("grid"))


def _scope(grid: _Grid, square: Square) -> Scope:
    """What the face of a square is filled from."""
    context, element, scope = grid.context, grid.element, grid.scope
    card = _card(grid, square)
    own = context.scope(element.cards or "", square.id, card) if card else {}
    markers, labels = _markers(grid, square.id)
    fields_of_square = {
        "id": square.id,
        "row": square.row,
        "rows": max(other.row for other in grid.squares.values()),
        "column": square.column,
        "columns": square.columns,
        "number": list(grid.squares).index(square.id) + 1,
        "colour": paint(context, element.colour, scope, element.at("colour")) or "",
        "markers": markers,
        "lit": False,
        "start": False,
        "next": False,
        **grid.marks.get(square.id, {}),
    }
    origins = {**scope.get("origins", {}), **own.get("origins", {}), "square.markers": labels}
    return {**scope, **own, "square": fields_of_square, "origins": origins}


def _card(grid: _Grid, square: Square) -> Card | None:
    """The card of a square. Reports a deck without a card for it."""
    deck = grid.element.cards
    if deck is None:
        return None
    card = grid.context.kit.cards.get(deck, {}).get(square.id)
    if card is None:
        grid.error("cards", "no-cards", f"the deck {deck!r} has no card {square.id!r}")
    return card


def _markers(grid: _Grid, id_: str) -> tuple[dict[str, Any], tuple[Part, ...]]:
    """The value of each card that marks a square, by its label, and where the labels are written."""
    name = grid.element.markers
    deck = grid.context.kit.cards.get(name, {}) if name else {}
    if name and not deck:
        grid.error("markers", "unknown-deck", f"there is no deck {name!r}")
    values: dict[str, Any] = {}
    parts = []
    for card in deck.values():
        marks = card.plain_traits.get(grid.element.marks)
        if isinstance(marks, dict) and id_ in marks:
            has_label = "label" in card.aside_texts
            label = card.aside_texts["label"] if has_label else card.name
            values[label] = marks[id_]
            parts.append(Part(label, card.at("asides", "label") if has_label else card.at("name")))
    return values, tuple(parts)


# Marked squares ----------------------------------------------------------------------------------------------------


def _mark(grid: _Grid) -> None:
    """Note what is marked in each square: `lit`, `start` and `next`."""
    for id_, value in _lit(grid).items():
        grid.marks.setdefault(id_, {})["lit"] = value
    start = _start(grid)
    if start is None:
        return
    grid.marks.setdefault(start.id, {})["start"] = True
    way = _way(grid)
    for square in grid.squares.values():
        if way and square != start and is_next(start.box, square.box, way):
            grid.marks.setdefault(square.id, {})["next"] = True


def _lit(grid: _Grid) -> dict[str, Any]:
    """The squares of the field `lit`, with their values."""
    text = grid.element.lit
    if text is None:
        return {}
    value = field_of(grid.context, text, grid.scope, grid.element.at("lit"))
    if value is None and fields.single(text):
        grid.error("lit", "unknown-field", f"there is no field {text[1:-1]!r}")
    return value if isinstance(value, dict) else dict.fromkeys(map(str, _listed(value)), True)


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _start(grid: _Grid) -> Square | None:
    """The square `start`. Reports one that the grid has not, and a direction without it."""
    element = grid.element
    if element.start is None and element.way is None:
        return None
    id_ = filled(grid.context, element.start or "", grid.scope, element.at("start"))
    if id_ not in grid.squares:
        hint = did_you_mean(id_, grid.squares)
        grid.error("start" if element.start else "way", "unknown-id", "there is no square to start from", hint)
    return grid.squares.get(id_)


def _way(grid: _Grid) -> str:
    """The direction `way`; empty, with an error, for one that is none."""
    element = grid.element
    way = filled(grid.context, element.way or "", grid.scope, element.at("way"))
    if element.way is None or way in WAYS:
        return way
    span = origin(grid.scope, element.way, element.at("way"))
    grid.context.diagnostics.error(span, "unknown-id", f"there is no way {way!r}", did_you_mean(way, WAYS))
    return ""


def _arrows(grid: _Grid, given: Arrows) -> Iterator[Item]:
    """The arrows of one of the entries of `arrows`."""
    starts, ends = _ends(grid, given, "starts"), _ends(grid, given, "ends")
    if given.starts is None:
        starts = [square for square in grid.squares.values() if "start" in grid.marks.get(square.id, {})]
        ends = [square for square in grid.squares.values() if "next" in grid.marks.get(square.id, {})]
    pairs = [(starts[0], end) for end in ends] if len(starts) == 1 else list(zip(starts, ends, strict=False))
    colour = paint(grid.context, given.colour, grid.scope, given.at("colour")) or "#000000"
    look = Look(colour, given.width, given.head, given.clear, given.halo, given.dot)
    yield from arrows([(start.box.centre, end.box.centre) for start, end in pairs], look)


def _ends(grid: _Grid, given: Arrows, key: str) -> list[Square]:
    """The squares of a field of arrows. Reports squares that the grid has not."""
    text = getattr(given, key)
    named = _listed(field_of(grid.context, text, grid.scope, given.at(key)) if text else None)
    for id_ in named:
        if id_ not in grid.squares:
            hint = did_you_mean(str(id_), grid.squares)
            grid.context.diagnostics.error(given.at(key), "unknown-id", f"the grid has no square {id_!r}", hint)
    return [grid.squares[id_] for id_ in named if id_ in grid.squares]


# Squares ------------------------------------------------------------------------------------------------------

# Where a rule places the squares, and which of them are next to each other.

MOST_ROWS, MOST = 12, 100
"""Rows of a grid, and squares in a row."""
WAYS = ("up", "down", "left", "right", "any")
"""Directions on a grid; `any` includes corners."""
Rows = Mapping[str, list[int]]
"""For each row, by its name, where its squares start, in units."""


class Square(NamedTuple):
    """A square of a grid. `row` and `column` are counted from 1, `columns` is the number of squares in its row."""

    id: str
    row: int
    column: int
    columns: int
    box: Rect


def rows_of(rule: Any, rows: int) -> Rows | None:
    """The rows of a rule; None if it describes no grid.

    A mapping gives the starts of the squares of each row. A number of squares, or a list of numbers to add, is that of
    each of so many `rows`, which are named `1.`, `2.` and so on.
    """
    if isinstance(rule, dict):
        is_grid = 1 <= len(rule) <= MOST_ROWS and all(map(_is_row, rule.values()))
        return rule if is_grid else None
    numbers = rule if isinstance(rule, list) else [rule]
    if not all(type(number) is int and number > 0 for number in numbers) or not 1 <= sum(numbers) <= MOST:
        return None
    return {f"{row}.": list(range(sum(numbers))) for row in range(1, rows + 1)}


def _is_row(row: Any) -> bool:
    return isinstance(row, list) and 1 <= len(row) <= MOST and all(type(n) is int and 0 <= n <= 99 for n in row)


def shifted(rows: Rows) -> Rows:
    """Rows of squares two units wide, every second one of them a unit further to the right."""
    return {name: [2 * start + depth % 2 for start in row] for depth, (name, row) in enumerate(rows.items())}


def placed(rows: Rows, box: Rect, units: int, pitch: tuple[float, float] | None) -> Iterator[Square]:
    """Every square of a grid, from the top left. A square is `units` wide.

    The squares fill the box; with a `pitch`, it is the box of the first one, and the others are so far from each other
    to the right and down, mm.
    """
    starts = [start for row in rows.values() for start in row]
    if pitch is None:
        unit, down = box.w / (max(starts) - min(starts) + units), box.h / len(rows)
        box = Rect(box.x, box.y, units * unit, down)
    else:
        unit, down = pitch[0] / units, pitch[1]
    for depth, (name, row) in enumerate(rows.items()):
        for column, start, columns in zip(count(1), row, repeat(len(row)), strict=False):
            place = Rect(box.x + (start - min(starts)) * unit, box.y + depth * down, box.w, box.h)
            yield Square(f"{name}{column}", depth + 1, column, columns, place)


def is_next(start: Rect, box: Rect, way: str) -> bool:
    """Whether a square is next to another in a direction."""
    across, down = round(box.x - start.x, 6), round(box.y - start.y, 6)
    beside = abs(across) <= round(start.w, 6) and abs(down) <= round(start.h, 6)
    above = abs(across) < round(start.w, 6)
    return beside and {
        "left": across < 0 and not down,
        "right": across > 0 and not down,
        "up": down < 0 and above,
        "down": down > 0 and above,
    }.get(way, True)
