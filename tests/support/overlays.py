"""Kits over other kits."""

from __future__ import annotations

from pathlib import Path

from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.pipeline import job


def kit(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder


def found_in(folder: Path) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    label = job.check(folder, diagnostics)
    return [diagnostic for diagnostic in sorted({*diagnostics, *label}) if diagnostic.severity != "note"]
