"""A knight without drawings has arms, a standee and a band from two colours and a charge."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline import job
from tests.conftest import options_for

FOX = """knights:
  fox:
    name: Dame Fay
    asides: {house: of the Fox, arms: "Gules, a star Or", motto: Catch me., tint: tower-dark, scene: ground, CHARGE}
"""
STAR = "charge: star, charge_colour: oak"


def kit(folder: Path, cards: str) -> Path:
    made = folder / "more"
    made.mkdir()
    (made / "kit.yaml").write_text("extends: lists\n", "utf-8")
    (made / "cards.yaml").write_text(cards, "utf-8")
    return made


def drawn(folder: Path):
    """The drawings of the new knight by component, and the errors."""
    diagnostics = Diagnostics()
    planned = job.plan(options_for(folder, only=("knights", "standees")), diagnostics)
    assert planned
    pieces = {id_: {p.id.partition("/")[2]: p for p in found} for id_, found in job.draw(planned).items()}
    names = {id_: {drawing.name for drawing in used(pieces[id_]["fox"].front.items)} for id_ in pieces}
    return names, [*diagnostics]


def used(items):
    """All drawings that items show, also inside others."""
    for item in items:
        if drawing := getattr(item, "drawing", None):
            yield drawing
            yield from used(drawing.items)
        yield from used(getattr(item, "items", ()))


def test_a_charge_on_a_shield_takes_the_place_of_each_drawing(tmp_path):
    names, wrong = drawn(kit(tmp_path, FOX.replace("CHARGE", STAR)))
    assert wrong == []
    assert {"band-plain", "shield-plain", "charge-star"} <= names["knights"]
    assert {"standee-newcomer", "shield-plain", "charge-star"} <= names["standees"]


def test_a_drawing_takes_the_place_of_shield_and_charge(tmp_path):
    folder = kit(tmp_path, FOX.replace("CHARGE", STAR))
    shutil.copy(paths.root() / "art" / "lists" / "standee-lion.svg", folder / "standee-fox.svg")
    names, wrong = drawn(folder)
    assert wrong == []
    assert "standee-fox" in names["standees"]
    assert not {"standee-newcomer", "shield-plain", "charge-star"} & names["standees"]
    assert {"shield-plain", "charge-star"} <= names["knights"]


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (FOX.replace("CHARGE", "charge: bone, charge_colour: oak"), "there is no picture 'charge-bone.svg'"),
        (FOX.replace("CHARGE", STAR).replace("    asides", "    art: knight-fox.svg\n    asides"), "'knight-fox.svg'"),
    ],
)
def test_a_picture_that_is_named_must_exist(tmp_path, cards, message):
    _, wrong = drawn(kit(tmp_path, cards))
    assert wrong
    assert {one.code for one in wrong} == {"missing-art"}
    assert all(message in one.message for one in wrong)
