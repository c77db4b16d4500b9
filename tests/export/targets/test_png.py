"""PNG files: one for each face, of the right size."""

import io
import json

import pytest
from PIL import Image


def test_each_face_has_a_file(made):
    files = made("png")
    pieces = {piece["id"] for piece in json.loads(files["export.json"])["pieces"] if piece["copies"]}
    fronts = {name.removesuffix(".png") for name in files if name.endswith(".png") and not name.endswith("-back.png")}
    assert fronts == pieces
    assert "moves/swerve-back.png" in files
    assert "foldies/chipdip-back.png" not in files


@pytest.mark.parametrize(("bleed", "size"), [(0.0, (149, 208)), (3.0, (163, 222)), (3.175, (164, 223))])
def test_pictures_are_as_large_as_the_trim_with_its_bleed(made, bleed, size):
    image = Image.open(io.BytesIO(made("png", bleed=bleed)["moves/swerve-back.png"]))
    assert image.size == size
    assert image.mode == "RGB"
    assert round(image.info["dpi"][0]) == 60


def test_only_cards_get_round_corners(made):
    files = made("png", corners="round")
    card = Image.open(io.BytesIO(files["moves/swerve.png"]))
    assert card.mode == "RGBA"
    assert card.getpixel((0, 0))[3] == 0
    assert Image.open(io.BytesIO(files["score-track/white.png"])).mode == "RGB"


def test_decks_are_also_drawn_in_rows_and_columns(made):
    files = made("png", sheets=True)
    added = {name for name in files if name not in made("png")}
    assert added == {f"{deck}-{side}.png" for deck in DECKS for side in ("fronts", "backs")}
    for deck in DECKS:
        sheet = Image.open(io.BytesIO(files[f"{deck}-fronts.png"]))
        assert sheet.size == Image.open(io.BytesIO(files[f"{deck}-backs.png"])).size
        assert sheet.width % 149 == sheet.height % 208 == 0


DECKS = ("moves", "rhinos", "extras", "summaries", "titles")
