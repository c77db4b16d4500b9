"""Facts and findings -> a summary that people like to read, lines that tell of faults, and JSON for tools.

The JSON has a stable form; keys may be added to it, and `format` counts up should any ever change:

    format    1
    profile   `home` or `shop`
    files     one for each file: `file` its path, `facts`, `findings`
    summary   how many findings there are in all: `error`, `warning`, `note`

A finding has `severity`, `code`, `pages` (none: the whole file), `message` and `hint`. `facts` are those of
`pnp.preflight.Facts` and what it holds, by the same names: lengths in mm, resolutions in dots to an inch as `[across,
down]`, ink in percent, boxes as `[left, bottom, width, height]`, sizes as `[width, height]`, sets as sorted lists.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pnp.geometry import Rect, Size
from pnp.preflight import Facts, Finding, Font, Page, Profile
from pnp.preflight.sizes import said

FORMAT = 1
_PICTURES_SHOWN = 5
Paint = Callable[[str, str], str]


class Told(NamedTuple):
    """A file by its name, with all that was found."""

    file: str
    facts: Facts
    findings: list[Finding]


# For people ------------------------------------------------------------------------------------------------------


def lines(told: Told, paint: Paint) -> list[str]:
    """A file's summary, then what is wrong with it."""
    out = [_headline(told.file, told.facts)]
    width = max(len(name) for name, _ in _ROWS)
    for name, row in _ROWS:
        cells = list(row(told.facts)) if told.facts.pages else []
        for number, cell in enumerate(cells):
            out.append(f"  {'' if number else name:<{width}}  {cell}")
    for finding in told.findings:
        out.extend(_finding(told.file, finding, paint))
    return out


def summary(all_told: Iterable[Told], profile: Profile) -> str:
    """The last line: `1 error, 2 warnings in 3 files, to be printed at home`."""
    all_told = list(all_told)
    counted = counts(all_told)
    parts = [f"{count} {severity}{'s' if count != 1 else ''}" for severity, count in counted.items() if count]
    files = f"{len(all_told)} file{'s' if len(all_told) != 1 else ''}"
    return f"{', '.join(parts) or 'no faults'} in {files}, to be printed {'by a shop' if profile.shop else 'at home'}"


def counts(all_told: Iterable[Told]) -> dict[str, int]:
    """How many findings of each severity there are."""
    found = [finding.severity for told in all_told for finding in told.findings]
    return {severity: found.count(severity) for severity in ("error", "warning", "note")}


def _headline(file: str, facts: Facts) -> str:
    size = f"{facts.length / 1e6:.1f} MB" if facts.length >= 1e6 else f"{max(1, round(facts.length / 1e3))} kB"
    version = f"PDF {facts.version}" if facts.version else "no PDF"
    pages = f"{facts.total} page{'s' if facts.total != 1 else ''}, " if facts.total else ""
    return f"{file}: {version}, {pages}{size}"


def _finding(file: str, finding: Finding, paint: Paint) -> Iterator[str]:
    kind = paint(f"{finding.severity}[{finding.code}]", finding.severity)
    yield f"{': '.join(filter(None, (file, on(finding.pages), kind)))}: {finding.message}"
    if finding.hint:
        yield f"    {paint('hint', 'hint')}: {finding.hint}"


