"""Hexagons and circles, read back from finished files: cut lines, backs, bleed, cutters and exports."""

from __future__ import annotations

import io
import json
import re
from functools import cache
from math import pi
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageOps

from pnp import export
from pnp.checks import unsafe_zone
from pnp.diagnostics import Diagnostics
from pnp.export import Settings
from pnp.imposition.layout import CutLayout
from pnp.pipeline import exporting, job
from tests.conftest import edit, options_for
from tests.support import shaped

DPI = 127
"""A pixel is 0.2 mm."""


@pytest.fixture(scope="module")
def kit(tmp_path_factory) -> Path:
    return shaped.write(tmp_path_factory.mktemp("shapes") / "tiles")


def built(kit: Path, paper: str = "a4", **more) -> dict[str, bytes]:
    diagnostics = Diagnostics()
    found = job.build(options_for(kit, paper, **more), diagnostics)
    assert found is not None, list(diagnostics)
    return dict(found.files)


def pages(data: bytes) -> list[Image.Image]:
    return [page.render(scale=DPI / 72).to_pil().convert("RGB") for page in pypdfium2.PdfDocument(data)]


def coloured(page: Image.Image) -> Image.Image:
    """White where a page has a colour; black and white are no colours."""
    r, g, b = page.split()
    spread = ImageChops.subtract(
        ImageChops.lighter(ImageChops.lighter(r, g), b), ImageChops.darker(ImageChops.darker(r, g), b)
    )
    return spread.point(lambda level: 255 if level > 12 else 0)


def share(mask: Image.Image) -> float:
    return mask.histogram()[255] / (mask.width * mask.height)


@pytest.mark.parametrize(("paper", "flip"), [("a4", "long"), ("letter", "short")])
def test_backs_are_exactly_behind_fronts(kit, paper, flip):
    files = built(kit, paper, backs=flip)
    sheets = pages(files[f"tiles-{paper}-cardstock.pdf"])
    assert len(sheets) >= 4
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        seen = ImageOps.mirror(back) if flip == "long" else ImageOps.flip(back)
        apart = ImageChops.difference(coloured(front), coloured(seen))
        edges = share(apart)  # the black cut line is no colour, and is on fronts only
        assert edges < 0.02, "sides differ by more than cut lines"
        assert share(coloured(front)) > 0.05


