"""Tabletop Simulator: ids that point into their sheets, counts, and files that exist."""

from __future__ import annotations

import io
import json
from collections import Counter

import pytest
from PIL import Image


@pytest.fixture(scope="module")
def save(made) -> dict:
    return json.loads(made("tabletop-simulator")["rhino.json"])


def every(things: list[dict]):
    for thing in things:
        yield thing
        yield from every(thing.get("ContainedObjects", []))


def test_ids_of_cards_point_into_their_sheets_and_never_at_the_hidden_cell(save, made):
    decks = [thing for thing in save["ObjectStates"] if thing["Name"] == "DeckCustom"]
    assert len(decks) == 4
    keys = [key for deck in decks for key in deck["CustomDeck"]]
    assert len(keys) == len(set(keys))
    for deck in decks:
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
        for card in deck["ContainedObjects"]:
            key, cell = divmod(card["CardID"], 100)
            sheet = card["CustomDeck"][str(key)]
            assert sheet == deck["CustomDeck"][str(key)]
            assert cell < sheet["NumWidth"] * sheet["NumHeight"] - 1
            image = Image.open(io.BytesIO(made("tabletop-simulator")[sheet["FaceURL"]]))
            assert image.width % sheet["NumWidth"] == image.height % sheet["NumHeight"] == 0


def test_there_are_as_many_of_each_as_the_kit_has(save, made):
    pieces = json.loads(made("tabletop-simulator")["export.json"])["pieces"]
    wanted = Counter()
    for piece in pieces:
        if not piece["id"].startswith(("rulebook/", "tuckbox/", "guide/")):
            wanted[piece["title"]] += piece["copies"]
    found = Counter(thing["Nickname"] for thing in every(save["ObjectStates"]) if thing["Name"] not in KINDS)
    assert found == +wanted


KINDS = ("DeckCustom", "Custom_PDF")


def test_ids_are_unique_and_files_are_there(save, made):
    things = list(every(save["ObjectStates"]))
    ids = [thing["GUID"] for thing in things]
    assert len(set(ids)) == len(ids)
    assert all(len(id_) == 6 for id_ in ids)
    files = made("tabletop-simulator")
    named = {value for thing in things for value in addresses(thing) if value}
    assert named == {name for name in files if name.endswith((".png", ".pdf"))}


def addresses(thing: dict):
    for key, value in thing.items():
        if isinstance(value, dict):
            yield from addresses(value)
        elif key.endswith(("URL", "Url")):
            yield value


def test_standees_stand_tokens_are_round_and_the_book_is_a_pdf(save, made):
    kinds = Counter(thing["Name"] for thing in save["ObjectStates"])
    assert kinds["Figurine_Custom"] == 4
    assert kinds["Custom_PDF"] == 1
    tokens = [thing for thing in save["ObjectStates"] if "marker" in thing["Nickname"].lower()]
    assert {token["CustomImage"]["CustomTile"]["Type"] for token in tokens} == {2}
    assert made("tabletop-simulator")["rulebook.pdf"].startswith(b"%PDF")
    (standee, *_) = [thing for thing in save["ObjectStates"] if thing["Name"] == "Figurine_Custom"]
    front, back = (standee["CustomImage"][key] for key in ("ImageURL", "ImageSecondaryURL"))
    sizes = [Image.open(io.BytesIO(made("tabletop-simulator")[name])).size for name in (front, back)]
    assert sizes[0] == sizes[1]


def test_a_base_url_is_before_every_file(made):
    save = json.loads(made("tabletop-simulator", base_url="https://example.org/r")["rhino.json"])
    named = [value for thing in every(save["ObjectStates"]) for value in addresses(thing) if value]
    assert named
    assert all(url.startswith("https://example.org/r/") for url in named)
