"""The templates of silhouette-card-maker: their published numbers, and sheets that they cut."""

import pytest

from pnp.graphics import Rect, Size
from pnp.imposition import Room, arrange, templates
from pnp.imposition.registration import MACHINES
from tests.support.sheets import piece

MACHINE = MACHINES["silhouette-card-maker"]
EVERY = [(paper, card) for paper in templates.PAPERS for card in templates.CARDS]


# The length of the arms, from layouts.json at 0616641. It follows from rows, columns and orientation, so it tests them.
@pytest.mark.parametrize(
    ("paper", "lengths"),
    [
        ("letter", "8.04 7.2 12.28 12.78 25.15 14.82 7.2 26.16 25.99 38.86 13.46 14.82"),
        ("legal", "8.04 7.2 21.08 19.3 28.7 7.2 10.92 36.32 25.99 26.16 18.54 7.2"),
        ("tabloid", "26.84 24.98 24.98 15.16 25.15 22.44 24.98 27.52 27.01 58.59 13.46 24.98"),
        ("a4", "9.4 8.38 6.69 9.91 25.15 8.38 7.7 23.28 30.9 23.88 11.77 23.62"),
        ("a3", "6.6 19.05 24.13 9.4 18.2 16.51 17.19 21.59 30.9 58.42 17.78 16.51"),
    ],
)
def test_the_arms_are_as_long_as_published_within_the_limits_of_studio(paper, lengths):
    for card, length in zip(templates.CARDS, lengths.split(), strict=True):
        template = templates.find(templates.PAPERS[paper], templates.CARDS[card])
        assert template.arm == min(float(length), 20), card


@pytest.mark.parametrize(
    ("paper", "card", "name", "lies", "cells"),
    [
        (Size(210, 297), Size(63, 88), "a4-standard-v5", Size(297, 210), 8),
        (Size(297, 210), Size(63, 88), "a4-standard-v5", Size(297, 210), 8),
        (Size(215.9, 279.4), Size(63, 88), "letter-standard-v6", Size(279.4, 215.9), 8),
        (Size(210, 297), Size(57.15, 88.9), "a4-bridge-v4", Size(210, 297), 9),
        (Size(297, 420), Size(50.8, 88.9), "a3-business-v2", Size(297, 420), 21),
    ],
)
def test_a_template_has_the_published_name_and_grid(paper, card, name, lies, cells):
    template = templates.find(paper, card)
    assert (template.name, template.paper, template.rows * template.columns) == (name, lies, cells)


@pytest.mark.parametrize(("paper", "card"), [(Size(148, 210), Size(63, 88)), (Size(210, 297), Size(60, 90))])
def test_there_is_none_for_other_papers_and_cards(paper, card):
    assert templates.find(paper, card) is None


@pytest.mark.parametrize(("paper", "card"), EVERY)
def test_cards_are_centred_and_apart(paper, card):
    template = templates.find(templates.PAPERS[paper], templates.CARDS[card])
    slots = template.slots(template.card)
    block = slots[0]
    for slot in slots[1:]:
        block = block.union(slot)
    assert block.x == pytest.approx(template.paper.w - block.right, abs=0.13)  # to a pixel and a half
    assert block.y == pytest.approx(template.paper.h - block.far, abs=0.13)
    if template.columns > 1:
        assert slots[1].x - slots[0].right == pytest.approx(1.25, abs=0.09)
    if template.rows > 1:
        assert slots[0].y - slots[template.columns].far == pytest.approx(1.25, abs=0.09)


def test_the_first_card_of_a4_is_where_the_template_cuts():
    """In pixels: (3508 − 4 · 744 − 5 · 15) / 2 + 15 = 243.5, to the even 244.

    And (2480 − 2 · 1039 − 3 · 15) / 2 + 15 = 193.5, to 194.
    """
    template = templates.find(Size(210, 297), Size(63, 88))
    first = template.slots(template.card)[0]
    w, h = 744 * 25.4 / 300, 1039 * 25.4 / 300
    cell = Rect(244 * 25.4 / 300, 210 - 194 * 25.4 / 300 - h, w, h)
    assert (first.x + first.w / 2, first.y + first.h / 2) == pytest.approx((cell.x + w / 2, cell.y + h / 2), abs=1e-9)


@pytest.mark.parametrize(("paper", "card"), EVERY)
def test_no_ink_of_cards_meets_a_mark(paper, card):
    template = templates.find(templates.PAPERS[paper], templates.CARDS[card])
    front = arrange("template", [piece("a", template.card)], Room(templates.PAPERS[paper], 6.35), 1.25)[0].front
    machine = templates.fitted(MACHINE, template.paper, front)
    assert machine.template == template.name
    for keep in machine.keep_outs(template.paper):
        assert not any(slot.inset(-0.625).overlaps(keep) for slot in template.slots(template.card))


def test_marks_are_a_square_and_two_ls_with_lines_of_1_mm_centred_on_10_mm():
    template = templates.find(Size(210, 297), Size(63, 88))
    front = arrange("template", [piece("a", Size(63, 88))], Room(Size(210, 297), 6.35), 1.25)[0].front
    square, right, below = templates.fitted(MACHINE, template.paper, front).keep_outs(template.paper)
    assert square.inset(1.5) == Rect(9.5, 210 - 15.5, 6, 6)
    assert (right.x, right.right, right.far) == pytest.approx((297 - 19.4, 297 - 9.5, 200.5))
    assert (below.x, below.right, below.y) == pytest.approx((9.5, 19.4, 9.5))


def test_another_machine_keeps_its_marks():
    assert templates.fitted(MACHINES["silhouette"], Size(210, 297), ()) is MACHINES["silhouette"]
