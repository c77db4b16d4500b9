"""Tabletop Simulator: ids that point into their sheets, counts, and files that exist."""

from __future__ import annotations

import io
import json
from collections import Counter

import pytest
from PIL import Image

from pnp.export import PrintedSet, Settings
from pnp.export.targets.tabletop_simulator import files


@pytest.fixture(scope="module")
def save(made) -> dict:
    return json.loads(made("tabletop-simulator")["small.json"])


def every(things: list[dict]):
    for thing in things:
        yield thing
        yield from every(thing.get("ContainedObjects", []))


def test_ids_of_cards_point_into_their_sheets_and_never_at_the_hidden_cell(save, made):
    decks = [thing for thing in save["ObjectStates"] if thing["Name"] == "DeckCustom"]
    assert len(decks) == 5
    keys = [key for deck in decks for key in deck["CustomDeck"]]
    assert len(keys) == len(set(keys))
    for deck in decks:
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
        for card in deck["ContainedObjects"]:
            key, cell = divmod(card["CardID"], 100)
            sheet = card["CustomDeck"][str(key)]
            assert sheet == deck["CustomDeck"][str(key)]
            assert cell < sheet["NumWidth"] * sheet["NumHeight"] - 1
            assert (sheet["BackIsHidden"], sheet["Type"]) == (False, 0)
            image = Image.open(io.BytesIO(made("tabletop-simulator")[sheet["FaceURL"]]))
            assert image.width % sheet["NumWidth"] == image.height % sheet["NumHeight"] == 0


def test_there_are_as_many_of_each_as_the_kit_has(save, made):
    listed = json.loads(made("tabletop-simulator")["export.json"])
    assert listed["left_out"].keys() == {"tuckbox", "bracket"}
    wanted = Counter()
    for piece in listed["pieces"]:
        if piece["id"].partition("/")[0] not in {"rulebook", *listed["left_out"]}:
            wanted[piece["title"]] += piece["copies"]
    found = Counter(thing["Nickname"] for thing in every(save["ObjectStates"]) if thing["Name"] not in KINDS)
    pointers = Counter({f"Speed dials, {colour}: pointer": 1 for colour in ("black", "white")})
    assert found == +wanted + pointers


KINDS = ("DeckCustom", "Custom_PDF")


def test_ids_are_unique_and_files_are_there(save, made):
    things = list(every(save["ObjectStates"]))
    ids = [thing["GUID"] for thing in things]
    assert len(set(ids)) == len(ids)
    assert all(len(id_) == 6 for id_ in ids)
    files = made("tabletop-simulator")
    named = {value for thing in things for value in addresses(thing) if value}
    assert named == {name for name in files if name.endswith((".png", ".pdf"))} - {"small.png"}
    assert Image.open(io.BytesIO(files["small.png"])).size == (256, 256)


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
    save = json.loads(made("tabletop-simulator", base_url="https://example.org/r")["small.json"])
    named = [value for thing in every(save["ObjectStates"]) for value in addresses(thing) if value]
    assert named
    assert all(url.startswith("https://example.org/r/") for url in named)


def test_cards_have_the_scale_that_was_measured_for_their_height(save):
    """By templative: a card of 3.5 in has the scale 1.1524."""
    deck = next(thing for thing in save["ObjectStates"] if thing["Name"] == "DeckCustom")
    for thing in (deck, *deck["ContainedObjects"]):
        assert thing["Transform"]["scaleX"] == pytest.approx(1.1524 * 88 / 88.9, abs=0.002)


def test_missing_addresses_are_reported(made):
    notes = [
        json.loads(made("tabletop-simulator", **more)["export.json"])["notes"]
        for more in ({}, {"base_url": "https://example.org/r"})
    ]
    assert [list(one) for one in notes] == [["pictures"], []]


def test_things_do_not_lie_on_each_other(save):
    placed = {}
    for thing in save["ObjectStates"]:
        at = (thing["Transform"]["posX"], thing["Transform"]["posZ"])
        placed.setdefault(at, set()).add((thing["Nickname"], thing["Name"]))
    assert all(len(names) == 1 for names in placed.values())
    assert len(placed) > 10


def test_a_die_of_six_has_the_faces_of_the_kit_and_others_are_the_games(save, made):
    files = made("tabletop-simulator")
    (die,) = [thing for thing in save["ObjectStates"] if thing["Name"] == "Custom_Dice"]
    assert die["CustomImage"]["CustomDice"] == {"Type": 1}
    texture = Image.open(io.BytesIO(files[die["CustomImage"]["ImageURL"]])).convert("L")
    assert texture.size == (2046, 2046)
    used = {(c, r) for c in range(3) for r in range(3) if texture.crop(cell(c, r)).getextrema()[0] < 100}
    assert used == {(0, 2), (0, 1), (1, 2), (1, 1), (2, 1), (2, 2)}
    assert [thing["Name"] for thing in save["ObjectStates"] if thing["Name"].startswith("Die_")] == ["Die_12"]
    ink = [sum(pixel < 100 for pixel in texture.crop(cell(*at)).get_flattened_data()) for at in ((0, 2), (2, 2))]
    assert ink[0] < ink[1], "a 1 has less ink than a 6"


def cell(column: int, row: int) -> tuple[int, int, int, int]:
    return column * 682, row * 682, column * 682 + 682, row * 682 + 682


def test_many_copies_of_a_token_are_a_stack(save):
    tokens = [thing["Transform"] for thing in save["ObjectStates"] if "injury" in thing["Nickname"].lower()]
    assert len(tokens) == 8
    assert len({(at["posX"], at["posZ"]) for at in tokens}) == 1
    assert len({at["posY"] for at in tokens}) == 8


def test_a_dial_is_a_disc_and_a_pointer_that_is_cut_out(save, made):
    files = made("tabletop-simulator")
    dials = [thing for thing in save["ObjectStates"] if "speed-dials" in json.dumps(thing)]
    assert Counter(thing["Name"] for thing in dials) == {"Custom_Tile": 2, "Custom_Token": 2}
    pointer = Image.open(io.BytesIO(files["speed-dials_black-pointer.png"]))
    assert pointer.mode == "RGBA"
    assert pointer.getpixel((0, pointer.height - 1))[3] == 0
    assert pointer.getpixel((pointer.width // 2, pointer.height // 2))[3] == 255


def test_a_large_deck_is_one_deck_of_several_sheets(laid, monkeypatch):
    monkeypatch.setattr("pnp.export.sheets.MOST", 2)
    printed = PrintedSet(laid.plan.context, Settings(dpi=50), tuple(laid.all_pieces))
    save = json.loads(files(printed)["small.json"])
    deck = next(thing for thing in save["ObjectStates"] if thing["Nickname"] == printed.decks[0].title)
    assert list(deck["CustomDeck"]) == ["1", "2"]
    assert {card // 100 for card in deck["DeckIDs"]} == {1, 2}
    assert len(deck["DeckIDs"]) == len(deck["ContainedObjects"]) == 18
