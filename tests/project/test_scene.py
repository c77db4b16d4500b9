"""The pictures in perspective of the documentation: pieces lie where the camera sees them."""

import importlib.util
from pathlib import Path

import pytest
from PIL import Image

FILE = Path(__file__).parents[2] / "docs" / "scene.py"
SPEC = importlib.util.spec_from_file_location("scene", FILE)
scene = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(scene)

CAMERA = scene.Camera((400, 300), height=300, back=300, down=45, wide=1.0)
RED, GREY = Image.new("RGB", (60, 90), (200, 0, 0)), Image.new("RGB", (400, 300), (120, 120, 120))


def red(picture, point):
    x, y = (round(v) for v in CAMERA.seen(point))
    r, g, _ = picture.getpixel((x, y))
    return r > 150 and g < 60


def test_the_camera_sees_the_place_that_it_looks_at_in_the_middle():
    assert CAMERA.seen((0, 0, 0)) == pytest.approx((200, 150))
    assert CAMERA.seen((100, 0, 0))[0] == pytest.approx(200 + 100 * 400 / (300 * 2**0.5))


def test_what_is_further_away_is_higher_and_smaller():
    near, far = ([CAMERA.seen((x, y, 0)) for x in (-30, 30)] for y in (-50, 50))
    assert far[0][1] < near[0][1]
    assert far[1][0] - far[0][0] < near[1][0] - near[0][0]


@pytest.mark.parametrize("turn", [0, 30, 90])
def test_a_flat_piece_covers_its_corners_and_nothing_beside_them(turn):
    thing = scene.Thing(RED, 20, -10, 60, turn)
    drawn = scene.photographed(CAMERA, GREY, [thing])
    for x, y, z in thing.corners():
        inside = (20 + 0.9 * (x - 20), -10 + 0.9 * (y + 10), z)
        outside = (20 + 1.1 * (x - 20), -10 + 1.1 * (y + 10), z)
        assert red(drawn, inside)
        assert not red(drawn, outside)


def test_a_standee_stands_above_its_foot():
    drawn = scene.photographed(CAMERA, GREY, [scene.Thing(RED, 0, 0, 60, stands=True)])
    assert red(drawn, (0, 0, 80))
    assert not red(drawn, (0, 0, 100))
    assert not red(drawn, (0, -10, 0))


def test_of_a_box_beside_the_viewer_the_inner_side_is_seen():
    box = scene.Thing(RED, 120, 0, 60, stands=True, depth=40, colour=(0, 0, 200))
    drawn = scene.photographed(CAMERA, GREY, [box])
    inner = drawn.getpixel(tuple(round(v) for v in CAMERA.seen((90, 20, 45))))
    assert inner[2] > 120
    assert inner[0] < 60
