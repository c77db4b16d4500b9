"""Diagnostics, and the files they are in."""

from __future__ import annotations

from pathlib import Path

from pnp.diagnostics import Diagnostic, Span


def diagnostic(
    file: Path,
    line: int,
    column: int,
    width: int = 1,
    message: str = "it is wrong",
    *hints: str,
    severity: str = "error",
) -> Diagnostic:
    return Diagnostic(Span(str(file), line, column, width), severity, "some-code", message, hints)


def written(folder: Path, content: str, name: str = "cards.yaml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, "utf-8")
    return path
