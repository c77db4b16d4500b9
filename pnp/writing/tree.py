"""Create, move and remove files below a folder without following links.

What is found below the folder may come from a stranger: `cards` in an output folder may be a link to anywhere. Where
the system can open files relative to an open folder (Linux, macOS), each part of a path is opened so, without
following links. Elsewhere each part is checked before it is used.

Temporary files and folders, which are removed after use.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Literal, NamedTuple, Protocol, Self

RELATIVE = {os.open, os.mkdir, os.stat, os.unlink, os.rename} <= os.supports_dir_fd
"""Whether files can be opened relative to an open folder."""
_AS_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_TO_READ = (
    os.O_RDONLY | _NO_LINK | sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY"))
)
_TO_CREATE = (
    os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_BINARY"))
)
_MODE = 0o666
"""The rights of new files before the user's umask."""

Kind = Literal["nothing", "file", "folder", "link", "device"]


class Streamed(Protocol):
    """The bytes of a file that may be too large for the memory."""

    def chunks(self) -> Iterable[bytes | memoryview]:
        """The bytes in order. Raises OSError."""


class PlaceError(OSError):
    """Something else, such as a link, is where a file or a folder belongs."""

    def __init__(self, path: str, found: str) -> None:
        super().__init__(errno.EEXIST, found, path)


class _Folder(NamedTuple):
    """A folder: its descriptor, or None where files cannot be opened relative to one, and its path."""

    descriptor: int | None
    path: str

    def named(self, name: str) -> str:
        """How system calls are given the name of a file in this folder."""
        return name if self.descriptor is not None else os.path.join(self.path, name)  # noqa: PTH118 - a text is needed

    def kind(self, name: str) -> Kind:
        try:
            status = os.stat(self.named(name), dir_fd=self.descriptor, follow_symlinks=False)
        except FileNotFoundError:
            return "nothing"
        return _kind(status)

    def create(self, name: str) -> None:
        """Create a folder, unless there is something by this name."""
        with suppress(FileExistsError):
            os.mkdir(self.named(name), dir_fd=self.descriptor)

    def entered(self, name: str, shown: str) -> _Folder:
        """A folder in this folder. Raises PlaceError for a link or a file, and FileNotFoundError."""
        kind = self.kind(name)
        if kind == "nothing":
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), shown)
        if kind != "folder":
            raise PlaceError(shown, f"{shown} is a {kind}, where a folder belongs")
        inside = os.path.join(self.path, name)  # noqa: PTH118
        if self.descriptor is None:
            return _Folder(None, inside)
        return _Folder(os.open(name, _AS_FOLDER | _NO_LINK, dir_fd=self.descriptor), inside)

    def close(self) -> None:
        if self.descriptor is not None:
            os.close(self.descriptor)


def _kind(status: os.stat_result) -> Kind:
    tags = [getattr(stat, name, None) for name in ("IO_REPARSE_TAG_SYMLINK", "IO_REPARSE_TAG_MOUNT_POINT")]
    if stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) in filter(None, tags):  # junctions, too
        return "link"
    if stat.S_ISDIR(status.st_mode):
        return "folder"
    return "file" if stat.S_ISREG(status.st_mode) else "device"


