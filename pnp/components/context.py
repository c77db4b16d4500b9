"""The context for drawing a kit: fields, colours, styles and pictures.

`{field}` in a text of a face or a component is looked up in the card and the kit. Nothing is executed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from pnp.components.fingerprint import Fingerprints
from pnp.diagnostics import CardPlace, Diagnostics, Part, Span, did_you_mean
from pnp.graphics import Drawing, Group, Item, Rect, Size, Tag, Transform, colours
from pnp.graphics.drawing import Text, Use, rectangle
from pnp.graphics.geometry import placed_inside, placed_over
from pnp.graphics.images import Gallery
from pnp.kit import Card, Kit, PrintFacts, Style
from pnp.kit.labels import SheetWords
from pnp.kit.model import Face
from pnp.kit.phrases import UNWRITTEN, Written
from pnp.kit.templates import Templates
from pnp.text import Fonts, Setting, place
from pnp.text.fit import fit
from pnp.text.styles import styles_of

Scope = Mapping[str, Any]
_Known = TypeVar("_Known")


@dataclass(frozen=True, eq=False)
class RenderContext:
    """A kit with its fonts, pictures, templates and words, and the diagnostics of drawing it."""

    kit: Kit
    facts: PrintFacts
    fonts: Fonts
    gallery: Gallery
    templates: Templates
    words: Mapping[str, Written]
    """The printed words of each card, by id."""
    diagnostics: Diagnostics
    """The diagnostics of everything that draws."""
    fingerprints: Fingerprints
    faulty: frozenset[str] = frozenset()
    """Ids of cards whose traits have errors. Texts that depend on such traits are not drawn."""
    resized: bool = False
    """Whether cards were laid out for another size than the kit's own."""
    folded: bool = False
    """Whether cards with backs are folded from one side of the paper, and so twice as thick."""
    for_shop: bool = False
    """Whether the pieces are drawn for a print shop."""
    past_cut: float = 1.5
    """How far colours at a cut line extend past it, mm."""
    set_description: Mapping[str, Any] | None = None
    """The description of the finished set for guides; None until all other components are imposed."""
    backs: dict[tuple[str, Size, str], Drawing] = field(default_factory=dict)
    """Memo: backs by face, size and colourway, which cards share."""
    elements: dict[str, list[Any]] = field(default_factory=dict)
    """Memo: the elements of faces by name."""
    used_fields: dict[tuple[str, Span], bool] = field(default_factory=dict)
    """The fields that faces use, by path and place, and whether any card so far has the field."""
    _unknown: set[tuple[str, Span]] = field(default_factory=set)
    """The unknown fields already reported."""

    @cached_property
    def labels(self) -> SheetWords:
        """The words of sheets and components in the kit's language."""
        return SheetWords(self.kit.language, self.kit.sheets)

    @property
    def say(self) -> Callable[..., str]:
        """A label by its key, with its placeholders filled."""
        return self.labels.say

    def colour(self, name: str, span: Span) -> str:
        """The colour of a name or hex code, `#rrggbb`. Reports an unknown one and returns black."""
        return colours.colour(name, self.kit.palette, span, self.diagnostics) or "#000000"

    def name_of(self, id_: str) -> str:
        """The printed name of an id."""
        return self.kit.phrasebook.names.get(id_, id_)

    def style(self, name: str, span: Span) -> Style | None:
        return self._known(self.kit.facebook.styles, name, span, "unknown-style", f"there is no text style {name!r}")

    def face(self, name: str, span: Span) -> Face | None:
        return self._known(
            self.kit.facebook.faces, name, span, "unknown-face", f"there is no face {name!r} in faces.yaml"
        )

    def _known(self, known: Mapping[str, _Known], name: str, span: Span, code: str, message: str) -> _Known | None:
        if name not in known:
            self.diagnostics.error(span, code, message, did_you_mean(name, known))
        return known.get(name)

    def scope(self, deck: str, id_: str, card: Card) -> Scope:
        words, badge, parts = self.words.get(id_, UNWRITTEN)
        origins = {"id": (Part(id_, card.origin.key_span),), **parts}
        origins |= {"art": (Part(card.art, card.at("art")),)} if card.art else {}
        general = self.kit_scope()
        return {
            "id": id_,
            "name": card.name,
            "count": card.count,
            "art": card.art,
            "words": words,
            "badge": badge,
            "asides": card.asides,
            "traits": card.plain_traits,
            "deck": {"total": self.kit.totals.get(deck, 0)},
            **general,
            "origins": {**origins, **general["origins"]},
        }

    @cached_property
    def card_fields(self) -> dict[str, set[str]]:
        """The fields that cards of this kit have, by group."""
        cards = [card for deck in self.kit.cards.values() for card in deck.values()]
        phrases = [phrase for field in self.kit.phrasebook.fields.values() for phrase in field]
        return {
            "words": {*self.kit.phrasebook.fields, *(field for card in cards for field in card.words)},
            "badge": {key for phrase in phrases for key in phrase.badge},
            "asides": {key for card in cards for key in card.asides},
            "traits": {path for card in cards for path in _paths(card.plain_traits)},
        }

    def value(self, scope: Scope, path: str, span: Span) -> Any:
        """The value of a field; None if the card leaves it out. Reports an unknown field.

        A field that is close to a known one is reported here, any other that no card has by a check.
        """
        content, (first, _, rest) = field_value(scope, path), path.partition(".")
        self.used_fields[path, span] = bool(content) or self.used_fields.get((path, span), False)
        if content is not None or (first in scope and not rest) or rest in self.card_fields.get(first, ()):
            return content
        if (path, span) in self._unknown:  # reported for another card
            return content
        self._unknown.add((path, span))
        inner = self.card_fields.get(first) or set(_paths(scope.get(first)))
        near = did_you_mean(rest, sorted(inner)) if first in scope else did_you_mean(path, sorted(self._fields(scope)))
        if near or first not in self.card_fields:
            self.diagnostics.error(span, "unknown-field", f"there is no field {path!r}", near)
        return content

    def _fields(self, scope: Scope) -> set[str]:
        return {*scope, *(f"{part}.{key}" for part, keys in self.card_fields.items() for key in keys)}

    def kit_scope(self) -> dict[str, Any]:
        credit, (least, most) = self.kit.credit, self.kit.players
        return {
            "kit": {
                "title": self.kit.title,
                "tagline": self.kit.tagline,
                "players": f"{least}" if least == most else f"{least}–{most}",
                "minutes": self.kit.minutes,
                "ages": self.kit.ages,
                "shop": self.for_shop,
                "credit": {"designer": credit.designer, "year": credit.year, "notice": credit.notice},
            },
            "origins": {
                "kit.title": (Part(self.kit.title, self.kit.at("title")),),
                "kit.tagline": (Part(self.kit.tagline, self.kit.at("tagline")),),
                "kit.credit.designer": (Part(credit.designer, credit.at("designer")),),
                "kit.credit.notice": (Part(credit.notice, credit.at("notice")),),
            },
        }

    def setting(self, prefix: str, span: Span, picture: Callable[[str], Drawing | None]) -> Setting | None:
        """The setting for Markdown in the styles that begin with `prefix`."""
        if self.style(f"{prefix}-body", span) is None:
            return None
        styles = styles_of(self.kit.facebook.styles, prefix)
        return Setting(self.fonts, styles, lambda c: self.colour(c, span), picture, span, self.diagnostics, self.say)


