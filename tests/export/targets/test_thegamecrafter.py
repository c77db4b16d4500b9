"""The Game Crafter: pictures by the table of products, and calls that refer only to what was created before."""

from __future__ import annotations

import io
import json
from collections import Counter
from dataclasses import replace

import pytest
from PIL import Image

from pnp.export import Settings
from pnp.export.products import PRODUCTS
from pnp.pipeline import exporting
from tests.export.conftest import drawn, piece, printed_set
from tests.support.pictures import shift

PIXELS = {product.identity: product for product in PRODUCTS}
PARENTS = {"card": "deck_id", "twosided": "set_id", "twosidedslugged": "set_id", "bookletpage": "booklet_id"}
DIE = {f"side{number}_id" for number in range(1, 7)}


@pytest.fixture
def export(made) -> dict[str, bytes]:
    return made("thegamecrafter")


@pytest.fixture
def calls(export) -> list[dict]:
    return json.loads(export["calls.json"])["calls"]


def test_calls_refer_to_earlier_calls_and_to_files_that_are_there(calls, export):
    known = {"$user", "$designer"}
    for call in calls:
        for key, value in call["params"].items():
            if str(value).startswith("$"):
                assert value in known, (call["name"], key)
            assert "session" not in key
        known.add(f"${call['name']}")
    assert len(known) == len(calls) + 2
    kinds = [call["path"] for call in calls]
    assert kinds[0] == "/folder"
    assert kinds.index("/game") == 1 + kinds.count("/file")
    uploaded = [call["params"]["file"] for call in calls if call["path"] == "/file"]
    assert sorted(uploaded) == sorted(set(export) - {"calls.json", "export.json"})


def test_pictures_have_the_pixels_of_their_product(calls, export):
    by_name = {call["name"]: call for call in calls}
    seen = set()
    for call in calls:
        params = call["params"]
        parent = PARENTS.get(call["path"].removeprefix("/"))
        product = (by_name[params[parent][1:]]["params"] if parent else params).get("identity")
        for key in params.keys() & ({"face_id", "back_id", "image_id"} | DIE):
            name = by_name[params[key][1:]]["params"]["file"]
            image = Image.open(io.BytesIO(export[name]))
            assert (image.size, image.mode) == (PIXELS[product].picture, "RGB"), name
            assert round(image.info["dpi"][0]) == 300
            seen.add(name)
    assert seen == {name for name in export if name.endswith(".png")}


def test_quantities_are_the_copies(calls, export):
    listed = json.loads(export["export.json"])
    by_name = {call["name"]: call for call in calls}
    found = Counter()
    for call in calls:
        params = call["params"]
        picture = params.get("face_id") or params.get("image_id") or params.get("side1_id")
        if picture:
            name = by_name[picture[1:]]["params"]["file"].removesuffix(".png").removesuffix("-1")
            found[name] += params.get("quantity", 1)
            assert 1 <= params.get("quantity", 1) <= 99
    out = set(listed["left_out"])
    wanted = {
        piece["id"]: piece["copies"]
        for piece in listed["pieces"]
        if piece["copies"] and not {piece["id"], piece["id"].partition("/")[0]} & out
    }
    assert found == wanted


def test_products_are_named_and_what_has_none_is_reported_with_the_reason(export):
    listed = json.loads(export["export.json"])
    assert listed["left_out"] == {
        "tuckbox": "its boxes have other nets; PokerTuckBox36 holds the 26 cards",
        "foldies": "its nearest product would show it at 56 % of its size",
        "list": "it has no product of about 345 × 101 mm",
        "striking-die": "it prints only dice of six",
        "speed-dials": "it has no such product",
    }
    assert listed["notes"]["moves"] == "EuroPokerDeck"
    assert listed["notes"]["score-track"] == "DominoDeck, drawn at 103%, turned"


def test_a_card_is_in_the_middle_and_its_art_reaches_the_edge(export):
    front = Image.open(io.BytesIO(export["moves/swerve.png"]))
    kit = printed_set(3.175)
    (flat,) = kit.faces([(piece(kit, "moves/swerve"), "front")], 300, 0)
    left, top = (825 - flat.width) // 2, (1125 - flat.height) // 2
    inner = front.crop((left, top, left + flat.width, top + flat.height))
    assert max(map(abs, shift(inner, flat))) <= 1
    back = Image.open(io.BytesIO(export["moves-back.png"]))
    edges = [back.getpixel(at) for at in ((0, 0), (824, 0), (0, 1124), (824, 1124), (400, 0), (0, 600))]
    assert (255, 255, 255) not in edges


def test_cards_with_a_back_of_their_own_name_it(calls):
    cards = [call["params"] for call in calls if call["path"] == "/card"]
    assert cards
    for card in cards:
        assert card["back_from"] in ("Deck", "Card")
        assert ("back_id" in card) is (card["back_from"] == "Card")
    decks = {call["params"]["name"]: call["params"] for call in calls if call["path"] == "/deck"}
    without = {name for name, deck in decks.items() if "back_id" not in deck}
    assert without == {"Score tracks"}


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_book_that_is_read_from_right_to_left_is_bound_at_the_left_from_its_end(language):
    found = drawn("small", 3.175)
    kit = replace(found.plan.context.kit, language=language)
    plan = replace(found.plan, context=replace(found.plan.context, kit=kit))
    pieces = tuple(piece for piece in found.pieces if piece.component == "rulebook")
    settings = Settings(dpi=60, bleed=3.175)
    files = exporting.finish(found._replace(plan=plan, pieces=pieces), "thegamecrafter", settings).files
    listed = json.loads(files["calls.json"])["calls"]
    names = {f"${call['name']}": call["params"]["file"] for call in listed if call["path"] == "/file"}
    pages = [names[call["params"]["image_id"]] for call in listed if call["path"] == "/bookletpage"]
    in_order = [f"rulebook/{number}.png" for number in range(1, len(pages) + 1)]
    assert pages == (in_order if language == "en" else in_order[::-1])