class Tree:
    """The files below a folder, which exists. Names have `/` between their parts. Close it after use.

    Every method raises PlaceError for a part of a name that is a link or a file where a folder belongs, and for a name
    that leads out of the folder; and other OSErrors.
    """

    def __init__(self, root: Path) -> None:
        descriptor = os.open(root, _AS_FOLDER) if RELATIVE else None
        self.root, self._top = root, _Folder(descriptor, str(root))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._top.close()

    @contextmanager
    def _parent(self, name: str, *, create: bool = False) -> Iterator[tuple[_Folder, str]]:
        """The folder that contains a file, and the last part of the file's name."""
        if not is_inside(name):
            raise PlaceError(name, f"{name!r} is not the name of a file in this folder")
        *parts, last = name.split("/")
        folder, shown = self._top, ""
        try:
            for part in parts:
                shown = f"{shown}/{part}" if shown else part
                if create:
                    folder.create(part)
                inner = folder.entered(part, shown)
                if folder is not self._top:
                    folder.close()
                folder = inner
            yield folder, last
        finally:
            if folder is not self._top:
                folder.close()

    def kind(self, name: str) -> Kind:
        """What has this name."""
        try:
            with self._parent(name) as (folder, last):
                return folder.kind(last)
        except FileNotFoundError:
            return "nothing"

    def expect_free(self, name: str) -> None:
        """Raise PlaceError unless a file can be written here: there is none yet, or another file to replace."""
        kind = self.kind(name)
        if kind not in ("nothing", "file"):
            raise PlaceError(name, f"{name} is a {kind}, where a file belongs")

    def create_folder(self, name: str) -> None:
        """Create a folder. Raises FileExistsError."""
        with self._parent(name, create=True) as (folder, last):
            os.mkdir(folder.named(last), dir_fd=folder.descriptor)

    def create(self, name: str, data: bytes | Streamed, *, lasts: bool = True) -> str:
        """Create a file, with its folders; its SHA-256 in hex. Wait until it is on the disk if it `lasts`."""
        total = hashlib.sha256()
        with self._parent(name, create=True) as (folder, last):
            descriptor = os.open(folder.named(last), _TO_CREATE, _MODE, dir_fd=folder.descriptor)
            with open(descriptor, "wb") as file:  # noqa: PTH123 - Path.open takes no descriptor
                for chunk in (data,) if isinstance(data, bytes) else data.chunks():
                    file.write(chunk)
                    total.update(chunk)
                if lasts:
                    file.flush()
                    os.fsync(file.fileno())
        return total.hexdigest()

    def move(self, name: str, target: str) -> None:
        """Rename a file, with the folders of its new name; a file of that name is replaced."""
        with self._parent(name) as (old, last), self._parent(target, create=True) as (new, new_last):
            source, goal = old.named(last), new.named(new_last)
            os.replace(source, goal, src_dir_fd=old.descriptor, dst_dir_fd=new.descriptor)

    def remove(self, name: str) -> None:
        """Remove a file, if there is one."""
        with suppress(FileNotFoundError), self._parent(name) as (folder, last):
            os.unlink(folder.named(last), dir_fd=folder.descriptor)

    def remove_folder(self, name: str) -> None:
        """Remove a folder with all that is in it, as far as possible."""
        with suppress(OSError), self._parent(name) as (folder, last):
            if folder.kind(last) == "folder":
                shutil.rmtree(folder.named(last), ignore_errors=True, dir_fd=folder.descriptor)

    def digest(self, name: str, limit: int) -> str:
        """The SHA-256 of a file in hex; empty if there is none, or one with more than `limit` bytes."""
        try:
            with self._parent(name) as (folder, last):
                if folder.kind(last) != "file":
                    return ""
                descriptor = os.open(folder.named(last), _TO_READ, dir_fd=folder.descriptor)
                with open(descriptor, "rb") as file:  # noqa: PTH123 - Path.open takes no descriptor
                    status = os.fstat(file.fileno())
                    if not stat.S_ISREG(status.st_mode) or status.st_size > limit:
                        return ""
                    return hashlib.file_digest(file, "sha256").hexdigest()
        except OSError:
            return ""


def is_inside(name: str) -> bool:
    """Whether a name with `/` between its parts stays in the folder that it is relative to."""
    parts = name.split("/")
    return all(part == Path(part).name and part not in ("", ".", "..") for part in parts)


def link_in(path: Path) -> Path | None:
    """The first part of a relative path that is a link; None without one."""
    for part in (*reversed(path.parents), path):
        with suppress(OSError, ValueError):
            if _kind(os.lstat(part)) == "link":
                return part
    return None


@contextmanager
def temporary_folder(name: str) -> Iterator[Path]:
    """A new folder of this name, in one that only this user can open; it is removed at the end of the block."""
    with tempfile.TemporaryDirectory(prefix="pnp-", ignore_cleanup_errors=True) as outer:
        folder = Path(outer).resolve() / name
        folder.mkdir(exist_ok=True)  # it exists if the name is empty
        yield folder


def scratch_place() -> str:
    """The folder in which scratch files are."""
    return tempfile.gettempdir()


def scratch_file(in_memory: int) -> IO[bytes]:
    """A file without a name, in memory up to so many bytes and then in the system's folder for temporary files."""
    return tempfile.SpooledTemporaryFile(max_size=in_memory)
