"""Faces as pictures of products: their size, their borders, their turn, and what is drawn once."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from pnp.export import PrintedSet, fitted
from pnp.export.products import DPI, nearest
from tests.export.conftest import piece, printed_set
from tests.support.pictures import shift, unlike


@pytest.fixture(scope="module")
def bled() -> PrintedSet:
    return printed_set(fitted.BLEED)


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def test_cards_share_the_picture_of_their_back(bled):
    cards = [piece(bled, "moves/swerve"), piece(bled, "moves/dodge")]
    found = fitted.faces(bled, cards, nearest(cards[0].size, "card"))
    assert len(found) == 4
    assert found[cards[0], "back"] is found[cards[1], "back"]
    assert found[cards[0], "front"] != found[cards[1], "front"]
    assert {opened(data).size for data in found.values()} == {(825, 1125)}


def test_a_card_without_bleed_is_on_white_in_the_middle(bled):
    card = piece(bled, "summaries/summary")
    image = opened(fitted.faces(bled, [card], nearest(card.size, "card"))[card, "front"])
    (flat,) = bled.faces([(card, "front")], DPI, 0.0)
    left, top = (825 - flat.width) // 2, (1125 - flat.height) // 2
    assert max(map(abs, shift(image.crop((left, top, left + flat.width, top + flat.height)), flat))) <= 1
    assert image.crop((0, 0, 825, top)).getcolors() == [(825 * top, (255, 255, 255))]


def test_a_turned_piece_reads_from_the_side(bled):
    track = piece(bled, "score-track/white")
    fit = nearest(track.size, "board")
    assert fit.turned
    image = opened(fitted.faces(bled, [track], fit)[track, "front"])
    assert image.size == fit.product.picture
    (flat,) = bled.faces([(track, "front")], DPI * fit.scale, 0.0)
    upright = image.rotate(-90, expand=True)
    left, top = (upright.width - flat.width) // 2, (upright.height - flat.height) // 2
    assert max(map(abs, shift(upright.crop((left, top, left + flat.width, top + flat.height)), flat))) <= 1


def test_a_token_is_coloured_up_to_the_edge(bled):
    token = piece(bled, "score-markers/black")
    image = opened(fitted.faces(bled, [token], nearest(token.size, "token"), disc=True)[token, "front"])
    assert image.size == (225, 225)
    corners = [image.getpixel(at) for at in ((0, 0), (224, 0), (0, 224), (224, 224))]
    assert all(max(pixel) < 60 for pixel in corners), corners


def test_both_sides_of_a_standee_are_upright(bled):
    standee = piece(bled, "foldies/stomper")
    spec = bled.context.kit.components["foldies"]
    fit = nearest(fitted.parts.panels(standee, spec)[0].size, "standee")
    front, back = (opened(data) for data in fitted.standees(bled, [standee], spec, fit).values())
    assert front.size == back.size == fit.product.picture
    label = (0, front.height // 2, front.width, front.height)
    assert unlike(front.crop(label), back.crop(label)) < unlike(front.crop(label), back.rotate(180).crop(label))
    assert front.crop((0, 0, front.width, front.height // 3)).getextrema() == ((255, 255),) * 3


def test_a_die_has_six_faces_of_the_products_size(bled):
    die = piece(bled, "riding-die/net")
    size = fitted.parts.faces(die)[1].size
    found = fitted.die(bled, die, nearest(size, "die"))
    assert list(found) == [1, 2, 3, 4, 5, 6]
    assert {opened(data).size for data in found.values()} == {(180, 180)}
