"""The command that writes a kit for other programs, digital tables and print shops: `export`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pnp import export as exports
from pnp.cli.console import CONTEXT, echo, progress_bar, refuse
from pnp.cli.params import KitName, Named, Output, cannot_write, write
from pnp.diagnostics import Diagnostics, counted
from pnp.kit import export as tables
from pnp.kit import load
from pnp.kit.plugins import PluginError
from pnp.pipeline import exporting

FORMS = ("csv", "xlsx", "json")
TABLE = ("form", "force")
"""Options of tables only; the others but --output are of targets only."""


class Target(Named):
    """The name of a target of exports."""

    name = "target"

    def names(self) -> tuple[str, ...]:
        return tuple(exports.targets())

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value not in self.names():
            self.fail(f"{value!r} is not one of {', '.join(self.names())}.", param, ctx)
        return value


@click.command(context_settings=CONTEXT)
@click.argument("kit", type=KitName())
@click.option(
    "--to",
    "target",
    type=Target(),
    metavar="TARGET",
    help="png, card-game-simulator, makeplayingcards, screentop, tabletop-simulator or tabletopia.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    help="A table for spreadsheets, or JSON.  [default: the suffix of FILE, or csv]",
)
@click.option(
    "--output",
    type=Output(),
    metavar="PATH",
    help="[default: output/KIT-cards.csv, .xlsx or .json; with --to the folder output/KIT-TARGET]",
)
@click.option("--force", is_flag=True, help="Replace an existing table.")
@click.option("--dpi", type=click.IntRange(50, 1200), default=300, show_default=True, help="Pixels per inch.")
@click.option(
    "--bleed",
    type=click.FloatRange(0, 3.175),
    default=0.0,
    show_default=True,
    help="How far pictures extend past the trim, in mm; digital tables want none.",
)
@click.option(
    "--corners",
    type=click.Choice(["square", "round"]),
    default="square",
    show_default=True,
    help="The corners of cards with --to png.",
)
@click.option("--base-url", default="", help="Where you will put the files on the web, for those that name others.")
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
               pnp export rhino --to png --dpi 600 --bleed 3
    """
    _check_options(target)
    if target:
        _export_to(kit, target, output or Path("output") / f"{kit.name}-{target}", wanted)
    else:
        _export_table(kit, form, output, force=force)


def _check_options(target: str | None) -> None:
    """Refuse options that have no effect."""
    context = click.get_current_context()
    for param in context.command.params:
        if context.get_parameter_source(str(param.name)) is not click.core.ParameterSource.COMMANDLINE:
            continue
        option = f"'{max(param.opts, key=len)}'"
        if target and param.name in TABLE:
            raise click.BadParameter("not with --to: it is for tables", param_hint=option)
        if not target and param.name in ("dpi", "bleed", "corners", "base_url"):
            raise click.BadParameter("only with --to", param_hint=option)
        if target not in (None, "png") and param.name == "corners":
            raise click.BadParameter("only with --to png", param_hint=option)


def _export_table(kit: Path, form: str | None, output: Path | None, *, force: bool) -> None:
    suffix = output.suffix.lower().removeprefix(".") if output else ""
    form = form or (suffix if suffix in FORMS else FORMS[0])
    file = output or Path("output") / f"{kit.name}-cards.{form}"
    if file.exists() and not force:
        raise click.BadParameter(f"{file} already exists; --force replaces it", param_hint="'--output'")
    diagnostics = Diagnostics()
    opened = load.open_kit(kit, diagnostics)
    cards = load.merged(kit, diagnostics)["cards.yaml"] if opened else None
    data = tables.written(cards, form, diagnostics) if cards else None
    if opened is None or data is None:
        refuse(diagnostics, "nothing was written")
    write(file, data)
    number = sum(map(len, opened.cards.values()))
    echo(f"{file}: {counted(number, 'card')} in {counted(len(opened.cards), 'deck')}")


def _export_to(kit: Path, target: str, folder: Path, wanted: dict[str, Any]) -> None:
    diagnostics = Diagnostics()
    with progress_bar(f"{kit.name} for {target}") as progress:
        try:
            made = exporting.files(kit, target, exports.Settings(**wanted), diagnostics, progress)
        except PluginError as error:
            raise click.BadParameter(str(error), param_hint="'--to'") from None
    if made is None:
        refuse(diagnostics, "nothing was written")
    try:
        exporting.write(folder, made)
    except OSError as error:
        cannot_write(folder, error)
    size = sum(map(len, made.values())) / 1e6
    echo(f"{folder}: {counted(len(made), 'file')}, {size:.1f} MB, for {exports.label(target)}")
