"""The command that writes a kit for other programs, digital tables and print shops: `export`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pnp import export as exports
from pnp.cli.console import CONTEXT, echo, progress_bar, refuse
from pnp.cli.here import kit_argument
from pnp.cli.params import (
    Named,
    Output,
    default_output,
    given_options,
    options_of,
    refused,
    write,
    writing_to,
    wrong_use,
)
from pnp.diagnostics import Diagnostics, counted
from pnp.kit import export as tables
from pnp.kit import load
from pnp.kit.plugins import PluginError
from pnp.pipeline import exporting
from pnp.pipeline.option_table import flag

FORMS = ("csv", "xlsx", "json")
TABLE = ("form", "force")
"""Options of tables only."""


class TargetName(Named):
    """The name of a target of exports."""

    name = "target"

    def names(self) -> tuple[str, ...]:
        return tuple(exports.targets())

    def unknown(self, name: str) -> str:
        return f"{name!r} is not one of {', '.join(self.names())}."


@click.command(context_settings=CONTEXT)
@kit_argument()
@click.option(
    "--to",
    "target",
    type=TargetName(),
    metavar="TARGET",
    help=f"{', '.join(exports.targets()[:-1])} or {exports.targets()[-1]}.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    help="A table for spreadsheets, or JSON.  [default: the suffix of FILE, or csv]",
)
@click.option(
    "--output",
    "-o",
    type=Output(either=True),
    metavar="PATH",
    help="[default: output/KIT-cards.csv, .xlsx or .json; with --to the folder output/KIT-TARGET]",
)
@click.option("--force", is_flag=True, help="Replace an existing table.")
@options_of(exporting.Wanted)
def export(
    kit: Path,
    target: str | None,
    form: str | None,
    output: Path | None,
    force: bool,
    **wanted: Any,
) -> None:
    """Write KIT for another program, a digital table or a print shop.

    Without --to, the cards of all decks are written as a table or as JSON. A kit may have its cards in such a table
    instead of cards.yaml; docs/tables.md explains how. With --to, the pieces are written as that target wants them;
    docs/exports.md explains what to do with them.

    \b
    Examples:  pnp export rhino --format xlsx
               pnp export rhino --to tabletop-simulator
               pnp export rhino --to png --dpi 150 --bleed 3
    """
    given = given_options()
    chosen = {name: value for name, value in wanted.items() if name in given}
    if target:
        _refuse([name for name in TABLE if name in given], "not with --to: it is for tables")
        _export_to(kit, target, output or default_output(f"{kit.name}-{target}"), chosen)
    else:
        _refuse(list(chosen), "only with --to")
        _export_table(kit, form, output, force=force)


def _refuse(names: list[str], reason: str) -> None:
    """Refuse options that have no effect."""
    if names:
        option = "--format" if names[0] == "form" else flag(names[0])
        raise click.BadParameter(reason, param_hint=f"'{option}'")


def _form_of(output: Path | None) -> str:
    suffix = output.suffix.lower().removeprefix(".") if output else ""
    return suffix if suffix in FORMS else FORMS[0]


def _export_table(kit: Path, form: str | None, output: Path | None, *, force: bool) -> None:
    form = form or _form_of(output)
    file = output or default_output(f"{kit.name}-cards.{form}")
    if file.exists() and not force:
        raise click.BadParameter(f"{file} already exists; --force replaces it", param_hint="'--output'")
    diagnostics = Diagnostics()
    opened = load.open_kit(kit, diagnostics)
    cards = load.merged(kit, diagnostics)["cards.yaml"] if opened else None
    data = tables.written(cards, form, diagnostics) if cards else None
    if opened is None or data is None or diagnostics:
        refuse(diagnostics, "nothing was written")
    write(file, data)
    number = sum(map(len, opened.cards.values()))
    echo(f"{file}: {counted(number, 'card')} in {counted(len(opened.cards), 'deck')}")


def _export_to(kit: Path, target: str, folder: Path, wanted: dict[str, Any]) -> None:
    diagnostics = Diagnostics()
    with wrong_use(), progress_bar(f"{kit.name} for {target}") as progress, refused("--to", PluginError):
        result = exporting.run(kit, target, exporting.settings(target, wanted), diagnostics, progress)
    if result is None:
        refuse(diagnostics, "nothing was written")
    with writing_to(folder):
        result.save(folder)
    size = sum(map(len, result.files.values())) / 1e6
    echo(f"{folder}: {counted(len(result.files), 'file')}, {size:.1f} MB, for {exports.label(target)}")
    for name, note in result.notes.items():
        echo(f"    {name}: {note}")
    for name, reason in result.left_out.items():
        echo(f"    without {name}: {reason}")
