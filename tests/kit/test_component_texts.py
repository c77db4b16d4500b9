"""Titles and notes of components with fields in them."""

import pytest

import pnp
from pnp.diagnostics import Diagnostics
from pnp.kit import load


def _overlay(folder, title: str):
    folder.mkdir()
    (folder / "kit.yaml").write_text(
        f"extends: tilt\ntitle: Mine\ncomponents:\n  target:\n    title: '{title}'\n", "utf-8"
    )
    return folder


def test_a_title_prints_rules_and_names_of_cards(tmp_path):
    kit = pnp.load(_overlay(tmp_path / "mine", "{cards.gules.name} rides {rules.tilts} tilts"))
    assert kit.components["target"].title == "Gules rides 3 tilts"


@pytest.mark.parametrize(
    ("title", "message"),
    [
        ("{rules.tiltz}", "there is no field 'rules.tiltz'"),
        ("{cards.gules.nam}", "there is no field 'cards.gules.nam'"),
        ("{rules.result_bands[9].least}", "there is no item 9"),
    ],
)
def test_a_field_that_is_missing_is_an_error_at_the_title(tmp_path, title, message):
    diagnostics = Diagnostics()
    load.open_kit(_overlay(tmp_path / "mine", title), diagnostics)
    (one,) = [one for one in diagnostics if one.severity == "error"]
    assert one.span.line == 5
    assert one.message.startswith(message)
