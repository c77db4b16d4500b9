"""Parts of a text that its translation must have: fields, tags, icons, marks; and the words beside them."""

from __future__ import annotations

import re

import pytest

from pnp.kit.placeholders import differences, has_words, printed_texts, summary


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("Gain {n} of {m}", "{m}: gana {n}"),
        ("**Win** at :once:", "Gana :once: **ya**"),
        ('{{ n }} {{ "point" if n == 1 else "points" }}', '{{ n }} {{ n | plural("punto", "puntos") }}'),
        ("{'attacker'|said|capital} wins", "gana el {'attacker'|said}"),
        ('The {{ "a" | said }} wins; the {{ "a" | said }} draws', 'El {{ "a" | said }} gana y roba'),
        ("{{ on }} edge", 'borde {{ "largo" if on == "long" else "corto" }}'),
        ("| a | {{ n }} |\n|:--|--:|", "| b | {{ n }} |\n|:--|--:|"),
        ("![Later](play:P2@hand#111)", "![Más tarde](play:P2@hand#111)"),
        ("{% if role %}A card.{% endif %} <!-- advice -->", "{% if role %}Una carta.{% endif %} <!-- advice -->"),
    ],
)
def test_words_order_and_capitals_may_differ(source, text):
    assert differences(source, text) == ([], [])


@pytest.mark.parametrize(
    ("source", "text", "missing", "extra"),
    [
        ("Gain {n}", "Gana", ["{n}"], []),
        ("Gain {n}", "Gana {m}", ["{n}"], ["{m}"]),
        ("Gain", "Gana {n}", [], ["{n}"]),
        ("{n} and {n}", "{n}", ["{n}"], []),
        ("**a** b", "a b", ["**", "**"], []),
        (":sun: a", "a", [":sun:"], []),
        (":suit-{{ s }}: a", ":suit-{{ t }}: a", [":suit-{{ s }}:"], [":suit-{{ t }}:"]),
        ("{{ rules.n * 2 - 1 }}", "{{ rules.n * 2 }}", ["{{ rules.n * 2 - 1 }}"], ["{{ rules.n * 2 }}"]),
        ('{{ scored("K4") }}', '{{ scored("K5") }}', ['{{ scored("K4") }}'], ['{{ scored("K5") }}']),
        ("{% if a %}x{% endif %}", "x", ["{% if a %}", "{% endif %}"], []),
        ("x <!-- vouched: a -->", "x", ["<!-- vouched: a -->"], []),
        ("| a | b |", "| a |", ["|||"], ["||"]),
        ("![](play:P2)", "![](play:P3)", ["![](play:P2)"], ["![](play:P3)"]),
        ('{{ "a" | said }}', '{{ "b" | said }}', ['{{ "a" | said }}'], ['{{ "b" | said }}']),
        ("x {{ ().__class__ }}", "x", ["{{ ().__class__ }}"], []),
    ],
)
def test_a_part_that_is_missing_or_extra_is_found(source, text, missing, extra):
    assert differences(source, text) == (missing, extra)


def test_the_summary_names_the_parts_and_how_often():
    assert summary(["**", "**", "{n}"], [":a:"]) == "it lacks ** (2 times), {n} and it has :a: more than the source"
    assert summary([], ["{n}"]) == "it has {n} more than the source"


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ('{{ "point" if n == 1 else "points" }}', ["point", "points"]),
        ('{{ "attacker" | said }}', []),
        ("{('forfeit' if then.ends == 'forfeited' else then.ends)|said}", []),
        ('{{ names | listed("or") }}', ["or"]),
        ('{{ scored("K4") }}', []),
        ('{{ "by your mat" if "mats" in components else "beside you" }}', ["by your mat", "beside you"]),
        ('{% set back = ["the tokens" if a else "", "cards"] | select | list %}', ["the tokens", "cards"]),
        ('{% set boards = ["list", "camp"] | select("in", components) %}', []),
        ('{% for id in ["plus", "minus"] %}', []),
        ('{% include "note.md" %}', []),
        ("{['1st', '2nd'][number]}", ["1st", "2nd"]),
        ("{# a note #}", []),
    ],
)
def test_printed_words_in_an_expression_are_told_from_ids(part, words):
    assert [re.sub("[\"']", "", match[0]) for match in printed_texts(part)] == words


@pytest.mark.parametrize("text", ["Wolf", "{n} wolves", '{{ "a" if x else "b" }}', "**1** card"])
def test_a_text_with_words_is_to_be_translated(text):
    assert has_words(text)


@pytest.mark.parametrize(
    "text", ["{name}", "12 × 3", ":sun:", "![](play:P2@hand)", '{{ "wolf" | said }}', "<!-- label -->"]
)
def test_a_text_without_words_is_not(text):
    assert not has_words(text)
