"""The texts of a kit's data files and templates, in which names are looked up."""

from __future__ import annotations

from pathlib import Path

from pnp.checks.support.context import CheckContext
from pnp.diagnostics import Diagnostics
from pnp.sources.yaml import read_text

_READERS = ("faces.yaml", "kit.yaml", "phrases.yaml", "cards.yaml", "*.md")


def sources(context: CheckContext, *but: str) -> str:
    """All data files and templates of the kit's folders that can name a picture or a field, without the files `but`."""
    kit = context.render.kit
    folders = [kit.folder, *map(Path, kit.spoken)]
    files = {file for folder in folders for pattern in _READERS for file in folder.glob(pattern)}
    files |= set(context.render.templates.files())
    return "\n".join(read_text(file, Diagnostics()) or "" for file in sorted(files) if file.name not in but)
