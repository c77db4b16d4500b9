"""Products: a well-formed table, and the nearest for each size of piece."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from pnp.diagnostics import Diagnostics
from pnp.export import PrintedSet, products
from pnp.export.products import DPI, LIMITS, PRODUCTS, TUCK_BOXES, nearest, tuck_box
from pnp.graphics import Path, Rect, Size
from pnp.graphics.drawing import rectangle
from pnp.kit import load
from tests.export.conftest import piece, printed_set
from tests.support.pictures import shift, unlike


def test_pictures_are_larger_than_what_is_cut_from_them():
    for product in PRODUCTS:
        assert all(cut <= side for cut, side in zip(product.cut, product.picture, strict=True)), product
        if product.group != "die":
            assert all(side % 75 == 0 for side in product.picture), product
    assert len({product.identity for product in PRODUCTS}) == len(PRODUCTS)
    assert {group for limits in LIMITS.values() for group in limits.groups} == {one.group for one in PRODUCTS}


@pytest.mark.parametrize(
    ("size", "identity"),
    [
        ("euro-poker", "EuroPokerDeck"), ("poker", "PokerDeck"), ("bridge", "BridgeDeck"), ("mini", "MiniDeck"),
        ("mini-44", "MiniDeck"), ("business", "BusinessDeck"), ("tarot", "TarotDeck"), ("square", "EuroSquareDeck"),
        ("jumbo", "JumboDeck"), ("micro", "MicroDeck"), ("domino", "DominoDeck"),
    ],
)  # fmt: skip
def test_each_size_of_cards_has_its_deck(size, identity):
    facts = load.print_facts(Diagnostics())
    fit = nearest(Size(*facts.cards[size].size), "card")
    assert (fit.product.identity, fit.scale, fit.turned) == (identity, 1.0, False)


def test_cards_are_turned_but_never_drawn_much_smaller_or_larger():
    assert nearest(Size(88, 63), "card").turned
    assert nearest(Size(44, 68), "card") is None
    assert nearest(Size(126, 88), "tile") is None
    assert nearest(Size(126, 88), "board").product.identity == "JumboDeck"


@pytest.mark.parametrize(("diameter", "identity"), [(12, "Small"), (15, "Small"), (18, "Medium"), (25, "Large")])
def test_tokens_are_drawn_to_fit_the_nearest_chit(diameter, identity):
    fit = nearest(Size(diameter, diameter), "token")
    assert fit.product.identity == f"{identity}CircleChit"
    assert fit.product.cut[0] == pytest.approx(diameter / 25.4 * 300 * fit.scale, rel=0.016)


def test_the_smallest_tuck_box_holds_the_cards():
    assert tuck_box("EuroPokerDeck", 71) == "PokerTuckBox72"
    assert tuck_box("EuroPokerDeck", 72) == "PokerTuckBox72"
    assert tuck_box("PokerDeck", 109) is None
    assert tuck_box("MicroDeck", 9) is None
    assert set(TUCK_BOXES) <= {product.identity for product in PRODUCTS}


@pytest.fixture(scope="module")
def bled() -> PrintedSet:
    return printed_set(products.BLEED)


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def test_cards_share_the_picture_of_their_back(bled):
    cards = [piece(bled, "moves/swerve"), piece(bled, "moves/dodge")]
    found = products.faces(bled, cards, nearest(cards[0].size, "card"))
    assert len(found) == 4
    assert found[cards[0], "back"] is found[cards[1], "back"]
    assert found[cards[0], "front"] != found[cards[1], "front"]
    assert {opened(data).size for data in found.values()} == {(825, 1125)}


def test_a_card_without_bleed_is_on_white_in_the_middle(bled):
    card = piece(bled, "summaries/summary")
    ground = Path(rectangle(Rect(0, 0, *card.size)), fill="#884422")
    card = replace(card, front=replace(card.front, items=(ground, *card.front.items), bleed=0.0))
    image = opened(products.faces(bled, [card], nearest(card.size, "card"))[card, "front"])
    (flat,) = bled.faces([(card, "front")], DPI, 0.0)
    left, top = (825 - flat.width) // 2, (1125 - flat.height) // 2
    assert max(map(abs, shift(image.crop((left, top, left + flat.width, top + flat.height)), flat))) <= 1
    assert image.crop((0, 0, 825, top)).getcolors() == [(825 * top, (255, 255, 255))]


def test_a_turned_piece_reads_from_the_side(bled):
    track = piece(bled, "score-track/white")
    fit = nearest(track.size, "board")
    assert fit.turned
    image = opened(products.faces(bled, [track], fit)[track, "front"])
    assert image.size == fit.product.picture
    (flat,) = bled.faces([(track, "front")], DPI * fit.scale, 0.0)
    upright = image.rotate(-90, expand=True)
    left, top = (upright.width - flat.width) // 2, (upright.height - flat.height) // 2
    assert max(map(abs, shift(upright.crop((left, top, left + flat.width, top + flat.height)), flat))) <= 1


def test_a_token_is_coloured_up_to_the_edge(bled):
    token = piece(bled, "score-markers/black")
    image = opened(products.faces(bled, [token], nearest(token.size, "token"), disc=True)[token, "front"])
    assert image.size == (225, 225)
    corners = [image.getpixel(at) for at in ((0, 0), (224, 0), (0, 224), (224, 224))]
    assert all(max(pixel) < 60 for pixel in corners), corners


def test_both_sides_of_a_standee_are_upright(bled):
    standee = piece(bled, "foldies/stomper")
    spec = bled.context.kit.components["foldies"]
    fit = nearest(products.parts.panels(standee, spec)[0].size, "standee")
    front, back = (opened(data) for data in products.standees(bled, [standee], spec, fit).values())
    assert front.size == back.size == fit.product.picture
    label = (0, front.height // 2, front.width, front.height)
    assert unlike(front.crop(label), back.crop(label)) < unlike(front.crop(label), back.rotate(180).crop(label))
    assert front.crop((0, 0, front.width, front.height // 3)).getextrema() == ((255, 255),) * 3


def test_a_die_has_six_faces_of_the_products_size(bled):
    die = piece(bled, "riding-die/net")
    size = products.parts.faces(die)[1].size
    found = products.die(bled, die, nearest(size, "die"))
    assert list(found) == [1, 2, 3, 4, 5, 6]
    assert {opened(data).size for data in found.values()} == {(180, 180)}
