"""The check of credits: typefaces as they are printed, and licences as they are granted."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from pypdf import PdfReader

from pnp import checks
from pnp.checks import CheckContext, wrong_credit
from pnp.diagnostics import Diagnostics
from pnp.kit import load, paths
from pnp.pipeline.context import open_context
from pnp.pipeline.typefaces import credited
from pnp.text import Fonts
from pnp.text.fontfile import family_in
from pnp.text.roles import font_file
from tests.conftest import edit, run
from tests.support.printed import context_of

pytestmark = pytest.mark.slow

LICENCES = Path(__file__).parents[2] / "LICENSES.md"


def messages(kit) -> list[str]:
    return sorted(one.message for one in wrong_credit.check(context_of(kit)))


def undrawn(kit: Path) -> CheckContext:
    """A kit with nothing drawn, for what its data alone decide."""
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    assert context, list(diagnostics)
    return checks.context(context, {}, checks.open_game(context.kit))


OWN = "  typefaces: The typefaces are Lilita One and Atkinson Hyperlegible.\n"


def test_a_sentence_of_the_kit_must_credit_what_is_printed(edition):
    kit = edition("rhino-night")
    edit(kit, "kit.yaml", "fonts: {title: fat-face}", f"fonts: {{title: fat-face}}\ncredit:\n{OWN}")
    assert messages(kit) == [
        "nothing is printed in Lilita One",
        "this credit lacks the typeface Abril Fatface, which is printed",
    ]


SENTENCES = {
    "rhino": "The typefaces are Marcellus and Atkinson Hyperlegible, both under the SIL Open Font License.",
    "rhino-de": "Die Schriften sind Marcellus und Atkinson Hyperlegible, beide unter der SIL Open Font License.",
    "soaring-fr": "Les polices sont Marcellus et Atkinson Hyperlegible, toutes deux sous SIL Open Font License.",
}
ENGLISH = SENTENCES["rhino"]


@pytest.mark.parametrize("base", ["lists", "rhino-de"])
def test_one_line_changes_the_font_and_the_credit(base, tmp_path):
    kit, poster = tmp_path / "mine", base == "lists"  # which is printed in Marcellus
    kit.mkdir()
    (kit / "kit.yaml").write_text(f"extends: {base}\nfonts: {{title: {'poster' if poster else 'inscription'}}}\n")
    context = context_of(kit)
    assert list(wrong_credit.check(context)) == []
    expected = SENTENCES.get(base, ENGLISH)
    if poster:
        expected = expected.replace("Marcellus", "Righteous")
    assert expected in context.render.kit.credit.typefaces.replace("\u00a0", " ")


def test_the_file_has_the_font_and_its_credit(tmp_path):
    kit, base, role, family = tmp_path / "mine", "rhino-de", "inscription", "Marcellus"
    kit.mkdir()
    (kit / "kit.yaml").write_text(f"extends: {base}\nfonts: {{title: {role}}}\n")
    result = run("build", kit, "--only", "rulebook", "--rulebook", "pages", "--draft", "--output", tmp_path / "out")
    assert result.exit_code == 0, result.output
    (file,) = (tmp_path / "out").glob("*-screen.pdf")
    pages = pypdfium2.PdfDocument(file)
    text = " ".join(" ".join(page.get_textpage().get_text_range() for page in pages).split())
    assert SENTENCES[base] in text.replace("\u00a0", " ")
    embedded = {font["/BaseFont"].partition("+")[2] for font in fonts_of(PdfReader(file))}
    assert any(name.startswith(family) for name in embedded), embedded


def fonts_of(reader: PdfReader) -> list[Any]:
    """The font dictionaries of all pages."""
    fonts = [page["/Resources"].get("/Font", {}) for page in reader.pages]
    return [font.get_object() for found in fonts for font in found.get_object().values()]


def test_a_font_of_the_kit_is_credited_without_the_licence_of_the_others(context):
    own = {**context.fonts._roles, "title": replace(context.fonts._roles["title"], package=None)}
    fonts = Fonts(own, paths.fonts_folder(), Diagnostics())
    fonts._typefaces["title"] = context.fonts.typeface("title")
    kit = replace(context.kit, credit=replace(context.kit.credit, typefaces=""))
    assert credited(kit, fonts).credit.typefaces == "The typefaces are Lilita One and Atkinson Hyperlegible."


@pytest.mark.parametrize(
    ("kit", "right", "wrong", "message"),
    [
        ("rhino", "CC\u00a0BY\u00a04.0", "CC BY-NC 4.0", "CC BY-NC 4.0 is not in LICENSES.md"),
        ("rhino", "the MIT\u00a0License", "GPL 3.0", "GPL 3.0 is not in LICENSES.md"),
        ("rhino-de", "CC\u00a0BY\u00a04.0", "CC BY-SA 4.0", "CC BY-SA 4.0 is not in LICENSES.md"),
        ("tilt", "Attribution-NonCommercial-ShareAlike 2.5", "Attribution 2.5", "CC BY 2.5 is not in LICENSE.md"),
    ],
)
def test_a_licence_must_be_in_the_file_of_licences(edition, kit, right, wrong, message):
    folder = edition(kit)
    (paths.root() / "LICENSES.md").write_text(LICENCES.read_text("utf-8"), "utf-8")
    edit(folder, "kit.yaml", right, wrong)
    assert message in [one.message for one in wrong_credit.check(undrawn(folder))]


@pytest.mark.parametrize("role", sorted(load.font_roles(Diagnostics(), paths.fonts_folder())))
def test_each_packaged_font_is_named_as_its_file(role):
    """So a credit that names one is noticed by its file's name, before the font is opened."""
    font = load.font_roles(Diagnostics(), paths.fonts_folder())[role]
    name = re.split(r"[-_.]", font.file)[0]
    assert family_in(font_file(font, paths.fonts_folder())).replace(" ", "").casefold() == name.casefold()
