"""Card Game Simulator: files by its schema, as far as they are used, and pictures where it looks for them."""

from __future__ import annotations

import json
import re

import pytest

# The keys of the schema that are written here, with their types.
KEYS = {
    "name": str, "copyright": str, "autoUpdate": int, "autoUpdateUrl": str, "allCardsUrl": str, "allSetsUrl": str,
    "cardBackImageUrl": str, "cardBackFaceImageUrls": list, "cardIdIdentifier": str, "cardImageFileType": str,
    "cardImageUrl": str, "cardNameIsUnique": bool, "cardProperties": list, "cardSize": dict, "deckFileTxtId": str,
    "deckFileType": str, "deckUrls": list,
}  # fmt: skip


@pytest.mark.parametrize("base", ["", "https://example.org/rhino/"])
def test_the_game_has_only_keys_of_the_schema(made, base):
    game = json.loads(made("card-game-simulator", base_url=base)["cgs.json"])
    assert set(game) <= set(KEYS)
    assert all(isinstance(value, KEYS[key]) for key, value in game.items())
    assert game["name"] == "Rhinoceros Joust"
    assert game["cardSize"] == {"x": 2.48, "y": 3.465}
    assert game["autoUpdate"] == (30 if base else -1)
    urls = [value for key, value in game.items() if key.endswith("Url")]
    assert bool(urls) is bool(base)
    assert all(url.startswith("https://example.org/rhino/") and "//" not in url[8:] for url in urls)


def test_cards_sets_and_decks_agree(made):
    files = made("card-game-simulator")
    cards, sets = (json.loads(files[name]) for name in ("AllCards.json", "AllSets.json"))
    assert len({card["id"] for card in cards}) == len(cards)
    assert {card["set"] for card in cards} == {one["code"] for one in sets}
    for card in cards:
        assert f"sets/{card['set']}/{card['id']}.png" in files
    for one in sets:
        lines = files[f"decks/{one['code']}.txt"].decode().splitlines()
        read = [re.fullmatch(r"(\d+) \[(\S+)\] (.+)", line).groups() for line in lines]
        mine = [(str(card["copies"]), card["id"], card["name"]) for card in cards if card["set"] == one["code"]]
        assert read == mine
    assert files["CardBack.png"] in [data for name, data in files.items() if name.startswith("backs/")]
