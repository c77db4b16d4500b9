"""Standees: whose picture they show, and how large they are."""

from __future__ import annotations

import math

import pytest

from pnp.components.kinds import foldie, tuckbox
from pnp.components.knife import CREASE
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import FOLD_LINES, Drawing, Group, Item, Path, Tag, Text, Use
from pnp.kit import paths
from pnp.pipeline.context import open_context
from tests.support.kinds import label, made

RHINOS = "kind: foldie\ntitle: Foldies\ncards: rhinos\npanel: [40, 50]\ntab: 12\n"


POINTS = 72 / 25.4
WITH_BOX = ("rhino", "rhino-de", "rhino-fr", "rhino-night", "lists", "tilt")


def pictures(items: tuple[Item, ...]) -> list[Drawing]:
    found = []
    for item in items:
        if isinstance(item, Use):
            found.append(item.drawing)
        elif isinstance(item, Group | Tag):
            found.extend(pictures(item.items))
    return found


def test_a_standee_shows_its_card_on_both_panels(grass):
    standees = made(grass, RHINOS)
    shown = [pictures(piece.front.items) for piece in standees]
    assert [len(both) for both in shown] == [2] * 4
    assert len({id(both[0]) for both in shown}) == 4
    assert {tuple(piece.size) for piece in standees} == {(40, 124)}


def test_the_space_around_the_picture_may_be_smaller(grass):
    def widths(text: str) -> list[float]:
        groups = [item for item in made(grass, text)[0].front.items if isinstance(item, Group)]
        uses = [use for group in groups for use in uses_in(group.items)]
        return [round(abs(use.transform.a) * use.drawing.size.w, 3) for use in uses]

    assert widths(RHINOS) == [34, 34]
    assert widths(f"{RHINOS}edge: 1\n") == [38, 38]


def uses_in(items: tuple[Item, ...]) -> list[Use]:
    found = [item for item in items if isinstance(item, Use)]
    return found + [use for item in items if isinstance(item, Group | Tag) for use in uses_in(item.items)]


def test_a_standee_may_have_a_picture_of_its_own(grass):
    alike = [pictures(piece.front.items)[0] for piece in made(grass, f"{RHINOS}art: head.svg\n")]
    assert len({id(picture) for picture in alike}) == 1
    named = [pictures(piece.front.items)[0] for piece in made(grass, f'{RHINOS}art: "{{id}}.svg"\n')]
    assert len({id(picture) for picture in named}) == 4, "{id} is that of the card"
    assert not label(grass)


def test_a_standee_may_show_a_face_which_the_other_panel_mirrors(context):
    standees = made(context, f"{RHINOS}face: standee\n")
    shown = [pictures(piece.front.items) for piece in standees]
    assert [both[0].name for both in shown] == [f"{name}-standee" for name in context.kit.cards["rhinos"]]
    assert all(len(both) == 2 and both[0] is both[1] for both in shown)
    far, near = (item for item in standees[0].front.items[:2] if isinstance(item, Group))
    mirrored = [item for item in far.items if isinstance(item, Group)]
    assert [group.transform.a for group in mirrored] == [-1]
    assert not [item for item in near.items if isinstance(item, Group)]


def test_a_lower_plate_leaves_more_room_for_the_picture(grass):
    def heights(text: str) -> set[float]:
        groups = [item for item in made(grass, text)[0].front.items if isinstance(item, Group)]
        paths = [path for group in groups for path in group.items if isinstance(path, Path) and path.fill]
        return {
            round(max(p[1] for _, p in path.segments if p) - min(p[1] for _, p in path.segments if p), 3)
            for path in paths
        }

    assert heights(RHINOS) == {9}
    assert heights(f"{RHINOS}plate: 5\n") == {5}


def test_the_creases_of_both_feet_coincide_once_they_are_glued(grass):
    """The crease is in the middle of each foot, so that the edge of one is at the fold of the other."""
    piece = made(grass, RHINOS)[0]
    folds = [item for tag in piece.front.items if isinstance(tag, Tag) and tag.alt == FOLD_LINES for item in tag.items]
    rows = {path.segments[0][1][1]: path.stroke == CREASE for path in folds if isinstance(path, Path)}
    assert [y for y, crease in rows.items() if not crease] == [12, 62, 112]
    assert [y for y, crease in rows.items() if crease] == [12 / 2, 124 - 12 / 2]


def test_the_words_of_a_foot_stay_off_its_lines(grass):
    """Each is in its half of the foot."""
    for piece in made(grass, RHINOS):
        notes = [text for text in piece.front.items if isinstance(text, Text)]
        assert [text.text for text in notes] == [
            "glue this foot",
            "under the other",
            "glue this foot",
            "over the other",
        ]
        for text, (top, bottom) in zip(notes, ((0, 6), (6, 12), (112, 118), (118, 124)), strict=True):
            assert top < text.y - text.size / POINTS < text.y + 0.3 * text.size / POINTS < bottom
    assert not label(grass)


@pytest.mark.parametrize("name", WITH_BOX)
def test_folded_standees_fit_into_the_box_of_their_kit(name):
    """They lie side by side and on one another, in what the box has beside its cards."""
    context = open_context(paths.data_folder() / name, Diagnostics())
    components = context.kit.components.values()
    (box,) = (spec for spec in components if isinstance(spec, tuckbox.Spec))
    inside = tuckbox._box(box, context)
    assert inside
    depth, taken = 0.0, 0.0
    for spec in components:
        if isinstance(spec, foldie.Spec):
            size, thick = foldie.folded(spec, context.facts.thickness[spec.stock])
            fits = max(
                int(inside.w // size.w) * int(inside.h // size.h), int(inside.w // size.h) * int(inside.h // size.w)
            )
            assert fits, "one standee is larger than the box"
            taken += len(context.kit.cards[spec.cards]) * spec.copies / fits
            depth = max(depth, thick)
    assert math.ceil(taken) * depth < box.extra
    assert inside.d - box.extra > 0
