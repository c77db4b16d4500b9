"""How much work something is, counted and not timed, so that a busy machine does not fail a test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_COUNTS = Path("/proc/self/io")
"""Where Linux counts the bytes that a process has read."""


@contextmanager
def calls_at_most(most: int) -> Iterator[None]:
    """Fail at the call of a function, of Python or C, that is one too many. What one call does is not counted."""
    calls, before = 0, sys.getprofile()

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")
        if calls > most:
            sys.setprofile(before)
            raise AssertionError(f"more than {most} calls")

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)


@contextmanager
def bytes_read_at_most(most: int) -> Iterator[None]:
    """Fail if more bytes than that are read from files; on systems that do not count them, never."""
    before = _bytes_read()
    yield
    found = _bytes_read() - before
    assert found <= most, f"{found} bytes were read"


def _bytes_read() -> int:
    if not _COUNTS.exists():
        return 0
    counts = dict(line.split(": ") for line in _COUNTS.read_text("ascii").splitlines())
    return int(counts["rchar"])
