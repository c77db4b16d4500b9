"""Facts of PDF files, which other programs report too."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf.generic import ArrayObject, DictionaryObject, FloatObject, NameObject, NullObject, NumberObject

import pnp
from pnp.pdf import preflight
from pnp.pdf.preflight import rules
from pnp.pdf.preflight.reader import item, items, number, text, tried
from tests.conftest import SMALL, Built, run
from tests.support.foreign import A4, A5, MM, SQUARE, File, Stream, asking, box, font, form, picture, press_card
from tests.support.preflight import SIZES, judge, labelled, page, read, with_resources


def rows(facts: dict[str, Any]) -> list[str]:
    return [" ".join(line.split()) for line in rules.summary("file.pdf", facts, SIZES)]


def test_boxes_and_sizes_are_in_mm_and_have_names(tmp_path):
    facts = read(press_card(), tmp_path)
    boxes = facts["pages"][0]["boxes"]
    assert boxes["trim"] == pytest.approx((3, 3, 63.5, 88.9), abs=0.01)
    assert boxes["bleed"] == pytest.approx((0, 0, 69.5, 94.9), abs=0.01)
    assert {"pages 1 × 69.5 × 94.9 mm", "cut to 1 × Poker, 63.5 × 88.9 mm, bleed 3 mm"} <= set(rows(facts))
    for entries, shown in (
        ({"Rotate": 90}, "A4 landscape, 297 × 210 mm"),
        ({"UserUnit": 2}, "420 × 594 mm"),
        ({"CropBox": box(10, 10, *A5)}, "A5, 148 × 210 mm"),
        ({"MediaBox": [595.28, 841.89, 0, 0]}, "A4, 210 × 297 mm"),
    ):
        found = next(row for row in rows(read(with_resources(SQUARE, lambda _: {}, **entries), tmp_path))[1:])
        assert found.startswith("pages 1 × ")
        assert found.endswith(shown)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"1 0 0 rg 0 0 9 9 re f", {"DeviceRGB"}), (b"0 0 9 9 re B", set()),
        (b"0.5 g 1 0 0 RG 0 0 9 9 re B", {"DeviceGray", "DeviceRGB"}), (b"0 0 0 1 K 0 0 9 9 re S", {"DeviceCMYK"}),
        (b"/Icc cs 1 0 0 sc 0 0 9 9 re f", {"ICCBased 3"}), (b"/Gold CS 0.5 SCN 0 0 9 9 re s", {"Separation Gold"}),
        (b"/Palette cs 3 scn 0 0 9 9 re f*", {"ICCBased 3"}),
        (b"/Foils cs 1 1 scn 0 0 9 9 re f", {"DeviceN Gold + Varnish"}),
        (b"/Pattern cs /Lines scn 0 0 9 9 re f", {"DeviceCMYK"}),
        (b"/Pattern cs /Fade scn 0 0 9 9 re f", {"DeviceRGB"}), (b"/Sunset sh", {"DeviceRGB"}),
        (b"/Drawing Do", {"DeviceRGB"}),
        (b"BI /W 2 /H 2 /CS /RGB /BPC 8 ID \x00EI\xff( EI\x00\x80ab EI\n", {"DeviceRGB"}),
        (b"(a \\) 1 0 0 rg f (b)) Tj % 1 0 0 rg f\n<</A[(]>)]>> pop", set()),
    ],
)  # fmt: skip
def test_colours_are_those_that_content_sets(content, found, tmp_path):
    def resources(file: File) -> Any:
        icc = ["/ICCBased", Stream({"N": 3}, b"")]
        shading = {"ShadingType": 2, "ColorSpace": "/DeviceRGB", "Coords": [0, 0, 9, 9]}
        lines = {"PatternType": 1, "PaintType": 1, "BBox": [0, 0, 9, 9], "XStep": 9, "YStep": 9, "Resources": {}}
        return {
            "ColorSpace": {
                "Icc": icc,
                "Gold": ["/Separation", "/Gold", "/DeviceCMYK", {}],
                "Palette": ["/Indexed", icc, 1, "abcdef"],
                "Foils": ["/DeviceN", ["/Gold", "/Varnish"], "/DeviceCMYK", {}],
            },
            "Shading": {"Sunset": shading},
            "Pattern": {
                "Lines": Stream(lines, b"0 1 0 0 k 0 0 4 9 re f"),
                "Fade": {"PatternType": 2, "Shading": shading},
            },
            "XObject": {"Drawing": form(file, b"0 0 1 rg 0 0 9 9 re f")},
        }

    assert set(page(content, tmp_path, resources)["colours"]) == found


def test_ink_is_added_up_for_plain_colours(tmp_path):
    found = page(b"0.9 0.8 0.7 0.6 k 0 0 9 9 re f 0 0 0 1 K 0 0 9 9 re s", tmp_path)
    assert found["ink"] == pytest.approx(300)
    assert page(b"1 1 0 RG 0 0 9 9 re s", tmp_path)["ink"] == 0


def test_the_file_describes_itself(tmp_path):
    file = labelled("DuplexFlipShortEdge")
    file.root(Version="/1.7", OutputIntents=[{"S": "/GTS_PDFX", "OutputCondition": "FOGRA39\x1b[2J\n"}])
    facts = read(file, tmp_path)
    assert (facts["version"], facts["total"], facts["duplex"], facts["scaling"]) == (
        "1.7", 2, "DuplexFlipShortEdge", "None"
    )  # fmt: skip
    assert [one["label"] for one in facts["pages"]] == ["Cards 1 front", "Cards 1 back"]
    assert facts["intents"] == ["FOGRA39 [2J"]


def test_fonts_are_used_where_visible_text_is_set_in_them(tmp_path):
    def resources(file: File) -> Any:
        glyph = Stream({}, b"10 0 d0 1 0 0 rg 0 0 9 9 re f")
        own = {"Type": "/Font", "Subtype": "/Type3", "CharProcs": {"a": glyph}}
        return {"Font": {"A": font(file, "ABCDEF+Arial"), "B": font(file, "Hidden"), "C": font(file, "Set"), "T": own}}

    content = b"BT /B 9 Tf 3 Tr (b) Tj ET q BT /C 9 Tf 0 Tr ET Q q 0 Tr BT /A 9 Tf [(a)] TJ Q /T 9 Tf 0 Tr (a) Tj ET"
    found = {one["name"]: one for one in page(content, tmp_path, resources)["fonts"]}
    assert {name for name, one in found.items() if one["used"]} == {"Arial", ""}
    assert found["Arial"] == {"name": "Arial", "kind": "TrueType", "embedded": False, "subset": True, "used": True}
    assert found[""]["embedded"]


# Resolution, and what other programs report ---------------------------------------------------------------------


MATRICES = st.tuples(
    st.floats(0, 360), st.floats(0.2, 4), st.floats(0.2, 4), st.floats(-1, 1), st.floats(-90, 90), st.floats(-90, 90)
)


def matrix(turn: float, x: float, y: float, skew: float, right: float, up: float) -> list[float]:
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return [cos * x, sin * x, -sin * y + skew * cos, cos * y + skew * sin, right, up]


def over(outer: list[float], inner: list[float]) -> list[float]:
    """The matrix that applies `inner` first."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(outer=MATRICES, middle=MATRICES, own=MATRICES, inner=MATRICES, w=st.integers(2, 60), h=st.integers(2, 60))
