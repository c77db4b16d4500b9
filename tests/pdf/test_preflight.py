"""Preflight: other programs read the same facts from a PDF, and every diagnostic occurs when it should."""

from __future__ import annotations

import importlib.metadata
import io
import json
import math
import random
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from pnp import checks
from pnp.diagnostics import Diagnostics
from pnp.kit import load
from pnp.pdf import preflight
from pnp.pdf.preflight import reader, report, rules
from tests.conftest import run
from tests.support import emitted
from tests.support.foreign import (
    A4,
    A5,
    MM,
    SQUARE,
    File,
    Stream,
    asking,
    box,
    font,
    form,
    picture,
    press_card,
    saved,
    sheets,
)  # fmt: skip

KNOWN = load.print_facts(Diagnostics())
SIZES = {measure.title: measure.extent for measure in (*KNOWN.cards.values(), *KNOWN.papers.values())}
TITLE_FONT = "fontpkg-lilita-one"


def read(file: File | bytes, folder: Path) -> dict[str, Any]:
    """The facts about a file, read in this process."""
    path = saved(file, folder / "file.pdf")
    return preflight.merged(path.stat().st_size, reader.parts(str(path)))


def judge(facts: dict[str, Any], profile: str = "home") -> list[rules.PageDiagnostic]:
    dpi = KNOWN.fine_dpi if profile == "shop" else KNOWN.least_dpi
    return rules.judge(facts, shop=profile == "shop", least_dpi=dpi)


def codes(facts: dict[str, Any], profile: str = "home") -> set[str]:
    return {diagnostic.code for diagnostic in judge(facts, profile)}


# Every diagnostic, made and not made --------------------------------------------------------------------------------


def with_resources(content: bytes, resources: Callable[[File], Any], **entries: Any) -> File:
    file = asking(File())
    file.page(A4, content, resources(file), **entries)
    return file


def text(*, embedded: bool, shown: bool = True) -> File:
    content = b"BT /F 12 Tf (Rhino) Tj ET" if shown else b"BT /F 12 Tf ET"
    return with_resources(content, lambda file: {"Font": {"F": font(file, embedded=embedded)}})


def text_in_a_form() -> File:
    def resources(file: File) -> Any:
        inside = {"Font": {"F": font(file)}}
        return {"XObject": {"X": form(file, b"BT /F 12 Tf [(Rh) 20 (ino)] TJ ET", inside)}}

    return with_resources(b"q 2 0 0 2 0 0 cm /X Do Q", resources)


def pictured(pixels: int) -> File:
    """A picture of so many pixels on an inch."""
    return with_resources(b"q 72 0 0 72 9 9 cm /I Do Q", lambda f: {"XObject": {"I": picture(f, pixels, pixels)}})


def pictured_in_a_form() -> File:
    def resources(file: File) -> Any:
        inside = {"XObject": {"I": picture(file, 100, 100)}}
        return {"XObject": {"X": form(file, b"q 0 36 -36 0 0 0 cm /I Do Q", inside, Matrix=[2, 0, 0, 2, 40, 40])}}

    return with_resources(b"q 0.6 0.8 -0.8 0.6 90 90 cm /X Do Q", resources)


def labelled(duplex: str | None) -> File:
    file = sheets(A4, A4, duplex=duplex or "")
    if duplex is None:
        file.root(ViewerPreferences={"PrintScaling": "/None"})
    file.root(PageLabels={"Nums": [0, {"P": "Cards 1 front"}, 1, {"P": "Cards 1 back"}]})
    return file


