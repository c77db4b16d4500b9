"""Names of scripts, and what to install for them."""

from __future__ import annotations

import pytest

from pnp.text import scripts


@pytest.mark.parametrize(("text", "code"), [("é☂", ""), ("a б", "Cyrl"), ("مرحبا", "Arab"), ("本", "Hani"), ("", "")])
def test_the_script_of_a_text_is_that_of_its_first_letter_that_is_not_latin(text, code):
    assert scripts.of(text) == code


def test_a_hint_names_the_script_the_role_and_a_package_if_one_is_known():
    assert "a font for Arabic, such as one of the package fontpkg-noto-sans-arabic" in scripts.hint("Arab", "body")
    assert scripts.hint("Hani", "body").endswith("name it in the 'fallback' of 'body'")
    assert "pip install" not in scripts.hint("Hani", "body")
