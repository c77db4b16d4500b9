"""Remember which kits passed a check on this computer, so that a hook need not check again what has not changed.

What is compared is a hash of everything that a check reads: the kit's files and those of its bases, pictures and fonts,
the program, and the options. Like `unchanged`, it imports nothing slow.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pnp import writing
from pnp.diagnostics import Diagnostics, files
from pnp.diagnostics.program import PROGRAM
from pnp.kit import paths
from pnp.pipeline.unchanged import newest_source

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
