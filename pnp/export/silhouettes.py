"""Pictures of sheets for programs that print and cut: pieces on a transparent ground.

A picture is as large as the bounding box of what is cut, because such programs crop transparent edges. Its pixels are
opaque inside the contours and transparent outside, without half tones, so that the program traces the cut line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, floor

from PIL import Image, ImageDraw

from pnp import pdf
from pnp.graphics import Drawing, Rect, Size
from pnp.graphics.contour import Contour
from pnp.graphics.geometry import MM_PER_INCH
from pnp.imposition.layout import CutLayout
from pnp.pdf import png
from pnp.text import Fonts

DPI = 300
INSIDE, OUTSIDE = 255, 0
"""Alpha of pixels."""


def pixels(layout: CutLayout) -> tuple[int, int, int, int]:
    """The box of a layout's contours on its paper in px, from the top left: left, top, right, bottom."""
    box = bounds(layout.cuts)
    left, right = box.x, box.right
    top, bottom = layout.paper.h - box.far, layout.paper.h - box.y
    scale = DPI / MM_PER_INCH
    return (
        floor(left * scale + 0.01),
        floor(top * scale + 0.01),
        ceil(right * scale - 0.01),
        ceil(bottom * scale - 0.01),
    )


def bounds(contours: Iterable[Contour]) -> Rect:
    """The bounding box of contours, in sheet coordinates."""
    first, *others = (contour.bounds for contour in contours)
    for other in others:
        first = first.union(other)
    return first


def size(layout: CutLayout) -> Size:
    """The size of a layout's picture in mm, to the pixel."""
    left, top, right, bottom = pixels(layout)
    return Size((right - left) * MM_PER_INCH / DPI, (bottom - top) * MM_PER_INCH / DPI)


def pictures(pages: Iterable[pdf.Page], fonts: Fonts) -> Iterator[Image.Image]:
    """The picture of each page that a machine cuts."""
    for page in pages:
        if page.layout is None:
            continue
        empty = Drawing("none", page.paper, ())
        bare = page._replace(printer_marks=empty, underlaid=False)
        document = pdf.Document(page.label, "", "", "en", "Simplex", (bare,))
        (printed,) = png.images(document, fonts, DPI)
        picture = printed.crop(pixels(page.layout)).convert("RGBA")
        picture.putalpha(_mask(page.layout, picture.size))
        yield picture


def _mask(layout: CutLayout, size: tuple[int, int]) -> Image.Image:
    """The alpha channel: inside the contours of pieces, outside those of their holes."""
    left, top, _, _ = pixels(layout)
    scale = DPI / MM_PER_INCH
    mask = Image.new("L", size, OUTSIDE)
    draw = ImageDraw.Draw(mask)
    # From the largest contour to the smallest: a contour inside another one is a hole.
    for contour in sorted(layout.cuts, key=lambda one: -one.bounds.w * one.bounds.h):
        points = [(x * scale - left - 0.5, (layout.paper.h - y) * scale - top - 0.5) for x, y in contour.points()]
        draw.polygon(points, fill=OUTSIDE if _is_hole(contour, layout.cuts) else INSIDE)
    return mask


def _is_hole(contour: Contour, others: Iterable[Contour]) -> bool:
    """Whether a contour is inside another one."""
    around = (other for other in others if other is not contour and other.bounds.contains(contour.bounds))
    return any(_holds(other, contour.vertices[0][:2]) for other in around)


def _holds(contour: Contour, point: tuple[float, float]) -> bool:
    """Whether a point is inside a contour: a ray from it crosses the contour an odd number of times."""
    x, y = point
    corners = contour.points()
    inside = False
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside
