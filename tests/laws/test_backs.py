"""Backs, however they are printed: read back from finished files, in numbers and in pixels."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter, ImageOps
from pypdf import PdfReader

import pnp
from pnp import pdf
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Drawing, Piece, rectangle
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.geometry import POINTS_PER_MM, Rect, Size
from pnp.imposition import Room, Sheet, arrange, duplex
from pnp.pipeline import job as press
from pnp.pipeline.choices import ChoiceError
from tests.conftest import SMALL, options_for, run

PAPERS = {
    "a4": Size(210, 297),
    "letter": Size(215.9, 279.4),
    "a4-landscape": Size(297, 210),
    "200x300mm": Size(200, 300),
    "240x180mm": Size(240, 180),
    "280x300mm": Size(280, 300),
    "297x210mm": Size(297, 210),
}
UPRIGHT = {
    **{(paper, "long"): True for paper in ("a4", "letter", "200x300mm", "280x300mm")},
    **{(paper, "short"): True for paper in ("a4-landscape", "240x180mm", "297x210mm")},
}
"""The flips about an upright line: about the long edge of a tall page, and the short edge of a wide one."""
DPI = 254
FINE = 1016
"""A pixel is 0.025 mm."""


def made(folder: Path, kit: Path = SMALL, **wanted) -> dict:
    """The manifest of a build of the small set: of its rhinos, blank cards and standees unless others are wanted."""
    diagnostics = Diagnostics()
    job = press.build(options_for(kit, "a4", **{"only": ("rhinos", "extras", "foldies"), **wanted}), diagnostics)
    assert job is not None, list(diagnostics)
    job.save(folder)
    return json.loads((folder / "manifest.json").read_text("utf-8"))


def sides(manifest: dict, file: str) -> list[tuple[int, str]]:
    """Each page of a file with the side that is on it."""
    return sorted({(p["page"], p["side"]) for p in manifest["placements"] if p["file"] == file})


# In numbers --------------------------------------------------------------------------------------------------


def test_separate_backs_are_a_file_of_their_own(tmp_path):
    manifest = made(tmp_path, backs="separate", only=("moves", "foldies"))
    fronts, backs, others = (f"small-a4-cardstock-{side}.pdf" for side in ("fronts", "backs", "one-sided"))
    assert [file["path"] for file in manifest["files"]] == [fronts, backs, others]
    assert [file["print"]["sides"] for file in manifest["files"]] == ["one", "one", "one"]
    assert sides(manifest, fronts) == [(1, "front"), (2, "front")]
    assert sides(manifest, backs) == [(1, "back"), (2, "back")]
    assert sides(manifest, others) == [(1, "front")]
    front = {(p["piece"], p["copy"]): p for p in manifest["placements"] if p["file"] == fronts}
    for back in (p for p in manifest["placements"] if p["file"] == backs):
        mine = front[back["piece"], back["copy"]]
        assert back["x"] == pytest.approx(210 - mine["x"] - mine["w"], abs=0.002)
        assert back["y"] == mine["y"]


def test_page_n_of_separate_backs_is_the_back_of_page_n_of_the_fronts(tmp_path):
    manifest = made(tmp_path, backs="separate", only=())
    files = {file["path"]: file for file in manifest["files"]}
    fronts, backs = (f"small-a4-cardstock-{side}.pdf" for side in ("fronts", "backs"))
    assert files[fronts]["pages"] == files[backs]["pages"] > 2
    placements = [p for p in manifest["placements"] if p["file"] in (fronts, backs)]
    page = {(p["piece"], p["copy"]): p["page"] for p in placements if p["side"] == "front"}
    behind = {(p["piece"], p["copy"]): p["page"] for p in placements if p["side"] == "back"}
    assert behind
    assert {one: page[one] for one in behind} == behind
    assert set(page.values()) == set(behind.values()), "no page of the backs is empty"


def test_all_fronts_come_before_all_backs_for_printers_of_one_side(tmp_path):
    manifest = made(tmp_path, order="sides")
    file = manifest["files"][0]
    assert sides(manifest, file["path"]) == [(1, "front"), (2, "back")]
    reader = PdfReader(tmp_path / file["path"])
    assert len(reader.pages) == 2
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == "/Simplex"
    assert "turn the stack on its long edge" in reader.pages[0].extract_text()


def cards_on_pages(manifest: dict, end: str) -> list[set[tuple[str, int]]]:
    """The cards on each page of the files with this end."""
    pages: dict[int, set[tuple[str, int]]] = {}
    for one in manifest["placements"]:
        if one["file"].endswith(end):
            pages.setdefault(one["page"], set()).add((one["piece"], one["copy"]))
    return [pages[number] for number in sorted(pages)]


@pytest.mark.parametrize(("reverse", "first_back"), [(False, 4), (True, 6)])
def test_backs_may_come_last_first_and_the_guide_names_both_halves(tmp_path, reverse, first_back):
    manifest = made(tmp_path, SMALL, order="sides", reverse=reverse, only=("guide", "moves", "rhinos"))
    pages = cards_on_pages(manifest, "cardstock.pdf")
    assert len({frozenset(page) for page in pages}) == 3
    assert pages[3:] == (pages[2::-1] if reverse else pages[:3])
    text = " ".join(PdfReader(tmp_path / "small-a4-paper.pdf").pages[0].extract_text().split())
    assert f"print its back, page {first_back}." in text
    assert "print pages 1–3 of its file, turn the stack over on its long edge, then pages 4–6" in text


def test_backs_in_a_file_of_their_own_may_come_last_first_too(tmp_path):
    choices = {"backs": "separate", "order": "sides", "only": ("moves", "rhinos")}
    first, second = (
        cards_on_pages(made(tmp_path / str(way), reverse=way, **choices), "-backs.pdf") for way in (False, True)
    )
    assert len(first) == 3
    assert second == first[::-1]


@pytest.mark.parametrize("backs", ["none", "gutterfold"])
def test_what_has_no_backs_has_none_to_turn_round(backs):
    with pytest.raises(ChoiceError, match=f"reverse: not with --backs {backs}"):
        pnp.build("duel", order="sides", reverse=True, backs=backs)
    with pytest.raises(ChoiceError, match=f"order: not with --backs {backs}"):
        pnp.build("duel", order="sides", backs=backs)


def test_backs_in_the_opposite_order_need_all_fronts_first():
    with pytest.raises(ChoiceError, match="reverse: only with --order sides"):
        pnp.build("duel", reverse=True)


def test_a_gutterfold_needs_one_side_only(tmp_path):
    manifest = made(tmp_path, backs="gutterfold")
    (file,) = manifest["files"]
    assert file["print"] == {"flip": None, "scale": 100, "sides": "one"}
    placements = [p for p in manifest["placements"] if p["page"] == 1]
    front = {(p["piece"], p["copy"]): p for p in placements if p["side"] == "front"}
    backs = [p for p in placements if p["side"] == "back"]
    assert len(front) == len(backs) == 4
    for back in backs:
        mine = front[back["piece"], back["copy"]]
        assert back["y"] + back["h"] / 2 == pytest.approx(297 - mine["y"] - mine["h"] / 2, abs=0.002)
        assert back["x"] == mine["x"]
        assert (mine["turn"], back["turn"]) == (90, 90)
    text = PdfReader(tmp_path / file["path"]).pages[0].extract_text()
    assert "fold here, print outside" in text


@pytest.mark.parametrize("backs", ["long", "short"])
@pytest.mark.parametrize("paper", ["a4", "240x180mm", "280x300mm", "297x210mm"])
def test_a_back_is_behind_its_front_when_the_page_is_flipped_on_the_edge(paper, backs, tmp_path):
    w, h = PAPERS[paper]
    out = tmp_path / "out"
    assert run("build", SMALL, "--paper", paper, "--backs", backs, "--only", "rhinos", "--output", out).exit_code == 0
    placements = json.loads((out / "manifest.json").read_text("utf-8"))["placements"]
    fronts, behind = ({p["piece"]: p for p in placements if p["side"] == side} for side in ("front", "back"))
    assert fronts.keys() == behind.keys() == {"rhinos/chipdip", "rhinos/stomper"}
    for name, front in fronts.items():
        x, y, turn = w - front["x"] - front["w"], front["y"], front["turn"]
        if (paper, backs) not in UPRIGHT:
            x, y, turn = front["x"], h - front["y"] - front["h"], turn + 180
        found = behind[name]
        assert (found["x"], found["y"]) == pytest.approx((x, y), abs=0.002)
        assert (found["turn"] - turn) % 360 in (0, 180 if front["turn"] in (90, 270) else 0)


def test_no_backs_is_no_backs(tmp_path):
    manifest = made(tmp_path, backs="none")
    assert {p["side"] for p in manifest["placements"]} == {"front"}


def test_a_gap_parts_cards_and_a_bleed_is_as_wide_as_wanted(tmp_path):
    manifest = made(tmp_path, gap=3.0, bleed=1.5)
    xs = sorted({p["x"] for p in manifest["placements"] if p["piece"].startswith("rhinos") and p["side"] == "front"})
    assert xs[1] - xs[0] == pytest.approx(63 + 3)
    page = PdfReader(tmp_path / manifest["files"][0]["path"]).pages[1]
    bleed, trim = page.bleedbox, page.trimbox
    assert float(trim[0] - bleed[0]) == pytest.approx(1.5 / 25.4 * 72, abs=0.001)


# In pixels ---------------------------------------------------------------------------------------------------


def mark(size: Size, *, mirrored: bool) -> Drawing:
    """A shape without any symmetry; mirrored it is what one sees of it through the card."""
    w, h = size
    boxes = [Rect(0, 0, w, 2), Rect(0, 0, 2, h), Rect(6, 6, w / 3, 3), Rect(6, h - 12, 4, 7), Rect(w - 5, h / 3, 5, 5)]
    if mirrored:
        boxes = [Rect(w - box.right, box.y, box.w, box.h) for box in boxes]
    return Drawing("mark", size, tuple(Outline(rectangle(box), fill="#000000") for box in boxes))


def document(fonts, paper: Size, placed) -> pypdfium2.PdfDocument:
    page = pdf.Page(paper, tuple(placed), Drawing("none", paper, ()), "p")
    return pypdfium2.PdfDocument(pdf.write(pdf.Document("t", "a", "s", "en", "Simplex", (page,)), fonts))


def seen(file: pypdfium2.PdfDocument, paper: Size, box: Rect) -> Image.Image:
    """What is on a page within a box, in sheet coordinates."""
    edges = (box.x, box.y, paper.w - box.right, paper.h - box.far)
    crop = tuple(edge * POINTS_PER_MM for edge in edges)
    return file[0].render(scale=FINE / 72, crop=crop).to_pil().convert("L")


def off(fonts, sheet: Sheet, about: Callable[[Rect], Rect], mirror: Callable, corners: int = 2) -> tuple[int, int]:
    """How dark the worst is that front and back differ in, and how much ink was compared, at corners of cards.

    `about` tells where a place of the front is on the page of the backs. Lines of up to two pixels do not count:
    that is what a renderer may make of one edge in two places.
    """
    fronts, backs = document(fonts, sheet.paper, sheet.front), document(fonts, sheet.paper, sheet.back)
    worst = ink = 0
    first, last = sheet.front[0].rect, sheet.front[-1].rect
    both = (Rect(first.x - 1, first.y - 1, 16, 16), Rect(last.right - 15, last.far - 15, 16, 16))
    for corner in both[:corners]:
        front = seen(fronts, sheet.paper, corner)
        back = mirror(seen(backs, sheet.paper, about(corner))).resize(front.size)
        thick = ImageChops.difference(front, back).filter(ImageFilter.MinFilter(3))
        worst = max(worst, thick.getextrema()[1])
        ink += front.histogram()[0]
    return worst, ink


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize(
    ("scheme", "paper"),
    [("grid", "a4"), ("grid", "a4-landscape"), ("nest", "letter"), ("nest", "200x300mm"), ("tile", "a4")],
)
def test_every_back_lies_on_its_front_within_a_twentieth_of_a_millimetre(context, paper, scheme, flip):
    sizes = [Size(63, 88), Size(44, 63), Size(90, 30)] if scheme == "nest" else [Size(63, 88)]
    sizes = [Size(450, 90)] if scheme == "tile" else sizes
    pieces = [
        Piece(f"p/{i}", "p", "P", s, mark(s, mirrored=False), mark(s, mirrored=True), copies=4)
        for i, s in enumerate(sizes)
    ]
    sheet = duplex(arrange(scheme, pieces, Room(PAPERS[paper], 6.35), 0)[0], flip)
    w, h = sheet.paper
    upright = UPRIGHT.get((paper, flip), False)

    def about(box: Rect) -> Rect:
        return Rect(w - box.right, box.y, box.w, box.h) if upright else Rect(box.x, h - box.far, box.w, box.h)

    corners = 1 if scheme == "tile" else 2  # the other corner has words for gluing, on the front alone
    worst, ink = off(context.fonts, sheet, about, ImageOps.mirror if upright else ImageOps.flip, corners)
    assert worst < 60
    assert ink > 5000


@pytest.mark.parametrize("paper", ["a4", "a4-landscape", "200x300mm"])
def test_a_folded_sheet_has_its_backs_on_its_fronts(context, paper):
    size = Size(63, 88)
    piece = Piece("p/1", "p", "P", size, mark(size, mirrored=False), mark(size, mirrored=True), copies=9)
    sheet = arrange("gutterfold", [piece], Room(PAPERS[paper], 6.35), 0)[0]
    x1, y1, x2, _ = sheet.fold

    def about(box: Rect) -> Rect:
        if x1 == x2:
            return Rect(2 * x1 - box.right, box.y, box.w, box.h)
        return Rect(box.x, 2 * y1 - box.far, box.w, box.h)

    worst, ink = off(context.fonts, sheet, about, ImageOps.mirror if x1 == x2 else ImageOps.flip)
    assert worst < 60
    assert ink > 10000


def test_the_pixels_would_show_a_tenth_of_a_millimetre(context):
    size = Size(63, 88)
    piece = Piece("p/1", "p", "P", size, mark(size, mirrored=False), mark(size, mirrored=True))
    sheet = duplex(arrange("grid", [piece], Room(PAPERS["a4"], 6.35), 0)[0], "long")
    worst, _ = off(context.fonts, sheet, lambda b: Rect(210 - b.right + 0.1, b.y, b.w, b.h), ImageOps.mirror)
    assert worst > 200


@pytest.mark.parametrize("backs", ["long", "short"])
@pytest.mark.parametrize("paper", ["a4", "a4-landscape", "letter"])
def test_half_moons_make_a_full_one_when_the_sheet_was_turned_over_rightly(paper, backs, tmp_path):
    diagnostics = Diagnostics()
    job = press.build(options_for(SMALL, paper, backs, only=("rhinos",)), diagnostics)
    pages = [
        page.render(scale=DPI / 72).to_pil().convert("L")
        for page in pypdfium2.PdfDocument(next(iter(job.files.values())))
    ]
    seen = ImageOps.mirror(pages[1]) if UPRIGHT.get((paper, backs)) else ImageOps.flip(pages[1])
    full = ImageChops.darker(pages[0], seen)
    inner = tuple(round(v * DPI / 25.4) for v in (6.35 + 0.5, 6.35 + 0.5, 6.35 + 2.1, 6.35 + 2.1))
    assert full.crop(inner).getextrema()[1] < 200
    assert pages[0].crop(inner).getextrema()[1] == 255
