"""Finished files -> a folder that holds all of them or none, whatever interrupts the writing.

Files are written below `.pnp-build` in the folder. A journal then says that they are whole, and they are moved to
their places one by one: first the file that vouches for the others is moved away, last its successor is moved in.
What they replace is kept in `.pnp-build` until the end. An error or Ctrl-C moves everything back. If the program was
killed, `recover` finishes what the journal says. Where each file lies says how far the moves had come.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

STAGE, LOCK = ".pnp-build", ".pnp-lock"
PATIENCE = 3.0
"""How long to wait for another build that writes into the folder, in seconds."""
_NEW, _OLD = "new", "old"
_JOURNAL, _UNDO = "journal.json", "undo.json"
"""What is to be moved: forward, or back."""


class BusyError(OSError):
    """Another build is writing into the folder."""


class HalfwayError(OSError):
    """A folder is between two builds, because what was moved could not be moved back. `recover` will do it."""


def write_file(path: Path, data: bytes) -> None:
    """Write a file, all of it or nothing, into a folder that is made if needed. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "a folder has this name", str(path))
    beside = path.with_name(f".{token_hex(8)}.part")
    try:
        _write(beside, data)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def create_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make a folder with these files, by their paths in it. Raises OSError, for a folder that is there too."""
    if os.path.lexists(folder):
        raise FileExistsError(errno.EEXIST, "it is there already", str(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    beside = folder.with_name(f".{token_hex(8)}.part")
    try:
        beside.mkdir()
        for name, data in files.items():
            path = beside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(path, data)
        beside.rename(folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def write_folder(folder: Path, files: Mapping[str, bytes], obsolete: Collection[str] = ()) -> None:
    """Put files into a folder, by plain names; the last one vouches for the others. Take `obsolete` ones out.

    Other files in the folder stay. Raises OSError; then the folder is as it was, unless it is a HalfwayError.
    """
    written = {name.casefold() for name in files}  # Windows and macOS take names in other letters for the same
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
                _write(stage / _NEW / name, data)
            beside = stage / f"{_JOURNAL}.part"
            _write(beside, json.dumps({"files": list(files), "obsolete": obsolete}).encode())
            beside.replace(stage / _JOURNAL)
            _finish(folder)
        except BaseException:
            _put_back(folder)
            raise
        with suppress(OSError):  # the files are in their places; what is left over goes with the next build
            _clear(stage)


def recover(folder: Path) -> None:
    """Finish, or undo, a build that was killed while it wrote into a folder. Raises OSError if that cannot be done."""
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
        raise BusyError(errno.EBUSY, "another build is writing into this folder", str(folder)) from None
    try:
        yield
    finally:
        with suppress(OSError):  # while it is locked: afterwards it may be another build's
            (folder / LOCK).unlink()
        lock.release()
        if os.name == "nt":  # where no open file can be deleted, and so none that another build has locked
            with suppress(OSError):
                (folder / LOCK).unlink()


def _recover(folder: Path) -> None:
    stage = folder / STAGE
    if not os.path.lexists(stage):
        return
    if stage.is_symlink() or not stage.is_dir():
        raise FileExistsError(errno.EEXIST, "something else has the name of the program's own folder", str(stage))
    if (stage / _JOURNAL).exists():
        try:
            _finish(folder)
            _clear(stage)
        except OSError:
            _put_back(folder)
    else:
        _put_back(folder)


def _finish(folder: Path) -> None:
    """Move all files to their places that are not there yet, and what they replace out of the way."""
    stage = folder / STAGE
    files, obsolete = _listed(stage / _JOURNAL)
    if os.path.lexists(stage / _NEW / files[-1]):
        _set_aside(folder, files[-1])
    for name in obsolete:
        _set_aside(folder, name)
    for name in files:
        if os.path.lexists(stage / _NEW / name):
            _set_aside(folder, name)
            (stage / _NEW / name).replace(folder / name)


def _set_aside(folder: Path, name: str) -> None:
    old = folder / STAGE / _OLD / name
    if os.path.lexists(folder / name) and not os.path.lexists(old):
        (folder / name).replace(old)


def _put_back(folder: Path) -> None:
    try:
        _undo(folder)
    except OSError as error:
        raise HalfwayError(error.errno, error.strerror, error.filename) from error


def _undo(folder: Path) -> None:
    """Move everything back that was moved, the file that vouches for the others last."""
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
    """The names in a journal. Raises OSError if there are any that this program does not write."""
    try:
        data = json.loads(journal.read_bytes())
        found = [[str(name) for name in data[key]] for key in ("files", "obsolete")]
    except (ValueError, KeyError, TypeError):
        found = []
    if not found or not found[0] or any(Path(name).name != name for names in found for name in names):
        raise OSError(errno.EINVAL, "not a journal of this program; remove its folder", str(journal))
    return found[0], found[1]


def _clear(stage: Path) -> None:
    """Remove the program's own folder, its journal first: without one nothing in it is wanted."""
    for name in (_JOURNAL, _UNDO):
        (stage / name).unlink(missing_ok=True)
    shutil.rmtree(stage, ignore_errors=True)


def _write(path: Path, data: bytes) -> None:
    """Write a file that must not be there yet; it is on the disk when this returns."""
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
