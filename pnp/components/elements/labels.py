"""Labels with lines to places of a picture, one for each entry of a rule.

The rule maps numbers to mappings. Each mapping names its place under `key`. A label shows the
number, the name of the place, and a line that a template writes. All labels together are a table with a row for each.
The template writes a line for each entry: `words|cell|words|cell|sign`, where any part may be empty. A cell that is
only a number or a dash is large at the label's right end; the sign, an icon of the kit, is behind it. All other words
are below the name. A label with a dash is grey.
Text styles: `label-number`, `label-place`, `label-words`, `label-value`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

from pnp.components.context import RenderContext, Scope, typeset
from pnp.components.elements import Coordinate, Element
from pnp.components.pictures import picture
from pnp.diagnostics.placed import joined, split, stripped
from pnp.graphics import Item, Path, Rect, Stroke, Tag
from pnp.graphics.drawing import MarkedWords, TextBlock, ellipse, line, rectangle
from pnp.kit import Record
from pnp.kit.annotations import NameOf, RulePath, TemplateName
from pnp.kit.fields import field_value
from pnp.kit.languages import begun
from pnp.kit.schema import Between, Id, Paint
from pnp.text.table import HEAD_SEPARATOR

Side = Annotated[float, Between(5, 200)]
DOT = 1.1
EDGE = 1.8
"""Space behind the sign at a label's right end, mm."""
SIGN = 6.2
"""Width of the sign, mm."""
VALUE = 4.8
"""Width of the value before the sign, mm."""
NONE = "–"
"""The value of an entry without an effect."""

READS_CARD = True
"""Its template is filled with the card."""


@dataclass(frozen=True, kw_only=True)
class Place(Record):
    """A label's top left corner, and the point that its line leads to, in mm."""

    label: tuple[Coordinate, Coordinate]
    """The label's top left corner: [x, y]."""
    point: tuple[Coordinate, Coordinate]
    """The end of its line: [x, y]."""
    via: tuple[tuple[Coordinate, Coordinate], ...] = ()
    """Where its line bends, from the label on."""


@dataclass(frozen=True, kw_only=True)
class Spec(Element):
    """Labels for the entries of a rule, each with a line to its place."""

    labels: RulePath
    """The rule with an entry for each label."""
    key: str
    """The key under which an entry names its place."""
    words: TemplateName
    """The template with the line of each label."""
    places: dict[Id, Place]
    """The label of each place, by the name of the place."""
    size: tuple[Side, Side]
    """Width and height of a label, in mm."""
    table: Annotated[Id, NameOf("phrases.yaml", "tables")]
    """The table of `phrases.yaml` that the labels are."""
    tint: Paint = "cream"
    """The colour behind the labels."""


def draw(context: RenderContext, element: Spec, scope: Scope) -> list[Item]:
    places = _entries(context, element)
    if not places or not _placed(context, element, list(places.values())):
        return []
    heads = context.kit.phrasebook.tables.get(element.table, ())
    if not heads:
        context.diagnostics.error(element.at("table"), "unknown-id", f"phrases.yaml has no table {element.table!r}")
    span = element.at("words")
    text = context.templates.fill(element.words, span, plan=context.set_description, card=scope)
    lines = [line for line in split(text, "\n") if line.strip()]
    if len(lines) != len(places):
        message = f"{element.words!r} has {len(lines)} lines, and {element.labels!r} has {len(places)} entries"
        context.diagnostics.error(
            span, "bad-template", message, "write a line for each entry: words|cell|words|cell|sign"
        )
        return []
    leaders = [_leader(context, element, place) for place in places.values()]
    rows = (
        _row(context, element, number, place, split(line, "|"))
        for (number, place), line in zip(places.items(), lines, strict=True)
    )
    return [*leaders, Tag("Table", tuple(rows), HEAD_SEPARATOR.join(heads), element.at("table"))]


def _entries(context: RenderContext, element: Spec) -> dict[str, str]:
    """The place of each number of the rule; empty, with an error, if the rule has no such entries."""
    rule = field_value(context.kit.rules.plain(), element.labels)
    labels: dict[str, str] = {}
    for number, entry in rule.items() if isinstance(rule, dict) else ():
        place = entry.get(element.key) if isinstance(entry, dict) else None
        if not isinstance(place, str):
            labels.clear()
            break
        labels[number] = place
    if not labels:
        message = f"the rules have no {element.labels!r} with a key {element.key!r} in each entry"
        context.diagnostics.error(element.at("labels"), "unknown-field", message)
    return labels


