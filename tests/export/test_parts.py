"""Parts of flat pieces: panels of standees, faces of dice, the disc and the pointer of dials."""

from __future__ import annotations

import pytest

from pnp.export import PrintedSet, parts, pictures
from tests.export.conftest import piece, printed_set
from tests.support.pictures import shift, unlike

DPI = 100


@pytest.fixture(scope="module")
def fine() -> PrintedSet:
    return printed_set(0.0, dpi=DPI)


def test_the_faces_of_a_cube_are_squares_without_lines(fine):
    die = piece(fine, "riding-die/net")
    faces = parts.faces(die)
    assert list(faces) == [1, 2, 3, 4, 5, 6]
    edge = fine.context.kit.components["riding-die"].edge - 2 * parts.LINE
    assert all(face.size == pytest.approx((edge, edge)) for face in faces.values())
    (net,) = fine.faces([(die, "front")])
    for face in faces.values():
        image = pictures.cropped(net, face, DPI).convert("L")
        border = [image.getpixel((x, y)) for x in range(image.width) for y in (0, image.height - 1)]
        assert min(border) > 200, "no line to cut or fold along"
        assert image.getextrema()[0] < 100, "a number"


def test_a_dodecahedron_has_twelve_faces(fine):
    assert list(parts.faces(piece(fine, "striking-die/net"))) == list(range(1, 13))


def test_both_panels_of_a_standee_show_the_same_figure_mirrored(fine):
    standee = piece(fine, "standees/stomper")
    lower, upper = parts.panels(standee, fine.context.kit.components["standees"])
    (strip,) = fine.faces([(standee, "front")])
    front = pictures.cropped(strip, lower, DPI)
    back = pictures.cropped(strip, upper, DPI).rotate(180)
    assert front.size == back.size
    figure = (0, 0, front.width, front.height * 2 // 3)  # above the name, which is not mirrored
    mirrored = back.transpose(0).crop(figure)
    assert max(map(abs, shift(front.crop(figure), mirrored))) <= 1
    assert unlike(front.crop(figure), mirrored) < unlike(front.crop(figure), back.crop(figure)) / 2


def test_a_dial_has_a_disc_and_a_pointer(fine):
    dial = piece(fine, "speed-dials/black")
    disc, pointer = parts.disc(dial), parts.pointer(dial)
    assert disc.size == (50, 50)
    assert disc.right + parts.BESIDE == pointer.x
    assert pointer.right == dial.size.w
    (image,) = fine.faces([(dial, "front")])
    arrow = pictures.cropped(image, pointer, DPI).convert("L")
    assert arrow.getextrema()[0] < 100
    assert arrow.crop((0, 0, 3, arrow.height)).getextrema()[0] > 250, "nothing of the disc"
