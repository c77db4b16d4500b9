"""Read picture files: an SVG as a drawing, or with the features that need pixels; a bitmap unchanged.

SVG files with features that only pixels have, and those that a kit lists under `rasterise`, become pixels. resvg
renders them in a child process with limits of time and memory. It gets plain SVG, see `svg/plain.py`: what it would
silently skip or misread (text, scripts, other files, newer CSS) is resolved, or an error with line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from pnp.confined import Limits, StoppedError, call
from pnp.diagnostics import Diagnostic, Diagnostics, Span, files
from pnp.graphics import bitmap, gradient, svg, svgpath
from pnp.graphics.bitmap import ImageProblem
from pnp.graphics.content import Kept
from pnp.graphics.drawing import Drawing, Item, Picture, every
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.geometry import MM_PER_INCH, Rect, Size
from pnp.graphics.svg import plain
from pnp.graphics.svg.css_values import UNITS
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
        reason, blobs = call("pnp.graphics.picture_files:task", None, text.encode(), limits=Limits(seconds))
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


MAX_SVG_BYTES = 1_000_000
MAX_BITMAP_BYTES = 30_000_000


class ReadFile(NamedTuple):
    """A picture file: its drawing, or why it needs pixels, and the colours in it."""

    drawing: Drawing | svg.NeedsPixels | ImageProblem | None
    colours: frozenset[str] = frozenset()
    warnings: tuple[ImageProblem, ...] = ()
    """What is reported at the place that names the picture."""


def load(path: Path, diagnostics: Diagnostics, *, confined: bool = True) -> ReadFile:
    """Read a picture and its colours. There is no drawing if the SVG file has errors, which are reported.

    Bitmaps are decoded by the child process if they are `confined`.
    """
    is_svg = path.suffix.lower() == ".svg"
    data = content(path, MAX_SVG_BYTES if is_svg else MAX_BITMAP_BYTES)
    if isinstance(data, ImageProblem):
        return ReadFile(data)
    if not is_svg:
        read = bitmap.read(data, path.name, path, confined=confined)
        return ReadFile(read.drawing, warnings=read.warnings)
    drawn, reported = _svg(data, path)
    diagnostics.add(reported)
    return drawn


def content(path: Path, limit: int) -> bytes | ImageProblem:
    try:
        return files.read(path, limit)
    except files.TooLargeError:
        return ImageProblem("file-too-large", f"{path.name} is larger than {limit // 1000} kB")
    except OSError as error:
        return ImageProblem("unreadable-file", f"cannot read {path}: {error.strerror or error}")


def _svg(data: bytes, path: Path) -> tuple[ReadFile, tuple[Diagnostic, ...]]:
    """Read an SVG file, with its diagnostics. Memoised, also for its copies in other folders, if it has none."""
    kept = _drawn(data, path.name)
    if kept:
        return kept[0], ()
    read, reported = _read_svg(data, path)
    if isinstance(read.drawing, Drawing) and not reported:
        kept.append(read)
    return read, reported


@lru_cache(maxsize=1000)
def _drawn(_data: bytes, _name: str) -> list[ReadFile]:
    """The drawing of an SVG file by its name, wherever it is; empty if it was not read, or has diagnostics."""
    return []


@lru_cache(maxsize=1000)
def _read_svg(data: bytes, path: Path) -> tuple[ReadFile, tuple[Diagnostic, ...]]:
    diagnostics = Diagnostics()
    drawing = svg.read(data, path, diagnostics)
    if isinstance(drawing, svg.NeedsPixels):
        if not read(data, path, diagnostics):
            return ReadFile(None), tuple(diagnostics)
        return ReadFile(drawing), (_rasterised(drawing, path),)
    if drawing:
        return ReadFile(drawing, frozenset(_colours(drawing.items))), tuple(diagnostics)
    if read(data, path, Diagnostics()):
        alternative = f"or have it printed as pixels, with 'rasterise: [{path.name}]' in kit.yaml"
        return ReadFile(None), tuple(
            diagnostic._replace(hints=(*diagnostic.hints, alternative)) for diagnostic in diagnostics
        )
    return ReadFile(None), tuple(diagnostics)


def _rasterised(needs: svg.NeedsPixels, path: Path) -> Diagnostic:
    """The warning about a file that is printed as pixels: at its first feature that needs them."""
    features = ", ".join(f"{feature} (line {line})" for line, feature in needs.features)
    hints = (
        "for vectors, remove it in a drawing program",
        f"to accept pixels, write 'rasterise: [{path.name}]' in kit.yaml",
    )
    message = f"{path.name} is printed as pixels, because it has {features}"
    return Diagnostic(Span(str(path), needs.features[0][0], 1), "warning", "rasterised", message, hints)


def _colours(items: tuple[Item, ...]) -> Iterator[str]:
    """The colours of an SVG drawing."""
    for item in every(items):
        if isinstance(item, Outline):
            yield from gradient.colours_of(item.fill) if item.fill else ()
            yield from (item.stroke.colour,) if item.stroke else ()
