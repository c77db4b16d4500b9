"""Edits of a kit's text files, each of which can be undone to the byte.

An edit changes one stretch of a file. It is undone where it was made; if another program has saved the file since,
where the same text with the same neighbours is. Byte order marks and line ends stay.
"""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pnp import writing
from pnp.diagnostics.files import is_there, leads_out

AROUND = 40
"""How many characters on both sides of an edit must be the same, so that it can be undone in a changed file."""


class RefusedEditError(Exception):
    """An edit that was not made, with the reason."""


class StaleError(RefusedEditError):
    """The files are no longer as the page shows them."""


class NamelessError(RefusedEditError):
    """An element of a base that has no id: its face must be copied into the kit before the element can be changed."""


class Edit(NamedTuple):
    """A made edit: in the text of the file, `new` is at `start` in place of `old`, between `left` and `right`."""

    file: Path
    start: int
    old: str
    new: str
    left: str
    right: str
    digest: bytes
    """That of the whole text after the edit: a thousand texts would take much memory."""
    is_new: bool = False
    """Whether there was no file before the edit: there is none again if it is empty after an undo."""


class NewFile(NamedTuple):
    """A made file with its SHA-256; or one that was taken away again, with its bytes."""

    file: Path
    digest: str
    data: bytes | None = None


class _TextFile(NamedTuple):
    """A text with line ends as `\\n`, and what its file has instead."""

    text: str
    mark: bytes = b""
    end: str = "\n"

    @property
    def data(self) -> bytes:
        return self.mark + self.text.replace("\n", self.end).encode()


def edited(file: Path, change: Callable[[str], str]) -> Edit | None:
    """Change a file's text; a file that does not exist has none. None if the text stays the same.

    Raises RefusedEditError, and nothing is written, if the file may not be changed or `change` raises ValueError.
    """
    before, is_new = _read(file), not is_there(file)
    try:
        after = change(before.text)
    except ValueError as error:
        raise RefusedEditError(f"{file.name} was not changed: {error}") from None
    if after == before.text:
        return None
    _write(file, before._replace(text=after))
    return _difference(file, before.text, after)._replace(is_new=is_new)


def created(file: Path, data: bytes) -> NewFile:
    """Write a new file. Raises RefusedEditError, also if there is one."""
    try:
        with writing.Tree(file.parent) as tree:
            return NewFile(file, tree.create(file.name, data))
    except FileExistsError:
        raise RefusedEditError(f"there is a file {file.name} already") from None
    except OSError as error:
        raise RefusedEditError(f"{file.name} cannot be written: {error.strerror or error}") from None


def _taken_away(made: NewFile) -> NewFile:
    try:
        data = made.file.read_bytes()
        if hashlib.sha256(data).hexdigest() != made.digest:
            raise RefusedEditError(f"{made.file.name} was saved since then")
    except OSError as error:
        raise RefusedEditError(f"{made.file.name} cannot be removed: {error.strerror or error}") from None
    _remove(made.file)
    return made._replace(data=data)


def _remove(file: Path) -> None:
    try:
        with writing.Tree(file.parent) as tree:
            tree.remove(file.name)
    except OSError as error:
        raise RefusedEditError(f"{file.name} cannot be removed: {error.strerror or error}") from None


def undone(edit: Edit | NewFile) -> Edit | NewFile:
    """Undo an edit, and return the edit that does it again. Raises RefusedEditError if it is not found in the file."""
    if isinstance(edit, NewFile):
        return _taken_away(edit) if edit.data is None else created(edit.file, edit.data)
    now = _read(edit.file)
    start = edit.start
    if _digest(now.text) != edit.digest:
        around = edit.left + edit.new + edit.right
        if now.text.count(around) != 1:
            raise RefusedEditError(f"{edit.file.name} was saved since then, and this place in it was changed")
        start = now.text.index(around) + len(edit.left)
    text = now.text[:start] + edit.old + now.text[start + len(edit.new) :]
    if edit.is_new and not text:
        _remove(edit.file)
    else:
        _write(edit.file, now._replace(text=text))
    return _edit(edit.file, text, start, edit.new, edit.old)._replace(is_new=edit.is_new)


def _read(file: Path) -> _TextFile:
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return _TextFile("")
    except OSError as error:
        raise RefusedEditError(f"{file.name} cannot be read: {error.strerror or error}") from None
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        text = data[len(mark) :].decode("utf-8")
    except UnicodeDecodeError:
        raise RefusedEditError(f"{file.name} is not UTF-8 text: save it in that encoding first") from None
    lines = text.replace("\r\n", "\n")
    end = "\r\n" if "\r\n" in text else "\n"
    read = _TextFile(lines, mark, end)
    if "\r" in lines or read.data != data:
        raise RefusedEditError(f"{file.name} has line ends of several kinds: save it once in an editor")
    return read


def _write(file: Path, text: _TextFile) -> None:
    if leads_out(file):
        raise RefusedEditError(f"{file.name} is a link to a file outside the kit")
    try:
        writing.write_file(file, text.data)
    except OSError as error:
        raise RefusedEditError(f"{file.name} cannot be written: {error.strerror or error}") from None


def _difference(file: Path, before: str, after: str) -> Edit:
    """The stretch in which two texts differ."""
    start = _shared(before, after)
    same = _shared(before[start:][::-1], after[start:][::-1])
    return _edit(file, after, start, before[start : len(before) - same], after[start : len(after) - same])


def _shared(one: str, other: str) -> int:
    """How many characters two texts share at their start."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def _edit(file: Path, after: str, start: int, old: str, new: str) -> Edit:
    end = start + len(new)
    return Edit(file, start, old, new, after[max(0, start - AROUND) : start], after[end : end + AROUND], _digest(after))


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
