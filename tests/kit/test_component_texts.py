"""Titles and notes of components with fields in them."""

import pnp


def _overlay(folder, title: str):
    folder.mkdir()
    (folder / "kit.yaml").write_text(
        f"extends: tilt\ntitle: Mine\ncomponents:\n  target:\n    title: '{title}'\n", "utf-8"
    )
    return folder


def test_a_title_prints_rules_and_names_of_cards(tmp_path):
    kit = pnp.load(_overlay(tmp_path / "mine", "{cards.gules.name} rides {rules.tilts} tilts"))
    assert kit.components["target"].title == "Gules rides 3 tilts"


def _copies(folder, copies: str):
    folder.mkdir()
    (folder / "kit.yaml").write_text(
        f'extends: soaring\ntitle: Mine\ncomponents:\n  tokens:\n    copies: "{copies}"\n', "utf-8"
    )
    return folder


def test_copies_follow_the_rules(tmp_path):
    kit = pnp.load(_copies(tmp_path / "mine", "{rules.setup['4'].deal + rules.setup['3'].deal}"))
    assert kit.components["tokens"].copies == 4 + 5
