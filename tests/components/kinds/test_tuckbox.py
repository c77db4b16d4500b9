"""Tuck boxes: as large as their decks need, and a net that folds into a box."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from pnp import components
from pnp.checks.support.printed import tags
from pnp.components.context import RenderContext
from pnp.components.kinds import tuckbox
from pnp.diagnostics import Diagnostics
from pnp.graphics.contour import contours, joined
from pnp.graphics.drawing import CUT_LINES, FOLD_LINES, Group, Path, Piece, Tag
from pnp.graphics.geometry import Size, Transform
from pnp.sources.yaml import parse
from tests.conftest import fresh

BOX = "kind: tuckbox\ntitle: Tuck box\ndecks: [moves, rhinos]\nface: box\nback: credits\n"


def made(context: RenderContext, text: str = BOX) -> tuple[list[Piece], Diagnostics]:
    context = fresh(context, diagnostics=Diagnostics())
    spec = components.component(parse(text, "kit.yaml", context.diagnostics), context.diagnostics)
    return (components.pieces("box", spec, context) if spec else []), context.diagnostics


def inside(cards: int) -> tuckbox._Box:
    return tuckbox._Box(64.5, 89.5, max(tuckbox.LEAST_DEPTH, cards * 0.32 + 1), Size(63, 88))


def test_a_box_is_as_deep_as_its_cards_are_thick(context):
    (piece,), diagnostics = made(context)
    assert not diagnostics
    depth = (62 + 4) * context.facts.thickness["cardstock"] + tuckbox.SLACK
    assert piece.title == f"Tuck box, 64 × 90 × {depth:.0f} mm inside"
    assert piece.size.w == pytest.approx(tuckbox.FLAP + 2 * (63 + 1.5) + 2 * depth)
    assert piece.size.h == pytest.approx(88 + 1.5 + 2 * depth + tuckbox.TUCK)
    assert [text.text for text in piece.front.texts()].count("Rhinoceros Joust") == 5, "sides, lid, bottom, credits"


def test_a_box_may_be_deeper_for_other_pieces(context):
    (piece,), diagnostics = made(context, BOX + "extra: 14\n")
    assert not diagnostics
    depth = (62 + 4) * context.facts.thickness["cardstock"] + tuckbox.SLACK + 14
    assert piece.size.w == pytest.approx(tuckbox.FLAP + 2 * (63 + 1.5) + 2 * depth)
    assert f"× {depth:.0f} mm inside" in piece.title


def test_few_cards_have_a_box_that_stands(context):
    (piece,), _ = made(context, BOX.replace("moves, rhinos", "rhinos"))
    assert piece.size.w == pytest.approx(tuckbox.FLAP + 2 * 64.5 + 2 * tuckbox.LEAST_DEPTH)


def test_every_fold_joins_edges_of_one_length(context):
    """Panels side by side have one height; lid and bottoms are as deep as the sides are wide."""
    box = inside(70)
    front, side, back, other, end = box.columns
    assert (side - front, other - back) == pytest.approx((box.w, box.w))
    assert (back - side, end - other) == pytest.approx((box.d, box.d))
    outline = tuckbox._outline(box)
    assert (back, box.top - box.d) in outline
    assert (other, box.top - box.d) in outline
    lowest = max(y for _, y in outline)
    assert lowest == pytest.approx(box.top + box.h + box.d)


@pytest.mark.parametrize("cards", [1, 20, 70, 150])
def test_the_cut_line_goes_round_once_and_never_crosses_itself(cards):
    outline = tuckbox._outline(inside(cards))
    edges = list(zip(outline, [*outline[1:], outline[0]], strict=True))

    def turn(a, b, c) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    def cross(one, other) -> bool:
        (a, b), (c, d) = one, other
        return turn(a, b, c) * turn(a, b, d) < -1e-9 and turn(c, d, a) * turn(c, d, b) < -1e-9

    assert not [1 for i, one in enumerate(edges) for other in edges[i + 1 :] if cross(one, other)]
    assert all(math.dist(a, b) > 0.5 for a, b in edges)
    box = inside(cards)
    assert all(-1e-9 <= x <= box.size.w + 1e-9 and -1e-9 <= y <= box.size.h + 1e-9 for x, y in outline)


def test_folds_are_dashed_and_cuts_are_not(context):
    (piece,), _ = made(context)
    layers = {tag.alt: tag.items for tag in piece.front.items if isinstance(tag, Tag) and tag.role == "Layer"}
    assert set(layers) == {CUT_LINES, FOLD_LINES}
    strokes = [item.stroke for items in layers.values() for item in items if isinstance(item, Path) and item.stroke]
    assert [stroke.dash != () for stroke in strokes].count(False) == 1
    assert len(strokes) == 10


def test_flaps_of_a_dark_box_are_cut_along_black_lines(context):
    """White lines are for the edges of the colour; the flaps that are glued inside are bare paper."""
    palette = {**context.kit.palette, "accent": "#301030"}
    dark = replace(context, kit=replace(context.kit, palette=palette))
    (piece,), _ = made(dark, f"{BOX}colour: accent\n")
    (cuts,) = (tag.items for tag in piece.front.items if isinstance(tag, Tag) and tag.alt == CUT_LINES)
    assert [item.stroke.colour for item in cuts] == ["#ffffff", "#000000"]
    box = inside(66)
    front, side, _, _, end = box.columns
    top, far = box.top, box.top + box.h
    upper, bottom, thumb, flaps, glued = (line for path in cuts for line in contours(path.segments, Transform()))
    for line, first, last in (
        (thumb, (front, top), (side, top)),
        (upper, (side, top), (end, far)),
        (bottom, (side, far), (front, far)),
        (flaps, (end, far), (side, far)),
        (glued, (front, far), (front, top)),
    ):
        begin, finish = line.vertices[0], line.vertices[-1]
        assert (begin.x, begin.y, finish.x, finish.y) == pytest.approx((*first, *last))
    assert [contour.closed for contour in joined([upper, bottom, thumb, flaps, glued])] == [True]


@pytest.mark.parametrize("floods", [True, False])
def test_a_front_that_floods_extends_past_the_cut_above_it(context, floods):
    book = context.kit.facebook
    faces = {**book.faces, "box": replace(book.faces["box"], bleeds=floods)}
    changed = replace(context, kit=replace(context.kit, facebook=replace(book, faces=faces)), past_cut=2.0)
    (piece,), _ = made(changed)
    assert piece.front.bleed == (2.0 if floods else 0.0)
    exact = next(item for item in piece.front.items if isinstance(item, Group) and item.clip)
    past = next(item for tag in tags(piece.front.items, "Bleed") for item in tag.items if isinstance(item, Group))
    for front, reach in ((exact, 0.0), (past, 2.0)):
        (_, (left, top)), *_ = front.clip
        assert (left, top) == pytest.approx((tuckbox.FLAP, piece.size.h - 89.5 - inside(66).d - reach))


def test_colour_past_the_cut_is_below_that_of_the_box(context):
    """Low ink leaves out what extends past the cut, and so draws no second outline."""
    changed = replace(context, past_cut=2.0)
    (piece,), _ = made(changed, f"{BOX}colour: accent\n")
    accent = context.kit.palette["accent"]
    exact = [item for item in piece.front.items if isinstance(item, Path) and item.fill == accent]
    past = [
        item
        for tag in tags(piece.front.items, "Bleed")
        for item in tag.items
        if isinstance(item, Path) and item.fill == accent
    ]
    assert len(exact) == len(past) == 6, "sides, their dust flaps, lid and outer bottom"
    xs = [[segment[1][0] for segment in path.segments if segment[1]] for path in exact]
    assert max(map(max, xs)) == pytest.approx(piece.size.w)
    beyond = [segment[1][0] for path in past for segment in path.segments if segment[1]]
    assert max(beyond) == pytest.approx(piece.size.w + 2.0)


def test_sides_and_lid_may_have_faces_in_place_of_the_title(context):
    (plain,), _ = made(context)
    (piece,), diagnostics = made(context, f"{BOX}side: small-turn\nlid: small-turn\n")
    assert not [found for found in diagnostics if found.code == "unknown-face"]
    titles = [[text.text for text in one.front.texts()].count("Rhinoceros Joust") for one in (plain, piece)]
    assert titles == [5, 1], "only the credits"


def test_a_face_on_a_side_fills_it_as_far_as_its_size_lets_it(context):
    book = context.kit.facebook
    tall = replace(book.faces["credits"], size=(31.5, 90.0))
    changed = replace(context, kit=replace(context.kit, facebook=replace(book, faces={**book.faces, "tall": tall})))
    (piece,), _ = made(changed, f"{BOX}side: tall\n")
    box = inside(66)
    scale = min(box.d / 31.5, box.h / 90.0)
    groups = [item for item in piece.front.items if isinstance(item, Group) and item.clip]
    scales = [one.transform.a for group in groups for one in group.items]
    assert scales.count(pytest.approx(scale)) == 2, "both sides"


def test_the_second_side_may_have_a_face_of_its_own(context):
    (both,), _ = made(context, f"{BOX}side: small-turn\n")
    (piece,), diagnostics = made(context, f"{BOX}side: small-turn\nother: credits\n")
    assert not [found for found in diagnostics if found.code == "unknown-face"]
    titles = [[text.text for text in one.front.texts()].count("Rhinoceros Joust") for one in (both, piece)]
    assert titles[1] == titles[0] + 1, "the credits, once, on the other side"
    (missing,), diagnostics = made(context, f"{BOX}other: no-such-face\n")
    assert [found.code for found in diagnostics if found.code == "unknown-face"], missing.name
