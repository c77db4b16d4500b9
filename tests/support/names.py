"""Names that are too long for files."""

from __future__ import annotations

LONG = "x" * 300
