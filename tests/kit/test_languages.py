"""Languages: their plural forms and their names in files."""

from __future__ import annotations

from pnp.kit.languages import is_for, names, primary


def test_a_region_is_left_out_where_there_is_nothing_of_its_own():
    assert (names("pt-BR"), names("de")) == (("pt-BR", "pt"), ("de",))
    assert primary("de-AT") == "de"
    assert [is_for(name, "pt-BR") for name in ("book.pt.md", "book.pt-BR.md", "book.de.md")] == [True, True, False]
