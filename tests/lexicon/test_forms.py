"""Forms of words that change what a sentence states: voices, cases, articles, and words that belong together."""

from __future__ import annotations

import pytest

from pnp.lexicon import Lexicon, lexicon
from tests.support.words import last_word


@pytest.mark.parametrize(
    ("language", "sentence", "expected"),
    [
        ("en", "It counters any card.", {"counters": "active"}),
        ("en", "It is countered by any card.", {"countered": "passive"}),
        ("en", "It cannot be moved by it.", {"moved": "passive"}),
        ("en", "Cards that are not discarded or set aside", {"discarded": "passive", "set aside": "passive"}),
        ("en", "If a card is turned over, draw.", {"turned over": "passive", "draw": "active"}),
        ("en", "the discarded cards", {"discarded": ""}),
        ("en", "You have discarded a card.", {"discarded": ""}),
        ("en", "It is your card; play it.", {"play": "active"}),
        ("de", "wenn niemand kontert", {"kontert": "active"}),
        ("de", "wenn niemand gekontert wird", {"gekontert": "passive"}),
        ("fr", "si personne ne contre", {"contre": "active"}),
        ("fr", "si personne n’est contré", {"contré": "passive"}),
        ("es", "si nadie contrarresta", {"contrarresta": "active"}),
        ("es", "si nadie es contrarrestado", {"contrarrestado": "passive"}),
    ],
)
def test_verbs_are_active_or_passive(language, sentence, expected):
    found = lexicon(language)
    assert found
    assert {word.text: word.voice for word in found.words(sentence, {}) if word.value("act")} == expected


def test_a_lexicon_without_passive_forms_marks_no_voice():
    (word,) = Lexicon({"act": {"beat": ["beats"]}}, []).words("beats", {})
    assert word.voice == ""


@pytest.mark.parametrize(
    ("text", "case"),
    [("der Stapel", "nominative"), ("den Stapel", "accusative"), ("einen Stapel", "accusative"),
     ("dem Stapel", "dative"), ("die Karte", ""), ("den ganzen Stapel", ""), ("den kontern", "")],
)  # fmt: skip
def test_nouns_have_the_case_of_their_determiner(text, case):
    assert last_word("de", text).case == case


@pytest.mark.parametrize(
    ("language", "text", "article"),
    [("en", "the card", "definite"), ("en", "a card", "indefinite"), ("en", "1 card", ""),
     ("en", "its suit", "definite"), ("de", "eine Karte", "indefinite"),
     ("fr", "l’effet", "definite"), ("es", "una carta", "indefinite")],
)  # fmt: skip
def test_words_have_the_article_before_them(language, text, article):
    assert last_word(language, text).article == article


@pytest.mark.parametrize(
    ("language", "text", "is_read"),
    [("de", "eine Karte", False), ("de", "eine deiner Karten", True), ("fr", "une carte", False),
     ("fr", "une de tes cartes", True), ("es", "una de tus cartas", True)],
)  # fmt: skip
def test_an_article_before_a_part_is_a_number(language, text, is_read):
    found = lexicon(language)
    assert found
    assert found.words(text, {})[0].neutral is not is_read


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("tu ne joues que 2 cartes", ["only"]),
        ("tu ne joues pas la carte que tu tires", []),
        ("personne ne joue la carte que tu tires", []),
        ("la carte que tu joues", []),
    ],
)
def test_ne_and_que_are_only_together(text, only):
    found = lexicon("fr")
    assert found
    assert [value for word in found.words(text, {}) if (value := word.value("quant")) is not None] == only


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "the most", "the best"),
        ("en", "then", "after"),
        ("en", "each player", "both players"),
        ("en", "play all", "play any number of"),
        ("en", "further", "faster"),
        ("de", "die meisten", "die besten"),
        ("de", "alle", "beliebig viele"),
        ("fr", "le plus", "le meilleur"),
        ("es", "todos", "ambos"),
    ],
)
def test_words_of_one_value_may_have_different_shades(language, one, other):
    found = lexicon(language)
    assert found
    first, second = found.words(one, {})[-1], found.words(other, {})[-1]
    assert {*first.senses} & {*second.senses}
    assert not first.agrees(second)


def test_a_form_that_is_not_known_may_be_any():
    assert last_word("en", "the card").agrees(last_word("en", "1 card"))
    assert last_word("en", "the card").form_unlike(last_word("en", "a card")) == "definite"
