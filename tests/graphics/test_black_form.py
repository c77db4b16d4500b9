"""Signs in one ink."""

import pypdfium2
import pytest
from PIL import ImageOps

from pnp import pdf
from pnp.graphics import colour, emoji
from pnp.graphics.black_form import black_form
from pnp.graphics.drawing import Drawing, Group, Path, Stroke, ellipse, every, rectangle
from pnp.graphics.geometry import MM_PER_POINT, Rect, Size
from tests.support.writing import document, page

SIGNS = "🔥❤😀🎲🐉🌲🏰💰⭐💀🧙🍎🚀🐟🌙☀👑🔑⚔🛡"
STAR = Drawing("star", Size(36, 36), (Path(ellipse(18, 18, 18, 18), "#ffe066"), Path(ellipse(18, 18, 3, 3), "#331100")))


def paths(drawing: Drawing) -> list[Path]:
    return [item for item in every(drawing.items) if isinstance(item, Path)]


@pytest.mark.parametrize("sign", SIGNS)
def test_a_black_form_has_greys_inside_a_black_outline_and_its_words(sign):
    drawn = emoji.drawing(sign)
    assert drawn
    black = black_form(drawn)
    assert (black.alt, black.size) == (drawn.alt, drawn.size)
    paints = {path.fill for path in paths(black) if isinstance(path.fill, str)}
    assert all(paint[1:3] == paint[3:5] == paint[5:] for paint in paints)
    # Beside text of 8 pt a sign is 1.6 times as high as capitals, which are 0.7 of the type size.
    widths = [path.stroke.width for path in paths(black) if path.stroke and path.stroke.colour == "#000000"]
    assert min(widths) / 2 * 8 * 0.7 * 1.6 * MM_PER_POINT / 36 > 0.12


def test_the_outline_is_black_within_the_size_and_covers_nothing(context):
    data = pdf.write(document(page(black_form(STAR))), context.fonts)
    image = pypdfium2.PdfDocument(data)[0].render(scale=10 * MM_PER_POINT).to_pil().convert("L")  # 10 pixels a mm
    _, top, _, bottom = ImageOps.invert(image).getbbox()
    row = [image.getpixel((x, (top + bottom) // 2)) for x in range(image.width)]
    left = next(x for x, level in enumerate(row) if level < 255)
    right = max(x for x, level in enumerate(row) if level < 255)
    assert right - left + 1 == pytest.approx(360, abs=3)
    assert max(row[left + 3 : left + 12]) < 40
    assert min(row[left + 20 : left + 100]) > 215
    assert row[(left + right) // 2] < 40


def test_light_colours_become_paler_and_dark_ones_stay_dark():
    light, dark = (path.fill for path in paths(black_form(STAR)) if path.fill)
    assert colour.lightness(light) > colour.lightness("#ffe066")
    assert colour.lightness(dark) == pytest.approx(colour.lightness("#331100"), abs=1)


def test_lines_and_groups_are_outlined_too():
    pen = Path(rectangle(Rect(8, 8, 20, 20)), stroke=Stroke("#cc0000", 2))
    outline, shape = paths(black_form(Drawing("d", Size(36, 36), (Group((pen,)),))))
    assert outline.stroke
    assert shape.stroke
    assert outline.stroke.width > shape.stroke.width + 2
    assert shape.stroke.colour[1:3] == shape.stroke.colour[3:5]
