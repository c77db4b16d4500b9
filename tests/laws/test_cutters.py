"""Laws of sheets for cutting machines, read from the finished files."""

from __future__ import annotations

import io
from collections import Counter
from functools import cache
from typing import Any

import page as pdf_ua
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from pnp.diagnostics import Diagnostics
from pnp.graphics.geometry import Rect, Size
from pnp.imposition import NoRoomError, Room, arrange, fits
from pnp.imposition.registration import MACHINES as KNOWN
from pnp.kit import load
from pnp.pipeline.result import BuildResult
from tests.support import cutting
from tests.support.cutting import MACHINES, PX, built, documented
from tests.support.sheets import piece

CASES = [*(("small", "a4", machine) for machine in MACHINES), ("small", "letter", "scanncut")]
each = pytest.mark.parametrize(("kit", "paper", "machine"), CASES)
OWN_OUTLINES = {"token", "foldie", "net", "tuckbox", "dial"}
"""Kinds of components that draw their own cut lines."""
SAME = 0.01


def paper_of(result: BuildResult) -> tuple[float, float]:
    return result.manifest["paper"]["w"], result.manifest["paper"]["h"]


def fronts(result: BuildResult, sheet: dict[str, Any]) -> list[dict[str, Any]]:
    """The placements on the front of a sheet."""
    key = (sheet["file"], sheet["page"], "front")
    return [p for p in result.manifest["placements"] if (p["file"], p["page"], p["side"]) == key]


def box(placement: dict[str, Any]) -> Rect:
    return Rect(*(placement[key] for key in "xywh"))


def edges(rect: Rect) -> tuple[float, float, float, float]:
    return rect.x, rect.y, rect.right, rect.far


def is_near(one: Rect, other: Rect, by: float = SAME) -> bool:
    return all(abs(a - b) <= by for a, b in zip(edges(one), edges(other), strict=True))


def cut_lines(result: BuildResult) -> list[tuple[dict[str, Any], list[cutting.Line]]]:
    """Each different layout's entry, and its lines in mm from the lower left corner."""
    h = paper_of(result)[1]
    found = []
    for entry, data in cutting.entries(result, ".svg"):
        paths = cutting.svg_paths(data)
        upright = ([(x, h - y) for x, y in path.corners] for path in paths)
        lines = [cutting.Line(p.group, points, p.closed) for p, points in zip(paths, upright, strict=True)]
        found.append((entry, lines))
    return found


@each
def test_every_piece_is_cut_along_its_trim_by_a_closed_path(kit, paper, machine):
    result = built(kit, paper, machine)
    for entry, lines in cut_lines(result):
        cuts = [line for line in lines if line.layer == "CUT"]
        assert len(cuts) == entry["cuts"]
        assert all(line.closed for line in cuts)
        for sheet in entry["sheets"]:
            placed = fronts(result, sheet)
            for placement in placed:
                mine = [line for line in cuts if box(placement).contains(line.box, SAME)]
                assert mine, placement
                if kind(kit, placement) not in OWN_OUTLINES:
                    assert [is_near(line.box, box(placement)) for line in mine] == [True], placement
            assert all(any(box(p).contains(line.box, SAME) for p in placed) for line in cuts)


def kind(kit: str, placement: dict[str, Any]) -> str:
    return kinds(kit)[placement["piece"].partition("/")[0]]


@cache
def kinds(kit: str) -> dict[str, str]:
    """The kinds of a kit's components."""
    opened = load.open_kit(cutting.folder(kit), Diagnostics())
    assert opened
    return {id_: spec.kind for id_, spec in opened.components.items()}


@each
def test_dxf_and_svg_have_the_same_lines(kit, paper, machine):
    result = built(kit, paper, machine)
    drawn = {entry["layout"]: lines for entry, lines in cut_lines(result)}
    read = {entry["layout"]: cutting.dxf_lines(data) for entry, data in cutting.entries(result, ".dxf")}
    assert read.keys() == (set() if machine == "cricut" else drawn.keys())
    for layout, lines in read.items():
        assert [(line.layer, line.closed) for line in lines] == [(line.layer, line.closed) for line in drawn[layout]]
        assert all(line.layer == "SCORE" or line.closed for line in lines)
        for one, other in zip(lines, drawn[layout], strict=True):
            # The corners of the SVG's paths are on the DXF's line.
            near = [min((a - x) ** 2 + (b - y) ** 2 for a, b in one.points) for x, y in other.points]
            assert max(near) < SAME**2


