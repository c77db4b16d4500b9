"""Finished PDFs read back: what a reader finds on the sheet, and where there is ink."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from typing import Any

import pypdf
import pypdfium2
import pypdfium2.raw
import pytest
from PIL import Image, ImageChops, ImageOps, ImageStat
from pypdf.generic import ContentStream

from pnp.graphics.geometry import MM_PER_POINT, POINTS_PER_MM
from tests.conftest import Built
from tests.support.pages import STOCKS, forms

# What a reader finds on the sheet ----------------------------------------------------------------------------


def words(page: pypdfium2.PdfPage, placement: dict[str, Any]) -> str:
    """The text inside a placement's trim."""
    x, y, w, h = (placement[k] * POINTS_PER_MM for k in "xywh")
    return " ".join(page.get_textpage().get_text_bounded(x, y, x + w, y + h).split())


FRONTS = {"moves": "Move", "rhinos": "Brains", "summaries": "Your turn", "extras": ""}
BEHIND = {
    "moves": "Rhinoceros Joust", "rhinos": "Rhinos", "summaries": "What counters what",
    "extras/champion": "To all challengers", "extras/title": "Words and drawings", "extras/blank": "Rhinoceros Joust",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "backs"), [("a4", "long"), ("a4", "short")])
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
    assert checked == 72


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4"])
def test_every_sheet_carries_its_label_and_ruler_on_both_sides(built, paper):
    build: Built = built(paper)
    version = build.manifest["data_version"][:8]
    for stock in STOCKS:
        document = pypdfium2.PdfDocument(build.file(stock))
        for number, page in enumerate(document, start=1):
            text = " ".join(page.get_textpage().get_text_range().split())
            assert f" · page {number} of {len(document)} · " in text
            assert f" · data {version}" in text
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


def test_no_second_side_is_empty(built):
    document = pypdfium2.PdfDocument(built().file("cardstock", "both"))
    assert all(forms(page) for page in document)


# Pixels ------------------------------------------------------------------------------------------------------

DPI = 150
SCALE = DPI / 25.4


def raster(page: pypdfium2.PdfPage) -> Any:
    return page.render(scale=DPI / 72).to_pil().convert("L")


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4"])
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
        for corner in ((0, 0), (1, 0), (0, 1), (1, 1)):  # crosses, which are rounded off
            at = corner[0] * (card.width - edge), corner[1] * (card.height - edge)
            ring.paste(255, (*at, at[0] + edge, at[1] + edge))
        # One pixel may be a neighbour's, where the trim does not fall on the pixel grid.
        ring = ring.crop((1, 1, ring.width - 1, ring.height - 1))
        assert ring.getextrema()[0] > 250, placement["piece"]
        assert inner.getextrema()[0] < 120, f"{placement['piece']} is empty"
    assert len(seen) >= 17


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("stock", STOCKS)
def test_no_ink_stands_within_three_millimetres_of_the_papers_edge(small_built, paper, stock):
    for page in pypdfium2.PdfDocument(small_built(paper).file(stock)):
        picture = page.render(scale=1, grayscale=True).to_pil()
        edge = int(2.9 / MM_PER_POINT)
        ring = picture.copy()
        ring.paste(255, (edge, edge, picture.width - edge, picture.height - edge))
        assert ring.getextrema()[0] > 250


def test_the_left_profile_of_a_foldie_is_the_right_profile_mirrored(built):
    build = built()
    (placement,) = [p for p in build.placements("cardstock", "one") if p["piece"] == "foldies/stomper"]
    picture = raster(pypdfium2.PdfDocument(build.file("cardstock", "one"))[placement["page"] - 1])
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
        elif operator in (b"Tj", b"TJ"):
            yield now * text
        elif operator == b"Do":
            form = resources["/XObject"][operands[0]].get_object()
            yield from determinants(form, form["/Resources"], now)


@pytest.mark.slow
@pytest.mark.parametrize("stock", STOCKS)
def test_no_lettering_is_mirrored(small_built, stock):
    found = [
        determinant
        for page in pypdf.PdfReader(small_built().file(stock)).pages
        for determinant in determinants(page.get_contents(), page["/Resources"])
    ]
    assert len(found) > 60
    assert min(found) > 0


def test_files_are_small(built):
    """A whole kit, uncompressed, stays below what a mail takes."""
    assert sum(built().file(stock).stat().st_size for stock in STOCKS) < 2_000_000
