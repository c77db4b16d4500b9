"""What has no effect on ink is left out, what has is drawn, becomes pixels or is an error with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.graphics import svg
from pnp.graphics.drawing import Drawing
from pnp.graphics.images import Gallery
from tests.support.drawn import case_test
from tests.support.svg import HEAD, HERE
from tests.support.svg_lines import lines_of_svg

test_is_drawn_as_reviewed = case_test("svg/without_effect", lines_of_svg)

SQUARE = '<path d="M1 1h8v8z"/>'


def read(folder: Path, body: str, head: str = HEAD) -> tuple[Drawing | svg.NeedsPixels | None, list[tuple[int, str]]]:
    diagnostics = Diagnostics()
    drawing = svg.read(f"{head}{body}</svg>".encode(), folder / "x.svg", diagnostics)
    return drawing, [(found.span.line, found.message) for found in diagnostics]


def test_of_many_errors_the_first_are_listed_and_the_others_counted(tmp_path: Path) -> None:
    _, found = read(tmp_path, '\n<path fill="x"/>' * 30)
    assert [line for line, _ in found] == list(range(2, 23))
    assert found[-1] == (22, "10 more errors like these, the next one here")


@pytest.mark.parametrize(
    ("name", "near"), [("fil", "fill"), ("strok", "stroke"), ("colour", "color"), ("fill-opacty", "fill-opacity")]
)
def test_a_misspelt_attribute_has_a_hint(tmp_path: Path, name: str, near: str) -> None:
    diagnostics = Diagnostics()
    svg.read(f'{HEAD}<path {name}="red"/></svg>'.encode(), tmp_path / "x.svg", diagnostics)
    (diagnostic,) = diagnostics
    assert diagnostic.hints == (f"did you mean {near!r}?",)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<style media="print">path{fill:red}</style>', "style sheets for some media are not supported"),
        ('<path style="fill:var(--c)"/>', "--c is not defined in this file"),
        ('<path style="animation:a 1s"/>', "animation 'a 1s' of <path> is not drawn"),
        ('<path style="all:unset"/>', "all 'unset' of <path> is not drawn"),
        ('<path style="transform:rotate(45)"/>', "the transform 'rotate(45)' is not drawn"),
        ('<path style="transform:rotate3d(1,0,0,45deg)"/>', "the transform 'rotate3d(1,0,0,45deg)' is not drawn"),
        ('<path style="transform:scale(2);transform-origin:1em 0"/>', "transform-origin '1em 0' is not understood"),
        ('<circle style="r:4"/>', "r '4' in a style is not drawn"),
        ('<circle style="r:calc(1px + 2px)"/>', "r 'calc(1px + 2px)' in a style is not drawn"),
        ('<path style="d:none"/>', "d 'none' in a style is not drawn"),
        ('<line style="x1:3px"/>', "'x1' in a style is not drawn"),
        ('<svg style="width:3px" height="3"/>', "width '3px' in a style is not drawn"),
        ('<path id="p"/><use href="#p" style="--c:red"/>', "custom properties around a <use> are not drawn"),
        (
            '<style>g path{fill:red}</style><g><path id="p"/></g><use href="#p"/>',
            "the style of #p depends on the elements around it, which a <use> leaves out",
        ),
        (
            '<linearGradient id="g" color-interpolation="linearRGB"><stop/></linearGradient>'
            '<path d="M0 0h9v9" fill="url(#g)"/>',
            "a gradient with colours in other spaces than sRGB is not drawn",
        ),
        (
            '<linearGradient id="g"><stop stop-color="lab(1 2 3)"/></linearGradient>'
            '<path d="M0 0h9v9" fill="url(#g)"/>',
            "a gradient with colours in other spaces than sRGB is not drawn",
        ),
    ],
)
def test_what_programs_draw_differently_is_an_error_for_vectors_and_for_pixels(
    tmp_path: Path, body: str, message: str
) -> None:
    (tmp_path / "x.svg").write_text(f"{HEAD}\n{body}</svg>", "utf-8")
    for rasterised in ([], ["x.svg"]):
        diagnostics = Diagnostics()
        assert Gallery([tmp_path], diagnostics, rasterised=rasterised).drawing("x.svg", HERE) is None
        found = [(one.span.file, one.span.line, one.code, one.message) for one in diagnostics]
        assert found == [(str(tmp_path / "x.svg"), 2, "svg-refused", message)]
        assert not any("rasterise" in hint for one in diagnostics for hint in one.hints)


@pytest.mark.parametrize("head", ["style='transform:scale(2)'", "transform='scale(2)'", "style='background:red'"])
def test_a_transform_or_background_of_the_whole_picture_is_an_error(tmp_path: Path, head: str) -> None:
    _, found = read(tmp_path, SQUARE, HEAD.replace("<svg", f"<svg {head}"))
    (message,) = [text for _, text in found]
    assert message.endswith("of the whole picture is not drawn")
