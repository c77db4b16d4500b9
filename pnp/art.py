"""Picture files -> drawings: SVG stays vector, PNG and JPEG are taken as they are.

Files are looked for in a few folders and nowhere else; a name or a link that leads out of them is refused.
"""

from __future__ import annotations

import io
import re
import struct
import warnings
import zlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pnp import svg
from pnp.drawing import Drawing, Picture
from pnp.geometry import Rect, Size
from pnp.source import Diagnostic, Faults, Span, did_you_mean

MAX_SVG_BYTES = 1_000_000
MAX_BITMAP_BYTES = 30_000_000
MAX_PIXELS = 60_000_000
MAX_NAME = 80
"""Longer names are no names of files; systems differ in what they make of them."""

_KINDS = {".svg", ".png", ".jpg", ".jpeg"}
# What Pillow is known to raise, and what its parts may raise, when a file is broken.
_BROKEN = (
    OSError, ValueError, SyntaxError, LookupError, TypeError, ArithmeticError, EOFError, struct.error, zlib.error,
    MemoryError,
)  # fmt: skip


class _Lack(NamedTuple):
    """Why there is no drawing; to be said at every place that names the picture."""

    code: str
    message: str
    hints: tuple[str, ...] = ()


class Gallery:
    """The pictures of a kit, each file read once: looked for beside the kit's data, then in the art folders."""

    def __init__(self, folders: list[Path], faults: Faults) -> None:
        self._folders = folders
        self._faults = faults
        self._files: dict[str, Path | _Lack] = {}
        self._drawings: dict[tuple[Path, str], Drawing | _Lack | None] = {}
        self._uncoloured: dict[Path, Drawing | _Lack | None] = {}

    def files(self) -> list[Path]:
        """The files that were asked for and found, in a stable order."""
        return sorted({path for path in self._files.values() if isinstance(path, Path)})

    def drawing(self, name: str, span: Span, colour: str = "#000000") -> Drawing | None:
        """The picture of that name, its `currentColor` being `colour`; None with a fault where there is none."""
        if name not in self._files:
            self._files[name] = self._find(name)
        path = self._files[name]
        drawing = path if isinstance(path, _Lack) else self._read(path, colour)
        if isinstance(drawing, _Lack):
            self._faults.error(span, drawing.code, drawing.message, *drawing.hints)
            return None
        return drawing

    def _read(self, path: Path, colour: str) -> Drawing | _Lack | None:
        if path in self._uncoloured:
            return self._uncoloured[path]
        key = (path, colour)
        if key not in self._drawings:
            drawing, coloured = _load(path, colour, self._faults)
            if not coloured:
                self._uncoloured[path] = drawing
            self._drawings[key] = drawing
        return self._drawings[key]

    def _find(self, name: str) -> Path | _Lack:
        if len(name) > MAX_NAME or not name.isprintable():
            hint = f"names have up to {MAX_NAME} signs that can be printed"
            return _Lack("missing-art", f"{name[:MAX_NAME]!r} is no name of a picture", (hint,))
        if not _stays_inside(name):
            hint = "name a file in the kit's own folder or in art/"
            return _Lack("outside-path", f"{name!r} leads out of the kit", (hint,))
        links_out = False
        for folder in self._folders:
            path = folder / name
            try:
                if path.is_file():
                    if _lies_in(folder, path):
                        return path
                    links_out = True
            except OSError:  # a folder that is closed to us: it is not there
                continue
        if links_out:
            return _Lack("outside-path", f"{name!r} is a link out of the kit", ("copy the file itself",))
        near = did_you_mean(name, self._names())
        return _Lack("missing-art", f"there is no picture {name!r}", (near, "looked beside the kit and in art/"))

    def _names(self) -> list[str]:
        names: list[str] = []
        for folder in self._folders:
            try:
                names += [p.name for p in folder.iterdir() if p.suffix in _KINDS and _lies_in(folder, p)]
            except OSError:
                continue
        return names


def _stays_inside(name: str) -> bool:
    parts = re.split(r"[\\/]", name)
    return bool(name) and ".." not in parts and not name.startswith(("/", "\\")) and ":" not in name


def _lies_in(folder: Path, path: Path) -> bool:
    """Whether a file is in a folder still when all links are followed."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except RuntimeError:  # links in a circle
        return False


def _load(path: Path, colour: str, faults: Faults) -> tuple[Drawing | _Lack | None, bool]:
    """The picture, and whether it looks different in another colour; None if an SVG file's own faults are told."""
    is_svg = path.suffix.lower() == ".svg"
    limit = MAX_SVG_BYTES if is_svg else MAX_BITMAP_BYTES
    try:
        with path.open("rb") as stream:
            data = stream.read(limit + 1)
    except OSError as error:
        return _Lack("unreadable-file", f"cannot read {path}: {error.strerror or error}"), False
    if len(data) > limit:
        return _Lack("file-too-large", f"{path.name} is larger than {limit // 1000} kB"), False
    if not is_svg:
        return _bitmap(data, path.name), False
    drawing, coloured, found = _svg(data, path, colour)
    faults.add(found)
    return drawing, coloured


@lru_cache(maxsize=1000)
def _svg(data: bytes, path: Path, colour: str) -> tuple[Drawing | None, bool, tuple[Diagnostic, ...]]:
    """As `svg.read`, with its faults; the same bytes are read once, however often a kit is drawn."""
    faults = Faults()
    return *svg.read(data, path, colour, faults), tuple(faults)


def _bitmap(data: bytes, name: str) -> Drawing | _Lack:
    """A PNG or JPEG as a drawing one millimetre to the pixel; whoever places it scales it.

    It is unpacked once to know that it can be, and that only when its size allows: a small file may hold a
    picture that fills the memory. So Pillow's own ways to open a file, which only warn of that, are not taken.
    """
    from PIL.JpegImagePlugin import JpegImageFile
    from PIL.PngImagePlugin import PngImageFile

    is_jpeg = data.startswith(b"\xff\xd8")
    try:
        with warnings.catch_warnings(), (JpegImageFile if is_jpeg else PngImageFile)(io.BytesIO(data)) as image:
            warnings.simplefilter("ignore")
            size = width, height = image.size
            if width * height > MAX_PIXELS:
                message = f"{name} has {width} × {height} pixels"
                return _Lack("picture-too-large", message, ("600 dpi are enough",))
            image.load()
            plain = _is_plain_jpeg(data) if is_jpeg else _is_plain_png(image.mode, "transparency" in image.info)
    except _BROKEN:
        return _Lack("bad-picture", f"{name} is not a picture that can be read", ("use SVG, PNG or JPEG",))
    if not plain:
        return _Lack(
            "bad-picture", f"{name} is of a rare kind that is not drawn", ("save it as a PNG of 24 or 32 bits",)
        )
    return Drawing(name, Size(*size), (Picture(Rect(0, 0, *size), data, size),))


def _is_plain_png(mode: str, transparent: bool) -> bool:
    """Whether the PDF shows it as it is: not 16 bits of grey, nor a single colour that stands for transparency."""
    return mode in ("1", "L", "LA", "P", "RGB", "RGBA") and (mode == "P" or not transparent)


def _is_plain_jpeg(data: bytes) -> bool:
    """Whether it is baseline or progressive, which is what a PDF may hold as it is."""
    at = 2
    while data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xCC):
            return marker <= 0xC2
        if marker == 0xE0 and length < 14:
            return False
        at += 2 + length
    return False
