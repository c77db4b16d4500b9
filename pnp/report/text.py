"""Diagnostics -> the lines people read: place, what is wrong, the line itself, a caret, a hint."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path

from pnp import files
from pnp.report import counts, shown
from pnp.source import Diagnostic, Span

LONGEST = 2_000_000
MAX_BYTES = 20_000_000
"""Characters of a line that are looked at, and how far into a file."""

Paint = Callable[[str, str], str]


def lines(
    faults: Iterable[Diagnostic],
    near: Path,
    paint: Paint = lambda text, _kind: text,
    result: str = "nothing was printed",
) -> list[str]:
    """The report on some faults. Files below `near` are named from there and come first, because they are the reader's
    own. `result` is what follows from the faults."""
    found = sorted(faults, key=lambda fault: Path(shown(Path(fault.span.file), near)).is_absolute())
    out: list[str] = []
    for fault in found:
        out.extend(_one(fault, near, paint))
    said = counts(found)
    out.append(f"{said}, {result}" if result else said)
    return out


def write(faults: list[Diagnostic], near: Path) -> str:
    """The report without colours."""
    return "\n".join(lines(faults, near, result=""))


def _one(fault: Diagnostic, near: Path, paint: Paint) -> list[str]:
    place = f"{shown(Path(fault.span.file), near)}:{fault.span.line}:{fault.span.column}"
    out = [f"{place}: {paint(f'{fault.severity}[{fault.code}]', fault.severity)}: {fault.message}"]
    cell = fault.span.cell
    source, column = (cell.text, cell.start) if cell.start else (_line(fault.span), fault.span.column)
    if source.strip():
        width = fault.span.width
        start = max(0, column - 60)
        visible = source[start : start + 110]
        caret = "^" * max(1, min(width, len(visible) - (column - 1 - start)))
        out.append(f"    {visible}")
        told = f"    {' ' * (column - 1 - start)}{paint(caret, fault.severity)} {cell}"
        out.append(told.rstrip())
    elif cell.name:
        out.append(f"    in {cell}")
    out.extend(f"    {paint('hint', 'hint')}: {hint}" for hint in fault.hints)
    return out


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
