"""Picture files -> drawings: SVG stays vector, PNG and JPEG are embedded as they are.

Files are looked for in a kit's folders only; a name or a link that leads out of them is refused. The name of a picture
is that of its file without the suffix: `swerve.png` in an upper folder comes before `swerve.svg` in a lower one.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics import Diagnostic, Diagnostics, Span, did_you_mean, files
from pnp.graphics import bitmap
from pnp.graphics.bitmap import ImageProblem
from pnp.graphics.drawing import CURRENT, Drawing, Group, Item
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.geometry import Size

if TYPE_CHECKING:
    from pnp.graphics.raster import Source

MAX_SVG_BYTES = 1_000_000
MAX_BITMAP_BYTES = 30_000_000
MAX_NAME = 80
"""Longer names are refused; systems differ in how they treat them."""

SUFFIXES = (".svg", ".png", ".jpg", ".jpeg")
"""The suffixes of pictures; of several files with one name in one folder, the first in this order is taken."""


Swaps = Mapping[str, str | None]
"""Replacements for colours of drawings; None leaves the paint out."""


class _Read(NamedTuple):
    """A picture file: its drawing and the colours in it."""

    drawing: Drawing | ImageProblem | None
    colours: frozenset[str] = frozenset()


class Gallery:
    """The pictures of a kit, each file read once: looked for beside the kit's data, then in the art folders.

    `swaps` replaces colours of SVG files. `icons` maps the names of icons, as `:name:`, to those of files. `rasterised`
    maps SVG files that become pixels to their pixels to the inch. `said` maps files to their alternative texts; a file
    that is not in it has its own.
    """

    def __init__(
        self,
        folders: list[Path],
        diagnostics: Diagnostics,
        swaps: Swaps | None = None,
        rasterised: Mapping[str, float] | None = None,
        icons: Mapping[str, str] | None = None,
        said: Mapping[str, str] | None = None,
    ) -> None:
        self._folders = folders
        self._diagnostics = diagnostics
        self._swaps = swaps or {}
        self._rasterised = rasterised or {}
        self._icons = icons or {}
        self._said = said or {}
        self._own_words: dict[Path, str] = {}
        self._there: dict[Path, list[str]] = {}
        self._files: dict[str, Path | ImageProblem] = {}
        self._read: dict[Path, _Read] = {}
        self._painted: dict[tuple[Path, str | None], Drawing] = {}
        self._sources: dict[Path, Source | ImageProblem | None] = {}
        self._rendered: dict[tuple[Path, str, float | None], Drawing | ImageProblem | None] = {}

    def files(self) -> list[Path]:
        """The files that were asked for and found, in a stable order."""
        return sorted({path for path in self._files.values() if isinstance(path, Path)})

    def has(self, name: str) -> bool:
        """Whether there is a picture of that name, or something in its place that is wrong."""
        found = self._file(name)
        return isinstance(found, Path) or found.code != "missing-art"

    def alike(self, name: str) -> list[Path]:
        """The files that match a name: the one that is taken, then the others in the order of precedence."""
        if not isinstance(self._file(name), Path):
            return []
        file = self._icons.get(name, name)
        return [path for folder in self._folders for path in self._within(folder, file) if self._is_own(path)]

    def drawing(
        self, name: str, span: Span, colour: str = "#000000", scale: Callable[[Size], float] | None = None
    ) -> Drawing | None:
        """The picture of that name, with `colour` for its `currentColor`; None with a fault where there is none.

        `scale` maps the size of a picture to the mm that one unit of it is printed as.
        """
        path = self._file(name)
        if isinstance(path, ImageProblem):
            drawing: Drawing | ImageProblem | None = path
        elif path.suffix.lower() == ".svg" and path.name in self._rasterised:
            drawing = self._pixels(path, colour, scale)
        else:
            drawing = self._drawn(path, colour)
        if isinstance(drawing, ImageProblem):
            self._diagnostics.error(span, drawing.code, drawing.message, *drawing.hints)
            return None
        return drawing

    def colours(self) -> frozenset[str]:
        """The colours in the SVG files that were drawn, before they are replaced."""
        return frozenset().union(*(found.colours for found in self._read.values()))

    def _drawn(self, path: Path, colour: str) -> Drawing | ImageProblem | None:
        if path not in self._read:
            found, inks = _load(path, self._diagnostics)
            self._read[path] = _Read(self._telling(path, found), inks)
        drawing, colours = self._read[path]
        if not isinstance(drawing, Drawing):
            return drawing
        key = (path, colour if CURRENT in colours else None)
        if key not in self._painted:
            paints = {**self._swaps, CURRENT: colour}
            swaps = {old: paints[old] for old in sorted(colours & paints.keys())}
            self._painted[key] = replace(drawing, items=_swapped(drawing.items, swaps)) if swaps else drawing
        return self._painted[key]

    def _pixels(self, path: Path, colour: str, scale: Callable[[Size], float] | None) -> Drawing | ImageProblem | None:
        from pnp.graphics import raster

        if path not in self._sources:
            data = _bytes(path, MAX_SVG_BYTES)
            self._sources[path] = data if isinstance(data, ImageProblem) else raster.read(data, path, self._diagnostics)
        source = self._sources[path]
        if not isinstance(source, raster.Source):
            return source
        key = (path, colour if source.coloured else "", round(scale(source.size), 4) if scale else None)
        if key not in self._rendered:
            dpi = self._rasterised[path.name]
            drawn = raster.draw(source, path.stem, key[1], key[2], dpi, self._diagnostics)
            self._rendered[key] = self._telling(path, drawn)
            if drawn is None:  # it failed, so it is not tried in other sizes
                self._sources[path] = None
        return self._rendered[key]

    def own_words(self) -> dict[Path, str]:
        """The alternative texts of pictures that come from their own files."""
        return dict(sorted(self._own_words.items()))

    def _telling(self, path: Path, drawing: Drawing | ImageProblem | None) -> Drawing | ImageProblem | None:
        """A drawing with the alternative text that the kit gives it, if it does."""
        if isinstance(drawing, Drawing) and path.name in self._said:
            return replace(drawing, alt=self._said[path.name])
        if isinstance(drawing, Drawing) and drawing.alt:
            self._own_words[path] = drawing.alt
        return drawing

    def _file(self, name: str) -> Path | ImageProblem:
        name = self._icons.get(name, name)
        if name not in self._files:
            self._files[name] = self._find(name)
        return self._files[name]

    def _find(self, name: str) -> Path | ImageProblem:
        if len(name) > MAX_NAME or not name.isprintable():
            hint = f"names have up to {MAX_NAME} signs that can be printed"
            return ImageProblem("missing-art", f"{name[:MAX_NAME]!r} is no name of a picture", (hint,))
        if not _stays_inside(name):
            hint = "name a file in the kit's own folder or in art/"
            return ImageProblem("outside-path", f"{name!r} leads out of the kit", (hint,))
        links_out = False
        for folder in self._folders:
            for path in self._within(folder, name):
                if self._is_own(path):
                    return path
                links_out = True
        if links_out:
            return ImageProblem("outside-path", f"{name!r} is a link out of the kit", ("copy the file itself",))
        near = did_you_mean(name, self._names(whole=_is_whole(name)))
        return ImageProblem("missing-art", f"there is no picture {name!r}", (near, "looked beside the kit and in art/"))

    def _within(self, folder: Path, name: str) -> Iterator[Path]:
        """The files of a folder that match a name: first the exact name, then those with another suffix."""
        path = folder / name
        there = self._listed(path.parent)
        stem = path.stem if _is_whole(name) else path.name
        others = {
            other.lower(): other for other in reversed(there) if other[: len(stem)] == stem and other != path.name
        }
        wanted = [path.name] * (path.name in there)
        wanted += [others[key] for suffix in SUFFIXES if (key := f"{stem}{suffix}".lower()) in others]
        found = (path.with_name(file) for file in wanted)
        yield from filter(os.path.isfile, found)  # unlike is_file, False for files that may not be read

    def _is_own(self, path: Path) -> bool:
        """Whether a file is in one of the kit's folders when all links are followed."""
        try:
            # A file directly in a folder that is not a link is inside, even if the folder was reached through a link.
            direct = path.parent in self._folders and not path.is_symlink()
            return direct or any(path.resolve().is_relative_to(folder.resolve()) for folder in self._folders)
        except (OSError, RuntimeError):  # links in a circle
            return False

    def _listed(self, folder: Path) -> list[str]:
        """The names in a folder. They are compared exactly, though some systems ignore capitals."""
        if folder not in self._there:
            try:
                self._there[folder] = sorted(path.name for path in folder.iterdir())
            except OSError:  # it does not exist, or may not be read
                self._there[folder] = []
        return self._there[folder]

    def _names(self, *, whole: bool) -> list[str]:
        return [path.name if whole else path.stem for path in self._pictures]

    @cached_property
    def _pictures(self) -> list[Path]:
        """All pictures that there are."""
        paths = (folder / name for folder in self._folders for name in self._listed(folder))
        return [path for path in paths if path.suffix in SUFFIXES and self._is_own(path)]


