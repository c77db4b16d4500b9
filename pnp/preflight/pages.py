"""A page of a PDF -> the facts about it: its boxes, and everything that is painted on it, forms and all."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from pnp.geometry import MM_PER_POINT, Rect, Size, Transform
from pnp.preflight import Font, Page, Picture, fonts
from pnp.preflight.content import Content, Placed, Shown, read
from pnp.preflight.objects import Budget, data, entries, identity, is_stream, item, items, name, number, numbers, whole
from pnp.preflight.sizes import Known

BOXES = {"media": "/MediaBox", "crop": "/CropBox", "trim": "/TrimBox", "bleed": "/BleedBox", "art": "/ArtBox"}
_MAX_NESTING = 60
_MAX_STREAMS, _MAX_ANNOTATIONS = 10_000, 5000
_HIDDEN, _PRINTED = 2, 4


class Pages:
    """Reads the pages of one file. What several of them place is read once."""

    def __init__(self, budget: Budget, known: Known) -> None:
        self.budget = budget
        self.known = known
        self.contents: dict[tuple[int, int], Content] = {}
        self.fonts: dict[tuple[int, bool], Font] = {}

    def read(self, page: Any, number_: int, label: str) -> Page:
        unit = _unit(page)
        boxes = {key: box for key, path in BOXES.items() if (box := _box(item(page, path), unit))}
        turned = int(number(item(page, "/Rotate")) or 0) % 360
        seen = _seen(boxes, turned)
        troubles: set[str] = set()
        top = self._own(page, troubles)
        reached = self._reached(top)
        shown = self._shown(top, unit)
        trim = boxes.get("trim")
        return Page(
            number=number_,
            label=label,
            boxes=boxes,
            no_boxes=tuple(key for key, path in BOXES.items() if key not in boxes and item(page, path) is not None),
            turned=turned,
            seen=seen,
            paper=self.known.paper(seen),
            cut=self.known.paper(trim.size) if trim else "",
            fonts=self._fonts(reached),
            pictures=tuple(sorted(shown, key=lambda picture: (picture.coarsest, picture.number))),
            colours=frozenset().union(*(content.colours for content in reached)),
            transparency=frozenset().union(*(content.transparency for content in reached)),
            ink=max(content.ink for content in reached),
            troubles=tuple(sorted(troubles.union(*(content.troubles for content in reached)))),
        )

    def _own(self, page: Any, troubles: set[str]) -> Content:
        """What the page's own operators use and place, and those of its annotations that are printed too."""
        found = item(page, "/Contents")
        streams = items(found)[:_MAX_STREAMS] if not is_stream(found) else [found]
        parts = [data(stream, self.budget) for stream in streams]
        if None in parts or (found is not None and not streams):
            troubles.add("its operators cannot be unpacked")
        own = read(b"\n".join(part for part in parts if part), item(page, "/Resources"), self.budget)
        for annotation in items(page, "/Annots")[:_MAX_ANNOTATIONS]:
            self.budget.spend(5)
            _place_annotation(own, annotation)
        return own

    # What is reached from a page -----------------------------------------------------------------------------

    def _content(self, placed: Placed) -> Content:
        key = (id(placed.stream), id(placed.resources))
        found = self.contents.get(key)
        if found is None:
            unpacked = data(placed.stream, self.budget)
            found = self.contents[key] = read(unpacked or b"", placed.resources, self.budget)
            if unpacked is None:
                found.troubles.add("the operators of a drawing on it cannot be unpacked")
            self._place_glyphs(found)
        return found

    def _place_glyphs(self, content: Content) -> None:
        """Type 3 fonts draw each glyph by operators of its own."""
        for font, used in content.fonts.values():
            if used and name(item(font, "/Subtype")) == "Type3":
                for _, glyph in entries(font, "/CharProcs"):
                    if is_stream(glyph):
                        content.place(glyph, None, item(font, "/Resources"))

    def _reached(self, top: Content) -> list[Content]:
        """The contents of a page: its own, and those of all that it places, each once."""
        self._place_glyphs(top)
        found, waiting = {id(top): top}, [top]
        while waiting:
            for placed in waiting.pop().placed.values():
                self.budget.spend(1)
                content = self._content(placed)
                if id(content) not in found:
                    found[id(content)] = content
                    waiting.append(content)
        return list(found.values())

    def _fonts(self, reached: list[Content]) -> frozenset[Font]:
        found: dict[int, tuple[Any, bool]] = {}
        for content in reached:
            for key, (font, used) in content.fonts.items():
                found[key] = (font, used or found.get(key, (font, False))[1])
        for key, (font, used) in found.items():
            self.budget.spend(1)
            if (key, used) not in self.fonts:
                self.fonts[key, used] = fonts.of(font, used=used)
        return frozenset(self.fonts[key, used] for key, (_, used) in found.items())

    # Pictures ------------------------------------------------------------------------------------------------

    def _shown(self, top: Content, unit: float) -> list[Picture]:
        """Each picture where it is coarsest, with how often it is there."""
        found: dict[tuple[int, int, int], Picture] = {}
        for shown, at in self._placements(top, Transform(), 0):
            picture = _picture(shown, at, unit)
            if picture is None:
                continue
            key = (id(shown.picture), shown.w, shown.h)
            before = found.get(key)
            times = picture.times + (before.times if before else 0)
            coarsest = min((picture, before or picture), key=lambda one: one.coarsest)
            found[key] = coarsest._replace(times=times)
        return list(found.values())

    def _placements(self, content: Content, at: Transform, depth: int) -> Iterator[tuple[Shown, Transform]]:
        """Every picture on the way down, with the map from its parent to the page."""
        self.budget.spend(5 * (1 + len(content.shown)))
        for shown in content.shown:
            yield shown, at
        for placed in content.placed.values():
            if placed.at is not None and depth < _MAX_NESTING:
                inner = self._content(placed)
                if self._pictured(inner, depth):
                    yield from self._placements(inner, at.over(placed.at), depth + 1)

    def _pictured(self, content: Content, depth: int) -> bool:
        """Whether there are pictures in a content or in what it places, so that nothing else is followed."""
        if content.pictured is None:
            content.pictured = False  # a form that comes back to itself shows nothing new
            inner = (self._content(placed) for placed in content.placed.values() if depth < _MAX_NESTING)
            content.pictured = bool(content.shown) or any(self._pictured(one, depth + 1) for one in inner)
        return content.pictured


