"""Detect changed files by polling names, times and sizes, which works on every system and kind of disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from pnp.diagnostics import Diagnostics
from pnp.kit import paths, trust

State = dict[str, tuple[int, int]]

EVERY = 0.05
"""Seconds between two polls."""
SETTLED = 0.03
"""Seconds without a change after which a save counts as done."""
PATIENCE = 20
"""The number of changes in a row to wait for before drawing anyway."""
KINDS = paths.KINDS | {".yml", ".txt", ".py", ".rules"}
MOST = 20_000
"""The maximum number of files to poll. No kit has so many, but a kit's folder may be a home folder."""


def places(kit: Path) -> list[Path]:
    """The folders and files that a kit may use: those of all its layers, and the common ones.

    A layer that does not exist yet is included.
    """
    lowest = paths.layers(kit, Diagnostics())[-1]
    base = paths.possible_bases(lowest)
    folders = (*paths.art_folders(kit), *paths.template_folders(kit), *base, paths.fonts_folder())
    allowed = trust.store()
    return [*dict.fromkeys(folders), paths.data_folder() / "papers.yaml", *([allowed] if allowed else [])]


def state(places: Iterable[Path]) -> State:
    """The state of data files in folders, without hidden ones, and of files that are named."""
    times: State = {}
    for place in places:
        if place.is_file():
            _note(times, str(place))
        for folder, inner, names in os.walk(place):
            inner[:] = [name for name in inner if not name.startswith(".")]
            for name in names:
                if os.path.splitext(name)[1].lower() in KINDS and len(times) < MOST:  # noqa: PTH122 - many, often
                    _note(times, f"{folder}{os.sep}{name}")
    return times


def _note(state: State, path: str) -> None:
    """Record a file's time and size, unless it has gone since it was listed: editors replace what they save."""
    try:
        status = os.stat(path)  # noqa: PTH116 - as above
    except OSError:
        return
    state[path] = (status.st_mtime_ns, status.st_size)


def settled(places: list[Path], pause: Callable[[float], object]) -> State:
    """The state after the last of several changes that follow each other closely."""
    before = state(places)
    for _ in range(PATIENCE):
        pause(SETTLED)
        now = state(places)
        if now == before:
            break
        before = now
    return before
