"""Whether building a kit again would write the same files, decided from the manifest of its last build.

Only the program itself has to be watched besides: its version is in the manifest, and a source file that was changed
since, as happens in a checkout, is newer than the manifest.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pnp
from pnp import files, paths
from pnp.source import Faults

MAX_MANIFEST = 50_000_000
MAX_PRINTED = 2_000_000_000
"""More bytes than a manifest and a file that is to be printed have."""

_UNSUITABLE = ("draft", "since", "printer")
"""Options whose result depends on more than the kit: its faults, its history, the user's settings."""


def last_build(folder: Path, kit: Path, options: Mapping[str, Any]) -> dict[str, Any] | None:
    """The manifest of the build in a folder, if building the kit with these options would write the same files."""
    if any(options.get(key) for key in _UNSUITABLE):
        return None
    path = folder / "manifest.json"
    try:
        manifest = json.loads(files.read(path, MAX_MANIFEST))
        fonts = [file for file in paths.font_files(kit) if file.name in manifest["fonts"]]
        same = (
            manifest["kit"] == kit.name
            and manifest["program"] == f"pnp {pnp.__version__}"
            and manifest["options"] == plain_options(options)
            and path.stat().st_mtime_ns > _newest_source()
            and all(_digest(folder / file["path"]) == file["sha256"] for file in manifest["files"])
            and manifest["data_version"] == paths.data_version(kit, fonts, Faults())
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return manifest if same else None


def own_files(folder: Path, kit: str) -> list[str]:
    """The files in a folder that are as they were when a kit was last built there, by its manifest."""
    try:
        manifest = json.loads((folder / "manifest.json").read_bytes())
        listed = manifest["files"] if manifest["kit"] == kit else []
        return [name for file in listed if _is_own(folder, name := file["path"], file["sha256"])]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def _is_own(folder: Path, name: str, sha256: str) -> bool:
    return Path(name).name == name and (folder / name).is_file() and _digest(folder / name) == sha256


def plain_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a build as JSON has them, without those that no manifest is compared by."""
    kept = {key: value for key, value in options.items() if key not in ("kit", *_UNSUITABLE)}
    plain: dict[str, Any] = json.loads(json.dumps(kept))
    return plain


def _digest(path: Path) -> str:
    with files.opened(path) as stream:
        if os.fstat(stream.fileno()).st_size > MAX_PRINTED:
            raise OSError(f"{path} is none of ours")
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _newest_source() -> int:
    """When a file of this program was last changed, in ns."""
    return max(path.stat().st_mtime_ns for path in Path(pnp.__file__).parent.rglob("*.py"))
