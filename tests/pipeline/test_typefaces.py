"""The sentence of the credits that names the typefaces."""

import io
import re

import pypdf
import pytest

import pnp
from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline.context import open_context
from tests.conftest import edit


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


@pytest.mark.parametrize(
    ("title", "only", "more"), [("Mine", ("rulebook",), set()), ("Mine ☂", ("rulebook",), {"NotoSansSymbols2"})]
)
def test_the_credit_names_the_fonts_that_are_in_the_files(small, title, only, more):
    edit(small, "kit.yaml", "title: Pocket Joust", f"title: {title}")
    edit(small, "rulebook.md", "# Pocket Joust", "{{ kit.credit.typefaces }}\n\n# Pocket Joust")
    files = pnp.build(small, paper="a4", only=only).files
    readers = [pypdf.PdfReader(io.BytesIO(data)) for file, data in files.items() if "-a4-" in file]
    names = {name for reader in readers for page in reader.pages for name in fonts_in(page["/Resources"])}
    families = {re.sub(r"^/[A-Z]{6}\+|-.*", "", name) for name in names}
    assert families == {"LilitaOne", "AtkinsonHyperlegible"} | more
    words = " ".join(" ".join(page.extract_text().split()) for reader in readers for page in reader.pages)
    (named,) = re.findall(r"The typefaces are (.*?), (?:all|both) under", words)
    assert {name.replace(" ", "") for name in re.split(", | and ", named)} == families


def fonts_in(resources):
    """The names of fonts in some resources, and in those of forms in them."""
    resources = resources.get_object()
    yield from (str(font.get_object()["/BaseFont"]) for font in resources.get("/Font", {}).values())
    for form in (one.get_object() for one in resources.get("/XObject", {}).values()):
        yield from fonts_in(form["/Resources"]) if "/Resources" in form else ()


def test_a_style_that_prints_nothing_is_not_named(small):
    edit(small, "faces.yaml", "styles:\n", "styles:\n  idle: {font: inscription, size: 9}\n")
    assert [one.message for one in pnp.check(small) if one.code == "wrong-credit"] == []
    assert "Marcellus" in _sentence(small)
