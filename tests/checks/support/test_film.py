"""The language and the words of texts, as checks read them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.checks.support import film
from pnp.diagnostics import Span
from pnp.kit import paths
from pnp.rules.words import PhraseWords
from tests.support.printed import context_of


@pytest.mark.parametrize(
    ("language", "file", "expected"),
    [
        ("de", "common/how-to-print.de.md", "de"),
        ("de-AT", "common/how-to-print.de.md", "de-AT"),
        ("pl", "common/how-to-print.md", "en"),
        ("pl", "kit/rulebook.md", "pl"),
    ],
)
def test_a_shared_file_is_in_the_language_of_its_name(language, file, expected, small):
    context = context_of(small)
    common = str(paths.data_folder() / paths.COMMON)
    kit = replace(context.render.kit, language=language, spoken={common: "en"})
    context = replace(context, render=replace(context.render, kit=kit))
    place = file.replace("common", common)
    assert film.language_at(context, Span(place)) == expected


def test_words_of_another_language_are_read_with_its_lexicon(small):
    context = context_of(small)
    read = film.words_of(context, "Roba dos cartas.", "es-MX")
    assert isinstance(read, PhraseWords)
    assert [word.text for word in read] == ["Roba", "dos", "cartas"]
    assert film.words_of(context, "Roba dos cartas.", "la") is None
