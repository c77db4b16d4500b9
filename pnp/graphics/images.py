"""Find and read picture files: SVG as vectors, PNG, JPEG, WebP and AVIF as bitmaps.

Only a kit's folders are searched; names and links that lead out of them are errors. Pictures are matched by file name
without the suffix: `swerve.png` in an overlay replaces `swerve.svg` in its base.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import islice
from pathlib import Path

from pnp.diagnostics import Diagnostic, Diagnostics, Span, did_you_mean
from pnp.diagnostics.files import composed
from pnp.diagnostics.growing import Growing
from pnp.graphics import picture_files, svg
from pnp.graphics.bitmap import ImageProblem
from pnp.graphics.drawing import CURRENT, Drawing, Item, mapped
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.geometry import Size
from pnp.graphics.gradient import Fill
from pnp.graphics.picture_files import RenderableSvg

MAX_NAME = 80
"""The maximum length of a name, because systems differ in their limits."""

SUFFIXES = (".svg", ".png", ".jpg", ".jpeg", ".webp", ".avif")
"""The suffixes of pictures, in the order of precedence within a folder."""
_UNREAD = (".heic", ".heif", ".tif", ".tiff", ".gif", ".bmp", ".psd", ".pdf")
"""The suffixes of pictures that are not read."""

Swaps = Mapping[str, str | None]
"""Replacements for colours of drawings; None removes the paint."""


def vectors(data: bytes, path: Path) -> Drawing | None:
    """The drawing of an SVG file's data; None if it is wrong or cannot be drawn exactly. Errors call it `path`."""
    diagnostics = Diagnostics()
    found = svg.read(data, path, diagnostics)
    return found if isinstance(found, Drawing) and not diagnostics else None


