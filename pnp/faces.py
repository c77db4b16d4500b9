"""Face templates and cards -> drawings.

A face is a list of elements, each a mapping whose first word says what it is: `panel`, `line`, `text`, `art`,
`tiles` or `flow`. Boxes are [x, y, width, height] in mm from the trim's top left corner. `{field}` in a text
is looked up in the card and the kit; nothing is executed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pnp import flow
from pnp.art import Gallery
from pnp.drawing import Drawing, Item, Path, Stroke, Tag, Use, line, rectangle
from pnp.geometry import Rect, Size, placed_inside
from pnp.model import Card, Face, Kit, PrintFacts, Record, Style
from pnp.schema import Between, build
from pnp.source import Faults, Node, Span, did_you_mean
from pnp.template import Templates
from pnp.text import Fonts, fit, place
from pnp.wording import Written

Coordinate = Annotated[float, Between(-50, 2000)]
Box = tuple[Coordinate, Coordinate, Annotated[float, Between(0.1, 2000)], Annotated[float, Between(0.1, 2000)]]


@dataclass(frozen=True, kw_only=True)
class Element(Record):
    """What every element may have: `when` names a field without which it is left out, `callout` numbers it in the
    rulebook's picture of the card."""

    when: str | None = None
    callout: int | None = None


@dataclass(frozen=True, kw_only=True)
class Panel(Element):
    """A box, filled, framed or both; `width` is the frame's line and `radius` its corners', in mm."""

    panel: Box
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.3
    radius: float = 0.0

    @property
    def box(self) -> Box:
        return self.panel


