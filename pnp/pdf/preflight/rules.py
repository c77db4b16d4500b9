"""Find problems in the facts about a file that will print badly at home or at a print shop.

Format facts and diagnostics as lines of text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import Any, NamedTuple

from pnp.diagnostics import counted, terminal
from pnp.diagnostics.report import SEVERITIES
from pnp.graphics import Rect, Size
from pnp.pdf.pens import SMALL_TYPE
from pnp.pdf.preflight import explanations

SAME = 0.5  # mm: programs round points, and paper stretches more than that
LARGEST = 5080.0  # mm: all viewers can show 14,400 points
BLEED, INK = 3.0, 240
LINE, TYPE = 0.25, SMALL_TYPE
"""In pt: the least width of a line, and the least size of text in white; text in several inks must be larger."""
_ROUNDED = 0.002
"""How far a size in pt may be off by rounding."""
_RGB = {"DeviceRGB", "CalRGB", "ICCBased 3"}
_INSIDE = (("crop", "media"), ("bleed", "media"), ("trim", "media"), ("art", "media"), ("trim", "bleed"))


class PageDiagnostic(NamedTuple):
    """A problem that will print badly: `error`, `warning` or `note`. Without pages it is about the whole file."""

    severity: str
    code: str
    pages: tuple[int, ...]
    message: str
    hint: str


def _add(diagnostics: dict[PageDiagnostic, set[int]], code: str, message: str, *pages: int) -> None:
    """Add a diagnostic, or its pages to the same diagnostic on other pages."""
    severity, _, hint = explanations()[code].split("\n\n")[-2].partition(": ")
    diagnostics.setdefault(PageDiagnostic(severity, code, (), message, hint), set()).update(pages)


def judge(facts: dict[str, Any], *, shop: bool, least_dpi: float) -> list[PageDiagnostic]:
    """The diagnostics in the order of pages, the worst first on each; below `least_dpi` pictures look coarse."""
    diagnostics: dict[PageDiagnostic, set[int]] = {}
    _judge_file(facts, diagnostics)
    if facts["pages"]:
        _judge_printing(facts, diagnostics)
        for breach, pages in breaches(facts) if shop else ():
            _add(diagnostics, "breaks-standard", f"{facts['standard']}: {breach}", *pages)
        if shop and not facts["intents"]:
            _add(diagnostics, "no-output-intent", "it does not name the printing condition it is made for")
    for page in facts["pages"]:
        _judge_page(page, diagnostics, least_dpi)
        if shop:
            _judge_for_shop(page, diagnostics)
    out = [diagnostic._replace(pages=tuple(sorted(pages))) for diagnostic, pages in diagnostics.items()]
    return sorted(out, key=lambda one: (one.pages[:1], SEVERITIES.index(one.severity), one.code, one.message))


def _judge_file(facts: dict[str, Any], diagnostics: dict[PageDiagnostic, set[int]]) -> None:
    if facts["encrypted"]:
        _add(diagnostics, "encrypted-file", facts["damage"] or "it is encrypted, with an empty password")
    elif facts["damage"]:
        _add(diagnostics, "damaged-file", f"this file cannot be read: {facts['damage']}")
    elif facts["repairs"]:
        _add(diagnostics, "repaired-file", f"it could only be read after repairs: {'; '.join(facts['repairs'])}")
    if facts["unfinished"]:
        _add(diagnostics, "unfinished-file", facts["unfinished"])


def _judge_printing(facts: dict[str, Any], diagnostics: dict[PageDiagnostic, set[int]]) -> None:
    if facts["scaling"] != "None":
        _add(diagnostics, "scaled-print", "it does not request printing at 100 %, so viewers may shrink it to fit")
    _judge_sides(facts, diagnostics)
    sizes = [tuple(sorted(page["seen"])) for page in facts["pages"]]  # upright and landscape pages may be mixed
    most = Counter(sizes).most_common(1)[0][0]
    for number, size in enumerate(sizes, start=1):
        if (off := difference(size, most)) >= SAME:
            nearly = f", which is off by {off:.1f} mm" if off < 3 else ""
            _add(diagnostics, "mixed-sizes", f"{size_text(size)} among pages of {size_text(most)}{nearly}", number)


def _judge_sides(facts: dict[str, Any], diagnostics: dict[PageDiagnostic, set[int]]) -> None:
    pages, labels = facts["pages"], " ".join(page["label"] for page in facts["pages"])
    if facts["duplex"] in ("DuplexFlipLongEdge", "DuplexFlipShortEdge"):
        if facts["total"] % 2:
            _add(
                diagnostics, "odd-pages", f"it is printed on both sides, but has {facts['total']} pages", facts["total"]
            )
        for front, back in zip(pages[::2], pages[1::2], strict=False):
            if difference(front["seen"], back["seen"]) >= SAME:
                message = f"the two sides of a sheet differ: {size_text(front['seen'])} and {size_text(back['seen'])}"
                _add(diagnostics, "unlike-sides", message, front["number"], back["number"])
    elif not facts["duplex"] and all(re.search(rf"(?i)\b{side}s?\b", labels) for side in ("front", "back")):
        _add(
            diagnostics,
            "unsaid-sides",
            "its page labels name fronts and backs, but it does not request two-sided printing",
        )


def _judge_page(page: dict[str, Any], diagnostics: dict[PageDiagnostic, set[int]], least_dpi: float) -> None:
    number = page["number"]
    for failure in page["troubles"]:
        _add(diagnostics, "damaged-page", failure, number)
    _judge_boxes(page, diagnostics)
    for font in page["fonts"]:
        if font["used"] and not font["embedded"]:
            message = f"the font {font['name']} ({font['kind']}) is not in the file; other computers will replace it"
            _add(diagnostics, "font-not-embedded", message, number)
    for picture in page["pictures"]:
        if (dpi := picture["dpi"]) < least_dpi - 0.5:
            size = f"{picture['w']} × {picture['h']} pixels on {size_text(picture['printed'])}"
            message = f"a picture is printed at {dpi:.0f} dpi, below {least_dpi:g}: {size}"
            _add(diagnostics, "coarse-picture", message, number)


def _judge_boxes(page: dict[str, Any], diagnostics: dict[PageDiagnostic, set[int]]) -> None:
    boxes, number = rects(page), page["number"]
    for name in {"media", *page["boxes"]}.difference(boxes):
        _add(diagnostics, "bad-box", f"the {name} box is missing or is not a rectangle", number)
    if max(page["seen"]) > LARGEST:
        message = f"the page is {size_text(page['seen'])}; viewers show at most {LARGEST:g} mm"
        _add(diagnostics, "bad-box", message, number)
    for inner, outer in _INSIDE:
        if inner in boxes and outer in boxes and not boxes[outer].contains(boxes[inner], 0.02):
            one, other = (f"the {name} box, {size_text(boxes[name].size)}" for name in (inner, outer))
            _add(diagnostics, "bad-box", f"{one}, is not inside {other}", number)


def _judge_for_shop(page: dict[str, Any], diagnostics: dict[PageDiagnostic, set[int]]) -> None:
    boxes, number, ink = rects(page), page["number"], page["ink"]
    for colour in _RGB.intersection(page["colours"]):
        _add(diagnostics, "rgb-colour", f"there are colours in {colour}", number)
    if ink > INK + 0.5:
        limit = "300 % that any press takes" if ink > 300.5 else f"{INK} % that many print shops take"
        _add(diagnostics, "heavy-ink", f"a colour has {ink:.0f} % of ink, more than the {limit}", number)
    _judge_details(page["fine"], number, diagnostics)
    if "trim" not in boxes:
        _add(diagnostics, "no-trim", "there is no trim box to show where to cut", number)
    elif "media" in boxes and not boxes["trim"].contains(boxes["media"], SAME) and bleed(page) < BLEED - 0.04:
        message = f"the bleed is {bleed(page):.1f} mm at its narrowest" if "bleed" in boxes else "there is no bleed box"
        _add(diagnostics, "small-bleed", message, number)


def _judge_details(sizes: dict[str, float], number: int, diagnostics: dict[PageDiagnostic, set[int]]) -> None:
    """What a press loses: thin lines, and the edges of small letters."""
    if (line := sizes.get("line", LINE)) < LINE - _ROUNDED:
        _add(diagnostics, "thin-line", f"a line is {line:.2f} pt wide, thinner than {LINE:g} pt", number)
    if (mixed := sizes.get("mixed", TYPE + 1)) <= TYPE + _ROUNDED:
        message = f"text of {mixed:.1f} pt is mixed from more than two inks; it should be larger than {TYPE:g} pt"
        _add(diagnostics, "small-mixed-text", message, number)
    if (white := sizes.get("white", TYPE)) < TYPE - _ROUNDED:
        _add(diagnostics, "small-white-text", f"text of {white:.1f} pt is white, smaller than {TYPE:g} pt", number)


def rects(page: dict[str, Any]) -> dict[str, Rect]:
    return {name: Rect(*box) for name, box in page["boxes"].items() if box}


def bleed(page: dict[str, Any]) -> float:
    """How far the bleed box extends past the trim box at its narrowest."""
    trim, outer = (rects(page).get(box, Rect(0, 0, 0, 0)) for box in ("trim", "bleed"))
    return max(0.0, min(trim.x - outer.x, trim.y - outer.y, outer.right - trim.right, outer.far - trim.far))


def difference(one: Sequence[float], other: Sequence[float]) -> float:
    """By how much sizes differ, in mm."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def size_text(size: Sequence[float]) -> str:
    return f"{round(size[0], 1):g} × {round(size[1], 1):g} mm"


