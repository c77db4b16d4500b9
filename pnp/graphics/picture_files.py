"""Read a picture file: an SVG as a drawing or with the features that need pixels, a bitmap unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, Diagnostics, Span, files
from pnp.graphics import bitmap, gradient, raster, svg
from pnp.graphics.bitmap import ImageProblem
from pnp.graphics.drawing import Drawing, Item, every
from pnp.graphics.drawing import Path as Outline

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
        if not raster.read(data, path, diagnostics):
            return ReadFile(None), tuple(diagnostics)
        return ReadFile(drawing), (_rasterised(drawing, path),)
    if drawing:
        return ReadFile(drawing, frozenset(_colours(drawing.items))), tuple(diagnostics)
    if raster.read(data, path, Diagnostics()):
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
