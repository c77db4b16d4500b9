"""Flattened transparency: PDF/X-1a files have none, and look like PDF/X-4 files, which have it."""

from __future__ import annotations

import io

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from pnp import pdf
from pnp.graphics.content import Kept
from pnp.graphics.drawing import (
    Drawing,
    Group,
    Item,
    Path,
    Picture,
    Stroke,
    Tag,
    Text,
    Use,
    ellipse,
    layer,
    line,
    rectangle,
)
from pnp.graphics.geometry import Rect, Size, Transform
from pnp.pdf.flatten import flattened
from tests.support.shop import all_streams, transparent
from tests.support.writing import document, page

SIZE = Size(60, 60)
GROUND = Path(rectangle(Rect(0, 0, 60, 30)), fill="#2e6b4f")
DISC = Path(ellipse(30, 30, 20, 20), fill="#c0392b", alpha=0.5)
WORD = Text(10, 55, "words", "bold", 20, "#000000")


def veil() -> bytes:
    """A PNG that is opaque at the left and clear at the right."""
    image = Image.new("RGBA", (16, 4), (40, 80, 160, 255))
    image.putalpha(Image.linear_gradient("L").rotate(90).resize((16, 4)))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


INNER = Drawing("inner", SIZE, (GROUND, DISC))
CASES: dict[str, tuple[Item, ...]] = {
    "fill": (GROUND, DISC, WORD),
    "fill with an opaque line": (GROUND, DISC._replace(stroke=Stroke("#000000", 1.0))),
    "line": (GROUND, line(5, 5, 55, 55, Stroke("#0000ff", 6, alpha=0.4))),
    "text": (GROUND, WORD._replace(y=34, alpha=0.5)),
    "bitmap": (GROUND, Picture(Rect(5, 20, 50, 20), Kept(veil()), (16, 4))),
    "in a turned group": (GROUND, Group((DISC,), Transform.rotate(30, 10, 0), rectangle(Rect(0, 0, 40, 40)))),
    "in another drawing": (Use(INNER, Transform(0.5, 0, 0, 0.5, 10, 10)), WORD),
    "in tags": (GROUND, Tag("P", (DISC, Tag("Figure", (DISC, WORD), "a word")))),
    "past the edge": (GROUND, Path(rectangle(Rect(50, 20, 30, 30)), fill="#c0392b", alpha=0.5)),
    "outside": (GROUND, Path(rectangle(Rect(70, 20, 30, 30)), fill="#c0392b", alpha=0.5)),
    "many": (GROUND, Use(Drawing("many", SIZE, (GROUND, *(DISC,) * 9)), Transform())),
}


def written(context, items: tuple[Item, ...], standard: pdf.Standard) -> bytes:
    made = document(page(Drawing("d", SIZE, items)))
    return pdf.write(made._replace(condition=pdf.PrintingCondition(300, standard=standard)), context.fonts)


def look(data: bytes) -> Image.Image:
    with pypdfium2.PdfDocument(data) as file:
        return file[0].render(scale=2).to_pil().convert("RGB")


@pytest.mark.parametrize("case", CASES)
def test_flat_files_look_the_same_and_have_no_transparency(context, case):
    clear, flat = (written(context, CASES[case], standard) for standard in ("x4", "x1a"))
    assert transparent(clear)
    assert transparent(flat) == []
    difference = ImageChops.difference(look(clear), look(flat))
    assert max(ImageStat.Stat(difference).mean) < 1.5
    # Inks mix in one file and light in the other; only at outlines may pixels differ by more.
    rough = difference.convert("L").point([255 * (value > 45) for value in range(256)])
    assert ImageStat.Stat(rough).mean[0] < 255 * 0.01


def test_paint_that_is_left_out_would_be_seen(context):
    with_disc, without = (look(written(context, items, "x1a")) for items in ((GROUND, DISC), (GROUND,)))
    assert max(ImageStat.Stat(ImageChops.difference(with_disc, without)).mean) > 2


def test_words_painted_later_stay_words(context):
    file = pypdf.PdfReader(io.BytesIO(written(context, CASES["fill"], "x1a")))
    assert file.pages[0].extract_text().strip() == "words"


def test_pictures_are_as_large_as_the_paint_and_fine(context):
    (picture,) = [holder for holder, _ in all_streams(written(context, CASES["fill"], "x1a")) if "/Width" in holder]
    assert picture["/Width"] == pytest.approx(40 / 25.4 * 450, abs=2)
    assert (picture["/ColorSpace"], picture["/BitsPerComponent"]) == ("/DeviceCMYK", 8)
    assert len(picture.get_data()) == 4 * picture["/Width"] * picture["/Height"]


def test_opaque_drawings_stay_the_same_objects(context):
    drawing = Drawing("d", SIZE, (GROUND, WORD))
    assert flattened(drawing, context.fonts, lambda _pages, _dpi: iter(())) is drawing


def test_an_opaque_alpha_channel_is_no_transparency(context):
    out = io.BytesIO()
    Image.new("RGBA", (4, 4), (51, 102, 153, 255)).save(out, "PNG")
    drawn = (Picture(Rect(0, 0, 9, 9), Kept(out.getvalue()), (4, 4)),)
    assert transparent(written(context, drawn, "x4")) == []


def test_flat_colours_of_pictures_match_the_paint_beside_them(context):
    """A dark colour is black ink alone in paint, and would be four inks by the table for bitmaps."""
    drawn = (Path(rectangle(Rect(0, 0, 60, 60)), fill="#2c2c2c"), DISC._replace(fill="#2c2c2c"))
    (picture,) = [holder for holder, _ in all_streams(written(context, drawn, "x1a")) if "/Width" in holder]
    middle = 4 * (picture["/Width"] * picture["/Height"] // 2 + picture["/Width"] // 2)
    assert tuple(picture.get_data()[middle : middle + 4]) == (0, 0, 0, 255)


def test_there_are_no_layers(context):
    lines = layer("Cut lines", [line(0, 0, 9, 9, Stroke("#000000", 1))])
    assert transparent(written(context, lines, "x4"))
    assert transparent(written(context, lines, "x1a")) == []
