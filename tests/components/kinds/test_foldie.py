"""Standees: whose picture they show, and how large they are."""

from __future__ import annotations

from pnp.graphics.drawing import Drawing, Group, Item, Path, Tag, Use
from tests.support.kinds import label, made

RHINOS = "kind: foldie\ntitle: Foldies\ncards: rhinos\npanel: [40, 50]\ntab: 12\n"


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
