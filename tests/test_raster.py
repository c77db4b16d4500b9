"""SVG printed as pixels because somebody asked for it: what it looks like, what is refused, what it may cost."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pnp import cache, press, raster, rendering
from pnp.art import Gallery
from pnp.cache import store
from pnp.drawing import Drawing, Picture
from pnp.geometry import Size
from pnp.source import Diagnostic, Faults, Span
from tests.conftest import edit
from tests.test_art import through_pdf

HERE = Span("cards.yaml", 7, 3, 9)
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20">'
FADE = '<linearGradient id="f"><stop stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/></linearGradient>'
FADED = f'{FADE}<rect width="40" height="20" fill="url(#f)"/>'


def asked(folder: Path, body: str, head: str = HEAD, **options: Any) -> Drawing | list[Diagnostic]:
    (folder / "x.svg").write_text(f"{head}\n{body}\n</svg>", "utf-8")
    faults = Faults()
    drawing = Gallery([folder], faults, rasterised={"x.svg": 300}).drawing("x.svg", HERE, **options)
    assert (drawing is None) == bool(faults)
    return drawing or list(faults)


def pixels(drawing: Drawing | list[Diagnostic]) -> Image.Image:
    assert isinstance(drawing, Drawing), drawing
    (picture,) = drawing.items
    assert isinstance(picture, Picture)
    with Image.open(io.BytesIO(picture.data)) as image:
        assert image.size == picture.pixels
        return image.convert("RGBA")


def refused(folder: Path, body: str) -> Diagnostic:
    found = asked(folder, body)
    assert isinstance(found, list), found
    (fault,) = found
    assert (fault.severity, fault.span.file) == ("error", str(folder / "x.svg"))
    return fault


def middle(image: Image.Image) -> Any:
    return image.getpixel((image.width // 2, image.height // 2))


# What it looks like ------------------------------------------------------------------------------------------


def test_what_is_not_drawn_exactly_says_how_to_ask_for_pixels(tmp_path: Path) -> None:
    (tmp_path / "x.svg").write_text(f"{HEAD}{FADED}</svg>", "utf-8")
    faults = Faults()
    assert Gallery([tmp_path], faults).drawing("x.svg", HERE) is None
    (fault,) = faults
    assert fault.message == "<linearGradient> is not drawn"
    assert fault.hints[-1] == "or have it printed as pixels, with 'rasterise: [x.svg]' in kit.yaml"


def test_what_is_refused_either_way_does_not(tmp_path: Path) -> None:
    (tmp_path / "x.svg").write_text(f"{HEAD}<text>x</text></svg>", "utf-8")
    faults = Faults()
    assert Gallery([tmp_path], faults).drawing("x.svg", HERE) is None
    (fault,) = faults
    assert not any("rasterise" in hint for hint in fault.hints)


def test_a_gradient_has_its_colours(tmp_path: Path, bench: Any) -> None:
    drawing = asked(tmp_path, FADED)
    image = pixels(drawing)
    assert middle(image) == pytest.approx((127, 0, 128, 255), abs=2)
    assert image.getpixel((2, 5)) == pytest.approx((254, 0, 1, 255), abs=3)
    assert isinstance(drawing, Drawing)
    assert drawing.size == Size(40, 20)
    (printed,) = through_pdf([drawing], bench.fonts, 200)
    assert middle(printed.convert("RGB")) == pytest.approx((127, 0, 128), abs=4)


def test_current_colour_is_that_of_the_face_unless_the_file_has_its_own(tmp_path: Path) -> None:
    body = '<g opacity=".999"><rect width="40" height="20" fill="currentColor"/></g>'
    assert middle(pixels(asked(tmp_path, body, colour="#20a040"))) == pytest.approx((32, 160, 64, 255), abs=2)
    own = HEAD.replace("viewBox", 'color="#0000ff" viewBox')
    assert middle(pixels(asked(tmp_path, body, own, colour="#20a040"))) == pytest.approx((0, 0, 255, 255), abs=2)


def test_what_is_half_clear_is_half_clear(tmp_path: Path, bench: Any) -> None:
    drawing = asked(tmp_path, '<g opacity=".5"><rect width="40" height="20" fill="#ff0000"/></g>')
    assert middle(pixels(drawing)) == pytest.approx((255, 0, 0, 128), abs=2)
    assert isinstance(drawing, Drawing)
    (printed,) = through_pdf([drawing], bench.fonts, 200)
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
def test_masks_filters_style_sheets_and_symbols_are_drawn(tmp_path: Path, body: str) -> None:
    assert middle(pixels(asked(tmp_path, body))) == pytest.approx((127, 0, 128, 255), abs=3)


def test_a_picture_in_the_file_is_drawn(tmp_path: Path) -> None:
    import base64

    stream = io.BytesIO()
    Image.new("RGB", (8, 4), (20, 160, 60)).save(stream, "PNG")
    data = base64.b64encode(stream.getvalue()).decode()
    body = f'<image width="40" height="20" href="data:image/png;base64,{data}"/>'
    assert middle(pixels(asked(tmp_path, body))) == pytest.approx((20, 160, 60, 255), abs=2)


def test_the_title_is_the_text_for_readers(tmp_path: Path) -> None:
    drawing = asked(tmp_path, f"<title> A sunset </title><g><title>no</title></g>{FADED}")
    assert isinstance(drawing, Drawing)
    assert drawing.alt == "A sunset"


# How fine it is ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scale", "wanted"), [(1.0, (472, 236)), (0.5, (236, 118)), (2.54, (1200, 600))])
def test_it_has_as_many_pixels_as_its_printed_size_needs(tmp_path: Path, scale: float, wanted: tuple[int, int]) -> None:
    assert pixels(asked(tmp_path, FADED, scale=lambda _: scale)).size == wanted


def test_two_places_of_one_size_share_the_pixels(tmp_path: Path) -> None:
    (tmp_path / "x.svg").write_text(f"{HEAD}{FADED}</svg>", "utf-8")
    gallery = Gallery([tmp_path], Faults(), rasterised={"x.svg": 300})
    one, other = (gallery.drawing("x.svg", HERE, colour, lambda _: 1.0) for colour in ("#000000", "#ffffff"))
    assert one is other
    assert gallery.drawing("x.svg", HERE, "#000000", lambda _: 0.5) is not one


def test_the_same_file_gives_the_same_bytes(tmp_path: Path) -> None:
    raster._rendered.cache_clear()
    first = pixels(asked(tmp_path, FADED)).tobytes()
    raster._rendered.cache_clear()
    assert pixels(asked(tmp_path, FADED)).tobytes() == first


def test_what_costs_much_is_rendered_coarser_and_never_more_than_fits(tmp_path: Path) -> None:
    plain = pixels(asked(tmp_path, FADED, scale=lambda _: 50.0))
    assert plain.width * plain.height <= raster.MAX_LAYERED
    deep = "<g opacity='.9'>" * 20 + FADED + "</g>" * 20
    image = pixels(asked(tmp_path, deep, scale=lambda _: 50.0))
    assert image.width * image.height <= raster.MAX_LAYERED / 20
    blurred = '<filter id="b">' + '<feGaussianBlur stdDeviation="3"/>' * 9 + "</filter>"
    many = blurred + '<rect width="40" height="20" filter="url(#b)"/>' * 50
    image = pixels(asked(tmp_path, many, scale=lambda _: 50.0))
    assert image.width * image.height * 50 * 9 * 4000 <= raster.MAX_COST


def test_a_kit_asks_for_it_and_what_comes_out_too_coarse_is_told(kit: Path) -> None:
    (kit / "swerve.svg").write_text(f"{HEAD}{FADED}</svg>", "utf-8")
    edit(kit, "kit.yaml", "palette:", "rasterise: [swerve.svg]\n\npalette:")
    faults = Faults()
    told = press.proved(kit, faults)
    assert [d for d in (*faults, *told) if d.code in ("svg-refused", "coarse-art")] == []
    heavy = '<filter id="b">' + '<feFlood flood-color="#fff"/>' * 8 + "</filter>"
    body = heavy + '<rect width="40" height="20" filter="url(#b)"/>' * 20
    (kit / "swerve.svg").write_text(f"{HEAD}{body}</svg>", "utf-8")
    faults = Faults()
    told = press.proved(kit, faults)
    assert "coarse-art" in [d.code for d in (*faults, *told)]


def test_colours_small_numbers_and_names_are_no_huge_numbers(tmp_path: Path) -> None:
    """Six figures and an e stand in many a file that is harmless."""
    body = f'<g id="g1e5" class="c123456" fill="#123456" transform="translate(.1234567 1e-7)">{FADED}</g>'
    assert middle(pixels(asked(tmp_path, body))) == pytest.approx((127, 0, 128, 255), abs=3)


# What is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<text>x</text>", "<text> is not drawn, not as pixels either"),
        ('<pattern id="p"/>', "<pattern> is not drawn, not as pixels either"),
        ("<script>1</script>", "<script> is not drawn, not as pixels either"),
        ("<foreignObject/>", "<foreignObject> is not drawn, not as pixels either"),
        ('<animate attributeName="x"/>', "<animate> is not drawn, not as pixels either"),
        ('<filter><feImage href="#a"/></filter>', "<feImage> is not drawn, not as pixels either"),
        ('<filter><feTurbulence numOctaves="99999999"/></filter>', "<feTurbulence> is not drawn, not as pixels either"),
        ('<image href="file:///etc/passwd"/>', "<image> names something outside the file"),
        ('<image href="secret.png"/>', "<image> names something outside the file"),
        ('<image xlink:href="http://example.org/x.png"/>', "<image> names something outside the file"),
        ('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>', "<image> names something outside the file"),
        ('<image href="data:image/png;base64,PHN2Zy8+"/>', "the picture in it is not a picture that can be read"),
        ('<use href="other.svg#a"/>', "<use> names something outside the file"),
        ('<rect fill="url(other.svg#a)"/>', "'fill' leads out of the file"),
        ('<rect style="fill:u\\72l(x)"/>', "'style' leads out of the file"),
        ('<style>@import "x.css";</style>', "its style sheet reaches beyond it"),
        ("<style>*{fill:url(http://example.org/x)}</style>", "its style sheet reaches beyond it"),
        ('<filter id="b"/><style>*{filter:url(#b)}</style>', "<filter> in a style sheet is not drawn"),
        ('<rect width="100000"/>', "numbers go up to 100,000"),
        ('<path d="M0 0L1e9 5"/>', "numbers go up to 100,000"),
        ('<rect style="filter:blur(1e9px)"/>', "numbers go up to 100,000"),
        ("<style>*{filter:blur(3px)}</style>", "its style sheet has filters or huge numbers"),
        ('<g id="a"/><g id="a"/>', "the id 'a' is there twice"),
        ("<g>" * 60 + "</g>" * 60, "nested more than 40 deep"),
        ('<g id="a"><use href="#a"/></g>', "nested more than 40 deep, counting what is referred to"),
        ("<g/>" * 20_001, "more than 20000 elements"),
    ],
)
def test_what_would_not_be_drawn_or_reaches_out_is_refused_by_name(tmp_path: Path, body: str, message: str) -> None:
    assert refused(tmp_path, body).message == message


def test_uses_of_uses_are_counted_as_often_as_they_draw(tmp_path: Path) -> None:
    """Ten thousand million shapes, which nobody waits for."""
    levels = "".join(f'<g id="g{n}">' + f'<use href="#g{n - 1}"/>' * 10 + "</g>" for n in range(1, 11))
    found = asked(tmp_path, f'<defs><path id="g0" d="M0 0h9v9z"/>{levels}</defs><use href="#g10"/>')
    assert isinstance(found, list)
    assert found[0].message == "it would take too long to draw"


@pytest.mark.parametrize(
    "head",
    [
        '<svg xmlns="http://www.w3.org/2000/svg">',
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" viewBox="0 0 40 20">',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 20">',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 2000">',
        '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">',
    ],
)
def test_a_file_without_a_size_or_with_entities_is_refused(tmp_path: Path, head: str) -> None:
    found = asked(tmp_path, FADED, head)
    assert isinstance(found, list)
    assert [d.code for d in found] == ["svg-refused"]


def test_without_the_package_the_hint_is_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "can_draw", lambda: False)
    found = asked(tmp_path, FADED)
    assert isinstance(found, list)
    (fault,) = found
    assert (fault.span, fault.code) == (HERE, "svg-refused")
    assert fault.hints == ("install what renders it with: pip install 'pnp-kits[raster]'",)


@pytest.mark.parametrize(
    "end",
    ["raise ValueError('no picture')", "class Panic(BaseException): pass\nraise Panic", "import os; os._exit(9)"],
    ids=["an error", "a panic", "its sudden end"],
)
def test_what_the_renderer_stumbles_over_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], end: str
) -> None:
    (tmp_path / "resvg_py.py").write_text(f"import sys\nsys.stdout.write('half a picture')\n{end}", "utf-8")
    monkeypatch.setattr(raster, "_package", lambda: str(tmp_path))
    raster._rendered.cache_clear()
    found = asked(tmp_path, FADED)
    raster._rendered.cache_clear()
    assert isinstance(found, list)
    (fault,) = found
    assert (fault.span, fault.code) == (HERE, "bad-picture")
    assert fault.message == "x.svg cannot be drawn as pixels"
    assert capfd.readouterr() == ("", "")


# What takes too long -----------------------------------------------------------------------------------------

DASHES = "".join(
    f'<path d="M0 0L99999 20L0 {n}" stroke="#000" stroke-width=".01" stroke-dasharray=".1"/>' for n in range(1, 2000)
)
"""Minutes of work that a count of pixels does not see."""


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that are started for it."""
    found: list[subprocess.Popen[bytes]] = []

    class Watched(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            found.append(self)

    raster._rendered.cache_clear()
    monkeypatch.setattr(subprocess, "Popen", Watched)
    return found


def test_what_takes_too_long_is_broken_off_and_told_at_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, started: list[subprocess.Popen[bytes]]
) -> None:
    monkeypatch.setattr(raster, "LONGEST", 0.5)
    found = asked(tmp_path, DASHES, f"<?xml version='1.0'?>\n {HEAD}")
    assert found == [
        Diagnostic(
            Span(str(tmp_path / "x.svg"), 2, 2),
            "error",
            "svg-refused",
            "it takes more than 0.5 s to draw as pixels",
            ("draw it with fewer shapes, dashes and effects",),
        )
    ]
    (process,) = started
    assert process.returncode not in (None, 0)


