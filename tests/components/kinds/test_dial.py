"""Dials: the numbers of a rule around a disc, and a pointer of the same colour beside it."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from math import atan2, degrees, dist, hypot

import pytest

from pnp import components
from pnp.checks.support.printed import tags, texts
from pnp.components.context import RenderContext
from pnp.components.rims import DASHES
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import CUT_LINES, Path, Piece, Tag, every
from pnp.graphics.geometry import Rect
from pnp.imposition import Placed
from pnp.imposition.layout import layout
from pnp.imposition.registration import SILHOUETTE
from pnp.sources.yaml import parse
from tests.conftest import fresh

RULES = "speed: {start: 0, max: 6}\nname: fast\n"
DIAL = "kind: dial\ntitle: Dials\ndiameter: 50\nleast: speed.start\nmost: speed.max\ncolours: [red, blue]\n"


@pytest.fixture
def context(context: RenderContext) -> RenderContext:
    """The rhino kit with horses' speeds among its rules."""
    diagnostics = Diagnostics()
    style = context.kit.facebook.styles["track-count"]
    book = replace(context.kit.facebook, styles={**context.kit.facebook.styles, "dial-number": style})
    kit = replace(context.kit, rules=parse(RULES, "rules.yaml", diagnostics), facebook=book)
    return fresh(context, kit=kit, diagnostics=diagnostics)


def made(context: RenderContext, text: str = DIAL) -> list[Piece]:
    spec = components.component(parse(text, "kit.yaml", context.diagnostics), context.diagnostics)
    return components.pieces("dials", spec, context) if spec else []


def test_a_dial_for_each_colour(context):
    pieces = made(context)
    assert [piece.id for piece in pieces] == ["dials/red", "dials/blue"]
    assert {piece.size for piece in pieces} == {(63, 50)}
    assert all(piece.outlined and piece.back is None for piece in pieces)
    assert not context.diagnostics


def test_the_numbers_go_round_clockwise_from_the_top(context):
    piece = made(context)[0]
    cells = list(tags(piece.front.items, "Cell"))
    assert [cell.alt for cell in cells] == ["0", "1", "2", "3", "4", "5", "6"]
    assert [text.text for cell in cells for text in texts(cell.items)] == [cell.alt for cell in cells]
    for number, cell in enumerate(cells):
        (text,) = texts(cell.items)
        width = context.fonts.width(text.text, text.font, text.size)
        high = context.fonts.cap_height(text.font, text.size)
        x, y = text.x + width / 2 - 25, text.y - high / 2 - 25
        turn = (degrees(atan2(x, -y)) - number * 360 / 7 + 180) % 360 - 180
        assert abs(turn) < 6, number
        assert hypot(x, y) < 25


def test_dials_are_told_apart_without_colour(context):
    gaps = [
        sum(isinstance(item, Path) and item.stroke is not None and item.stroke.colour == "#ffffff" for item in items)
        for items in (piece.front.items for piece in made(context))
    ]
    assert gaps == [0, DASHES]


def test_the_pointer_stands_beside_the_disc_and_on_the_piece(context):
    (pointer,) = tags(made(context)[0].front.items, "Figure")
    points = [
        xy
        for item in every(pointer.items)
        if isinstance(item, Path)
        for _, n in item.segments
        for xy in zip(n[::2], n[1::2], strict=True)
    ]
    assert min(x for x, _ in points) > 50
    assert max(x for x, _ in points) <= 63
    assert 0 <= min(y for _, y in points) < max(y for _, y in points) <= 50
    assert pointer.alt == "pointer"


def test_the_pointers_cut_line_is_one_closed_curve_around_arrow_and_disc(context):
    (pointer,) = tags(made(context)[0].front.items, "Figure")
    (cut,) = [item for tag in pointer.items if isinstance(tag, Tag) and tag.alt == CUT_LINES for item in tag.items]
    assert [letter for letter, _ in cut.segments] == ["m", *"lll", *"cccc", *"lll"[:2], "h"]
    ends = [numbers[-2:] for letter, numbers in cut.segments if letter == "c"]
    (x, y), hub = (2 * 25 + 4 + 4.5, 0.6 + 0.43 * 25 + 4), 4
    assert all(dist((x, y), end) == pytest.approx(hub) for end in [*ends, cut.segments[3][1]])
    assert cut.segments[3][1][0] - x == pytest.approx(x - ends[-1][0])


def test_the_rim_extends_past_the_cut_line_but_not_to_the_pointer(context):
    for past, outer in ((1.5, 26.5), (3.0, 27.0), (0.0, 25.0)):
        front = made(replace(context, past_cut=past))[0].front
        rims = [rim for tag in tags(front.items, "Bleed") for rim in tag.items]
        assert [rim.segments[0][1][0] - 25 + rim.stroke.width / 2 for rim in rims] == pytest.approx(
            [outer] * bool(past)
        )
        assert front.bleed == past


def test_disc_and_pointer_are_cut_along_one_closed_line_each(context):
    (piece, _) = made(context)
    placed = Placed(piece, 1, "front", Rect(0, 0, *piece.size))
    pointer, disc = layout(SILHOUETTE, piece.size, [placed]).cuts
    assert disc.closed
    assert pointer.closed
    assert disc.bounds == pytest.approx(Rect(0, 0, 50, 50), abs=0.01)
    assert pointer.bounds.x > 50
    assert pointer.bounds.w == pytest.approx(8, abs=0.01)


def test_numbers_may_be_given_outright_and_a_middle_drawn(context):
    (piece,) = made(context, DIAL.replace("speed.max", "3").replace("[red, blue]", "[red]") + "art: head.svg\n")
    assert [cell.alt for cell in tags(piece.front.items, "Cell")] == ["0", "1", "2", "3"]
    assert len(list(tags(piece.front.items, "Figure"))) == 2


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("speed.max", "speed.most", "unknown-field", "no number 'speed.most'"),
        ("speed.start", "name", "unknown-field", "no number 'name'"),
        ("speed.max", "0", "out-of-range", "0 to 0 are 1"),
        ("speed.max", "99", "out-of-range", "0 to 99 are 100"),
        ("[red, blue]", "[red, mauve]", "unknown-colour", "'mauve'"),
        ("diameter: 50", "diameter: 5", "out-of-range", "not between 25"),
        ("title: Dials", "title: Dials\nsize: 4", "unknown-key", "'size'"),
    ],
)
def test_errors_name_their_place(context, old, new, code, message):
    made(context, DIAL.replace(old, new))
    assert [diagnostic.code for diagnostic in context.diagnostics] == [code]
    (diagnostic,) = context.diagnostics
    assert message in diagnostic.message
    assert diagnostic.span.file == "kit.yaml"


def test_each_colour_can_have_its_own_picture(context, monkeypatch):
    named = []

    def noted(_, name, *rest):
        named.append(name)
        return []

    monkeypatch.setattr(import_module("pnp.components.kinds.dial"), "picture", noted)
    assert len(made(context, DIAL + 'art: "sign-{colour}.svg"\n')) == 2
    assert named == ["sign-red.svg", "sign-blue.svg"]
