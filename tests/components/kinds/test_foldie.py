"""Standees: whose picture they show, and how large they are."""

from __future__ import annotations

from pnp.graphics.drawing import Drawing, Group, Item, Tag, Use
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
