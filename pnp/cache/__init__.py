"""What was worked out before -> what need not be worked out again.

Everything kept is named by a hash of all that it came from, so nothing is ever out of date: what came from other
things has another name. All of it may be deleted at any time, and a build that finds nothing here, or something
broken, works everything out as it did the first time, to the same bytes. `builds` keeps what whole commands made,
`store` what data, drawings, templates, set type, checks, pages and games in play came to.
"""

from __future__ import annotations

import os
import sys
from _thread import get_ident
from contextlib import suppress
from functools import cache

VARIABLE = "PNP_CACHE"
"""Environment variable that names another folder for it; empty, nothing is kept."""

BUILDS, VALUES = "builds", "values"
FOLDERS = (BUILDS, VALUES)
"""The folders in it; nothing else there is ours."""


def place() -> str | None:
    """The folder of this user's cache, which need not exist; None where nothing is to be kept.

    Asked before anything else is imported, so neither pathlib nor a library is used for it.
    """
    environment = os.environ  # noqa: TID251 - where things are kept changes no output
    named = environment.get(VARIABLE)
    if named is not None:
        return os.path.abspath(named) if named else None
    home = os.path.expanduser("~")
    if home == "~":
        return None
    if sys.platform == "win32":
        return os.path.join(environment.get("LOCALAPPDATA") or home, "pnp", "Cache")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Caches", "pnp")
    return os.path.join(environment.get("XDG_CACHE_HOME") or os.path.join(home, ".cache"), "pnp")


def read(name: str) -> bytes | None:
    """What is kept under a name; None if nothing is."""
    folder = place()
    if folder is None:
        return None
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()
    except OSError:
        return None


def write(name: str, data: bytes) -> None:
    """Keep something under a name, whole or not at all; where that cannot be done nothing is kept, and nobody is told.

    Of two commands that keep something under one name at once, one prevails.
    """
    folder = place()
    if folder is None:
        return
    path = os.path.join(folder, name)
    beside = f"{path}.{os.getpid()}.{get_ident()}"
    with suppress(OSError):
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        try:
            with open(beside, "wb") as file:
                file.write(data)
            os.replace(beside, path)
        finally:
            with suppress(OSError):
                os.unlink(beside)


def trim(folder: str, most: int) -> None:
    """Make room for one more file in a folder of the cache: of `most` files, the oldest are deleted."""
    root = place()
    aged: list[tuple[int, str]] = []
    with suppress(OSError):
        if root:
            with os.scandir(os.path.join(root, folder)) as entries:
                aged.extend((entry.stat().st_mtime_ns, entry.path) for entry in entries)
    for _, path in sorted(aged)[: max(len(aged) - most + 1, 0)]:
        with suppress(OSError):
            os.unlink(path)


def encoded(text: str) -> bytes:
    """A text as bytes, even one with the name of a file that is not UTF-8."""
    return text.encode("utf-8", "surrogatepass")


@cache
def program() -> bytes:
    """What is running: this package's files by size and time, Python, when packages last changed.

    It is looked at once: whatever is changed while a program runs, that goes on as it began.
    """
    stamps = [sys.version]
    root = os.path.dirname(os.path.dirname(__file__))
    for folder, below, names in os.walk(root):
        below[:] = sorted(name for name in below if name not in ("__pycache__", "_data"))
        for name in sorted(names):
            about = os.stat(os.path.join(folder, name))
            stamps.append(f"{name} {about.st_size} {about.st_mtime_ns}")
    for entry in sys.path:
        if entry.endswith("-packages"):
            with suppress(OSError):
                stamps.append(f"{entry} {os.stat(entry).st_mtime_ns}")
    return encoded("\n".join(stamps))
