"""DXF files for cutting machines, in the form of AutoCAD release 12, which every program reads.

Coordinates are mm from the paper's lower left corner. Arcs are the bulges of polylines. The form has no unit of its
own: programs must import it as it is, in mm.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.graphics import Rect
from pnp.graphics.contour import Contour
from pnp.imposition.layout import CutLayout

CUT, SCORE = "CUT", "SCORE"
"""The names of the layers."""
_COLOURS = {CUT: 1, SCORE: 5}
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
        yield from ((9, name), (10, _number(x)), (20, _number(y)), (30, _number(0)))
    yield 0, "ENDSEC"


def _tables() -> Iterator[Pair]:
    """The line type and the layers."""
    yield from ((0, "SECTION"), (2, "TABLES"))
    yield from ((0, "TABLE"), (2, "LTYPE"), (70, "1"), (0, "LTYPE"), (2, "CONTINUOUS"), (70, "0"))
    yield from ((3, "Solid line"), (72, "65"), (73, "0"), (40, _number(0)), (0, "ENDTAB"))
    yield from ((0, "TABLE"), (2, "LAYER"), (70, str(len(_COLOURS))))
    for name, colour in _COLOURS.items():
        yield from ((0, "LAYER"), (2, name), (70, "0"), (62, str(colour)), (6, "CONTINUOUS"))
    yield from ((0, "ENDTAB"), (0, "ENDSEC"))


def _polyline(contour: Contour, layer: str) -> Iterator[Pair]:
    yield from ((0, "POLYLINE"), (8, layer), (66, "1"), (70, "1" if contour.closed else "0"))
    yield from ((10, _number(0)), (20, _number(0)), (30, _number(0)))
    for x, y, bulge in contour.vertices:
        yield from ((0, "VERTEX"), (8, layer), (10, _number(x)), (20, _number(y)), (30, _number(0)))
        if bulge:
            yield 42, f"{bulge:.8f}"
    yield from ((0, "SEQEND"), (8, layer))


def _number(value: float) -> str:
    return f"{round(value, 4) + 0.0:.4f}"
