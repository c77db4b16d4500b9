"""What commands print: lines, and reports of diagnostics. Also their exit codes, and settings of click."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NoReturn

import click

from pnp.diagnostics import Diagnostics, terminal
from pnp.diagnostics import text as reports

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
WRONG_DATA, WRONG_USE, STOPPED = 1, 2, 130
_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan", "hint": "cyan"}


def echo(*lines: str, err: bool = False) -> None:
    """Print lines, with control characters escaped."""
    click.echo("\n".join(map(terminal.line, lines)), err=err)  # noqa: TID251 - the only place that prints


def echo_styled(lines: Iterable[str], *, err: bool = False) -> None:
    """Print lines that are already escaped and coloured."""
    for line in lines:
        click.echo(line, err=err)  # noqa: TID251 - as above


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on a terminal. The function that it gives is called after each step with the number left."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=100, label=terminal.line(label), file=sys.stderr, hidden=hidden) as bar:
        done = 0

        def progress(left: int) -> None:
            nonlocal done
            done += 1
            bar.length = done + max(left, 0)
            bar.update(1)

        yield progress


@contextmanager
def late_progress_bar(label: str) -> Iterator[Callable[[int], None]]:
    """Like `progress_bar`, but nothing is shown until the first step is done."""
    with ExitStack() as stack:
        shown: list[Callable[[int], None]] = []

        def progress(left: int) -> None:
            if not shown:
                shown.append(stack.enter_context(progress_bar(label)))
            shown[0](left)

        yield progress


NOTHING = "nothing was printed"


def refuse(diagnostics: Diagnostics, result: str = NOTHING, listed_by: str = reports.LISTED_BY) -> NoReturn:
    """Report the diagnostics and exit with 1. `result` is the end of the summary line."""
    report(diagnostics, result, listed_by)
    sys.exit(WRONG_DATA)


def report(diagnostics: Diagnostics, result: str, listed_by: str = reports.LISTED_BY) -> None:
    """Print diagnostics and a summary line that ends with `result`; similar ones are listed by a command."""
    echo_styled(reports.lines(diagnostics, Path.cwd(), paint, result, listed_by=listed_by), err=True)


def paint(text: str, kind: str) -> str:
    """Colour a part of a report. click removes the colours if the output is not a terminal."""
    return click.style(text, fg=_COLOURS.get(kind), bold=True)