class Gallery(Growing):
    """The pictures of a kit. Each file is read once.

    `swaps` replaces colours of SVG files, also by `currentColor`. `icons` maps the names of icons, as `:name:`, to
    files. `rasterised` are patterns of the names of SVG files that are converted to pixels on purpose; those with
    features that only pixels have are converted with a warning. `dpi` is their resolution in pixels per inch. `said`
    maps files to alternative texts; the default is the title in the file. Bitmaps of kits that were not installed are
    `confined`: decoded in the child process.
    """

    NOTES = ("_own_words", "_files", "_read", "_painted", "_sources", "_rendered")

    def __init__(
        self,
        folders: list[Path],
        diagnostics: Diagnostics,
        swaps: Swaps | None = None,
        rasterised: Sequence[str] = (),
        icons: Mapping[str, str] | None = None,
        said: Mapping[str, str] | None = None,
        dpi: float = 300.0,
        *,
        confined: bool = True,
    ) -> None:
        self._folders = folders
        self._diagnostics = diagnostics
        self._swaps = swaps or {}
        self._rasterised = rasterised
        self._dpi, self._confined = dpi, confined
        self._icons = icons or {}
        self._said = said or {}
        self._own_words: dict[Path, str] = {}
        self._stems: dict[Path, dict[tuple[str, str], list[str]]] = {}
        self._there: dict[Path, dict[str, str]] = {}
        self._inside: dict[Path, bool] = {}
        self._files: dict[str, Path | ImageProblem] = {}
        self._read: dict[Path, picture_files.ReadFile] = {}
        self._painted: dict[tuple[Path, str | None], Drawing] = {}
        self._sources: dict[Path, RenderableSvg | ImageProblem | None] = {}
        self._rendered: dict[tuple[Path, str, float | None], Drawing | ImageProblem | None] = {}

    def files(self) -> list[Path]:
        """The files used so far, sorted."""
        return sorted({path for path in self._files.values() if isinstance(path, Path)})

    def has(self, name: str) -> bool:
        """Whether there is a picture of that name, valid or not."""
        file = self._file(name)
        return isinstance(file, Path) or file.code != "missing-art"

    def finds(self, name: str) -> bool:
        """Whether a file is used for that name."""
        return isinstance(self._file(name), Path)

    def alike(self, name: str) -> list[Path]:
        """The files that match a name in the order of precedence; the first one is used."""
        if not self.finds(name):
            return []
        file = composed(self._icons.get(name, name))
        return [path for folder in self._folders for path in self._within(folder, file) if self._is_own(path)]

    def drawing(
        self,
        name: str,
        span: Span,
        colour: str = "#000000",
        scale: Callable[[Size], float] | None = None,
        *,
        on_card: bool = False,
    ) -> Drawing | None:
        """The picture of that name, with `colour` for its `currentColor`; None, with an error, if there is none.

        `scale` returns, for the size of a picture, the mm per unit at which it is printed. With `on_card` it is
        a card's own picture, so the error is about the card.
        """
        path = self._file(name)
        if isinstance(path, ImageProblem):
            drawing: Drawing | ImageProblem | None = path
        elif self._needs_pixels(path):
            drawing = self._pixels(path, colour, scale)
        else:
            drawing = self._drawn(path, colour)
        for warning in self._read[path].warnings if isinstance(path, Path) and path in self._read else ():
            found = Diagnostic(span, "warning", warning.code, warning.message, warning.hints)
            self._diagnostics.add([found])
        if isinstance(drawing, ImageProblem):
            self._diagnostics.error(span, drawing.code, drawing.message, *drawing.hints, on_card=on_card)
            return None
        return drawing

    def colours(self) -> frozenset[str]:
        """The colours in the SVG files used so far, before replacement."""
        return frozenset().union(*(picture.colours for picture in self._read.values()))

    def is_painted(self, name: str) -> bool:
        """Whether a picture that was drawn has `currentColor`."""
        path = self._file(name)
        if not isinstance(path, Path) or path in self._sources:
            source = self._sources.get(path) if isinstance(path, Path) else None
            return isinstance(source, picture_files.RenderableSvg) and source.coloured
        return path in self._read and any(self._swaps.get(one, one) == CURRENT for one in self._read[path].colours)

    def svg_files(self, pattern: str = "*.svg") -> list[str]:
        """The SVG files, from the kit's folders, that match a name or a pattern with `*`, `?` or `[…]`."""
        if not _stays_inside(pattern):
            return []
        places = [(folder / pattern).parent for folder in self._folders]
        found = (place / name for place in places for name in self._listed(place))
        return [path.name for path in found if self._matches(path, pattern) and self._is_own(path)]

    def _matches(self, path: Path, pattern: str) -> bool:
        """Whether a file is an SVG of that name or pattern, relative to a folder; `*` matches no slash."""
        names = (path.relative_to(folder).as_posix() for folder in self._folders if path.is_relative_to(folder))
        slashes = pattern.count("/")
        return path.suffix.lower() == ".svg" and any(
            name.count("/") == slashes and fnmatchcase(name, pattern) for name in names
        )

    def _needs_pixels(self, path: Path) -> bool:
        """Whether a file is converted to pixels, on purpose or because of its features."""
        if any(self._matches(path, pattern) for pattern in self._rasterised):
            return True
        return path.suffix.lower() == ".svg" and isinstance(self._loaded(path).drawing, svg.NeedsPixels)

    def _loaded(self, path: Path) -> picture_files.ReadFile:
        if path not in self._read:
            loaded, used, warnings = picture_files.load(path, self._diagnostics, confined=self._confined)
            drawing = loaded if isinstance(loaded, svg.NeedsPixels) else self._with_alt(path, loaded)
            self._read[path] = picture_files.ReadFile(drawing, used, warnings)
        return self._read[path]

    def _drawn(self, path: Path, colour: str) -> Drawing | ImageProblem | None:
        drawing, colours, _ = self._loaded(path)
        if isinstance(drawing, svg.NeedsPixels):
            return None
        if not isinstance(drawing, Drawing):
            return drawing
        varies = any(self._swaps.get(one, one) == CURRENT for one in colours)
        key = (path, colour if varies else None)
        if key not in self._painted:
            paints = {old: colour if new == CURRENT else new for old, new in self._swaps.items()} | {CURRENT: colour}
            swaps = {old: paints[old] for old in sorted(colours & paints.keys())}
            self._painted[key] = replace(drawing, items=_swapped(drawing.items, swaps)) if swaps else drawing
        return self._painted[key]

    def _pixels(self, path: Path, colour: str, scale: Callable[[Size], float] | None) -> Drawing | ImageProblem | None:
        if path not in self._sources:
            data = picture_files.content(path, picture_files.MAX_SVG_BYTES)
            self._sources[path] = (
                data if isinstance(data, ImageProblem) else picture_files.read(data, path, self._diagnostics)
            )
        source = self._sources[path]
        if not isinstance(source, picture_files.RenderableSvg):
            return source
        key = (path, colour if source.coloured else "", round(scale(source.size), 4) if scale else None)
        if key not in self._rendered:
            drawn = picture_files.draw(source, path.stem, key[1], key[2], self._dpi, self._diagnostics)
            self._rendered[key] = self._with_alt(path, drawn)
            if drawn is None:  # do not try it again at other sizes
                self._sources[path] = None
        return self._rendered[key]

    def own_words(self) -> dict[Path, str]:
        """The alternative texts of pictures that come from their own files."""
        return dict(sorted(self._own_words.items()))

    def _with_alt(self, path: Path, drawing: Drawing | ImageProblem | None) -> Drawing | ImageProblem | None:
        """A drawing with the kit's alternative text, if there is one."""
        if isinstance(drawing, Drawing) and path.name in self._said:
            return replace(drawing, alt=self._said[path.name])
        if isinstance(drawing, Drawing) and drawing.alt:
            self._own_words[path] = drawing.alt
        return drawing

    def _file(self, name: str) -> Path | ImageProblem:
        name = composed(self._icons.get(name, name))
        if name not in self._files:
            self._files[name] = self._find(name)
        return self._files[name]

    def _find(self, name: str) -> Path | ImageProblem:
        if problem := _misnamed(name):
            return problem
        links_out = False
        for folder in self._folders:
            for path in self._within(folder, name):
                if self._is_own(path):
                    return path
                links_out = True
        if links_out:
            return ImageProblem(
                "outside-path", f"{name!r} is a link to a file outside the kit", ("copy the file into the kit",)
            )
        near = self._further_in(name) or self._of_another_kind(name)
        near = near or self._near(name)
        return ImageProblem("missing-art", f"there is no picture {name!r}", (near, "looked beside the kit and in art/"))

    def _near(self, name: str) -> str:
        """A hint that names a picture with almost this name, also without the suffix: many have the same."""
        hint = did_you_mean(name, self._names(whole=_is_whole(name)))
        stem, near = (
            one.rpartition(".")[0] if _is_whole(one) else one for one in (name, hint[len("did you mean '") : -2])
        )
        return hint if hint and did_you_mean(stem, [near]) else ""

    def _further_in(self, name: str) -> str:
        """A hint that names the picture of that name in a folder below; empty if there is none."""
        found = next((path for one in self._below for path in self._within(one, name) if self._is_own(path)), None)
        return f"there is {found.parent.name}/{found.name}: write its folder, too" if found else ""

    def _of_another_kind(self, name: str) -> str:
        """A hint about a picture of that name in a format that is not read; empty if there is none."""
        stem = name.rpartition(".")[0] if _is_whole(name) else name
        files = (file for folder in self._folders for file in self._listed(folder))
        found = next((file for file in files if Path(file).stem == stem and is_unread(file)), "")
        if found:
            return f"there is {found}, a kind of picture that is not read: export it as JPEG or PNG"
        return "pictures of this kind are not read: export it as JPEG or PNG" if is_unread(name) else ""

    def _within(self, folder: Path, name: str) -> Iterator[Path]:
        """The files in a folder that match a name: the exact name first, then other suffixes."""
        path = folder / name
        there = self._listed(path.parent)
        stem = path.stem if _is_whole(name) else path.name
        wanted = [path.name] * (path.name in there)
        for suffix in SUFFIXES:
            others = (other for other in self._by_stem(path.parent).get((stem, suffix), ()) if other != path.name)
            wanted += islice(others, 1)
        found = (path.with_name(there[file]) for file in wanted)
        yield from filter(os.path.isfile, found)  # unlike is_file, it does not raise PermissionError

    def _is_own(self, path: Path) -> bool:
        """Whether a file is in one of the kit's folders after links are followed."""
        try:
            return self._is_inside(path if path.is_symlink() else path.parent)
        except (OSError, RuntimeError):  # a loop of links
            return False

    def _is_inside(self, place: Path) -> bool:
        """Whether a folder or a link is in one of the kit's folders after links are followed, memoised."""
        if place not in self._inside:
            own = place.resolve()
            self._inside[place] = any(own.is_relative_to(folder.resolve()) for folder in self._folders)
        return self._inside[place]

    def _listed(self, folder: Path) -> dict[str, str]:
        """The names in a folder, composed, with those on the disk. They are compared exactly even on systems that
        ignore case."""
        if folder not in self._there:
            try:
                self._there[folder] = {composed(name): name for name in sorted(path.name for path in folder.iterdir())}
            except OSError:  # it does not exist, or may not be read
                self._there[folder] = {}
        return self._there[folder]

    def _by_stem(self, folder: Path) -> dict[tuple[str, str], list[str]]:
        """The pictures in a folder by their names without suffix, and their suffix in small letters."""
        if folder not in self._stems:
            stems: dict[tuple[str, str], list[str]] = {}
            for name in filter(_is_whole, self._listed(folder)):
                stem, dot, suffix = name.rpartition(".")
                stems.setdefault((stem, f"{dot}{suffix.lower()}"), []).append(name)
            self._stems[folder] = stems
        return self._stems[folder]

    @cached_property
    def _below(self) -> list[Path]:
        return [entry for folder in self._folders for entry in sorted(folder.glob("*/"))]

    def _names(self, *, whole: bool) -> list[str]:
        return [composed(path.name if whole else path.stem) for path in self._pictures]

    @cached_property
    def _pictures(self) -> list[Path]:
        """All pictures of the kit."""
        paths = (folder / name for folder in self._folders for name in self._listed(folder).values())
        return [path for path in paths if path.suffix.lower() in SUFFIXES and self._is_own(path)]