def test_resolution_is_that_of_the_matrices(outer, middle, own, inner, w, h, tmp_path):
    def cm(part: tuple[float, ...], what: str) -> bytes:
        return f"q {' '.join(f'{v:.6f}' for v in matrix(*part))} cm /{what} Do Q ".encode()

    file = asking(File())
    shown = form(file, cm(inner, "I"), {"XObject": {"I": picture(file, w, h)}})
    around = form(file, cm(middle, "X"), {"XObject": {"X": shown}}, Matrix=[round(v, 6) for v in matrix(*own)])
    file.page(A4, cm(outer, "X"), {"XObject": {"X": around}})
    (found,) = read(file, tmp_path)["pages"][0]["pictures"]
    a, b, c, d, *_ = over(over(over(matrix(*outer), matrix(*own)), matrix(*middle)), matrix(*inner))
    assert found["dpi"] == pytest.approx(min(72 * w / math.hypot(a, b), 72 * h / math.hypot(c, d)), rel=1e-3)
    assert (found["w"], found["h"]) == (w, h)


def test_inline_pictures_and_single_pixels_count_too(tmp_path):
    found = page(b"q 72 0 0 36 0 0 cm BI /W 1 /H 2 /CS /G /BPC 8 ID xx EI Q", tmp_path)
    assert [(one["w"], one["h"], round(one["dpi"])) for one in found["pictures"]] == [(1, 2, 4)]
    assert page(b"q 72 0 0 36 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q", tmp_path)["pictures"][0]["dpi"] > 999


