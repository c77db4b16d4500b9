"""Card Game Simulator: files by its schema, pictures where it looks for them, and a back for each card.

The program's schema is under the Mozilla Public License 2.0 and not kept here. `PNP_CGS_SCHEMA`, the path of a folder
with its `cgs.json`, `AllCards.json` and `AllSets.json`, makes the tests use it too.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

URL = {"type": "string", "pattern": "^https://"}
SIZE = {
    "type": "object",
    "additionalProperties": False,
    "properties": {axis: {"type": "number", "exclusiveMinimum": 0} for axis in "xy"},
}
GAME: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name"],
    "properties": {
        **{key: {"type": "string"} for key in ("name", "copyright", "cardIdIdentifier")},
        **{f"{key}Url": URL for key in ("autoUpdate", "allCards", "allSets", "cardBackImage", "cardImage", "rules")},
        "autoUpdate": {"type": "integer"},
        "cardImageFileType": {"enum": ["png", "jpg"]},
        "cardNameIsUnique": {"type": "boolean"},
        "deckFileTxtId": {"enum": ["id", "set"]},
        "deckFileType": {"enum": ["dec", "hsd", "lor", "txt", "ydk"]},
        "cardSize": SIZE,
        "cardProperties": {"type": "array", "items": {"type": "object", "required": ["name", "type"]}},
        "cardBackFaceImageUrls": {"type": "array", "items": {"type": "object", "required": ["id", "url"]}},
        "deckUrls": {"type": "array", "items": {"type": "object", "required": ["name", "url"]}},
    },
}
"""The keys that are written here."""
BASE = "https://example.org/joust"


def theirs() -> Path:
    """The folder with the program's schemas."""
    folder = os.environ.get("PNP_CGS_SCHEMA")
    if not folder:
        pytest.skip("PNP_CGS_SCHEMA is not set")
    return Path(folder)


@pytest.mark.parametrize("base", ["", BASE + "/"])
def test_the_game_has_only_keys_of_the_schema(made, base):
    game = json.loads(made("card-game-simulator", base_url=base)["cgs.json"])
    jsonschema.validate(game, GAME)
    assert game["name"] == "Pocket Joust"
    assert game["cardSize"] == {"x": 2.48, "y": 3.465}
    assert game["autoUpdate"] == (30 if base else -1)
    urls = [value for key, value in game.items() if key.endswith("Url")]
    assert bool(urls) is bool(base)
    assert all(url.startswith(f"{BASE}/") and "//" not in url[8:] for url in urls)


def test_the_game_is_valid_by_the_programs_own_schema(made):
    schema = json.loads((theirs() / "cgs.json").read_text("utf-8"))
    for base in ("", BASE):
        game = json.loads(made("card-game-simulator", base_url=base)["cgs.json"])
        assert not list(jsonschema.Draft7Validator(schema).iter_errors(game))


@pytest.mark.parametrize("name", ["AllCards", "AllSets"])
def test_cards_and_sets_are_valid_by_the_programs_own_schema(made, name):
    """In these schemas, a key is a reference to the key of `cgs.json` whose value is its name."""
    game = json.loads((theirs() / "cgs.json").read_text("utf-8"))["properties"]
    text = (theirs() / f"{name}.json").read_text("utf-8")
    text = re.sub(r"\$cgs\.json#?/properties/(\w+)", lambda found: game[found[1]].get("default", found[1]), text)
    schema = json.loads(text)
    schema["items"].pop("additionalProperties", None)
    schema["items"]["properties"].pop("cards", None)
    cards = json.loads(made("card-game-simulator")[f"{name}.json"])
    assert not list(jsonschema.Draft7Validator(schema).iter_errors(cards))


def test_every_address_is_that_of_a_file(made):
    files = made("card-game-simulator", base_url=BASE)
    game = json.loads(files["cgs.json"])
    named = {value for key, value in game.items() if key.endswith("Url") and "{" not in value}
    named |= {one["url"] for key in ("cardBackFaceImageUrls", "deckUrls") for one in game[key]}
    cards = json.loads(files["AllCards.json"])
    template = game["cardImageUrl"].replace("{cardSet}", "{set}").replace("{cardId}", "{id}")
    named |= {template.format(**card) for card in cards}
    assert {url.removeprefix(f"{BASE}/") for url in named} == set(files) - {"export.json"}


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


def test_each_card_names_its_own_back(made):
    files = made("card-game-simulator")
    backs = {card["id"]: card["backs"] for card in json.loads(files["AllCards.json"])}
    assert all(len(own) == 1 and f"backs/{own[0]}.png" in files for own in backs.values())
    assert backs["moves.swerve"] == backs["moves.dodge"] != backs["rhinos.stomper"]
    assert files["CardBack.png"] == files[f"backs/{backs['moves.swerve'][0]}.png"]
    assert {name for name in files if name.startswith("backs/")} == {f"backs/{own[0]}.png" for own in backs.values()}


def test_what_is_not_a_card_is_left_out_but_for_the_rules(made):
    files = made("card-game-simulator")
    assert files["rulebook.pdf"].startswith(b"%PDF")
    left_out = json.loads(files["export.json"])["left_out"]
    assert set(left_out.values()) == {"it has cards only"}
    assert "foldies" in left_out
    assert "rulebook" not in left_out
