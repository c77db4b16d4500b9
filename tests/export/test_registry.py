"""The targets: what each has, and that none writes outside its folder."""

from __future__ import annotations

import io
import json

import pytest
from PIL import Image

from pnp import export
from pnp.pipeline import output
from pnp.pipeline.exporting import LIST

TARGETS = export.targets()


def test_the_targets_are_the_modules_of_the_folder():
    assert {"png", "tabletop-simulator", "card-game-simulator", "makeplayingcards", "tabletopia", "screentop"} == set(
        TARGETS
    )
    assert export.label("tabletop-simulator") == "Tabletop Simulator"


@pytest.mark.parametrize("target", TARGETS)
def test_files_stay_in_the_folder_and_pictures_are_whole(target, made):
    files = made(target)
    assert all(output.is_inside(name) for name in files)
    assert len({name.casefold() for name in files}) == len(files), "Windows and macOS ignore case"
    assert list(files)[-1] == LIST
    assert json.loads(files[LIST])["files"] == sorted(name for name in files if name != LIST)
    pictures = [data for name, data in files.items() if name.endswith(".png")]
    assert len(pictures) > 20
    for data in pictures:
        Image.open(io.BytesIO(data)).verify()


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_the_same_kit_gives_the_same_bytes(target, made):
    made.cache_clear() if hasattr(made, "cache_clear") else None
    before = made(target)
    after = made(target, corners="square")  # made again: other settings, the same values
    assert before == after