def _placed(context: RenderContext, element: Spec, places: list[str]) -> bool:
    """Whether every place has one label, and no label is left over; errors if not."""
    missing = [place for place in places if place not in element.places]
    extra = [place for place in element.places if place not in places]
    twice = {place for place in places if places.count(place) > 1}
    if missing:
        message = f"there is no place for {', '.join(missing)}"
        context.diagnostics.error(element.at("places"), "missing-key", message, "give its label and its point")
    for place in extra:
        span = element.places[place].origin.key_span
        context.diagnostics.error(span, "unknown-id", f"{element.labels!r} has no entry at {place!r}")
    for place in sorted(twice):
        message = f"two entries are at {place!r}; give each its own place"
        context.diagnostics.error(element.at("places"), "duplicate-place", message)
    return not (missing or twice)


def _box(element: Spec, place: str) -> Rect:
    return Rect(*element.places[place].label, *element.size)


def _leader(context: RenderContext, element: Spec, place: str) -> Item:
    """From the middle of the label's nearer side, over its bends, to a dot at the place."""
    x, y = element.places[place].point
    box = _box(element, place)
    ink = context.colour("ink", element.at("labels"))
    start = box.right if x > box.right else box.x
    corners = [(start, box.y + box.h / 2), *element.places[place].via, (x, y)]
    lines = (line(*a, *b, Stroke(ink, 0.3)) for a, b in pairwise(corners))
    drawn = (*lines, Path(ellipse(x, y, DOT, DOT), fill=ink))
    return Tag("Leader", drawn, place, element.at("places", place))


def _row(context: RenderContext, element: Spec, number: str, place: str, parts: list[str]) -> Tag:
    """A label: its number in a disc, its place, its words and cells, and its sign."""
    span, box = element.at("labels"), _box(element, place)
    parts, sign = parts[:4], parts[4].strip() if len(parts) > 4 else ""
    is_grey = NONE in parts[1::2]
    ink, paper, tint = (context.colour(name, span) for name in ("soft" if is_grey else "ink", "paper", element.tint))
    r = box.h / 2 - 1
    disc = Rect(box.x + 1, box.y + 1, 2 * r, 2 * r)
    ends = Rect(box.right - EDGE - SIGN, box.y + (box.h - SIGN) / 2, SIGN, SIGN)
    value = Rect(ends.x - VALUE, box.y, VALUE if sign else VALUE + SIGN, box.h)
    below = [part if index % 2 == 0 or not _is_value(part) else "" for index, part in enumerate(parts)]
    words = any(below)
    high = box.h / 2 - 0.6 if words else box.h
    above = Rect(disc.right + 1.2, box.y + (0.6 if words else 0), value.x - disc.right - 1.2, high)
    under = Rect(above.x, above.far, above.w, high)
    ground = (
        Path(rectangle(box, r + 1), paper if is_grey else tint, Stroke(ink, 0.35)),
        Path(ellipse(*disc.centre, r, r), fill=ink),
    )
    named = begun(context.name_of(place), context.kit.language)
    cells = (
        Tag("TD", tuple(typeset(context, "label-number", number, disc, span, paper))),
        Tag("TD", tuple(typeset(context, "label-place", named, above, span, ink))),
        *_words(context, element, below, parts, (under, value), ink),
    )
    shown = picture(context, sign, ends, context.colour("accent", span), element.at("words")) if sign else ()
    icon = [item for figure in shown if isinstance(figure, Tag) for item in figure.items]  # no cell: words say the same
    row = TextBlock(joined(parts, "|"), (), "row")
    return Tag("TR", (*ground, *icon, *cells), place, element.at("places", place), block=row)


def _is_value(cell: str) -> bool:
    return cell.strip() == NONE or cell.strip().isdigit()


def _words(
    context: RenderContext, element: Spec, below: list[str], parts: list[str], boxes: tuple[Rect, Rect], ink: str
) -> Iterator[Item]:
    """The words below the name, cut into their parts, and the value. Every second part is a cell of the table."""
    span = element.at("words")
    below = _capitalised(below, context.kit.language)
    placed = typeset(context, "label-words", "".join(below), boxes[0], span, ink) if any(below) else []
    base = placed[0] if placed else None
    x = base.x if base else 0.0
    for index, part in enumerate(below):
        here: tuple[Item, ...] = (base._replace(x=x, text=part.strip()),) if base and part.strip() else ()
        x += context.fonts.width(part, base.font, base.size) if base else 0.0
        if index % 2:
            if _is_value(parts[index]):
                here = tuple(typeset(context, "label-value", parts[index].strip(), boxes[1], span, ink))
            text = stripped(part or parts[index])
            yield Tag("TD", here, block=TextBlock(text, (MarkedWords(text, None),), "cell") if here else None)
        else:
            yield from here


def _capitalised(parts: list[str], language: str) -> list[str]:
    """The parts of a text that begins with a capital: that of its first part that is not empty."""
    first = next((index for index, part in enumerate(parts) if part), 0)
    return [begun(part, language) if index == first else part for index, part in enumerate(parts)]
