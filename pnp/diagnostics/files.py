"""Read untrusted files up to a size limit. Only regular files are opened: a pipe or device may block, or never end."""

from __future__ import annotations

import difflib
import os
import stat
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path

SIMILAR = 0.7
"""How similar the names of files must be without their suffixes, 0 to 1, for one to be offered for the other."""

# Without O_NONBLOCK, opening a pipe without a writer would block. Not every system has all of these flags.
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY"))


class NotAFileError(OSError):
    """A path is a folder, pipe, socket or device instead of a regular file."""


class TooLargeError(OSError):
    """A file is larger than its limit."""


class ChangedError(OSError):
    """A file is no longer what it was when it was checked."""


@contextmanager
def opened(path: Path) -> Iterator[BufferedReader]:
    """Open a regular file for reading. Raises NotAFileError, or another OSError."""
    _expect_regular(path.stat())  # before open(), because opening is an action for some devices
    with open(os.open(path, _FLAGS), "rb") as stream:  # noqa: PTH123, TID251 - to read
        _expect_regular(os.fstat(stream.fileno()))  # again, because the file may have been replaced
        yield stream


def read(path: Path, limit: int) -> bytes:
    """Return the bytes of a regular file. Raises NotAFileError, TooLargeError or another OSError."""
    with opened(path) as stream:
        size = os.fstat(stream.fileno()).st_size
        data = stream.read(size + 1) if size <= limit else b""  # Python allocates as many bytes as it is asked for
        if len(data) > size:  # it grew while it was read
            data += stream.read(limit + 1 - len(data))
    if max(size, len(data)) > limit:
        raise TooLargeError(0, f"it is larger than {limit // 1000} kB", str(path))
    return data


def is_there(path: Path) -> bool:
    """Whether a path exists, as a file or as anything else. What is not a file is reported when it is read."""
    return os.path.lexists(path)


def composed(text: str) -> str:
    """A text with each letter and its marks as one character, where there is one (Unicode's NFC)."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def named(path: Path) -> Path:
    """The file of that name, also if the name on the disk is not composed, as macOS and archives write it."""
    if path.name.isascii() or is_there(path):
        return path
    with suppress(OSError, ValueError):
        return next((one for one in path.parent.iterdir() if composed(one.name) == composed(path.name)), path)
    return path


def similar(folder: Path, name: str) -> str:
    """A hint naming the file in a folder whose name is most similar to that of a missing one, or ""."""
    wanted = Path(name)
    try:
        others = [path for path in sorted(folder.iterdir()) if path.name != name]
    except (OSError, ValueError):
        return ""
    by_stem = {path.stem.lower(): path for path in sorted(others, key=lambda path: path.suffix == wanted.suffix)}
    near = difflib.get_close_matches(wanted.stem.lower(), list(by_stem), 1, SIMILAR)
    return f"did you mean {by_stem[near[0]].name!r}?" if near else ""


def leads_out(path: Path, folders: Iterable[Path] = ()) -> bool:
    """Whether a file is a symbolic link to a target outside its own folder and `folders`."""
    try:
        if not path.is_symlink():
            return False
        end = path.resolve()
        return not any(end.is_relative_to(folder.resolve()) for folder in (path.parent, *folders))
    except (OSError, RuntimeError, ValueError):  # a loop of links, or an invalid name
        return True


def _expect_regular(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise NotAFileError(0, "it is a folder, pipe or device, not a file")