def cut_short() -> bytes:
    data = sheets(A4, A4).data()
    return data[: len(data) // 2].replace(b"obj", b"o j")


def astray() -> bytes:
    """Each offset in the table of contents is a little too large."""
    data = sheets(A4).data()
    return re.sub(rb"(\d{10}) 00000 n", lambda m: b"%010d 00000 n" % (int(m[1]) + 3), data)


def garbled() -> File:
    file = asking(File())
    page = file.page()
    page[NameObject("/Contents")] = file.add(Stream({"Filter": "/NoSuchDecode"}, b"\x00\x01"))
    return file


def bomb(wide: int = 10, deep: int = 8) -> File:
    file = asking(File())
    inner = picture(file, 9, 9)
    for _ in range(deep):
        moves = b"".join(b"q 1 0 0 1 %d 0 cm /X Do Q " % number for number in range(wide))
        inner = form(file, moves, {"XObject": {"X": inner}})
    file.page(A4, b"/X Do", {"XObject": {"X": inner}})
    return file


def locked(user: str) -> bytes:
    file = sheets(A4)
    file.writer.encrypt(user, "owner", algorithm="RC4-128")
    return file.data()


def with_boxes(**boxes: Any) -> File:
    file = asking(File())
    file.page(A4, **boxes)
    return file


def whole_page_for_the_press() -> File:
    file = asking(File())
    file.page(A4, TrimBox=box(0, 0, *A4))
    file.root(OutputIntents=[{"S": "/GTS_PDFX"}])
    return file


EXAMPLES: dict[str, Callable[[], File | bytes]] = {
    "a sheet of cards": lambda: sheets(A4),
    "nothing but text": lambda: b"This is no PDF.\n" * 99,
    "the first half of a file": cut_short,
    "a page with operators that cannot be unpacked": garbled,
    "a page with a picture that is not in the file": lambda: with_resources(b"/I Do", lambda _: {"XObject": {}}),
    "a file whose table of contents points to wrong places": astray,
    "forms that place ten others each, eight deep": bomb,
    "a file with a password": lambda: locked("secret"),
    "a file with restrictions and no password": lambda: locked(""),
    "a card with trim and bleed boxes": press_card,
    "a trim box that sticks out of the media box": lambda: with_boxes(TrimBox=box(-1, 0, *A4)),
    "a media box without area": lambda: with_boxes(MediaBox=[0, 0, 0, 800]),
    "upright and lying pages of A4": lambda: sheets(A4, A4[::-1], A4),
    "one A5 page among A4 pages": lambda: sheets(A4, A5, A4),
    "one page that is 1 mm wider": lambda: sheets(A4, A4, (211.0, 297.0)),
    "a file without viewer preferences": lambda: labelled_without_preferences(),
    "fronts and backs on six pages": lambda: sheets(*[A4] * 6, duplex="DuplexFlipLongEdge"),
    "fronts and backs on five pages": lambda: sheets(*[A4] * 5, duplex="DuplexFlipShortEdge"),
    "an upright front with a lying back": lambda: sheets(A4, A4[::-1], duplex="DuplexFlipLongEdge"),
    "labelled fronts and backs, flipped on the long edge": lambda: labelled("DuplexFlipLongEdge"),
    "labelled fronts and backs, and no word on flipping": lambda: labelled(None),
    "text in an embedded font": lambda: text(embedded=True),
    "an unused font that is not embedded": lambda: text(embedded=False, shown=False),
    "text in Helvetica, not embedded": lambda: text(embedded=False),
    "such text inside a drawing on the page": text_in_a_form,
    "a picture at 200 dpi": lambda: pictured(200),
    "a picture at 100 dpi": lambda: pictured(100),
    "a picture at 100 dpi in a drawing that is turned and scaled": pictured_in_a_form,
    "a card for the press": press_card,
    "a card for the press with a red frame in RGB": lambda: press_card(b"1 0 0 RG 9 9 50 50 re S"),
    "a card for the press with a picture in RGB": lambda: press_card(
        b"q 9 0 0 9 0 0 cm /I Do Q", lambda file: {"XObject": {"I": picture(file, 90, 90, "/DeviceRGB")}}
    ),
    "a card for the press without a trim box": lambda: press_card(trim=False),
    "a page that is printed as it is, for the press": whole_page_for_the_press,
    "a card for the press with 1 mm of bleed": lambda: press_card(bleed=1.0),
    "a card for the press without a bleed box": lambda: press_card(bleed=None),
    "a card for the press without an output intent": lambda: press_card(intent=False),
    "a card for the press in a black of all four inks": lambda: press_card(b"1 1 1 1 k 0 0 99 99 re f"),
}
"""The files that the explanations' examples speak of, by the examples' words."""


def labelled_without_preferences() -> File:
    file = File()
    file.page()
    return file


SAID = [
    (code, verdict, words)
    for code, explained in preflight.explanations().items()
    for verdict, words in re.findall(r"^(PASS|FAIL): (.+)$", explained, re.MULTILINE)
]


@pytest.mark.slow
@pytest.mark.parametrize(("code", "verdict", "words"), SAID)
def test_examples_do_what_they_say(code, verdict, words, tmp_path, monkeypatch):
    monkeypatch.setattr(preflight, "MAX_SECONDS", 5)
    profile = "shop" if "print shops only" in " ".join(preflight.explanations()[code].split()) else "home"
    found = codes(preflight.read(saved(EXAMPLES[words](), tmp_path / "file.pdf")), profile)
    assert (code in found) == (verdict == "FAIL"), found


def test_a_good_file_has_no_findings_at_all(tmp_path):
    for words in ("a sheet of cards", "fronts and backs on six pages", "text in an embedded font"):
        assert codes(read(EXAMPLES[words](), tmp_path)) == set()
    assert codes(read(press_card(), tmp_path), "shop") == set()


@pytest.mark.slow
def test_every_code_is_explained_and_nothing_else_is():
    there = {code for code, places in emitted.codes().items() if any(p.startswith("pdf/preflight/") for p in places)}
    assert there == preflight.explanations().keys()
    assert not there & checks.explanations().keys()
    assert {words for _, _, words in SAID} == EXAMPLES.keys()


@pytest.mark.parametrize("code", preflight.explanations())
def test_an_explanation_says_what_and_why_and_shows_both(code):
    result = run("explain", code)
    assert result.exit_code == 0
    summary, *why, hint, shown = preflight.explanations()[code].split("\n\n")
    assert re.match("(error|warning|note): [a-z]", hint)
    assert len(summary) < 200
    assert summary.endswith(".")
    assert len("".join(why)) > 60
    assert {line[:6] for line in shown.splitlines()} == {"PASS: ", "FAIL: "}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("such text inside a drawing on the page", "error[font-not-embedded]: the font Helvetica (TrueType) is not in"),
        ("a picture at 100 dpi", "a picture is printed at 100 dpi, below 150: 100 × 100 pixels on 25.4 × 25.4 mm"),
        ("one page that is 1 mm wider", "page 3: warning[mixed-sizes]: 211 × 297 mm among pages of 210 × 297 mm, whi"),
        ("fronts and backs on five pages", "page 5: error[odd-pages]: it is printed on both sides, but has 5 pages"),
        ("an upright front with a lying back", "pages 1–2: error[unlike-sides]"),
        (
            "a trim box that sticks out of the media box",
            "page 1: error[bad-box]: the trim box, 210 × 297 mm, is not in",
        ),
        ("nothing but text", "error[damaged-file]: this file cannot be read: "),
        ("a file with a password", "error[encrypted-file]: it needs a password, or a cipher"),
    ],
)
def test_findings_say_what_is_wrong_and_where(name, said, tmp_path):
    path = saved(EXAMPLES[name](), tmp_path / "file.pdf")
    assert said in run("preflight", path).stdout


