"""Templates of a kit, filled."""

from __future__ import annotations

from pathlib import Path

from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.kit.templates import Templates
from pnp.pipeline.context import open_context

HERE = Span("faces.yaml", 5, 9, 12)


def opened(kit: Path, diagnostics: Diagnostics) -> Templates:
    context = open_context(kit, diagnostics)
    assert context is not None, list(diagnostics)
    return context.templates


def filled(kit: Path, name: str) -> str:
    diagnostics = Diagnostics()
    text = opened(kit, diagnostics).fill(name, HERE)
    assert list(diagnostics) == []
    return text


def faults_of(kit: Path, name: str) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    assert opened(kit, diagnostics).fill(name, HERE) == ""
    assert diagnostics
    return list(diagnostics)


def only(kit: Path, name: str) -> Diagnostic:
    (diagnostic,) = faults_of(kit, name)
    assert diagnostic.severity == "error"
    return diagnostic


def appended(kit: Path, name: str, text: str) -> int:
    """Append a line to a template; its number, from 1."""
    before = (kit / name).read_text("utf-8")
    assert before.endswith("\n")
    (kit / name).write_text(before + text + "\n", "utf-8")
    return before.count("\n") + 1


def written(kit: Path, text: str, name: str = "t.md") -> str:
    (kit / name).write_text(text, "utf-8")
    return name
