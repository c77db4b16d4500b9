"""Facts about a file -> findings: what will print badly, by what a profile expects.

Each rule looks at one thing and tells of every page by itself; pages of which the same is told are put together.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from pnp.geometry import Rect, Size
from pnp.preflight import Facts, Finding, Page, Profile
from pnp.preflight.colours import RGB
from pnp.preflight.sizes import SAME, alike, off, said

NEARLY = 3.0
"""Sizes in mm that differ by less were meant to be the same."""
LARGEST = 5080.0
"""The longest side in mm that every viewer can show: 14,400 points."""
_SLACK = 0.02
_SEVERITIES = ("error", "warning", "note")
_TWO_SIDED = ("DuplexFlipLongEdge", "DuplexFlipShortEdge")
_SIDES = re.compile(r"\b(front|back)s?\b", re.IGNORECASE)
_ANY_PRESS = 300.0

Rule = Callable[[Facts, Profile], Iterator[Finding]]


def judge(facts: Facts, profile: Profile) -> list[Finding]:
    """What is found, in the order of pages, the worst first on each."""
    rules = _HOME + _SHOP if profile.shop else _HOME
    if facts.damage or facts.locked:
        rules = (_file,)
    found = _together(finding for rule in rules for finding in rule(facts, profile))
    return sorted(found, key=lambda one: (one.pages[:1], _SEVERITIES.index(one.severity), one.code, one.message))


def _together(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Findings that say the same of several pages as one."""
    pages: dict[Finding, set[int]] = {}
    for finding in findings:
        pages.setdefault(finding._replace(pages=()), set()).update(finding.pages)
    return (finding._replace(pages=tuple(sorted(on))) for finding, on in pages.items())


# The file as such ------------------------------------------------------------------------------------------------


def _file(facts: Facts, _profile: Profile) -> Iterator[Finding]:
    if facts.damage:
        hint = "get it again from where it came from, or open it in another program and save it as PDF"
        yield Finding("error", "damaged-file", (), f"this file cannot be read: {facts.damage}", hint)
    if facts.repairs and not facts.damage:
        message = f"it could only be read after repairs: {'; '.join(facts.repairs)}"
        yield Finding("warning", "repaired-file", (), message, "save it anew")
    if facts.unfinished:
        yield Finding("error", "unfinished-file", (), facts.unfinished, "split the file, or make its drawings simpler")
    if facts.encrypted:
        needs = "a password, or a cipher that is not read here"
        message = f"it needs {needs}" if facts.locked else "it is encrypted, with an empty password"
        yield Finding("error", "encrypted-file", (), message, "save it without a password and without restrictions")


def _damaged_pages(facts: Facts, _profile: Profile) -> Iterator[Finding]:
    for page in facts.pages:
        for trouble in page.troubles:
            yield Finding("error", "damaged-page", (page.number,), trouble, "make the file again from its source")


# Boxes and sizes -------------------------------------------------------------------------------------------------

_INSIDE = (("crop", "media"), ("bleed", "media"), ("trim", "media"), ("art", "media"), ("trim", "bleed"))


def _boxes(facts: Facts, _profile: Profile) -> Iterator[Finding]:
    for page in facts.pages:
        for message in _box_faults(page):
            yield Finding("error", "bad-box", (page.number,), message, "set the page boxes again where the PDF is made")


def _box_faults(page: Page) -> Iterator[str]:
    for name in page.no_boxes:
        yield f"the {name} box is no rectangle"
    if not page.boxes.get("media") and "media" not in page.no_boxes:
        yield "there is no media box, so nobody knows how large the page is"
    if max(page.seen) > LARGEST:
        yield f"the page is {said(page.seen)}, more than the {LARGEST:g} mm that viewers can show"
    for inner, outer in _INSIDE:
        one, other = page.boxes.get(inner), page.boxes.get(outer)
        if one and other and not other.contains(one, _SLACK):
            yield f"the {inner} box, {said(one.size)}, is not inside the {outer} box, {said(other.size)}"


def _sizes(facts: Facts, _profile: Profile) -> Iterator[Finding]:
    """Upright and lying pages of one size may well be together: printers turn them."""
    kinds: list[Size] = []
    of_page = {}
    for page in facts.pages:
        size = Size(min(page.seen), max(page.seen))
        kind = next((kind for kind in kinds if alike(kind, size)), None)
        if kind is None:
            kinds.append(kind := size)
        of_page[page.number] = kind
    if len(kinds) < 2:
        return
    ((most, _),) = Counter(of_page.values()).most_common(1)
    for number, kind in of_page.items():
        if kind != most:
            apart = off(kind, most)
            nearly = f", which is off by {apart:.1f} mm" if apart < NEARLY else ""
            message = f"{said(kind)} among pages of {said(most)}{nearly}"
            hint = "give all pages one size" if nearly else "print each size by itself, or as a file of its own"
            yield Finding("warning", "mixed-sizes", (number,), message, hint)


# How it is printed -----------------------------------------------------------------------------------------------


