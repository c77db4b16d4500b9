"""The modules that commands import on first use.

They need pydantic, or draw pages: importing them takes longer than `pnp --help` or a build that finds nothing to do.
Every other module is imported at the top of the module that uses it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pnp import checks as checks
    from pnp.imposition import printers as printers
    from pnp.kit import fetch as fetch
    from pnp.kit import load as load
    from pnp.kit import plugins as plugins
    from pnp.kit import sizes as sizes
    from pnp.kit import trust as trust
    from pnp.pdf import preflight as preflight
    from pnp.pipeline import api as api
    from pnp.pipeline import check_report as check_report
    from pnp.pipeline import diff as diff
    from pnp.pipeline import ignoring as ignoring
    from pnp.pipeline import job as job
    from pnp.pipeline import options as options
    from pnp.pipeline import schemas as schemas
    from pnp.pipeline import together as together
    from pnp.pipeline import translating as translating

_MODULES = {
    "checks": "pnp.checks",
    "printers": "pnp.imposition.printers",
    "fetch": "pnp.kit.fetch",
    "load": "pnp.kit.load",
    "plugins": "pnp.kit.plugins",
    "sizes": "pnp.kit.sizes",
    "trust": "pnp.kit.trust",
    "preflight": "pnp.pdf.preflight",
    "api": "pnp.pipeline.api",
    "check_report": "pnp.pipeline.check_report",
    "diff": "pnp.pipeline.diff",
    "ignoring": "pnp.pipeline.ignoring",
    "job": "pnp.pipeline.job",
    "options": "pnp.pipeline.options",
    "schemas": "pnp.pipeline.schemas",
    "together": "pnp.pipeline.together",
    "translating": "pnp.pipeline.translating",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(_MODULES[name])
