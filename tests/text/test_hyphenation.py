"""Words -> parts, by the dictionaries."""

import re
from pathlib import Path

import pyphen
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.text import hyphenation
from pnp.text.hyphenation import Hyphens, dictionary
from tests.conftest import RHINO

WORDS = sorted(
    {
        word
        for path in [*RHINO.parent.glob("*/*.md"), *RHINO.parent.glob("*/*.yaml")]
        for word in re.findall(r"[^\W\d_]{6,}", path.read_text("utf-8"))
    }
    | {"Straßenbahnhaltestelle", "Möglichkeiten", "reconnaissance", "établissement", "Überprüfung", "verstellbar"}
)


# Words -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "fr", "nl", "pl", "ru"])
def test_words_are_parted_as_by_the_package_that_the_dictionaries_are_of(language):
    path = dictionary(language)
    assert path is not None
    theirs = pyphen.Pyphen(filename=path, left=3, right=3)
    ours = Hyphens(language)
    words = [word for word in WORDS if not word.isupper()]
    assert len(words) > 1000
    for word in words:
        # One German pattern has two numbers in one place: pyphen then takes all that follow for those one letter on.
        if not word.lower().startswith("ablage"):
            assert "|".join(ours.parts(word)) == theirs.inserted(word, "|"), word


def test_the_dictionary_is_that_of_the_country_or_else_the_languages_own():
    names = {
        language: path and path.name
        for language in ("de", "de-AT", "en-US", "fr", "fr-CA")
        for path in [dictionary(language)]
    }
    assert names == {
        "de": "hyph_de_DE.dic", "de-AT": "hyph_de_AT.dic", "en-US": "hyph_en_US.dic", "fr": "hyph_fr.dic",
        "fr-CA": "hyph_fr.dic",
    }  # fmt: skip
    assert dictionary("en") is not None


@pytest.mark.parametrize("language", ["", "xx", "ja", "zh-CN"])
def test_a_language_without_a_dictionary_is_not_hyphenated(language):
    assert Hyphens(language).parts("understanding") == ("understanding",)


def test_every_dictionary_can_be_read():
    for path in sorted(Path(pyphen.__file__).parent.glob("dictionaries/hyph_*.dic")):
        language = path.stem.removeprefix("hyph_").replace("_", "-")
        assert "".join(Hyphens(language).parts("wonderful")) == "wonderful"


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("understanding", ("under", "stand", "ing")), ("(“understanding”),", ("(“under", "stand", "ing”),")),
        ("Understanding", ("Under", "stand", "ing")), ("UNDERSTANDING", ("UNDERSTANDING",)), ("undone", ("undone",)),
        ("head-to-head", ("head-to-head",)), ("tournament’s", ("tournament’s",)), ("tournament2", ("tournament2",)),
        ("10:30", ("10:30",)), ("Tournaments", ("Tournaments",)),
    ],
)  # fmt: skip
def test_what_is_no_plain_word_or_a_name_stays_whole(word, parts):
    assert Hyphens("en", ["The Tournaments", "Stampede"]).parts(word) == parts


@given(st.text(max_size=30), st.sampled_from(["en", "de", "fr"]))
def test_parts_are_the_word_and_no_break_leaves_less_than_two_letters(word, language):
    parts = Hyphens(language).parts(word)
    assert "".join(parts) == word
    for at in range(1, len(parts)):
        for side in ("".join(parts[:at]), "".join(parts[at:])):
            assert sum(sign.isalpha() for sign in side) >= hyphenation.LEAST