def _is_whole(name: str) -> bool:
    return name.lower().endswith(SUFFIXES)


def _stays_inside(name: str) -> bool:
    parts = re.split(r"[\\/]", name)
    return bool(name) and ".." not in parts and not name.startswith(("/", "\\")) and ":" not in name


def _load(path: Path, diagnostics: Diagnostics) -> _Read:
    """The picture and its colours; no drawing if faults of the SVG file were reported."""
    is_svg = path.suffix.lower() == ".svg"
    data = _bytes(path, MAX_SVG_BYTES if is_svg else MAX_BITMAP_BYTES)
    if isinstance(data, ImageProblem) or not is_svg:
        return _Read(data if isinstance(data, ImageProblem) else bitmap.read(data, path.name))
    read, found = _svg(data, path)
    diagnostics.add(found)
    return read


def _bytes(path: Path, limit: int) -> bytes | ImageProblem:
    try:
        return files.read(path, limit)
    except files.TooLargeError:
        return ImageProblem("file-too-large", f"{path.name} is larger than {limit // 1000} kB")
    except OSError as error:
        return ImageProblem("unreadable-file", f"cannot read {path}: {error.strerror or error}")


@lru_cache(maxsize=1000)
def _svg(data: bytes, path: Path) -> tuple[_Read, tuple[Diagnostic, ...]]:
    """An SVG file as `svg.read` draws it, with its faults. The same bytes are read once."""
    from pnp.graphics import raster, svg

    diagnostics = Diagnostics()
    drawing = svg.read(data, path, diagnostics)
    if drawing:
        return _Read(drawing, frozenset(_colours(drawing.items))), tuple(diagnostics)
    if raster.read(data, path, Diagnostics()):
        way = f"or have it printed as pixels, with 'rasterise: [{path.name}]' in kit.yaml"
        return _Read(None), tuple(diagnostic._replace(hints=(*diagnostic.hints, way)) for diagnostic in diagnostics)
    return _Read(None), tuple(diagnostics)


def _colours(items: tuple[Item, ...]) -> Iterator[str]:
    """The colours of an SVG drawing, which is shapes in groups."""
    for item in items:
        if isinstance(item, Group):
            yield from _colours(item.items)
        elif isinstance(item, Outline):
            yield from (colour for colour in (item.fill, item.stroke and item.stroke.colour) if colour)


def _swapped(items: tuple[Item, ...], swaps: Swaps) -> tuple[Item, ...]:
    """The shapes in other colours; shapes without any paint are left out."""
    found: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            found.append(item._replace(items=_swapped(item.items, swaps)))
        elif isinstance(item, Outline):
            fill = swaps.get(item.fill, item.fill) if item.fill else None
            pen = swaps.get(item.stroke.colour, item.stroke.colour) if item.stroke else None
            stroke = item.stroke._replace(colour=pen) if item.stroke and pen else None
            if fill or stroke:
                found.append(item._replace(fill=fill, stroke=stroke))
    return tuple(found)
