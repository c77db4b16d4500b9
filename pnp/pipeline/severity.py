"""How grave what the checks find is: an error in a published game may be for a person to decide in a custom edition."""

from __future__ import annotations

from collections.abc import Iterable

from pnp import checks
from pnp.diagnostics import Diagnostic
from pnp.kit import Kit

TO_READ = frozenset({"unvouched-words", "unclassified-words", "unsaid-rule", "low-coverage", "wrong-credit"})
"""The codes of errors about which a person has to decide. In a custom edition they are warnings, for `pnp check` and
for a build alike."""


def graded(kit: Kit, found: Iterable[Diagnostic], *, strict: bool) -> list[Diagnostic]:
    """What checks find, as it is for a kit's edition: a warning if a person has to decide, or a matter of taste."""
    return [_graded(kit, one, strict=strict) for one in found]


def _graded(kit: Kit, diagnostic: Diagnostic, *, strict: bool) -> Diagnostic:
    code = diagnostic.code
    is_custom, is_taste = kit.edition == "custom", code in checks.tastes()
    if diagnostic.severity != "error" or not (is_taste or (is_custom and code in TO_READ)):
        return diagnostic
    if not is_taste:
        return diagnostic._replace(severity="warning")
    is_strict = strict or not (is_custom or kit.engine is None)
    hints = (*diagnostic.hints, f"to keep it so: checks: {{ignore: [{code}]}} in kit.yaml")
    return diagnostic._replace(hints=hints, severity="error" if is_strict else "warning")


def errors(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [one for one in found if one.severity == "error"]


def to_read(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What a person may decide about after a build."""
    return [one for one in found if one.code in TO_READ | checks.tastes()]
