"""Values by a hash of all that they came from -> the same values, in this run of the program or in the next.

A kit has one file of them, and so have the data that all kits share. What several runs in a row did not ask for is
dropped, and so are the kits that were not printed for longest. A file is of this user alone, and read only if this very
program wrote it; a value is read only when it is asked for, and only if it is as it was written.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeVar

from pnp import cache

T = TypeVar("T")

KITS = 24
"""So many kits have a file."""
PATIENCE = 6
"""What was not asked for in so many runs that added something is dropped."""
LARGEST = 32_000_000
"""No more bytes than this are kept of one kit."""
_HEAD = struct.Struct("<32sII")
"""What a file begins with: the program's hash, how many values there are, a checksum of their entries."""
_ENTRY = struct.Struct("<32sBII")
"""Of each value: the hash that is its key, its age, the length and a checksum of what is kept."""


class _Kept(NamedTuple):
    """A value, pickled, with a checksum, and how many runs have not asked for it."""

    age: int
    check: int
    data: bytes | memoryview


class Store:
    """The values of one kit."""

    def __init__(self, kit: str) -> None:
        self._name = os.path.join(cache.VALUES, hashlib.sha256(cache.encoded(kit)).hexdigest()[:32])
        self._program = hashlib.sha256(cache.program()).digest()
        self._kept = self._read()
        self._asked: set[bytes] = set()
        self._new = False

    def _read(self) -> dict[bytes, _Kept]:
        data = memoryview(cache.read(self._name) or b"")
        if len(data) < _HEAD.size:
            return {}
        program, count, check = _HEAD.unpack_from(data)
        at = _HEAD.size + count * _ENTRY.size
        entries = data[_HEAD.size : at]
        if program != self._program or at > len(data) or zlib.crc32(entries) != check:
            return {}
        kept = {}
        for key, age, length, held in _ENTRY.iter_unpack(entries):
            kept[key] = _Kept(age, held, data[at : at + length])
            at += length
        return kept

    def known(self, key: bytes) -> tuple[Any] | None:
        """The value of a key, by itself in a tuple; None if there is none."""
        kept = self._kept.get(key)
        if kept is None or zlib.crc32(kept.data) != kept.check:
            return None
        self._asked.add(key)
        return (pickle.loads(kept.data),)  # noqa: S301 - as above

    def want(self, key: bytes) -> None:
        self._asked.add(key)

    def keep(self, key: bytes, value: Any) -> None:
        data = pickle.dumps(value, 5)
        self._kept[key] = _Kept(0, zlib.crc32(data), data)
        self._asked.add(key)
        self._new = True

    def save(self) -> None:
        """Write what there is, if there is something new."""
        if not self._new:
            return
        entries, values = [], []
        room = LARGEST
        for key, (age, check, data) in sorted(self._kept.items(), key=lambda item: item[1].age):
            older = 0 if key in self._asked else age + 1
            room -= len(data)
            if older <= PATIENCE and room > 0:
                entries.append(_ENTRY.pack(key, older, len(data), check))
                values.append(data)
        told = b"".join(entries)
        cache.trim(cache.VALUES, KITS)
        cache.write(self._name, b"".join((_HEAD.pack(self._program, len(entries), zlib.crc32(told)), told, *values)))


_open: ContextVar[Store | None] = ContextVar("_open", default=None)


@contextmanager
def opened(kit: object) -> Iterator[None]:
    """Recall the values of a kit, by its folder, meanwhile; afterwards what is new is kept."""
    if _open.get() is not None or cache.place() is None:
        yield
        return
    store = Store(str(kit))
    token = _open.set(store)
    try:
        yield
    finally:
        _open.reset(token)
    with suppress(OSError):
        store.save()


def is_open() -> bool:
    """Whether anything can be remembered."""
    return _open.get() is not None


def recalled(
    kind: str, parts: tuple[str | bytes, ...], make: Callable[[], T], lasting: Callable[[T], bool] = lambda _value: True
) -> T:
    """What `make` makes, which must come from nothing but `parts` and this program; remembered where a store is open.

    A value that is not `lasting` (one that came with faults, say) is made anew each time.
    """
    found = known(kind, parts)
    if found is not None:
        value: T = found[0]
        return value
    value = make()
    if lasting(value):
        keep(kind, parts, value)
    return value


def known(kind: str, parts: tuple[str | bytes, ...]) -> tuple[Any] | None:
    """What is remembered of that kind, by itself in a tuple; None if nothing is."""
    store = _open.get()
    return store.known(_key(kind, parts)) if store else None


def want(kind: str, parts: tuple[str | bytes, ...]) -> None:
    """Have a value kept on, as if it had been asked for."""
    store = _open.get()
    if store:
        store.want(_key(kind, parts))


def keep(kind: str, parts: tuple[str | bytes, ...], value: object) -> None:
    """Remember a value that came from nothing but `parts` and this program."""
    store = _open.get()
    if store:
        store.keep(_key(kind, parts), value)


def _key(kind: str, parts: tuple[str | bytes, ...]) -> bytes:
    total = hashlib.sha256(kind.encode())
    for part in parts:
        data = cache.encoded(part) if isinstance(part, str) else part
        total.update(b"%d " % len(data))
        total.update(data)
    return total.digest()
