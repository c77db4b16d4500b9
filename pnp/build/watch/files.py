"""Folders -> the state of their files: which there are, when each was changed, how long each is.

Files are looked at again and again, which works on every system and every kind of disk.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from pnp.diagnostics import Diagnostics
from pnp.kit import paths

State = dict[str, tuple[int, int]]

EVERY = 0.05
"""Seconds from one look to the next."""
SETTLED = 0.03
"""How long nothing may change before a save counts as done, seconds."""
PATIENCE = 20
"""How many changes in a row are waited for before they are no longer."""
KINDS = frozenset({".yaml", ".yml", ".md", ".svg", ".png", ".jpg", ".jpeg", ".ttf", ".otf", ".csv", ".xlsx", ".txt"})
MOST = 20_000
"""Files beyond so many are not looked at: nobody's kit has them, but a kit's folder may lie around a home."""


def places(kit: Path) -> list[Path]:
    """The folders and files that a kit may be printed from: those of all its layers, and the shelf's for every kit.

    Where a layer is not to be had, it is waited for.
    """
    lowest = paths.layers(kit, Diagnostics())[-1]
    base = paths.possible_bases(lowest)
    found = (*paths.art_folders(kit), *paths.template_folders(kit), *base, paths.fonts_folder())
    return [*dict.fromkeys(found), paths.data_folder() / "papers.yaml"]


def state(places: Iterable[Path]) -> State:
    """The files below some folders that data can be in, and files that are named; hidden folders are left out."""
    found: State = {}
    for place in places:
        if place.is_file():
            _note(found, str(place))
        for folder, inner, names in os.walk(place):
            inner[:] = [name for name in inner if not name.startswith(".")]
            for name in names:
                if os.path.splitext(name)[1].lower() in KINDS and len(found) < MOST:  # noqa: PTH122 - many, often
                    _note(found, f"{folder}{os.sep}{name}")
    return found


def _note(found: State, path: str) -> None:
    """A file may be gone between being listed and being looked at: editors replace what they save."""
    try:
        message = os.stat(path)  # noqa: PTH116 - as above
    except OSError:
        return
    found[path] = (message.st_mtime_ns, message.st_size)


def settled(places: list[Path], pause: Callable[[float], object]) -> State:
    """The state after the last of several changes that follow each other closely."""
    first = state(places)
    for _ in range(PATIENCE):
        pause(SETTLED)
        now = state(places)
        if now == first:
            break
        first = now
    return first
