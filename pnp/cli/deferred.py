"""The modules that commands import on first use.

They need pydantic, or draw pages: importing them takes longer than `pnp --help` or a build that finds nothing to do.
Every other module is imported at the top of the module that uses it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pnp import imposition as imposition
    from pnp.imposition import printers as printers
    from pnp.kit import load as load
    from pnp.kit import sizes as sizes
    from pnp.kit import trust as trust
    from pnp.pipeline import diff as diff
    from pnp.pipeline import job as job
    from pnp.pipeline import options as options
    from pnp.pipeline import sheets as sheets

_MODULES = {
    "imposition": "pnp.imposition",
    "printers": "pnp.imposition.printers",
    "load": "pnp.kit.load",
    "sizes": "pnp.kit.sizes",
    "trust": "pnp.kit.trust",
    "diff": "pnp.pipeline.diff",
    "job": "pnp.pipeline.job",
    "options": "pnp.pipeline.options",
    "sheets": "pnp.pipeline.sheets",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(_MODULES[name])
