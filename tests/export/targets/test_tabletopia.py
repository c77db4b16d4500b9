"""Tabletopia: a folder for each deck, copies in the names."""

import io
import json
import re

import pytest
from PIL import Image


def test_names_have_the_number_of_copies_and_backs_are_drawn_once(made):
    files = made("tabletopia")
    counts = {piece["title"]: piece["copies"] for piece in json.loads(files["export.json"])["pieces"]}
    moves = sorted(name for name in files if name.startswith("moves/"))
    assert moves[0] == "moves/01-swerve-x8.png"
    assert "moves/back.png" in moves
    assert sum(int(found[1]) for name in moves if (found := re.search(r"-x(\d+)\.png", name))) == 18
    assert counts["Swerve"] == 8
    assert [name for name in files if name.startswith("titles/") and "back" in name] == [
        "titles/01-first-back.png",
        "titles/02-second-back.png",
    ]
    assert any(name.startswith("pieces/") for name in files)


def test_tokens_are_round_standees_have_two_sides_and_the_rules_are_a_pdf(made):
    files = made("tabletopia")
    token = Image.open(io.BytesIO(next(data for name, data in files.items() if "marker" in name)))
    assert token.mode == "RGBA"
    assert token.getpixel((0, 0))[3] == 0
    backs = [name for name in files if name.startswith("pieces/") and name.endswith("-back.png")]
    assert [name[10:] for name in backs] == ["chipdip-back.png", "stomper-back.png"] * 2
    assert files["rulebook.pdf"].startswith(b"%PDF")
    assert json.loads(files["export.json"])["left_out"].keys() == {"tuckbox", "bracket", "riding-die", "striking-die"}


@pytest.mark.parametrize("target", ["tabletopia", "screentop"])
def test_dice_are_those_of_the_program(target, made):
    left_out = json.loads(made(target)["export.json"])["left_out"]
    assert left_out["riding-die"].startswith("take a die of 6 from ")
    assert left_out["striking-die"].startswith("take a die of 12 from ")
