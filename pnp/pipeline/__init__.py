"""Build a kit: draw, impose, check and write its files.

`job` runs the phases of a build with `BuildOptions`; `api` is the Python API on top of it. The
names below are imported on first use, because a build with nothing to do must not wait for the modules that draw.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pnp.pipeline.diff import State
    from pnp.pipeline.job import Layout
    from pnp.pipeline.options import BuildOptions
    from pnp.pipeline.result import BuildResult

__all__ = ["BuildOptions", "BuildResult", "Layout", "State"]

_MODULES = {
    "BuildOptions": "options",
    "BuildResult": "result",
    "Layout": "job",
    "State": "diff",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
