"""Write a folder of files completely or not at all, even if the program is interrupted.

Files are first written to `.pnp-build` in the folder, then a journal that lists them. Then they are moved to their
places one by one: the old manifest is moved away first, and the new one is moved in last. Replaced files stay in
`.pnp-build` until the end. An error or Ctrl-C moves everything back. If the program was killed, `recover` finishes the
moves in the journal; the place of each file shows which moves were done.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Protocol

STAGE, LOCK = ".pnp-build", ".pnp-lock"
PATIENCE = 3.0
"""How long to wait for another build that writes into the folder, in seconds."""
_NEW, _OLD = "new", "old"
_JOURNAL, _UNDO = "journal.json", "undo.json"
"""The lists of files to move: into the folder, or back out of it."""


class Streamed(Protocol):
    """The bytes of a file that may be too large for the memory."""

    def chunks(self) -> Iterable[bytes | memoryview]:
        """The bytes in order. Raises OSError."""


class HalfwayError(OSError):
    """A folder contains files of two builds, because a move could not be undone. `recover` will do it."""


def write_file(path: Path, data: bytes) -> None:
    """Write a file completely or not at all; create its folder if needed. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "a folder has this name", str(path))
    temporary = path.with_name(f".{token_hex(8)}.part")
    try:
        _write(temporary, data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def create_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Create a folder with these files, by their paths in it. Raises OSError, also if the folder exists."""
    if os.path.lexists(folder):
        raise FileExistsError(errno.EEXIST, "it already exists", str(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    temporary = folder.with_name(f".{token_hex(8)}.part")
    try:
        temporary.mkdir()
        for name, data in files.items():
            path = temporary / name
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(path, data)
        temporary.rename(folder)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def write_folder(folder: Path, files: Mapping[str, bytes | Streamed], obsolete: Collection[str] = ()) -> None:
    """Write files into a folder, by their paths in it with `/`, the manifest last; remove the `obsolete` ones.

    Other files in the folder stay. Raises OSError and leaves the folder as it was, except after a HalfwayError.
    """
    written = {name.casefold() for name in files}  # Windows and macOS ignore case in names
    obsolete = [name for name in obsolete if name.casefold() not in written]
    with _locked(folder):
        _recover(folder)
        for name in files:
            if (folder / name).is_dir() and not (folder / name).is_symlink():
                raise IsADirectoryError(errno.EISDIR, "a folder has this name", str(folder / name))
        stage = folder / STAGE
        stage.mkdir()
        try:
            (stage / _NEW).mkdir()
            (stage / _OLD).mkdir()
            for name, data in files.items():
                (stage / _NEW / name).parent.mkdir(parents=True, exist_ok=True)
                _write(stage / _NEW / name, data)
            temporary = stage / f"{_JOURNAL}.part"
            _write(temporary, json.dumps({"files": list(files), "obsolete": obsolete}).encode())
            temporary.replace(stage / _JOURNAL)
            _finish(folder)
        except BaseException:
            _put_back(folder)
            raise
        with suppress(OSError):  # the files are in their places; the next build removes what is left
            _clear(stage)


def recover(folder: Path) -> None:
    """Finish or undo a build that was killed while it wrote into a folder. Raises OSError."""
    if os.path.lexists(folder / STAGE):
        with _locked(folder):
            _recover(folder)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    from filelock import FileLock, Timeout

    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / LOCK, timeout=PATIENCE)
    try:
        lock.acquire()
    except Timeout:
        raise BlockingIOError(errno.EBUSY, "another build is writing into this folder", str(folder)) from None
    try:
        yield
    finally:
        with suppress(OSError):  # before the release: afterwards it may be another build's lock
            (folder / LOCK).unlink()
        lock.release()
        if os.name == "nt":  # Windows deletes no open file, and so no lock of another build
            with suppress(OSError):
                (folder / LOCK).unlink()


def _recover(folder: Path) -> None:
    stage = folder / STAGE
    if not os.path.lexists(stage):
        return
    if stage.is_symlink() or not stage.is_dir():
        raise FileExistsError(
            errno.EEXIST, "pnp needs this name for its own folder; rename or remove the file", str(stage)
        )
    if (stage / _JOURNAL).exists():
        try:
            _finish(folder)
            _clear(stage)
        except OSError:
            _put_back(folder)
    else:
        _put_back(folder)


def _finish(folder: Path) -> None:
    """Move the remaining files to their places, and the files that they replace out of the way."""
    stage = folder / STAGE
    files, obsolete = _listed(stage / _JOURNAL)
    if os.path.lexists(stage / _NEW / files[-1]):
        _set_aside(folder, files[-1])
    for name in obsolete:
        _set_aside(folder, name)
    for name in files:
        if os.path.lexists(stage / _NEW / name):
            _set_aside(folder, name)
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (stage / _NEW / name).replace(folder / name)


def _set_aside(folder: Path, name: str) -> None:
    old = folder / STAGE / _OLD / name
    if os.path.lexists(folder / name) and not os.path.lexists(old):
        old.parent.mkdir(parents=True, exist_ok=True)
        (folder / name).replace(old)


def _put_back(folder: Path) -> None:
    try:
        _undo(folder)
    except OSError as error:
        raise HalfwayError(error.errno, error.strerror, error.filename) from error


def _undo(folder: Path) -> None:
    """Move everything back, the manifest last."""
    stage = folder / STAGE
    if (stage / _JOURNAL).exists():
        (stage / _JOURNAL).replace(stage / _UNDO)
    if (stage / _UNDO).exists():
        files, obsolete = _listed(stage / _UNDO)
        for name in (*obsolete, *files):
            new, old = stage / _NEW / name, stage / _OLD / name
            if name in files and not os.path.lexists(new) and os.path.lexists(folder / name):
                (folder / name).replace(new)
            if os.path.lexists(old):
                old.replace(folder / name)
    _clear(stage)


def _listed(journal: Path) -> tuple[list[str], list[str]]:
    """The names of new and obsolete files in a journal. Raises OSError for a journal that pnp did not write."""
    try:
        data = json.loads(journal.read_bytes())
        names_by_list = [[str(name) for name in data[key]] for key in ("files", "obsolete")]
    except (ValueError, KeyError, TypeError):
        names_by_list = []
    if (
        not names_by_list
        or not names_by_list[0]
        or any(not is_inside(name) for names in names_by_list for name in names)
    ):
        raise OSError(errno.EINVAL, "not a journal written by pnp; remove the folder that it is in", str(journal))
    return names_by_list[0], names_by_list[1]


def is_inside(name: str) -> bool:
    """Whether a path with `/` stays in the folder that it is relative to."""
    parts = name.split("/")
    return all(part == Path(part).name and part not in ("", ".", "..") for part in parts)


def _clear(stage: Path) -> None:
    """Remove pnp's own folder. The journal goes first: without it `recover` ignores the rest."""
    for name in (_JOURNAL, _UNDO):
        (stage / name).unlink(missing_ok=True)
    shutil.rmtree(stage, ignore_errors=True)


def _write(path: Path, data: bytes | Streamed) -> None:
    """Write a new file and wait until it is on the disk."""
    with path.open("xb") as file:
        file.writelines((data,) if isinstance(data, bytes) else data.chunks())
        file.flush()
        os.fsync(file.fileno())
