"""Checks of a drawn kit against its engine, one per module, here or in another distribution.

A check's module is named after its code (`words_disagree` reports `words-disagree`). Its docstring explains what it
reports and why that matters, and lists edits of the rhino kit that pass and that fail; the tests make those edits.
`check(context)` yields diagnostics. With `TASTE = True` its errors are warnings unless the kit is checked strictly.
Only checks have access to both rules and drawings.

The files of `codes/` explain, in the same form, the codes of errors in data, which other packages report.
"""

from pnp.checks.support.context import CheckContext, OpenedGame, context, diagnostic, open_game
from pnp.checks.support.registry import checks, explanations, run, tastes, unusable

from pnp.checks.support import coverage, mending, vouching  # isort: skip - it needs the names above
from pnp.checks.support.coverage import explained  # isort: skip

__all__ = [
    "CheckContext", "OpenedGame", "checks", "context", "coverage", "diagnostic", "explained", "explanations",
    "mending", "open_game", "run", "tastes", "unusable", "vouching",
]  # fmt: skip
