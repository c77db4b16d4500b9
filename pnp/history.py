"""A kit's folder and a git revision -> the files as they were then, in a folder that lasts only while they are needed.

With a kit of the shelf comes what all kits share: papers, fonts, styles, art. A kit elsewhere brings its own folder,
and the rest is as it is today.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from pnp import paths
from pnp.source import did_you_mean


class HistoryError(LookupError):
    """The revision cannot be had; the message says why."""


class Past(NamedTuple):
    """A kit's folder as it was, and the root with what kits shared then, if that is of the same repository."""

    kit: Path
    root: Path | None
    place: Path
    """The folder that everything is in, for whoever tells of files in it."""


@contextmanager
def kit_at(folder: Path, revision: str) -> Iterator[Past]:
    """The kit that was in that folder, whether or not it still is. Raises HistoryError."""
    try:
        folder = folder.resolve()
        near = next(place for place in (folder, *folder.parents) if place.is_dir())
    except (OSError, ValueError):  # names that no folder can have
        raise HistoryError(f"there is no folder {folder}") from None
    top = Path(_asked(near, f"there is no git repository round {near}", "rev-parse", "--show-toplevel")).resolve()
    commit = _commit(top, revision)
    root = paths.root().resolve()
    shelved = folder.parent == root / "card_data" and root.is_relative_to(top)
    wanted = _shared(root, folder.name) if shelved else [folder]
    with tempfile.TemporaryDirectory(prefix="pnp-", ignore_cleanup_errors=True) as temporary:
        place = Path(temporary).resolve()
        then = place / top.name
        _unpack(top, commit, [_inside(path, top) for path in wanted], then)
        kit = then / folder.relative_to(top)
        for base in _bases(kit, then, top, root if shelved else None):
            wanted = _shared(root, base.name) if base.parent == root / "card_data" else [base]
            _unpack(top, commit, [_inside(path, top) for path in wanted], then)
        if not (kit / "kit.yaml").is_file():
            raise HistoryError(f"there is no kit in {_inside(folder, top)} at {revision}")
        yield Past(kit, then / root.relative_to(top) if shelved else None, then)


def _bases(kit: Path, then: Path, top: Path, root: Path | None) -> Iterator[Path]:
    """The folders that an overlay extended then, each to be unpacked before the next is asked for.

    `root` is where shelved kits are, if what they share is of the same repository; other kits of the shelf are taken
    as they are today.
    """
    for _ in range(paths.MAX_LAYERS):
        node = paths.extends(kit)
        if node is None or not isinstance(node.value, str):
            return
        now = top / kit.relative_to(then)
        named = "/" not in node.value and node.value in paths.kit_names()
        if named and root is None:
            return
        base = root / "card_data" / node.value if named and root else Path(os.path.normpath(now / node.value))
        if not base.is_relative_to(now.parent) or base == now.parent:
            return
        yield base
        kit = then / base.relative_to(top)


def _shared(root: Path, kit: str) -> list[Path]:
    data, art = root / "card_data", root / "art"
    return [data / kit, data / paths.COMMON, data / "papers.yaml", art / kit, art / paths.COMMON, root / "fonts"]


def _inside(path: Path, top: Path) -> str:
    if not path.is_relative_to(top):
        raise HistoryError(f"{path} is not in the git repository {top}")
    return path.relative_to(top).as_posix()


def _commit(top: Path, revision: str) -> str:
    """The commit that a revision names."""
    hint = ""
    if revision and not revision.startswith("-"):
        try:
            return _asked(top, revision, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        except HistoryError:
            names = _asked(top, "", "for-each-ref", "--format=%(refname:short)").split()
            hint = did_you_mean(revision, ["HEAD", *names])
    raise HistoryError(f"git knows no revision {revision!r} in {top}" + (f"; {hint}" if hint else ""))


def _unpack(top: Path, commit: str, paths: list[str], into: Path) -> None:
    """Write what there was of some paths into a folder; `.` is everything."""
    chosen = [] if "." in paths else _there(top, commit, paths)
    into.mkdir(exist_ok=True)
    if not chosen and "." not in paths:
        return
    data = _git(top, f"git cannot read {commit}", "archive", "--format=tar", commit, "--", *chosen)
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        # Python 3.11.3 and older have no filters; git keeps no paths that lead out of its folder.
        tar.extraction_filter = getattr(tarfile, "data_filter", lambda member, _path: member)
        try:
            tar.extractall(into)  # noqa: S202 - what leads out of the folder is refused
        except tarfile.TarError as error:
            raise HistoryError(f"git's files cannot be unpacked: {error}") from None


def _there(top: Path, commit: str, paths: list[str]) -> list[str]:
    """Those of some paths that there were; git archive refuses any others."""
    listed = _git(top, f"git cannot read {commit}", "ls-tree", "-z", "--name-only", "--full-tree", commit, "--", *paths)
    return [name for name in listed.decode("utf-8", "surrogateescape").split("\0") if name]


def _asked(folder: Path, otherwise: str, *words: str) -> str:
    return _git(folder, otherwise, *words).decode("utf-8", "surrogateescape").strip()


def _git(folder: Path, otherwise: str, *words: str) -> bytes:
    """What git answers. Raises HistoryError, with the message `otherwise`, where it has no answer."""
    program = shutil.which("git")
    if program is None:
        raise HistoryError("git is not installed, so no revision can be looked up")
    command = [program, "-C", str(folder), "--literal-pathspecs", *words]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)  # noqa: S603 - no shell
    if done.returncode:
        raise HistoryError(otherwise)
    return done.stdout
