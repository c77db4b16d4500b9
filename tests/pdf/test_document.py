"""Pages of PDF files: sizes, boxes, settings for viewers."""

from __future__ import annotations

import pypdf
import pytest

from pnp.graphics.geometry import MM_PER_POINT, POINTS_PER_MM
from tests.conftest import Built


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
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


@pytest.mark.slow
def test_without_backs_the_cardstock_has_fronts_only(built):
    build = built("a4", "none")
    assert {p["side"] for p in build.placements("cardstock")} == {"front"}
    assert len(pypdf.PdfReader(build.file("cardstock")).pages) == 10
    (cardstock,) = [f for f in build.manifest["files"] if f["stock"] == "cardstock"]
    assert cardstock["print"] == {"flip": None, "scale": 100, "sides": "one"}
