"""Tabletopia: a folder for each deck, copies in the names."""

from __future__ import annotations

import json
import re


def test_names_have_the_number_of_copies_and_backs_are_drawn_once(made):
    files = made("tabletopia")
    counts = {piece["title"]: piece["copies"] for piece in json.loads(files["export.json"])["pieces"]}
    moves = sorted(name for name in files if name.startswith("moves/"))
    assert moves[0] == "moves/01-swerve-x8.png"
    assert "moves/back.png" in moves
    assert sum(int(found[1]) for name in moves if (found := re.search(r"-x(\d+)\.png", name))) == 62
    assert counts["Swerve"] == 8
    assert sum(name.startswith("extras/") and name.endswith("-back.png") for name in files) >= 2
    assert any(name.startswith("pieces/") for name in files)
