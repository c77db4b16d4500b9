"""SVG and bitmap files -> drawings: what is drawn, how exactly, and what is refused where."""

from __future__ import annotations

import io
import struct
import time
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import resvg_py
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from pnp import pdf
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.graphics import images as art
from pnp.graphics import svg
from pnp.graphics.drawing import KAPPA, Drawing, Group, Item, Picture, Piece, Segment, Stroke, ellipse
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.geometry import MM_PER_POINT, Rect, Size, Transform
from pnp.graphics.images import Gallery
from pnp.imposition import Placed
from pnp.kit import paths
from pnp.pipeline.context import open_context
from pnp.text.fit import Fonts
from tests.conftest import edit

HERE = Span("cards.yaml", 7, 3, 9)
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 20 20">'


def loaded(
    folder: Path, content: str | bytes, name: str = "x.svg", colour: str = "#000000"
) -> Drawing | list[Diagnostic]:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    diagnostics = Diagnostics()
    drawing = Gallery([folder], diagnostics).drawing(name, HERE, colour)
    assert (drawing is None) == bool(diagnostics)
    return drawing or list(diagnostics)


def drawn(folder: Path, body: str, colour: str = "#000000") -> tuple[Item, ...]:
    found = loaded(folder, f"{HEAD}\n{body}\n</svg>", colour=colour)
    assert isinstance(found, Drawing), found
    return found.items


PATH = '<path d="M0 0"/>'


def outline(folder: Path, body: str, colour: str = "#000000") -> Outline:
    (item,) = drawn(folder, body, colour)
    assert isinstance(item, Outline)
    return item


def refused(folder: Path, body: str) -> Diagnostic:
    found = loaded(folder, f"{HEAD}\n{body}\n</svg>")
    assert isinstance(found, list), found
    (diagnostic,) = found
    assert diagnostic.severity == "error"
    assert diagnostic.span.file == str(folder / "x.svg")
    return diagnostic


def outlines(items: Iterable[Item], outer: Transform = Transform()) -> list[tuple[Transform, Outline]]:  # noqa: B008
    found = []
    for item in items:
        if isinstance(item, Group):
            found += outlines(item.items, outer.over(item.transform))
        else:
            assert isinstance(item, Outline)
            found.append((outer, item))
    return found


# Shapes

K = 2 * (1 - KAPPA)


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [
        ('<path d="M1 2L3 4z"/>', (("m", (1, 2)), ("l", (3, 4)), ("h", ()))),
        (
            '<rect x="1" y="2" width="3" height="4"/>',
            (("m", (1, 2)), ("l", (4, 2)), ("l", (4, 6)), ("l", (1, 6)), ("h", ())),
        ),
        ('<rect width="3" height="4"/>', (("m", (0, 0)), ("l", (3, 0)), ("l", (3, 4)), ("l", (0, 4)), ("h", ()))),
        (
            '<rect width="10" height="10" rx="2"/>',
            (
                ("m", (2, 0)),
                ("l", (8, 0)),
                ("c", (10 - K, 0, 10, K, 10, 2)),
                ("l", (10, 8)),
                ("c", (10, 10 - K, 10 - K, 10, 8, 10)),
                ("l", (2, 10)),
                ("c", (K, 10, 0, 10 - K, 0, 8)),
                ("l", (0, 2)),
                ("c", (0, K, K, 0, 2, 0)),
                ("h", ()),
            ),
        ),
        ('<circle cx="10" cy="8" r="5"/>', ellipse(10, 8, 5, 5)),
        ('<circle r="5px"/>', ellipse(0, 0, 5, 5)),
        ('<ellipse cx="10" cy="8" rx="5" ry="2.5"/>', ellipse(10, 8, 5, 2.5)),
        ('<line x1="1" y1="2" x2="3" y2="4"/>', (("m", (1, 2)), ("l", (3, 4)))),
        ('<line x2="3"/>', (("m", (0, 0)), ("l", (3, 0)))),
        ('<polyline points="1,2 3,4 5 6"/>', (("m", (1, 2)), ("l", (3, 4)), ("l", (5, 6)))),
        ('<polygon points=" 1 2,3 4,5 6 "/>', (("m", (1, 2)), ("l", (3, 4)), ("l", (5, 6)), ("h", ()))),
    ],
)
def test_each_shape_has_its_outline(tmp_path: Path, shape: str, wanted: tuple[Segment, ...]) -> None:
    found = outline(tmp_path, shape).segments
    assert [operator for operator, _ in found] == [operator for operator, _ in wanted]
    for (_, numbers), (_, others) in zip(found, wanted, strict=True):
        assert numbers == pytest.approx(others)


@pytest.mark.parametrize(
    "shape",
    ["<path/>", '<path d=" "/>', '<rect height="5"/>', '<rect width="5" height="0"/>', "<circle/>", '<ellipse rx="0"/>']
    + ['<g><use href="#r"/><g transform="scale(2)"/></g><defs><rect id="r" rx="2"/></defs>'],
)
def test_a_shape_without_size_draws_nothing(tmp_path: Path, shape: str) -> None:
    assert drawn(tmp_path, f'<g stroke="#000" transform="scale(2)">{shape}</g>') == ()


def test_ry_alone_rounds_like_rx(tmp_path: Path) -> None:
    rounded = outline(tmp_path, '<rect width="9" height="8" rx="2"/>')
    assert outline(tmp_path, '<rect width="9" height="8" ry="2"/>') == rounded
    assert outline(tmp_path, '<rect width="9" height="8" rx="2" ry="2"/>') == rounded


def test_a_circle_is_nowhere_further_from_round_than_a_thousandth() -> None:
    (_, (x0, y0)), *curves, _ = ellipse(0, 0, 10, 10)
    for _, (x1, y1, x2, y2, x3, y3) in curves:
        for t in (0.1, 0.25, 0.5, 0.75, 0.9):
            u = 1 - t
            x = u**3 * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * x3
            y = u**3 * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * y3
            assert (x * x + y * y) ** 0.5 == pytest.approx(10, rel=1e-3)
        x0, y0 = x3, y3


@pytest.mark.parametrize(
    "stroke", ["", 'stroke="#00ff00" stroke-dasharray="1"', 'stroke="#00ff00" stroke-opacity=".5"']
)
@pytest.mark.parametrize(
    "shape", ['line x2="3"', 'path d="M1 2L3 4"', 'path d="M1 2L3 4z"', 'polygon points="1 2 3 4"']
)
def test_a_line_is_never_filled(tmp_path: Path, shape: str, stroke: str) -> None:
    found = outline(tmp_path, f'<{shape} fill="#ff0000" {stroke}/>')
    assert found.fill is None
    assert (found.stroke is None) == (stroke == "")


def test_a_stroke_that_is_seen_through_is_painted_over_its_fill(tmp_path: Path) -> None:
    body = '<path d="M0 0H5V5" stroke="#f00" stroke-opacity=".5" fill-opacity=".25" fill-rule="evenodd"/>'
    fill, stroke = drawn(tmp_path, body)
    where = (("m", (0, 0)), ("l", (5, 0)), ("l", (5, 5)))
    assert fill == Outline(where, "#000000", None, even_odd=True, alpha=0.25)
    assert stroke == Outline(where, None, Stroke("#ff0000", 1, alpha=0.5))


