"""The sentence of the credits that names the typefaces."""

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline.context import open_context


def _sentence(folder) -> str:
    return open_context(folder, Diagnostics()).kit.credit.typefaces


@pytest.mark.parametrize(("kit", "words"), [("rhino", "and"), ("rhino-de", "und"), ("rhino-fr", "et")])
def test_the_fonts_of_the_styles_are_named_in_the_language_of_the_kit(kit, words):
    sentence = _sentence(paths.data_folder() / kit)
    assert f" {words} " in sentence
    assert "Atkinson Hyperlegible" in sentence


def test_another_font_is_named_at_once_and_a_sentence_of_the_kit_stays(tmp_path):
    own = tmp_path / "mine"
    own.mkdir()
    (own / "kit.yaml").write_text("extends: duel\ntitle: Mine\nfonts: {title: inscription}\n", "utf-8")
    assert "Marcellus" in _sentence(own)
    (own / "kit.yaml").write_text("extends: duel\ntitle: Mine\ncredit: {typefaces: Set in type.}\n", "utf-8")
    assert _sentence(own) == "Set in type."
