"""A finished build in memory, and how to save it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic
from pnp.pipeline import output, unchanged


class BuildResult(NamedTuple):
    """A finished build in memory; empty if only changes were wanted and there are none."""

    files: Mapping[str, bytes]
    """The contents of the files by name, `manifest.json` last."""
    gone: tuple[str, ...] = ()
    """Pieces that the earlier state had and the set no longer has."""
    ignored: tuple[Diagnostic, ...] = ()
    """Errors that would have stopped the build if their codes were not ignored."""

    @property
    def manifest(self) -> dict[str, Any]:
        """The contents of `manifest.json`; empty if the result is empty."""
        data: dict[str, Any] = json.loads(self.files.get(unchanged.MANIFEST, b"{}"))
        return data

    def save(self, folder: str | Path) -> tuple[str, ...]:
        """Write all files into a folder, or none; return the names of an earlier build's files that were removed.

        An empty result changes nothing. Raises OSError and leaves the folder as it was, except after an
        `output.HalfwayError`.
        """
        if not self.files:
            return ()
        folder = Path(folder)
        output.recover(folder)
        obsolete = [name for name in unchanged.own_files(folder, self.manifest["kit"]) if name not in self.files]
        output.write_folder(folder, self.files, obsolete)
        return tuple(obsolete)
