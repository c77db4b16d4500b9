"""art/README.md -> what of it can be measured: characters by silhouette, tones, signs."""

from __future__ import annotations

import io
import re
from itertools import combinations, pairwise

import pytest
import resvg_py
from PIL import Image, ImageChops

from pnp.diagnostics import Diagnostics
from pnp.graphics import colour as tones
from pnp.kit import load, paths
from pnp.kit.model import Kit

ART = paths.root() / "art" / "rhino"
GUIDE = (paths.root() / "art" / "README.md").read_text("utf-8")
RHINOS = ("chipdip", "stomper", "thunderquake", "tootsie")
WIDTH = 400


def rhino() -> Kit:
    kit = load.open_kit(paths.data_folder() / "rhino", Diagnostics())
    assert kit is not None
    return kit


def seen(name: str) -> Image.Image:
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_path=str(ART / name), width=WIDTH)))).convert("RGBA")


def black(name: str) -> Image.Image:
    """The figure filled with black, moved into a corner, so that only its outline counts."""
    mask = seen(name).getchannel("A").point(lambda alpha: 255 * (alpha > 127))
    figure = mask.crop((0, 0, WIDTH, int(mask.height * 0.94)))  # the ground below the feet is no part of it
    field = Image.new("L", (WIDTH, WIDTH))
    field.paste(figure.crop(figure.getbbox()))
    return field


def area(mask: Image.Image) -> int:
    return mask.histogram()[255]


@pytest.mark.parametrize(("one", "other"), [*combinations(RHINOS, 2)])
def test_rhinos_are_told_apart_by_their_silhouettes(one: str, other: str) -> None:
    a, b = black(f"{one}.svg"), black(f"{other}.svg")
    shared = area(ImageChops.darker(a, b)) / area(ImageChops.lighter(a, b))
    assert shared < 0.66


def test_every_move_has_a_sign_of_its_own() -> None:
    signs = [card.asides["sign"] for card in rhino().cards["moves"].values()]
    shapes = {(ART / sign).read_text("utf-8").split("</title>")[1] for sign in signs}
    assert len(shapes) == len(signs) == 10


def test_the_guide_tells_the_contrasts_of_the_palette() -> None:
    palette = rhino().palette
    rows = re.findall(r"^\| (\w+) `(#\w{6})` \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|", GUIDE, re.M)
    assert [name for name, *_ in rows] == ["ink", "soft", "red", "green", "blue", "purple", "gold"]
    for name, colour, *message in rows:
        assert palette[name] == colour
        for ground, value in zip(("paper", "cream", "sand"), message, strict=True):
            found = tones.contrast(tones.luminance(colour), tones.luminance(palette[ground]))
            assert float(value) == pytest.approx(found, abs=0.06), (name, ground)


def test_the_guide_tells_the_hides_and_how_light_they_are() -> None:
    rows = re.findall(r"^\| (\w+), [^|]+\| `(#\w{6})`, (\d+) \|", GUIDE, re.M)
    assert [name.lower() for name, *_ in rows] == list(RHINOS)
    for name, colour, light in rows:
        assert colour in (ART / f"{name.lower()}.svg").read_text("utf-8")
        assert float(light) == pytest.approx(tones.lightness(colour), abs=0.6)
    lights = sorted(float(light) for *_, light in rows)
    assert min(b - a for a, b in pairwise(lights)) >= 5
