"""The command `preflight`, which checks finished PDFs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from pnp.cli.console import CONTEXT, WRONG_DATA, WRONG_USE, echo, echo_styled, paint
from pnp.cli.params import choice, print_facts, warnings_option
from pnp.diagnostics import counted
from pnp.diagnostics.report import SEVERITIES, shown
from pnp.pdf.preflight import read, rules
from pnp.pdf.preflight.rules import judge


class PdfFile(click.Path):
    """An existing file. Pipes and devices are refused, because reading them may never end."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(str(super().convert(value, param, ctx)))
        if not path.is_file():
            self.fail(f"{str(path)!r} is not a file", param, ctx)
        return path


@click.command(context_settings=CONTEXT)
@click.argument("files", type=PdfFile(), nargs=-1, required=True, metavar="FILE...")
@choice(
    "--profile",
    "profile_name",
    among=("home", "shop"),
    about="Where the file will be printed; a print shop also needs CMYK, a trim box, bleed and an output intent.",
)
@choice("--format", "form", among=("text", "json"))
@warnings_option
def preflight(files: tuple[Path, ...], profile_name: str, form: str, warnings_as_errors: bool) -> None:
    """Report the contents of PDFs, and problems that will print badly.

    FILE is a PDF from any program. The report lists page sizes and boxes, fonts, the resolution of pictures, colours
    and printing preferences.
    Exit code 0: no errors, 1: errors, 2: wrong usage. `pnp explain` explains each code.

    \b
    Example:  pnp preflight cards.pdf
    """
    known = print_facts()
    sizes = {measure.title: measure.extent for measure in (*known.cards.values(), *known.papers.values())}
    shop = profile_name == "shop"
    files_read = []
    counts: dict[str, int] = dict.fromkeys(SEVERITIES, 0)
    for path in files:
        name, facts = shown(path, Path.cwd()), _facts(path)
        diagnostics = judge(facts, shop=shop, least_dpi=known.fine_dpi if shop else known.least_dpi)
        for diagnostic in diagnostics:
            counts[diagnostic.severity] += 1
        files_read.append(
            {"file": name, "facts": facts, "diagnostics": [diagnostic._asdict() for diagnostic in diagnostics]}
        )
        if form == "text":
            echo_styled((*rules.summary(name, facts, sizes), *rules.diagnostic_lines(name, diagnostics, paint), ""))
    if form == "json":
        data = {"format": 2, "profile": profile_name, "files": files_read, "summary": counts}
        echo(*json.dumps(data, ensure_ascii=False, indent=1).split("\n"))
    else:
        echo(_summary(counts, len(files), shop=shop))
    sys.exit(WRONG_DATA if counts["error"] or (warnings_as_errors and counts["warning"]) else 0)


def _facts(path: Path) -> dict[str, Any]:
    try:
        return read(path)
    except OSError as error:
        echo(f"Error: cannot read {path}: {error.strerror or error}", err=True)
        sys.exit(WRONG_USE)


def _summary(counts: dict[str, int], files: int, *, shop: bool) -> str:
    found = ", ".join(counted(count, severity) for severity, count in counts.items() if count)
    return f"{found or 'no errors'} in {counted(files, 'file')}, to be printed {'by a shop' if shop else 'at home'}"