@dataclass(frozen=True, kw_only=True)
class Line(Element):
    """A straight line from [x1, y1] to [x2, y2]."""

    line: tuple[Coordinate, Coordinate, Coordinate, Coordinate]
    stroke: str = "ink"
    width: float = 0.3

    @property
    def box(self) -> Box:
        x1, y1, x2, y2 = self.line
        return (min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


@dataclass(frozen=True, kw_only=True)
class TextElement(Element):
    """A text set into a box in a style of the face book."""

    text: str
    box: Box
    style: str
    colour: str | None = None


@dataclass(frozen=True, kw_only=True)
class Art(Element):
    """A picture file as large as its box allows; `colour` is what `currentColor` means in it."""

    art: str
    box: Box
    colour: str = "ink"


@dataclass(frozen=True, kw_only=True)
class Tiles(Element):
    """A row of small pictures, one for each id of a list in the kit's rules; those in `lit` stand out."""

    tiles: str
    lit: str
    picture: str
    box: Box
    colour: str = "ink"
    points: str | None = None


@dataclass(frozen=True, kw_only=True)
class FlowElement(Element):
    """A Markdown template of the kit set into a box, in the styles that begin with `styles`."""

    flow: str
    box: Box
    styles: str


ELEMENTS: dict[str, type[Element]] = {
    "panel": Panel,
    "line": Line,
    "text": TextElement,
    "art": Art,
    "tiles": Tiles,
    "flow": FlowElement,
}

Scope = Mapping[str, Any]


class Bench:
    """Everything at hand while a kit is drawn: the kit, its fonts, pictures, templates and words, and the faults."""

    def __init__(
        self,
        kit: Kit,
        facts: PrintFacts,
        fonts: Fonts,
        gallery: Gallery,
        templates: Templates,
        words: Mapping[str, Written],
        faults: Faults,
    ) -> None:
        self.kit, self.facts, self.fonts, self.gallery = kit, facts, fonts, gallery
        self.templates, self.words, self.faults = templates, words, faults
        self.plan: Any = None
        self.backs: dict[tuple[str, Size], Drawing] = {}
        """Backs by face and size, drawn once for all cards that share them."""
        self._elements: dict[str, list[Element]] = {}

    def colour(self, name: str, span: Span) -> str:
        """A colour of the palette, or a `#rrggbb` as it is; black with a fault for any other name."""
        if name.startswith("#"):
            return name
        found = self.kit.palette.get(name)
        if found is None:
            hint = did_you_mean(name, self.kit.palette)
            self.faults.error(span, "unknown-colour", f"the palette has no colour {name!r}", hint)
        return found or "#000000"

    def style(self, name: str, span: Span) -> Style | None:
        style = self.kit.facebook.styles.get(name)
        if style is None:
            hint = did_you_mean(name, self.kit.facebook.styles)
            self.faults.error(span, "unknown-style", f"there is no text style {name!r}", hint)
        return style

    def face(self, name: str, span: Span) -> Face | None:
        face = self.kit.facebook.faces.get(name)
        if face is None:
            hint = did_you_mean(name, self.kit.facebook.faces)
            self.faults.error(span, "unknown-face", f"there is no face {name!r} in faces.yaml", hint)
        return face

    def elements(self, name: str, face: Face) -> list[Element]:
        """The face's elements, built once; those with faults are left out."""
        if name not in self._elements:
            built = (_element(node, self.faults) for node in face.elements)
            self._elements[name] = [element for element in built if element]
        return self._elements[name]

    def scope(self, deck: str, id_: str, card: Card) -> Scope:
        """The fields that a card's faces may name."""
        words, glance, places = self.words.get(id_, ({}, {}, {}))
        origins = {f"glance.{key}": span for key, span in places.items()}
        origins |= {f"asides.{key}": card.at("asides", key) for key in card.asides}
        origins |= {"name": card.at("name"), **({"art": card.at("art")} if card.art else {})}
        total = sum(other.count for other in self.kit.cards.get(deck, {}).values())
        return {
            "id": id_,
            "name": card.name,
            "count": card.count,
            "art": card.art,
            "words": words,
            "glance": glance,
            "asides": card.asides,
            "traits": card.plain_traits,
            "deck": {"total": total},
            "origins": origins,
            **self.kit_scope(),
        }

    def kit_scope(self) -> dict[str, Any]:
        credit = self.kit.credit
        return {
            "kit": {
                "title": self.kit.title,
                "tagline": self.kit.tagline,
                "credit": {"designer": credit.designer, "year": credit.year, "notice": credit.notice},
            }
        }

    def setting(self, prefix: str, span: Span, picture: Callable[[str], Drawing | None]) -> flow.Setting | None:
        """How Markdown is set in the styles that begin with `prefix`."""
        if self.style(f"{prefix}-body", span) is None:
            return None
        styles = flow.styles_of(self.kit.facebook.styles, prefix)
        return flow.Setting(self.fonts, styles, lambda c: self.colour(c, span), picture, span, self.faults)


def draw(bench: Bench, name: str, size: Size, scope: Scope, span: Span, title: str = "") -> Drawing:
    """The drawing of a face filled from a scope; `span` is where the face is named, for when there is none."""
    face = bench.face(name, span)
    items: list[Item] = []
    if face:
        for element in bench.elements(name, face):
            if element.when is None or field(scope, element.when):
                items.extend(_DRAW[type(element)](bench, element, scope))
    bleed = bench.facts.bleed if face and face.bleeds else 0.0
    return Drawing(f"{title or scope.get('id', 'kit')}-{name}", size, tuple(items), bleed)


def _element(node: Node, faults: Faults) -> Element | None:
    keys = node.value if isinstance(node.value, dict) else {}
    kind = next((ELEMENTS[key] for key in keys if key in ELEMENTS), None)
    if kind is None:
        hint = did_you_mean(next(iter(keys), ""), ELEMENTS)
        faults.error(node.span, "unknown-element", "an element is one of " + ", ".join(ELEMENTS), hint)
        return None
    return build(kind, node, faults)


_HOLE = re.compile(r"\{([\w.]+)\}")


def field(scope: Scope, path: str) -> Any:
    """The value at a dotted path, None where there is none."""
    value: Any = scope
    for step in path.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def filled(bench: Bench, text: str, scope: Scope, span: Span) -> str:
    """A text with its fields put in. An unknown name is a fault; a field the card leaves out is empty."""

    def said(match: re.Match[str]) -> str:
        first, _, rest = match[1].partition(".")
        if first not in scope:
            hint = did_you_mean(first, scope)
            bench.faults.error(span, "unknown-field", f"there is no field {match[1]!r}", hint)
            return ""
        value = field(scope, match[1])
        if value is None and rest and first not in ("words", "glance", "asides", "traits"):
            bench.faults.error(span, "unknown-field", f"there is no field {match[1]!r}")
        return "" if value is None else str(value)

    return _HOLE.sub(said, text)


def origin(scope: Scope, text: str | None, span: Span) -> Span:
    """Where a value really comes from: a text that is one field only is at fault where the field was written."""
    match = _HOLE.fullmatch(text or "")
    return scope.get("origins", {}).get(match[1], span) if match else span


def _panel(bench: Bench, element: Panel, scope: Scope) -> list[Item]:
    fill = _paint(bench, element.fill, scope, element.at("fill"))
    stroke = _paint(bench, element.stroke, scope, element.at("stroke"))
    pen = Stroke(stroke, element.width) if stroke else None
    return [Path(rectangle(Rect(*element.panel), element.radius), fill, pen)]


def _paint(bench: Bench, name: str | None, scope: Scope, span: Span) -> str | None:
    text = filled(bench, name, scope, span) if name else ""
    return bench.colour(text, origin(scope, name, span)) if text else None


def _line(bench: Bench, element: Line, scope: Scope) -> list[Item]:
    colour = _paint(bench, element.stroke, scope, element.at("stroke")) or "#000000"
    return [line(*element.line, Stroke(colour, element.width))]


def _text(bench: Bench, element: TextElement, scope: Scope) -> list[Item]:
    span = element.at("text")
    text = filled(bench, element.text, scope, span)
    style = bench.style(element.style, element.at("style"))
    if not text or style is None:
        return []
    colour = _paint(bench, element.colour, scope, element.at("colour")) or bench.colour(
        style.colour, style.at("colour")
    )
    block = fit(bench.fonts, text, style, Rect(*element.box), span, bench.faults)
    return [Tag("P", tuple(place(block, Rect(*element.box), style, colour)), origin=span)]


def _art(bench: Bench, element: Art, scope: Scope) -> list[Item]:
    span = element.at("art")
    name = filled(bench, element.art, scope, span)
    if not name:
        return []
    colour = _paint(bench, element.colour, scope, element.at("colour")) or "#000000"
    return picture(bench, name, Rect(*element.box), colour, origin(scope, element.art, span))


def picture(bench: Bench, name: str, box: Rect, colour: str, span: Span) -> list[Item]:
    """A picture file drawn as large as it fits a box, in its middle."""
    drawing = bench.gallery.drawing(name, span, colour)
    if drawing is None:
        return []
    return [Tag("Figure", (Use(drawing, placed_inside(drawing.size, box)),), drawing.alt)]


TILE_GAP = 0.9
MAX_TILES = 30
_TILE_NUMBER = 3.1


def _tiles(bench: Bench, element: Tiles, scope: Scope) -> list[Item]:
    rules = bench.kit.rules.plain()
    ids = rules.get(element.tiles) if isinstance(rules, dict) else None
    if not (isinstance(ids, list) and 1 <= len(ids) <= MAX_TILES and all(isinstance(id_, str) for id_ in ids)):
        message = f"the rules have no list {element.tiles!r} of 1 to {MAX_TILES} ids"
        bench.faults.error(element.at("tiles"), "unknown-field", message)
        return []
    if not _HOLE.fullmatch(element.lit):
        bench.faults.error(element.at("lit"), "unknown-field", f"{element.lit!r} is no single field in braces")
    lit = field(scope, element.lit.strip("{}"))
    points = _points(bench, element, scope, rules)
    colour = _paint(bench, element.colour, scope, element.at("colour")) or "#000000"
    x, y, w, h = element.box
    width = (w - TILE_GAP * (len(ids) - 1)) / len(ids)
    items: list[Item] = []
    for index, id_ in enumerate(ids):
        box = Rect(x + index * (width + TILE_GAP), y, width, h)
        on = lit == "any" or (isinstance(lit, list) and id_ in lit)
        items.extend(_tile(bench, element, box, str(id_), points.get(id_) if on else None, colour if on else None))
    return items


def _points(bench: Bench, element: Tiles, scope: Scope, rules: Mapping[str, Any]) -> Mapping[str, Any]:
    """The rule that says what each tile is worth; none where the card names no rule."""
    name = filled(bench, element.points or "", scope, element.at("points"))
    found = rules.get(name)
    if isinstance(found, dict):
        return found
    if name:
        span = origin(scope, element.points, element.at("points"))
        bench.faults.error(span, "unknown-field", f"the rules have no numbers {name!r}", did_you_mean(name, rules))
    return {}


def _tile(bench: Bench, element: Tiles, box: Rect, id_: str, points: object, colour: str | None) -> list[Item]:
    """One tile: boxed and in colour when lit, pale and without a frame when not."""
    pale = bench.colour("pale", element.at("tiles"))
    frame = Stroke(colour, 0.45) if colour else Stroke(pale, 0.25)
    items: list[Item] = [Path(rectangle(box, 1.0), "#ffffff", frame)]
    inner = box.inset(0.7)
    if points is not None:
        inner = Rect(inner.x, inner.y, inner.w - _TILE_NUMBER + 0.4, inner.h)
    name = element.picture.replace("{tile}", id_)
    items.extend(picture(bench, name, inner, colour or pale, element.at("picture")))
    style = bench.style("tile-points", element.at("tiles"))
    if points is not None and style and colour:
        corner = Rect(box.right - _TILE_NUMBER, box.y, _TILE_NUMBER, box.h)
        items.append(Path(rectangle(corner, 0.8), colour))
        block = fit(bench.fonts, str(points), style, corner, element.at("points"), bench.faults)
        items.extend(place(block, corner, style, "#ffffff"))
    term = bench.kit.phrasebook.terms.get(id_, id_)
    worth = f", {points}" if points is not None else ""
    return [Tag("Figure", tuple(items), f"{term}: {YES if colour else NO}{worth}", element.at("lit"))]


YES, NO = "yes", "no"
"""What a tile's text for readers says: whether it is lit."""


def _flow(bench: Bench, element: FlowElement, scope: Scope) -> list[Item]:
    span = element.at("flow")
    setting = bench.setting(element.styles, element.at("styles"), lambda name: bench.gallery.drawing(name, span))
    if setting is None:
        return []
    markdown = bench.templates.fill(element.flow, span, plan=bench.plan, card=scope)
    return list(flow.fit_column(markdown, setting, Rect(*element.box)))


_DRAW: dict[type[Element], Callable[[Bench, Any, Scope], list[Item]]] = {
    Panel: _panel,
    Line: _line,
    TextElement: _text,
    Art: _art,
    Tiles: _tiles,
    FlowElement: _flow,
}
