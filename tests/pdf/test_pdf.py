"""Finished PDFs, read back with pypdf and pdfium: what is on the paper, not what we think we put there."""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pypdfium2.raw
import pytest
from PIL import Image, ImageChops, ImageOps, ImageStat
from pypdf.generic import ContentStream

from pnp.graphics.geometry import MM_PER_POINT, POINTS_PER_MM
from tests.conftest import PAPERS, Built

STOCKS = ("cardstock", "paper")
BACKS = ("long", "short")


def forms(page: pypdfium2.PdfPage) -> list[tuple[float, ...]]:
    """The matrices, in mm, of the forms drawn on a page."""
    kinds = [pypdfium2.raw.FPDF_PAGEOBJ_FORM]
    return [
        tuple(v * (MM_PER_POINT if i > 3 else 1 / POINTS_PER_MM) for i, v in enumerate(obj.get_matrix().get()))
        for obj in page.get_objects(filter=kinds, max_depth=1)
    ]


def written(page: pypdf.PageObject) -> list[tuple[float, ...]]:
    """The matrices, in mm, of the pieces on a page, forms or written into it.

    All pieces are in the first saved state, whose unit is mm; the marks are in the second.
    """
    found, depth, is_new = [], 0, False
    for operands, operator in page.get_contents().operations:
        if operator == b"q":
            depth += 1
            is_new = depth == 2
        elif operator == b"Q":
            depth -= 1
            if depth == 0:
                break
        elif operator == b"cm" and is_new:
            found.append(tuple(float(v) for v in operands))
            is_new = False
    return found


def matrix(placement: dict[str, Any]) -> tuple[float, ...]:
    """The matrix, in mm, that the manifest promises: drawings are y downwards from the trim's top left."""
    x, y, w, h = (placement[k] for k in "xywh")
    return {
        0: (1, 0, 0, -1, x, y + h),
        90: (0, 1, 1, 0, x, y),
        180: (-1, 0, 0, 1, x + w, y),
        270: (0, -1, -1, 0, x + w, y + h),
    }[placement["turn"]]


@pytest.mark.slow
@pytest.mark.parametrize("backs", BACKS)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_piece_lies_where_the_manifest_says_to_a_hundredth_of_a_millimetre(built, paper, backs):
    build: Built = built(paper, backs)
    for stock in STOCKS:
        by_page = defaultdict(list)
        for placement in build.placements(stock):
            by_page[placement["page"]].append(placement)
        for number, page in enumerate(pypdf.PdfReader(build.file(stock)).pages, start=1):
            assert [pytest.approx(matrix(p), abs=0.01) for p in by_page[number]] == written(page)
        if stock == "cardstock":
            for number, page in enumerate(pypdfium2.PdfDocument(build.file(stock)), start=1):
                assert [pytest.approx(matrix(p), abs=0.01) for p in by_page[number]] == forms(page)


def test_a_drawing_is_written_once_and_placed_many_times(built):
    build = built()
    names: dict[tuple[str, str], set[str]] = defaultdict(set)
    reader = pypdf.PdfReader(build.file("cardstock"))
    placements = iter(build.placements("cardstock"))
    for page in reader.pages:
        for drawn in re.findall(rb"/FormXob\.(\d+-[^ ]+) Do", page.get_contents().get_data()):
            placement = next(placements)
            names[placement["piece"], placement["side"]].add(drawn.decode())
    assert next(placements, None) is None
    assert all(len(found) == 1 for found in names.values())
    fronts = [form for (_, side), found in names.items() if side == "front" for form in found]
    assert len(fronts) == len(set(fronts)), "two pieces share a front"
    assert len({next(iter(names[f"moves/{m}", "back"])) for m in ("swerve", "lunge", "charge")}) == 1


def test_forms_have_the_trim_size_of_their_piece_plus_bleed(built):
    build = built()
    sizes = Counter()
    for page in pypdf.PdfReader(build.file("cardstock")).pages:
        for form in page["/Resources"].get("/XObject", {}).values():
            left, bottom, right, top = (float(v) for v in form.get_object()["/BBox"])
            sizes[round(right - left, 3), round(top - bottom, 3)] += 1
    box = (186.8, 150.3)
    assert {(63, 88), (69, 94), (55, 144), (210, 60), (63, 30), (15, 15), box} == set(sizes)


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_the_size_of_the_paper_and_true_boxes(built, context, paper):
    build: Built = built(paper)
    w, h = (v * POINTS_PER_MM for v in context.facts.papers[paper].extent)
    for page in pypdf.PdfReader(build.file("cardstock")).pages:
        assert tuple(page.mediabox)[2:] == pytest.approx((w, h), abs=0.01)
    for page in pypdf.PdfReader(build.file("paper")).pages:
        assert sorted(float(v) for v in page.mediabox[2:]) == pytest.approx(sorted((w, h)), abs=0.01)


