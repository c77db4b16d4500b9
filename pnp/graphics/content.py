"""The bytes of bitmap files, which are read when they are needed.

A kit may have hundreds of photos, and a drawing exists until the files of all sheets are written. So a drawing has the
`Content` of a file and not its bytes: where they are, and their digest. A file that has changed since it was checked
has another digest and is refused.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from pnp.diagnostics import files

RECENT = 4_000_000
"""The bytes of converted bitmaps that are kept in case they are needed again, and at least one bitmap."""

Parts = tuple[tuple[int, int], ...]
"""The starts and ends of parts of some bytes."""

_CHANGED = "this picture was changed while the program was running; run it again"


class Jpeg(NamedTuple):
    """What a PDF declares about a JPEG: width and height in pixels, channels, and length in bytes."""

    w: int
    h: int
    channels: int
    length: int


class Content(ABC):
    """The bytes of a PNG or JPEG file. Two contents with the same digest are equal."""

    def __init__(self, digest: str, jpeg: Jpeg | None = None) -> None:
        self.digest = digest
        """The SHA-256 of the bytes in hex; of a converted bitmap, that of its input and of the conversion's name."""
        self.jpeg = jpeg
        """The header of a JPEG file; None if it is unknown, and for other files."""

    @abstractmethod
    def read(self) -> bytes:
        """The bytes. Raises ChangedError if they are no longer those that were checked."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Content) and other.digest == self.digest

    def __hash__(self) -> int:
        return hash(self.digest)


class Kept(Content):
    """Bytes in memory, for a small bitmap or one that was drawn."""

    def __init__(self, data: bytes) -> None:
        super().__init__(hashlib.sha256(data).hexdigest())
        self._data = data

    def read(self) -> bytes:
        return self._data


class Stored(Content):
    """Parts of a file: a JPEG's metadata are left out. `data` are all bytes of the file.

    The file is read again each time.
    """

    def __init__(self, path: Path, data: bytes, parts: Parts, jpeg: Jpeg | None = None) -> None:
        super().__init__(hashlib.sha256(joined(data, parts)).hexdigest(), jpeg)
        self._path, self._length, self._parts = path.absolute(), len(data), parts

    def read(self) -> bytes:
        try:
            data = joined(files.read(self._path, self._length), self._parts)
        except OSError as error:
            raise files.ChangedError(0, _CHANGED, str(self._path)) from error
        if hashlib.sha256(data).hexdigest() != self.digest:
            raise files.ChangedError(0, _CHANGED, str(self._path))
        return data


class Converted(Content):
    """A bitmap that is converted when it is read.

    `name` distinguishes one conversion from all others. It changes when what the conversion makes changes.
    """

    def __init__(self, content: Content, convert: Callable[[bytes], bytes], name: str) -> None:
        super().__init__(hashlib.sha256(f"{name} {content.digest}".encode()).hexdigest())
        self._content, self._convert = content, convert

    def read(self) -> bytes:
        data = _recent.get(self.digest)
        if data is None:
            data = self._convert(self._content.read())
            _keep(self.digest, data)
        return data


_recent: dict[str, bytes] = {}
"""The bitmaps that were converted last, by digest: a small picture may be in every file of a build."""
_keeping = Lock()


def _keep(digest: str, data: bytes) -> None:
    """Keep a converted bitmap in place of the oldest ones."""
    with _keeping:
        _recent[digest] = data
        while len(_recent) > 1 and sum(map(len, _recent.values())) > RECENT:
            del _recent[next(iter(_recent))]


def joined(data: bytes, parts: Parts) -> bytes:
    """Parts of some bytes, without a copy if they are all of them."""
    return data if parts == ((0, len(data)),) else b"".join(data[start:end] for start, end in parts)
