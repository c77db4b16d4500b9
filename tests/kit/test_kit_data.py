"""The data of a kit that all its faces and templates can print."""

import pnp
from pnp.kit.kit_data import copies, kit_data


def test_faces_print_rules_cards_decks_counts_and_components():
    kit = pnp.load("rhino")
    data = kit_data(kit)
    swerve = kit.cards["moves"]["swerve"]
    assert data["rules"] == kit.rules.plain()
    assert data["cards"]["swerve"]["name"] == swerve.name == "Swerve"
    assert [card["id"] for card in data["decks"]["moves"]] == list(kit.cards["moves"])
    assert data["counts"]["moves"]["swerve"] == swerve.count
    assert data["total"]["moves"] == sum(data["counts"]["moves"].values())
    assert data["components"]["moves"] == {"title": "Move cards", "copies": 1, "pieces": data["total"]["moves"]}


def test_the_total_of_a_deck_counts_the_copies_of_its_component(tmp_path):
    own = tmp_path / "mine"
    own.mkdir()
    (own / "kit.yaml").write_text("extends: rhino\ntitle: Mine\ncomponents: {moves: {copies: 2}}\n", "utf-8")
    kit = pnp.load(own)
    assert copies(kit, "moves") == 2
    assert kit_data(kit)["total"]["moves"] == 2 * kit_data(pnp.load("rhino"))["total"]["moves"]
