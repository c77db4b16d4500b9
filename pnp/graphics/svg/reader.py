"""Convert the elements of an SVG file to a drawing, or find out which features need pixels."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Diagnostics, Span, counted
from pnp.graphics import svgpath
from pnp.graphics.compositing import faded
from pnp.graphics.drawing import CURRENT, Drawing, Group, Item, Segment, Stroke, every, rectangle
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.geometry import Rect, Size, Transform
from pnp.graphics.gradient import Fill
from pnp.graphics.svg import names
from pnp.graphics.svg.clips import checked, clip, clip_of, outline, transform
from pnp.graphics.svg.css_values import split
from pnp.graphics.svg.elements import MAX_DEPTH, MAX_ELEMENTS, PixelsError, SvgDocument, SvgElement
from pnp.graphics.svg.paint import SMALLEST, Paint, filled, number, share, view_box
from pnp.graphics.svgpath import LimitError, RefusedError

MAX_SEGMENTS = 1_000_000
MAX_USES = 8
OPACITY = "opacity of a group, or of a shape with fill and stroke"
MAX_FAULTS = 20
"""The maximum number of errors that are listed for a file."""


class NeedsPixels(NamedTuple):
    """A valid file with features that only pixels have: each feature with the first line that has it."""

    features: tuple[tuple[int, str], ...]


def read(data: bytes, path: Path, diagnostics: Diagnostics) -> Drawing | NeedsPixels | None:
    """Read an SVG file; `currentColor` stays a placeholder. None, with all its errors, for a file with errors."""
    with svgpath.refusals(path, diagnostics):
        document = SvgDocument(data)
        drawing = _SvgReader(document).drawing(path.stem)
        if report([fault for fault in document.faults if not isinstance(fault, PixelsError)], path, diagnostics):
            return None
        lines: dict[str, int] = {}
        for line, _, feature in sorted({(fault.line, fault.column, fault.message) for fault in document.faults}):
            lines.setdefault(feature, line)
        return NeedsPixels(tuple((line, feature) for feature, line in lines.items())) if lines else drawing
    return None


def report(faults: list[RefusedError], path: Path, diagnostics: Diagnostics) -> bool:
    """Report errors of a file in their order, each once; whether there are any."""
    at = {(fault.line, fault.column, fault.message): fault for fault in faults}
    errors = [at[place] for place in sorted(at)]
    for error in errors[:MAX_FAULTS]:
        diagnostics.error(Span(str(path), error.line, error.column), "svg-refused", error.message, error.hint)
    if len(errors) > MAX_FAULTS:
        rest = errors[MAX_FAULTS:]
        message = f"{counted(len(rest), 'more error')} like these, the next one here"
        diagnostics.error(Span(str(path), rest[0].line, rest[0].column), "svg-refused", message)
    return bool(errors)


class _SvgReader:
    """Converts the elements of a document to drawing items, and reports faults to the document."""

    def __init__(self, document: SvgDocument) -> None:
        self.root = document.root
        self._drawn = self._segments = 0

    def drawing(self, name: str) -> Drawing:
        if self.root.tag != "svg":
            return Drawing(name, Size(1, 1), ())
        alt = next((child.text.strip() for child in self.root.children if child.tag == "title"), "")
        box, stretch, items = Rect(0, 0, 1, 1), 1.0, self._root_items()
        try:
            box, stretch = root_box(self.root)
        except RefusedError as fault:
            self.root.report(fault)
        if box.x or box.y or stretch != 1:
            items = (Group(items, Transform(1, 0, 0, stretch, -box.x, -box.y * stretch)),)
        return Drawing(name, Size(box.w, box.h * stretch), items, alt=alt)

    def _root_items(self) -> tuple[Item, ...]:
        root = self.root
        root.check()
        if root.given.get("display") == "none":
            return ()
        root.check_root()
        if root.given.get("clip-path", "none") != "none":
            root.report(root.pixels("a clip of the whole picture"))
        try:
            return self._faded(root, self._children(root, Paint().changed(root), 0, 0))
        except LimitError:
            raise
        except RefusedError as fault:
            root.report(fault)
        return ()

    def _children(self, element: SvgElement, paint: Paint, depth: int, uses: int) -> tuple[Item, ...]:
        children: Iterable[SvgElement] = (child for child in element.children if child.tag not in names.SILENT)
        if element.tag == "switch":
            children = [child for child in children if _is_for_all(child)][:1]
        return tuple(item for child in children for item in self._item(child, paint, depth + 1, uses))

    def _item(self, element: SvgElement, inherited: Paint, depth: int, uses: int) -> tuple[Item, ...]:
        """The items of an element. Faults in it are reported."""
        self._count(element, depth)
        try:
            if element.given.get("display", "").strip() != "none" and "requiredExtensions" not in element.given:
                return self._visible(element, inherited, depth, uses)
        except LimitError:
            raise
        except RefusedError as fault:
            element.report(fault)
        return ()

    def _visible(self, element: SvgElement, inherited: Paint, depth: int, uses: int) -> tuple[Item, ...]:
        element.once(SvgElement.check)
        paint = inherited.changed(element)
        if element.tag in names.GROUPS:
            items = self._children(element, paint, depth, uses)
        elif element.tag == "use":
            items = self._used(element, paint, depth, uses)
        elif element.tag == "svg":
            items = self._viewport(element, element, paint, depth, uses)
        elif element.tag in names.SHAPES:
            items = self._shape(element, paint)
        else:
            self._refuse(element)
            return ()
        items = self._faded(element, items)
        matrix, holder = element.once(transform), clip_of(element)
        if holder is None:
            return (Group(items, matrix),) if items and matrix != Transform() else items
        area = holder.once(clip)
        self._count_segments(element, area.segments)
        return (Group(items, matrix, area.segments, area.even_odd),) if items and area.segments else ()

    @staticmethod
    def _refuse(element: SvgElement) -> None:
        if element.tag == "image":
            raise element.pixels("an embedded picture")
        if element.tag not in names.TEXTS | names.MOVING:
            raise element.refuse(f"<{element.tag}> is not drawn", "see docs/art.md for what is")
        if element.tag in names.TEXTS and element.text:
            raise element.refuse(*names.NO_TEXT)

    def _count(self, element: SvgElement, depth: int) -> None:
        """Count drawn elements, because nested uses multiply them."""
        self._drawn += 1
        if self._drawn > MAX_ELEMENTS:
            raise element.limit(f"more than {MAX_ELEMENTS} elements, each counted as often as it is used")
        if depth > MAX_DEPTH:
            raise element.limit(f"nested more than {MAX_DEPTH} levels deep")

    def _count_segments(self, element: SvgElement, segments: tuple[Segment, ...]) -> None:
        self._segments += len(segments)
        if self._segments > MAX_SEGMENTS:
            raise element.limit(f"more than {MAX_SEGMENTS:,} lines and curves, each counted as often as it is used")

    def _used(self, element: SvgElement, paint: Paint, depth: int, uses: int) -> tuple[Item, ...]:
        target = element.used()
        if target is None or target.tag in names.SILENT - {"symbol"}:
            raise element.refuse(f"<use> of {element.href!r}: there is no such shape in this file")
        if uses >= MAX_USES:
            raise element.refuse(f"<use> inside <use> more than {MAX_USES} levels deep")
        if target.tag not in ("symbol", "svg"):
            return self._item(target, paint, depth + 1, uses + 1)
        if clip_of(element) and (number(element, "x") or number(element, "y")):
            raise element.pixels("a clip of a moved symbol")  # programs differ on whether the clip moves with it
        self._count(target, depth + 1)
        target.once(SvgElement.check)
        items = self._viewport(target, element, paint.changed(target), depth + 1, uses + 1)
        return self._faded(target, items)

    def _viewport(self, element: SvgElement, user: SvgElement, paint: Paint, depth: int, uses: int) -> tuple[Item, ...]:
        """The items of a symbol or an inner svg, fitted into the size that its user gives it."""
        w, h = (number(_sized(element, user, side), side, 0, "100%") for side in ("width", "height"))
        items = self._children(element, paint, depth, uses)
        box = element.once(view_box)
        if not (w and h and items):
            return ()
        if box:
            items = (Group(items, checked(element, fitted(element, box, Size(w, h)))),)
        if element.given.get("overflow", "hidden").strip() not in ("visible", "auto"):
            items = (Group(items, clip=rectangle(Rect(0, 0, w, h))),)
        x, y = (number(element, side) if element.tag == "svg" else 0.0 for side in ("x", "y"))
        return (Group(items, Transform.move(x, y)),) if x or y else items

    def _shape(self, element: SvgElement, paint: Paint) -> tuple[Item, ...]:
        segments = element.once(outline)
        self._count_segments(element, segments)
        if not segments or paint.hidden:
            return ()
        colour, fill_alpha = _fill(paint, element, segments)
        stroke = _stroke(element, paint, segments)
        if element.tag == "line" or _is_bare_line(segments, stroke):
            colour = None  # a line has no inside, but some viewers would draw a hairline for its fill
        if colour and stroke and (stroke.alpha < 1 or paint.stroke_first):
            # In SVG, the fill is visible through a translucent stroke. Painted together in PDF, it would not be.
            both = Outline(segments, colour, None, paint.even_odd, fill_alpha), Outline(segments, None, stroke)
            return both[::-1] if paint.stroke_first else both
        return (Outline(segments, colour, stroke, paint.even_odd, fill_alpha),)

    @staticmethod
    def _faded(element: SvgElement, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """The items with the element's opacity. Only that of a single fill or stroke can be drawn."""
        opacity = share(element, "opacity") if "opacity" in element.given else 1.0
        if opacity == 1 or not items:
            return items
        if opacity == 0:
            return ()
        faded = _translucent(items, opacity)
        if faded is None:
            raise element.pixels(OPACITY)
        return faded


