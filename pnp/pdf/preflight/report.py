"""Format facts and diagnostics as lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pnp.diagnostics import counted, terminal
from pnp.graphics import Size
from pnp.pdf.preflight.rules import SAME, PageDiagnostic, bleed, difference, rects, size_text

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
