"""Pictures on cards: fitted, cropped, masked, tinted and faded; read back from what is printed."""

import pytest
from PIL import Image

from pnp.checks import coarse_art
from pnp.graphics.compositing import Ground
from tests.support.drawn import element_test
from tests.support.layout import Card, at

test_is_drawn_as_reviewed = element_test("art")


RED, GREEN, BLUE, BLACK, WHITE = (200, 0, 0), (0, 160, 0), (0, 0, 220), (0, 0, 0), (255, 255, 255)


GOLD = (0xE0, 0xB0, 0x40)


SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><path fill="#c80000" d="M0 0h2v1H0z"/>'
    '<path fill="#00a000" d="M2 0h2v1H2z"/><path fill="#0000dc" d="M0 1h2v1H0z"/><path d="M2 1h2v1H2z"/></svg>'
)


OVER = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4H0z"/>'
    '<path fill="#fff" d="M1 1h2v2H1z"/></svg>'
)


def card(folder, *texts, side=400):
    """A card with a picture of four quarters: red, green, blue and black; twice as wide as high."""
    folder.mkdir(exist_ok=True)
    image = Image.new("RGB", (2, 2))
    image.putdata([RED, GREEN, BLUE, BLACK])
    image.resize((side, side // 2), Image.Resampling.NEAREST).save(folder / "photo.png")
    (folder / "drawing.svg").write_text(SVG, "utf-8")
    (folder / "over.svg").write_text(OVER, "utf-8")
    return Card(folder, *texts)


@pytest.mark.parametrize(("other", "items"), [("photo.png", 0), ("portrait.svg", 1), ("{asides.portrait}", 1)])
def test_a_picture_stands_for_another_where_that_is_missing(tmp_path, other, items):
    made = card(tmp_path, f"art: drawing.svg, stands_for: '{other}', box: [10, 10, 40, 20]")
    assert len(made.items) == items


@pytest.mark.parametrize("source", ["photo.png", "drawing.svg"])
def test_a_tint_leaves_white_and_makes_black_the_colour(tmp_path, source):
    image = card(tmp_path, f"art: {source}, box: [10, 10, 40, 20], tint: '{{asides.tint}}'").image()
    assert at(image, 45, 25) == pytest.approx((0x30, 0x60, 0xA0), abs=1)
    assert at(image, 30, 5) == WHITE
    for point in ((15, 15), (45, 15), (15, 25)):
        red, green, blue = at(image, *point)
        assert 0x30 < red < green < blue < 255
        share = (255 - red) / (255 - 0x30)
        assert (255 - blue) / (255 - 0xA0) == pytest.approx(share, abs=0.03)


@pytest.mark.parametrize("standard", ["x4", "x1a"])
def test_faded_pictures_let_the_ground_shine_through(tmp_path, standard):
    ground = "rectangle: [5, 5, 50, 30], fill: gold"
    made = card(tmp_path, ground, "art: photo.png, box: [10, 10, 40, 20], opacity: 0.5")
    half = [(a + b) / 2 for a, b in zip(RED, GOLD, strict=True)]
    for image in (made.image(), made.image(limit=300, standard=standard)):
        assert at(image, 15, 15) == pytest.approx(half, abs=25)
        assert at(image, 8, 8) == pytest.approx(GOLD, abs=25)


@pytest.mark.parametrize("standard", ["", "x4", pytest.param("x1a", marks=pytest.mark.slow)])
def test_a_faded_drawing_is_translucent_as_a_whole(tmp_path, standard):
    """A white square over a black one: black would shine through white if each were faded by itself."""
    made = card(tmp_path, "art: over.svg, box: [10, 10, 20, 20], opacity: 0.5")
    condition = {"limit": 300, "standard": standard} if standard else {}
    image = made.image(**condition)
    assert at(image, 20, 20) == pytest.approx(WHITE, abs=3)
    assert at(image, 11, 11) == pytest.approx((128, 128, 128), abs=25)
    below = Ground()
    below.items(made.items)
    assert [below.at(*point) for point in ((20, 20), (11, 11), (5, 5))] == ["#ffffff", "#808080", "#ffffff"]


@pytest.mark.parametrize(
    ("keys", "dpi"),
    [
        ("box: [10, 10, 40, 20]", 254), ("box: [10, 10, 40, 20], crop: [0, 0, 0.5, 0.5]", 127),
        ("box: [10, 10, 40, 20], mirrored: true", 254), ("box: [10, 10, 40, 40], fit: stretch", 127),
        ("box: [10, 10, 40, 40], fit: cover", 127), ("box: [10, 10, 40, 20], fit: stretch, crop: [0, 0, 1, 0.5]", 127),
        ("box: [10, 10, 40, 20], rotate: 30, mask: circle", 254),
    ],
)  # fmt: skip
def test_the_resolution_is_that_of_what_is_shown(tmp_path, keys, dpi):
    (found,) = card(tmp_path, f"art: photo.png, {keys}").found(coarse_art)
    assert f"has {dpi} dpi as printed" in found.message
