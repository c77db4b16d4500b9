"""Read untrusted files up to a size limit. Only regular files are opened: a pipe or device may block, or never end.

Check that names of files and folders are valid on every system.
"""

from __future__ import annotations

import difflib
import os
import re
import stat
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path, PurePath

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


NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
"""The form of the names of kits, and of what kits name."""
LONGEST = 240
"""Maximum length in bytes. Systems allow 255; the temporary name of a file being written is a little longer."""
LONGEST_KIT = 100
"""Maximum length in bytes of a kit's folder name, with which the names of its PDFs begin."""

_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]) *(\..*)?", re.IGNORECASE | re.DOTALL)
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_RESERVED = re.compile(r'[<>:"/\\|?*]')


def problem(name: str, longest: int = LONGEST, *, windows: bool = True) -> str:
    """Why a file name is invalid, or "". Without `windows`, names that only Windows rejects are valid."""
    size = len(name.encode("utf-8", "replace"))
    if size > longest:
        return f"it is {size} bytes long, and the maximum is {longest}"
    if _CONTROL.search(name):
        return "it contains a control character"
    return _on_windows(name) if windows else ""


def _on_windows(name: str) -> str:
    match = _RESERVED.search(name)
    if match:
        return f"Windows allows no {match[0]} in file names"
    if name.endswith((".", " ")):
        return f"Windows allows no {'dot' if name.endswith('.') else 'space'} at the end of file names"
    return "Windows reserves this name for a device" if _DEVICES.fullmatch(name) else ""


def problem_of_path(path: PurePath, *, windows: bool) -> str:
    """The first invalid name in a path and why it is invalid, or ""."""
    for part in path.parts[1:] if path.anchor else path.parts:
        failure = problem(part, windows=windows) if part not in (".", "..") else ""
        if failure:
            return f"{short(part)!r} is not a valid file name: {failure}"
    return ""


def short(name: str) -> str:
    """A name shortened to 60 characters for messages."""
    return name if len(name) <= 60 else f"{name[:59]}…"
