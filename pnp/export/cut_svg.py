"""SVG files for cutting machines: closed paths with strokes, in mm, as large as the paper.

They have no text, no pictures and no clips, which programs of cutting machines refuse. y grows downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.export.dxf import CUT, SCORE
from pnp.graphics.contour import Contour, circle
from pnp.imposition.layout import CutLayout

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
