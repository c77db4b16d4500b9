"""Find an earlier print by the version that each of its sheets has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from pnp import writing

SHOWN = 8
"""How many digits of the version a sheet shows."""
MOST_NAMED = 12
"""How many prints an error lists."""
_VERSION = re.compile(r"[0-9a-f]{4,64}")


def is_version(name: str) -> bool:
    """Whether a name can be a version on a sheet, or its beginning: 4 hex digits or more."""
    return bool(_VERSION.fullmatch(name))


def find(version: str, kit: str) -> Path:
    """The manifest of the print of a kit whose version begins so. Raises HistoryError for none and for several."""
    from pnp.sources.git_objects import HistoryError  # imported here because every build remembers prints, few look

    prints = of_kit(kit)
    matching = [path for path in prints if path.stem.startswith(version)]
    if len(matching) == 1:
        return matching[0]
    if matching:
        raise HistoryError(f"several prints of {kit!r} have a version {version!r}…: {_named(matching)}")
    known = (
        f"known prints: {_named(prints)}" if prints else "none is known: `pnp build` remembers them on this computer"
    )
    raise HistoryError(f"there is no print of {kit!r} with the version {version!r}; {known}")


def of_kit(kit: str) -> list[Path]:
    """The manifests of a kit's known prints, the newest first."""
    return [path for path in writing.known_prints() if _kit_of(path) == kit]


def _kit_of(path: Path) -> str:
    """The name of a manifest's kit; empty if it cannot be read."""
    try:
        return str(json.loads(path.read_bytes())["kit"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ""


def _named(paths: Iterable[Path]) -> str:
    """The versions of prints as on their sheets, the newest first; those that look alike there with more digits."""
    stems = [path.stem for path in paths]
    shown = [stem[:SHOWN] if sum(other.startswith(stem[:SHOWN]) for other in stems) == 1 else stem for stem in stems]
    more = f" and {len(shown) - MOST_NAMED} older ones" if len(shown) > MOST_NAMED else ""
    return ", ".join(shown[:MOST_NAMED]) + more
