"""Lexicons: words and expressions, names with endings, and the same meanings in each language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp import lexicon as lexicons
from pnp.diagnostics import Diagnostics
from pnp.lexicon import NAME, Lexicon, Sense, languages, lexicon
from pnp.sources.yaml import read as read_yaml
from tests.conftest import RHINO
from tests.laws.word_mutants import OPPOSITES

LANGUAGES = ["de", "en", "es", "fr"]
_HIDDEN = re.compile(r"\{#.*?#\}|\{\{.*?\}\}|\{%.*?%\}|<!--.*?-->", re.DOTALL)


@pytest.fixture(scope="module")
def english() -> Lexicon:
    return _lexicon("en")


@pytest.fixture(scope="module")
def german() -> Lexicon:
    return _lexicon("de")


@pytest.fixture(scope="module")
def french() -> Lexicon:
    return _lexicon("fr")


def _lexicon(language: str) -> Lexicon:
    found = lexicon(language)
    assert found
    return found


def read(language: str, sentence: str, **names: str) -> list[tuple[str, list[Sense]]]:
    """The words of a sentence with their meanings. `names` are ids and what they are called."""
    found = lexicon(language)
    assert found
    words = found.words(sentence, {name: id_ for id_, name in names.items()})
    return [(word.text, list(word.senses)) for word in words]


def values(language: str, sentence: str, axis: str) -> list[object]:
    """The values of a sentence's words on an axis."""
    found = lexicon(language)
    assert found
    return [word.value(axis) for word in found.words(sentence, {}) if word.value(axis) is not None]


def test_these_languages_have_a_lexicon():
    assert languages() == LANGUAGES
    assert lexicon("la") is None


def meanings(tested: Lexicon) -> set[tuple[str, str | int]]:
    """The axes and values that have words."""
    return {(axis, value) for axis, values in tested.axes.items() for value, words in values.items() if words}


def used_by_translated_kits(english: Lexicon) -> set[tuple[str, str | int]]:
    """The axes and values of the words in English texts of kits that have translations, without numbers."""
    kits = (RHINO, RHINO.parent / "soaring")
    texts = [path.read_text("utf-8") for kit in kits for path in (*sorted(kit.glob("*.md")), kit / "phrases.yaml")]
    found = {
        (sense.axis, sense.value)
        for text in texts
        for word in english.words(_HIDDEN.sub(" ", text), {})
        for sense in word.senses
        if sense.axis != "number"
    }
    assert len(found) > 100
    # Verbs, nouns and conjunctions of other games are in the English lexicon only.
    return {(axis, value) for axis, value in found if axis not in ("act", "thing", "join")}


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_a_lexicon_has_every_meaning_that_translations_need(language, english):
    translations = [lexicon(other) for other in languages() if other not in ("en", language)]
    needed = used_by_translated_kits(english).union(*(meanings(known) for known in translations if known))
    missing = [
        f"{axis}: {value} (in English: {', '.join(english.axes[axis][value])})"
        for axis, value in sorted(needed - meanings(lexicon(language)), key=repr)
    ]
    assert missing == [], f"pnp/lexicon/{language}.yaml lacks these"
    assert meanings(lexicon(language)) <= meanings(english)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_words_of_mutants_are_known(language):
    mutated = {word for pair in OPPOSITES[language].split() for word in pair.split(":")}
    assert [word for word in sorted(mutated) if any(not senses for _, senses in read(language, word))] == []


@pytest.mark.parametrize(
    ("language", "sentence", "axis", "expected"),
    [
        ("en", "no more than two", "bound", ["most"]),
        ("en", "no more than two", "quant", []),
        ("en", "you may not", "mode", ["never"]),
        ("de", "nicht mehr als zwei", "bound", ["most"]),
        ("de", "nicht mehr als zwei", "neg", []),
        ("de", "so viele wie", "bound", ["exactly"]),
        ("de", "beliebig viele Karten", "quant", ["all"]),
        ("de", "nach rechts", "side", ["right"]),
        ("de", "nach rechts", "time", []),
        ("fr", "tu ne peux pas", "mode", ["never"]),
        ("fr", "tu ne peux pas", "neg", []),
        ("fr", "pas plus de deux", "bound", ["most"]),
        ("fr", "une carte de score", "thing", ["score_card"]),
        ("fr", "les deux rhinos", "number", []),
        ("es", "no puedes robar", "mode", ["never"]),
        ("es", "no puedes robar", "neg", []),
        ("es", "no más de dos", "bound", ["most"]),
        ("es", "los dos jugadores", "number", []),
        ("es", "boca abajo", "way", []),
    ],
)
def test_the_longest_expression_wins(language, sentence, axis, expected):
    assert values(language, sentence, axis) == expected