def test_where_cards_bleed_trim_box_and_bleed_box_are_those_of_the_block(built):
    first, back, *_ = pypdf.PdfReader(built().file("cardstock")).pages
    block = (10.5, 16.5, 199.5, 280.5)
    assert [float(v) * MM_PER_POINT for v in back.trimbox] == pytest.approx(block, abs=0.01)
    bled = (7.5, 13.5, 202.5, 283.5)
    assert [float(v) * MM_PER_POINT for v in back.bleedbox] == pytest.approx(bled, abs=0.01)
    assert tuple(first.trimbox) == tuple(first.mediabox)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("backs", "cardstock"), [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"), ("none", "/Simplex")]
)
def test_viewers_are_told_not_to_scale_and_how_to_flip(built, backs, cardstock):
    for stock, duplex in (("cardstock", cardstock), ("paper", "/Simplex")):
        preferences = pypdf.PdfReader(built("a4", backs).file(stock)).root_object["/ViewerPreferences"]
        assert preferences["/PrintScaling"] == "/None"
        assert preferences["/Duplex"] == duplex


def test_without_backs_the_cardstock_has_fronts_only(built):
    build = built("a4", "none")
    assert {p["side"] for p in build.placements("cardstock")} == {"front"}
    assert len(pypdf.PdfReader(build.file("cardstock")).pages) == 10
    (cardstock,) = [f for f in build.manifest["files"] if f["stock"] == "cardstock"]
    assert cardstock["print"] == {"flip": None, "scale": 100, "sides": "one"}


def test_the_document_says_what_it_is(built):
    reader = pypdf.PdfReader(built().file("cardstock"))
    assert reader.metadata.title == "Rhinoceros Joust"
    assert reader.metadata.author == "After Rhinoceros Joust by D. Vincent Baker (2017)"
    assert "all rights in that game reserved" in reader.metadata.subject
    assert reader.root_object["/Lang"] == "en"
    assert [entry.title for entry in reader.outline] == ["Cards", "Pieces"]
    assert [reader.get_destination_page_number(entry) for entry in reader.outline] == [0, 16]
    assert reader.page_labels[:3] == ["Cards 1 front", "Cards 1 back", "Cards 2 front"]
    assert reader.page_labels[-4:] == ["Pieces 1 front", "Pieces 1 back", "Pieces 2 front", "Pieces 2 back"]


@pytest.mark.parametrize("stock", STOCKS)
def test_every_font_is_embedded_and_a_subset(built, stock):
    found = set()
    for page in pypdf.PdfReader(built().file(stock)).pages:
        for font in page["/Resources"]["/Font"].values():
            font = font.get_object()
            assert font["/Subtype"] == "/TrueType"
            assert "/FontFile2" in font["/FontDescriptor"]
            assert "/ToUnicode" in font
            found.add(font["/BaseFont"])
    assert all(re.match(r"/[A-Z]{6}\+", name) for name in found)
    assert {name.partition("+")[2] for name in found} <= {
        "LilitaOne",
        "AtkinsonHyperlegible-Regular",
        "AtkinsonHyperlegible-Bold",
        "AtkinsonHyperlegible-Italic",
        "AtkinsonHyperlegible-BoldItalic",
    }


@pytest.mark.parametrize("stock", STOCKS)
def test_art_is_vector_and_nothing_is_compressed(built, stock):
    data = built().file(stock).read_bytes()
    assert b"/Subtype /Image" not in data
    assert b"FlateDecode" not in data


# What a reader finds on the sheet ----------------------------------------------------------------------------


def words(page: pypdfium2.PdfPage, placement: dict[str, Any]) -> str:
    """The text inside a placement's trim."""
    x, y, w, h = (placement[k] * POINTS_PER_MM for k in "xywh")
    return " ".join(page.get_textpage().get_text_bounded(x, y, x + w, y + h).split())


FRONTS = {"moves": "Move", "rhinos": "Brains", "summaries": "Your turn", "extras": ""}
BEHIND = {
    "moves": "Rhinoceros Joust",
    "rhinos": "Rhinos",
    "summaries": "What counters what",
    "extras/champion": "To all challengers",
    "extras/title": "Every sentence",
    "extras/blank": "Rhinoceros Joust",
}