def test_the_view_box_is_the_size_and_its_corner_the_origin(tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5, 10 30 40"><path d="M0 0"/></svg>'
    drawing = loaded(tmp_path, svg)
    assert isinstance(drawing, Drawing)
    assert drawing.size == Size(30, 40)
    assert drawing.items == (Group((Outline((("m", (0, 0)),), "#000000"),), Transform.move(5, -10)),)


def test_width_and_height_stand_in_for_a_view_box(tmp_path: Path) -> None:
    drawing = loaded(tmp_path, '<svg xmlns="http://www.w3.org/2000/svg" width="30px" height="4.5"/>')
    assert isinstance(drawing, Drawing)
    assert drawing.size == Size(30, 4.5)
    assert drawing.items == ()


def test_the_title_is_the_text_for_readers(tmp_path: Path) -> None:
    drawing = loaded(tmp_path, f"{HEAD}<desc>no</desc><title> A &lt;rhino&gt; &#38; a horn </title></svg>", "rhino.svg")
    assert isinstance(drawing, Drawing)
    assert drawing.alt == "A <rhino> & a horn"
    assert drawing.name == "rhino"


# Groups, uses, transforms


@pytest.mark.parametrize(
    ("transform", "wanted"),
    [
        ("translate(3)", Transform(e=3)),
        ("translate(3 4)", Transform(e=3, f=4)),
        ("translate(3,-4)", Transform(e=3, f=-4)),
        ("scale(2)", Transform(a=2, d=2)),
        ("scale(2, -1)", Transform(a=2, d=-1)),
        ("rotate(90)", Transform(0, 1, -1, 0)),
        ("rotate(90 10 0)", Transform(0, 1, -1, 0, 10, -10)),
        ("matrix(1 2 3 4 5 6)", Transform(1, 2, 3, 4, 5, 6)),
        ("translate(3 4) scale(2)", Transform(2, 0, 0, 2, 3, 4)),
        ("scale(2),translate(3 4)", Transform(2, 0, 0, 2, 6, 8)),
        (" scale(2)\n translate(3 4) ", Transform(2, 0, 0, 2, 6, 8)),
        ("", Transform()),
    ],
)
def test_each_transform_is_read(tmp_path: Path, transform: str, wanted: Transform) -> None:
    ((found, _),) = outlines(drawn(tmp_path, f'<g transform="{transform}"><path d="M0 0"/></g>'))
    assert found == pytest.approx(wanted)


def test_transforms_of_nested_groups_apply_from_the_inside_out(tmp_path: Path) -> None:
    body = (
        '<g transform="translate(10 0)"><g transform="rotate(90)"><path transform="scale(2)" d="M0 0"/></g>'
        '<path d="M1 1"/></g>'
    )
    (inner, _), (beside, _) = outlines(drawn(tmp_path, body))
    assert inner.apply(1, 0) == pytest.approx((10, 2))
    assert beside.apply(1, 1) == pytest.approx((11, 1))


@pytest.mark.parametrize("href", ["href", "xlink:href"])
def test_a_use_draws_its_target_moved_and_then_transformed(tmp_path: Path, href: str) -> None:
    body = (
        f'<defs><path id="p" transform="scale(3)" d="M1 1"/></defs><use {href}="#p" x="5" y="6" transform="scale(2)"/>'
    )
    ((found, _),) = outlines(drawn(tmp_path, body))
    assert found.apply(1, 1) == pytest.approx((16, 18))


def test_a_use_may_come_before_what_it_uses_and_use_groups_and_uses(tmp_path: Path) -> None:
    body = (
        '<use href="#g" x="10"/><defs><g id="g"><use href="#p" x="1"/><use href="#p" x="2"/></g>'
        '<path id="p" d="M0 0"/></defs>'
    )
    assert [t.apply(0, 0) for t, _ in outlines(drawn(tmp_path, body))] == [(11, 0), (12, 0)]


def test_what_is_used_inherits_from_the_use_and_not_from_where_it_stands(tmp_path: Path) -> None:
    body = (
        '<g fill="#ff0000" transform="scale(9)"><path id="p" d="M0 0"/></g>'
        '<g stroke="#0000ff"><use href="#p" fill="#00ff00"/></g>'
    )
    (_, first), (where, second) = outlines(drawn(tmp_path, body))
    assert (first.fill, first.stroke) == ("#ff0000", None)
    assert where == Transform()
    assert second.fill == "#00ff00"
    assert second.stroke == Stroke("#0000ff", 1)


def test_definitions_titles_and_descriptions_draw_nothing(tmp_path: Path) -> None:
    body = '<defs><path d="M0 0"/></defs><title>x</title><desc>y</desc><clipPath id="c"><path d="M0 0"/></clipPath>'
    assert drawn(tmp_path, body) == ()


def test_comments_and_instructions_are_passed_over(tmp_path: Path) -> None:
    found = loaded(tmp_path, f'<?xml version="1.0"?><!-- a -->{HEAD}<!-- b --><?c d?></svg>')
    assert isinstance(found, Drawing)


# Paint


@pytest.mark.parametrize(
    ("given", "fill"),
    [
        ("", "#000000"),
        ('fill="none"', None),
        ('fill="#A1b2C3"', "#a1b2c3"),
        ('fill="#aB0"', "#aabb00"),
        ('fill="black"', "#000000"),
        ('fill="white"', "#ffffff"),
        ('fill="currentColor"', "#123456"),
        ('fill="currentColor" color="#654321"', "#654321"),
        ('fill="currentColor" color="currentColor"', "#123456"),
    ],
)
def test_each_way_to_say_a_colour_is_read(tmp_path: Path, given: str, fill: str | None) -> None:
    assert outline(tmp_path, f'<path {given} d="M0 0"/>', "#123456").fill == fill


def test_current_colour_is_the_nearest_color_above(tmp_path: Path) -> None:
    body = (
        '<g color="#ff0000"><g fill="currentColor"><path d="M0 0"/></g>'
        '<path color="#00ff00" stroke="currentColor" fill="none" d="M0 0"/></g><path fill="currentColor" d="M0 0"/>'
    )
    first, second, third = (item for _, item in outlines(drawn(tmp_path, body, "#0000ff")))
    assert first.fill == "#ff0000"
    assert second.stroke == Stroke("#00ff00", 1)
    assert third.fill == "#0000ff"


@pytest.mark.parametrize(
    ("given", "stroke"),
    [
        ("", None),
        ('stroke="none"', None),
        ('stroke="#f00"', Stroke("#ff0000", 1)),
        ('stroke="#f00" stroke-width="0"', None),
        ('stroke="#f00" stroke-width="2.5px"', Stroke("#ff0000", 2.5)),
        ('stroke="#f00" stroke-linecap="round"', Stroke("#ff0000", 1, cap=1)),
        ('stroke="#f00" stroke-linecap="square"', Stroke("#ff0000", 1, cap=2)),
        ('stroke="#f00" stroke-linecap="butt"', Stroke("#ff0000", 1, cap=0)),
        ('stroke="#f00" stroke-linejoin="round"', Stroke("#ff0000", 1, join=1)),
        ('stroke="#f00" stroke-linejoin="bevel"', Stroke("#ff0000", 1, join=2)),
        ('stroke="#f00" stroke-miterlimit="8"', Stroke("#ff0000", 1, miter=8)),
        ('stroke="#f00" stroke-dasharray="3 1.5,2"', Stroke("#ff0000", 1, (3, 1.5, 2))),
        ('stroke="#f00" stroke-dasharray="none"', Stroke("#ff0000", 1)),
        ('stroke="#f00" stroke-opacity=".5"', Stroke("#ff0000", 1, alpha=0.5)),
    ],
)
def test_each_setting_of_a_stroke_is_read(tmp_path: Path, given: str, stroke: Stroke | None) -> None:
    assert outline(tmp_path, f'<path {given} fill="none" d="M0 0"/>').stroke == stroke
    ((_, inherited),) = outlines(drawn(tmp_path, f'<g {given}><path fill="none" d="M0 0"/></g>'))
    assert inherited.stroke == stroke


def test_what_is_nearer_wins(tmp_path: Path) -> None:
    body = '<g fill="#f00" stroke="#0f0" stroke-width="3"><path fill="#00f" stroke="none" d="M0 0"/></g>'
    assert outline(tmp_path, body) == Outline((("m", (0, 0)),), "#0000ff", None)


def test_the_fill_rule_is_read_and_inherited(tmp_path: Path) -> None:
    assert outline(tmp_path, '<path fill-rule="evenodd" d="M0 0"/>').even_odd is True
    assert outline(tmp_path, '<g fill-rule="evenodd"><path d="M0 0"/></g>').even_odd is True
    assert outline(tmp_path, '<g fill-rule="evenodd"><path fill-rule="nonzero" d="M0 0"/></g>').even_odd is False


def test_opacities_of_fill_stroke_and_shape(tmp_path: Path) -> None:
    line = outline(tmp_path, '<line x2="5" stroke="#000" opacity=".5"/>')
    assert line.stroke == Stroke("#000000", 1, alpha=0.5)
    assert outline(tmp_path, '<path fill-opacity=".5" d="M0 0"/>').alpha == 0.5
    assert outline(tmp_path, '<path fill-opacity=".5" opacity=".5" d="M0 0"/>').alpha == 0.25
    both = outline(tmp_path, '<path fill="none" stroke="#000" stroke-opacity=".5" opacity=".5" d="M0 0"/>')
    assert both.stroke == Stroke("#000000", 1, alpha=0.25)
    assert outline(tmp_path, '<g opacity="1"><path d="M0 0"/></g>').alpha == 1


@pytest.mark.parametrize(("given", "alpha"), [("1.5", 1), ("-0.5", 0)])
@pytest.mark.parametrize("kind", ["fill", "stroke"])
def test_an_opacity_beyond_its_range_is_refused_or_the_nearest_in_it(
    tmp_path: Path, kind: str, given: str, alpha: float
) -> None:
    found = loaded(tmp_path, f'{HEAD}<path stroke="#000" {kind}-opacity="{given}" d="M0 0"/></svg>')
    if isinstance(found, Drawing):
        ((_, item),) = outlines(found.items)
        if kind == "fill":
            assert item.alpha == alpha
        elif alpha == 0:
            assert item.stroke is None
        else:
            assert item.stroke == Stroke("#000000", 1, alpha=alpha)


# Clips


def test_a_clip_holds_the_outlines_of_its_shapes(tmp_path: Path) -> None:
    body = (
        '<clipPath id="c"/><clipPath id="d"><rect width="1" height="2"/><path d="M5 5h1v1z"/></clipPath>'
        '<g clip-path="url(#d)"><path d="M0 0"/></g>'
    )
    (group,) = drawn(tmp_path, body)
    assert isinstance(group, Group)
    assert group.transform == Transform()
    assert group.clip == (
        *(("m", (0, 0)), ("l", (1, 0)), ("l", (1, 2)), ("l", (0, 2)), ("h", ())),
        *(("m", (5, 5)), ("l", (6, 5)), ("l", (6, 6)), ("h", ())),
    )
    assert group.clip_even_odd is False


def test_a_clip_rule_and_a_clip_on_a_moved_shape(tmp_path: Path) -> None:
    body = (
        '<clipPath id="c" clip-rule="evenodd"><circle r="3"/></clipPath>'
        '<path transform="translate(5 5)" clip-path="url(#c)" d="M0 0"/>'
    )
    (group,) = drawn(tmp_path, body)
    assert group == Group(
        (Outline((("m", (0, 0)),), "#000000"),), Transform.move(5, 5), ellipse(0, 0, 3, 3), clip_even_odd=True
    )


def test_convex_shapes_in_a_clip_make_their_union_by_any_rule(tmp_path: Path) -> None:
    body = (
        '<clipPath id="c" clip-rule="evenodd"><circle r="3"/><circle r="2"/></clipPath>'
        '<path clip-path="url(#c)" d="M0 0"/>'
    )
    (group,) = drawn(tmp_path, body)
    assert isinstance(group, Group)
    assert group.clip == ellipse(0, 0, 3, 3) + ellipse(0, 0, 2, 2)
    assert group.clip_even_odd is False


def test_no_clip_is_no_clip(tmp_path: Path) -> None:
    assert outline(tmp_path, '<path clip-path="none" d="M0 0"/>') == outline(tmp_path, '<path d="M0 0"/>')


# Refusals

SEE = "see docs/art.md for what is"
FLAT = "write flat colours as #rrggbb"
OPACITY = "opacity of a group, or of a shape with fill and stroke, is not drawn"
KNOWN = "known: nonzero, evenodd"
EACH = "set fill-opacity or stroke-opacity on each shape"


@pytest.mark.parametrize(
    ("body", "at", "message", "hint"),
    [
        ("<linearGradient/>", (2, 1), "<linearGradient> is not drawn", SEE),
        ('<defs>\n <radialGradient id="a"/></defs>', (3, 2), "<radialGradient> is not drawn", SEE),
        ("<filter/>", (2, 1), "<filter> is not drawn", SEE),
        ("<mask/>", (2, 1), "<mask> is not drawn", SEE),
        ("<pattern/>", (2, 1), "<pattern> is not drawn", SEE),
        ("<symbol/>", (2, 1), "<symbol> is not drawn", SEE),
        ("<marker/>", (2, 1), "<marker> is not drawn", SEE),
        ("<text>a</text>", (2, 1), "<text> is not drawn", SEE),
        ("<style>a{}</style>", (2, 1), "<style> is not drawn", SEE),
        ("<script>1</script>", (2, 1), "<script> is not drawn", SEE),
        ("<foreignObject/>", (2, 1), "<foreignObject> is not drawn", SEE),
        ("<animate/>", (2, 1), "<animate> is not drawn", SEE),
        ("<a><path/></a>", (2, 1), "<a> is not drawn", SEE),
        ('<g>\n  <image href="x.png"/></g>', (3, 3), "<image> is not drawn", SEE),
        ('<i:view xmlns:i="http://inkscape.org"/>', (2, 1), "<view> is not drawn", SEE),
        ('<i:path xmlns:i="http://inkscape.org"/>', (2, 1), "<path> is not drawn", SEE),
        ('<g><path xmlns:i="http://i" i:label="x"/></g>', (2, 4), "the attribute 'label' of <path> is not drawn", ""),
        ('<g style="fill:red"/>', (2, 1), "the attribute 'style' of <g> is not drawn", ""),
        ('<path class="a"/>', (2, 1), "the attribute 'class' of <path> is not drawn", ""),
        ('<g filter="url(#a)"/>', (2, 1), "the attribute 'filter' of <g> is not drawn", ""),
        ('<g mask="url(#a)"/>', (2, 1), "the attribute 'mask' of <g> is not drawn", ""),
        ('<path stroke-dashoffset="1"/>', (2, 1), "the attribute 'stroke-dashoffset' of <path> is not drawn", ""),
        ('<path display="none"/>', (2, 1), "the attribute 'display' of <path> is not drawn", ""),
        ('<path onclick="x()"/>', (2, 1), "the attribute 'onclick' of <path> is not drawn", ""),
        ('<path cx="1"/>', (2, 1), "the attribute 'cx' of <path> is not drawn", ""),
        ('<defs fill="#f00"/>', (2, 1), "the attribute 'fill' of <defs> is not drawn", ""),
        ('<use href="#a" width="3"/>', (2, 1), "the attribute 'width' of <use> is not drawn", ""),
        ("\n  <svg/>", (3, 3), "a nested <svg> is not drawn", "use <g transform=…>"),
        (
            '<g opacity=".5"/>',
            (2, 1),
            OPACITY,
            EACH,
        ),
        (
            '<path d="M0 0" opacity="0.9" stroke="#000"/>',
            (2, 1),
            OPACITY,
            EACH,
        ),
        ('<path id="p"/><use href="#p" opacity=".5"/>', (2, 15), OPACITY, EACH),
        ('<rect x="a" width="1" height="1"/>', (2, 1), "x 'a' is not a plain number", ""),
        ('<rect width="50%"/>', (2, 1), "width '50%' is not a plain number", ""),
        ('<circle r="3mm"/>', (2, 1), "r '3mm' is not a plain number", ""),
        ('<circle r=""/>', (2, 1), "r '' is not a plain number", ""),
        ('<circle r="nan"/>', (2, 1), "r 'nan' is not a plain number", ""),
        ('<path stroke-width="thin"/>', (2, 1), "stroke-width 'thin' is not a plain number", ""),
        ('<path fill-opacity="50%"/>', (2, 1), "fill-opacity '50%' is not a plain number", ""),
        ('<path stroke-dasharray="1 a"/>', (2, 1), "'1 a' is not a list of numbers", ""),
        ('<polygon points="1 2 x"/>', (2, 1), "'1 2 x' is not a list of numbers", ""),
        ('<polygon points="1 2 3"/>', (2, 1), "points must be pairs of numbers, two or more", ""),
        ('<polyline points="1 2"/>', (2, 1), "points must be pairs of numbers, two or more", ""),
        ("<polyline/>", (2, 1), "'' is not a list of numbers", ""),
        ('<path d="M0 0X"/>', (2, 1), "path data: cannot read 'X'", ""),
        ('<path d="L0 0"/>', (2, 1), "path data: it must begin with M", ""),
        ('<path fill="red"/>', (2, 1), "the paint 'red' is not drawn", FLAT),
        ('<path fill="url(#a)"/>', (2, 1), "the paint 'url(#a)' is not drawn", FLAT),
        ('<path stroke="rgb(1,2,3)"/>', (2, 1), "the paint 'rgb(1,2,3)' is not drawn", FLAT),
        ('<path fill="#12"/>', (2, 1), "the paint '#12' is not drawn", FLAT),
        ('<path fill="#12345678"/>', (2, 1), "the paint '#12345678' is not drawn", FLAT),
        ('<path fill="inherit"/>', (2, 1), "the paint 'inherit' is not drawn", FLAT),
        ('<path color="green"/>', (2, 1), "the paint 'green' is not drawn", FLAT),
        ('<path stroke-linecap="x"/>', (2, 1), "stroke-linecap 'x' is not drawn", "known: butt, round, square"),
        ('<path stroke-linejoin="arcs"/>', (2, 1), "stroke-linejoin 'arcs' is not drawn", "known: miter, round, bevel"),
        ('<path fill-rule="odd"/>', (2, 1), "fill-rule 'odd' is not drawn", KNOWN),
        ('<g transform="skewX(3)"/>', (2, 1), "the transform skewX(1 numbers) is not drawn", ""),
        ('<g transform="rotate(1 2)"/>', (2, 1), "the transform rotate(2 numbers) is not drawn", ""),
        ('<g transform="matrix(1 2 3)"/>', (2, 1), "the transform matrix(3 numbers) is not drawn", ""),
        ('<g transform="scale"/>', (2, 1), "the transform 'scale' is not understood", ""),
        ('<g transform="scale(1) x"/>', (2, 1), "the transform 'scale(1) x' is not understood", ""),
        ('<g transform="scale(a)"/>', (2, 1), "'a' is not a list of numbers", ""),
        ('<g transform="scale()"/>', (2, 1), "'' is not a list of numbers", ""),
        ('<use href="#gone"/>', (2, 1), "<use> of '#gone': there is no such shape in this file", ""),
        ("<use/>", (2, 1), "<use> of '': there is no such shape in this file", ""),
        ('<use href="b.svg#x"/>', (2, 1), "<use> of 'b.svg#x': there is no such shape in this file", ""),
        ('<use xlink:href="//a/c.svg#x"/>', (2, 1), "<use> of '//a/c.svg#x': there is no such shape in this file", ""),
        ('<clipPath id="c"/><use href="#c"/>', (2, 19), "<use> of '#c': there is no such shape in this file", ""),
        ('<g id="a">\n<use href="#a"/></g>', (3, 1), "<use> inside <use> more than 8 levels deep", ""),
        ('<use id="u" href="#u"/>', (2, 1), "<use> inside <use> more than 8 levels deep", ""),
        ('<g clip-path="url(#c)"/>', (2, 1), "clip-path 'url(#c)': there is no such clipPath in this file", ""),
        ('<g id="c" clip-path="url(#c)"/>', (2, 1), "clip-path 'url(#c)': there is no such clipPath in this file", ""),
        ('<g clip-path="circle(3px)"/>', (2, 1), "clip-path 'circle(3px)': there is no such clipPath in this file", ""),
        ('<clipPath id="c"/>\n<g clip-path="url(#c)"/>', (2, 1), "this clipPath is empty", ""),
        (
            '<clipPath id="c"><g/></clipPath><g clip-path="url(#c)"/>',
            (2, 18),
            "a clipPath may only contain shapes without transform",
            "",
        ),
        (
            '<clipPath id="c"><path transform="scale(2)"/></clipPath><g clip-path="url(#c)"/>',
            (2, 18),
            "a clipPath may only contain shapes without transform",
            "",
        ),
        (
            '<clipPath id="c"><path clip-path="none"/></clipPath><g clip-path="url(#c)"/>',
            (2, 18),
            "a clip of a clip is not drawn",
            "",
        ),
        (
            '<clipPath id="c"><rect width="5" height="5"/>\n<path d="M0 0V5H5Z"/></clipPath><g clip-path="url(#c)"/>',
            (3, 1),
            "several shapes in a clipPath must each be convex and clockwise",
            "join them in one path",
        ),
        ('<clipPath id="c" clip-rule="odd"/><g clip-path="url(#c)"/>', (2, 1), "clip-rule 'odd' is not drawn", KNOWN),
        ('<clipPath transform="scale(2)"/>', (2, 1), "the attribute 'transform' of <clipPath> is not drawn", ""),
        ('<clipPath clip-path="url(#c)"/>', (2, 1), "the attribute 'clip-path' of <clipPath> is not drawn", ""),
        ('<g id="a"/><g id="a"/>', (2, 12), "the id 'a' is there twice", ""),
        ('<rect width="-1" height="1"/>', (2, 1), "width must be 0 or more", ""),
        ('<rect width="1" height="1" ry="-1"/>', (2, 1), "ry must be 0 or more", ""),
        ('<circle r="-1"/>', (2, 1), "r must be 0 or more", ""),
        ('<g stroke-width="-1"/>', (2, 1), "stroke-width must be 0 or more", ""),
        ('<g stroke-width=".001"/>', (2, 1), "stroke-width must be 0, or 0.01 or more", ""),
        ('<g stroke-dasharray="3 -1"/>', (2, 1), "stroke-dasharray must be 0, or 0.01 or more", ""),
        ('<g stroke-dasharray="1e-9"/>', (2, 1), "stroke-dasharray must be 0, or 0.01 or more", ""),
        (f'<g stroke-dasharray="{"1 " * 101}"/>', (2, 1), "stroke-dasharray has more than 100 lengths", ""),
        ('<g stroke-miterlimit=".9"/>', (2, 1), "stroke-miterlimit must be 1 or more", ""),
        (
            '<path d="M1 1h0" stroke="#000" stroke-linecap="square"/>',
            (2, 1),
            "square ends of a line without length are not drawn",
            "draw a <rect>",
        ),
        ('<g color="none"/>', (2, 1), "the paint 'none' is not drawn", FLAT),
        ('<g transform="scale(0)"/>', (2, 1), "a transform to less than 0.001 of the size is not drawn", ""),
        ('<g transform="matrix(1 2 2 4 0 0)"/>', (2, 1), "a transform to less than 0.001 of the size is not drawn", ""),
        ('<g transform="scale(999) scale(999)"/>', (2, 1), "transforms go up to 100,000", ""),
        (f'<g transform="{"scale(99999)" * 80}"/>', (2, 1), "transforms go up to 100,000", ""),
        ('<path id="p"/><use href="#p" x="9e4" transform="scale(9)"/>', (2, 15), "transforms go up to 100,000", ""),
        ('<g transform="scale(1),,scale(1)"/>', (2, 1), "the transform 'scale(1),,scale(1)' is not understood", ""),
        ('<g transform="scale(2),"/>', (2, 1), "the transform 'scale(2),' is not understood", ""),
        ('<polygon points="1,,2 3,4"/>', (2, 1), "'1,,2 3,4' is not a list of numbers", ""),
        ('<circle r="\u0665"/>', (2, 1), "r '\u0665' is not a plain number", ""),
        ('<circle r="1e9"/>', (2, 1), "numbers go up to 100,000", ""),
        (f'<g id="{"a" * 1001}"/>', (2, 1), "id is longer than 1,000 characters", ""),
        (f'<g transform="{" " * 1001}"/>', (2, 1), "transform is longer than 1,000 characters", ""),
        (f"<title>{'a' * 1001}</title>", (2, 1), "the title is longer than 1,000 characters", ""),
        (
            '<clipPath clipPathUnits="objectBoundingBox"/>',
            (2, 1),
            "the attribute 'clipPathUnits' of <clipPath> is not drawn",
            "",
        ),
    ],
)
def test_what_is_not_drawn_exactly_is_refused_by_name(
    tmp_path: Path, body: str, at: tuple[int, int], message: str, hint: str
) -> None:
    diagnostic = refused(tmp_path, body)
    hints = tuple(said for said in diagnostic.hints if "rasterise" not in said)
    assert (diagnostic.code, diagnostic.message, hints) == ("svg-refused", message, (hint,) if hint else ())
    assert (diagnostic.span.line, diagnostic.span.column) == at


@pytest.mark.parametrize(
    "body",
    [
        '<rect width="1e999" height="1"/>',
        '<path d="M0 0L1e400 0"/>',
        '<g transform="scale(1e400)"/>',
        '<path d="M0 0A1e-200 1 0 0 1 5 5"/>',
    ],
)
def test_numbers_beyond_all_measure_do_no_harm(tmp_path: Path, body: str) -> None:
    found = loaded(tmp_path, f"{HEAD}{body}</svg>")
    assert isinstance(found, Drawing) or [d.code for d in found] == ["svg-refused"]
    if isinstance(found, Drawing):
        assert "inf" not in repr(found.items)


@pytest.mark.parametrize(
    ("svg", "line", "code", "message"),
    [
        (f"<!DOCTYPE svg>\n{HEAD}</svg>", 1, "svg-refused", "document types and entities are not supported"),
        (
            f'\n<!DOCTYPE svg [<!ENTITY a "b">]>\n{HEAD}&a;</svg>',
            2,
            "svg-refused",
            "document types and entities are not supported",
        ),
        (
            f'<!DOCTYPE svg SYSTEM "http://www.w3.org/x.dtd">{HEAD}</svg>',
            1,
            "svg-refused",
            "document types and entities are not supported",
        ),
        ("<g/>", 1, "svg-refused", "the root is <g>, not <svg>"),
        ("<html/>", 1, "svg-refused", "<html> is not drawn"),
        ('<svg xmlns="http://example.com"/>', 1, "svg-refused", "<svg> is not drawn"),
        ("<svg/>", 1, "svg-refused", "the viewBox needs four numbers, with a width and a height"),
        ('<svg viewBox="0 0 5"/>', 1, "svg-refused", "the viewBox needs four numbers, with a width and a height"),
        ('<svg viewBox="0 0 0 5"/>', 1, "svg-refused", "the viewBox needs four numbers, with a width and a height"),
        ('<svg viewBox="0 0 5 -5"/>', 1, "svg-refused", "the viewBox needs four numbers, with a width and a height"),
        ('<svg width="100%" height="5"/>', 1, "svg-refused", "width '100%' is not a plain number"),
        ('<svg viewBox="a"/>', 1, "svg-refused", "'a' is not a list of numbers"),
        ('<svg viewBox="0 0 5 1e-9"/>', 1, "svg-refused", "the viewBox needs four numbers, with a width and a height"),
        ('<svg viewBox="0 0 5 1e9"/>', 1, "svg-refused", "numbers go up to 100,000"),
        ('<svg viewBox="0 0 5 5" width="5" height="6"/>', 1, "svg-refused", "width and height have other proportions"),
        (
            '<svg viewBox="0 0 5 5" width="5cm" height="5"/>',
            1,
            "svg-refused",
            "width and height have other proportions",
        ),
        ('<svg viewBox="0 0 5 5" width="0" height="0"/>', 1, "svg-refused", "width and height have other proportions"),
        (
            f'<?xml version="1.0" encoding="latin1"?>{HEAD}</svg>',
            1,
            "svg-refused",
            "the encoding 'latin1' is not supported",
        ),
        (
            f'<?xml version="1.0" encoding="none"?>{HEAD}</svg>',
            1,
            "svg-refused",
            "the encoding 'none' is not supported",
        ),
        (f"{HEAD}\n<g>\n</svg>", 3, "bad-svg", "not readable as SVG: mismatched tag: line 3, column 2"),
        (f"{HEAD}&a;</svg>", 1, "bad-svg", "not readable as SVG: undefined entity"),
        ("", 1, "bad-svg", "not readable as SVG: no element found"),
        ("no svg", 1, "bad-svg", "not readable as SVG: syntax error"),
        ("\x89PNG", 1, "bad-svg", "not readable as SVG: "),
    ],
)
def test_what_is_no_such_svg_is_refused(tmp_path: Path, svg: str, line: int, code: str, message: str) -> None:
    (diagnostic,) = loaded(tmp_path, svg)
    assert diagnostic.code == code
    assert diagnostic.message.startswith(message)
    assert diagnostic.span.line == line
    assert diagnostic.span.column >= 1


@pytest.mark.parametrize("size", ['width="30px" height="60"', 'width="3mm" height="6mm"', 'width="9"', 'height="100%"'])
def test_width_and_height_of_the_view_boxs_proportions_say_nothing_more(tmp_path: Path, size: str) -> None:
    drawing = loaded(tmp_path, f'<svg viewBox="0 0 10 20" {size}/>')
    assert isinstance(drawing, Drawing)
    assert drawing.size == Size(10, 20)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_an_svg_may_be_any_unicode(tmp_path: Path, encoding: str) -> None:
    drawing = loaded(tmp_path, f"{HEAD}<title>Nashörner</title></svg>".encode(encoding))
    assert isinstance(drawing, Drawing)
    assert drawing.alt == "Nashörner"


def test_an_entity_bomb_is_refused_at_once(tmp_path: Path) -> None:
    entities = '<!ENTITY e0 "lol">' + "".join(f'<!ENTITY e{i} "' + f"&e{i - 1};" * 10 + '">' for i in range(1, 12))
    (diagnostic,) = loaded(tmp_path, f"<!DOCTYPE svg [{entities}]>{HEAD}<title>&e11;</title></svg>")
    assert diagnostic.message == "document types and entities are not supported"
    assert diagnostic.hints == ("remove the DOCTYPE",)


@pytest.mark.slow
def test_too_many_elements_are_refused(tmp_path: Path) -> None:
    assert len(drawn(tmp_path, PATH * (svg.MAX_ELEMENTS - 1))) == svg.MAX_ELEMENTS - 1
    diagnostic = refused(tmp_path, f"{PATH}\n" * svg.MAX_ELEMENTS)
    assert diagnostic.message == "more than 20000 elements"
    assert (diagnostic.span.line, diagnostic.span.column) == (svg.MAX_ELEMENTS + 1, 1)


def test_uses_of_uses_do_not_multiply_beyond_the_elements_allowed(tmp_path: Path) -> None:
    levels = [f'<g id="g{i}">' + f'<use href="#g{i - 1}"/>' * 12 + "</g>" for i in range(1, 6)]
    body = f'<defs><path id="g0"/>{"".join(levels)}</defs><use href="#g5"/>'
    assert refused(tmp_path, body).code == "svg-refused"


def test_uses_of_a_long_path_do_not_multiply_beyond_the_lines_allowed(tmp_path: Path) -> None:
    path = f'<path id="p" d="M0 0{"h1v1h-1v-1" * 5000}"/>'
    assert refused(tmp_path, path + '<use href="#p"/>' * 60).message.startswith("more than 1,000,000 lines and curves")
    clip = f'<clipPath id="c">{path}</clipPath>' + '<g clip-path="url(#c)"/>' * 60
    assert refused(tmp_path, clip).message.startswith("more than 1,000,000 lines and curves")


def test_uses_do_not_nest_groups_deeper_than_allowed(tmp_path: Path) -> None:
    chain = "".join(f'<g id="n{i}">{"<g>" * 50}<use href="#n{i + 1}"/>{"</g>" * 50}</g>' for i in range(7))
    diagnostic = refused(tmp_path, f'<defs>{chain}<path id="n7"/></defs><use href="#n0"/>')
    assert diagnostic.message == "nested more than 60 levels deep"


@pytest.mark.parametrize(
    "body",
    [
        '<polygon points="' + "1" * 200_000 + '-"/>',
        '<polygon points="' + " " * 200_000 + 'x"/>',
        "<title>" + "x<g/>" * 15_000 + "</title>",
        "<desc>" + "\n" * 500_000 + "</desc>",
        '<clipPath id="c">' + '<circle r="1"/>' * 9_000 + "</clipPath>" + '<g clip-path="url(#c)"/>' * 9_000,
        '<g id="a" transform="' + "translate(1)" * 80 + '"/>' + '<use href="#a"/>' * 15_000,
        '<g id="a" stroke-dasharray="' + "1 " * 100 + '"/>' + '<use href="#a"/>' * 15_000,
        "<g " + "".join(f'xmlns:a{i}="b{i}" ' for i in range(20_000)) + "/>",
    ],
    ids=["digits", "spaces", "title", "desc", "clips", "transforms", "dashes", "namespaces"],
)
def test_what_is_long_takes_no_long_time(tmp_path: Path, body: str) -> None:
    started = time.process_time()
    loaded(tmp_path, f"{HEAD}{body}</svg>")
    assert time.process_time() - started < 2


def test_groups_nested_too_deep_are_refused(tmp_path: Path) -> None:
    drawn(tmp_path, "<g>" * 60 + "</g>" * 60)
    diagnostic = refused(tmp_path, "<g>" * 5000 + "</g>" * 5000)
    assert diagnostic.message == "nested more than 60 levels deep"


def test_an_svg_that_is_too_large_is_refused_where_it_is_named(tmp_path: Path) -> None:
    (diagnostic,) = loaded(tmp_path, HEAD + " " * art.MAX_SVG_BYTES + "</svg>")
    assert diagnostic == Diagnostic(HERE, "error", "file-too-large", "x.svg is larger than 1000 kB")


@pytest.mark.slow
@settings(max_examples=200)
@given(st.text('<>/="# gusepathdrcl0123M', max_size=40))
def test_no_svg_raises(tmp_path_factory: pytest.TempPathFactory, body: str) -> None:
    loaded(tmp_path_factory.getbasetemp(), f"{HEAD}{body}</svg>")


NAMES = sorted(svg._ELEMENTS) + ["text", "style"]
ATTRIBUTES = sorted(svg._PAINT | svg._EVERYWHERE | set().union(*svg._GEOMETRY.values()) - {svg._HREF_XLINK})
VALUES = [
    "#a",
    "url(#a)",
    "a",
    "1",
    "-1",
    "0",
    "2 3",
    "#f00",
    "none",
    "currentColor",
    "scale(0)",
    "M0 0H5A1 1 0 0 1 9 9z",
    "x",
]


def tagged(name: str, attributes: dict[str, str], inside: list[str]) -> str:
    said = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}{said}>{''.join(inside)}</{name}>"


