"""The data of a kit that all its faces and templates can print."""

from pathlib import Path

import pnp
from pnp.kit.kit_data import copies, kit_data, known_ids


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


def _overlay(small, *lines):
    """An overlay of the small set without standees and the deck of the champion, with a rulebook of its own."""
    folder = small.with_name("mine")
    folder.mkdir()
    (folder / "kit.yaml").write_text("{extends: ../small, components: {foldies: null, extras: null}}\n", "utf-8")
    (folder / "cards.yaml").write_text("{rhinos: {stomper: null}, extras: null}\n", "utf-8")
    (folder / "rulebook.md").write_text("\n\n".join(("# Rules", *lines, "")), "utf-8")
    return folder


def _when(condition):
    return f"{{% if {condition} %}}four standees{{% endif %}}"


def _wrong(kit):
    """Where templates cannot be filled, with the message and its hint."""
    wrong = [d for d in pnp.check(kit) if d.code == "bad-template"]
    return [(Path(d.span.file).name, d.span.line, d.message.split(": ")[1], *d.hints) for d in wrong]


def test_the_parts_of_all_layers_are_known(small):
    known = known_ids(pnp.load(_overlay(small)))
    assert {"foldies", "moves"} <= known["components"]
    assert {"champion", "stomper", "swerve"} <= known["cards"]
    assert known["decks"] == known["counts"] == known["total"] == {"moves", "rhinos", "extras"}


def test_a_condition_may_ask_for_what_the_kit_removes(small):
    asked = ("components.foldies", "'foldies' in components", "cards.stomper", "cards.champion is defined")
    assert _wrong(_overlay(small, *map(_when, (*asked, "total('extras')")))) == []
