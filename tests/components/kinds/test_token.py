"""Tokens: rims that tell them apart."""

import io

from PIL import Image, ImageChops

from pnp import pdf
from pnp.checks.support.printed import tags
from pnp.graphics.inksaver import Inks
from pnp.pdf import png
from tests.support.drawn import kind_test
from tests.support.kinds import made

test_is_drawn_as_reviewed = kind_test("token")


def test_gaps_are_seen_with_little_ink_and_nothing_is_past_the_cut(small_kit):
    text = "kind: token\ntitle: T\ndiameter: 20\nart: sign.svg\ncolours: [red, red]\n"
    plain, gapped = [Inks("low").piece(piece).front for piece in made(small_kit, text)]
    assert not list(tags(gapped.items, "Bleed"))
    pictures = []
    for drawing in (plain, gapped):
        data = png.write(pdf.Page(drawing.size, (), drawing, ""), small_kit.fonts, 300)
        pictures.append(Image.open(io.BytesIO(data)).convert("L"))
    seen = ImageChops.difference(*pictures).point([255 * (value > 100) for value in range(256)])
    assert seen.getbbox() is not None
    left, top, right, bottom = seen.getbbox()
    assert bottom - top > 10, "a gap is 1.3 mm wide"
    assert left < 30, "and at the left"
    assert right > gapped.size.w * 300 / 25.4 - 30, "and at the right"