elements = st.recursive(
    st.just(""),
    lambda inner: st.tuples(
        st.sampled_from(NAMES),
        st.dictionaries(st.sampled_from(ATTRIBUTES), st.sampled_from(VALUES), max_size=3),
        st.lists(inner, max_size=3),
    ).map(lambda e: tagged(*e)),
    max_leaves=5,
)


@pytest.mark.slow
@settings(max_examples=200)
@given(elements)
def test_no_tree_of_known_elements_raises(tmp_path_factory: pytest.TempPathFactory, body: str) -> None:
    loaded(tmp_path_factory.getbasetemp(), f"{HEAD}{body}</svg>")


# Where pictures are looked for


def test_a_missing_picture_is_an_error_where_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "swerve.svg").write_text(HEAD + "</svg>")
    diagnostics = Diagnostics()
    gallery = Gallery([tmp_path, tmp_path / "gone"], diagnostics)
    assert gallery.drawing("swevre.svg", HERE) is None
    assert gallery.drawing("swevre.svg", HERE, "#ff0000") is None
    assert list(diagnostics) == [
        Diagnostic(
            HERE,
            "error",
            "missing-art",
            "there is no picture 'swevre.svg'",
            ("did you mean 'swerve.svg'?", "looked beside the kit and in art/"),
        )
    ]
    assert gallery.files() == []