@pytest.mark.slow
@pytest.mark.parametrize("backs", BACKS)
@pytest.mark.parametrize("paper", PAPERS)
def test_turned_over_each_cards_own_back_lies_behind_it(built, paper, backs):
    """The sheet is flipped as the printer does it, and the words behind each front are read."""
    build: Built = built(paper, backs)
    document = pypdfium2.PdfDocument(build.file("cardstock"))
    width, height = build.manifest["paper"]["w"], build.manifest["paper"]["h"]
    checked = 0
    for placement in build.placements("cardstock"):
        if placement["side"] == "back" or placement["piece"].partition("/")[0] not in FRONTS:
            continue
        deck, _, _ = placement["piece"].partition("/")
        assert FRONTS[deck].lower() in words(document[placement["page"] - 1], placement).lower()
        behind = dict(placement)
        if backs == "long":
            behind["x"] = width - placement["x"] - placement["w"]
        else:
            behind["y"] = height - placement["y"] - placement["h"]
        found = words(document[placement["page"]], behind)
        assert BEHIND.get(placement["piece"], BEHIND.get(deck, "?")) in found
        checked += 1
    assert checked == (70 if paper == "legal" else 72)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_sheet_carries_its_label_and_ruler_on_both_sides(built, paper):
    build: Built = built(paper)
    version = build.manifest["data_version"][:8]
    for stock in STOCKS:
        document = pypdfium2.PdfDocument(build.file(stock))
        for number, page in enumerate(document, start=1):
            text = " ".join(page.get_textpage().get_text_range().split())
            assert f"data {version} · page {number} of {len(document)} · " in text
            assert "Rhinoceros Joust · " in text
            assert ("one-sided" in text) is (stock == "paper")
            assert ("two-sided, flip on long edge" in text or "stays empty · flip on long edge" in text) is (
                stock == "cardstock"
            )
            if stock == "cardstock":
                assert (" · front · " if number % 2 else " · back") in text
            assert has_ruler(page)


