"""Messages between this process and the child: a length, JSON, and the bytes whose lengths the JSON lists."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import IO, Any, NamedTuple

_LENGTH = 8
_BINARY = "blobs"


class TooMuchError(Exception):
    """A message is longer than its limit."""


class Frame(NamedTuple):
    """A message: what it is, plain data, and bytes."""

    kind: str
    data: Any
    blobs: tuple[bytes, ...] = ()


def send(stream: IO[bytes], kind: str, data: Any, blobs: Sequence[bytes] = ()) -> None:
    """Write a message. Raises OSError."""
    head = json.dumps({"kind": kind, "data": data, _BINARY: [len(blob) for blob in blobs]}).encode()
    stream.write(len(head).to_bytes(_LENGTH, "big"))
    stream.write(head)
    for blob in blobs:
        stream.write(blob)
    stream.flush()


def receive(stream: IO[bytes], most: int) -> Frame | None:
    """Read a message; None at the end of the stream, also in the midst of a message. Raises TooMuchError."""
    size = stream.read(_LENGTH)
    if len(size) < _LENGTH:
        return None
    head = _read(stream, int.from_bytes(size, "big"), most)
    if head is None:
        return None
    message = json.loads(head)
    lengths = message[_BINARY]
    if len(head) + sum(lengths) > most:
        raise TooMuchError
    blobs = [stream.read(length) for length in lengths]
    if [len(blob) for blob in blobs] != lengths:
        return None
    return Frame(message["kind"], message["data"], tuple(blobs))


def _read(stream: IO[bytes], length: int, most: int) -> bytes | None:
    if length > most:
        raise TooMuchError
    data = stream.read(length)
    return data if len(data) == length else None