def is_unread(name: str) -> bool:
    """Whether a file is, by its name, a picture of a kind that is not read."""
    return name.lower().endswith(_UNREAD)


def _is_whole(name: str) -> bool:
    return name.lower().endswith(SUFFIXES)


def _misnamed(name: str) -> ImageProblem | None:
    if len(name) > MAX_NAME or not name.isprintable():
        hint = f"names have at most {MAX_NAME} printable characters"
        return ImageProblem("missing-art", f"{name[:MAX_NAME]!r} is not a valid name of a picture", (hint,))
    if len(name) > 2 and name[0] == name[-1] == ":":
        hint = f"add it to kit.yaml: 'icons: {{{name[1:-1]}: FILE.svg}}'"
        return ImageProblem("unknown-icon", f"there is no icon {name[1:-1]!r}", (hint,))
    if not _stays_inside(name):
        hint = "name a file in the kit's own folder or in art/"
        return ImageProblem("outside-path", f"{name!r} is outside the kit's folder", (hint,))
    return None


def _stays_inside(name: str) -> bool:
    parts = re.split(r"[\\/]", name)
    return bool(name) and ".." not in parts and not name.startswith(("/", "\\")) and ":" not in name


def _swapped(items: tuple[Item, ...], swaps: Swaps) -> tuple[Item, ...]:
    """Shapes with their colours replaced; shapes without paint are removed."""

    def swapped(item: Item) -> tuple[Item, ...]:
        if not isinstance(item, Outline):
            return (item,)
        fill = _swapped_fill(item.fill, swaps) if item.fill else None
        pen = swaps.get(item.stroke.colour, item.stroke.colour) if item.stroke else None
        stroke = item.stroke._replace(colour=pen) if item.stroke and pen else None
        return (item._replace(fill=fill, stroke=stroke),) if fill or stroke else ()

    return mapped(items, swapped)


def _swapped_fill(fill: Fill, swaps: Swaps) -> Fill | None:
    """A fill with its colours replaced. A gradient is without those that are replaced by nothing."""
    if isinstance(fill, str):
        return swaps.get(fill, fill)
    stops = ((share, swaps.get(paint, paint)) for share, paint in fill.stops)
    kept = tuple((share, paint) for share, paint in stops if paint)
    return fill._replace(stops=kept) if kept else None
