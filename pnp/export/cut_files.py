"""Files for cutting machines: SVG, DXF, and pictures of sheets.

SVG files have closed paths with strokes, in mm, as large as the paper. They have no text, no pictures and no clips,
which programs of cutting machines refuse. y grows downwards.

DXF files have the form of AutoCAD release 12, which every program reads. Coordinates are mm from the paper's lower left
corner. Arcs are the bulges of polylines. The form has no unit of its own: programs must import it as it is, in mm.

Pictures of sheets are for programs that print and cut: pieces on a transparent ground. A picture is as large as the
bounding box of what is cut, because such programs crop transparent edges. Its pixels are opaque inside the contours and
transparent outside, without half tones, so that the program traces the cut line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, floor

from PIL import Image, ImageDraw

from pnp import pdf
from pnp.graphics import Drawing, Rect, Size
from pnp.graphics.contour import Contour, circle
from pnp.graphics.geometry import MM_PER_INCH, edges
from pnp.imposition.layout import CutLayout
from pnp.pdf import png
from pnp.text import Fonts

CUT, SCORE = "CUT", "SCORE"
"""The names of the layers."""
_COLOUR_NUMBERS = {CUT: 1, SCORE: 5}
"""Red and blue, by AutoCAD's numbers."""


def dxf(layout: CutLayout) -> bytes:
    """The file of a layout."""
    pairs = [*_header(Rect(0, 0, *layout.paper)), *_tables(), (0, "SECTION"), (2, "ENTITIES")]
    for name, contours in ((CUT, layout.cuts), (SCORE, layout.scores)):
        for contour in contours:
            pairs += _polyline(contour, name)
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:3}\n{value}\n" for code, value in pairs).encode("ascii")


Pair = tuple[int, str]
"""A group code and its value."""


def _header(page: Rect) -> Iterator[Pair]:
    yield from ((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"))
    for name, x, y in (("$EXTMIN", page.x, page.y), ("$EXTMAX", page.right, page.far)):
        yield from ((9, name), (10, _dxf_number(x)), (20, _dxf_number(y)), (30, _dxf_number(0)))
    yield 0, "ENDSEC"


def _tables() -> Iterator[Pair]:
    """The line type and the layers."""
    yield from ((0, "SECTION"), (2, "TABLES"))
    yield from ((0, "TABLE"), (2, "LTYPE"), (70, "1"), (0, "LTYPE"), (2, "CONTINUOUS"), (70, "0"))
    yield from ((3, "Solid line"), (72, "65"), (73, "0"), (40, _dxf_number(0)), (0, "ENDTAB"))
    yield from ((0, "TABLE"), (2, "LAYER"), (70, str(len(_COLOUR_NUMBERS))))
    for name, colour in _COLOUR_NUMBERS.items():
        yield from ((0, "LAYER"), (2, name), (70, "0"), (62, str(colour)), (6, "CONTINUOUS"))
    yield from ((0, "ENDTAB"), (0, "ENDSEC"))


def _polyline(contour: Contour, layer: str) -> Iterator[Pair]:
    yield from ((0, "POLYLINE"), (8, layer), (66, "1"), (70, "1" if contour.closed else "0"))
    yield from ((10, _dxf_number(0)), (20, _dxf_number(0)), (30, _dxf_number(0)))
    for x, y, bulge in contour.vertices:
        yield from ((0, "VERTEX"), (8, layer), (10, _dxf_number(x)), (20, _dxf_number(y)), (30, _dxf_number(0)))
        if bulge:
            yield 42, f"{bulge:.8f}"
    yield from ((0, "SEQEND"), (8, layer))


def _dxf_number(value: float) -> str:
    return f"{round(value, 4) + 0.0:.4f}"


_COLOURS = {CUT: "#ff0000", SCORE: "#0000ff"}


def svg(layout: CutLayout) -> bytes:
    """The file of a layout."""
    w, h = (_number(side) for side in layout.paper)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">',
        *_group(CUT, layout.cuts, layout.paper.h),
        *_group(SCORE, layout.scores, layout.paper.h),
        "</svg>",
    ]
    return ("\n".join(lines) + "\n").encode()


def _group(name: str, contours: Iterable[Contour], height: float) -> Iterator[str]:
    yield f'<g id="{name}" fill="none" stroke="{_COLOURS[name]}" stroke-width="0.1">'
    for contour in contours:
        yield f'<path d="{_path(contour, height)}"/>'
    yield "</g>"


def _path(contour: Contour, height: float) -> str:
    """Path data; `height` is the paper's, from which y is measured downwards."""
    first = contour.vertices[0]
    steps = [f"M{_number(first.x)} {_number(height - first.y)}"]
    for index, (a, b) in enumerate(contour.edges):
        end = f"{_number(b.x)} {_number(height - b.y)}"
        if a.bulge:
            radius = _number(circle((a.x, a.y), (b.x, b.y), a.bulge)[2])
            # With y downwards, an arc that turns anticlockwise on paper has sweep 0.
            steps.append(f"A{radius} {radius} 0 {int(abs(a.bulge) > 1)} {int(a.bulge < 0)} {end}")
        elif not contour.closed or index < len(contour.vertices) - 1:
            steps.append(f"L{end}")
    return "".join(steps) + ("Z" if contour.closed else "")


def _number(value: float) -> str:
    return f"{round(value, 4) + 0.0:.4f}".rstrip("0").rstrip(".")


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
    for (ax, ay), (bx, by) in edges(corners):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside
