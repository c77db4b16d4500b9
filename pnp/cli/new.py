"""Commands for making a kit of your own: `new` and `show`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import click

from pnp.cli.console import CONTEXT, echo, refuse
from pnp.cli.params import KitName, Output, cannot_write, choice, report_left_out
from pnp.components.kinds.deck import pictures
from pnp.diagnostics import Diagnostics, unknown
from pnp.kit import Node, first, load, paths
from pnp.kit import new as starting
from pnp.kit import show as showing
from pnp.pipeline import schemas
from pnp.pipeline.context import open_context
from pnp.pipeline.output import create_folder


@click.command(context_settings=CONTEXT)
@click.argument("name")
@click.argument("place", type=Output(folder=True), default=Path(), metavar="[DIR]")
@click.option("--from", "base", type=KitName(), metavar="KIT", help="Make an overlay of this kit.")
@click.option("--full", is_flag=True, help="With --from: copy all files of the kit, instead of making an overlay.")
def new(name: str, place: Path, base: Path | None, full: bool) -> None:
    """Make a kit of your own, called NAME.

    Its folder, NAME, is created in DIR or here. It contains a small complete kit: a few cards, their looks, and a page
    of rules, with explanations. With --from, the kit is an overlay of another kit: small files that contain only what
    differs, with examples of common changes. No file is ever overwritten.
    """
    if full and base is None:
        raise click.UsageError("--full copies a kit: name it with --from")
    folder, diagnostics = place / name, Diagnostics()
    try:
        starting.check_name(name)
        starting.check_place(folder, None if full else base)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="'NAME'") from None
    made = _edition(base, folder, full, diagnostics) if base else _Made(first.from_nothing(folder), "a first kit")
    if made is None or diagnostics:
        refuse(diagnostics, "no kit was made")
    _write(folder, made)


class _Made(NamedTuple):
    """A new kit's files, what it is, its engine, and whether its files contain only what differs from a base."""

    files: dict[str, bytes]
    what: str
    engine: str | None = None
    part: bool = False


def _edition(base: Path, folder: Path, full: bool, diagnostics: Diagnostics) -> _Made | None:
    """A kit made from another kit: an overlay, or a full copy. None if the other kit has errors."""
    kit = load.open_kit(base, diagnostics)
    if kit is None:
        return None
    files = starting.copy(kit, base, folder, diagnostics) if full else starting.overlay(kit, base, folder)
    return _Made(files, f"{'a copy' if full else 'an overlay'} of {base.name}", kit.engine, not full)


def _write(folder: Path, made: _Made) -> None:
    """Write a new kit with its schemas, and report it."""
    written = schemas.with_schemas(made.files, made.engine, part=made.part)
    try:
        create_folder(folder, written)
    except OSError as error:
        cannot_write(folder, error)
    report_left_out("its schemas have none of their keys")
    echo(f"{folder}: {len(made.files)} files, {made.what}")
    quoted = f'"{folder}"' if " " in str(folder) else folder
    echo(f"edit them, then:  pnp check {quoted}")
    echo(f"                  pnp build {quoted}")


@click.command(context_settings=CONTEXT)
@click.argument("kit", type=KitName())
@click.argument("card", required=False)
@click.option("--file", metavar="FILE", help="One file of the kit only, such as cards.yaml.")
@choice("--format", "form", among=("text", "json"))
def show(kit: Path, card: str | None, file: str | None, form: str) -> None:
    """Show the values of KIT or of one CARD, with file and line.

    Values that a kit does not set itself come from the kits that it extends.
    """
    diagnostics = Diagnostics()
    files = load.merged(kit, diagnostics)
    if diagnostics:
        refuse(diagnostics, "nothing was shown")
    chosen = _chosen(files, card, file)
    if form == "json":
        layers = [str(folder) for folder in paths.layers(kit, diagnostics)]
        data = {"layers": layers, "values": showing.values(chosen)}
        echo(*json.dumps(data, indent=1, ensure_ascii=False).split("\n"))
        return
    for name, node in chosen.items():
        echo(f"# {name}", *showing.as_text(list(showing.lines(node))))
    if card:
        details = (*showing.words(load.open_kit(kit, diagnostics), card), *_pictures(kit, card))
        if details:
            echo(*details)


def _pictures(kit: Path, card: str) -> list[str]:
    """Lines about the files of a card's pictures and the files that they replace; none if the kit has errors."""
    context = open_context(kit, Diagnostics())
    return showing.pictures(
        [(name, span, context.gallery.alike(name)) for name, span in pictures(context, card)] if context else []
    )


def _chosen(files: dict[str, Node], card: str | None, file: str | None) -> dict[str, Node]:
    """The files to show, or the part of cards.yaml with one card."""
    if file is not None and file not in files:
        raise click.BadParameter(unknown("file", file, files), param_hint="'--file'")
    if card is None:
        return {name: node for name, node in files.items() if file in (None, name)}
    if file not in (None, "cards.yaml"):
        raise click.BadParameter("cards are in cards.yaml", param_hint="'--file'")
    cards = files.get("cards.yaml")
    found = showing.of_card(cards, card) if cards else None
    if found is None:
        known = showing.card_ids(cards) if cards else []
        raise click.BadParameter(unknown("card", card, known), param_hint="'CARD'")
    return {"cards.yaml": found}