def _paths(traits: Any, before: str = "") -> Iterator[str]:
    """The dotted paths of all values in traits."""
    for key, value in traits.items() if isinstance(traits, Mapping) else ():
        yield f"{before}{key}"
        yield from _paths(value, f"{before}{key}.")


PLACEHOLDER = re.compile(r"\{([\w.]+)\}")


def field_value(scope: Scope, path: str) -> Any:
    """The value at a dotted path; None if there is none."""
    value: Any = scope
    for step in path.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def filled(context: RenderContext, text: str, scope: Scope, span: Span) -> str:
    """Substitute {field} placeholders. Reports unknown fields; a field that the card leaves out is empty."""

    def field_text(match: re.Match[str]) -> str:
        value = context.value(scope, match[1], span)
        return "" if value is None else str(value)

    return PLACEHOLDER.sub(field_text, text)


def origin(scope: Scope, text: str | None, span: Span) -> Span:
    """Where a value was written: for a text that is a single field, the place of the field's value."""
    match = PLACEHOLDER.fullmatch(text or "")
    parts = scope.get("origins", {}).get(match[1]) if match else None
    return parts[-1].span if parts else span


def place_of(scope: Scope) -> CardPlace:
    """The card of a scope; an empty place if it is not that of a card."""
    ids = scope["origins"].get("id") if "origins" in scope and "name" in scope else None
    return CardPlace(ids[0].text, scope["name"], ids[0].span) if ids else CardPlace()


def parts_of(scope: Scope, text: str) -> list[Part]:
    """The values of the fields in a text, and where they are written."""
    origins = scope.get("origins", {})
    return [part for path in PLACEHOLDER.findall(text) for part in origins.get(path, ())]


def paint(context: RenderContext, name: str | None, scope: Scope, span: Span) -> str | None:
    text = filled(context, name, scope, span) if name else ""
    return context.colour(text, origin(scope, name, span)) if text else None


def picture(
    context: RenderContext,
    name: str,
    box: Rect,
    colour: str,
    span: Span,
    focus: tuple[float, float] | None = None,
    *,
    on_card: bool = False,
) -> list[Item]:
    """Draw a picture file as large as fits a box, centred.

    With a focus the picture covers the box and is cropped by it. The focus is a point in shares of the picture's width
    and height; it is as near the middle of the box as the picture's edges allow. With `on_card` it is a card's own.
    """

    def placed(size: Size) -> Transform:
        return placed_over(size, box, *focus) if focus else placed_inside(size, box)

    drawing = context.gallery.drawing(name, span, colour, lambda size: placed(size).a, on_card=on_card)
    if drawing is None:
        return []
    items: tuple[Item, ...] = (Use(drawing, placed(drawing.size)),)
    if focus:
        items = (Group(items, clip=rectangle(box)),)
    return [Tag("Figure", items, drawing.alt, span)]


def typeset(
    context: RenderContext,
    style_name: str,
    text: str,
    box: Rect,
    span: Span,
    colour: str | None = None,
    *,
    inset: float = 0.0,
    parts: Sequence[Part] = (),
) -> list[Text]:
    """Set a text into a box in one of the text styles. It shrinks to stay `inset` mm inside the box."""
    style = context.style(style_name, span)
    if style is None:
        return []
    block = fit(context.fonts, text, style, box.inset(inset), span, context.diagnostics, parts)
    return place(block, box, style, colour or context.colour(style.colour, style.at("colour")))
