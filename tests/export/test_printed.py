"""The finished set: its decks, and pictures that are what is printed."""

from __future__ import annotations

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from pnp.diagnostics import Diagnostics
from pnp.export import PrintedSet
from pnp.export.printed import encoded, pixels
from pnp.graphics import Size
from pnp.graphics.geometry import MM_PER_INCH
from pnp.pipeline import job
from tests.conftest import Built, options_for
from tests.export.conftest import piece, printed_set, table


@pytest.fixture(scope="module")
def printed() -> PrintedSet:
    return printed_set(0.0, dpi=100)


def test_decks_are_in_order_with_the_copies_of_their_cards(printed):
    counts = {deck.id: sum(card.copies for card in deck.cards) for deck in printed.decks}
    assert list(counts) == ["moves", "rhinos", "extras", "summaries", "titles"]
    assert (counts["moves"], counts["rhinos"], counts["summaries"]) == (18, 2, 2)
    assert {printed.kind(piece) for piece in printed.others} >= {"foldie", "token", "track", "booklet"}


def test_a_picture_is_what_is_printed(printed, tmp_path):
    found = job.build(options_for(table()), Diagnostics())
    found.save(tmp_path)
    built = Built(tmp_path)
    swerve = piece(printed, "moves/swerve")
    (image,) = printed.faces([(swerve, "front")])
    assert image.size == pixels(Size(63, 88), 100) == (248, 346)
    (wide,) = printed.faces([(swerve, "back")], bleed=3)
    assert wide.size == pixels(Size(69, 94), 100)
    place = next(p for p in built.placements("cardstock", "both") if (p["piece"], p["side"]) == (swerve.id, "front"))
    fine = 400
    (face,) = printed.faces([(swerve, "front")], fine)
    sheet = pypdfium2.PdfDocument(built.file("cardstock", "both"))[place["page"] - 1].render(scale=fine / 72).to_pil()
    left, top = (round(mm / MM_PER_INCH * fine) for mm in (place["x"], 297 - place["y"] - place["h"]))
    edge = 48  # without the crosses at its corners
    crop = sheet.convert("RGB").crop((left + edge, top + edge, left + face.width - edge, top + face.height - edge))
    inner = face.crop((edge, edge, face.width - edge, face.height - edge))
    assert unlike(inner, crop) < 3
    assert unlike(inner, ImageChops.offset(crop, 12, 0)) > 5, "a shift of less than a millimetre is noticed"


def unlike(a: Image.Image, b: Image.Image) -> float:
    """The mean difference of two pictures' pixels, a quarter as fine."""
    return max(ImageStat.Stat(ImageChops.difference(a.reduce(4), b.reduce(4))).mean)


def test_faces_beyond_a_batch_keep_their_order(printed):
    card = piece(printed, "moves/swerve")
    other = piece(printed, "moves/dodge")
    images = list(printed.faces([(card, "front")] * 30 + [(other, "front")], dpi=40))
    assert len(images) == 31
    assert images[0].tobytes() == images[29].tobytes() != images[30].tobytes()


def test_faces_can_be_drawn_while_others_are_not_used_yet(printed):
    card = piece(printed, "moves/swerve")
    outer = printed.faces([(card, "front"), (card, "back")], dpi=40)
    first = next(outer)
    assert next(printed.faces([(card, "front")], dpi=40)).tobytes() == first.tobytes()
    assert next(outer).tobytes() != first.tobytes()


def test_large_faces_are_rendered_in_small_batches(printed, monkeypatch):
    monkeypatch.setattr("pnp.export.printed.PIXELS", 30_000)
    card = piece(printed, "moves/swerve")
    sizes = []
    rendered = PrintedSet._rendered
    monkeypatch.setattr(
        PrintedSet, "_rendered", lambda self, batch, *more: sizes.append(len(batch)) or rendered(self, batch, *more)
    )
    assert len(list(printed.faces([(card, "front")] * 7, dpi=40))) == 7
    assert sizes == [2, 2, 2, 1]


def test_a_picture_has_the_same_bytes_each_time(printed):
    first, second = (next(printed.faces([(printed.pieces[0], "front")])) for _ in range(2))
    assert encoded(first) == encoded(second)


def test_a_book_is_a_pdf_with_its_pages(printed):
    pages = printed.of_kind("booklet")
    book = pypdfium2.PdfDocument(printed.book(pages))
    assert len(book) == len(pages) == 4
    assert book[0].get_size() == pytest.approx(tuple(mm / MM_PER_INCH * 72 for mm in pages[0].size), abs=0.01)


def test_what_is_left_out_is_noted_by_component(printed):
    printed.leave_out(printed.of_kind("foldie", "tuckbox"), "no room")
    assert printed.left_out == {"foldies": "no room", "standees": "no room", "tuckbox": "no room"}
    printed.left_out.clear()
