"""Build print-and-play kits: check game data against its rules, and lay it out as print-ready PDFs.

`docs/api.md` explains the Python API and `docs/architecture.md` the packages. The layers in `pyproject.toml` define
which package may import which. Names are imported on first use, so that `import pnp` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pnp import lab as lab
    from pnp import rules as rules
    from pnp.pipeline.api import (
        BuildOptions,
        BuildResult,
        DataError,
        Diagnostic,
        ExportResult,
        Kit,
        build,
        check,
        export_kit,
        load,
        preview,
    )

__version__: str

__all__ = [
    "BuildOptions", "BuildResult", "DataError", "Diagnostic", "ExportResult", "Kit", "build", "check", "export_kit",
    "load", "preview",
]  # fmt: skip


if not TYPE_CHECKING:  # or programs that check types would take any name for one of this module

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            return import_module("pnp.diagnostics.program").VERSION
        if name in ("rules", "lab"):
            return import_module(f"pnp.{name}")
        if name in __all__:
            return getattr(import_module("pnp.pipeline.api"), name)
        raise AttributeError(f"module 'pnp' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__", "lab", "rules"})