# What is read off a file -----------------------------------------------------------------------------------------


def page(content: bytes, folder: Path, resources: Callable[[File], Any] = lambda _: {}, **entries: Any) -> Any:
    return read(with_resources(content, resources, **entries), folder)["pages"][0]


def rows(facts: dict[str, Any]) -> list[str]:
    return [" ".join(line.split()) for line in report.summary("file.pdf", facts, SIZES)]


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
        (b"1 0 0 rg 0 0 9 9 re f", {"DeviceRGB"}),
        (b"0 0 9 9 re B", set()),
        (b"0.5 g 1 0 0 RG 0 0 9 9 re B", {"DeviceGray", "DeviceRGB"}),
        (b"0 0 0 1 K 0 0 9 9 re S", {"DeviceCMYK"}),
        (b"/Icc cs 1 0 0 sc 0 0 9 9 re f", {"ICCBased 3"}),
        (b"/Gold CS 0.5 SCN 0 0 9 9 re s", {"Separation Gold"}),
        (b"/Palette cs 3 scn 0 0 9 9 re f*", {"ICCBased 3"}),
        (b"/Foils cs 1 1 scn 0 0 9 9 re f", {"DeviceN Gold + Varnish"}),
        (b"/Pattern cs /Lines scn 0 0 9 9 re f", {"DeviceCMYK"}),
        (b"/Pattern cs /Fade scn 0 0 9 9 re f", {"DeviceRGB"}),
        (b"/Sunset sh", {"DeviceRGB"}),
        (b"/Drawing Do", {"DeviceRGB"}),
        (b"BI /W 2 /H 2 /CS /RGB /BPC 8 ID \x00EI\xff( EI\x00\x80ab EI\n", {"DeviceRGB"}),
        (b"(a \\) 1 0 0 rg f (b)) Tj % 1 0 0 rg f\n<</A[(]>)]>> pop", set()),
    ],
)
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


