"""Diagnostics -> the lines people read: place, what is wrong, the line itself, a caret, a hint."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path

from pnp.diagnostics import files, terminal
from pnp.diagnostics.diagnostic import Diagnostic, Span
from pnp.diagnostics.report import counts, shown

LONGEST = 2_000_000
MAX_BYTES = 20_000_000
"""Characters of a line that are looked at, and how far into a file."""

Paint = Callable[[str, str], str]


def lines(
    diagnostics: Iterable[Diagnostic],
    near: Path,
    paint: Paint = lambda text, _kind: text,
    result: str = "nothing was printed",
) -> list[str]:
    """The report on some faults. Files below `near` are named from there and come first, because they are the reader's
    own. `result` is what follows from the faults."""
    found = sorted(diagnostics, key=lambda diagnostic: Path(shown(Path(diagnostic.span.file), near)).is_absolute())
    out: list[str] = []
    for diagnostic in found:
        out.extend(_one(diagnostic, near, paint))
    said = counts(found)
    out.append(f"{said}, {terminal.line(result)}" if result else said)
    return out


def write(diagnostics: list[Diagnostic], near: Path) -> str:
    """The report without colours."""
    return "\n".join(lines(diagnostics, near, result=""))


def _one(diagnostic: Diagnostic, near: Path, paint: Paint) -> list[str]:
    place = f"{terminal.line(shown(Path(diagnostic.span.file), near))}:{diagnostic.span.line}:{diagnostic.span.column}"
    kind = paint(f"{diagnostic.severity}[{diagnostic.code}]", diagnostic.severity)
    out = [f"{place}: {kind}: {terminal.line(diagnostic.message)}"]
    cell = diagnostic.span.cell
    source, column = (cell.text, cell.start) if cell.start else (_line(diagnostic.span), diagnostic.span.column)
    if source.strip():
        width = diagnostic.span.width
        start = max(0, column - 60)
        visible, at = source[start : start + 110], column - 1 - start
        parts = (visible[:at].ljust(at), visible[at : at + width], visible[at + width :])
        before, marked, after = map(terminal.line, parts)
        out.append(f"    {before}{marked}{after}".rstrip())
        caret = paint("^" * max(1, len(marked)), diagnostic.severity)
        out.append(f"    {' ' * len(before)}{caret} {terminal.line(str(cell))}".rstrip())
    elif cell.name:
        out.append(f"    in {terminal.line(str(cell))}")
    hints = (terminal.escaped(hint).replace("\n", "\n    ") for hint in diagnostic.hints)
    return [*out, *(f"    {paint('hint', 'hint')}: {hint}" for hint in hints)]


def _line(span: Span) -> str:
    """The line of a file that a span is in; empty if it cannot be read again."""
    file = Path(span.file)
    if files.leads_out(file):  # the file of a user that a kit only pretends to have
        return ""
    try:
        with files.opened(file) as raw, io.TextIOWrapper(raw, "utf-8-sig", errors="replace") as stream:
            number, taken = 1, 0
            while (text := stream.readline(LONGEST)) and taken < MAX_BYTES:
                if number == span.line:
                    return text.rstrip("\n").replace("\t", " ")
                number, taken = number + text.endswith("\n"), taken + len(text)
    except (OSError, ValueError):
        pass
    return ""