def _scaling(facts: Facts, _profile: Profile) -> Iterator[Finding]:
    if facts.scaling != "None":
        hint = "set the viewer preference PrintScaling to None, and tell people to print at 100 %"
        message = "it does not ask to be printed at its own size, so viewers may shrink it to fit"
        yield Finding("warning", "scaled-print", (), message, hint)


def _sides(facts: Facts, _profile: Profile) -> Iterator[Finding]:
    if facts.duplex in _TWO_SIDED:
        if facts.total % 2:
            message = f"it is printed on both sides, but has {facts.total} pages: a sheet lacks its back"
            yield Finding("error", "odd-pages", (facts.total,), message, "add an empty page where a side is missing")
        for front, back in zip(facts.pages[::2], facts.pages[1::2], strict=False):
            if not alike(front.seen, back.seen):
                message = f"the two sides of a sheet differ: {said(front.seen)} and {said(back.seen)}"
                yield Finding("error", "unlike-sides", (front.number, back.number), message, "give both one size")
    elif not facts.duplex:
        told = {found[1].lower() for page in facts.pages if (found := _SIDES.search(page.label))}
        if told == {"front", "back"}:
            message = "its page labels tell of fronts and backs, but it does not ask to be printed on both sides"
            hint = "set the viewer preference Duplex to the edge to flip on"
            yield Finding("note", "unsaid-sides", (), message, hint)


# What is on the pages --------------------------------------------------------------------------------------------


def _fonts(facts: Facts, _profile: Profile) -> Iterator[Finding]:
    for page in facts.pages:
        for font in sorted(page.fonts):
            if font.used and not font.embedded:
                message = f"the font {font.name} ({font.kind}) is not in the file; others will see another one"
                hint = "embed all fonts where the PDF is made"
                yield Finding("error", "font-not-embedded", (page.number,), message, hint)


def _pictures(facts: Facts, profile: Profile) -> Iterator[Finding]:
    for page in facts.pages:
        for picture in page.pictures:
            if picture.coarsest < profile.least_dpi - 0.5:
                size = f"{picture.w} × {picture.h} pixels on {said(picture.printed)}"
                message = f"a picture is printed at {picture.coarsest:.0f} dpi: {size}"
                hint = f"{profile.least_dpi:g} dpi or more look sharp; take a larger picture, or print it smaller"
                yield Finding("warning", "coarse-picture", (page.number,), message, hint)


# For a print shop ------------------------------------------------------------------------------------------------


def _colours(facts: Facts, _profile: Profile) -> Iterator[Finding]:
    for page in facts.pages:
        for colour in sorted(page.colours & RGB):
            hint = "convert all colours to the CMYK of the shop's profile"
            yield Finding("error", "rgb-colour", (page.number,), f"there are colours in {colour}", hint)


def _trim(facts: Facts, profile: Profile) -> Iterator[Finding]:
    for page in facts.pages:
        trim, media = page.boxes.get("trim"), page.boxes.get("media")
        if trim is None:
            hint = "set the trim box to where the paper is cut"
            yield Finding("error", "no-trim", (page.number,), "there is no trim box to say where to cut", hint)
        elif media and not _same(trim, media):
            yield from _bleed(page, trim, profile)


def _bleed(page: Page, trim: Rect, profile: Profile) -> Iterator[Finding]:
    """A page that is cut out of a larger one needs ink beyond the cut."""
    hint = f"let the background run {profile.bleed:g} mm past the trim on every side, and set the bleed box there"
    bleed = page.boxes.get("bleed")
    if bleed is None:
        yield Finding("warning", "small-bleed", (page.number,), "there is no bleed box", hint)
        return
    least = min(trim.x - bleed.x, trim.y - bleed.y, bleed.right - trim.right, bleed.far - trim.far)
    if least < profile.bleed - 2 * _SLACK:
        message = f"the bleed is {max(0.0, round(least, 1)):g} mm at its narrowest"
        yield Finding("warning", "small-bleed", (page.number,), message, hint)


def _same(one: Rect, other: Rect) -> bool:
    return one.contains(other, SAME) and other.contains(one, SAME)


def _intent(facts: Facts, _profile: Profile) -> Iterator[Finding]:
    if not facts.intents:
        hint = "export as PDF/X with the profile that the shop names"
        yield Finding("error", "no-output-intent", (), "it does not say which printing condition it is made for", hint)


def _ink(facts: Facts, profile: Profile) -> Iterator[Finding]:
    for page in facts.pages:
        if page.ink > profile.ink + 0.5:
            who = "any press takes" if page.ink > _ANY_PRESS + 0.5 else "many print shops take"
            limit = _ANY_PRESS if page.ink > _ANY_PRESS + 0.5 else profile.ink
            message = f"a colour lays down {page.ink:.0f} % of ink; {limit:g} % is as much as {who}"
            yield Finding("warning", "heavy-ink", (page.number,), message, "mix dark colours with less of each ink")


_HOME: tuple[Rule, ...] = (_file, _damaged_pages, _boxes, _sizes, _scaling, _sides, _fonts, _pictures)
_SHOP: tuple[Rule, ...] = (_colours, _trim, _intent, _ink)
