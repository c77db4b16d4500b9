"""Sheets of labels, and paper of a card's own size, read back from finished PDFs."""

from __future__ import annotations

import io
from math import hypot

import pypdf
import pypdfium2
import pytest

import pnp
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Use
from pnp.graphics.geometry import POINTS_PER_MM
from pnp.imposition import Sheet
from pnp.pipeline import job
from tests.conftest import edit, options_for
from tests.support import three_cards
from tests.support.pages import forms

LETTER_W, LETTER_H = 215.9, 279.4
PERFORATED = [(x, y) for y in (184.15, 95.25, 6.35) for x in (12.7, 76.2, 139.7)]
"""The lower left corners of nine cards of 63.5 × 88.9 mm in the middle of Letter, row by row."""


@pytest.fixture
def cards(tmp_path):
    return three_cards.write(tmp_path / "mine")


def pdf_of(result: pnp.BuildResult, end: str = ".pdf") -> bytes:
    (name,) = (name for name in result.files if name.endswith(end))
    return bytes(result.files[name])


def test_cards_are_in_perforated_places_with_their_backs_behind_them(cards):
    result = pnp.build(cards, paper="cards-letter", backs="short")
    placements = result.manifest["placements"]
    fronts = [(p["x"], p["y"]) for p in placements if p["page"] == 1]
    backs = [(p["x"], p["y"]) for p in placements if p["page"] == 2]
    assert fronts == PERFORATED
    # Flipped on the short edge, what is above is below on the back.
    assert backs == [(x, round(LETTER_H - y - 88.9, 2)) for x, y in fronts]
    front, back = (forms(page) for page in pypdfium2.PdfDocument(pdf_of(result)))
    # Drawings begin at the top left of fronts, and at the lower right of backs that are upside down.
    corners = [(e, f - 88.9) for *_, e, f in front], [(e - 63.5, f) for *_, e, f in back]
    for found, places in zip(corners, (fronts, backs), strict=True):
        assert all(any(hypot(x - e, y - f) < 0.02 for e, f in found) for x, y in places)


def test_a_sheet_of_labels_has_a_label_beside_them_and_no_cut_marks(cards):
    data = pdf_of(pnp.build(cards, paper="cards-letter"))
    page = pypdf.PdfReader(io.BytesIO(data)).pages[0]
    assert "page 1 of 2" in page.extract_text()
    assert "CutLines" not in str(page["/Resources"])
    lines = pdf_of(pnp.build(cards, paper="cards-letter", marks="lines"))
    assert len(lines) > len(data), "the outlines of labels for a test print"


def test_a_used_label_is_skipped(cards):
    result = pnp.build(cards, paper="cards-letter", skip=[1, 2])
    assert (result.manifest["placements"][0]["x"], result.manifest["placements"][0]["y"]) == PERFORATED[2]


@pytest.mark.parametrize(("options", "sheets"), [({}, 1), ({"order": "piles"}, 2), ({"skip": [1]}, 2)])
def test_decks_of_two_sizes_share_a_sheet_where_it_has_room(cards, options, sheets):
    with (cards / "kit.yaml").open("a", encoding="utf-8") as file:
        file.write("  small: {kind: deck, title: Small cards, size: mini-us, face: small, back: small}\n")
    with (cards / "cards.yaml").open("a", encoding="utf-8") as file:
        file.write("small:\n  mouse: {name: Mouse, count: 9}\n")
    with (cards / "faces.yaml").open("a", encoding="utf-8") as file:
        file.write('  small: {elements: [{text: "{name}", box: [4, 20, 33, 12], style: name}]}\n')
    result = pnp.build(cards, paper="a3", **options)
    placements = result.manifest["placements"]
    assert len({placed["page"] for placed in placements}) == 2 * sheets
    behind = {(placed["piece"], placed["copy"]): placed for placed in placements if placed["side"] == "back"}
    fronts = [placed for placed in placements if placed["side"] == "front"]
    assert len(fronts) == len(behind) == 18
    for front in fronts:
        back = behind[front["piece"], front["copy"]]
        assert front["x"] + front["w"] + back["x"] == pytest.approx(297, abs=0.02)
        assert (back["y"], back["page"]) == (front["y"], front["page"] + 1)


def test_outlines_of_hexagons_have_their_pen_without_other_marks(cards):
    edit(
        cards,
        "kit.yaml",
        "title: My cards\n",
        "title: My cards\nsizes: {tile: {title: Tile, size: [60, 69.28], shape: hexagon}}\n",
    )
    edit(cards, "kit.yaml", "size: poker", "size: tile")
    page = pypdfium2.PdfDocument(pdf_of(pnp.build(cards, mark_colour="#0ac", mark_width=0.5, marks="none")))[0]
    colours = {colour for _, colour in page.render(scale=3).to_pil().convert("RGB").getcolors(10000)}
    assert (0, 170, 204) in colours


def test_marks_are_printed_in_their_colour(cards):
    page = pypdfium2.PdfDocument(pdf_of(pnp.build(cards, mark_colour="#0ac", mark_width=0.5, mark_length=6)))[0]
    colours = {colour for _, colour in page.render(scale=3).to_pil().convert("RGB").getcolors(10000)}
    assert (0, 170, 204) in colours