def test_a_missing_picture_like_no_other_has_no_suggestion(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    Gallery([tmp_path], diagnostics).drawing("horn.svg", HERE)
    assert [d.hints for d in diagnostics] == [("looked beside the kit and in art/",)]


def test_a_missing_picture_is_an_error_at_every_place_that_names_it(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    gallery = Gallery([tmp_path], diagnostics)
    other = HERE._replace(line=9)
    for span in (HERE, other):
        gallery.drawing("horn.svg", span)
        gallery.drawing("../horn.svg", span)
    assert [(d.span.line, d.code) for d in diagnostics] == [
        (7, "missing-art"),
        (7, "outside-path"),
        (9, "missing-art"),
        (9, "outside-path"),
    ]


def test_a_picture_that_cannot_be_read_is_an_error_at_every_place_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"no picture")
    (tmp_path / "b.png").write_bytes(claiming(10_000, 10_000))
    (tmp_path / "c.svg").write_text(f"{HEAD}<text/></svg>")
    diagnostics = Diagnostics()
    gallery = Gallery([tmp_path], diagnostics)
    for line in (7, 9):
        for name in ("a.png", "b.png", "c.svg"):
            assert gallery.drawing(name, HERE._replace(line=line)) is None
    assert [(d.span.file, d.span.line, d.code) for d in diagnostics] == [
        (str(tmp_path / "c.svg"), 1, "svg-refused"),
        ("cards.yaml", 7, "bad-picture"),
        ("cards.yaml", 7, "picture-too-large"),
        ("cards.yaml", 9, "bad-picture"),
        ("cards.yaml", 9, "picture-too-large"),
    ]


@pytest.mark.parametrize("name", ["a" * 300 + ".svg", "a/" * 3000 + "b.svg", "a\0b.svg", "\ud800.svg", ".", "a.svg/b"])
def test_a_name_that_no_file_can_have_is_a_missing_picture(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.svg").write_text(HEAD + "</svg>")
    diagnostics = Diagnostics()
    assert Gallery([tmp_path], diagnostics).drawing(name, HERE) is None
    (diagnostic,) = diagnostics
    assert diagnostic.code == "missing-art"
    assert len(diagnostic.message) < 120


def test_pictures_beside_the_kit_come_before_those_in_art(tmp_path: Path) -> None:
    kit, shared = tmp_path / "kit", tmp_path / "art"
    for folder in (kit, shared):
        (folder / "sub").mkdir(parents=True)
    (kit / "a.svg").write_text(HEAD + "<title>kit</title></svg>")
    (shared / "a.svg").write_text(HEAD + "<title>art</title></svg>")
    (shared / "b.svg").write_text(HEAD + "<title>b</title></svg>")
    (kit / "sub" / "c.svg").write_text(HEAD + "<title>c</title></svg>")
    diagnostics = Diagnostics()
    gallery = Gallery([kit, shared], diagnostics)
    found = [gallery.drawing(name, HERE) for name in ("b.svg", "a.svg", "sub/c.svg")]
    assert [d and d.alt for d in found] == ["b", "kit", "c"]
    assert gallery.files() == [shared / "b.svg", kit / "a.svg", kit / "sub" / "c.svg"]
    assert not diagnostics


def test_a_picture_is_read_once_for_each_colour(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(HEAD + '<path fill="currentColor" d="M0 0"/></svg>')
    gallery = Gallery([tmp_path], Diagnostics())
    black, red = gallery.drawing("a.svg", HERE), gallery.drawing("a.svg", HERE, "#ff0000")
    assert black is gallery.drawing("a.svg", HERE)
    assert red is gallery.drawing("a.svg", HERE, "#ff0000")
    assert black is not red


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(("fill", "many"), [("currentColor", True), ("&#99;urrentColor", True), ("#123456", False)])
def test_only_what_has_the_current_colour_is_drawn_anew_for_another(
    tmp_path: Path, fill: str, many: bool, encoding: str
) -> None:
    (tmp_path / "a.svg").write_bytes(f'{HEAD}<path fill="{fill}" d="M0 0"/></svg>'.encode(encoding))
    gallery = Gallery([tmp_path], Diagnostics())
    black, red = gallery.drawing("a.svg", HERE), gallery.drawing("a.svg", HERE, "#ff0000")
    assert (black is not red) == many


SWAPPED = """<rect width="4" height="4" fill="#DCEBF2" stroke="#111"/><g fill="#abcdef"><rect width="2" height="2"/></g>
<rect width="1" height="1" fill="currentColor"/><g color="#dcebf2"><rect width="1" height="1" fill="currentColor"/></g>
<rect width="9" height="9"/>"""


def paints(
    tmp_path: Path, swaps: dict[str, str | None], colour: str = "#dcebf2"
) -> list[tuple[str | None, str | None]]:
    """Fill and stroke of each shape that is drawn."""
    (tmp_path / "a.svg").write_text(f"{HEAD}{SWAPPED}</svg>", "utf-8")
    drawing = Gallery([tmp_path], Diagnostics(), swaps).drawing("a.svg", HERE, colour)
    assert drawing
    shapes = [item for item in drawing.items if isinstance(item, Outline)]
    return [(shape.fill, shape.stroke and shape.stroke.colour) for shape in shapes]


def test_colours_of_a_drawing_are_swapped_and_the_current_one_is_as_it_is_given(tmp_path: Path) -> None:
    found = paints(tmp_path, {"#dcebf2": "#222233", "#000000": "#1f1b3d", "#222233": "#ff0000"})
    assert found == [
        ("#222233", "#111111"), ("#abcdef", None), ("#dcebf2", None), ("#222233", None), ("#1f1b3d", None),
    ]  # fmt: skip


def test_what_is_left_without_paint_is_not_drawn(tmp_path: Path) -> None:
    found = paints(tmp_path, {"#dcebf2": None, "#abcdef": None}, "#123456")
    assert found == [(None, "#111111"), ("#123456", None), ("#000000", None)]


def test_a_gallery_knows_the_colours_of_what_it_read(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(f"{HEAD}{SWAPPED}</svg>", "utf-8")
    gallery = Gallery([tmp_path], Diagnostics(), {"#abcdef": "#000001"})
    assert gallery.colours() == frozenset()
    gallery.drawing("a.svg", HERE)
    assert gallery.colours() == {"#dcebf2", "#111111", "#abcdef", "currentColor", "#000000"}


def test_a_kit_names_what_its_pictures_are_painted_in(kit: Path) -> None:
    line = edit(kit, "kit.yaml", "engine: rhino", 'engine: rhino\nrecolour: {"#2B2118": blue}') + 1
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    assert context
    drawn = context.gallery.drawing("flourish.svg", HERE)
    assert (
        context.kit.palette["blue"] in {s.stroke.colour for s in _shapes(drawn.items) if s.stroke} if drawn else False
    )
    edit(kit, "kit.yaml", '"#2B2118": blue', '"#2B2118": bluw')
    assert open_context(kit, diagnostics) is None
    (diagnostic,) = diagnostics
    assert (diagnostic.code, diagnostic.span.line, diagnostic.hints) == (
        "unknown-colour",
        line,
        ("did you mean 'blue'?",),
    )


def _shapes(items: Iterable[Item]) -> list[Outline]:
    inside = (_shapes(item.items) if isinstance(item, Group) else [item] for item in items)
    return [shape for shapes in inside for shape in shapes if isinstance(shape, Outline)]


@pytest.mark.parametrize(
    "name",
    ["../x.svg", "a/../../x.svg", "a/..", "/etc/x.svg", "..\\x.svg", "a\\..\\x.svg", "\\x.svg", "\\\\host\\x.svg"]
    + ["C:x.svg", "C:\\x.svg", "c:/x.svg", "file:///x.svg", "https://a.b/x.svg", ".."]
    + [""],
)
def test_a_name_that_leads_out_of_the_kit_is_an_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "x.svg").write_text(HEAD + "</svg>")
    (tmp_path / "kit" / "a").mkdir(parents=True)
    diagnostics = Diagnostics()
    assert Gallery([tmp_path / "kit"], diagnostics).drawing(name, HERE) is None
    assert list(diagnostics) == [
        Diagnostic(
            HERE,
            "error",
            "outside-path",
            f"{name!r} is outside the kit's folder",
            ("name a file in the kit's own folder or in art/",),
        )
    ]


def test_a_link_out_of_the_kit_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "x.svg").write_text(HEAD + "</svg>")
    kit = tmp_path / "kit"
    kit.mkdir()
    try:
        (kit / "link.svg").symlink_to(tmp_path / "x.svg")
        (kit / "folder").symlink_to(tmp_path, target_is_directory=True)
    except OSError:
        pytest.skip("no symbolic links here")
    diagnostics = Diagnostics()
    gallery = Gallery([kit], diagnostics)
    assert gallery.drawing("link.svg", HERE) is None
    assert gallery.drawing("folder/x.svg", HERE) is None
    assert gallery.drawing("lnk.svg", HERE) is None
    assert [(d.code, d.message, d.hints) for d in diagnostics] == [
        ("missing-art", "there is no picture 'lnk.svg'", ("looked beside the kit and in art/",)),
        ("outside-path", "'folder/x.svg' is a link to a file outside the kit", ("copy the file into the kit",)),
        ("outside-path", "'link.svg' is a link to a file outside the kit", ("copy the file into the kit",)),
    ]
    assert gallery.files() == []


def test_a_link_within_the_kit_is_followed(tmp_path: Path) -> None:
    (tmp_path / "x.svg").write_text(HEAD + "</svg>")
    try:
        (tmp_path / "link.svg").symlink_to(tmp_path / "x.svg")
    except OSError:
        pytest.skip("no symbolic links here")
    diagnostics = Diagnostics()
    assert Gallery([tmp_path], diagnostics).drawing("link.svg", HERE)
    assert not diagnostics


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "a.svg").mkdir()
    diagnostics = Diagnostics()
    assert Gallery([tmp_path], diagnostics).drawing("a.svg", HERE) is None
    assert [d.code for d in diagnostics] == ["missing-art"]


# Bitmaps


def bitmap(kind: str, size: tuple[int, int], mode: str = "RGB") -> bytes:
    stream = io.BytesIO()
    Image.new(mode, size, 1).save(stream, kind)
    return stream.getvalue()


def claiming(width: int, height: int) -> bytes:
    """A tiny PNG whose header claims a size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\0\0\0")) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("name", "kind", "mode"),
    [("a.png", "PNG", "RGB"), ("a.png", "PNG", "RGBA"), ("a.png", "PNG", "P"), ("a.PNG", "PNG", "L")]
    + [("a.jpg", "JPEG", "RGB"), ("a.jpeg", "JPEG", "L"), ("a.jpg", "JPEG", "CMYK")],
)
def test_a_bitmap_is_a_drawing_of_a_millimetre_to_the_pixel(tmp_path: Path, name: str, kind: str, mode: str) -> None:
    data = bitmap(kind, (7, 5), mode)
    drawing = loaded(tmp_path, data, name)
    assert isinstance(drawing, Drawing)
    assert drawing.size == Size(7, 5)
    assert drawing.items == (Picture(Rect(0, 0, 7, 5), data, (7, 5)),)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.png", b""),
        ("a.png", b"no picture"),
        ("a.jpg", b"\xff\xd8\xff"),
        ("a.png", b"\x89PNG\r\n\x1a\n"),
        ("a.yaml", b"a: 1"),
        ("a.png", claiming(0, 5)),
    ],
)
def test_what_is_no_bitmap_is_an_error_where_it_is_named(tmp_path: Path, name: str, data: bytes) -> None:
    (diagnostic,) = loaded(tmp_path, data, name)
    assert diagnostic == Diagnostic(
        HERE, "error", "bad-picture", f"{name} is not a picture that can be read", ("use SVG, PNG or JPEG",)
    )


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [("a.png", "PNG", "has fewer pixels than its header declares"), ("a.jpg", "JPEG", "ends before its pixels do")],
)
def test_a_bitmap_that_breaks_off_is_an_error(tmp_path: Path, name: str, kind: str, message: str) -> None:
    stream = io.BytesIO()
    Image.effect_noise((60, 60), 90).save(stream, kind)
    data = stream.getvalue()
    (diagnostic,) = loaded(tmp_path, data[: len(data) // 2], name)
    assert (diagnostic.span, diagnostic.code, diagnostic.message) == (HERE, "bad-picture", f"{name} {message}")


@pytest.mark.parametrize(
    ("mode", "options", "what"),
    [
        ("I;16", {}, "has 16 bits of grey"),
        ("L", {"transparency": 1}, "has a single colour that stands for none"),
        ("RGB", {"transparency": (1, 0, 0)}, "has a single colour that stands for none"),
    ],
)
def test_a_bitmap_that_a_pdf_would_show_otherwise_is_an_error(
    tmp_path: Path, mode: str, options: dict[str, Any], what: str
) -> None:
    stream = io.BytesIO()
    Image.new(mode, (7, 5), 1).save(stream, "PNG", **options)
    (diagnostic,) = loaded(tmp_path, stream.getvalue(), "a.png")
    assert (diagnostic.code, diagnostic.message) == ("bad-picture", f"a.png {what}, which is not drawn")


def test_a_jpeg_that_a_pdf_cannot_hold_is_an_error(tmp_path: Path) -> None:
    data = bitmap("JPEG", (7, 5))
    head = data.index(b"\xff\xe0")
    short = data[: head + 2] + b"\0\7" + data[head + 4 : head + 9] + data[head + 18 :]
    (diagnostic,) = loaded(tmp_path, short, "a.jpg")
    assert diagnostic.code == "bad-picture"


@pytest.mark.slow
@settings(max_examples=150)
@given(
    st.sampled_from([("PNG", "P"), ("PNG", "RGBA"), ("PNG", "1"), ("JPEG", "L"), ("JPEG", "CMYK")]),
    st.lists(st.tuples(st.integers(0, 200), st.binary(max_size=3), st.integers(0, 3)), min_size=1, max_size=4),
)
def test_no_bitmap_raises(
    tmp_path_factory: pytest.TempPathFactory, kind: tuple[str, str], edits: list[tuple[int, bytes, int]]
) -> None:
    data = bitmap(kind[0], (7, 5), kind[1])
    for at, new, over in edits:
        data = data[:at] + new + data[at + over :]
    loaded(tmp_path_factory.getbasetemp(), data, "a.png")


@pytest.mark.parametrize(("width", "height"), [(7746, 7746), (10_000, 10_000), (50_000, 50_000)])
def test_a_picture_of_too_many_pixels_is_an_error_and_never_unpacked(tmp_path: Path, width: int, height: int) -> None:
    (diagnostic,) = loaded(tmp_path, claiming(width, height), "a.png")
    assert diagnostic == Diagnostic(
        HERE, "error", "picture-too-large", f"a.png has {width} × {height} pixels", ("600 dpi are enough",)
    )


def test_a_bitmap_file_that_is_too_large_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(art, "MAX_BITMAP_BYTES", 1000)
    (diagnostic,) = loaded(tmp_path, b"x" * 1001, "a.png")
    assert (diagnostic.code, diagnostic.message) == ("file-too-large", "a.png is larger than 1 kB")


# Drawn as an independent reader draws it

PIXELS = 600
MEAN, PART = 1.0, 0.005
"""Most that two rasters may differ: the mean of any channel, of 255; the part of pixels off by more than 96."""


def zoom(size: Size, pixels: int) -> int:
    return max(1, -(-pixels // int(max(size))))


def through_pdf(drawings: list[Drawing], fonts: Fonts, pixels: int) -> list[Image.Image]:
    """Each drawing on a page of its own size, written by ink.pdf and rasterised by PDFium."""
    pages = []
    for drawing in drawings:
        piece = Piece(drawing.name, "art", drawing.name, drawing.size, drawing)
        placed = Placed(piece, 1, "front", Rect(0, 0, *drawing.size))
        pages.append(pdf.Page(drawing.size, (placed,), Drawing("none", drawing.size, ()), drawing.name))
    document = pypdfium2.PdfDocument(pdf.write(pdf.Document("t", "a", "s", "en", "Simplex", tuple(pages)), fonts))
    images = []
    for number, drawing in enumerate(drawings):
        # A hair less than whole pixels, because PDFium rounds up.
        scale = zoom(drawing.size, pixels) * MM_PER_POINT * (1 - 1e-6)
        images.append(document[number].render(scale=scale).to_pil().convert("RGB"))
    document.close()
    return images


def by_resvg(path: Path, size: tuple[int, int]) -> Image.Image:
    png = resvg_py.svg_to_bytes(svg_path=str(path), background="#ffffff", width=size[0], height=size[1])
    return Image.open(io.BytesIO(png)).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """The mean difference of the worst channel, of 255, and the part of pixels off by more than 96 in any."""
    assert one.size == other.size
    apart = ImageChops.difference(one, other)
    red, green, blue = apart.split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    return max(ImageStat.Stat(apart).mean), sum(worst[97:]) / (one.width * one.height)


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
def test_every_picture_of_the_kit_is_drawn_as_resvg_draws_it(rasters: dict[str, Image.Image], path: Path) -> None:
    ours = rasters[path.name]
    mean, part = difference(ours, by_resvg(path, ours.size))
    assert mean < MEAN
    assert part < PART


def test_the_comparison_sees_a_missing_part(rasters: dict[str, Image.Image], tmp_path: Path) -> None:
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
def test_the_subset_is_drawn_as_resvg_draws_it(tmp_path: Path, context: RenderContext, name: str) -> None:
    drawing = loaded(tmp_path, f"{HEAD}{FEATURES[name]}</svg>")
    assert isinstance(drawing, Drawing), drawing
    check_feature(tmp_path, context.fonts, drawing)


@pytest.mark.parametrize("name", NOT_SURE)
def test_what_is_not_refused_is_never_drawn_wrong(tmp_path: Path, context: RenderContext, name: str) -> None:
    found = loaded(tmp_path, f"{HEAD}{NOT_SURE[name]}</svg>")
    if isinstance(found, Drawing):
        check_feature(tmp_path, context.fonts, found)
    else:
        assert [d.code for d in found] == ["svg-refused"]


@pytest.mark.parametrize(
    "attribute", ['transform="scale(.5)"', 'fill-opacity=".5"', 'opacity=".5"', 'clip-path="url(#d)"']
)
def test_what_the_root_says_is_refused_or_drawn(tmp_path: Path, context: RenderContext, attribute: str) -> None:
    found = loaded(tmp_path, f'{HEAD[:-1]} {attribute}>{CLIPS}<rect width="20" height="20"/></svg>')
    if isinstance(found, Drawing):
        check_feature(tmp_path, context.fonts, found)
    else:
        assert [(d.code, d.span.line, d.span.column) for d in found] == [("svg-refused", 1, 1)]


def test_a_bitmap_stands_upright_on_the_page(tmp_path: Path, context: RenderContext) -> None:
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
