"""What has no effect on ink is left out, what has is drawn, becomes pixels or is an error with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.graphics import svg
from pnp.graphics.drawing import Drawing
from pnp.graphics.svg.reader import OPACITY
from tests.support.svg import HEAD, drawn

SQUARE = '<path d="M1 1h8v8z"/>'


def read(folder: Path, body: str, head: str = HEAD) -> tuple[Drawing | svg.NeedsPixels | None, list[tuple[int, str]]]:
    diagnostics = Diagnostics()
    drawing = svg.read(f"{head}{body}</svg>".encode(), folder / "x.svg", diagnostics)
    return drawing, [(found.span.line, found.message) for found in diagnostics]


@pytest.mark.parametrize(
    "attribute",
    ["role='img'", "aria-label='a'", "data-name='a'", "class='a b'", "clip-rule='evenodd'", "xml:space='preserve'"]
    + ["xmlns:i='http://inkscape' i:label='a'", "p-id='7'", "t='1'", "baseProfile='tiny'", "focusable='false'"]
    + ["filter='none'", "mask='none'", "marker-end='none'", "stroke-dashoffset='0'", "vector-effect='none'"]
    + ["font-family='Arial'", "letter-spacing='0'", "enable-background='new'", "shape-rendering='crispEdges'"]
    + ["style=''", "style='-inkscape-font-specification:Arial;line-height:1;--x:3;mix-blend-mode:normal'"]
    + ["x='3'", "viewBox='0 0 1 1'", "opacity='1'", "style='isolation:isolate'", "color-interpolation='linearRGB'"],
)
def test_attributes_without_effect_are_left_out(tmp_path: Path, attribute: str) -> None:
    assert drawn(tmp_path, SQUARE.replace("<path", f"<path {attribute}")) == drawn(tmp_path, SQUARE)


@pytest.mark.parametrize(
    "element",
    [
        "<title>a</title>",
        "<desc><b/></desc>",
        "<metadata><a/></metadata>",
        "<defs/>",
        "<font><glyph/></font>",
        "<text/>",
    ]
    + ["<defs><text>a</text><filter id='f'/><image href='x.png'/></defs>", "<linearGradient id='a'/>", "<text> </text>"]
    + ["<i:namedview xmlns:i='http://a' fil='red'><path d='M0 0h9v9'/></i:namedview>", "<g display='none'><x/></g>"]
    + [
        "<g style='display:none'><text>a</text></g>",
        "<path visibility='hidden' d='M0 0h9v9z'/>",
        "<symbol><x/></symbol>",
    ],
)
def test_elements_that_print_nothing_are_left_out(tmp_path: Path, element: str) -> None:
    assert drawn(tmp_path, element + SQUARE) == drawn(tmp_path, SQUARE)


@pytest.mark.parametrize(
    ("body", "feature"),
    [
        ('<filter id="a"/><path filter="url(#a)"/>', "a filter"),
        ('<path style="filter:url(#a)"/>', "a filter"),
        ("<style>path{mask:url(#a)}</style><path/>", "a mask"),
        ('<path marker-start="url(#a)"/>', "a marker"),
        ('<path style="mix-blend-mode:multiply"/>', "a blend mode"),
        ('<image href="data:image/png;base64,AAAA"/>', "an embedded picture"),
        ('<pattern id="a"/><path stroke="url(#a)"/>', "a pattern"),
        ("<pattern id='a'/><path fill='url( \"#a\" ) red'/>", "a pattern"),
        ('<path d="M0 0h9" stroke="red" stroke-dasharray="1" stroke-dashoffset="1"/>', "an offset of dashes"),
        ('<g opacity=".5"><path d="M0 0h9v9"/><path d="M0 0h9v9"/></g>', OPACITY),
        (
            '<clipPath id="c" clipPathUnits="objectBoundingBox"/><g clip-path="url(#c)"/>',
            "a clip in units of the shape",
        ),
    ],
)
def test_features_of_pixels_are_named(tmp_path: Path, body: str, feature: str) -> None:
    assert read(tmp_path, body) == (svg.NeedsPixels(((1, feature),)), [])


def test_of_many_errors_the_first_are_listed_and_the_others_counted(tmp_path: Path) -> None:
    _, found = read(tmp_path, '\n<path fill="x"/>' * 30)
    assert [line for line, _ in found] == list(range(2, 23))
    assert found[-1] == (22, "10 more errors like these, the next one here")


@pytest.mark.parametrize("head", ["style='transform:scale(2)'", "transform='scale(2)'", "style='background:red'"])
def test_a_transform_or_background_of_the_whole_picture_is_an_error(tmp_path: Path, head: str) -> None:
    _, found = read(tmp_path, SQUARE, HEAD.replace("<svg", f"<svg {head}"))
    (message,) = [text for _, text in found]
    assert message.endswith("of the whole picture is not drawn")