def poppler(tool: str, path: Path, *options: str) -> list[str]:
    found = shutil.which(tool)
    if found is None:
        pytest.skip(f"{tool} is not installed")
    return subprocess.run([found, *options, path], capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.fixture(params=["ours", "foreign"])
def any_file(request, foreign, tmp_path) -> Path:
    if request.param == "foreign":
        return foreign
    pnp.build(SMALL).save(tmp_path)
    return Built(tmp_path).file("cardstock")


def test_fonts_are_those_that_pdffonts_sees(any_file):
    theirs = set()
    for line in poppler("pdffonts", any_file)[2:]:
        row = re.match(r"(\S+) +(.+?) {2,}.* (yes|no) +(yes|no) +(?:yes|no) +\d+ +\d+$", line)
        name, _, embedded, subset = row.groups()
        theirs.add((name[7:] if subset == "yes" else name, embedded == "yes", subset == "yes"))
    fonts = [one for page_ in preflight.read(any_file)["pages"] for one in page_["fonts"]]
    assert {(one["name"], one["embedded"], one["subset"]) for one in fonts} == theirs


def test_the_file_is_what_pdfinfo_says(any_file):
    info = dict(line.split(":", 1) for line in poppler("pdfinfo", any_file, "-box"))
    info = {key: value.strip() for key, value in info.items()}
    facts = preflight.read(any_file)
    assert facts["version"] == info["PDF version"]
    assert facts["total"] == int(info["Pages"])
    for name, found in facts["pages"][0]["boxes"].items():
        left, bottom, right, top = (float(part) / MM for part in info[f"{name.title()}Box"].split())
        assert found == pytest.approx((left, bottom, right - left, top - bottom), abs=0.01)


def test_pictures_are_those_that_pdfimages_sees(foreign):
    rows_ = [line.split() for line in poppler("pdfimages", foreign, "-list")[2:]]
    theirs = sorted((int(row[3]), int(row[4]), min(float(row[12]), float(row[13]))) for row in rows_)
    found = sorted((one["w"], one["h"], one["dpi"]) for one in preflight.read(foreign)["pages"][0]["pictures"])
    assert len(found) == len(theirs)
    for one, other in zip(found, theirs, strict=True):
        assert one == pytest.approx(other, abs=1)


@pytest.mark.slow
@pytest.mark.parametrize("stock", ["cardstock", "paper"])
def test_our_own_kits_have_no_findings_at_home(stock, built):
    result = run("preflight", built().file(stock))
    assert result.exit_code == 0
    assert result.stdout.endswith("\n\nno errors in 1 file, to be printed at home\n")


def sizes(content: bytes, folder, resources: Any = None) -> dict[str, float]:
    found = read(press_card(content, resources), folder)["pages"][0]["fine"]
    return {kind: round(size, 4) for kind, size in found.items()}


def fonts(file: File) -> dict[str, Any]:
    return {"Font": {"F": font(file, embedded=True)}, "ExtGState": {"G": {"LW": 0.5}}}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"0 0 m 9 9 l S", 1.0), (b"3 w 0 0 m 9 9 l n", None), (b"3 w 0 0 9 9 re B*", 3.0),
        (b"/G gs 0 0 9 9 re s", 0.5), (b"0 w 0 0 9 9 re s", 0.0), (b"q 0.1 w Q 2 w 0 0 9 9 re b", 2.0),
        (b"q 0 2 -2 0 5 5 cm 0.6 0.8 -0.8 0.6 0 0 cm 2 w 0 0 9 9 re S Q", 4.0),
        (b"q 5 0 0 0.5 0 0 cm 2 w 0 0 9 9 re S Q", 1.0), (b"Q Q 2 w cm 0 0 9 9 re S", 2.0),
    ],
)  # fmt: skip
def test_lines_are_as_wide_as_they_are_printed(content, expected, tmp_path):
    assert sizes(content, tmp_path, fonts).get("line") == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"0 1 1 0.2 k BT /F 6 Tf (a) Tj ET", {"mixed": 6.0}),
        (b"0 1 1 0.2 k BT /F 1 Tf 6 0 0 -6 9 9 Tm [(a) 3 (b)] TJ ET", {"mixed": 6.0}),
        (b"1 1 1 0 k q 0.5 0 0 0.5 0 0 cm BT /F 6 Tf (a) ' ET Q", {"mixed": 3.0}),
        (b"0 1 1 0.05 k BT /F 6 Tf (a) Tj ET", {}), (b"0 0 0 1 k BT /F 6 Tf (a) Tj ET", {}),
        (b"1 g BT /F 6 Tf (a) Tj ET", {"white": 6.0}), (b"1 1 1 rg BT /F 6 Tf (a) Tj ET", {"white": 6.0}),
        (b"1 g BT /F 6 Tf 3 Tr (a) Tj ET", {}), (b"q 1 g Q BT /F 6 Tf (a) Tj ET", {}),
        (b"1 g /Gold cs 1 scn BT /F 6 Tf (a) Tj ET", {}),
    ],
)  # fmt: skip
def test_text_has_the_size_and_the_colour_of_print(content, expected, tmp_path):
    assert sizes(content, tmp_path, fonts) == expected


