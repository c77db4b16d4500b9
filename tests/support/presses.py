"""ICC profiles of other presses, made from that of FOGRA39."""

from __future__ import annotations

from collections.abc import Iterator


def with_less_ink(profile: bytes, share: float) -> bytes:
    """The profile of a press that needs this share of each ink: the last curves of its tables end lower."""
    out = bytearray(profile)
    for name, start, length in _tags(profile):
        if name.startswith(b"B2A"):
            curves, size = _last_curves(profile[start : start + length])
            for at in range(start + curves, start + length - length % size, size):
                value = int.from_bytes(profile[at : at + size], "big")
                out[at : at + size] = round(value * share).to_bytes(size, "big")
    return bytes(out)


def without(profile: bytes, tag: bytes) -> bytes:
    """The profile with the tags whose names begin like this renamed, so that they are not found."""
    out = bytearray(profile)
    for number, (name, *_) in enumerate(_tags(profile)):
        if name.startswith(tag):
            out[132 + 12 * number : 136 + 12 * number] = b"none"
    return bytes(out)


def _tags(profile: bytes) -> Iterator[tuple[bytes, int, int]]:
    for at in range(132, 132 + 12 * int.from_bytes(profile[128:132], "big"), 12):
        start, length = (int.from_bytes(profile[at + more : at + more + 4], "big") for more in (4, 8))
        yield profile[at : at + 4], start, length


def _last_curves(table: bytes) -> tuple[int, int]:
    """Where the output curves of a table of the type lut8 or lut16 begin, and the size of their values."""
    channels, inks, grid = table[8:11]
    if table[:4] == b"mft1":
        return 48 + 256 * channels + inks * grid**channels, 1
    assert table[:4] == b"mft2"
    entries = int.from_bytes(table[48:50], "big")
    return 52 + 2 * (channels * entries + inks * grid**channels), 2
