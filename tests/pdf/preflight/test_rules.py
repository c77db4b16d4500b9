"""Findings of preflight: each one made and not made, and what its message says."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from pypdf.generic import NameObject

from pnp import checks, pdf
from pnp.graphics.drawing import Drawing, Path, rectangle
from pnp.graphics.geometry import Rect, Size
from pnp.pdf import preflight
from pnp.pdf.preflight import rules
from pnp.pdf.preflight.rules import PageDiagnostic, breaches
from tests.conftest import run
from tests.support import emitted
from tests.support.foreign import A4, A5, File, Stream, asking, box, font, form, picture, press_card, saved, sheets
from tests.support.preflight import (
    SIZES,
    bomb,
    codes,
    declared,
    judge,
    labelled,
    labelled_without_preferences,
    pictured_in_a_form,
    read,
    text,
    text_in_a_form,
    untrapped,
    with_boxes,
    with_resources,
)
from tests.support.writing import document, page


def pictured(pixels: int) -> File:
    """A picture of so many pixels on an inch."""
    return with_resources(b"q 72 0 0 72 9 9 cm /I Do Q", lambda f: {"XObject": {"I": picture(f, pixels, pixels)}})


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


def locked(user: str) -> bytes:
    file = sheets(A4)
    file.writer.encrypt(user, "owner", algorithm="RC4-128")
    return file.data()


def whole_page_for_the_press() -> File:
    file = asking(File())
    file.page(A4, TrimBox=box(0, 0, *A4))
    file.root(OutputIntents=[{"S": "/GTS_PDFX"}])
    return file


def worded(colour: bytes, size: float) -> File:
    """A card for the press with text in a colour, set half as large under a matrix that doubles it."""
    text = b"%s q 2 0 0 2 0 0 cm BT /F %.2f Tf (Rhino) Tj ET Q" % (colour, size / 2)
    return press_card(text, lambda file: {"Font": {"F": font(file, embedded=True)}})


def scaled(content: bytes, scale: float) -> File:
    """A card for the press that places a drawing twice: as large as it is, and at a scale."""

    def resources(file: File) -> dict[str, object]:
        inside = {"Font": {"F": font(file, embedded=True)}}
        return {"XObject": {"X": form(file, content, inside, Matrix=[0, 1, -1, 0, 9, 9])}}

    return press_card(b"/X Do q %.2f 0 0 %.2f 0 0 cm /X Do Q" % (scale, scale), resources)


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
    "a card that declares PDF/X-1a": lambda: declared(b"PDF/X-1a:2003"),
    "a card that declares PDF/X-1a and is half transparent": lambda: declared(b"PDF/X-1a:2003", {"ca": 0.5}),
    "a card that declares PDF/X-4 without a profile": lambda: declared(b"PDF/X-4"),
    "a card for the press in a black of all four inks": lambda: press_card(b"1 1 1 1 k 0 0 99 99 re f"),
    "a card for the press with a line of 0.25 pt": lambda: press_card(b"0.25 w 9 9 m 60 9 l S"),
    "a card for the press with a line of 1 pt at a quarter of its size": lambda: press_card(
        b"q 0.25 0 0 0.25 0 0 cm 1 w 9 9 m 60 9 l S Q 2 w 9 20 m 60 20 l S"
    ),
    "a card for the press with a line of 0.2 pt": lambda: press_card(b"0.2 w 9 9 m 60 9 l S"),
    "a card for the press with a line of 1 pt in a drawing at a fifth of its size": lambda: scaled(
        b"9 9 m 60 9 l S", 0.2
    ),
    "a card for the press with black text of 6 pt": lambda: worded(b"0 0 0 1 k", 6),
    "a card for the press with text of 6 pt in two inks": lambda: worded(b"0 1 1 0.04 k", 6),
    "a card for the press with text of 8 pt in three inks": lambda: worded(b"0 1 1 0.3 k", 8),
    "a card for the press with text of 6 pt in three inks": lambda: worded(b"0 1 1 0.3 k", 6),
    "a card for the press with text of 12 pt in three inks in a drawing at half its size": lambda: scaled(
        b"0 1 1 0.3 k BT /F 12 Tf (Rhino) Tj ET", 0.5
    ),
    "a card for the press with white text of 7 pt": lambda: worded(b"0 0 0 0 k", 7),
    "a card for the press with white text of 6 pt": lambda: worded(b"0 0 0 0 k", 6),
}
"""The files that the explanations' examples speak of, by the examples' words."""
SAID = [
    (code, verdict, words)
    for code, explained in preflight.explanations().items()
    for verdict, words in re.findall(r"^(PASS|FAIL): (.+)$", explained, re.MULTILINE)
]


@pytest.mark.slow
@pytest.mark.parametrize(("code", "verdict", "words"), SAID)
def test_examples_do_what_they_say(code, verdict, words, tmp_path, monkeypatch):
    monkeypatch.setattr(preflight, "MAX_SECONDS", 0.4 if code == "unfinished-file" else 10)
    profile = "shop" if "print shops only" in " ".join(preflight.explanations()[code].split()) else "home"
    file = EXAMPLES[words]()
    is_read_by_a_child = code in ("unfinished-file", "repaired-file")  # which can be stopped, and logs repairs
    facts = preflight.read(saved(file, tmp_path / "file.pdf")) if is_read_by_a_child else read(file, tmp_path)
    found = codes(facts, profile)
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
        ({"ca": 0.5}, {"there is translucent paint"}), ({"CA": 0.99}, {"there is translucent paint"}),
        ({"SMask": {"S": "/Alpha"}}, {"there is a soft mask"}), ({"SMask": "/None", "BM": "/Normal", "ca": 1}, set()),
        ({"BM": "/Multiply"}, {"there are colours that blend"}),
    ],
)  # fmt: skip
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
    assert f"declares {facts['standard']}" in [" ".join(row.split()) for row in rules.summary("f", facts, SIZES)]
    facts["standard"] = "PDF/X-1a:2003"
    assert bool(list(breaches(facts))) == (standard == "x4")


def test_breaches_are_errors_for_a_shop_only(tmp_path):
    facts = read(declared(b"PDF/X-1a:2003", {"ca": 0.5}), tmp_path)
    assert [(one.code, one.severity, one.pages) for one in judge(facts, "shop")] == [("breaks-standard", "error", (1,))]
    assert judge(facts) == []
    path = tmp_path / "file.pdf"
    assert "PDF/X-1a:2003: there is translucent paint" in run("preflight", path, "--profile", "shop").output


def test_a_diagnostic_has_its_place_and_a_hint_and_controls_no_terminal():
    diagnostic = PageDiagnostic("error", "bad-box", (2, 3), "a box\x1b is wrong", "mend it")
    assert list(rules.diagnostic_lines("a.pdf", [diagnostic], lambda words, kind: f"<{kind}>{words}</>")) == [
        "a.pdf: pages 2–3: <error>error[bad-box]</>: a box\\x1b is wrong",
        "    <hint>hint</>: mend it",
    ]


def test_a_file_without_pages_is_one_line():
    facts = {"length": 1_250_000, "version": "1.7", "total": 0, "pages": []}
    assert list(rules.summary("a.pdf", facts, {})) == ["a.pdf: PDF 1.7, 0 pages, 1.2 MB"]
    unread = facts | {"length": 12, "version": ""}
    assert list(rules.summary("a.pdf", unread, {})) == ["a.pdf: unreadable, 0 pages, 1 kB"]
