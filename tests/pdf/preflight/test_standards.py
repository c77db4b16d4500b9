"""What files have that the standard they declare forbids."""

from __future__ import annotations

from typing import Any

import pytest

from pnp import pdf
from pnp.graphics.drawing import Drawing, Path, rectangle
from pnp.graphics.geometry import Rect, Size
from pnp.pdf.preflight import report
from pnp.pdf.preflight.standards import breaches
from tests.conftest import run
from tests.support.foreign import File, form, picture, press_card
from tests.support.preflight import SIZES, declared, judge, read, untrapped
from tests.support.writing import document, page


def found(file: File | bytes, folder: Any) -> set[str]:
    return {what for what, _ in breaches(read(file, folder))}


def x1a(content: bytes = b"", resources: Any = None) -> File:
    """A card that declares PDF/X-1a:2003."""
    return untrapped(press_card(content, resources) if content else press_card(), "PDF/X-1a:2003")


def test_a_file_that_declares_nothing_breaks_nothing(tmp_path):
    assert found(press_card(b"/S gs", lambda _: {"ExtGState": {"S": {"ca": 0.5}}}), tmp_path) == set()
    assert found(x1a(), tmp_path) == set()


@pytest.mark.parametrize(
    ("state", "what"),
    [
        ({"ca": 0.5}, {"there is translucent paint"}),
        ({"CA": 0.99}, {"there is translucent paint"}),
        ({"SMask": {"S": "/Alpha"}}, {"there is a soft mask"}),
        ({"SMask": "/None", "BM": "/Normal", "ca": 1}, set()),
        ({"BM": "/Multiply"}, {"there are colours that blend"}),
    ],
)
def test_transparency_is_found_in_states(state, what, tmp_path):
    assert found(declared(b"PDF/X-1a:2003", state), tmp_path) == what


def test_soft_masks_of_pictures_are_found_inside_drawings(tmp_path):
    def resources(file: File) -> Any:
        image = picture(file, 9, 9, "/DeviceCMYK", SMask=picture(file, 9, 9))
        return {"XObject": {"X": form(file, b"/I Do", {"XObject": {"I": image}})}}

    assert found(x1a(b"/X Do", resources), tmp_path) == {"there is a soft mask"}


def test_layers_colours_versions_and_what_is_missing(tmp_path):
    layered = x1a()
    layered.root(OCProperties={"OCGs": []})
    assert found(layered, tmp_path) == {"it has layers"}
    assert found(x1a(b"1 0 0 rg 0 0 9 9 re f"), tmp_path) == {"there are colours in DeviceRGB"}
    spots = {"ColorSpace": {"C": ["/Separation", "/CutContour", "/DeviceCMYK"]}}
    spot = x1a(b"/C cs 1 scn 0 0 9 9 re f", lambda _: spots)
    assert found(spot, tmp_path) == set()
    new = x1a()
    new.writer.pdf_header = "%PDF-1.7"
    assert found(new, tmp_path) == {"it is PDF 1.7, newer than PDF 1.4"}
    bare = press_card(trim=False, intent=False)
    bare.writer.add_metadata({"/GTS_PDFXVersion": "PDF/X-1a:2003"})
    assert found(bare, tmp_path) == {
        "it does not say whether it is trapped",
        "it has no output intent",
        "a page has no trim box",
    }


@pytest.mark.parametrize("standard", ["x4", "x1a"])
def test_our_own_files_break_nothing(standard, context, tmp_path):
    paint = Path(rectangle(Rect(0, 0, 30, 30)), fill="#c0392b", alpha=0.5)
    made = document(page(Drawing("d", Size(60, 60), (paint,))))
    data = pdf.write(made._replace(condition=pdf.PrintingCondition(240, standard=standard)), context.fonts)
    facts = read(data, tmp_path)
    assert facts["standard"] == {"x4": "PDF/X-4", "x1a": "PDF/X-1a:2003"}[standard]
    assert list(breaches(facts)) == []
    assert bool(facts["pages"][0]["transparent"]) == (standard == "x4")
    assert f"declares {facts['standard']}" in [" ".join(row.split()) for row in report.summary("f", facts, SIZES)]
    facts["standard"] = "PDF/X-1a:2003"
    assert bool(list(breaches(facts))) == (standard == "x4")


def test_breaches_are_errors_for_a_shop_only(tmp_path):
    facts = read(declared(b"PDF/X-1a:2003", {"ca": 0.5}), tmp_path)
    assert [(one.code, one.severity, one.pages) for one in judge(facts, "shop")] == [("breaks-standard", "error", (1,))]
    assert judge(facts) == []
    path = tmp_path / "file.pdf"
    assert "PDF/X-1a:2003: there is translucent paint" in run("preflight", path, "--profile", "shop").output
