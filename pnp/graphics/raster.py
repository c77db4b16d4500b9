"""Convert SVG files to pixels: those with features that only pixels have, and those that a kit lists under `rasterise`.

resvg renders them in a child process with limits of time and memory. Files are checked first: anything that resvg would
silently skip (text, scripts, other files) is an error with its line and column.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Diagnostics, Span
from pnp.graphics import bitmap, resvg, svgpath
from pnp.graphics.bitmap import ImageProblem
from pnp.graphics.content import Kept
from pnp.graphics.drawing import Drawing, Picture
from pnp.graphics.geometry import MM_PER_INCH, Rect, Size
from pnp.graphics.svg import names
from pnp.graphics.svg.paint import UNITS
from pnp.graphics.svg.reader import MAX_FAULTS
from pnp.graphics.svgpath import NUMBER, RefusedError

DEFAULT_SIDE = 100.0
"""The longer side, in mm, of a picture whose printed size is unknown."""
MAX_PIXELS = 20_000_000
"""The maximum number of pixels (A3 at 300 dpi has 17 million); larger pictures get a lower resolution."""
LONGEST = 10.0
"""The maximum computing time to render a picture, in seconds."""
MAX_TITLE = 1_000

_SVG = "http://www.w3.org/2000/svg "
_DRAWN = {
    "svg", "g", "a", "switch", "use", "symbol", "defs", "title", "desc", "metadata", "style", "path", "rect",
    "circle", "ellipse", "line", "polyline", "polygon", "image", "linearGradient", "radialGradient", "stop",
    "pattern", "marker", "clipPath", "mask", "filter", "feBlend", "feColorMatrix", "feComponentTransfer",
    "feComposite", "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow",
    "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feMerge", "feMergeNode",
    "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence",
}  # fmt: skip
_OUTSIDE = re.compile(r"url\(\s*+(?!['\"]?#)|@import", re.IGNORECASE)
_EMBEDDED = re.compile(r"data:image/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)")
_LENGTH = re.compile(rf"\s*({NUMBER.pattern})\s*([a-zA-Z%]*)\s*")


class Source(NamedTuple):
    """An SVG file that can be rendered, with its size in CSS pixels (96 per inch)."""

    text: str
    """The root element."""
    size: Size
    title: str
    coloured: bool
    """Whether it uses `currentColor`."""
    span: Span


def read(data: bytes, path: Path, diagnostics: Diagnostics) -> Source | None:
    """Read an SVG file for rendering; None, with an error, if it contains something that cannot be rendered."""
    with svgpath.refusals(path, diagnostics):
        reader = _Reader(data)
        for fault in reader.faults:
            diagnostics.error(Span(str(path), fault.line, fault.column), "svg-refused", fault.message, fault.hint)
        return None if reader.faults else reader.source(path)
    return None


class _Reader:
    """Checks an SVG file."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.faults: list[RefusedError] = []
        self.title, self.style = "", ""
        self.path: list[str] = []
        self.parser = svgpath.xml_parser(self._start, self._end, self._text)
        self.parser.Parse(svgpath.without_doctype(data), True)  # noqa: FBT003 - expat takes it by position only

    def source(self, path: Path) -> Source:
        try:
            text = self.data[self.start :].decode()
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:  # expat reads other encodings, resvg does not
            raise RefusedError(1, 1, "its text is not UTF-8", "save the file in the UTF-8 encoding")
        coloured = "currentcolor" in text.lower() and "color" not in self.root
        return Source(text, self.size, self.title.strip(), coloured, Span(str(path), *self.place))

    def _refuse(self, message: str, hint: str = "") -> RefusedError:
        return RefusedError(*self._here(), message, hint)

    def _here(self) -> tuple[int, int]:
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.removeprefix(_SVG)
        if not self.path:
            if name != "svg":
                raise self._refuse(f"the root is <{name}>, not <svg>")
            self.root, self.place, self.start = attributes, self._here(), self.parser.CurrentByteIndex
            self.size = self._size()
        self.path.append(name)
        try:
            self._check(name, attributes)
        except RefusedError as fault:
            if len(self.faults) < MAX_FAULTS:
                self.faults.append(fault)

    def _check(self, name: str, attributes: dict[str, str]) -> None:
        if name in names.TEXTS:
            raise self._refuse(*names.NO_TEXT)
        if " " not in name and name not in _DRAWN and "switch" not in self.path:
            raise self._refuse(f"<{name}> is not supported, even as pixels")
        for key, value in attributes.items():
            if key.rpartition(" ")[2] == "href":
                self._check_link(name, value)
            elif " " not in key and _OUTSIDE.search(value):
                raise self._refuse(f"{key!r} of <{name}> refers to something outside the file")

    def _check_link(self, name: str, value: str) -> None:
        embedded = _EMBEDDED.fullmatch(value)
        if value.startswith("#") or name == "a":
            return
        if name != "image" or not embedded:
            raise self._refuse(f"<{name}> refers to something outside the file", "embed pictures as PNG or JPEG")
        try:
            picture = bitmap.read(base64.b64decode(embedded[1]), "the picture in it")
        except ValueError:
            raise self._refuse("the picture in it cannot be read") from None
        if isinstance(picture, ImageProblem):
            raise self._refuse(picture.message, *picture.hints)

    def _text(self, data: str) -> None:
        if self.path[-1] == "style":
            self.style += data
        elif self.path == ["svg", "title"]:
            self.title = (self.title + data)[:MAX_TITLE]

    def _end(self, _tag: str) -> None:
        if self.path.pop() == "style" and _OUTSIDE.search(self.style):
            self.faults.append(self._refuse("its style sheet refers to something outside the file"))
            self.style = ""

    def _size(self) -> Size:
        """The width and height; a missing one follows from the proportions of the viewBox."""
        box = [float(number) for number in NUMBER.findall(self.root.get("viewBox", ""))]
        across, down = box[2:] if len(box) == 4 else (0.0, 0.0)
        w, h = self._side("width"), self._side("height")
        if not w and not h:
            w, h = across, down
        elif across and down:
            w, h = w or h * across / down, h or w * down / across
        if not (min(w, h) >= 0.01 and max(w, h) <= min(100 * min(w, h), 1e8)):
            hint = "give it a viewBox, or a width and a height, neither more than 100 times the other"
            raise self._refuse("its size is unknown or cannot be printed", hint)
        return Size(w, h)

    def _side(self, side: str) -> float:
        """A width or height in CSS pixels; 0 if it is missing or in percent."""
        length = _LENGTH.fullmatch(self.root.get(side, "100%"))
        unit = length and {"%": 0.0, **UNITS}.get(length[2])
        if length is None or unit is None:
            raise self._refuse(f"its {side} {self.root[side]!r} is not understood", "write it in mm or px")
        return float(length[1]) * unit


