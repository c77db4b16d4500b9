"""A count, name, trait, number or sentence that differs from the canonical edition.

A canonical kit must be the game as it was published: one extra Lunge changes every bout. A kit with `edition: custom`
may differ; its differences are notes. A theme may add words to the title. In another language names and sentences are
not compared; counts, numbers and traits are.

PASS: cards.yaml: `epithet: Up-and-comer, tint: green` -> `epithet: Up-and-comer, tint: blue`
PASS: kit.yaml: `title: Rhinoceros Joust\\n` -> `title: Rhinoceros Joust by Night\\n`
FAIL: kit.yaml: `title: Rhinoceros Joust\\n` -> `title: Joust by Night\\n`
FAIL: cards.yaml: `count: 11` -> `count: 12`
FAIL: cards.yaml: `name: Stomp\\n` -> `name: Stamp\\n`
FAIL: rules.yaml: `target_score: 3` -> `target_score: 4`
FAIL: rhino-de/cards.yaml: `{name: Schwenk}` -> `{name: Schwenk, count: 9}`
FAIL: phrases.yaml: `words: "Gain {n} positions"` -> `words: "Lose {n} positions"`
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from pnp import rules
from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.graphics import Size
from pnp.graphics.drawing import total
from pnp.kit import Card, Component, phrases
from pnp.kit.languages import FIRST, names
from pnp.sources import Node
from pnp.sources.yaml import read
from pnp.text.icons import without

CANON = Path(__file__).parent / "canon"


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error, or in a custom edition one note, for every difference."""
    kit = context.render.kit
    canon = _canon(kit.engine) if kit.engine in rules.names() else None
    if canon is None:
        return
    severity = "note" if kit.edition == "custom" else "error"
    differences = [*_differences(canon["rules"], kit.rules, "rules")]
    file = kit.origin.value
    differences.extend(_differences(canon["players"], file.get("players"), "players"))
    is_same = _same_language(context)
    if is_same:
        differences.extend(_wording(context, canon))
    differences.extend(_some(canon["credit"], _part(kit.origin, "credit"), "credit"))
    for id_, facts in canon["components"].items():
        if id_ in kit.components:
            differences.extend(_some(facts, kit.components[id_].origin, id_, () if is_same else _TEXTS))
    differences.extend(_cards(context, canon["cards"]))
    differences.extend(_pieces(context, canon["pieces"]))
    for span, message in differences:
        yield diagnostic(
            __name__,
            span,
            message,
            "" if severity == "note" else "set 'edition: custom' in kit.yaml if the change is intended",
            severity=severity,
        )


def _canon(engine: str) -> Any:
    """The canonical edition of an engine's game, if pnp has one."""
    reference = CANON / f"{engine}.yaml"
    node = read(reference, Diagnostics()) if reference.is_file() else None
    return node.plain() if node else None


Difference = tuple[Span, str]


def _same_language(context: CheckContext) -> bool:
    """Whether a kit is in the language of the canonical names and sentences."""
    return FIRST in names(context.render.kit.language)


def _wording(context: CheckContext, canon: dict[str, Any]) -> Iterator[Difference]:
    """Differences in the kit's title, names and phrases."""
    kit = context.render.kit
    book = kit.phrasebook.origin
    for key, facts in {"names": canon["names"], **canon["phrases"]}.items():
        part = _part(book, key)
        yield from _differences(facts, _printed(part, getattr(kit.phrasebook, key)) if key in _NAMED else part, key)
    if not f"{kit.title} ".startswith(f"{canon['title']} "):
        difference = f"title is {_value_text(kit.title)}; the canonical value is {_value_text(canon['title'])}"
        yield kit.at("title"), difference


_TEXTS = ("title", "note")
"""The texts of components, which differ in another language."""
_NAMED = ("names", "tables")
"""The parts of a phrase book whose texts may contain names."""


def _printed(node: Node, printed: Any) -> Node:
    """A part of a phrase book with its texts as they are printed."""
    value: Any = printed
    if isinstance(node.value, dict):
        value = {key: _printed(inner, printed[key]) for key, inner in node.value.items()}
    elif isinstance(node.value, list):
        value = [_printed(*each) for each in zip(node.value, printed, strict=True)]
    return Node(value, node.span, node.key_span)


def _part(node: Node, key: str) -> Node:
    """The mapping under a key; an empty one if it is left out."""
    part: Node = node.value.get(key) or Node({}, node.key_span)
    return part


