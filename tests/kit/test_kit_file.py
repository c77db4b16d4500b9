"""The record of `kit.yaml`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import pnp
from pnp.diagnostics import Diagnostics
from pnp.kit import Kit, kit_file, load
from tests.conftest import SMALL
from tests.support import three_cards


@pytest.mark.parametrize(
    ("title", "one_line", "lines"),
    [
        ("Meadow", "Meadow", ("Meadow",)),
        ("[Meadow Rhino, Picnic Cards]", "Meadow Rhino Picnic Cards", ("Meadow Rhino", "Picnic Cards")),
    ],
)
def test_a_title_has_one_line_or_two(tmp_path, title, one_line, lines):
    kit = tmp_path / "mine"
    kit.mkdir()
    (kit / "kit.yaml").write_text(f"extends: soaring\ntitle: {title}\n", "utf-8")
    opened = load.open_kit(kit, Diagnostics())
    assert (opened.title, opened.title_lines) == (one_line, lines)


@pytest.fixture
def kit(tmp_path):
    return three_cards.write(tmp_path / "mine")


@pytest.fixture(scope="module")
def loaded() -> Kit:
    return pnp.load(SMALL)


def found(kit: Kit) -> list[tuple[str, int, str]]:
    diagnostics = Diagnostics()
    assert (kit_file.sound(kit, diagnostics) is kit) is not bool(diagnostics)
    assert all(one.hints[-1] == kit_file.HINT for one in diagnostics)
    return [(one.span.file.rpartition("/")[2], one.span.line, one.message) for one in diagnostics]


@pytest.mark.parametrize("kit", ["tilt", "rhino-de"])
def test_a_kit_is_sound_as_it_is_loaded(kit: str) -> None:
    assert found(pnp.load(kit)) == []


@pytest.mark.parametrize(
    ("changes", "line", "message"),
    [
        ({"name": 5}, 3, "expected a text, found '5'"),
        ({"name": None}, 3, "expected a text, found nothing"),
        ({"count": "2"}, 4, "expected a whole number, found '2'"),
        ({"count": -1}, 4, "'-1' is not between 0 and 999"),
        ({"asides": {"cost": 3}}, 3, "expected a text or a list, found '3'"),
    ],
)
def test_a_card_may_have_what_files_may_have(loaded: Kit, changes: dict[str, Any], line: int, message: str) -> None:
    card = replace(loaded.cards["moves"]["swerve"], **changes)
    kit = replace(loaded, cards={**loaded.cards, "moves": {**loaded.cards["moves"], "swerve": card}})
    assert found(kit) == [("cards.yaml", line, message)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"title": 7}, "expected a text or a list, found '7'"),
        ({"language": "Klingon"}, "'Klingon' is not a language code like 'en' or 'pt-BR'"),
        ({"players": (3, "x")}, "expected a whole number, found 'x'"),
        ({"palette": {"ink": "black"}}, "'black' is not a colour like '#c8452f', in quotes"),
    ],
)
def test_a_kit_may_have_what_its_file_may_have(loaded: Kit, changes: dict[str, Any], message: str) -> None:
    ((file, _, said),) = found(replace(loaded, **changes))
    assert (file, said) == ("kit.yaml", message)


def test_a_component_may_have_what_files_may_have(loaded: Kit) -> None:
    guide = replace(loaded.components["guide"], copies=-2)
    assert found(replace(loaded, components={"guide": guide})) == [("kit.yaml", 9, "'-2' is not between 0 and 999")]


def test_what_is_no_card_is_an_error_and_no_crash(loaded: Kit) -> None:
    kit = replace(loaded, cards={"moves": {"swerve": "Swerve"}})
    assert found(kit) == [("kit.yaml", 2, "expected a Card, found str")]
    with pytest.raises(pnp.DataError, match="expected a Card, found str"):
        pnp.build(kit)