def _sized(element: SvgElement, user: SvgElement, side: str) -> SvgElement:
    """The element that gives the width or height of a viewport: its user, or else itself."""
    return element if side in element.given and side not in user.given else user


def _is_bare_line(segments: tuple[Segment, ...], stroke: Stroke | None) -> bool:
    """Whether an outline is a straight line without an opaque stroke that would cover its fill."""
    bare = not stroke or stroke.dash or stroke.alpha < 1
    return bool(bare) and "".join(segment[0] for segment in segments[:4]) in ("ml", "mlh")


def _is_for_all(element: SvgElement) -> bool:
    """Whether a child of a `switch` is for every program."""
    return element.tag != "foreignObject" and not element.given.get("requiredExtensions")


def _fill(paint: Paint, element: SvgElement, segments: tuple[Segment, ...]) -> tuple[Fill | None, float]:
    """What fills a shape, and its opacity."""
    if isinstance(paint.fill, SvgElement):
        return filled(paint.fill, element, segments), paint.fill_alpha
    return _paint(paint.fill, paint.colour, paint.fill_alpha)


def _paint(own: str | None, current: str, alpha: float) -> tuple[str | None, float]:
    """A colour without its opacity, and both opacities multiplied."""
    if own == CURRENT:
        own = current
    if own is None or own == CURRENT:
        return own, alpha
    colour, opacity = split(own)
    return colour, alpha * opacity


