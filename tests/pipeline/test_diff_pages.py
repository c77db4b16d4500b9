"""Two states of a kit side by side."""

from __future__ import annotations

from contextlib import ExitStack

import pypdfium2
import pytest
from pypdf import PdfReader

from pnp import pdf
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Drawing, Text, rectangle
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.geometry import POINTS_PER_MM, Rect, Size
from pnp.pipeline import diff, diff_pages
from tests.conftest import RHINO, SMALL, edit, options_for, run
from tests.support.differences import label


def test_what_is_drawn_anew_is_shown_side_by_side_at_its_true_size(small, tmp_path):
    edit(small, "cards.yaml", "name: Dodge", "name: Duck")
    file = tmp_path / "deep" / "both.pdf"
    assert f"drawings side by side in {file}" in label(SMALL, small, "--output", file)
    pages = PdfReader(file).pages
    text = pages[0].extract_text()
    for part in (f"old: {SMALL}", f"new: {small}", "moves/dodge · Duck · front"):
        assert part in text
    assert "· back" not in text
    assert "moves/dodge · Duck · front · at" not in text
    assert [float(v) for v in pages[0].mediabox[2:]] == pytest.approx([595.28, 841.89], abs=0.01)


def test_the_new_drawing_is_right_of_the_old_one(tmp_path, context):
    size = Size(63, 88)
    box = rectangle(Rect(0, 0, *size))
    old, new = (Drawing(c[1:], size, (Outline(box, fill=c),), bleed=3) for c in ("#ff0000", "#0000ff"))
    (page,) = diff_pages.pages(
        [diff_pages.DrawingPair("p", old, new)] * 2, ("a", "b"), Size(210, 297), 6.35, context.fonts
    )
    data = pdf.write(pdf.Document("t", "a", "s", "en", "Simplex", (page,)), context.fonts)
    image = pypdfium2.PdfDocument(data)[0].render(scale=1 / POINTS_PER_MM * 4).to_pil()
    row = [image.getpixel((x, 200)) for x in range(image.width)]
    red, blue = row.count((255, 0, 0)), row.count((0, 0, 255))
    assert red == pytest.approx(63 * 4, abs=4)
    assert blue == pytest.approx(63 * 4, abs=4)
    assert row.index((255, 0, 0)) < row.index((0, 0, 255))


def test_large_drawings_are_made_smaller_and_pages_hold_what_fits(context):
    large = Drawing("l", Size(400, 100), ())
    small = Drawing("s", Size(20, 20), ())
    pairs = [
        diff_pages.DrawingPair("large", large, large),
        *[diff_pages.DrawingPair(f"small {i}", small, small) for i in range(20)],
    ]
    made = diff_pages.pages(pairs, ("a" * 300, "b"), Size(210, 297), 6.35, context.fonts)
    words = [[text.text for text in page.printer_marks.texts()] for page in made]
    assert "large · at 24 %" in words[0]
    assert len(made) == 3
    assert sum(text.startswith("small") for page in words for text in page) == 20
    for page in made:
        for text in page.printer_marks.texts():
            assert text.y < 297 - 6.35


def test_a_kit_that_had_other_fonts_shows_them(small, tmp_path):
    edit(small, "kit.yaml", "palette:", "fonts: {title: inscription}\n\npalette:")
    diagnostics = Diagnostics()
    with ExitStack() as held:
        # Its words are too wide in that font, which is no matter here.
        old, new = diff.state(str(small), held, Diagnostics()), diff.state(str(SMALL), held, diagnostics)
    assert not [one for one in diagnostics if one.severity == "error"]
    restyled = diff_pages.Restyled(new.context.fonts, old.context.fonts, diagnostics)
    title = Drawing("t", Size(9, 9), (Text(0, 0, "A", "title", 9, "#000000"), Text(0, 0, "A", "body", 9, "#000000")))
    assert [text.font for text in restyled.drawing(title).texts()] == ["old title", "body"]
    assert restyled.fonts.path("old title").name == "Marcellus-Regular.ttf"
    page = diff.page_of_both(old, new, options_for(RHINO).paper, diagnostics)
    (tmp_path / "both.pdf").write_bytes(page)
    fonts = {
        str(font.get_object()["/BaseFont"])
        for form in PdfReader(tmp_path / "both.pdf").pages
        for font in form["/Resources"].get("/Font", {}).values()
    }
    assert any("Marcellus" in name for name in fonts)
    assert any("Lilita" in name for name in fonts)


def test_nothing_to_show_is_no_file(tmp_path):
    file = tmp_path / "both.pdf"
    assert f"no drawing differs: {file} was not written" in label(SMALL, SMALL, "--output", file)
    assert not file.exists()


def test_a_manifest_has_nothing_to_show(tmp_path):
    assert run("build", SMALL, "--only", "moves", "--output", tmp_path / "out").exit_code == 0
    result = run("diff", tmp_path / "out" / "manifest.json", SMALL, "--output", tmp_path / "both.pdf")
    assert result.exit_code == 2
    assert "a manifest has no drawings" in result.stderr
    assert not (tmp_path / "both.pdf").exists()