def _differences(canon: Any, node: Node | None, name: str, free: Collection[str] = ()) -> Iterator[Difference]:
    """Differences between a node and the canonical data, at the innermost values that differ. The keys `free` may."""
    if node is None:
        return
    if isinstance(canon, dict) and isinstance(node.value, dict):
        for key in (canon.keys() | node.value.keys()).difference(free):
            label = f"{name} {key}".replace("_", " ")
            if key not in node.value:
                yield node.span, f"{label} is missing; the canonical value is {_value_text(canon[key])}"
            elif key not in canon:
                yield node.value[key].key_span, f"{label} is not in the canonical game"
            else:
                yield from _differences(canon[key], node.value[key], label, free)
    elif isinstance(canon, list) and isinstance(node.value, list) and len(canon) == len(node.value):
        for index, (wanted, value) in enumerate(zip(canon, node.value, strict=True), start=1):
            yield from _differences(wanted, value, f"{name} {index}", free)
    elif not _same(canon, node.plain()):
        yield node.span, f"{name} is {_value_text(node.plain())}; the canonical value is {_value_text(canon)}"


def _some(canon: dict[str, Any], node: Node, name: str, free: Collection[str] = ()) -> Iterator[Difference]:
    """Like `_differences`, for a mapping with only some canonical keys."""
    for key, facts in canon.items():
        if key in node.value:
            yield from _differences(facts, node.value[key], f"{name} {key}", free)
        else:
            yield node.key_span, f"{name} has no {key}; the canonical value is {_value_text(facts)}"


def _same(a: Any, b: Any) -> bool:
    """Whether values are equal. True and 1 differ, 1 and 1.0 do not."""
    return isinstance(a, bool) is isinstance(b, bool) and bool(a == b)


def _value_text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    return "nothing" if value is None else repr(value) if isinstance(value, str) else str(value)


def _cards(context: CheckContext, canon: dict[str, Any]) -> Iterator[Difference]:
    for deck, wanted in canon.items():
        there = context.render.kit.cards.get(deck, {})
        for id_, facts in wanted.items():
            if id_ not in there:
                yield context.render.kit.origin.span, f"the canonical card {id_!r} is missing in {deck}"
                continue
            yield from _card(context, there[id_], facts)
        if all("traits" in facts for facts in wanted.values()):
            for id_ in there.keys() - wanted.keys():
                yield there[id_].origin.key_span, f"the canonical deck {deck} has no card {id_!r}"


def _card(context: CheckContext, card: Card, facts: dict[str, Any]) -> Iterator[Difference]:
    name = repr(facts.get("name", card.name))
    same_language = _same_language(context)
    for key in ("name", "count", "face", "back") if same_language else ("count", "face", "back"):
        value = getattr(card, key)
        if key in facts and not _same(facts[key], value):
            yield (
                card.at(key),
                f"the {key} of {name} is {_value_text(value)}; the canonical value is {_value_text(facts[key])}",
            )
    if "traits" in facts:
        yield from _differences(facts["traits"], card.traits, name)
    for key, text in facts.get("asides", {}).items() if same_language else ():
        if card.aside_texts.get(key) != text:
            yield (
                card.at("asides", key),
                f"the {key} of {name} is {_value_text(card.aside_texts.get(key))}; the canonical text is "
                f"{_value_text(text)}",
            )
    if same_language:
        yield from _words(context, card, facts.get("words", {}), name)


def _words(context: CheckContext, card: Card, canon: dict[str, str], name: str) -> Iterator[Difference]:
    """Differences in printed words, at the card's own words or at their phrase."""
    kit = context.render.kit
    written, _, _ = phrases.write(card, kit.phrasebook, kit.language, Diagnostics())
    for field, text in canon.items():
        if without(written.get(field, "")) != text:
            phrase = phrases.phrase_for(card, kit.phrasebook, field)
            own = card.at("words", field) if field in card.words else card.at("traits")
            yield (
                phrase.at("words") if phrase and field not in card.words else own,
                f"the {field} of {name} is {_value_text(written.get(field))}; "
                f"the canonical text is {_value_text(text)}",
            )


def _place(spec: Component, *keys: str) -> Span:
    """The place of the first of the keys that a component has, or of the component."""
    return next((spec.at(key) for key in keys if key in spec.origin.value), spec.origin.key_span)


def _pieces(context: CheckContext, canon: dict[str, Any]) -> Iterator[Difference]:
    for id_, facts in canon.items():
        count, trim = facts["copies"], facts["trim"]
        spec = context.render.kit.components.get(id_)
        if spec is None:
            yield (
                context.render.kit.at("components"),
                f"the component {id_!r} is missing; the canonical edition has {count} of its pieces",
            )
            continue
        if id_ not in context.pieces:
            continue
        copies = total(context.pieces[id_])
        if copies != count:
            yield _place(spec, "copies"), f"{copies} pieces of {id_!r} are printed; the canonical number is {count}"
        for piece in context.pieces[id_]:
            if list(piece.size) != trim and not context.render.resized:
                place = _place(spec, "size", "panel", "diameter")
                yield place, f"the trim of {id_} is {piece.size}; the canonical trim is {Size(*trim)}"
                break
