"""MakePlayingCards: pictures with bleed, and orders in which every slot is filled once."""

from __future__ import annotations

import io
import json
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

import pnp
from pnp.export.targets.makeplayingcards import BRACKETS, MOST, _orders
from tests.support import three_cards
from tests.support.sheets import piece


def order(files: dict[str, bytes]) -> ET.Element:
    (name,) = [name for name in files if name.endswith(".xml")]
    assert name == "order-63x88.xml"
    return ET.fromstring(files[name])  # noqa: S314 - our own


def test_every_slot_has_a_front_and_there_are_as_many_as_copies(made):
    files = made("makeplayingcards")
    root = order(files)
    quantity = int(root.findtext("details/quantity"))
    fronts = [int(slot) for text in root.findall("fronts/card/slots") for slot in text.text.split(",")]
    assert sorted(fronts) == list(range(quantity))
    decks = ("moves/", "rhinos/", "summaries/", "extras/", "titles/")
    pieces = json.loads(files["export.json"])["pieces"]
    assert quantity == sum(one["copies"] for one in pieces if one["id"].startswith(decks))
    assert int(root.findtext("details/bracket")) == min(size for size in BRACKETS if size >= quantity)
    named = {one.text for one in root.iter("id")} | {root.findtext("cardback")}
    assert named <= set(files)


def test_pictures_have_the_sizes_that_the_shop_asks_for(made):
    """63 × 88 mm and 36 px on each side at 300 dpi."""
    files = made("makeplayingcards")
    sizes = {Image.open(io.BytesIO(data)).size for name, data in files.items() if name.endswith(".png")}
    assert sizes == {(816, 1111)}


@pytest.mark.parametrize(("back", "wanted"), [(", back: back", "all/hello-back.png"), ("", "all/hello.png")])
def test_the_order_has_the_back_of_its_cards_or_a_front(tmp_path, back, wanted):
    kit = three_cards.write(tmp_path / "cards")
    (kit / "kit.yaml").write_text(three_cards.KIT.replace(", back: back", back), "utf-8")
    files = pnp.export_kit(kit, "makeplayingcards").files
    (name,) = [name for name in files if name.endswith(".xml")]
    order = ET.fromstring(files[name])  # noqa: S314 - our own
    assert order.findtext("cardback") == wanted
    assert bool(order.findall("backs/card")) == bool(back)


def test_more_cards_than_an_order_takes_make_several():
    orders = list(_orders([piece("a", copies=700), piece("b", copies=600)]))
    assert [len(one) for one in orders] == [MOST, MOST, 1300 - 2 * MOST]
