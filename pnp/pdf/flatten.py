"""Flatten transparency, which PDF/X-1a forbids.

A picture replaces translucent paint: it shows how everything up to there looks. PDFium rasterises it, the outline of
the paint clips it, and it is separated like any other bitmap. What is outside the outlines, or painted later, stays as
it is. Lengths are mm.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from pnp.graphics import Drawing, Group, Item, Path, Rect, Tag, Transform
from pnp.graphics.content import Kept
from pnp.graphics.drawing import Picture, Segment, Text, Use, every, mapped, rectangle, walk
from pnp.graphics.geometry import MM_PER_POINT
from pnp.pdf.canvas import reach
from pnp.pdf.colour import is_translucent
from pnp.pdf.document import Page
from pnp.pdf.rendering import finest
from pnp.pdf.tagging import boxes
from pnp.text import Fonts

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 450
"""The resolution of the pictures, in pixels per inch."""
_MOST = 3
"""How often the pictures of an item may cover its area before one picture replaces them."""
_LOOSE = 0.5
"""How far letters may extend past their box, as a share of their size."""


class _Region(NamedTuple):
    """The outline of translucent paint, in the coordinates of the whole drawing, and the box around it."""

    outline: tuple[Segment, ...]
    even_odd: bool
    box: Rect


Render = Callable[[tuple[Page, ...], float], Iterator["Image"]]
"""Renders pages at a resolution in dpi, as pictures in RGB."""


def flattened(drawing: Drawing, fonts: Fonts, render: Render) -> Drawing:
    """A drawing that looks the same and is opaque; the same one if it was."""
    return _opaque(drawing, fonts, render) if any(map(_is_translucent, drawing.items)) else drawing


def _is_translucent(item: Item) -> bool:
    """Whether an item, or anything inside it, lets what is below it shine through."""
    return any(_shines_through(inner) for inner in every((item,)))


def _shines_through(item: Item) -> bool:
    if isinstance(item, Path):
        return bool((item.fill and item.alpha < 1) or (item.stroke and item.stroke.alpha < 1))
    if isinstance(item, Text | Use | Picture) and item.alpha < 1:
        return True
    if isinstance(item, Text):
        return bool(item.icon and _is_translucent(item.icon))
    return isinstance(item, Picture) and is_translucent(item.content)


def _opaque(drawing: Drawing, fonts: Fonts, render: Render) -> Drawing:
    """The drawing with a picture on top of each item that has translucent paint, of how it looks there."""
    whole, painted = reach(drawing), _untagged(drawing.items)
    found = {n: _regions(item, whole, fonts) for n, item in enumerate(painted)}
    boxes_ = {n: _cut(_around(regions), whole) for n, regions in found.items() if regions}
    pages = tuple(_below(painted[: n + 1], box) for n, box in boxes_.items())
    looks = render(pages, min([DPI, *(finest(page.paper) for page in pages)]))
    shown: list[tuple[Item, ...]] = []
    for n, item in enumerate(painted):
        look = next(looks) if found[n] else None
        pictures = (_picture(look, boxes_[n], region) for region in found[n] if look)
        shown.append((*mapped((item,), _without_translucent), *(picture for picture in pictures if picture)))
    new = iter(shown)
    items = mapped(drawing.items, lambda item: (item,) if isinstance(item, Tag) else next(new), _is_tag)
    return replace(drawing, items=items)


def _untagged(items: Iterable[Item]) -> tuple[Item, ...]:
    """The items of a drawing in painting order, without the tags around them."""
    return tuple(item for item in every(items, _is_tag) if not isinstance(item, Tag))


def _is_tag(item: Item) -> bool:
    return isinstance(item, Tag)


def _below(items: tuple[Item, ...], box: Rect) -> Page:
    """A page with the part of a drawing in a box."""
    part = Drawing("below", box.size, (Group(items, Transform.move(-box.x, -box.y)),))
    return Page(box.size, (), part, "")


def _regions(item: Item, whole: Rect, fonts: Fonts) -> list[_Region]:
    """Where an item has translucent paint inside a box; one box if that has less area than all outlines."""
    clear = [_region(inner, frame, fonts) for inner, (frame, *_) in walk((item,)) if _shines_through(inner)]
    found = [region for region in clear if region.box.overlaps(whole)]
    around = _around(found) if found else whole
    if sum(region.box.w * region.box.h for region in found) > around.w * around.h * _MOST:
        return [_Region(rectangle(around), even_odd=False, box=around)]
    return found


def _around(regions: list[_Region]) -> Rect:
    """The box around all regions."""
    return reduce(Rect.union, (region.box for region in regions))


def _cut(box: Rect, other: Rect) -> Rect:
    """The part of a box inside another."""
    x, y = max(box.x, other.x), max(box.y, other.y)
    return Rect(x, y, min(box.right, other.right) - x, min(box.far, other.far) - y)


def _region(item: Item, frame: Transform, fonts: Fonts) -> _Region:
    """The outline of a fill; the box of anything else."""
    box = Rect.about(
        corner for one in boxes(fonts, (item,), frame) for corner in ((one.x, one.y), (one.right, one.far))
    )
    if isinstance(item, Path) and item.fill and item.alpha < 1 and not item.stroke:
        outline = tuple((operator, _moved(numbers, frame)) for operator, numbers in item.segments)
        return _Region(outline, item.even_odd, box)
    if isinstance(item, Text):
        box = box.inset(-_LOOSE * item.size * MM_PER_POINT)
    return _Region(rectangle(box), even_odd=False, box=box)


def _moved(numbers: tuple[float, ...], frame: Transform) -> tuple[float, ...]:
    points = zip(numbers[::2], numbers[1::2], strict=True)
    return tuple(number for point in points for number in frame.apply(*point))


def _picture(look: Image, whole: Rect, region: _Region) -> Item | None:
    """The part of a drawing's look in a region, extended to whole pixels and clipped at the region's outline."""
    across, down = look.width / whole.w, look.height / whole.h
    box = region.box
    left, top = max(floor((box.x - whole.x) * across), 0), max(floor((box.y - whole.y) * down), 0)
    right = min(ceil((box.right - whole.x) * across), look.width)
    foot = min(ceil((box.far - whole.y) * down), look.height)
    if left >= right or top >= foot:
        return None
    out = io.BytesIO()
    look.crop((left, top, right, foot)).save(out, "PNG", compress_level=0)
    place = Rect(whole.x + left / across, whole.y + top / down, (right - left) / across, (foot - top) / down)
    picture = Picture(place, Kept(out.getvalue()), (right - left, foot - top))
    return Group((picture,), clip=region.outline, clip_even_odd=region.even_odd)


def _without_translucent(item: Item) -> tuple[Item, ...]:
    """An item without its translucent paint."""
    if not _shines_through(item):
        if isinstance(item, Use):
            opaque = item.drawing.having(mapped(item.drawing.items, _without_translucent))
            return (item._replace(drawing=opaque),)
        return (item,)
    if isinstance(item, Path):
        fill = item.fill if item.alpha == 1 else None
        stroke = item.stroke if item.stroke and item.stroke.alpha == 1 else None
        return (item._replace(fill=fill, stroke=stroke),) if fill or stroke else ()
    return ()
