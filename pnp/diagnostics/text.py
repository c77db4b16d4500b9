"""Write diagnostics for people: the place, the message, the line of the file, a caret below it, and hints."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path

from pnp.diagnostics import files, terminal
from pnp.diagnostics.diagnostic import Diagnostic, Span
from pnp.diagnostics.grouping import Grouped, grouped
from pnp.diagnostics.report import ReportContext, counts, shown

LONGEST = 2_000_000
MAX_BYTES = 20_000_000
"""The longest line that is shown, in characters, and how much of a file is read to find it."""
LONGEST_EXCERPT, BEFORE = 110, 59
"""The longest excerpt of a line in characters, and how much of it is before the place."""

Paint = Callable[[str, str], str]

LISTED_BY = "pnp check --all"
"""The command that lists similar diagnostics."""


def lines(
    diagnostics: Iterable[Diagnostic],
    near: Path,
    paint: Paint = lambda text, _kind: text,
    result: str = "nothing was printed",
    *,
    every: bool = False,
    listed_by: str = LISTED_BY,
) -> list[str]:
    """The lines of the report. Files below `near` come first, with relative paths, because they are the user's own.

    `result` ends the summary: what the command did or did not do. Similar diagnostics about many cards are grouped
    unless `every` is set; the command `listed_by` lists them.
    """
    diagnostics = list(diagnostics)
    far = {file: Path(shown(Path(file), near)).is_absolute() for file in {one.span.file for one in diagnostics}}
    ordered = sorted(diagnostics, key=lambda diagnostic: far[diagnostic.span.file])
    groups = [Grouped(one, (one,)) for one in ordered] if every else grouped(ordered)
    out: list[str] = []
    for group in groups:
        out.extend(_one(group.first, near, paint))
        out.extend([f"    {terminal.line(group.summary)}"] if group.summary else [])
    if len(groups) < len(ordered):
        out.append(f"{len(ordered) - len(groups)} similar ones are not shown; {listed_by} lists them")
    summary = counts(ordered)
    out.append(f"{summary}, {terminal.line(result)}" if result else summary)
    return out


def write(diagnostics: list[Diagnostic], near: Path, _context: ReportContext) -> str:
    """Return the report without colours."""
    return "\n".join(lines(diagnostics, near, result="", every=True))


def _one(diagnostic: Diagnostic, near: Path, paint: Paint) -> list[str]:
    place = f"{terminal.line(shown(Path(diagnostic.span.file), near))}:{diagnostic.span.line}:{diagnostic.span.column}"
    kind = paint(f"{diagnostic.severity}[{diagnostic.code}]", diagnostic.severity)
    out = [f"{place}: {kind}: {terminal.line(diagnostic.full_message)}"]
    cell = diagnostic.span.cell
    source, column = (cell.text, cell.start) if cell.start else (_line(diagnostic.span), diagnostic.span.column)
    if source.strip():
        width = diagnostic.span.width
        visible, at = _cut(source, column - 1)
        parts = (visible[:at].ljust(at), visible[at : at + width], visible[at + width :])
        before, marked, after = map(terminal.line, parts)
        out.append(f"    {before}{marked}{after}".rstrip())
        caret = paint("^" * max(1, len(marked)), diagnostic.severity)
        out.append(f"    {' ' * len(before)}{caret} {terminal.line(str(cell))}".rstrip())
    elif cell.name:
        out.append(f"    in {terminal.line(str(cell))}")
    hints = (terminal.escaped(hint).replace("\n", "\n    ") for hint in diagnostic.full_hints)
    return [*out, *(f"    {paint('hint', 'hint')}: {hint}" for hint in hints)]


def _cut(source: str, at: int) -> tuple[str, int]:
    """The part of a long line around an offset, with an ellipsis for what is left out, and the offset in that part."""
    start = max(0, at - BEFORE)
    visible = source[start : start + LONGEST_EXCERPT]
    if start:
        visible = "…" + visible[1:]
    if start + LONGEST_EXCERPT < len(source):
        visible = visible[:-1] + "…"
    return visible, at - start


def _line(span: Span) -> str:
    """The line of a file that a span is in; empty if it cannot be read."""
    file = Path(span.file)
    if files.leads_out(file):  # a link in a kit could otherwise show any file of the user's
        return ""
    try:
        with files.opened(file) as raw, io.TextIOWrapper(raw, "utf-8-sig", errors="replace") as stream:
            number, read = 1, 0
            while (text := stream.readline(LONGEST)) and read < MAX_BYTES:
                if number == span.line:
                    return text.rstrip("\n").replace("\t", " ")
                number, read = number + text.endswith("\n"), read + len(text)
    except (OSError, ValueError):
        pass
    return ""
