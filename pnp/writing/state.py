"""What the program remembers about output folders, in the user's own state folder and never in the folders themselves.

An output folder may come from a stranger, so nothing found in it is believed. For each folder, by its path, there is a
record of the files that were written into it, a journal while a build is moved into it, and a lock. Where there is no
state folder, because the user has no home or cannot write to it, nothing is remembered: a build is written all the
same, but one that was killed is not made whole, and no file of an earlier build is removed.

The manifests of what was printed, by the version that is on each sheet, in the user's state folder.

Manifests in output folders are replaced by the next build; these are kept, so that a print can be compared much later.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_bytes, token_hex
from typing import Any

PATIENCE = 3.0
"""How long to wait for another build that writes into the folder, in seconds."""
MOST_FOLDERS = 2_000
"""When there are more records than this, the older half is forgotten."""
_MODE = 0o700
_KEY_BYTES = 32


def home() -> Path | None:
    """The folder for this state, which is created if needed; None if that is not possible."""
    import platformdirs  # imported here because most commands write no folder

    place = platformdirs.user_state_path("pnp", appauthor=False) / "outputs"
    if not place.is_absolute():  # without a home folder, `~` stays in the path
        return None
    try:
        place.mkdir(mode=_MODE, parents=True, exist_ok=True)
    except OSError:
        return None
    return place if os.access(place, os.W_OK) else None


def seal(data: bytes) -> str:
    """A keyed hash of data in hex, by which this user's program recognises what it wrote; empty without a state folder.

    The key is made when it is first needed, and no other user can read it.
    """
    place = home()
    if place is None:
        return ""
    return hmac.digest(_key(place / "key"), data, "sha256").hex()


def _key(file: Path) -> bytes:
    """The key in a file, which is made if there is none. If two programs make it at once, the later one wins."""
    if not file.exists():
        temporary = file.with_name(f"key-{token_hex(8)}")
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        with open(descriptor, "wb") as stream:  # noqa: PTH123 - Path.open takes no rights
            stream.write(token_bytes(_KEY_BYTES))
        temporary.replace(file)
    return file.read_bytes()


class Memory:
    """What is remembered about one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = os.path.realpath(folder)
        self._home = home()
        self._key = hashlib.sha256(os.path.normcase(self._folder).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def _file(self, kind: str) -> Path | None:
        return self._home / f"{self._key}.{kind}" if self._home else None

    # The record of what was written ------------------------------------------------------------------------------

    def written(self, owner: str) -> dict[str, str]:
        """The files that an owner wrote last: the SHA-256 of each in hex, by name."""
        files = self._read("written").get(owner)
        return {str(name): str(digest) for name, digest in files.items()} if isinstance(files, dict) else {}

    def remember(self, owner: str, digests: Mapping[str, str]) -> None:
        """Remember the files that an owner wrote."""
        self._write("written", {**self._read("written"), owner: dict(digests)})
        self._forget_old()

    # The journal of a build on its way ---------------------------------------------------------------------------

    def journal(self) -> dict[str, Any]:
        """The journal of a build that was not finished; empty without one."""
        return self._read("journal")

    def keep_journal(self, journal: Mapping[str, Any]) -> None:
        self._write("journal", journal)

    def drop_journal(self) -> None:
        file = self._file("journal")
        if file:
            file.unlink(missing_ok=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other builds out of the folder. Raises BlockingIOError if one is writing into it."""
        file = self._file("lock")
        if file is None:
            yield
            return
        from filelock import FileLock, Timeout

        lock = FileLock(file, timeout=PATIENCE)
        try:
            lock.acquire()
        except Timeout:
            raise BlockingIOError(errno.EBUSY, "another build is writing into this folder", self._folder) from None
        try:
            yield
        finally:
            lock.release()

    # Files -------------------------------------------------------------------------------------------------------

    def _read(self, kind: str) -> dict[str, Any]:
        file = self._file(kind)
        try:
            data = json.loads(file.read_bytes()) if file else {}
        except (OSError, ValueError, RecursionError):
            return {}
        return data if isinstance(data, dict) else {}

    def _write(self, kind: str, data: Mapping[str, Any]) -> None:
        """Write a file in one step, and wait until it is on the disk."""
        file = self._file(kind)
        if file is None:
            return
        temporary = file.with_name(f"{file.name}-{token_hex(8)}")
        try:
            with temporary.open("xb") as stream:
                stream.write(json.dumps(data).encode())
                stream.flush()
                os.fsync(stream.fileno())
            temporary.replace(file)
        finally:
            temporary.unlink(missing_ok=True)

    def _forget_old(self) -> None:
        """Remove the older half of the records if there are too many; journals and locks in use are younger."""
        if self._home is None:
            return
        with suppress(OSError):
            records = list(self._home.glob("*.written"))
            if len(records) > MOST_FOLDERS:
                for record in sorted(records, key=lambda path: path.stat().st_mtime)[: MOST_FOLDERS // 2]:
                    record.unlink(missing_ok=True)
                    record.with_suffix(".lock").unlink(missing_ok=True)


MOST = 100
"""How many prints are remembered; the oldest ones are forgotten first."""
MOST_BYTES = 50_000_000
"""The size of all their manifests, in bytes; a larger manifest is not remembered."""
_VERSION = re.compile(r"[0-9a-f]{64}")


def keep_print(version: str, manifest: bytes) -> None:
    """Remember what was printed as a version of a kit, 64 hex digits. Does nothing without a state folder."""
    folder = _folder()
    if folder is None or not _VERSION.fullmatch(version) or len(manifest) > MOST_BYTES:
        return
    temporary = folder / f"{token_hex(8)}.part"
    with suppress(OSError):  # the print itself is complete
        folder.mkdir(exist_ok=True)
        try:
            temporary.write_bytes(manifest)
            temporary.replace(folder / f"{version}.json")
        finally:
            temporary.unlink(missing_ok=True)
        _forget_old()


def known_prints() -> list[Path]:
    """The manifests that are remembered, each in a file with the name of its version; the newest first."""
    folder = _folder()
    if folder is None:
        return []
    dated: list[tuple[int, Path]] = []
    for path in folder.glob("*.json"):
        with suppress(OSError):  # another program has just forgotten it
            dated.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(dated, reverse=True)]


def _folder() -> Path | None:
    own = home()
    return own / "prints" if own else None


def _forget_old() -> None:
    total = 0
    for number, path in enumerate(known_prints()):
        total += path.stat().st_size
        if number >= MOST or total > MOST_BYTES:
            path.unlink(missing_ok=True)
