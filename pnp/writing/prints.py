"""The manifests of what was printed, by the version that is on each sheet, in the user's state folder.

Manifests in output folders are replaced by the next build; these are kept, so that a print can be compared much later.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from pnp.writing import state

MOST = 100
"""How many prints are remembered; the oldest ones are forgotten first."""
MOST_BYTES = 50_000_000
"""The size of all their manifests, in bytes; a larger manifest is not remembered."""
_VERSION = re.compile(r"[0-9a-f]{64}")


def keep_print(version: str, manifest: bytes) -> None:
    """Remember what was printed as a version of a kit, 64 hex digits. Does nothing without a state folder."""
    folder = _folder()
    if folder is None or not _VERSION.fullmatch(version) or len(manifest) > MOST_BYTES:
        return
    temporary = folder / f"{token_hex(8)}.part"
    with suppress(OSError):  # the print itself is complete
        folder.mkdir(exist_ok=True)
        try:
            temporary.write_bytes(manifest)
            temporary.replace(folder / f"{version}.json")
        finally:
            temporary.unlink(missing_ok=True)
        _forget_old()


def known_prints() -> list[Path]:
    """The manifests that are remembered, each in a file with the name of its version; the newest first."""
    folder = _folder()
    if folder is None:
        return []
    dated: list[tuple[int, Path]] = []
    for path in folder.glob("*.json"):
        with suppress(OSError):  # another program has just forgotten it
            dated.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(dated, reverse=True)]


def _folder() -> Path | None:
    home = state.home()
    return home / "prints" if home else None


def _forget_old() -> None:
    total = 0
    for number, path in enumerate(known_prints()):
        total += path.stat().st_size
        if number >= MOST or total > MOST_BYTES:
            path.unlink(missing_ok=True)
