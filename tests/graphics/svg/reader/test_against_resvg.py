"""SVG is drawn as resvg, an independent renderer, draws it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Drawing
from pnp.graphics.images import Gallery
from pnp.kit import paths
from pnp.text.roles import Fonts
from tests.support.svg import HEAD, HERE, MEAN, PART, PIXELS, by_resvg, difference, loaded, through_pdf

ART = sorted((paths.root() / "art" / "rhino").glob("*.svg"))


@pytest.fixture(scope="module")
def rasters(context: RenderContext) -> dict[str, Image.Image]:
    diagnostics = Diagnostics()
    gallery = Gallery([ART[0].parent], diagnostics)
    drawings = [gallery.drawing(path.name, HERE) for path in ART]
    assert list(diagnostics) == []
    images = through_pdf([d for d in drawings if d], context.fonts, PIXELS)
    return dict(zip((path.name for path in ART), images, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("path", ART, ids=lambda p: p.stem)
def test_every_picture_of_the_kit_is_drawn_as_resvg_draws_it(rasters, path):
    ours = rasters[path.name]
    mean, part = difference(ours, by_resvg(path, ours.size))
    is_band = ours.width > 8 * ours.height  # nearly all outline
    assert mean < MEAN * (2 if is_band else 1)
    assert part < PART


def test_the_comparison_sees_a_missing_part(rasters, tmp_path):
    text = (ART[0].parent / "icon-gain-1.svg").read_text("utf-8")
    start = text.rindex("<path")
    less = tmp_path / "less.svg"
    less.write_text(text[:start] + text[text.index("/>", start) + 2 :], "utf-8")
    ours = rasters["icon-gain-1.svg"]
    mean, part = difference(ours, by_resvg(less, ours.size))
    assert mean > MEAN
    assert part > PART


CLIPS = '<clipPath id="d"><rect width="5" height="20"/></clipPath>'
FEATURES = {
    "rounded": '<rect x="2" y="2" width="16" height="10" rx="3"/>',
    "rounded fully": '<rect x="2" y="2" width="10" height="10" rx="9"/>',
    "arc": '<path d="M2 10A8 5 30 1 0 18 12Z"/>',
    "lines after a close": '<path d="M2 2H10V10Zl8 8v-8z"/>',
    "smooth curves": '<path d="M2 10C2 0 8 0 10 10S18 20 18 10Q18 2 14 2T10 4"/>',
    "even-odd": '<path fill-rule="evenodd" d="M0 0H20V20H0ZM5 5H15V15H5Z"/>',
    "nonzero": '<path d="M0 0H20V20H0ZM5 5V15H15V5Z"/>',
    "dashes": '<path d="M0 10H20" stroke="#000" stroke-width="4" stroke-dasharray="1 2 3"/>',
    "no dashes": '<path d="M0 10H20" stroke="#000" stroke-width="4" stroke-dasharray="0 0"/>',
    "mitre cut off": '<path fill="none" d="M2 18L10 2L18 18" stroke="#000" stroke-width="3" stroke-miterlimit="1"/>',
    "settings do not leak": '<path d="M2 9H9" stroke="#000" stroke-width="4" stroke-linecap="round" '
    'stroke-dasharray="3 5"/><path d="M2 15L5 12L9 15" stroke="#f00" stroke-width="2" fill="none"/>',
    "see-through": '<rect width="10" height="10" fill-opacity=".3"/><rect x="10" y="10" width="10" height="10"/>',
    "see-through in a group": '<g fill-opacity=".3" transform="scale(2)"><rect width="5" height="5"/></g>'
    '<rect x="10" y="10" width="10" height="10"/>',
    "see-through fill and stroke": '<rect x="4" y="4" width="10" height="10" stroke="#f00" stroke-width="4" '
    'fill-opacity=".5" stroke-opacity=".5"/>',
    "transforms": '<g transform="rotate(30 10 10) translate(2,2)">'
    '<rect width="8" height="8" transform="scale(1 .5)"/></g>',
    "mirrored": '<g transform="translate(20 0) scale(-1 1)"><path d="M0 0L10 5L0 10Z"/></g>',
    "stroke scaled": '<path transform="scale(3 1)" d="M1 2L5 18" stroke="#000" stroke-width="2"/>',
    "uses": '<defs><rect id="r" width="4" height="4"/><g id="g" transform="translate(2 2)"><use href="#r" x="1"/></g>'
    '</defs><use href="#g" x="5" y="5" transform="scale(1.5)"/>',
    "clip in clip": f'{CLIPS}<g clip-path="url(#d)"><g clip-path="url(#d)" transform="translate(2 5)">'
    '<rect width="20" height="20"/></g></g>',
    "clip on a use": f'<defs><rect id="r" width="8" height="8"/></defs>{CLIPS}'
    '<use href="#r" x="2" clip-path="url(#d)"/>',
    "clip of two shapes": '<clipPath id="c" clip-rule="evenodd"><circle cx="8" cy="8" r="6"/>'
    '<rect x="8" y="8" width="10" height="5" rx="2"/></clipPath><rect width="20" height="20" clip-path="url(#c)"/>',
    "ellipse of one radius": '<ellipse cx="10" cy="10" rx="6"/>',
    "line of no area": '<path d="M2 9H18"/><polygon points="2 2 18 18"/>',
    "line seen through": '<line x1="2" y1="2" x2="18" y2="18" stroke="#000" stroke-width="4" opacity=".5"/>',
    "stroke not seen": '<rect x="4" y="4" width="9" height="9" stroke="#f00" stroke-width="4" stroke-opacity="0"/>',
    "round dots": '<path d="M5 5zM15 5h0M5 15M15 15c0 0 0 0 0 0" stroke="#000" stroke-width="6" '
    'stroke-linecap="round"/>',
    "arc that is all but a circle": '<path d="M10 10a5 3 0 1 1 1e-9 0" fill="none" stroke="#000" stroke-width="2"/>',
    "arc of short radius": '<path d="M2 10A.001 .001 0 0 1 18 10"/>',
    "use of the shape of a clip": '<clipPath id="c"><rect id="r" width="5" height="5"/></clipPath><use href="#r"/>',
    "use with another colour": '<defs><path id="p" d="M2 2H8V8H2Z" fill="currentColor"/></defs><g color="#f00">'
    '<use href="#p" color="#0f0"/><use href="#p" x="9"/></g>',
    "cut off at the edge": '<circle cx="20" cy="20" r="10"/>',
    "rounded unevenly": '<rect x="2" y="2" width="16" height="10" rx="6" ry="2"/>',
    "rounded beyond the middle": '<rect x="1" y="5" width="18" height="6" rx="8"/>',
    "rounded by nothing": '<rect x="2" y="2" width="16" height="16" rx="0" ry="5"/>',
    "current colour below another": '<g color="#f00" fill="currentColor"><g color="#00f">'
    '<rect width="9" height="9"/></g></g>',
    "no width": '<rect x="5" y="5" width="0" height="10" stroke="#000" stroke-width="2"/>',
    "a style sheet": "<style>.a{fill:#c00} #b{fill:tomato} rect{fill:teal;stroke:#000} rect.a{stroke-width:2}</style>"
    '<rect class="a" width="8" height="8" fill="#fff"/><rect id="b" class="a" x="10" y="10" width="8" height="8"/>',
    "a style over a rule": '<style>.a{fill:red}</style><rect class="a" style="fill:rgb(0,90,200);fill-opacity:50%" '
    'width="15" height="15"/>',
    "translucent colours": '<rect width="9" height="9" fill="rgba(200,0,0,.4)"/><rect x="9" width="9" height="9" '
    'fill="#00f8" fill-opacity=".5"/><path d="M0 15H20" stroke="hsla(120,50%,30%,.5)" stroke-width="6"/>',
    "translucent current colour": '<g color="rgba(0,0,255,.3)"><rect width="9" height="9" fill="currentColor"/></g>',
    "stroke beneath fill": '<rect x="4" y="4" width="10" height="10" fill="#fc0" stroke="#00f" stroke-width="6" '
    'paint-order="stroke markers"/>',
    "units": '<rect x="1mm" y="2pt" width="3mm" height="0.1in" stroke="#f00" stroke-width="1pt"/>',
    "percent": '<rect x="10%" y="20%" width="50%" height="30%"/><circle cx="50%" cy="75%" r="20%"/>',
    "skewed": '<rect width="8" height="8" transform="skewX(30) translate(1 1)"/><rect y="10" width="8" height="8" '
    'transform="skewY(10)"/>',
    "a symbol": '<symbol id="s" viewBox="0 0 10 5"><circle cx="5" cy="2.5" r="4"/></symbol>'
    '<use href="#s" x="2" y="2" width="12" height="12"/><use href="#s" y="14" width="5" height="5" fill="red"/>',
    "a symbol that fills its place": '<symbol id="s" viewBox="0 0 10 5" preserveAspectRatio="xMaxYMin slice">'
    '<path d="M0 0H10L0 5z"/></symbol><use href="#s" x="2" y="2" width="12" height="12"/>',
    "a symbol that is stretched": '<symbol id="s" viewBox="1 1 10 5" preserveAspectRatio="none">'
    '<path d="M0 0H10L0 5z"/></symbol>'
    '<use href="#s" x="2" y="2" width="12" height="12"/>',
    "a symbol that overflows": '<symbol id="s" viewBox="0 0 5 5" overflow="visible"><circle cx="5" cy="5" r="4"/>'
    '</symbol><use href="#s" width="10" height="10"/>',
    "a symbol without a size": '<symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></symbol>'
    '<use href="#s"/>',
    "an inner svg": '<svg x="4" y="4" width="50%" height="10" viewBox="0 0 100 100"><circle cx="50" cy="90" r="40"/>'
    '<rect width="10%" height="20%"/></svg>',
    "a symbol without a size in an inner svg": '<symbol id="s"><path d="M0 7h10v9z"/></symbol>'
    '<svg viewBox="2 3 20 10"><use href="#s"/></svg>',
    "an inner svg used": '<defs><svg id="s" x="2" y="3" width="5" height="5" viewBox="0 0 9 9"><rect width="9" '
    'height="7"/></svg></defs><use href="#s" x="4"/>',
    "opacity of one shape in groups": '<g opacity=".5"><g opacity=".8" transform="scale(.5)"><rect width="30" '
    'height="30" opacity=".9"/></g></g>',
    "no opacity": '<g opacity="0"><rect width="9" height="9"/><rect width="12" height="9"/></g>',
    "a clip that is moved": '<clipPath id="c" transform="translate(4 4)"><circle r="6" transform="scale(2 1)" cx="3" '
    'cy="5"/></clipPath><rect width="20" height="20" clip-path="url(#c)"/>',
    "a clip by a use": '<defs><path id="p" d="M2 2H18V18H2zM6 6H14V14H6z"/></defs><clipPath id="c">'
    '<use href="#p" x="1" clip-rule="evenodd"/></clipPath><rect width="20" height="20" clip-path="url(#c)"/>',
    "a clip rule from above": '<g clip-rule="evenodd"><clipPath id="c"><path d="M2 2H18V18H2zM6 6H14V14H6z"/>'
    '</clipPath></g><rect width="20" height="20" clip-path="url(#c)"/>',
    "a clip of nothing": '<clipPath id="c"/><rect width="20" height="20" clip-path="url(#c)"/>',
    "a switch": '<switch><rect requiredExtensions="http://a" width="20" height="20"/><circle r="9"/><rect width="5" '
    'height="20"/></switch>',
    "hidden": '<g visibility="hidden"><rect width="9" height="9"/><rect visibility="visible" x="9" width="9" '
    'height="9"/></g><g display="none"><rect width="20" height="20"/></g>',
    "inherited in words": '<g fill="red" stroke="blue"><rect width="9" height="9" style="fill:inherit" '
    'stroke="inherit"/></g>',
    "no radius": '<circle cx="5" cy="5" r="0" stroke="#000" stroke-width="4"/>',
}
NOT_SURE = {
    "clip moved": '<clipPath id="c" transform="translate(8 8)"><rect width="5" height="5"/></clipPath>'
    '<rect width="20" height="20" clip-path="url(#c)"/>',
    "clip clipped": f'{CLIPS}<clipPath id="c" clip-path="url(#d)"><rect width="15" height="15"/></clipPath>'
    '<rect width="20" height="20" clip-path="url(#c)"/>',
    "shape of a clip clipped": f'{CLIPS}<clipPath id="c"><rect width="15" height="15" clip-path="url(#d)"/></clipPath>'
    '<rect width="20" height="20" clip-path="url(#c)"/>',
    "clip of two shapes that turn against each other": '<clipPath id="c"><path d="M0 0H14V14H0Z"/>'
    '<path d="M6 6V20H20V6Z"/></clipPath><rect width="20" height="20" clip-path="url(#c)"/>',
    "even-odd clip of two shapes": '<clipPath id="c" clip-rule="evenodd"><rect width="14" height="14"/>'
    '<rect x="6" y="6" width="14" height="14"/></clipPath><rect width="20" height="20" clip-path="url(#c)"/>',
    "clip of a moved symbol": '<clipPath id="c"><circle cx="10" cy="10" r="5"/></clipPath><symbol id="s">'
    '<rect width="20" height="20"/></symbol><use href="#s" x="5" clip-path="url(#c)"/>',
    "percentage in a symbol": '<symbol id="s" viewBox="0 0 20 20"><ellipse cy="40%" rx="7.5"/></symbol>'
    '<use href="#s" height="7"/>',
    "percentage in a clip": '<clipPath id="c"><ellipse cx="50%" cy="78%" rx="4"/></clipPath>'
    '<svg viewBox="2 3 20 10"><path d="M4 3h8v6h-8z" clip-path="url(#c)"/></svg>',
    "negative width": '<rect x="15" y="15" width="-10" height="-10"/>',
    "negative radius": '<circle cx="10" cy="10" r="-5"/>',
    "negative dashes": '<path d="M0 10H20" stroke="#000" stroke-width="4" stroke-dasharray="-3 3"/>',
    "an id twice": '<defs><rect id="r" width="8" height="8"/><circle id="r" r="5"/></defs><use href="#r" x="6" y="6"/>',
}


def check_feature(folder: Path, fonts: Fonts, drawing: Drawing) -> None:
    (ours,) = through_pdf([drawing], fonts, 400)
    mean, part = difference(ours, by_resvg(folder / "x.svg", ours.size))
    assert mean < 2.0
    assert part < 0.01


@pytest.mark.parametrize("name", FEATURES)
def test_the_subset_is_drawn_as_resvg_draws_it(tmp_path, context, name):
    drawing = loaded(tmp_path, f"{HEAD}{FEATURES[name]}</svg>")
    assert isinstance(drawing, Drawing), drawing
    check_feature(tmp_path, context.fonts, drawing)


@pytest.mark.parametrize("name", NOT_SURE)
def test_what_is_not_refused_is_never_drawn_wrong(tmp_path, context, name):
    found = loaded(tmp_path, f"{HEAD}{NOT_SURE[name]}</svg>")
    if isinstance(found, Drawing):
        check_feature(tmp_path, context.fonts, found)
    else:
        assert [d.code for d in found] == ["svg-refused"]


@pytest.mark.parametrize(
    "attribute", ['transform="scale(.5)"', 'fill-opacity=".5"', 'opacity=".5"', 'clip-path="url(#d)"']
)
def test_what_the_root_says_is_refused_or_drawn(tmp_path, context, attribute):
    found = loaded(tmp_path, f'{HEAD[:-1]} {attribute}>{CLIPS}<rect width="20" height="20"/></svg>')
    if isinstance(found, Drawing):
        check_feature(tmp_path, context.fonts, found)
    else:
        assert [(d.code, d.span.line, d.span.column) for d in found] == [("svg-refused", 1, 1)]


def test_a_bitmap_stands_upright_on_the_page(tmp_path, context):
    image = Image.new("RGB", (40, 20), "#ffffff")
    image.paste("#ff0000", (0, 0, 20, 10))
    image.paste("#0000ff", (20, 10, 40, 20))
    stream = io.BytesIO()
    image.save(stream, "PNG")
    drawing = loaded(tmp_path, stream.getvalue(), "a.png")
    assert isinstance(drawing, Drawing)
    (ours,) = through_pdf([drawing], context.fonts, 400)
    corners: list[Any] = [ours.getpixel(at) for at in ((50, 50), (350, 50), (50, 150), (350, 150))]
    assert corners == [(255, 0, 0), (255, 255, 255), (255, 255, 255), (0, 0, 255)]