@pytest.mark.slow
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


def title_font() -> Path:
    """The file of a font that is installed as a package."""
    files = importlib.metadata.files(TITLE_FONT) or []
    return next(Path(str(file.locate())) for file in files if file.suffix == ".ttf")


@pytest.fixture(scope="module")
def foreign(tmp_path_factory) -> Path:
    """What reportlab makes when it is not told to be careful."""
    pdfmetrics.registerFont(TTFont("Lilita", title_font()))
    path = tmp_path_factory.mktemp("foreign") / "foreign.pdf"
    canvas = Canvas(str(path), pagesize=(300 * MM, 200 * MM), pdfVersion=(1, 6))
    canvas.setTitle("Foreign")
    canvas.drawString(50, 50, "Helvetica")
    canvas.setFont("Lilita", 20)
    canvas.drawString(50, 90, "Lilita")
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    photo = io.BytesIO()
    Image.effect_noise((90, 60), 50).convert("CMYK").save(photo, "JPEG")
    canvas.saveState()
    canvas.rotate(20)
    canvas.drawImage(ImageReader(photo), 200, 100, 144, 72)
    canvas.restoreState()
    canvas.drawImage(ImageReader(Image.new("RGB", (40, 40), "red")), 10, 10, 36, 36)
    canvas.showPage()
    canvas.save()
    return path


