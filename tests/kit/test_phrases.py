"""Traits -> printed words: what every card of the kit says, and what no phrase can say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.kit import phrases as wording
from pnp.kit.load import open_kit, open_rules
from pnp.kit.model import Card, PhraseBook
from pnp.kit.schema import build
from pnp.sources.yaml import parse

HERE = Span("cards.yaml", 1, 12)


def built(kind: Any, data: Any) -> Any:
    """A record as it is built from a file; JSON is YAML too."""
    diagnostics = Diagnostics()
    node = parse(json.dumps(data), "cards.yaml", diagnostics)
    assert node is not None, list(diagnostics)
    record = build(kind, node, diagnostics)
    assert record is not None, list(diagnostics)
    return record


def card(traits: Any, **words: str) -> Card:
    given = {"traits": traits} if traits is not None else {}
    made = built(Card, {**given, "name": "Test", "words": words})
    assert isinstance(made, Card)
    return made


def said(context: RenderContext, traits: Any, **words: str) -> tuple[dict[str, str], dict[str, str], list[Diagnostic]]:
    diagnostics = Diagnostics()
    found, badge, _ = wording.write(card(traits, **words), context.kit.phrasebook, "en", diagnostics)
    return found, badge, list(diagnostics)


def test_a_card_without_traits_says_what_it_is_given_and_no_more(context: RenderContext) -> None:
    assert said(context, None) == ({}, {}, [])
    assert said(context, {}, effect="Laugh") == ({"effect": "Laugh"}, {}, [])


def test_words_given_on_a_card_are_kept_and_the_others_written(context: RenderContext) -> None:
    traits = {"move": {"positions": "any", "effect": {"gain": 2}}, "counters": []}
    words, badge, diagnostics = said(context, traits, effect="Run like the wind", flavour="Ha!")
    assert words == {
        "where": "From any position",
        "effect": "Run like the wind",
        "counters": "Doesn’t counter",
        "flavour": "Ha!",
    }
    assert badge == {"tint": "green", "icon": ":gain-2:", "counter_icon": ":no-counter:"}
    assert diagnostics == []


@pytest.mark.parametrize(
    ("traits", "field", "words"),
    [
        ({"move": {"positions": ["fleeing"], "effect": {"score": True}}}, "where", "If fleeing"),
        ({"move": {"positions": ["fleeing", "chasing"], "effect": {"score": True}}}, "where", "If fleeing or chasing"),
        (
            {"move": {"positions": ["fleeing", "flanked", "chasing"], "effect": {"score": True}}},
            "where",
            "If fleeing, flanked or chasing",
        ),
        (
            {"move": {"positions": ["flanking", "head_to_head", "chasing"], "effect": {"score": True}}},
            "where",
            "If flanking, head-to-head or chasing",
        ),
        ({"move": {"positions": "any", "effect": {"gain": 3}}}, "effect", "Gain 3 positions"),
        ({"move": {"positions": "any", "effect": {"reset": "fleeing", "draw": 1}}}, "effect", "Draw 1, fleeing"),
        ({"counters": ["best_at_jousting"]}, "counters", "The Best at Jousting"),
        ({"counters": ["gone"]}, "counters", "Gone"),
        ({"brains": 0}, "brains", "Discard up to 0"),
    ],
)
def test_other_traits_are_said_by_the_same_phrases(context: RenderContext, traits: Any, field: str, words: str) -> None:
    found, _, diagnostics = said(context, traits)
    assert found[field] == words
    assert diagnostics == []


def test_the_first_phrase_that_fits_is_taken(context: RenderContext) -> None:
    book = book_of(("{a}", "first {a}"), (1, "second"))
    assert wording.write(card({"x": 1}), book, "en", Diagnostics())[0] == {"field": "First 1"}
    book = book_of((1, "second"), ("{a}", "first {a}"))
    assert wording.write(card({"x": 1}), book, "en", Diagnostics())[0] == {"field": "Second"}


def book_of(*phrases: tuple[Any, str]) -> PhraseBook:
    field = [{"traits": {"x": form}, "words": words} for form, words in phrases]
    book = built(PhraseBook, {"names": {"a": "the Letter"}, "between": "; ", "last": {}, "fields": {"field": field}})
    assert isinstance(book, PhraseBook)
    return book


@pytest.mark.parametrize(
    ("form", "value", "words"),
    [
        (1, 1, "Said"), (1, True, None), (True, 1, None), (1, 1.0, None), ("a", "a", "Said"), ("a", "b", None),
        (None, None, "Said"), (None, {}, None), ("{n}", None, None), ([], [], "Said"), (["a", "b"], ["a", "b"], "Said"),
        (["a", "b"], ["b", "a"], None), ({}, {"y": 1}, "Said"), ({"y": 1}, {"y": 1, "z": 2}, "Said"),
        ({"y": 1}, {"z": 2}, None), ({"y": 1}, 1, None),
    ],
)  # fmt: skip
def test_a_form_fits_what_is_like_it(form: Any, value: Any, words: str | None) -> None:
    diagnostics = Diagnostics()
    found, _, _ = wording.write(card({"x": value}), book_of((form, "said")), "en", diagnostics)
    assert found == ({"field": words} if words else {})
    assert bool(diagnostics) == (words is None)


def test_holes_take_numbers_names_and_lists_and_unknown_holes_stay() -> None:
    book = book_of(({"n": "{n}", "ids": "{ids}"}, "{ids}: {n}, {gone}"))
    found, _, _ = wording.write(card({"x": {"n": 2, "ids": ["a", "b", "a"]}}), book, "en", Diagnostics())
    assert found == {"field": "The Letter; b; the Letter: 2, {gone}"}


def test_names_and_heads_of_tables_take_other_names() -> None:
    names = {"won": "thrown off"}
    assert wording.expanded("rival {won}: see {page}", names) == "rival thrown off: see {page}"
    assert wording.headed("{won} by", names, "en") == "Thrown off by"
    assert wording.headed("points", names, "en") == "points"
    assert wording.unnamed("rival {won}: see {page}", names) == ["page"]


def test_names_of_cards_take_other_names(tmp_path: Path) -> None:
    (tmp_path / "kit.yaml").write_text("extends: soaring\n", "utf-8")
    (tmp_path / "phrases.yaml").write_text("names: {a: S}\n", "utf-8")
    found, played = open_kit(tmp_path, Diagnostics()), open_rules(tmp_path, Diagnostics())
    assert found
    assert played
    for cards in (found.cards, played[3]):
        assert [cards["deck"][id_].name for id_ in ("a5", "c5", "c_downer")] == ["S 5", "C 5", "C Downer"]


# What no phrase can say


def test_names_are_read_whether_or_not_their_spaces_can_be_broken(context: RenderContext) -> None:
    book = context.kit.phrasebook
    for words in ("Stomp, Stampede, Burst of Speed", "Stomp, Stampede, Burst\u00a0of\u00a0Speed"):
        (statement,) = [one for one in wording.read(words, book) if one.field == "counters"]
        assert statement.traits == {"counters": ["stomp", "stampede", "burst_of_speed"]}


def test_each_slot_that_cannot_say_its_trait_is_an_error(context: RenderContext) -> None:
    words, _, diagnostics = said(context, {"move": {"gallop": 1}, "counters": None})
    assert words == {}
    assert [(d.span, d.code, d.message) for d in diagnostics] == [
        (HERE, "no-phrase", f"no phrase of {field!r} matches the traits of 'Test'")
        for field in ("counters", "effect", "where")
    ]


def test_a_slot_whose_words_are_given_needs_no_phrase(context: RenderContext) -> None:
    traits = {"move": {"positions": "any", "effect": {"fly": 1}}}
    words, _, diagnostics = said(context, traits, effect="Fly!")
    assert words == {"where": "From any position", "effect": "Fly!"}
    assert diagnostics == []


@pytest.mark.parametrize("value", [{"a": 1}, [{"a": 1}], [["a"], {"b": None}]])
def test_no_card_ever_prints_a_mapping(context: RenderContext, value: Any) -> None:
    words, _, diagnostics = said(context, {"brains": value})
    assert "{" not in words.get("brains", "")
    assert [d.code for d in diagnostics] == ["no-phrase"]


scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 3), st.sampled_from(["any", "fleeing", "swerve", "{n}", "x"])
)
keys = st.sampled_from(["move", "counters", "positions", "effect", "gain", "score", "reset", "draw", "brains"])
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=4)),
    max_leaves=10,
)


@given(st.dictionaries(keys, values, max_size=4))
def test_no_traits_raise_and_words_begin_with_a_capital(context: RenderContext, given: Any) -> None:
    words, _, diagnostics = said(context, given)
    assert all(text == text[:1].upper() + text[1:] for text in words.values())
    assert {d.code for d in diagnostics} <= {"no-phrase"}
