"""Convert SVG files to pixels: those with features that only pixels have, and those that a kit lists under `rasterise`.

resvg renders them in a child process with limits of time and memory. It gets plain SVG, see `svg/plain.py`: what it
would silently skip or misread (text, scripts, other files, newer CSS) is resolved, or an error with line and column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pnp.confined import Limits, StoppedError, call
from pnp.diagnostics import Diagnostics, Span
from pnp.graphics import svgpath
from pnp.graphics.content import Kept
from pnp.graphics.drawing import Drawing, Picture
from pnp.graphics.geometry import MM_PER_INCH, Rect, Size
from pnp.graphics.svg import plain
from pnp.graphics.svg.css_transform import UNITS
from pnp.graphics.svg.elements import MAX_PIXEL_ELEMENTS, PixelsError, SvgDocument, SvgElement
from pnp.graphics.svg.reader import report
from pnp.graphics.svgpath import NUMBER

DEFAULT_SIDE = 100.0
"""The longer side, in mm, of a picture whose printed size is unknown."""
MAX_PIXELS = 20_000_000
"""The maximum number of pixels (A3 at 300 dpi has 17 million); larger pictures get a lower resolution."""
LONGEST = 10.0
"""The maximum computing time to render a picture, in seconds."""

_SVG = "http://www.w3.org/2000/svg"
_LENGTH = re.compile(rf"({NUMBER.pattern})\s*([a-zA-Z%]*)")


class RenderableSvg(NamedTuple):
    """An SVG file that can be rendered, with its size in CSS pixels (96 per inch)."""

    text: str
    """The root element."""
    size: Size
    title: str
    coloured: bool
    """Whether it uses `currentColor`."""
    span: Span


def read(data: bytes, path: Path, diagnostics: Diagnostics) -> RenderableSvg | None:
    """Read an SVG file for rendering; None, with an error, if it contains something that cannot be rendered."""
    with svgpath.refusals(path, diagnostics):
        document = SvgDocument(data, MAX_PIXEL_ELEMENTS)
        root = document.root
        if root.tag != "svg":
            size, text = Size(1, 1), ""
        else:
            size = _size(root)
            text = plain.rewritten(document, size)
        if report([fault for fault in document.faults if not isinstance(fault, PixelsError)], path, diagnostics):
            return None
        title = next((child.text.strip() for child in root.children if child.tag == "title"), "")
        coloured = "currentColor" in text and "color" not in root.given
        return RenderableSvg(text, size, title, coloured, Span(str(path), root.line, root.column))
    return None


def _size(root: SvgElement) -> Size:
    """The width and height; a missing one follows from the proportions of the viewBox."""
    box = [float(number) for number in NUMBER.findall(root.given.get("viewBox", ""))]
    across, down = box[2:] if len(box) == 4 else (0.0, 0.0)
    w, h = _side(root, "width"), _side(root, "height")
    if not w and not h:
        w, h = across, down
    elif across and down:
        w, h = w or h * across / down, h or w * down / across
    if not 0.01 <= min(w, h) <= max(w, h) <= min(100 * min(w, h), 1e8):
        hint = "give it a viewBox, or a width and a height, neither more than 100 times the other"
        raise root.refuse("its size is unknown or cannot be printed", hint)
    return Size(w, h)


def _side(root: SvgElement, side: str) -> float:
    """A width or height in CSS pixels; 0 if it is missing or in percent."""
    text = root.given.get(side, "100%").strip()
    if text == "auto":
        return 0.0
    length = _LENGTH.fullmatch(text)
    unit = length and {"%": 0.0, **UNITS}.get(length[2])
    if length is None or unit is None:
        raise root.refuse(f"its {side} {text!r} is not understood", "write it in mm or px")
    return float(length[1]) * unit


def draw(
    source: RenderableSvg, name: str, colour: str, scale: float | None, dpi: float, diagnostics: Diagnostics
) -> Drawing | None:
    """Render a picture that is printed at `scale` mm per CSS pixel; None, with an error, if resvg fails.

    The drawing has the size of the file.
    """
    finest = (MAX_PIXELS / (source.size.w * source.size.h)) ** 0.5
    fine = min(finest, (scale or DEFAULT_SIDE / max(source.size)) * dpi / MM_PER_INCH)
    pixels = max(1, round(source.size.w * fine)), max(1, round(source.size.h * fine))
    # Inside another SVG it gets exactly this size; otherwise resvg would round its own.
    head = f'width="{pixels[0]}" height="{pixels[1]}" viewBox="0 0 {source.size.w} {source.size.h}" color="{colour}"'
    text = f'<svg xmlns="{_SVG}" preserveAspectRatio="none" {head}>{source.text}</svg>'
    try:
        data = rendered(text, LONGEST)
    except RuntimeError as error:
        hint = "use fewer shapes, dashes and effects, or replace it by a PNG"
        diagnostics.error(source.span, "svg-refused", f"it cannot be drawn as pixels: {error}", hint)
        return None
    return Drawing(name, source.size, (Picture(Rect(0, 0, *source.size), Kept(data), pixels),), alt=source.title)


# Rendering ----------------------------------------------------------------------------------------------------

# resvg makes a PNG in the confined child process.

DPI = 96
"""The pixels per inch by which resvg converts mm, cm, in, pt and pc to pixels, as in CSS."""


def rendered(text: str, seconds: float) -> bytes:
    """Render an SVG text to a PNG, in at most some seconds of computing. Raises RuntimeError with the reason."""
    try:
        reason, blobs = call("pnp.graphics.raster:task", None, text.encode(), limits=Limits(seconds))
    except StoppedError as error:
        raise RuntimeError(str(error)) from None
    if reason:
        raise RuntimeError(reason)
    return blobs[0]


def task(_data: Any, blobs: Sequence[bytes], _note: object) -> tuple[str, Sequence[bytes]]:
    """The reason why a text cannot be rendered, or nothing and the PNG."""
    try:
        import resvg_py

        data = resvg_py.svg_to_bytes(svg_string=blobs[0].decode(), dpi=DPI, skip_system_fonts=True)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever resvg says is wrong with a file
        return str(error).strip().rpartition("\n")[2] or type(error).__name__, ()
    return "", [bytes(data)]