def _stroke(element: SvgElement, paint: Paint, segments: tuple[Segment, ...]) -> Stroke | None:
    colour, alpha = _paint(paint.stroke, paint.colour, paint.stroke_alpha)
    if not (colour and paint.width and alpha):
        return None
    if paint.dash and paint.dash_offset:
        raise element.pixels("an offset of dashes")
    if paint.cap == 2 and svgpath.has_dot(segments):
        raise element.refuse("square ends of a line without length are not drawn", "draw a <rect>")
    return Stroke(colour, paint.width, paint.dash, paint.cap, paint.join, paint.miter, alpha)


def _translucent(items: tuple[Item, ...], opacity: float) -> tuple[Item, ...] | None:
    """One fill or one stroke with another opacity; None for several, which would show through each other."""
    shapes = [item for item in every(items) if not isinstance(item, Group)]
    is_one = len(shapes) == 1 and isinstance(shapes[0], Outline) and not (shapes[0].fill and shapes[0].stroke)
    return faded(items, opacity) if is_one else None


# The place of a viewBox ---------------------------------------------------------------------------------------

# A viewBox is fitted into its viewport by `preserveAspectRatio`.

_SHARES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
_SAME = 1.005
"""The ratio of two proportions up to which they are equal: editors round sizes."""


def root_box(root: SvgElement) -> tuple[Rect, float]:
    """The visible area of a picture in user units, and how much taller its units are printed than wide."""
    box = view_box(root)
    w, h = _side(root, "width"), _side(root, "height")
    if box is None:
        if not w or not h:
            raise root.refuse("the picture needs a viewBox, or a width and a height in px or mm")
        box = Rect(0, 0, w, h)
    if w is None or h is None or 1 / _SAME < (w * box.h) / (h * box.w or 1) < _SAME:
        return box, 1.0
    if min(w, h) < SMALLEST:
        raise root.refuse("width and height must be 0.01 or more")
    fit = fitted(root, box, Size(w, h))
    return Rect(-fit.e / fit.a, -fit.f / fit.d, w / fit.a, h / fit.d), fit.d / fit.a


def _side(root: SvgElement, side: str) -> float | None:
    """The width or the height; None for the whole place that the picture gets."""
    is_whole = root.given.get(side, "100%").strip() in ("100%", "auto")
    return None if is_whole else number(root, side)


def fitted(element: SvgElement, box: Rect, size: Size) -> Transform:
    """The map of a viewBox to a viewport of this size at the origin, by `preserveAspectRatio`."""
    words = element.given.get("preserveAspectRatio", "xMidYMid").split() or [""]
    align, how = words[0], "meet" if len(words) == 1 else " ".join(words[1:])
    across, down = size.w / box.w, size.h / box.h
    if align == "none":
        return Transform(across, 0, 0, down, -box.x * across, -box.y * down)
    x, y = _SHARES.get(align[1:4]), _SHARES.get(align[5:])
    if x is None or y is None or align[0] + align[4] != "xY" or how not in ("meet", "slice"):
        text = element.given["preserveAspectRatio"]
        raise element.refuse(f"preserveAspectRatio {text!r} is not understood", "write xMidYMid meet, or none")
    k = min(across, down) if how == "meet" else max(across, down)
    return Transform(k, 0, 0, k, x * (size.w - box.w * k) - box.x * k, y * (size.h - box.h * k) - box.y * k)
