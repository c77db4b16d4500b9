"""Laws of every target of `pnp export`: counts, pictures, the same bytes, files in the folder, and whole folders."""

from __future__ import annotations

import io
import json
import os
from functools import cache

import pypdfium2
import pytest
from PIL import Image, ImageChops

from pnp import export, writing
from pnp.diagnostics import Diagnostics
from pnp.diagnostics.files import problem
from pnp.pipeline import exporting
from pnp.pipeline.exporting import LIST, ExportResult
from tests.conftest import RHINO
from tests.export.conftest import DPI, Made, drawn, few
from tests.support import exported
from tests.support.pictures import shift, unlike

TARGETS = export.targets()
QUICK = ("png", "screentop")
TRIED = [target if target in QUICK else pytest.param(target, marks=pytest.mark.slow) for target in TARGETS]
MARKS = 3.0
"""How far inside of the trim marks for cutting are drawn on sheets, mm."""
CARD = (63.0, 88.0)


@pytest.fixture
def files(exports: Made) -> Made:
    """The files of an export by kit and target."""
    return exports


def test_every_target_is_read_back():
    assert set(TARGETS) <= set(exported.READERS)


@pytest.mark.slow
@pytest.mark.parametrize("target", TRIED)
def test_an_export_has_as_many_of_each_piece_as_the_kit(target, files):
    made = files("few", target)
    wanted = exported.wanted(made)
    assert exported.counted(made, target) == wanted
    assert wanted


@pytest.mark.parametrize("target", TRIED)
def test_files_stay_in_the_folder_on_every_system_and_are_listed(target, files):
    made = files("few", target)
    assert all(writing.is_inside(name) for name in made)
    assert not [name for name in made if problem(name.rpartition("/")[2])]
    assert len({name.casefold() for name in made}) == len(made), "Windows and macOS ignore case"
    assert list(made)[-1] == LIST
    assert json.loads(made[LIST])["files"] == sorted(name for name in made if name != LIST)
    for name, data in made.items():
        if name.endswith(".png"):
            Image.open(io.BytesIO(data)).verify()


@pytest.mark.slow
@pytest.mark.parametrize("target", exported.CARDS)
def test_a_card_at_its_trim_is_the_face_on_the_sheet(target, files, built):
    """In the middle of the card, where sheets have no marks, within a pixel."""
    made = files("few", target)
    for deck in card_decks("few"):
        card = deck.cards[0]
        image = exported.CARDS[target](made, card.id, card.title)
        face = printed_face(built(), card.id, image.size)
        edge = round(MARKS / CARD[0] * image.width)
        inner = (edge, edge, image.width - edge, image.height - edge)
        mine, theirs = image.crop(inner), face.crop(inner)
        assert max(map(abs, shift(mine, theirs))) <= 1, card.id
        assert unlike(mine, theirs) < unlike(mine, ImageChops.offset(mine, edge, 0)), card.id


def card_decks(kit: str) -> list[export.PrintedDeck]:
    one = drawn(kit, 0.0)
    return [
        deck for deck in export.PrintedSet(one.plan.context, export.Settings(), one.pieces).decks if deck.size == CARD
    ]


def printed_face(built, id_: str, size: tuple[int, int]) -> Image.Image:
    """The front of a card as it is on the sheet of a finished build, in pixels."""
    place = next(
        one
        for one in built.manifest["placements"]
        if (one["piece"], one["side"], one["turn"]) == (id_, "front", 0) and one["w"] == CARD[0]
    )
    scale = size[0] / CARD[0]
    page = pypdfium2.PdfDocument(built.folder / place["file"])[place["page"] - 1]
    paper = page.get_height() / 72 * 25.4
    left, top = round(place["x"] * scale), round((paper - place["y"] - place["h"]) * scale)
    sheet = page.render(scale=scale * 25.4 / 72).to_pil().convert("RGB")
    return sheet.crop((left, top, left + size[0], top + size[1]))


@cache
def drawn_again(bleed: float) -> exporting.DrawnKit:
    found = exporting.draw(RHINO, bleed, Diagnostics())
    assert found
    return found


@pytest.mark.parametrize("target", ["png", "tabletop-simulator", "thegamecrafter"])
@pytest.mark.slow
def test_the_same_kit_gives_the_same_bytes(target, files):
    again = few(drawn_again(export.bleed(target)))
    assert dict(exporting.finish(again, target, export.Settings(dpi=DPI)).files) == files("few", target)


@pytest.mark.parametrize("target", TRIED)
def test_an_interrupted_export_leaves_the_earlier_one_whole(target, files, tmp_path, monkeypatch):
    before = {"a/one.png": b"1", "rulebook.pdf": b"2", LIST: b'{"files": ["a/one.png", "rulebook.pdf"]}'}
    ExportResult(before).save(tmp_path)
    made = files("few", target)
    moved = 0
    replace = type(tmp_path).replace

    def interrupted(path, to, **folders):
        nonlocal moved
        moved += 1
        if moved == 1 + len(made) // 2:
            raise KeyboardInterrupt
        return replace(path, to, **folders)

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ExportResult(made).save(tmp_path)
    monkeypatch.undo()
    writing.recover(tmp_path)
    there = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert there == before
    ExportResult(made).save(tmp_path)
    there = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert there == made
