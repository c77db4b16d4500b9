"""pypdf's objects -> plain values, whatever is wrong with them, and no more work than a budget allows.

Broken files make pypdf raise exceptions of every kind. They are caught here and nowhere else: what cannot be read
is not there.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pypdf import apply_configuration
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DictionaryObject,
    IndirectObject,
    NameObject,
    NullObject,
    StreamObject,
    TextStringObject,
)

MAX_WORK = 2_000_000
"""Units of about ten microseconds: operators of pages, or objects looked up."""
MAX_STREAM = 32_000_000
"""Bytes that one stream may come to. Pictures and fonts are never unpacked; what is left is seldom a tenth of it."""
_MAX_SLOW_STREAM = 8_000_000
_MAX_TEXT = 200
_CHAIN = 20


class ExhaustedError(Exception):
    """The file would take more work than any file should."""


class Budget(logging.Handler):
    """Work that may still be done on a file. As a log handler it hears of pypdf's repairs, and charges for them.

    Each repair may have been a search through the whole file of `size` bytes.
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size
        self.left = MAX_WORK
        self.repairs: dict[str, None] = {}

    def spend(self, units: int) -> None:
        """Raises ExhaustedError when nothing is left."""
        self.left -= units
        if self.left < 0:
            raise ExhaustedError

    def emit(self, record: logging.LogRecord) -> None:
        """Called from inside pypdf, where it would be lost to raise anything."""
        self.left -= 20 + self.size // 10_000
        if len(self.repairs) < 5:
            self.repairs[clean(record.getMessage())] = None


@contextmanager
def bounded(size: int) -> Iterator[Budget]:
    """A budget for reading one file, with pypdf's own limits set to match and its log going nowhere else."""
    budget, log = Budget(size), logging.getLogger("pypdf")
    propagated, log.propagate = log.propagate, False
    log.addHandler(budget)
    try:
        with apply_configuration(
            zlib_maximum_output_length=MAX_STREAM,
            lzw_maximum_output_length=_MAX_SLOW_STREAM,
            run_length_maximum_output_length=_MAX_SLOW_STREAM,
            brotli_maximum_output_length=_MAX_SLOW_STREAM,
            stream_decoding_work_maximum_length=4 * MAX_STREAM,
            zlib_maximum_recovery_input_length=500_000,
            page_tree_maximum_entries=20_000,
        ):
            yield budget
    finally:
        log.removeHandler(budget)
        log.propagate = propagated


def tried(read: Any, default: Any = None) -> Any:
    """What `read` returns, or the default where pypdf cannot."""
    try:
        return read()
    except ExhaustedError:
        raise
    except Exception:  # noqa: BLE001 - broken files make pypdf raise whatever there is
        return default


def plain(value: Any) -> Any:
    """An object with references followed to what they mean; None for null and for what cannot be read."""
    for _ in range(_CHAIN):
        if not isinstance(value, IndirectObject):
            return None if isinstance(value, NullObject) else value
        value = tried(value.get_object)
    return None


def item(holder: Any, *path: str | int) -> Any:
    """The value at a path of keys and indexes, or None."""
    for step in path:
        holder = plain(holder)
        if isinstance(holder, DictionaryObject):
            holder = dict.get(holder, step)
        elif isinstance(holder, ArrayObject) and isinstance(step, int) and step < len(holder):
            holder = list.__getitem__(holder, step)
        else:
            return None
    return plain(holder)


def entries(holder: Any, *path: str) -> list[tuple[str, Any]]:
    """The keys and values of a dictionary at a path; none where there is no dictionary."""
    found = item(holder, *path)
    return [(str(key), plain(value)) for key, value in dict.items(found)] if is_dictionary(found) else []


def items(holder: Any, *path: str | int) -> list[Any]:
    """The items of an array at a path; none where there is no array."""
    found = item(holder, *path)
    return [plain(value) for value in list.__iter__(found)] if isinstance(found, ArrayObject) else []


def is_dictionary(value: Any) -> bool:
    return isinstance(value, DictionaryObject)


def is_stream(value: Any) -> bool:
    return isinstance(value, StreamObject)


def true(value: Any) -> bool:
    value = plain(value)
    return isinstance(value, BooleanObject) and bool(value.value)


def number(value: Any) -> float | None:
    """A finite number, or None."""
    value = plain(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    found = tried(lambda: float(value))
    return found if found is not None and math.isfinite(found) else None


def whole(value: Any) -> int:
    """A whole number from 0 to a thousand million; 0 for anything else."""
    found = number(value)
    return int(found) if found is not None and 0 <= found <= 1e9 else 0


def numbers(value: Any, count: int) -> tuple[float, ...] | None:
    """An array of so many finite numbers, or None."""
    found = [number(part) for part in items(value)]
    good = tuple(part for part in found if part is not None)
    return good if len(found) == len(good) == count else None


def name(value: Any) -> str:
    """A name without its slash; nothing for what is no name."""
    value = plain(value)
    return clean(str(value)[1:]) if isinstance(value, NameObject) else ""


def text(value: Any) -> str:
    """A text or name on one line, as far as it can be shown."""
    value = plain(value)
    if isinstance(value, NameObject):
        return name(value)
    if isinstance(value, bytes):
        return clean(value[:_MAX_TEXT].decode("latin-1"))
    return clean(value) if isinstance(value, TextStringObject) else ""


def clean(said: str) -> str:
    """A stranger's text made safe to show: one line, no control characters, not too long."""
    shown = "".join(sign if sign.isprintable() else " " for sign in said[: 2 * _MAX_TEXT])
    shown = " ".join(shown.split())
    return shown if len(shown) <= _MAX_TEXT else shown[: _MAX_TEXT - 1] + "…"


def identity(value: Any) -> int:
    """The number of an object in its file; 0 for one that stands inside another."""
    reference = getattr(value, "indirect_reference", None)
    return int(getattr(reference, "idnum", 0) or 0)


def data(stream: Any, budget: Budget) -> bytes | None:
    """The bytes of a stream, unpacked; None where that fails."""
    if not is_stream(stream):
        return None
    found = tried(stream.get_data)
    if not isinstance(found, bytes):
        budget.spend(1000)
        return None
    budget.spend(10 + len(found) // 200)
    return found
