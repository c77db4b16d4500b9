"""The version of a kit's data, which labels and manifests show."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostics
from pnp.kit import Kit, load, paths
from pnp.sources import Node


def version(folder: Path, fonts: Iterable[Path], diagnostics: Diagnostics, loaded: Kit | None = None) -> str:
    """The version of the files of a kit, in hex; of a `loaded` one that has been changed since, another one."""
    of_files = paths.data_version(folder, fonts, diagnostics)
    if loaded is None:
        return of_files
    given, fresh = _plain(loaded), load.open_kit(folder, Diagnostics())
    if fresh is not None and _plain(fresh) == given:
        return of_files
    return hashlib.sha256(f"{of_files} {json.dumps(given, sort_keys=True, default=str)}".encode()).hexdigest()


def _plain(value: Any) -> Any:
    """A record as plain data, without the places of its values."""
    if isinstance(value, Node):
        return value.plain()
    if is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value) if one.compare}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        items = [_plain(item) for item in value]
        return sorted(items, key=str) if isinstance(value, (set, frozenset)) else items
    return value
