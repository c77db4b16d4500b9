"""A command that was given before, on the same data -> the lines it printed, its files being there still.

Asked before anything heavy is imported, so it knows files and folders only: which they are, a build says when it has
made something of them. Contents are compared, not times: a file that was saved without a change is no change.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pnp import cache

KEPT = 64
"""So many commands are remembered; the one that was given longest ago is forgotten for a new one."""
UNCHANGED = "(nothing changed: these files are as they were)"


class Inputs:
    """What a build is made from: files, folders of files with certain endings, and the names in a folder."""

    def __init__(self, folders: Iterable[object], endings: Iterable[str], files: Iterable[object], shelf: object):
        self.folders = [str(folder) for folder in folders]
        self.endings = sorted(endings)
        self.files = [str(file) for file in files]
        self.shelf = str(shelf)

    def state(self) -> str:
        """A hash of all of it as it is now. To be asked before anything is read: what changes later is a change."""
        total = hashlib.sha256(cache.program())
        total.update(cache.encoded("\n".join(_names(self.shelf))))
        for path in (*self.files, *(path for folder in self.folders for path in self._within(folder))):
            total.update(cache.encoded(f"\n{path}\n{_digest(path)}"))
        return total.hexdigest()

    def _within(self, folder: str) -> Iterator[str]:
        for place, below, names in os.walk(folder):
            below.sort()
            for name in sorted(names):
                if os.path.splitext(name)[1].lower() in self.endings:
                    yield os.path.join(place, name)

    def plain(self) -> dict[str, Any]:
        """As JSON has it, to be made into the same again by `Inputs(**plain)`."""
        return {"folders": self.folders, "endings": self.endings, "files": self.files, "shelf": self.shelf}


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _digest(path: str) -> str:
    """A hash of a file's content; empty if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return ""


class Command:
    """A command as it was typed. What it does depends on where it is given, too: raises OSError if that is gone."""

    def __init__(self, arguments: Sequence[str]) -> None:
        said = "\0".join((os.getcwd(), *arguments))  # noqa: TID251
        self._name = os.path.join(cache.BUILDS, hashlib.sha256(cache.encoded(said)).hexdigest()[:32])
        self._found: tuple[dict[str, Any], str] | None = None

    def unchanged(self) -> str | None:
        """What it said when it was last given, if giving it again would make the same files; else None."""
        kept = cache.read(self._name)
        if kept is None:
            return None
        try:
            record = json.loads(kept)
            inputs = Inputs(**record["inputs"])
            self._found = inputs.plain(), inputs.state()
            same = self._found[1] == record["state"]
            same = same and all(_digest(path) == digest for path, digest in record["outputs"].items())
            return str(record["said"]) if same else None
        except (ValueError, KeyError, TypeError, AttributeError):
            return None

    def state(self, inputs: Inputs) -> str:
        """The state of what it is made from, as it was asked for before or as it is now."""
        if self._found and self._found[0] == inputs.plain():
            return self._found[1]
        return inputs.state()

    def remember(self, inputs: Inputs, state: str, outputs: Iterable[object], said: str) -> None:
        """Keep what it has made of inputs that were in a state, and what it said of it."""
        files = {os.path.abspath(str(path)): _digest(str(path)) for path in outputs}
        record = {"inputs": inputs.plain(), "state": state, "outputs": files, "said": said}
        cache.trim(cache.BUILDS, KEPT)
        cache.write(self._name, json.dumps(record).encode())
