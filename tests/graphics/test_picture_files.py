"""SVG printed as pixels because somebody asked for it: what it looks like, what is refused, what it may cost."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pnp.confined import service
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.graphics import picture_files, svg
from pnp.graphics.bitmap import ImageProblem
from pnp.graphics.drawing import Drawing, Picture
from pnp.graphics.images import Gallery
from pnp.pipeline import job
from tests.conftest import edit
from tests.support.svg import HEAD, through_pdf

HERE = Span("cards.yaml", 7, 3, 9)
RASTER_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20">'
FADE = (
    '<linearGradient id="f" spreadMethod="reflect"><stop stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/>'
    "</linearGradient>"
)
FADED = f'{FADE}<rect width="40" height="20" fill="url(#f)"/>'


def asked(folder: Path, body: str, head: str = RASTER_HEAD, **options: Any) -> Drawing | list[Diagnostic]:
    (folder / "x.svg").write_text(f"{head}\n{body}\n</svg>", "utf-8")
    diagnostics = Diagnostics()
    drawing = Gallery([folder], diagnostics, rasterised=["x.svg"]).drawing("x.svg", HERE, **options)
    assert (drawing is None) == bool(diagnostics)
    return drawing or list(diagnostics)


def pixels(drawing: Drawing | list[Diagnostic]) -> Image.Image:
    assert isinstance(drawing, Drawing), drawing
    (picture,) = drawing.items
    assert isinstance(picture, Picture)
    with Image.open(io.BytesIO(picture.content.read())) as image:
        assert image.size == picture.pixels
        return image.convert("RGBA")


def refused(folder: Path, body: str) -> Diagnostic:
    found = asked(folder, body)
    assert isinstance(found, list), found
    (diagnostic,) = found
    assert (diagnostic.severity, diagnostic.span.file) == ("error", str(folder / "x.svg"))
    return diagnostic


def middle(image: Image.Image) -> Any:
    return image.getpixel((image.width // 2, image.height // 2))


# What it looks like ------------------------------------------------------------------------------------------


def test_a_file_with_a_feature_of_pixels_becomes_pixels_with_a_warning(tmp_path):
    (tmp_path / "x.svg").write_text(f"{RASTER_HEAD}{FADED}</svg>", "utf-8")
    diagnostics = Diagnostics()
    gallery = Gallery([tmp_path], diagnostics)
    drawing = gallery.drawing("x.svg", HERE, scale=lambda _: 1.0)
    assert pixels(drawing).tobytes() == pixels(asked(tmp_path, FADED, scale=lambda _: 1.0)).tobytes()
    (diagnostic,) = diagnostics
    assert (diagnostic.severity, diagnostic.code, diagnostic.span.line) == ("warning", "rasterised", 1)
    assert diagnostic.message == "x.svg is printed as pixels, because it has a gradient that repeats (line 1)"
    assert diagnostic.hints[-1] == "to accept pixels, write 'rasterise: [x.svg]' in kit.yaml"


def test_on_purpose_there_is_no_warning(tmp_path):
    (tmp_path / "x.svg").write_text(f"{RASTER_HEAD}{FADED}</svg>", "utf-8")
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "x.svg").write_text(f"{RASTER_HEAD}{FADED}</svg>", "utf-8")
    for pattern, warned in (("*.svg", ["icons/x.svg"]), ("icons/*.svg", ["x.svg"]), ("x.*", ["icons/x.svg"])):
        diagnostics = Diagnostics()
        gallery = Gallery([tmp_path], diagnostics, rasterised=[pattern])
        assert all(gallery.drawing(name, HERE) for name in ("x.svg", "icons/x.svg"))
        assert [Path(found.span.file).relative_to(tmp_path).as_posix() for found in diagnostics] == warned


def test_a_warning_names_each_feature_with_its_first_line(tmp_path):
    rect = '<rect width="4" height="4" fill="url(#f)"/>'
    body = f'{FADE}<mask id="m"/>\n{rect}\n<g mask="url(#m)">{rect}</g>'
    (tmp_path / "x.svg").write_text(f"{RASTER_HEAD}{body}</svg>", "utf-8")
    diagnostics = Diagnostics()
    Gallery([tmp_path], diagnostics).drawing("x.svg", HERE)
    (diagnostic,) = diagnostics
    assert diagnostic.message.endswith("because it has a gradient that repeats (line 2), a mask (line 3)")


def test_current_colour_is_that_of_the_face_unless_the_file_has_its_own(tmp_path):
    body = '<g opacity=".999"><rect width="40" height="20" fill="currentColor"/></g>'
    assert middle(pixels(asked(tmp_path, body, colour="#20a040"))) == pytest.approx((32, 160, 64, 255), abs=2)
    own = RASTER_HEAD.replace("viewBox", 'color="#0000ff" viewBox')
    assert middle(pixels(asked(tmp_path, body, own, colour="#20a040"))) == pytest.approx((0, 0, 255, 255), abs=2)


def test_what_is_half_clear_is_half_clear(tmp_path, context):
    drawing = asked(tmp_path, '<g opacity=".5"><rect width="40" height="20" fill="#ff0000"/></g>')
    assert middle(pixels(drawing)) == pytest.approx((255, 0, 0, 128), abs=2)
    assert isinstance(drawing, Drawing)
    (printed,) = through_pdf([drawing], context.fonts, 200)
    assert middle(printed.convert("RGB")) == pytest.approx((255, 127, 127), abs=3)


@pytest.mark.parametrize(
    "body",
    [
        f'<mask id="m"><rect width="40" height="20" fill="#fff"/></mask><g mask="url(#m)">{FADED}</g>',
        f'<filter id="b"><feGaussianBlur stdDeviation="0.1"/></filter><g filter="url(#b)">{FADED}</g>',
        f'<style>.a{{fill:url(#f)}}</style>{FADE}<rect class="a" width="40" height="20"/>',
        f'<symbol id="s" viewBox="0 0 40 20">{FADED}</symbol><use xlink:href="#s" width="40" height="20"/>',
        f'{FADE}<rect width="40" height="20" style="fill:url(\'#f\');fill-opacity:1"/>',
    ],
)
def test_masks_filters_style_sheets_and_symbols_are_drawn(tmp_path, body):
    assert middle(pixels(asked(tmp_path, body))) == pytest.approx((127, 0, 128, 255), abs=3)


def test_a_picture_in_the_file_is_drawn(tmp_path):
    import base64

    stream = io.BytesIO()
    Image.new("RGB", (8, 4), (20, 160, 60)).save(stream, "PNG")
    data = base64.b64encode(stream.getvalue()).decode()
    body = f'<image width="40" height="20" href="data:image/png;base64,{data}"/>'
    assert middle(pixels(asked(tmp_path, body))) == pytest.approx((20, 160, 60, 255), abs=2)


def test_the_title_is_the_text_for_readers(tmp_path):
    drawing = asked(tmp_path, f"<title> A sunset </title><g><title>no</title></g>{FADED}")
    assert isinstance(drawing, Drawing)
    assert drawing.alt == "A sunset"


# How fine it is ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scale", "wanted"), [(1.0, (472, 236)), (0.5, (236, 118)), (2.54, (1200, 600))])
def test_it_has_as_many_pixels_as_its_printed_size_needs(tmp_path, scale, wanted):
    assert pixels(asked(tmp_path, FADED, scale=lambda _: scale)).size == wanted


def test_two_places_of_one_size_share_the_pixels(tmp_path):
    (tmp_path / "x.svg").write_text(f"{RASTER_HEAD}{FADED}</svg>", "utf-8")
    gallery = Gallery([tmp_path], Diagnostics(), rasterised=["x.svg"])
    one, other = (gallery.drawing("x.svg", HERE, colour, lambda _: 1.0) for colour in ("#000000", "#ffffff"))
    assert one is other
    assert gallery.drawing("x.svg", HERE, "#000000", lambda _: 0.5) is not one


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('width="52mm" height="26mm" viewBox="0 0 52 26"', (52, 26)), ('width="52mm" height="26mm"', (52, 26)),
        ('width="5.2cm" height="1in"', (52, 25.4)), ('width="72pt" height="3pc"', (25.4, 12.7)),
        ('width="40Q" height="96px"', (10, 25.4)), ('width="1.92e2" height=" 96.0 "', (50.8, 25.4)),
        ('width="100%" height="100%" viewBox="0 0 96 48"', (25.4, 12.7)), ('viewBox="-5,-5,96,48"', (25.4, 12.7)),
        ('width="100%" height="26mm" viewBox="0 0 104 52"', (52, 26)),
    ],
)  # fmt: skip
def test_every_unit_of_length_works_and_the_picture_fills_its_size(tmp_path, attributes, size):
    rect = '<rect x="-50" y="-50" width="500" height="500" fill="#ff0000"/>'
    drawing = asked(tmp_path, rect, f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>')
    assert isinstance(drawing, Drawing), drawing
    assert [side * 25.4 / 96 for side in drawing.size] == pytest.approx(size)
    image = pixels(drawing)
    assert image.width / image.height == pytest.approx(size[0] / size[1], rel=0.01)
    assert image.getextrema() == ((255, 255), (0, 0), (0, 0), (255, 255))


def test_a_picture_of_too_many_pixels_is_rendered_coarser(tmp_path, monkeypatch):
    monkeypatch.setattr(picture_files, "MAX_PIXELS", 4_000_000)
    image = pixels(asked(tmp_path, FADED, scale=lambda _: 50.0))
    assert image.width * image.height == pytest.approx(4_000_000, rel=0.001)


def test_a_name_under_rasterise_without_a_file_is_an_error_at_its_place(small):
    line = edit(
        small, "kit.yaml", "components:", "rasterise: [swerve.svg, swreve.svg, 'no/*.svg', '../*.svg']\n\ncomponents:"
    )
    diagnostics = Diagnostics()
    assert job.check(small, diagnostics) is not None
    found = [(d.span.line, d.span.column, d.message, d.hints) for d in diagnostics if d.code == "missing-art"]
    name = "name an SVG file of the kit, or several as '*.svg'"
    assert found == [
        (line, 25, "there is no SVG file 'swreve.svg'", ("did you mean 'swerve.svg'?",)),
        (line, 37, "there is no SVG file 'no/*.svg'", (name,)),
        (line, 49, "there is no SVG file '../*.svg'", (name,)),
    ]


def test_colours_small_numbers_and_names_are_no_huge_numbers(tmp_path):
    """Six figures and an e stand in many a file that is harmless."""
    body = f'<g id="g1e5" class="c123456" fill="#123456" transform="translate(.1234567 1e-7)">{FADED}</g>'
    assert middle(pixels(asked(tmp_path, body))) == pytest.approx((127, 0, 128, 255), abs=3)


# What is refused ---------------------------------------------------------------------------------------------


DEEP = "<g>" * 30_000 + "</g>" * 30_000
USES = "".join(f'<g id="g{n}">' + f'<use href="#g{n - 1}"/>' * 10 + "</g>" for n in range(1, 11))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (DEEP, "nested more than 60 levels deep"),
        (f'<defs><path id="g0" d="M0 0h9v9z"/>{USES}</defs><use href="#g10"/>', "it cannot be drawn as pixels: "),
    ],
    ids=["nested very deep", "ten thousand million uses"],
)
def test_what_resvg_cannot_hold_is_an_error(tmp_path, body, message):
    assert refused(tmp_path, body).message.startswith(message)


@pytest.mark.parametrize(
    "head",
    [
        '<svg xmlns="http://www.w3.org/2000/svg">',
        '<svg xmlns="http://www.w3.org/2000/svg" width="40">',
        '<svg xmlns="http://www.w3.org/2000/svg" width="50%" height="40">',
        '<svg xmlns="http://www.w3.org/2000/svg" width="4em" height="40">',
        '<svg xmlns="http://www.w3.org/2000/svg" width="1e999" height="40">',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 20">',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 2000">',
        '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">',
    ],
)
def test_a_file_without_a_size_or_with_entities_is_refused(tmp_path, head):
    found = asked(tmp_path, FADED, head)
    assert isinstance(found, list)
    assert [d.code for d in found] == ["svg-refused"]


@pytest.mark.parametrize(
    ("end", "message"),
    [
        ("raise ValueError('no picture')", "no picture"),
        ("class Panic(BaseException): pass\nraise Panic", "it crashes the process"),
        ("import os; os._exit(9)", "it crashes the process"),
        ("x = bytearray(4_000_000_000)", "it takes too much memory"),
    ],
    ids=["an error", "a panic", "a sudden end", "too much memory"],
)
def test_what_the_renderer_stumbles_over_is_an_error(tmp_path, monkeypatch, capfd, end, message):
    (tmp_path / "resvg_py.py").write_text(f"import sys\nsys.stdout.write('half a picture')\n{end}", "utf-8")
    service.stop()
    monkeypatch.syspath_prepend(tmp_path)
    try:
        diagnostic = refused(tmp_path, FADED)
    finally:
        service.stop()
    assert (diagnostic.code, diagnostic.span.line, diagnostic.span.column) == ("svg-refused", 1, 1)
    assert diagnostic.message.startswith(f"it cannot be drawn as pixels: {message}")
    assert capfd.readouterr() == ("", "")


# What takes too long -----------------------------------------------------------------------------------------

DASHES = "".join(
    f'<path d="M0 0L99999 20L0 {n}" stroke="#000" stroke-width=".01" stroke-dasharray=".1"/>' for n in range(1, 2000)
)
"""Minutes of work that a count of pixels does not see."""


@pytest.mark.slow
def test_what_takes_too_long_is_reported_at_the_file_and_not_tried_in_other_sizes(tmp_path, monkeypatch):
    asked_for: list[str] = []
    render = picture_files.rendered
    monkeypatch.setattr(
        picture_files, "rendered", lambda text, seconds: asked_for.append(text) or render(text, seconds)
    )
    monkeypatch.setattr(picture_files, "LONGEST", 0.5)
    (tmp_path / "x.svg").write_text(f"<?xml version='1.0'?>\n {RASTER_HEAD}{DASHES}</svg>", "utf-8")
    diagnostics = Diagnostics()
    gallery = Gallery([tmp_path], diagnostics, rasterised=["x.svg"])
    drawn = [gallery.drawing("x.svg", HERE, "#000000", lambda _, scale=scale: scale) for scale in (1.0, 2.0)]
    assert (drawn, len(asked_for)) == ([None, None], 1)
    assert set(diagnostics) == {
        Diagnostic(
            Span(str(tmp_path / "x.svg"), 2, 2),
            "error",
            "svg-refused",
            "it cannot be drawn as pixels: it takes more than 0.5 seconds of computing",
            ("use fewer shapes, dashes and effects, or replace it by a PNG",),
        )
    }


def test_it_has_the_same_pixels_as_in_this_process(tmp_path):
    import resvg_py

    body = '<g opacity=".5"><rect width="40" height="20" fill="currentColor"/></g>'
    drawing = asked(tmp_path, body, colour="#20a040")
    assert isinstance(drawing, Drawing)
    (picture,) = drawing.items
    assert isinstance(picture, Picture)
    width, height = picture.pixels
    text = (tmp_path / "x.svg").read_text("utf-8")
    data = resvg_py.svg_to_bytes(
        svg_string=text, width=width, height=height, skip_system_fonts=True, style_sheet="svg{color:#20a040}"
    )
    with Image.open(io.BytesIO(data)) as image:
        assert image.convert("RGBA").tobytes() == pixels(drawing).tobytes()


MASKED = '<mask id="m"/><g mask="url(#m)"/>'


def load(folder: Path, body: str) -> tuple[picture_files.ReadFile, list[tuple[str, str, int, str]]]:
    (folder / "x.svg").write_text(f"{HEAD}\n{body}</svg>", "utf-8")
    diagnostics = Diagnostics()
    read = picture_files.load(folder / "x.svg", diagnostics)
    return read, [(found.severity, found.code, found.span.line, found.message) for found in diagnostics]


def test_the_colours_of_a_drawing_are_those_that_are_printed(tmp_path):
    body = '<style>.a{fill:tomato}</style><path class="a" d="M0 0h9v9z" fill="#123456" stroke="rgba(0,0,255,.5)"/>'
    read, found = load(tmp_path, body)
    assert isinstance(read.drawing, Drawing)
    assert read.colours == {"#ff6347", "#0000ff"}
    assert found == []


def test_a_file_that_cannot_even_be_pixels_has_only_errors(tmp_path):
    body = f'{MASKED}\n<image href="http://example.org/x.png"/>\n<defs><text>a</text></defs>'
    read, found = load(tmp_path, body)
    assert read.drawing is None
    assert found == [
        ("error", "svg-refused", 3, "<image> refers to something outside the file"),
        ("error", "svg-refused", 4, "text is not drawn, because not every computer has its font"),
    ]


@pytest.mark.parametrize("name", ["gone.svg", "gone.png"])
def test_a_missing_file_is_a_problem(tmp_path, name):
    read = picture_files.load(tmp_path / name, Diagnostics())
    assert isinstance(read.drawing, ImageProblem)
    assert read.drawing.code == "unreadable-file"


def test_a_drawing_is_read_once_for_all_its_copies(tmp_path, monkeypatch):
    places = list[Path]()

    def counted(data: bytes, path: Path, diagnostics: Diagnostics) -> object:
        places.append(path)
        return read_svg(data, path, diagnostics)

    read_svg = svg.read
    monkeypatch.setattr(svg, "read", counted)
    one, two = tmp_path / "one", tmp_path / "two"
    read = [load(made(folder), '<path d="M0 0h7v7z"/>')[0] for folder in (one, two)]
    assert places == [one / "x.svg"]
    assert read[0] == read[1]
    (two / "y.svg").write_bytes((two / "x.svg").read_bytes())
    other = picture_files.load(two / "y.svg", Diagnostics()).drawing
    assert isinstance(other, Drawing)
    assert other.name == "y"


def test_each_copy_of_a_file_with_faults_has_its_own_report(tmp_path):
    for folder in (tmp_path / "one", tmp_path / "two"):
        diagnostics = Diagnostics()
        (made(folder) / "x.svg").write_text(f"{HEAD}<text>a</text></svg>", "utf-8")
        assert picture_files.load(folder / "x.svg", diagnostics).drawing is None
        assert [found.span.file for found in diagnostics] == [str(folder / "x.svg")]


def made(folder: Path) -> Path:
    """A folder that is made."""
    folder.mkdir()
    return folder
