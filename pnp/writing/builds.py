"""Write a folder of files completely or not at all, even if the program is interrupted.

Files are first written to a new folder in the output folder, whose name cannot be guessed. Then they are moved to their
places one by one: the old manifest is moved away first, and the new one is moved in last. Replaced files stay in the
new folder until the end. An error or Ctrl-C moves everything back. If the program was killed, `recover` finishes the
moves that the journal lists; the place of each file shows which moves were done. The journal is in the user's state
folder, so that no other user can write one.
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple

from pnp.writing.state import Memory
from pnp.writing.tree import Streamed, Tree

STAGE = ".pnp-build-"
"""The beginning of the name of the folder that files are first written to."""
MOST_BYTES = 2_000_000_000
"""The largest file whose contents are compared, in bytes; larger files are not from an earlier build."""
_NEW, _OLD = "new", "old"


class HalfwayError(OSError):
    """A folder contains files of two builds, because a move could not be undone. `recover` will do it."""


def write_file(path: Path, data: bytes) -> bool:
    """Write a file completely or not at all, unless it has these bytes already; whether it has changed.

    Its folder is created if needed. Raises PlaceError if a link, a folder or a device has its name, and other OSErrors.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with Tree(path.parent) as tree:
        tree.expect_free(path.name)
        if tree.digest(path.name, len(data)) == hashlib.sha256(data).hexdigest():
            return False
        temporary = f".{token_hex(8)}.part"
        try:
            tree.create(temporary, data)
            tree.move(temporary, path.name)
        finally:
            tree.remove(temporary)
    return True


def create_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Create a folder with these files, by their paths in it. Raises OSError, also if the folder exists."""
    if os.path.lexists(folder):
        raise FileExistsError(errno.EEXIST, "it already exists", str(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    with Tree(folder.parent) as tree:
        temporary = f".{token_hex(8)}.part"
        try:
            tree.create_folder(temporary)
            for name, data in files.items():
                tree.create(f"{temporary}/{name}", data)
            tree.move(temporary, folder.name)
        finally:
            tree.remove_folder(temporary)


def write_folder(folder: Path, files: Mapping[str, bytes | Streamed], owner: str = "") -> tuple[str, ...]:
    """Write files into a folder, by their paths in it with `/`, the manifest last.

    With an `owner`, the files that this owner wrote into the folder before, and that are unchanged and not written
    again, are removed; their names are returned. Other files in the folder stay. Raises OSError and leaves the folder
    as it was, except after a HalfwayError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    memory = Memory(folder)
    with memory.locked(), Tree(folder) as tree:
        _recover(tree, memory)
        for name in files:
            tree.expect_free(name)
        obsolete = _obsolete(tree, files, memory.written(owner)) if owner else ()
        moves = _Moves(tree, memory, f"{STAGE}{token_hex(8)}", tuple(files), obsolete)
        digests: dict[str, str] = {}
        try:
            digests = moves.stage_files(files, owner)
            moves.finish()
            if owner:
                memory.remember(owner, digests)
        except BaseException:
            moves.put_back(staged=bool(digests))
            raise
        with suppress(OSError):  # the files are in their places; the next build removes what is left
            moves.clear()
    return obsolete


def recover(folder: Path) -> None:
    """Finish or undo a build that was killed while it wrote into a folder. Raises OSError."""
    memory = Memory(folder)
    if memory.journal() and folder.is_dir():
        with memory.locked(), Tree(folder) as tree:
            _recover(tree, memory)


def last_files(folder: Path, owner: str) -> dict[str, str]:
    """The files that an owner wrote last into a folder: the SHA-256 of each in hex, by name.

    It is empty unless all of them are still there and unchanged.
    """
    files = Memory(folder).written(owner)
    if not files or not folder.is_dir():
        return {}
    with Tree(folder) as tree:
        return files if all(tree.digest(name, MOST_BYTES) == digest for name, digest in files.items()) else {}


