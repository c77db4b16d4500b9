"""Fonts of a kit: an overlay brings its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import load, paths
from pnp.pipeline.context import open_context
from pnp.text.roles import font_file
from tests.support import typed_kit
from tests.support.overlays import kit


def other_font() -> Path:
    diagnostics = Diagnostics()
    return font_file(load.font_roles(diagnostics)["fat-face"], paths.fonts_folder())


def test_an_overlay_brings_its_own_font_in_place_of_another_or_besides(tmp_path):
    top = kit(tmp_path / "top", kit="extends: rhino\nfonts: {title: mine}\n", fonts="mine: {file: Mine.ttf}\n")
    shutil.copy(other_font(), top / "Mine.ttf")
    context = open_context(top, Diagnostics())
    assert context.fonts.path("title") == top / "Mine.ttf"
    (top / "kit.yaml").write_text("extends: rhino\n", "utf-8")
    (top / "fonts.yaml").write_text("title: {file: Mine.ttf}\n", "utf-8")
    over = kit(tmp_path / "over", kit="extends: ../top\n")
    diagnostics = Diagnostics()
    assert open_context(over, diagnostics).fonts.path("title") == top / "Mine.ttf"
    assert list(diagnostics) == []


@pytest.mark.parametrize(
    ("text", "letter", "lender"),
    [
        ("Jar x\u030c", "'x\u030c' (U+0078 with U+030C)", "fallback"),
        ("\u0416uk", "'\u0416' (U+0416)", "fallback"),
        ("**\u0416**", "'\u0416' (U+0416)", "fallback-bold"),
    ],
)
def test_what_a_font_of_the_kit_lacks_and_a_shipped_font_has_is_named_with_it(text, letter, lender, tmp_path):
    kit = typed_kit.write(tmp_path / "kit", f"Title,Qty,Text\nA,1,{text}\n", more="fonts: {body: mine, bold: mine}\n")
    (kit / "fonts.yaml").write_text("mine: {file: Mine.ttf}\n", "utf-8")
    shutil.copy(other_font(), kit / "Mine.ttf")
    role = "bold" if "**" in text else "body"
    (found,) = [one for one in typed_kit.found(kit) if one.code == "missing-glyph"]
    assert (Path(found.span.file).name, found.span.line) == ("cards.csv", 2)
    assert found.message == f"the font for {role!r} has no {letter}"
    assert found.hints[0].startswith(f"in fonts.yaml, add 'fallback: [{lender}]' to the font of {role!r}; or ")
    (kit / "fonts.yaml").write_text(f"mine: {{file: Mine.ttf, fallback: [{lender}]}}\n", "utf-8")
    assert typed_kit.found(kit) == []
