"""The codes that a user ignores, in `kit.yaml` or on the command line."""

from __future__ import annotations

from collections.abc import Iterable

from pnp import checks
from pnp.diagnostics import Diagnostic, Diagnostics, did_you_mean
from pnp.kit import Kit
from pnp.kit.kit_file import KitFile
from pnp.pipeline.choices import ChoiceError

ALSO = "text-overflow"
"""A code that is not of a check and can be ignored."""
RIGHTS = "wrong-credit"
"""The code of a check that cannot be ignored."""


def problem(ignored: str) -> str:
    """Why a code cannot be ignored, or ""."""
    known = checks.explanations()
    if ignored not in known:
        return f"there is no code {ignored!r}; {did_you_mean(ignored, known) or 'pnp explain lists them'}"
    if ignored == RIGHTS:
        return f"{ignored!r} cannot be ignored: it is about the rights of others"
    if ignored != ALSO and ignored not in checks.checks():
        return f"{ignored!r} cannot be ignored: it is an error in data or of safety"
    return ""


def checked(codes: Iterable[str]) -> tuple[str, ...]:
    """The codes that an option ignores. Raises ChoiceError."""
    codes = tuple(codes)
    for code in codes:
        if message := problem(code):
            raise ChoiceError("--ignore", message)
    return codes


def of_kit(kit: Kit | KitFile, diagnostics: Diagnostics) -> frozenset[str]:
    """The codes that a kit ignores. Reports codes that do not exist and those that cannot be ignored."""
    found = set()
    for number, code in enumerate(kit.checks.ignore if kit.checks else ()):
        message = problem(code)
        if message:
            place = kit.at("checks", "ignore", number)
            diagnostics.error(place, "bad-ignore", message, "pnp explain lists the codes of checks")
        else:
            found.add(code)
    return frozenset(found)


def idle(kit: Kit, diagnostics: Diagnostics) -> list[Diagnostic]:
    """A note for each code that a kit ignores and that no diagnostic has. `diagnostics` are all that were found."""
    used = {diagnostic.code for diagnostic in diagnostics.ignored}
    return [
        Diagnostic(
            kit.at("checks", "ignore", number), "note", "idle-ignore", f"{code!r} ignores nothing", ("remove it",)
        )
        for number, code in enumerate(kit.checks.ignore if kit.checks else ())
        if code not in used and not problem(code)
    ]