def test_what_took_too_long_is_not_tried_in_other_sizes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, started: list[subprocess.Popen[bytes]]
) -> None:
    monkeypatch.setattr(raster, "LONGEST", 0.5)
    (tmp_path / "x.svg").write_text(f"{HEAD}{DASHES}</svg>", "utf-8")
    gallery = Gallery([tmp_path], Faults(), rasterised={"x.svg": 300})
    drawn = [gallery.drawing("x.svg", HERE, "#000000", lambda _, scale=scale: scale) for scale in (1.0, 2.0)]
    assert (drawn, len(started)) == ([None, None], 1)


def test_all_pictures_of_a_kit_have_so_much_time_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, started: list[subprocess.Popen[bytes]]
) -> None:
    monkeypatch.setattr(raster, "LONGEST_IN_ALL", 0.5)
    for name in ("a", "b"):
        (tmp_path / f"{name}.svg").write_text(f"{HEAD}{DASHES}<!-- {name} --></svg>", "utf-8")
    faults = Faults()
    gallery = Gallery([tmp_path], faults, rasterised={"a.svg": 300, "b.svg": 300})
    assert [gallery.drawing(name, HERE) for name in ("a", "b")] == [None, None]
    message = "the kit's pictures take more than 0.5 s to draw as pixels"
    assert [(Path(fault.span.file).name, fault.message) for fault in faults] == [("a.svg", message), ("b.svg", message)]
    assert len(started) == 1