def on(pages: tuple[int, ...]) -> str:
    """Which pages: `page 3`, `pages 1–4, 9`; nothing for none."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1][1:] = [page]
        else:
            runs.append([page])
    if not runs:
        return ""
    return f"page{'s' if len(pages) > 1 else ''} " + ", ".join("–".join(map(str, run)) for run in runs)


# Each row of the summary -----------------------------------------------------------------------------------------


def _about(facts: Facts) -> Iterator[str]:
    if "Title" in facts.about:
        yield facts.about["Title"]
    made = [facts.about[key] for key in ("Creator", "Producer") if key in facts.about]
    if made:
        yield f"made with {', '.join(made)}"


def _pages(facts: Facts) -> Iterator[str]:
    for (size, paper), count in _counted((said(page.seen), page.paper) for page in facts.pages):
        yield f"{count} × {f'{paper}, ' if paper else ''}{size}"


def _cut(facts: Facts) -> Iterator[str]:
    """Where pages are cut, as far as that is not their edge."""
    for (size, cut, bleed, on_edge), count in _counted(map(_trimmed, facts.pages)):
        if not size:
            yield f"{count} × no trim box"
        else:
            yield f"{count} × {f'{cut}, ' if cut else ''}{size}{', the whole page' if on_edge else bleed}"


def _trimmed(page: Page) -> tuple[str, str, str, bool]:
    trim, bleed, media = (page.boxes.get(name) for name in ("trim", "bleed", "media"))
    if not trim:
        return "", "", "", False
    on_edge = bool(media and trim.contains(media, 0.1))
    return said(trim.size), page.cut, _bled(trim, bleed), on_edge


def _bled(trim: Rect, bleed: Rect | None) -> str:
    if bleed is None:
        return ", no bleed box"
    sides = (trim.x - bleed.x, trim.y - bleed.y, bleed.right - trim.right, bleed.far - trim.far)
    return f", bleed {max(0.0, round(min(sides), 1)):g} mm"


def _printing(facts: Facts) -> Iterator[str]:
    sides = {
        "DuplexFlipLongEdge": "on both sides, flipped on the long edge",
        "DuplexFlipShortEdge": "on both sides, flipped on the short edge",
        "Simplex": "on one side",
    }
    scale = "at 100 %" if facts.scaling == "None" else "at a scale that viewers choose"
    yield f"{sides.get(facts.duplex, 'sides not said')}, {scale}"


def _fonts(facts: Facts) -> Iterator[str]:
    fonts: dict[Font, bool] = {}
    for page in facts.pages:
        for font in page.fonts:
            same = font._replace(used=False)
            fonts[same] = font.used or fonts.get(same, False)
    for (name, kind, embedded, subset, _), used in sorted(fonts.items()):
        how = "subset" if subset and embedded else "embedded" if embedded else "not embedded"
        yield f"{name}, {kind}, {how}{'' if used else ', not used'}"
    if not fonts:
        yield "none"


def _pictures(facts: Facts) -> Iterator[str]:
    found = [(picture.coarsest, page.number, picture) for page in facts.pages for picture in page.pictures]
    found.sort(key=lambda one: one[:2])
    different = len({(p.number or (number, p.w, p.h)) for _, number, p in found})
    yield f"{different}, the coarsest at {found[0][0]:.0f} dpi" if found else "none"
    for dpi, number, picture in found[:_PICTURES_SHOWN]:
        times = f", {picture.times} times" if picture.times > 1 else ""
        colours = ", ".join(sorted(picture.colours))
        size = f"{picture.w} × {picture.h} px on {said(picture.printed)}, {dpi:.0f} dpi"
        yield f"page {number}: {size}{f', {colours}' if colours else ''}{times}"
    if len(found) > _PICTURES_SHOWN:
        yield f"… and {len(found) - _PICTURES_SHOWN} finer; --format json has them all"


def _colours(facts: Facts) -> Iterator[str]:
    found = sorted(frozenset().union(*(page.colours for page in facts.pages)))
    ink = max(page.ink for page in facts.pages)
    yield f"{', '.join(found) or 'none'}{f'; up to {ink:.0f} % of ink' if ink else ''}"


def _transparency(facts: Facts) -> Iterator[str]:
    yield ", ".join(sorted(frozenset().union(*(page.transparency for page in facts.pages)))) or "none"


def _structure(facts: Facts) -> Iterator[str]:
    labels = "page labels" if facts.labelled else "no page labels"
    yield f"{labels}, {facts.bookmarks} bookmark{'s' if facts.bookmarks != 1 else ''}"
    yield f"layers: {', '.join(facts.layers[:10]) or 'none'}"
    tagged = "tagged" if facts.tagged else "not tagged"
    yield f"{tagged}, language {facts.language or 'not said'}, {'with' if facts.xmp else 'without'} XMP metadata"


def _standards(facts: Facts) -> Iterator[str]:
    intents = [f"{intent.condition or intent.standard or 'without a name'}" for intent in facts.intents]
    yield f"{facts.standard or 'no PDF/X'}; made for {', '.join(intents) or 'no printing condition'}"
    if facts.encrypted:
        yield "encrypted"


_ROWS: tuple[tuple[str, Callable[[Facts], Iterator[str]]], ...] = (
    ("about", _about),
    ("pages", _pages),
    ("cut to", _cut),
    ("printed", _printing),
    ("fonts", _fonts),
    ("pictures", _pictures),
    ("colours", _colours),
    ("transparency", _transparency),
    ("structure", _structure),
    ("standards", _standards),
)


def _counted(found: Iterable[Any]) -> list[tuple[Any, int]]:
    return Counter(found).most_common()


# For tools -------------------------------------------------------------------------------------------------------


def as_json(all_told: Iterable[Told], profile: Profile) -> str:
    """All files as JSON."""
    all_told = list(all_told)
    files = [{"file": told.file, "facts": _plain(told.facts), "findings": _plain(told.findings)} for told in all_told]
    data = {"format": FORMAT, "profile": profile.name, "files": files, "summary": counts(all_told)}
    return json.dumps(data, ensure_ascii=False, indent=1)


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, frozenset):
        return [_plain(inner) for inner in sorted(value)]
    if isinstance(value, Size | Rect) or not hasattr(value, "_asdict"):
        return [_plain(inner) for inner in value] if isinstance(value, tuple | list) else value
    return _plain(value._asdict())
