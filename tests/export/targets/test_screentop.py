"""screentop.gg: sheets, and a text with the numbers to type in."""

import io
import re

from PIL import Image


def test_the_text_has_the_grid_of_each_sheet(made):
    files = made("screentop")
    text = files["decks.txt"].decode()
    found = re.findall(r"^(\S+\.png): .*, (\d+) columns, (\d+) rows", text, re.MULTILINE)
    assert [name for name, _, _ in found] == ["moves.png", "rhinos.png", "extras.png", "summaries.png", "titles.png"]
    for name, columns, rows in found:
        image = Image.open(io.BytesIO(files[name]))
        assert image.width % int(columns) == 0
        assert image.height % int(rows) == 0
        assert f"{name.removesuffix('.png')}-back.png" in files
    assert "  1. Swerve × 8" in text


def test_other_pieces_are_files_with_their_number_of_copies(made):
    files = made("screentop")
    text = files["decks.txt"].decode()
    assert "score-track_white.png: Score tracks, white" in text
    named = set(re.findall(r"^(\S+\.png):", text, re.MULTILINE))
    backs = {name for name in files if name.endswith("-back.png")}
    assert named | backs == {name for name in files if name.endswith(".png")}
    assert files["rulebook.pdf"].startswith(b"%PDF")
