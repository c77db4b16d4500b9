"""Decide from the manifest of the last build whether building a kit again would write the same files.

The program may have changed too: its version is in the manifest, and in a checkout a changed source file is newer than
the manifest. So is a changed file of the user's own papers.

Remember which kits passed a check on this computer, so that a hook need not check again what has not changed.

What is compared is a hash of everything that a check reads: the kit's files and those of its bases, pictures and fonts,
the program, and the options. Nothing slow is imported here.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pnp import writing
from pnp.diagnostics import Diagnostics, files
from pnp.diagnostics.program import PROGRAM
from pnp.kit import paths, plugins, trust
from pnp.pipeline.option_table import named

MAX_MANIFEST = 50_000_000
"""The largest manifest that is read, in bytes."""

MANIFEST = "manifest.json"


def owner(kit: str) -> str:
    """The name by which the files of a kit's builds are remembered."""
    return f"build {kit}"


def other_kit(folder: Path, kit: str) -> str:
    """The kit whose manifest is in a folder, if it is not the given one; empty otherwise."""
    try:
        manifest = json.loads(files.read(folder / MANIFEST, MAX_MANIFEST))
        found = manifest["kit"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):  # there is none, or it is of another program
        return ""
    is_other = isinstance(found, str) and re.fullmatch(files.NAME, found) and found != kit
    return str(found) if is_other else ""


def last_build(folder: Path, kit: Path, options: Mapping[str, Any], papers: Path) -> dict[str, Any] | None:
    """The manifest of the build in a folder, if building the kit with these options would write the same files.

    `papers` is the file of the user's own papers, which need not be there.

    Only files that this program wrote there for this user are believed, so that the manifest of a stranger is not.
    """
    if any(options.get(name) for name in named(recorded=False)) or _has_engine(kit):
        return None
    if MANIFEST not in (written := writing.last_files(folder, owner(kit.name))):
        return None
    try:
        data = files.read(folder / MANIFEST, MAX_MANIFEST)
        manifest: dict[str, Any] = json.loads(data)
        fonts = [file for file in paths.font_files(kit) if file.name in manifest["fonts"]]
        same = (
            hashlib.sha256(data).hexdigest() == written[MANIFEST]
            and manifest["program"] == PROGRAM
            and manifest["options"] == plain_options(options)
            and (folder / MANIFEST).stat().st_mtime_ns > max(newest_source(), _changed_at(papers))
            and manifest["data_version"] == paths.data_version(kit, fonts, Diagnostics())
        )
    except (OSError, ValueError, KeyError, RecursionError):  # it was removed since, or is of an older version
        return None
    return manifest if same else None


def plain_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a build as plain JSON values, without those that manifests are not compared by."""
    compared = {name: options[name] for name in named(recorded=True) if name in options}
    compared |= {key: str(compared[key]) for key in ("paper", "card_size") if compared.get(key)}
    if not compared.get("ignore"):
        compared.pop("ignore", None)
    if compared.get("icc"):
        compared["icc"] = compared["icc"].summary
    plain: dict[str, Any] = json.loads(json.dumps(compared))
    return plain


def newest_source() -> int:
    """When the newest file of this program, or of a package that adds to it, was changed, in ns: code or rules."""
    packages = {plugin.module.partition(".")[0] for group in plugins.GROUPS for plugin in plugins.added(group)}
    folders = [Path(__file__).parents[1], *filter(None, map(plugins.folder, packages))]
    found = (path for folder in folders for kind in ("*.py", "*.rules") for path in folder.rglob(kind))
    return max(path.stat().st_mtime_ns for path in found)


def _changed_at(path: Path) -> int:
    """When a file was changed, in ns; 0 if it is not there."""
    return path.stat().st_mtime_ns if path.is_file() else 0


def _has_engine(kit: Path) -> bool:
    """Whether a kit may be played by a program of its own, which must be allowed each time."""
    return any(files.is_there(folder / trust.ENGINE) for folder in paths.layers(kit, Diagnostics()))


_OWNER = "check"
_KEY = "passed"
_ALSO = ("vouched*.yaml", "*.rules", "*.py")
"""Files that nothing is printed from, and that a check reads."""


def digest(kit: Path, options: Any) -> str:
    """The hash, in hex, of all that a check of a kit with these options reads; empty if a file cannot be read."""
    diagnostics = Diagnostics()
    version = paths.data_version(kit, paths.font_files(kit), diagnostics)
    total = hashlib.sha256(f"{PROGRAM} {newest_source()} {options!r} {version}".encode())
    try:
        for path in _also_read(kit):
            data = files.read(path, paths.MAX_HASHED)
            total.update(f"{path} {len(data)}\n".encode("utf-8", "surrogatepass") + data)
    except OSError:
        return ""
    return "" if diagnostics else total.hexdigest()


def _also_read(kit: Path) -> Iterator[Path]:
    for folder in (*paths.layers(kit, Diagnostics()), paths.data_folder() / paths.COMMON):
        for pattern in _ALSO:
            yield from sorted(folder.glob(pattern))


def has_passed(kit: Path, digest: str) -> bool:
    """Whether a kit passed when all that a check reads had this hash."""
    return bool(digest) and writing.recorded(kit, _OWNER).get(_KEY) == digest


def note(kit: Path, digest: str) -> None:
    """Remember that a kit passed. Raises OSError."""
    writing.record(kit, _OWNER, {_KEY: digest})
