"""PDF files whose images are read when the file is written, so that a file with many photos is never in memory.

pypdf writes all else into a `PdfFrame`, and an image leaves a hole in it. The `FinishedPdf` fills the holes, one after
another, whenever its bytes are wanted.
"""

from __future__ import annotations

import hashlib
import io
import weakref
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from pypdf.generic import DictionaryObject, NameObject, NumberObject, StreamObject

from pnp import writing

IN_MEMORY = 4_000_000
"""The bytes of converted images of one file that stay in memory; more are in a temporary file."""


class Filling(Protocol):
    """Bytes that are read each time they are needed. It must always be the same bytes."""

    @property
    def length(self) -> int:
        """The number of bytes."""

    def read(self) -> bytes:
        """The bytes. Raises OSError."""


Hole = tuple[int, Filling]
"""A place in the bytes of a frame, and what is to be inserted there."""


class PdfFrame(io.BytesIO):
    """A PDF file while it is written, without the bytes of its images. Places in it are those in the whole file."""

    def __init__(self) -> None:
        super().__init__()
        self.holes: list[Hole] = []
        self._filled = 0

    def tell(self) -> int:
        """The place in the whole file."""
        return super().tell() + self._filled

    def leave(self, filling: Filling) -> None:
        """Leave a hole here for some bytes."""
        self.holes.append((super().tell(), filling))
        self._filled += filling.length


def filled(frame: bytes | memoryview, holes: Iterable[Hole]) -> Iterator[bytes | memoryview]:
    """The bytes of a frame with its holes filled, one after another. Raises OSError if a picture cannot be read."""
    at = 0
    for place, filling in holes:
        yield frame[at:place]
        yield filling.read()
        at = place
    yield frame[at:]


def digest(frame: bytes | memoryview, holes: Iterable[Hole]) -> str:
    """The SHA-256 in hex of a frame with its holes filled. Raises OSError if a picture cannot be read."""
    content = hashlib.sha256()
    for chunk in filled(frame, holes):
        content.update(chunk)
    return content.hexdigest()


class FinishedPdf(NamedTuple):
    """A finished file: its frame and the holes in it."""

    frame: bytes
    holes: Sequence[Hole] = ()

    def chunks(self) -> Iterator[bytes | memoryview]:
        """The bytes in order. Raises OSError if a picture cannot be read."""
        return filled(self.frame, self.holes)

    def digest(self) -> str:
        """The SHA-256 of all bytes in hex. Raises OSError if a picture cannot be read."""
        return digest(self.frame, self.holes)

    def read(self) -> bytes:
        """All bytes, in memory. Raises OSError if a picture cannot be read."""
        return b"".join(self.chunks())


class Image(StreamObject):
    """An image of a PDF, whose bytes are not in memory. It can be written into a `PdfFrame` only."""

    def __init__(self, filling: Filling) -> None:
        super().__init__()
        self._filling = filling

    def write_to_stream(self, stream: Any) -> None:
        """Write the object, with a hole for its bytes."""
        self[NameObject("/Length")] = NumberObject(self._filling.length)
        DictionaryObject.write_to_stream(self, stream)
        stream.write(b"\nstream\n")
        stream.leave(self._filling)
        stream.write(b"\nendstream")


class _Slice(NamedTuple):
    """Some bytes of a scratch file."""

    scratch: Scratch
    start: int
    length: int

    def read(self) -> bytes:
        return self.scratch.read(self.start, self.length)


class Scratch:
    """Bytes that are needed until the file is written: a few in memory, many in a temporary file without a name."""

    def __init__(self) -> None:
        # It is open as long as this object exists, so there is no block that could close it.
        self._file = writing.scratch_file(IN_MEMORY)
        weakref.finalize(self, self._file.close)

    def keep(self, data: bytes) -> Filling:
        """Keep some bytes. Raises OSError if there is no room for the temporary file."""
        start = self._file.seek(0, io.SEEK_END)
        try:
            self._file.write(data)
        except OSError as error:
            raise OSError(error.errno, f"no temporary file: {error.strerror}", writing.scratch_place()) from error
        return _Slice(self, start, len(data))

    def read(self, start: int, length: int) -> bytes:
        self._file.seek(start)
        return self._file.read(length)
