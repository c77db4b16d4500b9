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


def _copies(folder, copies: str):
    folder.mkdir()
    (folder / "kit.yaml").write_text(
        f'extends: soaring\ntitle: Mine\ncomponents:\n  tokens:\n    copies: "{copies}"\n', "utf-8"
    )
    return folder


def test_copies_follow_the_rules(tmp_path):
    kit = pnp.load(_copies(tmp_path / "mine", "{rules.setup['4'].deal + rules.setup['3'].deal}"))
    assert kit.components["tokens"].copies == 4 + 5


@pytest.mark.parametrize(
    ("copies", "message"),
    [
        ("{rules.setup['4'].deals}", "the key 'deals' has no value"),
        ("{rules.default_players} of each", "expected a whole number, found"),
        ("{rules.passing.first}", "expected a whole number, found 'clockwise'"),
        ("{1000 * rules.default_players}", "'4000' is not between 0 and 999"),
    ],
)
def test_copies_that_are_no_number_are_an_error_at_their_key(tmp_path, copies, message):
    diagnostics = Diagnostics()
    load.open_kit(_copies(tmp_path / "mine", copies), diagnostics)
    (one,) = [one for one in diagnostics if one.severity == "error"]
    assert one.span.line == 5
    assert one.message.startswith(message)


def test_soaring_has_as_many_tokens_as_win_the_game(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "kit.yaml").write_text("extends: soaring\ntitle: Mine\n", "utf-8")
    (folder / "rules.yaml").write_text('setup:\n  "4": {win: {hands: 5}}\n', "utf-8")
    assert pnp.load("soaring").components["tokens"].copies == 3
    assert pnp.load(folder).components["tokens"].copies == 5