def _unit(page: Any) -> float:
    """What a unit of the page is in mm."""
    unit = number(item(page, "/UserUnit"))
    return MM_PER_POINT * (unit if unit is not None and 0 < unit <= 1e6 else 1)


def _box(found: Any, unit: float) -> Rect | None:
    """A box in mm, whichever of its corners come first; None if it has no area or is no box."""
    corners = numbers(found, 4)
    if corners is None or any(abs(corner) > 1e9 for corner in corners):
        return None
    left, right = sorted(corners[::2])
    bottom, top = sorted(corners[1::2])
    box = Rect(left * unit, bottom * unit, (right - left) * unit, (top - bottom) * unit)
    return box if box.w > 0 and box.h > 0 else None


def _seen(boxes: dict[str, Rect], turned: int) -> Size:
    """What viewers show: the crop box as far as there is paper; nothing where there is none."""
    media = boxes.get("media")
    if media is None:
        return Size(0, 0)
    crop = boxes.get("crop", media)
    left, bottom = max(media.x, crop.x), max(media.y, crop.y)
    size = Size(min(media.right, crop.right) - left, min(media.far, crop.far) - bottom)
    if size.w <= 0 or size.h <= 0:
        size = media.size
    return size.turned() if turned % 180 == 90 else size


def _picture(shown: Shown, at: Transform, unit: float) -> Picture | None:
    """A picture as it is placed, or None where it has no pixels or no size."""
    a, b, c, d, *_ = at.over(shown.at)
    size = Size(math.hypot(a, b) * unit, math.hypot(c, d) * unit)
    if not (shown.w and shown.h and 0 < size.w < math.inf and 0 < size.h < math.inf):
        return None
    dpi = (shown.w / size.w * 25.4, shown.h / size.h * 25.4)
    if not all(map(math.isfinite, dpi)):
        return None
    return Picture(identity(shown.picture), shown.w, shown.h, size, dpi, shown.colours, 1)


def _place_annotation(content: Content, annotation: Any) -> None:
    """Stamps and form fields are printed if they say so, fitted into their rectangle."""
    flags = whole(item(annotation, "/F"))
    rect = numbers(item(annotation, "/Rect"), 4)
    look = item(annotation, "/AP", "/N")
    if not is_stream(look):
        look = item(look, f"/{name(item(annotation, '/AS'))}")
    if not is_stream(look) or rect is None or not flags & _PRINTED or flags & _HIDDEN:
        return
    content.place(look, _fitted(look, rect))


def _fitted(look: Any, rect: tuple[float, ...]) -> Transform:
    """The map from an appearance's box, as its matrix leaves it, to an annotation's rectangle."""
    box = numbers(item(look, "/BBox"), 4) or (0.0, 0.0, 1.0, 1.0)
    matrix = Transform(*(numbers(item(look, "/Matrix"), 6) or ()))
    corners = [matrix.apply(x, y) for x in box[::2] for y in box[1::2]]
    (left, *_, right), (bottom, *_, top) = (sorted(part) for part in zip(*corners, strict=True))
    x, y = min(rect[::2]), min(rect[1::2])
    across = abs(rect[2] - rect[0]) / (right - left) if right > left else 1.0
    up = abs(rect[3] - rect[1]) / (top - bottom) if top > bottom else 1.0
    return Transform(across, 0, 0, up, x - across * left, y - up * bottom)