def segments(page: pypdfium2.PdfPage) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The straight lines that stand on the page itself, not in a form, as pairs of points in mm."""
    found = []
    for obj in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_PATH], max_depth=1):
        matrix = obj.get_matrix()
        points = []
        for index in range(pypdfium2.raw.FPDFPath_CountSegments(obj)):
            x, y = ctypes.c_float(), ctypes.c_float()
            segment = pypdfium2.raw.FPDFPath_GetPathSegment(obj, index)
            pypdfium2.raw.FPDFPathSegment_GetPoint(segment, x, y)
            points.append(tuple(v * MM_PER_POINT for v in matrix.on_point(x.value, y.value)))
        if len(points) == 2:
            found.append((points[0], points[1]))
    return found


def has_ruler(page: pypdfium2.PdfPage) -> bool:
    """Whether a line of 4 in stands on the page, with ticks every inch and every 10 mm up to 100 along it."""
    lines = segments(page)
    for a, b in lines:
        if math.dist(a, b) == pytest.approx(101.6, abs=0.01):
            ticks = {
                round(min(math.dist(a, p), math.dist(b, p)), 1)
                for line in lines
                for p in line
                if line != (a, b) and math.dist(a, p) + math.dist(p, b) == pytest.approx(101.6, abs=0.01)
            }
            reached = {round(min(t, 101.6 - t), 1) for t in (*range(0, 101, 10), 25.4, 50.8, 76.2, 101.6)}
            return reached <= ticks
    return False


def test_an_empty_second_side_says_so(built):
    document = pypdfium2.PdfDocument(built().file("cardstock"))
    text = document[17].get_textpage().get_text_range()
    assert "back, stays empty" in text
    assert forms(document[17]) == []


# Pixels ------------------------------------------------------------------------------------------------------

DPI = 150
SCALE = DPI / 25.4


def raster(page: pypdfium2.PdfPage) -> Any:
    return page.render(scale=DPI / 72).to_pil().convert("L")


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter", "tabloid"])
def test_no_ink_of_a_front_comes_nearer_the_trim_than_two_and_a_half_millimetres(built, paper):
    build: Built = built(paper)
    document = pypdfium2.PdfDocument(build.file("cardstock"))
    height = build.manifest["paper"]["h"]
    pictures = {}
    seen = set()
    for placement in build.placements("cardstock"):
        deck, _, _ = placement["piece"].partition("/")
        if placement["side"] == "back" or deck not in FRONTS or placement["piece"] in seen:
            continue
        seen.add(placement["piece"])
        page = placement["page"]
        if page not in pictures:
            pictures[page] = raster(document[page - 1])
        x, y, w, h = (placement[k] for k in "xywh")
        box = (x, height - y - h, x + w, height - y)
        card = pictures[page].crop(tuple(round(v * SCALE) for v in box))
        edge = round(2.4 * SCALE)
        inner = card.crop((edge, edge, card.width - edge, card.height - edge))
        ring = card.copy()
        ring.paste(255, (edge, edge, card.width - edge, card.height - edge))
        # One pixel may be a neighbour's, where the trim does not fall on the pixel grid.
        ring = ring.crop((1, 1, ring.width - 1, ring.height - 1))
        assert ring.getextrema()[0] > 250, placement["piece"]
        assert inner.getextrema()[0] < 120, f"{placement['piece']} is empty"
    assert len(seen) >= 17


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("stock", STOCKS)
def test_no_ink_stands_within_three_millimetres_of_the_papers_edge(built, paper, stock):
    for page in pypdfium2.PdfDocument(built(paper).file(stock)):
        picture = raster(page)
        edge = int(2.9 * SCALE)
        ring = picture.copy()
        ring.paste(255, (edge, edge, picture.width - edge, picture.height - edge))
        assert ring.getextrema()[0] > 250


def test_the_left_profile_of_a_foldie_is_the_right_profile_mirrored(built):
    build = built()
    (placement,) = [p for p in build.placements("cardstock") if p["piece"] == "foldies/stomper"]
    picture = raster(pypdfium2.PdfDocument(build.file("cardstock"))[placement["page"] - 1])
    x, y, w, h = (placement[k] for k in "xywh")
    height = build.manifest["paper"]["h"]
    strip = picture.crop(tuple(round(v * SCALE) for v in (x, height - y - h, x + w, height - y)))
    strip = strip.rotate(-placement["turn"], expand=True)
    panel, tab = 60 * SCALE, 12 * SCALE
    art = round(48 * SCALE)
    upright = strip.crop((4, round(tab + panel) + 4, strip.width - 4, round(tab + panel) + art))
    other = strip.rotate(180).crop((4, round(tab + panel) + 4, strip.width - 4, round(tab + panel) + art))
    assert difference(upright, ImageOps.mirror(other)) * 5 < difference(upright, other)


def difference(a: Image.Image, b: Image.Image) -> float:
    """The mean difference of two pictures' pixels."""
    return ImageStat.Stat(ImageChops.difference(a, b)).mean[0]


def determinants(stream: Any, resources: Any, outer: float = 1.0) -> Iterator[float]:
    """For each text shown: the determinant of its matrix on the page, negative if it is mirrored."""
    now, stack, text = outer, [], 1.0
    for operands, operator in ContentStream(stream, None).operations:
        if operator == b"q":
            stack.append(now)
        elif operator == b"Q":
            now = stack.pop()
        elif operator in (b"cm", b"Tm"):
            a, b, c, d = (float(v) for v in operands[:4])
            if operator == b"cm":
                now *= a * d - b * c
            else:
                text = a * d - b * c
        elif operator == b"Tj":
            yield now * text
        elif operator == b"Do":
            form = resources["/XObject"][operands[0]].get_object()
            yield from determinants(form, form["/Resources"], now)


@pytest.mark.slow
@pytest.mark.parametrize("stock", STOCKS)
def test_no_lettering_is_mirrored(built, stock):
    found = [
        determinant
        for page in pypdf.PdfReader(built().file(stock)).pages
        for determinant in determinants(page.get_contents(), page["/Resources"])
    ]
    assert len(found) > 500
    assert min(found) > 0


def test_a_foldie_names_its_rhino_on_both_panels(built):
    build = built()
    for name in ("Chipdip", "Stomper", "Thunderquake", "Tootsie"):
        (placement,) = [p for p in build.placements("cardstock") if p["piece"] == f"foldies/{name.lower()}"]
        page = pypdfium2.PdfDocument(build.file("cardstock"))[placement["page"] - 1]
        assert words(page, placement).count(name) == 2


def test_files_are_small(built):
    """A whole kit, uncompressed, stays below what a mail takes."""
    assert sum(built().file(stock).stat().st_size for stock in STOCKS) < 2_000_000


def test_the_folder_holds_just_the_files_of_the_manifest(built):
    build = built()
    names = {path.name for path in Path(build.folder).iterdir()}
    assert names == {"manifest.json", *(f["path"] for f in build.manifest["files"])}
