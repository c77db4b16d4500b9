"""QR codes, read back from finished pages by another library."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
import zxingcpp

import pnp
from pnp.checks.support.printed import tags
from pnp.components.faces import draw
from pnp.diagnostics import Diagnostics, Span
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.geometry import Rect, Size
from pnp.pipeline.context import open_context
from tests.support import three_cards

ADDRESS = "https://example.org/cards?of={name}&to=Grüße"


def kit(folder: Path, element: str) -> Path:
    """The kit of three cards, with one more element on their fronts."""
    three_cards.write(folder)
    faces = folder / "faces.yaml"
    faces.write_text(faces.read_text("utf-8").replace("style: name}]", "style: name}, " + element + "]"), "utf-8")
    return folder


def qr(text: str = ADDRESS, box: str = "[10, 40, 30, 34]", more: str = "") -> str:
    return f'{{qr: "{text}", box: {box}{more}}}'


@pytest.mark.parametrize("options", [{}, {"ink": "low"}, {"ink": "grey"}, {"profile": "shop"}])
@pytest.mark.parametrize("correction", ["L", "H"])
def test_codes_are_read_from_finished_pages(tmp_path, options, correction):
    made = pnp.build(kit(tmp_path / "mine", qr(more=f", correction: {correction}")), **options)
    (file,) = (data for name, data in made.files.items() if name.endswith(".pdf"))
    page = pypdfium2.PdfDocument(file)[0].render(scale=150 / 72).to_pil().convert("L")
    wanted = {ADDRESS.replace("{name}", name) for name in ("Hello", "Goodbye", "Thanks")}
    found = {code.text for code in zxingcpp.read_barcodes(page)}
    assert found == (wanted if options.get("profile") != "shop" else {ADDRESS.replace("{name}", "Hello")})


@pytest.mark.parametrize("box", ["[10, 40, 30, 34]", "[10, 40, 34, 30]"])
def test_a_code_is_a_square_in_the_middle_of_its_box_with_a_margin_of_four_squares(tmp_path, box):
    diagnostics = Diagnostics()
    context = open_context(kit(tmp_path / "mine", qr("A", box)), diagnostics)
    assert context
    drawing = draw(context, "front", Size(63.5, 88.9), {**context.kit_scope(), "name": "A"}, Span("faces.yaml"))
    (tag,) = tags(drawing.items, "Figure")
    ground, squares = tag.items
    assert isinstance(ground, Outline)
    assert isinstance(squares, Outline)
    whole = Rect.about([point for _, points in ground.segments for point in (points,) if point])
    dark = Rect.about([point for _, points in squares.segments for point in (points,) if point])
    x, y, w, h = (float(part) for part in box.strip("[]").split(","))
    assert whole == pytest.approx(Rect(x + (w - 30) / 2, y + (h - 30) / 2, 30, 30))
    square = 30 / (21 + 8)
    assert dark == pytest.approx(whole.inset(4 * square))
    assert tag.alt == "QR code: A"


def test_a_card_without_the_text_has_no_code(tmp_path):
    made = pnp.build(kit(tmp_path / "mine", qr("{asides.says}", more=", when: asides.says")))
    (file,) = (data for name, data in made.files.items() if name.endswith(".pdf"))
    page = pypdfium2.PdfDocument(file)[0].render(scale=2).to_pil()
    assert [code.text for code in zxingcpp.read_barcodes(page)] == ["Bye"] * 3
