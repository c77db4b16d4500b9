"""Write diagnostics in one of several formats, each in a module of this package.

`text` is for people, `github` for annotations in its workflows, `gitlab`, `json`, `junit` and `sarif` for other tools.
Each has a function `write(diagnostics, near, context)` that returns the report; paths of files below the folder `near`
are relative to it. Each format for tools also has `failure(message)`, the report of a command that could not run.

The keys of the report that `pnp check --format json` writes. `pnp check --schema` prints them as JSON Schema.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

from pnp.diagnostics.diagnostic import Diagnostic, Span, counted

VERSION: Literal[1] = 1
"""The version of the form. It changes when a key is renamed or removed, or its meaning changes."""
Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""The severities, the worst first."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One error, warning or note."""

    file: str
    """Its path, relative to the folder in which `pnp check` runs if the file is below it; with forward slashes."""
    line: int
    """Counted from 1."""
    column: int
    """Counted from 1, in characters."""
    width: int
    """The number of characters that are wrong."""
    severity: Severity
    """How grave it is."""
    code: str
    """`pnp explain CODE` explains it."""
    message: str
    """What is wrong."""
    hints: tuple[str, ...]
    """What to do."""
    cell: str = ""
    """The cell of a table, such as `row 7, column B ('name')`. Only in tables."""
    card: str = ""
    """The id of the card that it is about. Only if its place is not in the data of the card."""


@dataclass(frozen=True, kw_only=True)
class Summary:
    """The number of diagnostics by severity."""

    error: int
    """Errors."""
    warning: int
    """Warnings."""
    note: int
    """Notes."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """What `pnp check --format json` writes."""

    version: Literal[1]
    """The version of this form."""
    diagnostics: tuple[Entry, ...]
    """Everything that was found, by kit, file, line and column."""
    summary: Summary
    """How many were found."""
    coverage: dict[str, Any] = field(default_factory=dict)
    """What the printed sentences of each kit rest on, by kit. Only with `--coverage`."""
    ignored: dict[str, int] = field(default_factory=dict)
    """The number of ignored diagnostics by code. Only if there are any."""
    failure: str = ""
    """Why nothing was checked. Only if the command was wrong."""


_NONE: Mapping[Any, Any] = MappingProxyType({})
_END_OF_SENTENCE = (".", "?", "!", "…", ":")


class ReportContext(NamedTuple):
    """What a report contains besides the diagnostics."""

    explanations: Mapping[str, str] = _NONE
    """The explanations of codes, by code."""
    kits: Mapping[Path, list[Diagnostic]] = _NONE
    """The diagnostics of each checked kit, by its folder."""
    overlays: Mapping[Path, Span] = _NONE
    """The place of `extends` in the overlay that was checked, by the folder of each of its bases."""
    failing: frozenset[str] = frozenset({"error"})
    """The severities that make a check fail."""


NO_CONTEXT = ReportContext()


def write(form: str, diagnostics: Iterable[Diagnostic], near: Path, context: ReportContext = NO_CONTEXT) -> str:
    """Return the report in a format, without terminal colours."""
    report: str = _module(form).write(list(diagnostics), near, context)
    return report


def failure(form: str, message: str) -> str:
    """Return the report of a command that could not run, in a format for tools."""
    report: str = _module(form).failure(message)
    return report


def _module(form: str) -> Any:
    return importlib.import_module(f"{__package__}.{form}")


def shown(path: Path, near: Path) -> str:
    """A path relative to `near` if it is below it, with forward slashes. Links to files are not followed."""
    try:
        return (path.parent.resolve() / path.name).relative_to(near.resolve()).as_posix()
    except (ValueError, OSError, RuntimeError):  # RuntimeError: a loop of links
        return path.as_posix()


def anchor(span: Span, near: Path, overlays: Mapping[Path, Span]) -> Span | None:
    """The place of `extends` that leads to a file of a base outside `near`; None for any other file.

    Hosts show nothing beside files that are not in the checkout.
    """
    if not overlays or not Path(shown(Path(span.file), near)).is_absolute():
        return None
    above = Path(span.file).parent.resolve()
    return next((overlays[folder] for folder in (above, *above.parents) if folder in overlays), None)


def sentences(parts: Iterable[str]) -> str:
    """Join parts of a message as sentences: with full stops, except after a mark that ends a sentence."""
    *before, last = parts
    ended = (part if part.endswith(_END_OF_SENTENCE) else f"{part}." for part in before)
    return " ".join([*ended, last])


def whole_message(diagnostic: Diagnostic, *places: str) -> str:
    """The message, its places and the hints of a diagnostic as one text."""
    cell = [f"In {diagnostic.span.cell}"] if diagnostic.span.cell.name else []
    hints = (f"Hint: {hint}" for hint in diagnostic.full_hints)
    return sentences([diagnostic.full_message, *cell, *places, *hints])


def by_code(diagnostics: Iterable[Diagnostic]) -> str:
    """The number of diagnostics by code: `12 typewriter-signs, 1 small-type`."""
    codes = Counter(diagnostic.code for diagnostic in diagnostics)
    return ", ".join(f"{count} {code}" for code, count in codes.most_common())


def counts(diagnostics: Iterable[Diagnostic]) -> str:
    """The number of diagnostics by severity: `2 errors, 1 note`."""
    severities = [diagnostic.severity for diagnostic in diagnostics]
    listed = (counted(severities.count(s), s) for s in SEVERITIES if s in severities)
    return ", ".join(listed) or "no errors"
