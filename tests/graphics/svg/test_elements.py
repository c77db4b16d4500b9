"""What has no effect on ink is left out, what has is drawn, becomes pixels or is an error with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.graphics import svg
from pnp.graphics.drawing import Drawing
from pnp.graphics.images import Gallery
from pnp.graphics.svg.reader import OPACITY
from tests.support.svg import HEAD, HERE, drawn

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


def test_all_errors_of_a_file_are_reported_at_once_and_none_twice(tmp_path: Path) -> None:
    body = """
<path fill="crimsom" stroke="#12" stroke-width="thin" fil="red"/>
<g><text>a</text>
<rect id="r" width="a" height="2"/></g><use href="#r"/><use href="#gone"/>
<filter id="f"/><circle r="2" filter="url(#f)" onclick="a()"/>
<script/>"""
    drawing, found = read(tmp_path, body)
    assert drawing is None
    assert found == [
        (2, "stroke-width 'thin' is not a number"),
        (2, "the attribute 'fil' of <path> is unknown"),
        (2, "the paint '#12' is not a colour"),
        (2, "the paint 'crimsom' is not a colour"),
        (3, "text is not drawn, because not every computer has its font"),
        (4, "width 'a' is not a number"),
        (4, "<use> of '#gone': there is no such shape in this file"),
        (5, "onclick 'a()' of <circle> is not drawn"),
        (6, "<script> is not supported"),
    ]


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


def test_an_id_that_is_there_twice_is_an_error_only_if_it_is_used(tmp_path: Path) -> None:
    twice = f'<g id="a">{SQUARE}</g><g id="a"/>'
    assert read(tmp_path, twice)[1] == []
    assert read(tmp_path, f'{twice}\n<use href="#a"/>')[1] == [(2, "the id 'a' is there twice")]


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
