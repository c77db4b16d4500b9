"""Whether building a kit again would write the same files, decided from the manifest of its last build.

Only the program itself has to be watched besides: its version is in the manifest, and a source file that was changed
since, as happens in a checkout, is newer than the manifest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pnp
from pnp import paths
from pnp.source import Faults

_UNSUITABLE = ("draft", "since", "printer")
"""Options whose result depends on more than the kit: its faults, its history, the user's settings."""


MAX_BYTES, MAX_PRINTED = 50_000_000, 1_000_000_000
"""The largest manifest, and the largest PDF, that is looked at: all others are made again."""


def last_build(folder: Path, kit: Path, options: Mapping[str, Any]) -> dict[str, Any] | None:
    """The manifest of the build in a folder, if building the kit with these options would write the same files."""
    if any(options.get(key) for key in _UNSUITABLE):
        return None
    path = folder / "manifest.json"
    try:
        manifest = json.loads(_content(path, MAX_BYTES))
        fonts = [file for file in paths.font_files(kit) if file.name in manifest["fonts"]]
        same = (
            manifest["kit"] == kit.name
            and manifest["program"] == f"pnp {pnp.__version__}"
            and manifest["options"] == plain_options(options)
            and path.stat().st_mtime_ns > _newest_source()
            and all(map(_is_plain, manifest["files"]))
            and all(_digest(folder / file["path"]) == file["sha256"] for file in manifest["files"])
            and manifest["data_version"] == paths.data_version(kit, fonts, Faults())
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return manifest if same else None


def plain_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a build as JSON has them, without those that no manifest is compared by."""
    kept = {key: value for key, value in options.items() if key not in ("kit", *_UNSUITABLE)}
    plain: dict[str, Any] = json.loads(json.dumps(kept))
    return plain


def _is_plain(file: Mapping[str, Any]) -> bool:
    """Whether a manifest describes a file of its own folder, as this program would: others may have written it."""
    texts, numbers = (file["path"], file["stock"]), (file["pages"], file["sheets"], file["cards"])
    are_right = all(isinstance(text, str) for text in texts) and all(isinstance(number, int) for number in numbers)
    return are_right and file["path"] == Path(file["path"]).name


def _digest(path: Path) -> str:
    return hashlib.sha256(_content(path, MAX_PRINTED)).hexdigest()


def _content(path: Path, most: int) -> bytes:
    """The bytes of a file. Raises OSError for what is no file, as pipes that never end, or is too large."""
    if not path.is_file() or path.stat().st_size > most:
        raise OSError(f"{path} is no file of a build")
    return path.read_bytes()


def _newest_source() -> int:
    """When a file of this program was last changed, in ns."""
    return max(path.stat().st_mtime_ns for path in Path(pnp.__file__).parent.rglob("*.py"))
