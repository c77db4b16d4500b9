"""Languages: their plural forms and their names in files."""

from __future__ import annotations

import pytest
from babel import Locale

from pnp.kit.languages import form, forms, is_for, is_right_to_left, names, primary

USUAL = "en de es it nl sv da nb fi hu tr el ca eu bg et ka az kk sq gl af sw ur ta te yi ps"
"""Languages that are not in the table of plural forms."""
OTHERS = "fr fa hi bn hy ja ko zh th id ms km lo my is mk cs sk pl ru uk be hr sr bs sl lt lv ro he ar ga cy"


def test_a_region_is_left_out_where_there_is_nothing_of_its_own():
    assert (names("pt-BR"), names("de")) == (("pt-BR", "pt"), ("de",))
    assert primary("de-AT") == "de"
    assert [is_for(name, "pt-BR") for name in ("book.pt.md", "book.pt-BR.md", "book.de.md")] == [True, True, False]


@pytest.mark.parametrize("language", f"{USUAL} {OTHERS}".split())
def test_plural_forms_are_those_of_unicode(language):
    plural = Locale.parse(language).plural_form
    assert [form(language, n) for n in range(1200)] == [plural(n) for n in range(1200)]
    assert {plural(n) for n in range(1200)} == {*forms(language)}
    assert form("pt-BR", 0) == "one"


@pytest.mark.parametrize(
    ("language", "right_to_left"),
    [("ar", True), ("ar-EG", True), ("he", True), ("fa", True), ("ur", True), ("pa-PK", True), ("sd", True)]
    + [("pa", False), ("pa-IN", False), ("sd-IN", False), ("en", False), ("de-AT", False), ("tr", False)],
)
def test_a_language_is_written_from_right_to_left_or_is_not(language, right_to_left):
    assert is_right_to_left(language) == right_to_left
