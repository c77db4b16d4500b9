"""The context for drawing a kit: fields, colours, styles and pictures.

An expression in braces in a text of a face is evaluated over the fields of the card and the kit. Nothing is executed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar

from pnp.components.collector import Collector, Memos
from pnp.components.fingerprint import Fingerprints
from pnp.components.sides import card_scope
from pnp.diagnostics import CardPlace, Diagnostics, Part, Span, did_you_mean
from pnp.diagnostics.files import similar
from pnp.graphics import Drawing, Rect, Size
from pnp.graphics.colour import read_colour
from pnp.graphics.drawing import Text
from pnp.graphics.images import Gallery
from pnp.kit import Card, Kit, PrintFacts, Style, expressions, fields
from pnp.kit.expressions import is_true, names_in
from pnp.kit.fields import Expression, ExpressionError
from pnp.kit.filters import text_of
from pnp.kit.kit_data import about, kit_data, known_ids
from pnp.kit.labels import SheetWords
from pnp.kit.model import Face
from pnp.kit.phrases import UNWRITTEN, Written, aside_parts
from pnp.kit.templates import Templates
from pnp.sources.node import dotted
from pnp.text import Fonts, Setting, place
from pnp.text.fit import fit
from pnp.text.styles import styles_of

Scope = Mapping[str, Any]
NEEDED = ("cards", "components", "counts", "decks", "kit", "rules", "total")
"""The fields of a kit that no card can leave out: what is missing below them is an error in a text."""
_Known = TypeVar("_Known")


@dataclass(frozen=True, eq=False)
class RenderContext:
    """A kit with its fonts, pictures, templates and words. What drawing it meets goes to diagnostics and collector."""

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
    scaled: tuple[Size, float] | None = None
    """The size of cards that are laid out for a larger one, and the share to which they are scaled down."""
    for_shop: bool = False
    """Whether the pieces are drawn for a print shop."""
    past_cut: float = 1.5
    """How far colours at a cut line extend past it, mm."""
    replay: Callable[[Mapping[str, Any]], Sequence[Mapping[str, Any]]] = lambda _example: ()
    """The steps of a worked example as the engine plays it; none for one that has no moves from the setup."""
    figure: Callable[[RenderContext, str, Span], Drawing | None] = lambda _context, _name, _span: None
    """Draws a picture that is made from the kit itself, such as `card:lunge`."""
    set_description: Mapping[str, Any] | None = None
    """The description of the finished set for guides; None until all other components are imposed."""
    workers: int = 1
    """How many processes may draw the cards of a large deck."""
    step: Callable[[], None] = lambda: None
    """Called whenever some cards of a deck are drawn."""
    reopen: Callable[[], RenderContext | None] = lambda: None
    """Opens the kit again in another process, for the same drawings; it can be pickled if there may be several."""
    collector: Collector = field(default_factory=Collector)
    memos: Memos = field(default_factory=Memos)

    @cached_property
    def known_by_checks(self) -> dict[Hashable, Any]:
        """What checks have worked out from this context, by what they ask for."""
        return {}

    @cached_property
    def labels(self) -> SheetWords:
        """The words of sheets and components in the kit's language."""
        return SheetWords(self.kit.language, self.kit.sheets)

    @property
    def say(self) -> Callable[..., str]:
        """A label by its key, with its placeholders filled."""
        return self.labels.say

    def scale_of(self, size: Size) -> float:
        """The share to which cards of a size are scaled down."""
        return self.scaled[1] if self.scaled and self.scaled[0] == size else 1.0

    @staticmethod
    def is_figure(name: str) -> bool:
        """Whether a picture is made from the kit itself: `card:lunge`. `:lunge:` is an icon."""
        return ":" in name.strip(":")

    def colour(self, name: str, span: Span) -> str:
        """The colour of a name or hex code, `#rrggbb`. Reports an unknown one and returns black."""
        return read_colour(name, self.kit.palette, span, self.diagnostics) or "#000000"

    def word_colour(self, name: str, span: Span) -> str:
        """The colour of coloured words. Reports a name that the palette lacks and returns an empty text."""
        if name not in self.kit.palette:
            near = did_you_mean(name, self.kit.palette) or "add it under 'palette' in kit.yaml"
            self.diagnostics.error(span, "unknown-colour", f"the palette has no colour {name!r}", near)
        return self.kit.palette.get(name, "")

    def name_of(self, id_: str) -> str:
        """The printed name of an id."""
        return self.kit.phrasebook.names.get(id_, id_)

    def style(self, name: str, span: Span, *, has_edges: bool = False) -> Style | None:
        """A text style. Outlines and shadows are an error, unless what is set in it `has_edges`."""
        found = self._known(self.kit.facebook.styles, name, span, "unknown-style", f"there is no text style {name!r}")
        if found and not has_edges:
            self._expect_no_edges(name, found)
        return found

    def _expect_no_edges(self, name: str, style: Style) -> None:
        for key, words in (("outline", "an outline"), ("shadow", "a shadow")):
            if getattr(style, key):
                message = f"letters have {words} in 'text' elements only"
                hint = f"give those a style of their own: {{extends: {name}, {key}: …}}"
                self.diagnostics.error(style.at(key), "idle-edge", message, hint)

    def face(self, name: str, span: Span) -> Face | None:
        message = f"there is no face {name!r} in faces.yaml" if name else "the field that names this face is empty"
        faces = self.kit.facebook.faces
        others = f"faces: {', '.join(faces)}; 'face' in kit.yaml may choose one by an expression" if name else ""
        if not faces:
            first = f"write it into faces.yaml: 'faces: {{{name or 'card'}: {{elements: […]}}}}'"
            others = similar(self.kit.folder, "faces.yaml") or first
        return self._known(faces, name, span, "unknown-face", message, others)

    def _known(
        self, known: Mapping[str, _Known], name: str, span: Span, code: str, message: str, others: str = ""
    ) -> _Known | None:
        if name not in known:
            self.diagnostics.error(span, code, message, did_you_mean(name, known) or others)
        return known.get(name)

    def scope(self, deck: str, id_: str, card: Card) -> Scope:
        words, badge, parts = self.words.get(id_, UNWRITTEN)
        origins = {"id": (Part(id_, card.origin.key_span),), "name": (Part(card.name, card.at("name")),), **parts}
        origins |= {f"asides.{key}": aside_parts(card, key) for key in card.asides}
        origins |= {"art": (Part(card.art, card.at("art")),)} if card.art else {}
        general = self.kit_scope()
        return {
            **card_scope(self.kit, deck, id_, card),
            "words": words,
            "badge": badge,
            **general,
            "origins": {**origins, **general["origins"]},
        }

    @cached_property
    def card_fields(self) -> dict[str, set[str]]:
        """The fields that cards of this kit have, by group."""
        cards, phrases = self.kit.all_cards, list(chain.from_iterable(self.kit.phrasebook.fields.values()))
        return {
            "words": {*self.kit.phrasebook.fields, *(field for card in cards for field in card.words)},
            "badge": {key for phrase in phrases for key in phrase.badge},
            "asides": {key for card in cards for key in card.asides},
            "traits": {path for card in cards for path in dotted(card.plain_traits)} | self.kit.below["traits"],
        }

    @cached_property
    def expression_words(self) -> expressions.Words:
        """The words that expressions print."""
        return expressions.Words.of(self.kit)

    def value(self, scope: Scope, path: str, span: Span, *, alone: bool = True) -> Any:
        """The value of a field that is printed; None if the card leaves it out. Reports an unknown field.

        `alone` is false for a field among others in an expression.
        """
        content = self._field(scope, path, span, alone=alone)
        self.collector.use(path, span, filled=bool(content))
        return content

    def evaluated(
        self,
        expression: Expression,
        text: str,
        scope: Scope,
        span: Span,
        *,
        printed: bool = True,
        is_condition: bool = False,
    ) -> Any:
        """The value of an expression in a text at `span`; None, with an error, if it has none."""

        def field(path: str) -> Any:
            find = self.value if printed else self._field
            return find(scope, path, span, alone=bool(expression.path))

        def optional(path: str) -> Any:
            is_kits = path.partition(".")[0] in NEEDED and not path.startswith("kit.")
            return fields.field_value(scope, path) if is_kits else field(path)

        read, needed = (optional, ()) if is_condition else (field, NEEDED)
        try:
            self._check_parts(expression, span)
            return expressions.value(expression, read, self.expression_words, needed=needed, optional=optional)
        except ExpressionError as error:
            place = expression.span(text, span)
            self.diagnostics.error(place, "bad-expression", error.message, *error.hints, on_card=True)
            return None

    def condition(self, key: str, text: str, scope: Scope, span: Span) -> bool:
        """Whether a condition holds. It does not if it has errors."""
        condition = self.evaluated(fields.expression(text), text, scope, span, printed=False, is_condition=True)
        result = is_true(condition)
        self.collector.test(key, text, span, result=result)
        return result

    def _field(self, scope: Scope, path: str, span: Span, *, alone: bool) -> Any:
        """The value of a field.

        A field that is close to a known one is reported here, any other that no card has by a check.
        """
        content, (first, _, rest) = fields.field_value(scope, path), path.removeprefix("item.").partition(".")
        if content is not None or (first in scope and not rest) or rest in self.card_fields.get(first, ()):
            return content
        if _has_key(scope, path):  # such as `item.art` of a card without a picture
            return content
        if not self.collector.is_first_report(path, span):
            return content
        inner = self.card_fields.get(first) or set(dotted(scope.get(first)))
        near = did_you_mean(rest, sorted(inner)) if first in scope else did_you_mean(path, sorted(self._fields(scope)))
        if near or first not in self.card_fields:
            quotes = "" if rest or alone else f'put a text in quotes: "{path}"'
            self.diagnostics.error(span, "unknown-field", f"there is no field {path!r}", near, quotes)
        return content

    def _check_parts(self, expression: Expression, span: Span) -> None:
        """Report a part of the kit, such as `components.mat`, or a rule that none of its layers has."""
        parts = [part for part in expressions.parts(expression) if part[0] != "rules"]
        rules = [tuple(path.split(".", 1)) for path in expressions.fields(expression) if path.startswith("rules.")]
        for group, id_ in (*parts, *rules):
            known, path = self._known_ids.get(group), f"{group}.{id_}"
            if known and id_ not in known and self.collector.is_first_report(path, span):
                hint = did_you_mean(id_, sorted(known))
                self.diagnostics.error(span, "unknown-field", f"there is no field {path!r}", hint)

    @cached_property
    def _known_ids(self) -> dict[str, set[str]]:
        """The ids that expressions may ask for, by field, and the paths of rules."""
        return {**known_ids(self.kit), "rules": {*dotted(self.kit.rules.plain()), *self.kit.below.get("rules", ())}}

    def _fields(self, scope: Scope) -> set[str]:
        return {*scope, *(f"{part}.{key}" for part, keys in self.card_fields.items() for key in keys)}

    def kit_scope(self) -> dict[str, Any]:
        """The fields that all faces have."""
        return dict(self._kit_scope)

    @cached_property
    def _kit_scope(self) -> Scope:
        credit, (least, most) = self.kit.credit, self.kit.players
        return {
            **kit_data(self.kit),
            "kit": {
                **about(self.kit),
                "players": f"{least}" if least == most else f"{least}–{most}",
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
        for style in styles.values():
            self._expect_no_edges(f"{prefix}-body", style)
        return Setting(
            self.fonts,
            styles,
            lambda c: self.colour(c, span),
            picture,
            span,
            self.diagnostics,
            self.say,
            self.word_colour,
            right_to_left=self.kit.right_to_left,
        )


def _has_key(scope: Scope, path: str) -> bool:
    """Whether mappings lead to the last key of a path, even if its value is null."""
    value: Any = scope
    for key in path.split("."):
        if not isinstance(value, Mapping) or key not in value:
            return False
        value = value[key]
    return True


def filled(context: RenderContext, text: str, scope: Scope, span: Span) -> str:
    """A text with its expressions replaced by their values. A field that the card leaves out is empty."""
    if "{" not in text:
        return text
    try:
        split = fields.pieces(text)
    except ExpressionError as error:  # reported with the element
        context.diagnostics.error(span, "bad-expression", error.message, *error.hints)
        return ""
    return "".join(piece if isinstance(piece, str) else _printed(context, piece, text, scope, span) for piece in split)


def _printed(context: RenderContext, expression: Expression, text: str, scope: Scope, span: Span) -> str:
    """The value of an expression as it is printed."""
    path = expression.path  # most expressions are only a field
    content = context.value(scope, path, span) if path else context.evaluated(expression, text, scope, span)
    if isinstance(content, str):
        return content
    try:
        return text_of(content, context.kit.sheets.between)
    except ExpressionError as error:
        place = expression.span(text, span)
        context.diagnostics.error(place, "bad-expression", error.message, *error.hints, on_card=True)
        return ""


def field_of(context: RenderContext, text: str, scope: Scope, span: Span) -> Any:
    """The value of a text that is a single expression in braces; None, with an error, for any other text."""
    expression = fields.single(text)
    if expression is None:
        context.diagnostics.error(span, "unknown-field", f"{text!r} must be a single field in braces")
        return None
    return context.evaluated(expression, text, scope, span, printed=False)


def origin(scope: Scope, text: str | None, span: Span) -> Span:
    """Where a value was written: for a text that is an expression with one field, the place of the field's value."""
    names = names_in(text) if text and fields.single(text) else []
    parts = scope.get("origins", {}).get(names[0]) if len(names) == 1 else None
    return parts[-1].span if parts else span


def place_of(scope: Scope) -> CardPlace:
    """The card of a scope; an empty place if it is not that of a card."""
    ids = scope["origins"].get("id") if "origins" in scope and "name" in scope else None
    return CardPlace(ids[0].text, scope["name"], ids[0].span) if ids else CardPlace()


def parts_of(scope: Scope, text: str) -> list[Part]:
    """The values of the fields in a text, and where they are written."""
    origins = scope.get("origins", {})
    return [part for path in names_in(text) for part in origins.get(path, ())]


def paint(context: RenderContext, name: str | None, scope: Scope, span: Span) -> str | None:
    text = filled(context, name, scope, span) if name else ""
    return context.colour(text, origin(scope, name, span)) if text else None


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
    block = fit(context.fonts, text, style, box.inset(inset), span, context.diagnostics, parts, context.word_colour)
    return place(block, box, style, colour or context.colour(style.colour, style.at("colour")))