def draw(
    source: Source, name: str, colour: str, scale: float | None, dpi: float, diagnostics: Diagnostics
) -> Drawing | None:
    """Render a picture that is printed at `scale` mm per CSS pixel; None, with an error, if resvg fails.

    The drawing has the size of the file.
    """
    finest = (MAX_PIXELS / (source.size.w * source.size.h)) ** 0.5
    fine = min(finest, (scale or DEFAULT_SIDE / max(source.size)) * dpi / MM_PER_INCH)
    pixels = max(1, round(source.size.w * fine)), max(1, round(source.size.h * fine))
    # Inside another SVG it gets exactly this size; otherwise resvg would round its own.
    head = f'width="{pixels[0]}" height="{pixels[1]}" viewBox="0 0 {source.size.w} {source.size.h}" color="{colour}"'
    text = f'<svg xmlns="{_SVG.strip()}" preserveAspectRatio="none" {head}>{source.text}</svg>'
    try:
        data = resvg.rendered(text, LONGEST)
    except RuntimeError as error:
        hint = "use fewer shapes, dashes and effects, or replace it by a PNG"
        diagnostics.error(source.span, "svg-refused", f"it cannot be drawn as pixels: {error}", hint)
        return None
    return Drawing(name, source.size, (Picture(Rect(0, 0, *source.size), Kept(data), pixels),), alt=source.title)
