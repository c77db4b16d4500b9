"""Editions in other languages."""

from __future__ import annotations

from pathlib import Path

from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.pipeline import job as press

HERE = Span("here")


def found_in(folder: Path) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    return [*press.check(folder, diagnostics), *diagnostics]


def change(path: Path, old: str, new: str) -> int:
    """Change a text in a file; the line it is on."""
    text = path.read_text("utf-8")
    assert old in text, (path, old)
    path.write_text(text.replace(old, new, 1), "utf-8")
    return text[: text.index(old)].count("\n") + 1