@each
def test_no_path_meets_a_mark(kit, paper, machine):
    result = built(kit, paper, machine)
    w, h = paper_of(result)
    keeps = [Rect(keep.x, h - keep.far, keep.w, keep.h) for _, keep in documented(machine, w, h)]
    for _, lines in cut_lines(result):
        for line in lines:
            assert not any(line.box.overlaps(keep) for keep in keeps)
            if machine == "cricut":
                assert Rect((w - 171.45) / 2, (h - 234.95) / 2, 171.45, 234.95).contains(line.box)
            else:
                assert Rect(10, 10, w - 20, h - 20).contains(line.box, SAME)


@each
def test_marks_are_on_fronts_where_they_are_documented_and_on_no_back(kit, paper, machine):
    result = built(kit, paper, machine)
    w, h = paper_of(result)
    sheets = {(s["file"], s["page"]) for entry, _ in cutting.entries(result, ".svg") for s in entry["sheets"]}
    first = {file: min(page for name, page in sheets if name == file) for file, _ in sheets}
    for file, page in first.items():
        front = cutting.picture(result, file, page)
        for mark in documented(machine, w, h):
            found = cutting.ink(front, mark.keep)
            assert found is not None
            assert is_near(found, mark.ink, 2 * PX)
        if any(p["file"] == file and p["side"] == "back" for p in result.manifest["placements"]):
            back = cutting.picture(result, file, page + 1)
            assert not any(cutting.ink(back, mark.keep) for mark in documented(machine, w, h))


@pytest.mark.parametrize(("paper", "inset"), [("a4", None), ("letter", 15.9)])
def test_lines_of_marks_for_silhouette_are_centred_on_the_inset(paper, inset):
    """As on the sheets that people printed from Studio: measured in a picture of 1,200 dots an inch."""
    result = built("small", paper, "silhouette", only=("rhinos",), inset=inset)
    w, h = paper_of(result)
    at, half, dot = inset or 10, 0.45, 25.4 / 1200
    file = result.manifest["files"][0]["path"]
    page = pypdfium2.PdfDocument(result.files[file])[0]

    def ink(x: float, y: float, width: float, height: float) -> tuple[float, ...]:
        crop = tuple(side / 25.4 * 72 for side in (x, h - y - height, w - x - width, y))
        part = page.render(scale=1200 / 72, crop=crop, grayscale=True).to_pil()
        box = part.point(lambda value: 255 * (value < 128)).getbbox()
        return (x + box[0] * dot, y + box[1] * dot, x + box[2] * dot, y + box[3] * dot)

    square = ink(at - 1, at - 1, 8, 8)
    assert square == pytest.approx((at - half, at - half, at + 5 + half, at + 5 + half), abs=0.05)
    right, foot = w - at, h - at
    assert ink(right - 7, at - 1, 8, 8) == pytest.approx((right - 6, at - half, right + half, at + 6), abs=0.05)
    assert ink(right - 1, at + 2, 2, 2)[0] == pytest.approx(right - half, abs=0.05)
    assert ink(at - 1, foot - 7, 8, 8) == pytest.approx((at - half, foot - 6, at + 6, foot + half), abs=0.05)
    assert ink(at + 2, foot - 1, 2, 2)[1] == pytest.approx(foot - half, abs=0.05)


@each
def test_labels_name_the_layout_of_each_sheet(kit, paper, machine):
    result = built(kit, paper, machine)
    read = {file["path"]: pypdfium2.PdfDocument(result.files[file["path"]]) for file in result.manifest["files"]}
    for entry, _ in cutting.entries(result, ".svg"):
        name = f"{entry['layout']}-v{entry['version']}"
        assert entry["path"].endswith(f"-cut-{name}.svg")
        for sheet in entry["sheets"]:
            text = read[sheet["file"]][sheet["page"] - 1].get_textpage().get_text_range()
            assert f"layout {name}" in text


@each
def test_every_piece_of_cardstock_is_on_a_sheet_that_is_cut(kit, paper, machine):
    """Each copy is placed once; only pieces that are larger than the machine's area are cut by hand."""
    result = built(kit, paper, machine)
    placed = Counter(p["piece"] for p in result.manifest["placements"] if p["side"] == "front")
    assert placed == {piece["id"]: piece["copies"] for piece in result.manifest["pieces"]}
    cut = Counter(
        p["piece"] for e, _ in cutting.entries(result, ".svg") for s in e["sheets"] for p in fronts(result, s)
    )
    stocks = {file["path"]: file["stock"] for file in result.manifest["files"]}
    by_hand = {p["piece"] for p in result.manifest["placements"] if stocks[p["file"]] == "cardstock"} - cut.keys()
    clear = Room(Size(*paper_of(result)), 6.35).for_machine(KNOWN[machine], 2).areas[-2:]
    for piece_ in result.manifest["pieces"]:
        if piece_["id"] in by_hand:
            size = Size(piece_["trim"]["w"], piece_["trim"]["h"])
            assert not any(way.fits(area.size) for area in clear for way in (size, size.turned()))
        elif piece_["id"] in cut:
            assert cut[piece_["id"]] == piece_["copies"]


