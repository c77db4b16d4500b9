"""What the printing guide says of a set."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline import guide, job, sheets
from tests.conftest import SMALL, edit, options_for, run
from tests.support import shaped


@pytest.mark.parametrize(
    ("change", "radius"),
    [("", "3 / 4"), ("corners: 4", "3 / 5.5"), ("only", "4"), ("no rectangle", "3")],
)
def test_the_guide_has_the_corners_of_the_cards(tmp_path, change, radius):
    kit = shaped.write(tmp_path / "kit")
    if change == "corners: 4":
        edit(kit, "kit.yaml", change, "corners: 5.5")
    only = {"only": ("maps",), "no rectangle": ("coins",)}.get(change, ())
    options = options_for(kit, only=only)
    layout = job.lay_out(options, Diagnostics())
    groups = [group for file, _ in layout.files for group in file.groups]
    found = guide.description(layout.plan.context, options, groups)
    assert found["radius"] == radius


def described(kit: Path, **more: Any) -> dict[str, Any]:
    """What the guide knows of a set."""
    options = options_for(kit, **more)
    layout = job.lay_out(options, Diagnostics())
    groups = [group for file, _ in layout.files for group in file.groups]
    return guide.description(layout.plan.context, options, groups)


def test_cards_of_one_deck_are_counted_by_what_they_are(small):
    edit(small, "cards.yaml", "counted_as: champion card", "counted_as: cup")
    contents = [(one["count"], one["title"]) for one in described(small)["contents"]]
    assert contents[:4] == [(18, "Move cards"), (2, "Rhino cards"), (1, "cup"), (6, "blank cards")]


@pytest.mark.parametrize(("count", "title"), [(6, "blank cards"), (1, "blank card")])
def test_one_card_is_counted_in_the_singular(count, title, small):
    edit(small, "cards.yaml", "champion: {name: Champion", f"champion: {{name: Champion, count: {9 - 2 - count}")
    found = described(small, only=("rhinos", "extras"))
    assert {"title": title, "count": count} in found["contents"]


@pytest.mark.parametrize(
    ("game", "paper", "only", "tiled", "joined"),
    [
        ("tilt", "a4", ("lists",), False, True),
        ("tilt", "a4", ("target",), False, False),
        ("tilt", "a5", ("target", "lists"), True, True),
        ("lists", "a4", ("list",), True, False),
        ("lists", "a3", ("list",), False, False),
    ],
)
def test_the_guide_tells_boards_in_tiles_from_boards_of_several_cards(game, paper, only, tiled, joined):
    found = described(paths.data_folder() / game, paper=paper, only=only)
    assert (found["tiled"], found["joined"]) == (tiled, joined)


@pytest.mark.parametrize(("order", "numbers"), [("sheets", [5, 6]), ("sides", [3, 6])])
def test_the_guide_knows_the_pages_of_each_component(order, numbers):
    found = described(SMALL, order=order)["pages"]
    assert found["rhinos"] == [{"file": "small-a4-cardstock.pdf", "numbers": numbers}]
    assert found["moves"][0]["numbers"] == [n for n in range(1, 7) if n not in numbers]


@pytest.mark.parametrize(
    ("only", "holds"),
    [
        (("target", "lists", "standees", "tuckbox"), ["Target board", "Tuck box", "Pieces", "Lists"]),
        (("target", "tuckbox"), ["Target board", "Tuck box"]),
        (("standees",), ["Pieces"]),
    ],
)
def test_the_guide_names_boards_and_boxes_among_the_contents_of_a_file(only, holds):
    found = described(paths.data_folder() / "tilt", only=only)["files"]
    assert [file["holds"] for file in found] == [holds]


def test_the_guide_names_small_pieces_that_fill_up_a_sheet_of_cards():
    (file,) = described(paths.data_folder() / "duel", paper="letter", only=("helpers", "references", "plus"))["files"]
    assert file["holds"] == ["Cards", "Pieces"]


def test_the_guide_is_among_the_contents_of_its_file():
    options = options_for(paths.data_folder() / "soaring", only=("guide", "aside"))
    layout = job.lay_out(options, Diagnostics())
    context = layout.plan.context
    groups = [group for file, _ in layout.files for group in file.groups if group.key != "guide"]
    found = guide.description(context, options, [sheets.expected(context, "guide", options), *groups])["files"]
    assert {file["name"]: file["holds"] for file in found} == {
        "soaring-a4-cardstock.pdf": ["Mat"],
        "soaring-a4-paper.pdf": ["How to print"],
    }


@pytest.mark.parametrize("game", sorted(note.parent.name for note in paths.data_folder().glob("*/print-note.md")))
def test_a_note_of_the_guide_may_ask_for_pages_that_are_not_printed(game):
    diagnostics = Diagnostics()
    layout = job.lay_out(options_for(paths.data_folder() / game, only=("guide",)), diagnostics)
    assert [file.name for file, _ in layout.files] == [f"{game}-a4-paper.pdf"]
    assert not list(diagnostics)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_guide_names_the_command_that_prints_one_lost_card_with_its_back(language, small, tmp_path):
    edit(small, "kit.yaml", "tagline:", f"language: {language}\ntagline:")
    layout = job.lay_out(options_for(small, "letter"), Diagnostics())
    text = " ".join(" ".join(text.text for text in layout.pieces["guide"][0].front.texts()).split())
    command = re.search(r"pnp build small (--paper letter --only \S+ --cards \S+ --copies 1)", text)
    assert command, text
    assert run("build", small, *command[1].split(), "--output", tmp_path / "one").exit_code == 0
    manifest = json.loads((tmp_path / "one" / "manifest.json").read_text("utf-8"))
    assert Counter(placed["side"] for placed in manifest["placements"]) == {"front": 1, "back": 1}
    assert manifest["paper"]["name"] == "letter"


@pytest.mark.parametrize(("backs", "bound"), [("long", "staple the fold"), ("none", "cut its pages apart")])
def test_a_book_is_bound_as_it_is_printed(backs, bound):
    layout = job.lay_out(options_for(SMALL, backs=backs), Diagnostics())
    (page,) = layout.pieces["guide"]
    words = " ".join(text.text for text in page.front.texts())
    assert bound in words
    assert ("cut its pages apart" in words) != ("staple the fold" in words)


@pytest.mark.parametrize(("language", "edge"), [("en", "left"), ("he", "right")])
def test_loose_pages_are_stapled_at_the_edge_where_lines_begin(language, edge, small):
    edit(small, "kit.yaml", "tagline:", f"language: {language}\ntagline:")
    (page,) = job.lay_out(options_for(small, backs="none"), Diagnostics()).pieces["guide"]
    words = " ".join(" ".join(text.text for text in page.front.texts()).split())
    assert f"staple them at the {edge} edge" in words
