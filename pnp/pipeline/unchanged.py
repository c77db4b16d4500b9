"""Decide from the manifest of the last build whether building a kit again would write the same files.

The program may have changed too: its version is in the manifest, and in a checkout a changed source file is newer than
the manifest.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostics, files
from pnp.diagnostics.program import PROGRAM
from pnp.kit import paths, plugins, trust

MAX_MANIFEST, MAX_PRINTED = 50_000_000, 2_000_000_000
"""The largest manifest and the largest PDF that are read, in bytes; larger files are not from an earlier build."""

MANIFEST = "manifest.json"
_UNREADABLE = (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""Exceptions from reading a manifest that another program wrote."""
_UNSUITABLE = ("draft", "since", "printer", "underlay")
"""Options whose result depends on more than the kit: its errors, its history, the user's settings and files."""


def last_build(folder: Path, kit: Path, options: Mapping[str, Any]) -> dict[str, Any] | None:
    """The manifest of the build in a folder, if building the kit with these options would write the same files."""
    if any(options.get(key) for key in _UNSUITABLE) or _has_engine(kit):
        return None
    try:
        manifest = _manifest(folder)
        fonts = [file for file in paths.font_files(kit) if file.name in manifest["fonts"]]
        same = (
            manifest["kit"] == kit.name
            and manifest["program"] == PROGRAM
            and manifest["options"] == plain_options(options)
            and (folder / MANIFEST).stat().st_mtime_ns > _newest_source()
            and all(map(_is_plain, manifest["files"]))
            and all(_is_whole(folder, file) for file in (*manifest["files"], *_cut_files(manifest)))
            and manifest["data_version"] == paths.data_version(kit, fonts, Diagnostics())
        )
    except _UNREADABLE:
        return None
    return manifest if same else None


def own_files(folder: Path, kit: str) -> list[str]:
    """The files that the last build of a kit wrote into a folder and that are unchanged since."""
    try:
        manifest = _manifest(folder)
        listed = [file for file in manifest["files"] if _is_plain(file)] if manifest["kit"] == kit else []
        listed += _cut_files(manifest) if manifest["kit"] == kit else []
        return [file["path"] for file in listed if _is_whole(folder, file)]
    except _UNREADABLE:
        return []


def plain_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a build as plain JSON values, without those that manifests are not compared by."""
    compared = {key: value for key, value in options.items() if key not in ("kit", *_UNSUITABLE)}
    compared |= {key: str(compared[key]) for key in ("paper", "card_size") if compared.get(key)}
    if not compared.get("ignore"):
        compared.pop("ignore", None)
    if compared.get("icc"):
        compared["icc"] = compared["icc"].summary
    plain: dict[str, Any] = json.loads(json.dumps(compared))
    return plain


def _is_plain(file: Mapping[str, Any]) -> bool:
    """Whether a manifest's entry has the right types and names a file of its own folder."""
    texts, numbers = (file["path"], file["stock"]), (file["pages"], file["sheets"], file["cards"])
    are_right = all(isinstance(text, str) for text in texts) and all(isinstance(number, int) for number in numbers)
    return are_right and file["path"] == Path(file["path"]).name


def _cut_files(manifest: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The entries of cut files. Raises ValueError for one that names no file of its own folder."""
    files: list[Mapping[str, Any]] = list(manifest.get("cut_files", ()))
    for file in files:
        if not isinstance(file["path"], str) or file["path"] != Path(file["path"]).name:
            raise ValueError("not an entry of this program")
        if not isinstance(file["sheets"], list) or not isinstance(file["machine"], str):
            raise ValueError("not an entry of this program")
    return files


def _manifest(folder: Path) -> Any:
    return json.loads(files.read(folder / MANIFEST, MAX_MANIFEST))


def _is_whole(folder: Path, file: Mapping[str, Any]) -> bool:
    """Whether a file exists with the size and the hash of its manifest entry."""
    path = folder / file["path"]
    if not path.is_file():
        return False
    with files.opened(path) as stream:
        if os.fstat(stream.fileno()).st_size > MAX_PRINTED:
            return False
        return hashlib.file_digest(stream, "sha256").hexdigest() == str(file["sha256"])


def _newest_source() -> int:
    """When the newest file of this program, or of a package that adds to it, was changed, in ns."""
    packages = {plugin.module.partition(".")[0] for group in plugins.GROUPS for plugin in plugins.added(group)}
    folders = [Path(__file__).parents[1], *filter(None, map(plugins.folder, packages))]
    return max(path.stat().st_mtime_ns for folder in folders for path in folder.rglob("*.py"))


def _has_engine(kit: Path) -> bool:
    """Whether a kit may be played by a program of its own, which must be allowed each time."""
    return any(files.is_there(folder / trust.ENGINE) for folder in paths.layers(kit, Diagnostics()))
