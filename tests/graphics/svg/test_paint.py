"""Gradients of SVG files: drawn as such, with the colours that resvg gives them, or as pixels."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from pnp.diagnostics import Diagnostics
from pnp.graphics import picture_files, svg
from pnp.graphics.compositing import Ground
from pnp.graphics.drawing import Drawing
from tests.support.drawn import case_test
from tests.support.svg_lines import lines_of_svg

test_is_drawn_as_reviewed = case_test("svg/gradients", lines_of_svg)

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20">'
STOPS = '<stop stop-color="#ff0000"/><stop offset="40%" style="stop-color:gold"/><stop offset="1" stop-color="#00f"/>'
WHOLE = '<path fill="url(#g)" d="M0 0h40v20h-40z"/>'
DRAWN = {
    "linear": f'<linearGradient id="g">{STOPS}</linearGradient>{WHOLE}',
    "down": f'<linearGradient id="g" x2="0%" y2="1">{STOPS}</linearGradient>{WHOLE}',
    "slanted, so stretched": f'<linearGradient id="g" x2="1" y2="1">{STOPS}</linearGradient>{WHOLE}',
    "turned": f'<linearGradient id="g" gradientTransform="rotate(30) skewX(20)">{STOPS}</linearGradient>{WHOLE}',
    "in the shape's units": (
        f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="10" x2="30" y1="5" y2="15">{STOPS}</linearGradient>'
        f'<g transform="translate(2 1) scale(.9)">{WHOLE}</g>'
    ),
    "with stops of another": (
        f'<linearGradient id="s">{STOPS}</linearGradient>'
        f'<radialGradient id="g" xlink:href="#s" gradientUnits="userSpaceOnUse" cx="20" cy="10" r="15" fx="20"/>{WHOLE}'
    ),
    "radial": f'<radialGradient id="g">{STOPS}</radialGradient>{WHOLE}',
    "radial, turned": (
        '<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="8" '
        f'gradientTransform="translate(20 10) rotate(20) scale(2 1)">{STOPS}</radialGradient>{WHOLE}'
    ),
    "about a curve": f'<radialGradient id="g">{STOPS}</radialGradient><circle fill="url(#g)" cx="20" cy="10" r="9"/>',
    "inherited": f'<linearGradient id="g">{STOPS}</linearGradient><g fill="url(#g)"><rect width="20" height="20"/>'
    '<rect x="20" width="20" height="20" fill-opacity=".5"/></g>',
    "stops out of order": f'<linearGradient id="g"><stop offset=".6" stop-color="red"/>'
    f'<stop offset=".2" stop-color="lime"/><stop offset="2" stop-color="blue"/></linearGradient>{WHOLE}',
    "one stop": f'<linearGradient id="g"><stop stop-color="#0a0"/></linearGradient>{WHOLE}',
    "no length": f'<linearGradient id="g" x2="0">{STOPS}</linearGradient>{WHOLE}',
}


def read(body: str) -> Drawing | svg.NeedsPixels | None:
    diagnostics = Diagnostics()
    drawing = svg.read(f"{HEAD}{body}</svg>".encode(), Path("x.svg"), diagnostics)
    assert not list(diagnostics)
    return drawing


@pytest.mark.parametrize("name", DRAWN)
def test_a_gradient_has_the_colours_that_resvg_gives_it(name):
    drawing = read(DRAWN[name])
    assert isinstance(drawing, Drawing)
    ground, diagnostics = Ground(), Diagnostics()
    ground.items(drawing.items)
    source = picture_files.read(f"{HEAD}{DRAWN[name]}</svg>".encode(), Path("x.svg"), diagnostics)
    pixels = picture_files.draw(source, "x", "#000000", 1.0, 127, diagnostics)  # 5 pixels per unit
    with Image.open(io.BytesIO(pixels.items[0].content.read())) as image:
        look = Image.new("RGBA", image.size, "white")
        look.alpha_composite(image.convert("RGBA"))
    for x in range(3, 40, 6):
        for y in (3, 8, 13, 18):
            found = ground.at(x + 0.1, y + 0.1)
            wanted = look.getpixel((5 * x, 5 * y))[:3]
            assert [int(found[at : at + 2], 16) for at in (1, 3, 5)] == pytest.approx(wanted, abs=9), (x, y)
