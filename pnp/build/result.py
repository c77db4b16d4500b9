"""A finished build in memory, and how it is saved."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pnp.build import output, unchanged


class BuildResult(NamedTuple):
    """A finished build in memory. Empty if only changes were wanted and there are none."""

    files: Mapping[str, bytes]
    """The contents of the files by name, `manifest.json` last."""
    gone: tuple[str, ...] = ()
    """Pieces that were in the set at the time since when changes were wanted, and that no longer are."""

    @property
    def manifest(self) -> dict[str, Any]:
        """What `manifest.json` contains; empty where the result is."""
        found: dict[str, Any] = json.loads(self.files.get(unchanged.MANIFEST, b"{}"))
        return found

    def save(self, folder: str | Path) -> tuple[str, ...]:
        """Write all files into a folder, or none of them; the names of files of an earlier build that it removed.

        An empty result changes nothing. Raises OSError; then the folder is as it was, unless it is an
        `output.HalfwayError`.
        """
        if not self.files:
            return ()
        folder = Path(folder)
        output.recover(folder)
        obsolete = [name for name in unchanged.own_files(folder, self.manifest["kit"]) if name not in self.files]
        output.write_folder(folder, self.files, obsolete)
        return tuple(obsolete)
