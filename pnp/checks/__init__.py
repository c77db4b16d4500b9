"""A drawn kit and its engine to diagnostics, one check per module, here or in another distribution.

A check's module is named after its code (`words_disagree` finds `words-disagree`). Its docstring says what it finds and
why that matters, and shows edits of the rhino kit that pass and that fail; the tests make those edits.
`check(context)` yields diagnostics. Checks are the only place that has access to both rules and drawings.

The codes of faults in data, which other stages find, are explained in the same form by the files of `codes/`.
"""

from pnp.checks.support.context import CheckContext, context, diagnostic
from pnp.checks.support.registry import checks, explanations, faulty, run, unusable

__all__ = ["CheckContext", "checks", "context", "diagnostic", "explanations", "faulty", "run", "unusable"]
