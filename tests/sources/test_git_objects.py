"""Packed objects of git, built by hand: deltas, sizes, hashes."""

from __future__ import annotations

import zlib

import pytest

from tests.support.git import needs_git
from tests.support.history import commit, pack, refused, tree
from tests.support.three_cards import KIT

pytestmark = needs_git


def varint(number: int) -> bytes:
    out = b""
    while number > 0x7F:
        out, number = out + bytes([number & 0x7F | 0x80]), number >> 7
    return out + bytes([number])


def head(kind: int, size: int) -> bytes:
    first, rest = size & 15, size >> 4
    return bytes([kind << 4 | first | (0x80 if rest else 0)]) + (varint(rest) if rest else b"")


@pytest.mark.slow
def test_a_delta_that_is_based_on_itself_is_refused(tracked):
    name = "cd" * 20
    delta = zlib.compress(b"\x05\x05\x90\x05")
    commit(tracked, tree(tracked, ("100644", b"kit.yaml", name)))
    pack(tracked, name, head(6, 4) + b"\x00" + delta)
    assert "is damaged" in refused(tracked)
    pack(tracked, name, head(7, 4) + bytes.fromhex(name) + delta)
    assert "is damaged" in refused(tracked)


def test_a_delta_that_grows_without_end_is_refused(tracked):
    name = "cd" * 20
    base = head(3, 60_000) + zlib.compress(bytes(60_000))
    delta = varint(60_000) + varint(10**12) + b"\x80\x60\xea" * 1000
    commit(tracked, tree(tracked, ("100644", b"kit.yaml", name)))
    pack(tracked, name, base, head(6, len(delta)) + offset(len(base)) + zlib.compress(delta), at=1)
    assert "it is larger than 50 MB" in refused(tracked)


def offset(number: int) -> bytes:
    """How far back the base of a delta is."""
    out = [number & 0x7F]
    while number := number >> 7:
        number -= 1
        out.insert(0, number & 0x7F | 0x80)
    return bytes(out)


def test_a_packed_file_that_is_too_large_is_refused_before_it_is_unpacked(tracked):
    name = "cd" * 20
    commit(tracked, tree(tracked, ("100644", b"kit.yaml", name)))
    pack(tracked, name, head(3, 10**11) + zlib.compress(b"x"))
    assert "it is larger than 50 MB" in refused(tracked)


def test_a_file_with_another_content_than_its_hash_has_is_refused(tracked):
    name = "cd" * 20
    commit(tracked, tree(tracked, ("100644", b"kit.yaml", name)))
    pack(tracked, name, head(3, len(KIT)) + zlib.compress(KIT.encode()))
    assert "is damaged" in refused(tracked)