def recorded(folder: Path, owner: str) -> dict[str, str]:
    """The hashes that an owner recorded for a folder, by name."""
    return Memory(folder).written(owner)


def record(folder: Path, owner: str, hashes: Mapping[str, str]) -> None:
    """Record hashes for a folder in which nothing is written. Raises OSError."""
    memory = Memory(folder)
    with memory.locked():
        memory.remember(owner, hashes)


def _obsolete(tree: Tree, files: Mapping[str, Any], before: Mapping[str, str]) -> tuple[str, ...]:
    """The files of a build before that are unchanged and not written again."""
    written = {name.casefold() for name in files}  # Windows and macOS ignore case in names
    left = [name for name in before if name.casefold() not in written]
    return tuple(name for name in left if tree.digest(name, MOST_BYTES) == before[name])


def _recover(tree: Tree, memory: Memory) -> None:
    journal = memory.journal()
    if not journal:
        return
    moves = _Moves(tree, memory, journal["stage"], tuple(journal["files"]), tuple(journal["obsolete"]))
    if not journal["digests"] or tree.kind(moves.stage) != "folder":  # nothing was moved yet, or all is in its place
        moves.clear()
        return
    try:
        moves.finish()
        if journal["owner"]:
            memory.remember(journal["owner"], journal["digests"])
        moves.clear()
    except OSError:
        moves.put_back(staged=True)


class _Moves(NamedTuple):
    """The files of a build on their way into a folder.

    In the folder `stage`, new files are in `new` until they are in their places, and replaced ones in `old`.
    """

    tree: Tree
    memory: Memory
    stage: str
    files: tuple[str, ...]
    obsolete: tuple[str, ...]

    def _new(self, name: str) -> str:
        return f"{self.stage}/{_NEW}/{name}"

    def _old(self, name: str) -> str:
        return f"{self.stage}/{_OLD}/{name}"

    def _exists(self, name: str) -> bool:
        return self.tree.kind(name) != "nothing"

    def stage_files(self, files: Mapping[str, bytes | Streamed], owner: str) -> dict[str, str]:
        """Write the new files beside their places; their hashes."""
        journal = {"stage": self.stage, "files": self.files, "obsolete": self.obsolete, "owner": owner, "digests": {}}
        self.memory.keep_journal(journal)
        self.tree.create_folder(self.stage)
        digests = {name: self.tree.create(self._new(name), data) for name, data in files.items()}
        self.memory.keep_journal({**journal, "digests": digests})
        return digests

    def finish(self) -> None:
        """Move the remaining files to their places, and the files that they replace out of the way."""
        if self._exists(self._new(self.files[-1])):
            self._set_aside(self.files[-1])
        for name in self.obsolete:
            self._set_aside(name)
        for name in self.files:
            if self._exists(self._new(name)):
                self._set_aside(name)
                self.tree.move(self._new(name), name)

    def _set_aside(self, name: str) -> None:
        if self._exists(name) and not self._exists(self._old(name)):
            self.tree.move(name, self._old(name))

    def put_back(self, *, staged: bool) -> None:
        """Move everything back, the manifest last. Nothing was moved unless all files were `staged`.

        Raises HalfwayError.
        """
        try:
            for name in (*self.obsolete, *self.files) if staged else ():
                is_in_place = name in self.files and not self._exists(self._new(name)) and self._exists(name)
                if is_in_place:
                    self.tree.move(name, self._new(name))
                if self._exists(self._old(name)):
                    self.tree.move(self._old(name), name)
            self.clear()
        except OSError as error:
            raise HalfwayError(error.errno, error.strerror, error.filename) from error

    def clear(self) -> None:
        """Remove what is left beside the files, and then the journal, which says where that is."""
        self.tree.remove_folder(self.stage)
        if self.tree.kind(self.stage) == "nothing":
            self.memory.drop_journal()
