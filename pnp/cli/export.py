"""The command that writes a kit's cards for other programs: `export`."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli.console import CONTEXT, echo, refuse
from pnp.cli.params import KitName, Output, write
from pnp.diagnostics import Diagnostics, counted
from pnp.kit import export as exporting
from pnp.kit import load

FORMS = ("csv", "xlsx", "json")


@click.command(context_settings=CONTEXT)
@click.argument("kit", type=KitName())
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    help="A table for spreadsheets, or JSON.  [default: the suffix of FILE, or csv]",
)
@click.option(
    "--output",
    type=Output(),
    metavar="FILE",
    help="[default: output/KIT-cards.csv, .xlsx or .json]",
)
@click.option("--force", is_flag=True, help="Replace an existing file.")
def export(kit: Path, form: str | None, output: Path | None, force: bool) -> None:
    """Write the cards of KIT as a table or as JSON.

    All decks are in one file. A kit may have its cards in such a table instead of cards.yaml; docs/tables.md explains
    how.
    """
    suffix = output.suffix.lower().removeprefix(".") if output else ""
    form = form or (suffix if suffix in FORMS else FORMS[0])
    file = output or Path("output") / f"{kit.name}-cards.{form}"
    if file.exists() and not force:
        raise click.BadParameter(f"{file} already exists; --force replaces it", param_hint="'--output'")
    diagnostics = Diagnostics()
    opened = load.open_kit(kit, diagnostics)
    data = exporting.written(load.merged(kit, diagnostics)["cards.yaml"], form, diagnostics) if opened else None
    if opened is None or data is None:
        refuse(diagnostics, "nothing was written")
    write(file, data)
    cards = sum(map(len, opened.cards.values()))
    echo(f"{file}: {counted(cards, 'card')} in {counted(len(opened.cards), 'deck')}")
