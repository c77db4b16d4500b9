"""A table of what dice hit -> a label for each roll, with a line to the place that it hits.

The rule is a mapping from the numbers of a die to what they hit: a `location`, the `injury` of who is struck, the
`self_injury` of the striker, whether it `unseats`. All labels together are a table, one a row: roll, location, what the
one who is struck takes, what the striker takes. Text styles: `hits-roll`, `hits-place`, `hits-words`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pnp.components.context import RenderContext, Scope, field_value, typeset
from pnp.components.elements import Coordinate, Element
from pnp.graphics.drawing import Item, Path, Stroke, Tag, Text, ellipse, line, rectangle
from pnp.graphics.geometry import Rect
from pnp.kit.model import Record
from pnp.kit.schema import Between, Id, Paint
from pnp.text.table import HEAD_SEPARATOR

Side = Annotated[float, Between(5, 200)]
DOT = 1.1


@dataclass(frozen=True, kw_only=True)
class Place(Record):
    """Where a location's label has its top left corner, and which point its line leads to, in mm."""

    label: tuple[Coordinate, Coordinate]
    """Where the label's top left corner is: [x, y]."""
    point: tuple[Coordinate, Coordinate]
    """Where its line leads to: [x, y]."""


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """Labels for what the numbers of a die hit, each with a line to the place."""

    hits: str
    """The rule that says what each number of the die hits."""
    places: dict[Id, Place]
    """Where the label of each of its locations stands."""
    size: tuple[Side, Side]
    """Width and height of a label, in mm."""
    table: Id
    """The table of `phrases.yaml` that the labels are."""
    tint: Paint = "cream"
    """The colour behind the labels."""


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:  # noqa: ARG001 - this is drawn from the rules
    rule = field_value(context.kit.rules.plain(), element.hits)
    if not isinstance(rule, dict) or not all(map(_is_hit, rule.values())):
        context.diagnostics.error(
            element.at("hits"), "unknown-field", f"the rules have no table of hits {element.hits!r}"
        )
        return []
    if not _placed(context, element, [hit["location"] for hit in rule.values()]):
        return []
    heads = context.kit.phrasebook.tables.get(element.table, ())
    if not heads:
        context.diagnostics.error(element.at("table"), "unknown-id", f"phrases.yaml has no table {element.table!r}")
    lines = [_line(context, element, hit["location"]) for hit in rule.values()]
    rows = tuple(_row(context, element, roll, hit) for roll, hit in rule.items())
    return [*lines, Tag("Table", rows, HEAD_SEPARATOR.join(heads), element.at("table"))]


def _is_hit(hit: Any) -> bool:
    return (
        isinstance(hit, dict)
        and isinstance(hit.get("location"), str)
        and all(type(hit.get(key, 0)) is int for key in ("injury", "self_injury"))
    )


def _placed(context: RenderContext, element: Spec, locations: list[str]) -> bool:
    """Whether every location has one place, and no place is left over; faults if not."""
    missing = [location for location in locations if location not in element.places]
    extra = [name for name in element.places if name not in locations]
    twice = {location for location in locations if locations.count(location) > 1}
    if missing:
        message = f"there is no place for {', '.join(missing)}"
        context.diagnostics.error(element.at("places"), "missing-key", message, "say where its label stands")
    for name in extra:
        context.diagnostics.error(element.places[name].origin.key_span, "unknown-id", f"nothing hits {name!r}")
    for location in sorted(twice):
        context.diagnostics.error(
            element.at("places"), "duplicate-place", f"{location!r} is hit by two numbers; give it two"
        )
    return not (missing or twice)


def _box(element: Spec, location: str) -> Rect:
    return Rect(*element.places[location].label, *element.size)


def _line(context: RenderContext, element: Spec, location: str) -> Item:
    """From the middle of the label's nearer side to a dot at the place."""
    x, y = element.places[location].point
    box = _box(element, location)
    ink = context.colour("ink", element.at("hits"))
    start = box.right if x > box.right else box.x
    drawn = (line(start, box.y + box.h / 2, x, y, Stroke(ink, 0.3)), Path(ellipse(x, y, DOT, DOT), fill=ink))
    return Tag("Leader", drawn, location, element.at("places", location))


def _row(context: RenderContext, element: Spec, roll: str, hit: Mapping[str, Any]) -> Tag:
    """A label: its number in a disc, its location, and what comes of it."""
    box = _box(element, hit["location"])
    ink, paper, tint = (context.colour(name, element.at("hits")) for name in ("ink", "paper", element.tint))
    r = box.h / 2 - 1
    disc = Rect(box.x + 1, box.y + 1, 2 * r, 2 * r)
    words = Rect(disc.right + 1.2, box.y + 0.6, box.right - disc.right - 2, (box.h - 1.2) / 2)
    below = Rect(words.x, words.far, words.w, words.h)
    name = context.term(hit["location"])
    number = typeset(context, "hits-roll", roll, disc, element.at("hits"), paper)
    place = typeset(context, "hits-place", _capital(name), words, element.at("hits"))
    ground = (Path(rectangle(box, r + 1), tint, Stroke(ink, 0.35)), Path(ellipse(*disc.centre, r, r), fill=ink))
    cells = (Tag("TD", tuple(number)), Tag("TD", tuple(place)), *_effects(context, element, hit, below))
    return Tag("TR", (*ground, *cells), hit["location"], element.at("places", hit["location"]))


def _effects(context: RenderContext, element: Spec, hit: Mapping[str, Any], box: Rect) -> Iterator[Item]:
    """Two cells, what the one who is struck takes and what the striker takes, and the words around them."""
    own = _injuries(context, hit.get("self_injury", 0))
    other = context.term("unseated") if hit.get("unseats") else _injuries(context, hit.get("injury", 0))
    before = "" if other or own else context.term("harmless")
    between = f"{', ' if other else ''}{context.term('to_you')} " if own else ""
    parts = [before, other, between, own]
    first = next(index for index, part in enumerate(parts) if part)
    parts[first] = _capital(parts[first])
    yield from _parted(context, typeset(context, "hits-words", "".join(parts), box, element.at("hits")), parts)


def _parted(context: RenderContext, placed: list[Text], parts: list[str]) -> Iterator[Item]:
    """One line of text cut into its parts, of which every second is a cell."""
    base = placed[0] if placed else None
    x = base.x if base else 0.0
    for index, part in enumerate(parts):
        here = (base._replace(x=x, text=part.strip()),) if base and part.strip() else ()
        x += context.fonts.width(part, base.font, base.size) if base else 0.0
        if index % 2:
            yield Tag("TD", here)
        else:
            yield from here


def _injuries(context: RenderContext, count: int) -> str:
    name = "injury" if count == 1 else "injuries"
    return f"{count} {context.term(name)}" if count else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
