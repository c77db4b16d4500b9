"""YAML texts, read well or with diagnostics."""

from __future__ import annotations

from pathlib import Path

from pnp.diagnostics import Diagnostics, Span
from pnp.sources import Node
from pnp.sources.yaml import parse


def good(text: str) -> Node:
    diagnostics = Diagnostics()
    node = parse(text, "f.yaml", diagnostics)
    assert list(diagnostics) == []
    assert node is not None
    return node


def place(span: Span) -> tuple[int, int, int]:
    return span.line, span.column, span.width


def written(folder: Path, data: bytes) -> Path:
    path = folder / "f.yaml"
    path.write_bytes(data)
    return path
