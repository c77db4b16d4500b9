"""Products: a well-formed table, and the nearest for each size of piece."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.export.products import LIMITS, PRODUCTS, TUCK_BOXES, nearest, tuck_box
from pnp.graphics import Size
from pnp.kit import load


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