def test_the_sides_of_a_gutterfold_are_mirrored_in_its_fold(kit):
    (sheet, *_) = pages(built(kit, "letter", backs="gutterfold")["tiles-letter-cardstock.pdf"])
    mask = coloured(sheet)
    upper, lower = (
        mask.crop((0, top, mask.width, top + mask.height // 2)) for top in (0, mask.height - mask.height // 2)
    )
    assert share(ImageChops.difference(upper, ImageOps.flip(lower))) < 0.02
    assert share(upper) > 0.3


def test_fronts_have_a_cut_line_and_backs_have_none(kit):
    front, back, *_ = pages(built(kit, marks="none", only=("coins",))["tiles-a4-cardstock.pdf"])

    def dark(page: Image.Image) -> int:
        return page.convert("L").point(lambda level: 255 if level < 60 else 0).histogram()[255]

    # Five circles of 40 mm, drawn 0.15 mm wide: about a pixel.
    assert dark(front) > 5 * pi * 40 * DPI / 25.4 / 3
    assert dark(back) < 0.4 * dark(front)


def test_colours_end_at_the_bleed_around_the_shape(kit):
    page, *_ = pages(built(kit, profile="shop", only=("coins",))["tiles-shop-cards-40x40.pdf"])
    covered = share(coloured(page))
    assert covered == pytest.approx(pi / 4, abs=0.03), "the largest circle in the page of trim and bleed"


def test_a_shop_gets_the_shape_as_a_die_line(kit):
    data = built(kit, profile="shop")
    assert b"CutContour" in data["tiles-shop-cards-52x60.pdf"]
    assert b"CutContour" not in data["tiles-shop-cards-70x100.pdf"]


@cache
def layouts(kit: Path) -> dict[str, CutLayout]:
    """What a machine cuts, by the component on the sheet."""
    found = job.lay_out(options_for(kit, cutter="silhouette"), Diagnostics())
    assert found is not None
    drawn = [page for _, mine in found.files for page in mine if page.layout]
    return {page.placed[0].piece.component: page.layout for page in drawn}


def test_a_machine_cuts_the_shapes(kit):
    cuts = {id_: layout.cuts[0] for id_, layout in layouts(kit).items()}
    assert {id_: len(contour.vertices) for id_, contour in cuts.items() if id_ in ("tiles", "flats")} == {
        "tiles": 6,
        "flats": 6,
    }
    box = cuts["coins"].bounds
    assert (box.w, box.h) == pytest.approx((40, 40), abs=0.02)
    assert len([v for v in cuts["maps"].vertices if v.bulge]) == 4
    first, second = cuts["maps"].vertices[0], cuts["maps"].vertices[1]
    assert abs(second.x - first.x) in (pytest.approx(110 - 8), pytest.approx(70 - 8)), "corners of 4 mm"


def test_png_files_are_transparent_around_the_shape(kit):
    files = exported(kit, "png")
    image = Image.open(io.BytesIO(files["coins/gold.png"]))
    assert image.mode == "RGBA"
    opaque = sum(1 for level in image.getchannel("A").tobytes() if level > 127)
    assert opaque / (image.width * image.height) == pytest.approx(pi / 4, abs=0.01)
    assert Image.open(io.BytesIO(files["rules/start.png"])).mode == "RGB"


@cache
def exported(kit: Path, target: str) -> dict[str, bytes]:
    diagnostics = Diagnostics()
    drawn = exporting.draw(kit, export.bleed(target), diagnostics)
    assert drawn is not None, list(diagnostics)
    return dict(exporting.finish(drawn, target, Settings(dpi=60)).files)


@pytest.mark.parametrize("target", ["makeplayingcards", "drivethrucards", "card-game-simulator"])
def test_a_target_with_rectangles_only_says_what_it_leaves_out(kit, target):
    listing = json.loads(exported(kit, target)["export.json"])
    left_out = {id_: why for id_, why in listing["left_out"].items() if "rectangles only" in why}
    assert set(left_out) == {"tiles", "flats", "coins"}
    assert not any("tiles/" in name or name.startswith("tiles") for name in listing["files"] if name.endswith("png"))


@pytest.mark.slow
def test_the_game_crafter_has_round_chits_and_no_hexagons(kit):
    listing = json.loads(exported(kit, "thegamecrafter")["export.json"])
    assert {"tiles", "flats"} <= set(listing["left_out"])
    assert re.search("Circle|Chit", listing["notes"].get("coins", "")), listing


@pytest.mark.parametrize("target", ["tabletop-simulator", "tabletopia", "screentop"])
def test_a_digital_table_has_them_as_pieces(kit, target):
    files = exported(kit, target)
    listing = json.loads(files["export.json"])
    assert "pieces of their own shape" in listing["notes"]["tiles"]
    lake = next(name for name in files if "lake" in name and not name.endswith("-back.png"))
    assert Image.open(io.BytesIO(files[lake])).mode == "RGBA"


@pytest.mark.parametrize(
    ("box", "fits"),
    [("[8, 24, 36, 12]", True), ("[4, 6, 44, 12]", False), ("[2, 24, 48, 12]", False), ("[14, 11, 24, 10]", True)],
)
def test_texts_stay_in_the_safe_zone_of_the_hexagon(box, fits, tmp_path):
    kit = shaped.write(tmp_path / "tiles")
    edit(kit, "faces.yaml", "[8, 24, 36, 12]", box)
    planned = job.plan(options_for(kit), Diagnostics())
    found = list(unsafe_zone.check(planned.check_context(job.draw(planned))))
    assert [one.hints[0] for one in found] == ([] if fits else ["keep the corners of its box 3 mm inside the hexagon"])


@pytest.mark.parametrize(
    ("shape", "fits"),
    [
        # A frame, and an arrow that shows the upper side.
        ("{regular: [26, 30, 25], stroke: ink, width: 1}", True),
        ("{regular: [26, 30, 26.8], stroke: ink, width: 1}", False),
        ("{polygon: [[26, 4], [30, 12], [22, 12]], fill: ink}", True),
        ("{polygon: [[26, 3], [30, 12], [22, 12]], fill: ink}", False),
        ("{circle: [26, 30, 22.5], stroke: ink, width: 1}", True),
        ("{circle: [26, 30, 22.6], stroke: ink, width: 1}", False),
        ("{circle: [26, 30, 4], fill: ink, repeat: 2, step: [15, 0]}", True),
        ("{circle: [26, 30, 4], fill: ink, repeat: 2, step: [20, 0]}", False),
        ("{rectangle: [6, 18, 40, 24], stroke: ink, rotate: 90}", False),
    ],
)
def test_a_shape_keeps_its_outline_not_its_box_in_the_safe_zone_of_the_hexagon(shape, fits, tmp_path):
    kit = shaped.write(tmp_path / "tiles")
    text = '{text: "{name}", box: [8, 24, 36, 12], style: name}'
    edit(kit, "faces.yaml", text, f"{text}, {shape}")
    planned = job.plan(options_for(kit), Diagnostics())
    found = list(unsafe_zone.check(planned.check_context(job.draw(planned))))
    assert [one.hints[0] for one in found] == ([] if fits else ["keep it 3 mm inside the hexagon"])
