"""Read objects of a git repository (commits, tags, trees and blobs) by their hashes.

dulwich parses the formats. Sizes are checked here before unpacking, because a few kilobytes of an untrusted repository
may unpack to terabytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import IO, Self

from dulwich.object_format import DEFAULT_OBJECT_FORMAT
from dulwich.objects import ObjectID, RawObjectID, ShaFile, hex_to_sha, object_class, sha_to_hex, valid_hexsha
from dulwich.pack import PackData, PackIndex, apply_delta, load_pack_index_file

from pnp.diagnostics import files

MAX_OBJECT = 50_000_000
"""The largest object that is unpacked, bytes."""
MAX_TOTAL = 1_000_000_000
"""Maximum bytes unpacked from one repository in all."""
_MAX_CHAIN = 4096
"""Maximum length of a chain of deltas, as in git."""
_HEADER = 64
"""An upper bound for the size of an object's header, bytes."""


class HistoryError(LookupError):
    """An earlier state of a kit cannot be found or read; the message says why."""


class OversizeError(HistoryError):
    """An object is too large to be unpacked."""


@contextmanager
def damage_reported(folder: Path) -> Iterator[None]:
    """Turn any exception for damaged data into a HistoryError."""
    try:
        yield
    except HistoryError:
        raise
    except Exception as error:  # dulwich raises anything for damaged data
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise HistoryError(f"the git repository in {folder} is damaged, or of an unknown format ({reason})") from error


class Objects:
    """The object store of a repository, its `objects` folder. Use it in a `with` block."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open = ExitStack()
        self._left = MAX_TOTAL

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def get(self, name: ObjectID) -> ShaFile:
        """Return the object with a hash, in hex. Raises HistoryError if it is absent, damaged or too large."""
        content = self.find(name)
        if content is None:
            message = f"object {name.decode()} is not in the git repository in {self._folder.parent}"
            raise HistoryError(f"{message}: it is a partial or shallow clone, or borrows from another repository")
        return content

    def find(self, name: ObjectID) -> ShaFile | None:
        """Like `get`, but None if the object is absent."""
        with damage_reported(self._folder.parent):
            content = self._from_packs(name) or self._loose(name)
            return ShaFile.from_raw_string(*content, verify_sha=name) if content else None

    def beginning(self, start: bytes) -> set[ObjectID]:
        """The hashes that begin with `start`, at least two hex digits."""
        with damage_reported(self._folder.parent):
            hashes = {sha_to_hex(raw) for pack in self._packs for raw in pack.index.iter_prefix(_whole_bytes(start))}
            folder = self._folder / start[:2].decode()
            if folder.is_dir():
                hashes |= {ObjectID(start[:2] + path.name.encode()) for path in folder.iterdir()}
            return {name for name in hashes if name.startswith(start) and valid_hexsha(name)}

    def _loose(self, name: ObjectID) -> tuple[int, bytes] | None:
        """The type and content of a loose object."""
        path = self._folder / name[:2].decode() / name[2:].decode()
        try:
            packed = files.read(path, MAX_OBJECT)
        except FileNotFoundError:
            return None
        except files.TooLargeError:
            raise _oversize() from None
        unpacker = zlib.decompressobj()
        header, _, content = unpacker.decompress(packed, MAX_OBJECT + _HEADER).partition(b"\0")
        if unpacker.unconsumed_tail or len(content) > MAX_OBJECT:
            raise _oversize()
        self._charge(len(content))
        kind = object_class(header.partition(b" ")[0])
        if kind is None:
            raise ValueError(header[:_HEADER])
        return kind.type_num, content

    @cached_property
    def _packs(self) -> list[_Pack]:
        folder = self._folder / "pack"
        indexes = sorted(folder.glob("*.idx")) if folder.is_dir() else []
        return [_Pack(path, self._open) for path in indexes if path.with_suffix(".pack").exists()]

    def _from_packs(self, name: ObjectID) -> tuple[int, bytes] | None:
        """The type and content of a packed object."""
        for pack in self._packs:
            try:
                offset = pack.index.object_offset(hex_to_sha(name))
            except KeyError:
                continue
            return self._packed(pack, offset)
        return None

    def _packed(self, pack: _Pack, offset: int) -> tuple[int, bytes]:
        """The type and content of the object at an offset in a pack, with deltas applied."""
        deltas: list[bytes] = []
        while True:
            self._charge(pack.size(offset))
            piece = pack.data.get_unpacked_object_at(offset)
            content = b"".join(piece.decomp_chunks)
            if piece.delta_base is None:
                break
            deltas.append(content)
            if len(deltas) > _MAX_CHAIN or sum(map(len, deltas)) > 2 * MAX_OBJECT or piece.delta_base == 0:
                raise ValueError("deltas without an end")
            if isinstance(piece.delta_base, int):
                offset -= piece.delta_base
            else:
                offset = pack.index.object_offset(RawObjectID(piece.delta_base))
        for delta in reversed(deltas):
            self._charge(_result_size(delta))
            content = b"".join(apply_delta(content, delta))
        return piece.pack_type_num, content

    def _charge(self, size: int) -> None:
        """Count bytes before they are unpacked. Raises HistoryError beyond the limits."""
        if size > MAX_OBJECT:
            raise _oversize()
        self._left -= size
        if self._left < 0:
            raise HistoryError(f"the revision unpacks to more than {MAX_TOTAL // 1_000_000} MB")


class _Pack:
    """A pack and its index."""

    def __init__(self, path: Path, stack: ExitStack) -> None:
        self._path = path.with_suffix(".pack")
        self._stack = stack
        index = stack.enter_context(files.opened(path))
        self.index: PackIndex = load_pack_index_file(path, index, DEFAULT_OBJECT_FORMAT)
        stack.callback(self.index.close)

    @cached_property
    def _stream(self) -> IO[bytes]:
        return self._stack.enter_context(files.opened(self._path))

    @cached_property
    def data(self) -> PackData:
        data = PackData(self._path, DEFAULT_OBJECT_FORMAT, file=self._stream)
        self._stack.callback(data.close)
        return data

    def size(self, offset: int) -> int:
        """The unpacked size of the object or delta at an offset, from its header."""
        self._stream.seek(offset)
        first, *rest = self._stream.read(_HEADER)
        return (first & 0x0F) | (_number(BytesIO(bytes(rest))) << 4 if first & 0x80 else 0)


def _result_size(delta: bytes) -> int:
    """The size of a delta's result, its second number."""
    stream = BytesIO(delta[:_HEADER])
    _number(stream)
    return _number(stream)


def _number(stream: IO[bytes]) -> int:
    """A variable-length number: seven bits per byte, lowest first; all bytes but the last have the eighth bit set."""
    value = shift = 0
    while True:
        (byte,) = stream.read(1)
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value


def _whole_bytes(start: bytes) -> bytes:
    return bytes.fromhex(start[: len(start) // 2 * 2].decode())


def _oversize() -> OversizeError:
    return OversizeError(f"it is larger than {MAX_OBJECT // 1_000_000} MB")
