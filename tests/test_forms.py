"""Operators that are remembered: the same bytes as without a memory, whatever else stands in a file."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pypdf
import pytest
from PIL import Image

from pnp import cache
from pnp.cache import store
from pnp.drawing import CUT_LINES, NOTES, Drawing, Group, Item, Picture, Piece, Tag, Text, Use, layer, rectangle
from pnp.drawing import Path as Outline
from pnp.geometry import Rect, Size, Transform
from pnp.imposition import Room, arrange
from pnp.ink import pdf
from pnp.ink.stream import Stream

A5 = Size(148, 210)
SQUARE = Outline(rectangle(Rect(10, 10, 20, 20)), "#ff0000", alpha=0.5)
SIGNS = "–—’“”•×½…é€"


def text(words: str, font: str = "body") -> Text:
    return Text(5, 10, words, font, 9, "#000000")


def row(role: str, *words: str) -> Item:
    return Group((Tag("TR", tuple(Tag(role, (text(word),)) for word in words)),))


def drawn(chance: random.Random, depth: int = 2) -> Drawing:
    """A drawing with something of all that depends on what else is in a file."""
    some = "".join(chance.sample(SIGNS, 3))
    kinds: list[Item] = [
        text(f"plain {some}", chance.choice(["body", "bold"])),
        Tag("P", (text(f"(told\\) {some}"),), origin=None),
        SQUARE,
        *layer(chance.choice([CUT_LINES, NOTES, "Other"]), (SQUARE,)),
        Tag("Table", (row("TH", "A", some), row("TD", "1", "2")), "A | B"),
        Tag("Table", (row("TD", "3", "4"),), "A | B"),
        Tag("L", (Tag("LI", (Tag("Lbl", (text("•"),)), Tag("LBody", (text(some),)))),)),
    ]
    items = chance.sample(kinds, chance.randint(0, 4))
    if depth:
        items += [Use(drawn(chance, depth - 1), Transform.move(1, 2)) for _ in range(chance.randint(0, 2))]
    return Drawing(f"d{chance.randint(1, 3)}", Size(60, 60), tuple(items), alt=chance.choice(["", "told"]))


def page_of(chance: random.Random, number: int, pool: list[Drawing]) -> pdf.Page:
    stock = chance.choice(["paper", "cardstock"])
    pieces = [Piece(f"p/{number}", "p", "Title", Size(60, 60), chance.choice(pool), stock=stock)]
    (sheet, *_) = arrange("grid", pieces, Room(A5, 5), 0)
    return pdf.Page(A5, sheet.front, Drawing("marks", A5, (text("label"),)), "p")


def document(*pages: pdf.Page) -> pdf.Document:
    return pdf.Document("Title", "Author", "Subject", "en", "Simplex", pages)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kept"))


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("seed", range(4))
def test_files_are_the_same_whatever_was_written_before(seed, bench):
    chance = random.Random(seed)
    pool = [drawn(chance) for _ in range(8)]
    for _ in range(15):
        file = document(*(page_of(chance, number, pool) for number in range(1, chance.randint(2, 6))))
        with store.opened("kit"):
            warm = pdf.write(file, bench.fonts)
        assert warm == pdf.write(file, bench.fonts)


def only(drawing: Drawing, stock: str = "cardstock", number: int = 1) -> pdf.Page:
    """A page with one piece on it, and nothing else."""
    piece = Piece(f"p/{number}", "p", "Title", Size(60, 60), drawing, stock=stock)
    (sheet,) = arrange("grid", [piece], Room(A5, 5), 0)
    return pdf.Page(A5, sheet.front, Drawing("marks", A5, ()), "p")


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("stock", ["paper", "cardstock"])
def test_a_drawing_is_written_once_for_all_files(stock, bench, monkeypatch):
    told = Drawing("told", Size(60, 60), (Tag("P", (text("wörds"),)), SQUARE))
    written: list[Text] = []
    shown = Stream.text
    monkeypatch.setattr(Stream, "text", lambda self, item: (written.append(item), shown(self, item)))
    for _ in range(3):
        with store.opened("kit"):
            pdf.write(document(only(told, stock)), bench.fonts)
    assert [item.text for item in written] == ["wörds"]


@pytest.mark.usefixtures("kept")
def test_a_bitmap_is_in_every_file_that_shows_it(bench):
    data = io.BytesIO()
    Image.new("RGB", (4, 4), "#336699").save(data, "png")
    shown = Drawing("shown", Size(60, 60), (Picture(Rect(0, 0, 9, 9), data.getvalue(), (4, 4)),))
    files = []
    for _ in range(2):
        with store.opened("kit"):
            files.append(pdf.write(document(only(shown)), bench.fonts))
    assert files[0] == files[1]
    assert len(pypdf.PdfReader(io.BytesIO(files[1])).pages[0].images) == 1


@pytest.mark.usefixtures("kept")
def test_what_is_remembered_of_other_letters_layers_or_forms_is_not_taken(bench):
    inner = Use(Drawing("in", A5, (SQUARE,)), Transform())
    mine = Drawing("mine", Size(60, 60), (text("–"), *layer(NOTES, (SQUARE,)), inner))
    other = Drawing("other", Size(60, 60), (text("€"), *layer(CUT_LINES, (SQUARE,))))

    alone, behind = document(only(mine)), document(only(other), only(mine, number=2))
    cold = pdf.write(alone, bench.fonts), pdf.write(behind, bench.fonts)
    for file, wanted in ((alone, cold[0]), (behind, cold[1]), (alone, cold[0])):
        with store.opened("kit"):
            assert pdf.write(file, bench.fonts) == wanted
    assert b"(\\001) Tj" in cold[0]
    assert b"(\\002) Tj" in cold[1], "the same letter has another code there"
