"""Languages: their plural forms and their names in files."""

from __future__ import annotations

import pytest

from pnp.kit.languages import is_for, is_right_to_left, names, primary


def test_a_region_is_left_out_where_there_is_nothing_of_its_own():
    assert (names("pt-BR"), names("de")) == (("pt-BR", "pt"), ("de",))
    assert primary("de-AT") == "de"
    assert [is_for(name, "pt-BR") for name in ("book.pt.md", "book.pt-BR.md", "book.de.md")] == [True, True, False]


@pytest.mark.parametrize(
    ("language", "right_to_left"),
    [("ar", True), ("ar-EG", True), ("he", True), ("fa", True), ("ur", True), ("pa-PK", True), ("sd", True)]
    + [("pa", False), ("pa-IN", False), ("sd-IN", False), ("en", False), ("de-AT", False), ("tr", False)],
)
def test_a_language_is_written_from_right_to_left_or_is_not(language, right_to_left):
    assert is_right_to_left(language) == right_to_left