@pytest.mark.parametrize("marks", ["corner", "lines", "dots"])
@pytest.mark.parametrize(("paper", "size"), [("4x6in", "101.6x152.4mm"), ("2.5x3.5in", "poker")])
def test_a_card_as_large_as_the_paper_fills_it_without_marks(cards, paper, size, marks):
    given = {"card_size": size} if size != "poker" else {}
    result = pnp.build(cards, paper=paper, margin=0, marks=marks, **given)
    data = pdf_of(result)
    page = pypdfium2.PdfDocument(data)[1]
    width, height = page.get_size()
    (placed,) = [p for p in result.manifest["placements"] if p["page"] == 2]
    assert (placed["x"], placed["y"]) == (0, 0)
    assert (placed["w"] * POINTS_PER_MM, placed["h"] * POINTS_PER_MM) == pytest.approx((width, height), abs=0.01)
    picture = page.render(scale=1).to_pil().convert("RGB")
    assert len(picture.getcolors()) == 1, "the back's one colour to all edges, and nothing over it"
    assert not pypdf.PdfReader(io.BytesIO(data)).pages[1].extract_text()


def test_paper_with_room_for_the_bleed_alone_has_it_to_the_edge_without_marks(cards):
    data = pdf_of(pnp.build(cards, paper="69.5x94.9mm", margin=0))
    picture = pypdfium2.PdfDocument(data)[1].render(scale=1).to_pil().convert("RGB")
    assert len(picture.getcolors()) == 1


def test_without_a_margin_labels_keep_off_the_edge_that_printers_cut_off(cards):
    page = pypdfium2.PdfDocument(pdf_of(pnp.build(cards, margin=0)))[0]
    text = page.get_textpage()
    boxes = [text.get_rect(n) for n in range(text.count_rects())]
    assert max(top for *_, top in boxes) < (297 - 2.5) * POINTS_PER_MM


@pytest.fixture
def book(small):
    """The small set with a rulebook of ten pages with equal words, on three sheets."""
    (small / "rulebook.md").write_text("\n\n---\n\n".join(["## Same\n\nWords."] * 8), "utf-8")
    return small


def from_fold(data: bytes) -> list[tuple[float, float]]:
    """On each side of a booklet's sheets, how far the headings of both pages begin from the fold, in mm."""
    found = []
    for page in pypdfium2.PdfDocument(data):
        words, fold = page.get_textpage(), page.get_width() / 2
        boxes = [words.get_rect(number) for number in range(words.count_rects())]
        left, right = sorted(left for left, bottom, _, top in boxes if top - bottom > 9) if len(found) > 1 else (0, 0)
        found.append(((fold - left) / POINTS_PER_MM, (right - fold) / POINTS_PER_MM))
    return found


@pytest.mark.parametrize(("options", "creep"), [({}, 0.1), ({"creep": 0.4}, 0.4), ({"creep": 0}, 0)])
def test_pages_of_inner_sheets_are_nearer_to_the_fold_by_the_thickness_of_the_paper(book, options, creep):
    data = pdf_of(pnp.build(book, only=["rulebook"], rulebook="booklet", **options), "rulebook.pdf")
    sides = from_fold(data)
    assert len(sides) == 6
    middle, inner = sides[2:4], sides[4:6]
    for (left, right), (further_left, further_right) in zip(middle, inner, strict=True):
        assert (left - further_left, right - further_right) == pytest.approx((creep, creep), abs=0.02)


def halves(sheet: Sheet) -> list[list[int]]:
    """The numbers of the pages on each side of a sheet, from left to right, seen upright."""
    found = []
    for placed in (*sheet.front, *sheet.back):
        pages = {page.front: int(page.id.partition("/")[2]) for page in placed.piece.of}
        uses = [item for item in placed.drawing.items if isinstance(item, Use)]
        found.append([pages[use.drawing] for use in sorted(uses, key=lambda use: use.transform.apply(0, 0)[0])])
    return found


@pytest.mark.parametrize(
    ("language", "folded", "side_by_side"),
    [("en", [[4, 1], [2, 3]], [[4, 1], [2, 3]]), ("he", [[1, 4], [3, 2]], [[1, 4], [3, 2]])],
)
def test_a_book_is_bound_where_its_language_begins(cards, language, folded, side_by_side):
    book = "  rules: {kind: booklet, title: Rules, stock: paper, template: book.md, cover: back, back: back}\n"
    (cards / "kit.yaml").write_text(f"{three_cards.KIT}{book}language: {language}\n", "utf-8")
    (cards / "book.md").write_text("# One\n\nPlay.\n\n---\n\n# Two\n\nWin.\n", "utf-8")
    layout = job.lay_out(options_for(cards, only=("rules",)), Diagnostics())
    (sheet,) = layout.files[0][0].groups[0].sheets
    assert halves(sheet) == folded
    layout = job.lay_out(options_for(cards, only=("rules",), rulebook="pages"), Diagnostics())
    rows = [sorted(sheet.front, key=lambda placed: placed.rect.x) for sheet in layout.files[0][0].groups[0].sheets]
    assert [[int(placed.piece.id.partition("/")[2]) for placed in row] for row in rows] == side_by_side
