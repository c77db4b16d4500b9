"""Unpack a kit at a git revision into a temporary folder.

For an installed kit, the shared papers, fonts, styles and art are unpacked as well. For any other kit only its own
folder is, and shared files are today's.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from pnp import writing
from pnp.kit import paths
from pnp.sources.git_objects import HistoryError
from pnp.sources.git_repository import Repository


class Past(NamedTuple):
    """A kit's folder at a revision, and the root with the shared files if they are in the same repository."""

    kit: Path
    root: Path | None
    place: Path
    """The folder that contains everything, to which messages make paths relative."""


def named(name: str) -> tuple[str, str]:
    """The kit and the revision in a name, KIT@REV or REV:KIT; the revision is empty if there is none."""
    for separator, parts in ((":", name.partition(":")), ("@", name.partition("@")[::-1])):
        revision, match, kit = parts
        if match == separator and revision and kit:
            return kit, revision
    return name, ""


def place(kit: str) -> Path:
    """The folder of a kit that may no longer exist: among the installed kits for a plain name, else the path itself."""
    return paths.find(kit) or (paths.data_folder() / kit if Path(kit).name == kit else Path(kit))


@contextmanager
def kit_at(folder: Path, revision: str) -> Iterator[Past]:
    """Unpack the kit that was in a folder at a revision; the folder need not exist today. Raises HistoryError."""
    try:
        folder = folder.resolve()
        near = next(place for place in (folder, *folder.parents) if place.is_dir())
    except (OSError, ValueError):  # invalid names
        raise HistoryError(f"there is no folder {folder}") from None
    with (
        Repository(near, paths.KINDS) as repository,
        writing.temporary_folder(repository.top.name) as then,
    ):
        top = repository.top
        commit = repository.commit(revision)
        root = paths.root().resolve()
        installed = folder.parent == root / "card_data" and root.is_relative_to(top)
        kit = then / _inside(folder, top)
        bases = _bases(kit, then, top, root if installed else None)
        for place in chain([folder], bases):  # a base is known only after the kit that extends it is written
            wanted = _shared(root, place.name) if place.parent == root / "card_data" and installed else [place]
            repository.write(commit, [_inside(path, top) for path in wanted], then)
        if not (kit / "kit.yaml").is_file():
            raise HistoryError(f"there is no kit in {_inside(folder, top).as_posix()} at {revision}")
        yield Past(kit, then / root.relative_to(top) if installed else None, then)


def _bases(kit: Path, then: Path, top: Path, root: Path | None) -> Iterator[Path]:
    """The folders that an overlay extended at the revision. Unpack each before taking the next.

    `root` is the root of installed kits if they are in the same repository; if it is None, today's installed kits are
    used.
    """
    for _ in range(paths.MAX_LAYERS):
        node = paths.extends(kit)
        if node is None or not isinstance(node.value, str):
            return
        now = top / kit.relative_to(then)
        named = "/" not in node.value and node.value in paths.kit_names()
        if named and (root is None or paths.installed_kit(node.value) != paths.data_folder() / node.value):
            return
        base = root / "card_data" / node.value if named and root else Path(os.path.normpath(now / node.value))
        if not base.is_relative_to(now.parent) or base == now.parent:
            return
        yield base
        kit = then / base.relative_to(top)


def _shared(root: Path, kit: str) -> list[Path]:
    data, art = root / "card_data", root / "art"
    return [data / kit, data / paths.COMMON, data / "papers.yaml", art / kit, art / paths.COMMON, root / "fonts"]


def _inside(path: Path, top: Path) -> Path:
    if not path.is_relative_to(top):
        raise HistoryError(f"{path} is not in the git repository {top}")
    return path.relative_to(top)