# Standards ----------------------------------------------------------------------------------------------------

# What the PDF/X standards ask of a file that declares one of them. Only rules that a printer notices are here. A file
# that breaks none of them may still break others, which a certified checker finds.


class _Standard(NamedTuple):
    """The newest version of PDF that a standard is based on, and what it forbids and needs."""

    version: str
    is_flat: bool
    """Whether it forbids transparency and layers, and all colours but those of inks."""
    needs_profile: bool
    """Whether the ICC profile of the printing condition must be in the file."""


_STANDARDS = {
    "PDF/X-1:2001": _Standard("1.3", is_flat=True, needs_profile=False),
    "PDF/X-1a:2001": _Standard("1.3", is_flat=True, needs_profile=False),
    "PDF/X-1a:2003": _Standard("1.4", is_flat=True, needs_profile=False),
    "PDF/X-4": _Standard("1.6", is_flat=False, needs_profile=True),
}
_OF_INKS = ("DeviceGray", "DeviceCMYK", "Separation", "DeviceN")


def breaches(facts: dict[str, Any]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """What a file has that the standard it declares forbids, or lacks, and on which pages."""
    standard = _STANDARDS.get(facts.get("standard", ""))
    if standard is None:
        return
    if facts["version"] > standard.version:
        yield f"it is PDF {facts['version']}, newer than PDF {standard.version}", ()
    if facts["trapped"] not in ("True", "False"):
        yield "it does not say whether it is trapped", ()
    if not facts["intents"]:
        yield "it has no output intent", ()
    elif standard.needs_profile and 4 not in facts["profiles"]:
        yield "its output intent contains no CMYK profile", ()
    if standard.is_flat and facts["layered"]:
        yield "it has layers", ()
    for page in facts["pages"]:
        yield from zip(_on(page, standard), repeat((page["number"],)))


def _on(page: dict[str, Any], standard: _Standard) -> Iterator[str]:
    if not {"trim", "art"} & set(page["boxes"]):
        yield "a page has no trim box"
    if standard.is_flat:
        yield from page["transparent"]
        for colour in page["colours"]:
            if not colour.startswith(_OF_INKS):
                yield f"there are colours in {colour}"


_SIDES = {"Simplex": "on one side", "DuplexFlipLongEdge": "on both sides, flipped on the long edge"}
_SIDES |= {"DuplexFlipShortEdge": "on both sides, flipped on the short edge"}


def summary(file: str, facts: dict[str, Any], known: dict[str, Size]) -> Iterator[str]:
    """The contents of a file; `known` are the sizes with names."""
    length, last = facts["length"], ""
    size = f"{length / 1e6:.1f} MB" if length >= 1e6 else f"{max(1, round(length / 1e3))} kB"
    version = f"PDF {terminal.line(facts['version'])}" if facts["version"] else "unreadable"
    yield f"{terminal.line(file)}: {version}, {counted(facts['total'], 'page')}, {size}"
    for label, row in (*_file_rows(facts, known), *_page_rows(facts["pages"])) if facts["pages"] else ():
        yield f"  {label if label != last else '':<8}  {terminal.line(row)}"
        last = label


def diagnostic_lines(file: str, diagnostics: list[PageDiagnostic], paint: Callable[[str, str], str]) -> Iterator[str]:
    """The diagnostics, with hints."""
    for diagnostic in diagnostics:
        kind = paint(f"{diagnostic.severity}[{diagnostic.code}]", diagnostic.severity)
        place = ": ".join(filter(None, (terminal.line(file), page_runs(diagnostic.pages), kind)))
        yield f"{place}: {terminal.line(diagnostic.message)}"
        yield f"    {paint('hint', 'hint')}: {terminal.line(diagnostic.hint)}"


def page_runs(pages: tuple[int, ...]) -> str:
    """Page numbers as text: `page 3`, `pages 1–4, 9`."""
    starts = [page for page in pages if page - 1 not in pages]
    ends = [page for page in pages if page + 1 not in pages]
    runs = [f"{start}–{end}" if start != end else f"{start}" for start, end in zip(starts, ends, strict=True)]
    return f"page{'s' if len(pages) > 1 else ''} {', '.join(runs)}" if pages else ""


def _file_rows(facts: dict[str, Any], known: dict[str, Size]) -> Iterator[tuple[str, str]]:
    for size, count in Counter(_named(page["seen"], known) for page in facts["pages"]).most_common():
        yield "pages", f"{count} × {size}"
    for size, count in Counter(_trim_text(page, known) for page in facts["pages"]).most_common():
        yield "cut to", f"{count} × {size}"
    scale = "at 100 %" if facts["scaling"] == "None" else "at a scale that viewers choose"
    yield "printed", f"{_SIDES.get(facts['duplex'], 'sides not given')}, {scale}"
    if facts["standard"]:
        yield "declares", facts["standard"]
    yield "made for", ", ".join(name or "without a name" for name in facts["intents"]) or "no printing condition"


def _page_rows(pages: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    yield from _font_rows([font for page in pages for font in page["fonts"]])
    pictures = [(page["number"], picture) for page in pages for picture in page["pictures"]]
    yield from _picture_rows(sorted(pictures, key=lambda one: one[1]["dpi"]))
    ink = max(page["ink"] for page in pages)
    colours = ", ".join(sorted({colour for page in pages for colour in page["colours"]})) or "none"
    yield "colours", f"{colours}{f'; up to {ink:.0f} % of ink' if ink else ''}"


def _font_rows(fonts: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    rows = {}
    for font in sorted(fonts, key=lambda font: font["used"]):
        how = "not embedded" if not font["embedded"] else "subset" if font["subset"] else "embedded"
        rows[f"{font['name'] or 'without a name'}, {font['kind']}, {how}"] = "" if font["used"] else ", not used"
    for row, unused in sorted(rows.items()):
        yield "fonts", f"{row}{unused}"


def _picture_rows(pictures: list[tuple[int, dict[str, Any]]]) -> Iterator[tuple[str, str]]:
    yield "pictures", f"{len(pictures)}, the coarsest at {pictures[0][1]['dpi']:.0f} dpi" if pictures else "none"
    for number, picture in pictures[:5]:
        size = f"{picture['w']} × {picture['h']} px on {size_text(picture['printed'])}"
        yield "pictures", f"page {number}: {size}, {picture['dpi']:.0f} dpi"


def _trim_text(page: dict[str, Any], known: dict[str, Size]) -> str:
    boxes = rects(page)
    if "trim" not in boxes:
        return "no trim box"
    edge = f"bleed {round(bleed(page), 1):g} mm" if "bleed" in boxes else "no bleed box"
    edge = "the whole page" if "media" in boxes and boxes["trim"].contains(boxes["media"], 0.1) else edge
    return f"{_named(boxes['trim'].size, known)}, {edge}"


def _named(size: Sequence[float], known: dict[str, Size]) -> str:
    """A size as text, with its name if it is a known size."""
    names = [(difference(size, other), title) for title, other in known.items()]
    names += [(difference(size, other.turned()), f"{title} landscape") for title, other in known.items()]
    off, title = min(names, default=(SAME, ""))
    return f"{f'{title}, ' if off < SAME else ''}{size_text(size)}"
