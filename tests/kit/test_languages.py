"""Languages: their plural forms and their names in files."""

from __future__ import annotations

import pytest

from pnp.kit.languages import form, forms, is_for, names, primary


@pytest.mark.parametrize(
    ("language", "counts"),
    [
        ("en", {"one": [1], "other": [0, 2, 11, 21]}),
        ("fr", {"one": [0, 1], "other": [2, 21]}),
        ("pt-BR", {"one": [0, 1], "other": [2]}),
        ("ja", {"other": [0, 1, 2]}),
        ("cs", {"one": [1], "few": [2, 3, 4], "other": [0, 5, 22]}),
        ("pl", {"one": [1], "few": [2, 4, 22, 104], "many": [0, 5, 12, 21, 111]}),
        ("uk", {"one": [1, 21], "few": [3, 33], "many": [0, 5, 11, 13, 111]}),
    ],
)
def test_each_language_has_its_plurals(language, counts):
    assert {name: [n for n in numbers if form(language, n) == name] for name, numbers in counts.items()} == counts
    assert set(counts) == set(forms(language))


def test_a_region_is_left_out_where_there_is_nothing_of_its_own():
    assert (names("pt-BR"), names("de")) == (("pt-BR", "pt"), ("de",))
    assert primary("de-AT") == "de"
    assert [is_for(name, "pt-BR") for name in ("book.pt.md", "book.pt-BR.md", "book.de.md")] == [True, True, False]