def test_the_smallest_place_of_a_form_counts_and_forms_in_forms_do(tmp_path):
    def resources(file: File) -> dict[str, Any]:
        inner = form(file, b"1 w 0 0 9 9 re S", Matrix=[0.5, 0, 0, 0.5, 0, 0])
        outer = form(file, b"q 0.5 0 0 0.5 0 0 cm /I Do Q /I Do", {"XObject": {"I": inner}})
        return {"XObject": {"O": outer}}

    assert sizes(b"/O Do", tmp_path, resources) == {"line": 0.25}
    assert sizes(b"/O Do q 0.4 0 0 0.4 0 0 cm /O Do Q", tmp_path, resources) == {"line": 0.1}


def test_messages_name_the_size_and_home_printers_are_not_judged(tmp_path):
    facts = read(press_card(b"0.1 w 0 0 9 9 re S 0 1 1 0.2 k BT /F 6 Tf (a) Tj ET", fonts), tmp_path)
    messages = [diagnostic.message for diagnostic in judge(facts, "shop")]
    assert messages == [
        "a line is 0.10 pt wide, thinner than 0.25 pt",
        "text of 6.0 pt is mixed from more than two inks; it should be larger than 7 pt",
    ]
    assert not [diagnostic for diagnostic in judge(facts) if diagnostic.code in ("thin-line", "small-mixed-text")]
    assert (rules.LINE, rules.TYPE) == (0.25, 7)


def test_what_is_missing_is_nothing_at_any_depth():
    holder = DictionaryObject({NameObject("/A"): ArrayObject([NumberObject(3), NullObject()])})
    assert item(holder, "/A", 0) == 3
    assert [item(holder, *path) for path in (("/A", 1), ("/A", 2), ("/B", "/C", 0), ("/A", 0, 0))] == [None] * 4
    assert (items(holder, "/A"), items(holder, "/B")) == ([3, None], [])
    assert tried(lambda: [][0], "else") == "else"


@pytest.mark.parametrize(("value", "expected"), [(FloatObject("2.5"), 2.5), (math.inf, 0.0), ("7", 0.0), (None, 0.0)])
def test_numbers_are_finite(value, expected):
    assert number(value) == expected


def test_texts_are_one_line_without_control_characters():
    assert text("a\x1b[2J\nb") == "a [2J b"
    assert (text(NameObject("/Gold")), text(3)) == ("Gold", "")
