"""Picture files -> drawings: SVG stays vector, PNG and JPEG are taken as they are.

Files are looked for in a few folders and nowhere else; a name that leads out of them is refused.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from pnp import svg
from pnp.drawing import Drawing, Picture
from pnp.geometry import Rect, Size
from pnp.source import Faults, Span, did_you_mean

MAX_SVG_BYTES = 1_000_000
MAX_BITMAP_BYTES = 30_000_000
MAX_PIXELS = 60_000_000
MAX_NAME = 80
"""Longer names are no names of files; systems differ in what they make of them."""


class Gallery:
    """The pictures of a kit, each file read once: looked for beside the kit's data, then in the art folders."""

    def __init__(self, folders: list[Path], faults: Faults) -> None:
        self._folders = folders
        self._faults = faults
        self._files: dict[str, Path] = {}
        self._drawings: dict[tuple[Path, str], Drawing | None] = {}
        self._uncoloured: dict[Path, Drawing | None] = {}

    def files(self) -> list[Path]:
        """The files that were asked for and found, in a stable order."""
        return sorted(set(self._files.values()))

    def drawing(self, name: str, span: Span, colour: str = "#000000") -> Drawing | None:
        """The picture of that name, its `currentColor` being `colour`; None with a fault where there is none."""
        path = self._files.get(name) or self._find(name, span)
        if path is None:
            return None
        self._files[name] = path
        if path in self._uncoloured:
            return self._uncoloured[path]
        key = (path, colour)
        if key not in self._drawings:
            drawing, coloured = _load(path, colour, span, self._faults)
            if not coloured:
                self._uncoloured[path] = drawing
            self._drawings[key] = drawing
        return self._drawings[key]

    def _find(self, name: str, span: Span) -> Path | None:
        if not _stays_inside(name):
            self._faults.error(
                span, "outside-path", f"{name!r} leads out of the kit", "name a file in the kit's own folder or in art/"
            )
            return None
        for folder in self._folders:
            path = folder / name
            if path.is_file():
                if path.resolve().is_relative_to(folder.resolve()):
                    return path
                self._faults.error(span, "outside-path", f"{name!r} is a link out of the kit", "copy the file itself")
                return None
        near = did_you_mean(name, self._names())
        self._faults.error(
            span, "missing-art", f"there is no picture {name!r}", near, "looked beside the kit and in art/"
        )
        return None

    def _names(self) -> list[str]:
        kinds = {".svg", ".png", ".jpg", ".jpeg"}
        return [p.name for folder in self._folders if folder.is_dir() for p in folder.iterdir() if p.suffix in kinds]


def _stays_inside(name: str) -> bool:
    parts = re.split(r"[\\/]", name)
    return (
        0 < len(name) <= MAX_NAME
        and name.isprintable()
        and ".." not in parts
        and not name.startswith(("/", "\\"))
        and ":" not in name
    )


def _load(path: Path, colour: str, span: Span, faults: Faults) -> tuple[Drawing | None, bool]:
    """The picture, and whether it looks different in another colour."""
    suffix = path.suffix.lower()
    limit = MAX_SVG_BYTES if suffix == ".svg" else MAX_BITMAP_BYTES
    try:
        with path.open("rb") as stream:
            data = stream.read(limit + 1)
    except OSError as error:
        faults.error(span, "unreadable-file", f"cannot read {path}: {error.strerror or error}")
        return None, False
    if len(data) > limit:
        faults.error(span, "file-too-large", f"{path.name} is larger than {limit // 1000} kB")
        return None, False
    if suffix == ".svg":
        return svg.read(data, path, colour, faults), b"currentColor" in data
    return _bitmap(data, path, span, faults), False


def _bitmap(data: bytes, path: Path, span: Span, faults: Faults) -> Drawing | None:
    """A PNG or JPEG as a drawing one millimetre to the pixel; whoever places it scales it."""
    from PIL import Image, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = None  # the limit here is our own, and lower
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
            width, height = image.size
            if width * height > MAX_PIXELS:
                said = f"{path.name} has {width} × {height} pixels"
                faults.error(span, "picture-too-large", said, "600 dpi are enough")
                return None
            image.load()  # all of it, so that a file that breaks off is a fault here and not in the PDF
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        faults.error(span, "bad-picture", f"{path.name} is not a picture that can be read", "use SVG, PNG or JPEG")
        return None
    picture = Picture(Rect(0, 0, width, height), data, (width, height))
    return Drawing(path.name, Size(width, height), (picture,))