def poppler(tool: str, path: Path, *options: str) -> list[str]:
    found = shutil.which(tool)
    if found is None:
        pytest.skip(f"{tool} is not installed")
    return subprocess.run([found, *options, path], capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.fixture(params=["ours", "foreign"])
def any_file(request, foreign, built) -> Path:
    return foreign if request.param == "foreign" else built().file("cardstock")


@pytest.mark.slow
def test_fonts_are_those_that_pdffonts_sees(any_file):
    theirs = set()
    for line in poppler("pdffonts", any_file)[2:]:
        row = re.match(r"(\S+) +(.+?) {2,}.* (yes|no) +(yes|no) +(?:yes|no) +\d+ +\d+$", line)
        name, _, embedded, subset = row.groups()
        theirs.add((name[7:] if subset == "yes" else name, embedded == "yes", subset == "yes"))
    fonts = [one for page_ in preflight.read(any_file)["pages"] for one in page_["fonts"]]
    assert {(one["name"], one["embedded"], one["subset"]) for one in fonts} == theirs


@pytest.mark.slow
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


# The command -----------------------------------------------------------------------------------------------------


def test_the_summary_is_for_people(foreign):
    result = run("preflight", foreign)
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    for line in (
        "pages 1 × 300 × 200 mm",
        "printed sides not given, at a scale that viewers choose",
        "fonts Helvetica, Type1, not embedded",
        "LilitaOne, TrueType, subset",
        "pictures 2, the coarsest at 45 dpi",
        "page 1: 90 × 60 px on 50.8 × 25.4 mm, 45 dpi",
        "colours DeviceCMYK, DeviceRGB",
    ):
        assert line in lines, lines
    assert lines[-1] == "1 error, 3 warnings in 1 file, to be printed at home"
    assert result.exit_code == 1


@pytest.mark.slow
def test_json_has_all_facts(foreign, tmp_path):
    broken = saved(b"%PDF-1.4 and nothing else", tmp_path / "broken.pdf")
    result = run("preflight", "--format", "json", "--profile", "shop", foreign, broken)
    answer = json.loads(result.stdout)
    assert list(answer) == ["format", "profile", "files", "summary"]
    assert (answer["format"], answer["profile"]) == (2, "shop")
    first, second = answer["files"]
    assert list(first) == ["file", "facts", "diagnostics"]
    assert first["facts"]["pages"][0]["seen"] == pytest.approx([300, 200], abs=0.01)
    assert first["facts"]["pages"][0]["pictures"][0]["dpi"] == pytest.approx(45)
    assert {"severity", "code", "pages", "message", "hint"} == first["diagnostics"][0].keys()
    assert second["diagnostics"][0]["code"] == "damaged-file"
    assert {"no-trim", "rgb-colour", "no-output-intent"} <= {diagnostic["code"] for diagnostic in first["diagnostics"]}
    assert answer["summary"]["error"] == 5


@pytest.mark.slow
def test_exit_codes(tmp_path):
    good, warned = saved(sheets(A4), tmp_path / "good.pdf"), saved(labelled_without_preferences(), tmp_path / "w.pdf")
    assert run("preflight", good).exit_code == 0
    assert run("preflight", good, warned).exit_code == 0
    assert run("preflight", good, warned, "--warnings-as-errors").exit_code == 1
    assert run("preflight", good, "--profile", "shop").exit_code == 1
    for wrong in ([], [tmp_path / "none.pdf"], [tmp_path], [good, "--profile", "moon"], ["/dev/zero"]):
        result = run("preflight", *wrong)
        assert result.exit_code == 2
        assert "Traceback" not in result.output


def test_page_numbers_are_shown_as_runs():
    assert [report.page_runs(pages) for pages in ((), (3,), (1, 2, 3, 7), (2, 4))] == [
        "", "page 3", "pages 1–3, 7", "pages 2, 4"
    ]  # fmt: skip


# Hostile files ---------------------------------------------------------------------------------------------------


def looping_forms() -> File:
    file = asking(File())
    one = form(file, b"/X Do /I Do", {})
    inside = {"XObject": {"X": one, "I": picture(file, 9, 9)}}
    one.get_object()[NameObject("/Resources")] = file.made(inside)
    file.page(A4, b"/X Do", {"XObject": {"X": one}})
    return file


def deep_forms() -> File:
    file = asking(File())
    inner = picture(file, 9, 9)
    for _ in range(3000):
        inner = form(file, b"/X Do", {"XObject": {"X": inner}})
    file.page(A4, b"/X Do", {"XObject": {"X": inner}})
    return file


def looping_tree() -> File:
    file = sheets(A4)
    pages = file.writer._root_object["/Pages"]
    pages["/Kids"].append(pages.indirect_reference)
    return file


def looping_outline() -> File:
    file = sheets(A4)
    first = file.add({"Title": "a"})
    first.get_object()[NameObject("/Next")] = first
    file.root(Outlines={"First": first})
    return file


def packed(content: bytes, times: int = 1) -> File:
    """Contents that are small in the file and large outside it."""
    import zlib

    data = content
    for _ in range(times):
        data = zlib.compress(data, 9)
    file = asking(File())
    file.page()[NameObject("/Contents")] = file.add(Stream({"Filter": ["/FlateDecode"] * times}, data))
    return file


def many_pages() -> File:
    file = asking(File())
    shared = {"Font": {"F": font(file, embedded=True)}, "XObject": {"I": picture(file, 300, 300)}}
    resources = file.add(shared)
    for number in range(500):
        file.page(A4, b"q 72 0 0 72 %d 9 cm /I Do Q BT /F 9 Tf (page) Tj ET " % number * 20, resources)
    return file


def huge_numbers() -> File:
    content = b"9" * 500 + b" 0 0 1e99 0 0 cm 99999999999999999999999 0 0 9 9 9 cm /I Do " * 30
    return with_resources(content, lambda file: {"XObject": {"I": picture(file, 9, 9, Width=10**40, Height=-1)}})


STOPPED = {"damaged-file", "damaged-page", "unfinished-file"}
HOSTILE: dict[str, tuple[Callable[[], File | bytes], set[str]]] = {
    "forms in a loop": (looping_forms, set()),
    "forms 3000 deep": (deep_forms, set()),
    "a page tree in a loop": (looping_tree, {"damaged-file"}),
    "an outline in a loop": (looping_outline, set()),
    "a bomb of 80 MB": (lambda: packed(b" " * 80_000_000), {"damaged-page"}),
    "a bomb in a bomb": (lambda: packed(b"\n" * 80_000_000, 2), {"damaged-page"}),
    "30 MB of operators": (lambda: packed(b"q Q 0 g\n" * 3_700_000), STOPPED),
    "30 MB of brackets": (lambda: packed(b"[" * 30_000_000), STOPPED),
    "30 MB of open strings": (lambda: packed(b"(" * 30_000_000), STOPPED),
    "30 MB of closed strings": (lambda: packed(b"(" + b"()" * 15_000_000), STOPPED),
    "30 MB of saved states": (lambda: packed(b"q " * 15_000_000), STOPPED),
    "30 MB of pictures": (lambda: packed(b"BI/W 1/H 1 ID x EI " * 1_500_000), STOPPED),
    "forms that place ten others each, eight deep": (bomb, {"unfinished-file"}),
    "500 pages": (many_pages, set()),
    "huge numbers": (huge_numbers, {"damaged-page"}),
    "a huge page": (lambda: with_boxes(MediaBox=[0, 0, 1e8, 1e8]), {"bad-box"}),
    "no pages": (lambda: sheets(), {"damaged-file"}),
    "nothing": (lambda: b"", {"damaged-file"}),
    "a header": (lambda: b"%PDF-1.7\n", {"damaged-file"}),
    "a trailer that leads to itself": (
        lambda: b"%PDF-1.4\ntrailer<</Root 1 0 R/Prev 9>>\nstartxref\n9\n%%EOF", {"damaged-file"},
    ),
}  # fmt: skip
"""Hostile files, with codes of which at least one is found; nothing else is found where there are none."""


@pytest.mark.slow
@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_files_end_soon_with_a_diagnostic(what, tmp_path, monkeypatch):
    make, expected = HOSTILE[what]
    seconds = 5 if "unfinished-file" in expected else 40
    monkeypatch.setattr(preflight, "MAX_SECONDS", seconds)
    path = saved(make(), tmp_path / "file.pdf")
    started = time.perf_counter()
    result = run("preflight", path)
    assert time.perf_counter() - started < seconds + 10
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    found = set(re.findall(r"(?:error|warning|note)\[([\w-]+)\]", result.stdout)) - {"coarse-picture", "scaled-print"}
    assert found & expected if expected else not found - {"repaired-file"}, result.stdout[-2000:]


@pytest.fixture(scope="module")
def samples(foreign, built) -> list[bytes]:
    """Small files of many kinds, and a page of a kit."""
    small = [bomb(2, 3), labelled("Simplex"), pictured_in_a_form(), text_in_a_form(), press_card()]
    kit = PdfWriter()
    kit.append(PdfReader(built().file("cardstock")), pages=(0, 1))
    packed_ = PdfWriter(clone_from=foreign)
    packed_.compress_identical_objects()
    written = []
    for writer in (kit, packed_):
        writer.write(out := io.BytesIO())
        written.append(out.getvalue())
    return [*(file.data() for file in small), foreign.read_bytes(), *written]


def answered(facts: dict[str, Any]) -> None:
    """Whatever the facts are, they can be judged and shown."""
    for profile in ("home", "shop"):
        diagnostics = judge(facts, profile)
        assert list(report.summary("file.pdf", facts, SIZES))
        assert len(list(report.diagnostic_lines("file.pdf", diagnostics, lambda text, _: text))) == 2 * len(diagnostics)
    assert json.loads(json.dumps(facts, allow_nan=False)) == facts


BYTES = st.binary(min_size=1, max_size=3)


@pytest.mark.slow
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(which=st.integers(0, 6), places=st.lists(st.tuples(st.floats(0, 1), BYTES), max_size=30), cut=st.floats(0.3, 3))
def test_damage_anywhere_never_crashes(which, places, cut, samples, tmp_path):
    data = bytearray(samples[which])
    for at, new in places:
        start = int(at * (len(data) - len(new)))
        data[start : start + len(new)] = new
    answered(read(bytes(data[: int(cut * len(data))]), tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_a_damaged_kit_always_has_an_answer(seed, samples, tmp_path):
    chance = random.Random(seed)
    for _ in range(30):
        data = bytearray(samples[-2])
        for _ in range(chance.choice((1, 3, 30, 300))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        started = time.perf_counter()
        answered(read(bytes(data), tmp_path))
        assert time.perf_counter() - started < 15
    result = run("preflight", tmp_path / "file.pdf")
    assert result.exit_code in (0, 1)
    assert "Traceback" not in result.output


def test_a_reader_that_crashes_is_a_diagnostic():
    assert codes(preflight.merged(9, [], "it crashed")) == {"damaged-file"}
    facts = preflight.merged(9, [{"total": 3, "scaling": "None", "duplex": ""}], "it crashed")
    assert facts["unfinished"] == "only 0 of 3 pages were read: it crashed"
    assert codes(facts) == {"unfinished-file"}