@pytest.mark.parametrize(("paper", "only"), [("a4", None), ("letter", ("moves", "foldies"))])
def test_pictures_are_opaque_where_pieces_are_and_look_as_printed(paper, only):
    result = built("small", paper, "cricut", **({"only": only} if only else {}))
    pictures = list(cutting.entries(result, ".png"))[-2:]
    assert len(pictures) == 2
    for entry, data in pictures:
        shown = Image.open(io.BytesIO(data))
        assert shown.mode == "RGBA"
        wanted = [entry["picture"]["w"], entry["picture"]["h"]]
        assert [side * PX for side in shown.size] == pytest.approx(wanted, abs=SAME)
        assert entry["picture"]["dpi"] == cutting.DPI
        left, top = entry["box"]["x"], entry["box"]["y"]
        printed = cutting.picture(result, entry["sheets"][0]["file"], entry["sheets"][0]["page"])
        alpha = shown.getchannel("A")
        assert set(alpha.tobytes()) == {0, 255}
        corner = (int(left / PX + 0.01), int(top / PX + 0.01))
        part = printed.crop((*corner, corner[0] + shown.width, corner[1] + shown.height))
        differing = ImageChops.difference(part, shown.convert("RGB").convert("L"))
        assert max(Image.composite(differing, Image.new("L", shown.size), alpha).resize((20, 20)).tobytes()) < 16
        (lines,) = (lines for other, lines in cut_lines(result) if other["layout"] == entry["layout"])
        h = paper_of(result)[1]
        for line in (line for line in lines if line.layer == "CUT" and len(line.points) == 8):  # cards
            x, y = line.box.centre
            assert alpha.getpixel((int((x - left) / PX), int((h - y - top) / PX))) == 255
            corner_of_trim = (int((line.box.x - left) / PX), int((h - line.box.far - top) / PX))
            assert alpha.getpixel(corner_of_trim) == 0  # round corners


def test_the_same_kit_gives_the_same_bytes():
    for machine in ("silhouette", "cricut"):
        one, again = (built.__wrapped__("small", "a4", machine, only=("rhinos", "foldies")) for _ in range(2))
        assert any(name.endswith(".svg") for name in one.files)
        assert again.files == one.files


@pytest.mark.parametrize("machine", MACHINES)
def test_every_file_conforms_to_pdf_ua(tmp_path, machine):
    result = built("small", "a4", machine)
    for file in result.manifest["files"]:
        path = tmp_path / file["path"]
        path.write_bytes(result.files[file["path"]])
        report = pdf_ua.validate_pdf(str(path), profile="ua1")
        assert [(failure.rule_id, failure.message) for failure in report.failures] == [], file["path"]


sizes = st.builds(Size, st.floats(20, 120), st.floats(20, 120))
papers = st.sampled_from([Size(210, 297), Size(215.9, 279.4), Size(297, 210), Size(297, 420), Size(215.9, 355.6)])


@settings(max_examples=25)
@given(
    paper=papers,
    mix=st.lists(st.tuples(sizes, st.integers(1, 9)), min_size=1, max_size=4),
    machine=st.sampled_from(MACHINES),
    scheme=st.sampled_from(["grid", "nest"]),
    gap=st.floats(0, 12),
)
def test_no_trim_and_no_bleed_is_near_a_mark(paper, mix, machine, scheme, gap):
    known = KNOWN[machine]
    room = Room(paper, 6.35).for_machine(known, gap)
    pieces = [piece(f"p{i}", size, count, bleed=3) for i, (size, count) in enumerate(mix)]
    if not all(fits(scheme, one.size, room, gap) for one in pieces):
        with pytest.raises(NoRoomError):
            arrange(scheme, pieces, room, gap)
        return
    sheets = arrange(scheme, pieces, room, gap)
    placed = Counter(p.piece.id for sheet in sheets for p in sheet.front)
    assert placed == {one.id: one.copies for one in pieces}
    keeps = [Rect(keep.x, paper.h - keep.far, keep.w, keep.h) for _, keep in documented(machine, *paper)]
    for p in (p for sheet in sheets for p in sheet.front):
        assert known.area(paper).contains(p.rect)
        inked = p.rect.inset(-room.most_bleed)
        assert all(spare <= room.most_bleed for spare in p.spare)
        assert not any(inked.overlaps(keep) for keep in keeps)
