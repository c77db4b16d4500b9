"""Report data files in a kit's folder that are not read, because their names belong elsewhere or are misspelt."""

from __future__ import annotations

import difflib
from pathlib import Path

from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.kit import paths
from pnp.kit.kit_file import SHARED
from pnp.kit.vouched import FILE as VOUCHED

SIMILAR = 0.8
"""How similar a name must be to that of a kit's file, 0 to 1, to be taken for misspelt."""


def unread(folder: Path, known: tuple[str, ...]) -> list[Diagnostic]:
    """An error for each shared file in a kit's layers, a warning for each misspelt name of a kit's file.

    `known` are the names of the files that a kit may have.
    """
    stems = [name.removesuffix(".yaml") for name in (*known, paths.FONTS_FILE, VOUCHED)]
    files = (path for layer in paths.layers(folder, Diagnostics()) for path in sorted(layer.iterdir()))
    found = (_diagnostic(path, stems) for path in files if path.suffix.lower() in (".yaml", ".yml"))
    return [diagnostic for diagnostic in found if diagnostic]


def _diagnostic(path: Path, stems: list[str]) -> Diagnostic | None:
    message = f"{path.name} is not read: "
    if path.stem in SHARED:
        text = f"{message}it is a file of the program, and kits cannot replace it"
        return Diagnostic(Span(str(path)), "error", "unread-file", text, (SHARED[path.stem],))
    near = difflib.get_close_matches(path.stem.lower(), stems, 1, SIMILAR)
    if not near or path.name == f"{near[0]}.yaml":
        return None
    text = f"{message}no file of a kit has this name"
    hint = f"did you mean {near[0]}.yaml? Rename it, or move it out of the kit's folder"
    return Diagnostic(Span(str(path)), "warning", "unread-file", text, (hint,))
