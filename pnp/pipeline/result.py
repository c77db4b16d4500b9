"""A finished build in memory, and how to save it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp import writing
from pnp.diagnostics import Diagnostic
from pnp.pipeline import unchanged

if TYPE_CHECKING:
    from pnp.graphics import Piece
    from pnp.pdf.frame import FinishedPdf


class Files(Mapping[str, bytes]):
    """The contents of files by name. A PDF is put together each time that it is looked up, because of its photos.

    Looking it up raises OSError if a photo was changed.
    """

    def __init__(self, contents: Mapping[str, bytes | FinishedPdf]) -> None:
        self.contents = contents

    def __getitem__(self, name: str) -> bytes:
        content = self.contents[name]
        return content if isinstance(content, bytes) else content.read()

    def __contains__(self, name: object) -> bool:
        return name in self.contents  # Mapping's own method looks the file up

    def __iter__(self) -> Iterator[str]:
        return iter(self.contents)

    def __len__(self) -> int:
        return len(self.contents)


class KitCards(NamedTuple):
    """The cards of a kit that are to be printed with those of other kits, by component."""

    plan: Any
    """Its `Plan`, of the module that imports this one."""
    pieces: dict[str, list[Piece]]


class BuildResult(NamedTuple):
    """A finished build, in memory but for its photos; empty if only changes were wanted and there are none."""

    files: Mapping[str, bytes]
    """The contents of the files by name, `manifest.json` last."""
    gone: tuple[str, ...] = ()
    """Pieces that the earlier state had and the set no longer has."""
    more: tuple[str, ...] = ()
    """Pieces that are not printed because they look as before, but now have more copies."""
    ignored: tuple[Diagnostic, ...] = ()
    """Errors that would have stopped the build if their codes were not ignored."""
    to_read: tuple[Diagnostic, ...] = ()
    """Warnings of a custom edition about which a person has to decide, such as words that are not vouched for."""
    cards: KitCards | None = None
    """What these files lack because it is printed with the cards of other kits."""

    @property
    def manifest(self) -> dict[str, Any]:
        """The contents of `manifest.json`; empty if the result is empty."""
        data: dict[str, Any] = json.loads(self.files.get(unchanged.MANIFEST, b"{}"))
        return data

    def save(self, folder: str | Path) -> tuple[str, ...]:
        """Write all files into a folder, or none; return the names of an earlier build's files that were removed.

        The manifest is also remembered by the version on the sheets, for `pnp diff`.
        An empty result changes nothing. Raises OSError and leaves the folder as it was, except after a
        `writing.HalfwayError`; also if a photo of the kit was changed since the build.
        """
        if not self.files:
            return ()
        contents = self.files.contents if isinstance(self.files, Files) else self.files
        manifest = self.manifest
        removed = writing.write_folder(Path(folder), contents, unchanged.owner(manifest["kit"]))
        writing.keep_print(manifest["data_version"], self.files[unchanged.MANIFEST])
        return removed
