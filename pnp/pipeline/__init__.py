"""Build a kit: draw, impose, check and write its files.

`job` runs the phases of a build with `BuildOptions`; `api` is the Python API on top of it. The
names below are imported on first use, because a build with nothing to do must not wait for the modules that draw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics.on_use import on_use

if TYPE_CHECKING:
    from pnp.pipeline.diff import Snapshot
    from pnp.pipeline.job import Layout
    from pnp.pipeline.options import BuildOptions
    from pnp.pipeline.result import BuildResult

__all__ = ["BuildOptions", "BuildResult", "Layout", "Snapshot"]

__getattr__ = on_use(
    __name__, {"BuildOptions": "options", "BuildResult": "result", "Layout": "job", "Snapshot": "diff"}
)
