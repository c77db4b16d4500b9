"""SVG -> drawings: shapes, groups, transforms, paint and clips."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from pnp.graphics.drawing import KAPPA, Drawing, Group, Item, Segment, Stroke, ellipse
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.geometry import Size, Transform
from tests.support.svg import HEAD, drawn, loaded


def outline(folder: Path, body: str, colour: str = "#000000") -> Outline:
    (item,) = drawn(folder, body, colour)
    assert isinstance(item, Outline)
    return item


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