def test_an_interruption_leaves_no_process_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, started: list[subprocess.Popen[bytes]]
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "communicate", interrupt)
    with pytest.raises(KeyboardInterrupt):
        asked(tmp_path, DASHES)
    (process,) = started
    assert process.returncode not in (None, 0)


def test_the_process_ends_in_time_though_nobody_waits_for_it() -> None:
    """Whoever started it may be gone."""
    command = [sys.executable, "-I", "-S", rendering.__file__, raster._package(), "0.5", "2000", "1000"]
    done = subprocess.run(command, input=f"\0{HEAD}{DASHES}</svg>".encode(), capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stdout == b""


def test_it_is_the_same_bytes_as_in_this_process(tmp_path: Path) -> None:
    import resvg_py

    body = '<g opacity=".5"><rect width="40" height="20" fill="currentColor"/></g>'
    drawing = asked(tmp_path, body, colour="#20a040")
    assert isinstance(drawing, Drawing)
    (picture,) = drawing.items
    assert isinstance(picture, Picture)
    width, height = picture.pixels
    text = (tmp_path / "x.svg").read_text("utf-8")
    assert picture.data == resvg_py.svg_to_bytes(
        svg_string=text, width=width, height=height, skip_system_fonts=True, style_sheet="svg{color:#20a040}"
    )


def test_what_was_rendered_is_kept_for_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, started: list[subprocess.Popen[bytes]]
) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))

    def run() -> bytes:
        raster._rendered.cache_clear()
        with store.opened(tmp_path):
            return pixels(asked(tmp_path, FADED)).tobytes()

    assert run() == run()
    assert len(started) == 1
    monkeypatch.setattr(raster, "LARGEST", 10)
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "another"))
    assert run() == run()
    assert len(started) == 3
