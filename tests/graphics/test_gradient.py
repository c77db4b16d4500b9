"""Gradients: colours at points, in steps, and as means."""

import pytest

from pnp.graphics import colour, gradient
from pnp.graphics.geometry import Rect

RED_GOLD = gradient.spaced(("#ff0000", "#ffff00"))
BOX = Rect(10, 20, 40, 20)


@pytest.mark.parametrize(
    ("angle", "first", "last"),
    [(0, (10, 30), (50, 30)), (90, (30, 20), (30, 40)), (180, (50, 30), (10, 30)), (45, (10, 20), (50, 40))],
)
def test_a_linear_gradient_ends_at_the_edges_of_its_box(angle, first, last):
    one = gradient.linear(BOX, RED_GOLD, angle)
    assert one.at(*first) == "#ff0000"
    assert one.at(*last) == "#ffff00"
    assert one.at(*BOX.centre) in ("#ff7f00", "#ff8000")


def test_a_radial_gradient_ends_at_the_farthest_point():
    corners = [(x, y) for x in (10, 50) for y in (20, 40)]
    one = gradient.radial(BOX, RED_GOLD, corners)
    assert one.at(*BOX.centre) == "#ff0000"
    assert {one.at(*corner) for corner in corners} == {"#ffff00"}
    assert one.share(30, 40) == pytest.approx(one.share(50, 30)), "it has the proportions of the box"


def test_two_stops_at_one_place_are_a_hard_edge():
    stops = ((0.0, "#000000"), (0.5, "#000000"), (0.5, "#ffffff"), (1.0, "#ffffff"))
    one = gradient.linear(BOX, stops, 0)
    assert [one.mixed(share) for share in (0.49, 0.5, 0.51)] == ["#000000", "#ffffff", "#ffffff"]
    assert {paint for _, paint in one.fine()} == {"#000000", "#ffffff"}


def test_an_uneven_change_of_colours_is_drawn_in_steps():
    one = gradient.linear(BOX, gradient.spaced(("#ff0000", "#00ff00")), 0)
    greys = one.repainted(colour.grey)
    assert len(greys.stops) > gradient.STEPS
    for share in (0.0, 0.3, 0.5, 0.8, 1.0):
        wanted, found = (int(text[1:3], 16) for text in (colour.grey(one.mixed(share)), greys.mixed(share)))
        assert abs(wanted - found) <= 2


def test_the_mean_counts_each_colour_by_its_room():
    stops = ((0.0, "#000000"), (0.75, "#000000"), (0.75, "#ffffff"), (1.0, "#ffffff"))
    assert gradient.linear(BOX, stops, 0).mean() == "#404040"
    assert gradient.plain("#123456") == "#123456"