@pytest.mark.parametrize(
    ("language", "sentence", "expected"),
    [
        ("en", "three Lunges", "lunge"),
        ("en", "the Lunge’s effect", "lunge"),
        ("de", "eines Hornstoßes", "lunge"),
        ("de", "zwei Stampfern", "lunge"),
        ("fr", "deux Piétinements", "lunge"),
        ("fr", "l’Esquive", "lunge"),
        ("es", "dos Embestidas", "lunge"),
        ("es", "del Rey", "lunge"),
        ("es", "los Reyes", "lunge"),
    ],
)
def test_names_have_endings(language, sentence, expected):
    called = {"en": "Lunge", "de": "Hornstoß", "fr": "Piétinement", "es": "Embestida"}[language]
    others = {"zwei Stampfern": "Stampfer", "l’Esquive": "Esquive", "del Rey": "Rey", "los Reyes": "Rey"}
    called = others.get(sentence, called)
    found = [
        sense.value for _, senses in read(language, sentence, lunge=called) for sense in senses if sense.axis == NAME
    ]
    assert found == [expected]


def test_names_of_single_letters_are_read_in_their_own_capitals():
    assert [text for text, _ in read("fr", "Chaque pli a 1 gagnant", a1="A 1")] == ["Chaque", "pli", "1", "gagnant"]
    assert read("fr", "Garde A 1", a1="A 1")[-1] == ("A 1", [Sense(NAME, "a1")])


def test_an_elided_name_is_read_as_it_is_written():
    assert read("fr", "L’As de la joute", best="L’As")[0] == ("L As", [Sense(NAME, "best")])


@pytest.mark.parametrize(
    ("sentence", "axis", "expected"),
    [
        ("tu n’as pas de carte", "neg", ["not"]),
        ("qu’il doit piocher", "mode", ["must"]),
        ("d’abord le champion", "order", ["first"]),
        ("d’autant", "bound", ["exactly"]),
        ("s’il y a un champion", "cond", ["if"]),
        ("quelqu’un gagne", "person", ["somebody"]),
        ("jusqu’à 2", "bound", ["most"]),
    ],
)
def test_french_elisions_are_parted(sentence, axis, expected):
    assert values("fr", sentence, axis) == expected


@pytest.mark.parametrize(
    ("sentence", "act"),
    [("Wirf eine Karte ab.", "discard"), ("Teile jedem 5 aus.", "deal"), ("Decke die Karte auf.", "reveal")],
)
def test_separable_verbs_are_known_by_their_stem(sentence, act):
    found = lexicon("de")
    assert found
    words = found.words(sentence, {})
    assert act in {sense.value for word in words for sense in word.senses if sense.axis == "act"}
    assert [word.text for word in words if not word.senses] == []


def test_neutral_words_need_not_be_read():
    tested = Lexicon({"order": {"first": ["first"]}}, ["the", "first"])
    assert [(word.text, word.neutral) for word in tested.words("the first dog", {})] == [
        ("first", True),
        ("dog", False),
    ]


@pytest.mark.parametrize(("language", "word"), [("en", "the"), ("de", "die"), ("fr", "la"), ("es", "las")])
def test_neutral_words_without_a_meaning_are_left_out(language, word):
    assert read(language, word) == []


@pytest.mark.parametrize(("language", "word"), [("en", "or"), ("de", "oder"), ("fr", "ou"), ("es", "u")])
def test_or_is_not_neutral(language, word):
    found = lexicon(language)
    assert found
    assert [(one.value("link"), one.neutral) for one in found.words(word, {})] == [("or", False)]


@pytest.mark.parametrize("language", languages())
def test_no_value_stands_twice_in_a_lexicon(language):
    diagnostics = Diagnostics()
    assert read_yaml(Path(lexicons.__file__).with_name(f"{language}.yaml"), diagnostics) is not None
    assert list(diagnostics) == []


@pytest.mark.parametrize(("text", "number"), [("12", 12), ("٣", 3), ("①", None), ("x²", None), ("²", None)])
def test_digits_of_any_script_are_a_number_and_other_signs_of_one_are_not(english, text, number):
    (word,) = english.words(text, {})
    assert word.senses == ((Sense("number", number),) if number is not None else ())


@pytest.mark.parametrize(
    ("language", "word"), [("en", "by"), ("en", "also"), ("de", "auf"), ("fr", "par"), ("es", "también")]
)
def test_minor_words_are_read_in_sentences(language, word):
    found = lexicon(language)
    assert found
    assert [(one.minor, one.neutral) for one in found.words(word, {})] == [(True, False)]
