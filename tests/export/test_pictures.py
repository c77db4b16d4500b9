"""Pictures made to fit: their borders, their corners, their parts."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw

from pnp.export import pictures
from pnp.graphics import Rect


def striped(width: int = 12, height: int = 8) -> Image.Image:
    """A picture without two pixels alike."""
    image = Image.new("RGB", (width, height))
    image.putdata([(20 * x, 30 * y, 7 * x + y) for y in range(height) for x in range(width)])
    return image


def test_a_border_repeats_the_edge():
    image = striped()
    wide = pictures.extended(image, (20, 14))
    assert not ImageChops.difference(wide.crop((4, 3, 16, 11)), image).getbbox()
    for x, y in ((0, 5), (3, 9), (16, 5), (19, 10), (8, 0), (8, 13), (0, 0), (19, 13)):
        nearest = min(max(x - 4, 0), 11), min(max(y - 3, 0), 7)
        assert wide.getpixel((x, y)) == image.getpixel(nearest), (x, y)


def test_a_larger_picture_is_cropped_around_its_middle():
    image = striped(12, 8)
    assert pictures.extended(image, (8, 6)).tobytes() == image.crop((2, 1, 10, 7)).tobytes()
    tall = pictures.extended(image, (8, 12))
    assert tall.crop((0, 2, 8, 10)).tobytes() == image.crop((2, 0, 10, 8)).tobytes()
    assert tall.getpixel((3, 0)) == image.getpixel((5, 0))


def test_on_white_the_border_is_white():
    wide = pictures.on_white(striped(), (20, 14))
    assert wide.getpixel((0, 0)) == wide.getpixel((19, 13)) == (255, 255, 255)
    assert wide.crop((4, 3, 16, 11)).tobytes() == striped().tobytes()


def test_a_round_picture_is_extended_by_the_colour_of_its_rim():
    image = Image.new("RGB", (60, 60), "white")
    ImageDraw.Draw(image).ellipse((0, 0, 59, 59), fill="#aa0000")
    ImageDraw.Draw(image).ellipse((20, 20, 39, 39), fill="#0000ff")
    out = pictures.extended_round(image, (100, 100))
    assert out.getpixel((50, 50)) == (0, 0, 255)
    for at in ((50, 21), (50, 5), (95, 50), (50, 99)):
        assert out.getpixel(at) == (170, 0, 0), at


def test_shapes_are_cut_out_smoothly():
    disc = pictures.cut_round(Image.new("RGB", (40, 40), "red"))
    assert [disc.getpixel(at)[3] for at in ((0, 0), (20, 20), (20, 0))] == [0, 255, 255]
    assert any(0 < disc.getpixel((n, 3))[3] < 255 for n in range(40))
    card = pictures.cut_corners(Image.new("RGB", (40, 60), "red"), 8)
    assert [card.getpixel(at)[3] for at in ((0, 0), (20, 0), (8, 8))] == [0, 255, 255]


def test_a_part_is_cut_out_in_millimetres():
    image = Image.new("RGB", (254, 127), "white")
    image.paste("red", (100, 20, 150, 60))
    part = pictures.cropped(image, Rect(10, 2, 5, 4), 254)
    assert part.size == (50, 40)
    assert part.getcolors() == [(2000, (255, 0, 0))]


def test_what_is_drawn_is_cut_out_of_a_white_ground_but_not_its_own_white():
    image = Image.new("RGB", (40, 30), "white")
    ImageDraw.Draw(image).rectangle((10, 5, 25, 20), fill="white", outline="black")
    cut = pictures.cut_out(image)
    assert cut.size == (16, 16)
    assert {cut.getpixel(at)[3] for at in ((0, 0), (8, 8), (15, 15))} == {255}
    ImageDraw.Draw(image).line((5, 25, 10, 20), fill="black")
    assert pictures.cut_out(image).getpixel((0, 0))[3] == 0


def test_a_large_picture_is_made_smaller_and_keeps_its_shape():
    assert pictures.at_most(Image.new("RGB", (300, 100)), 150).size == (150, 50)
    small = striped()
    assert pictures.at_most(small, 12) is small
