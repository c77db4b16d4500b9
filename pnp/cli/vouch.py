"""The command `vouch`: read printed texts one by one, and vouch for them."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.checks import vouching
from pnp.cli.console import CONTEXT, echo, refuse
from pnp.cli.params import KitName
from pnp.diagnostics import Diagnostics
from pnp.pipeline import job


@click.command(context_settings=CONTEXT)
@click.argument("kit", type=KitName())
@click.option("--list", "listed", is_flag=True, help="Only list the texts, without asking.")
@click.option("--text", help="Vouch only for the text that begins like this, without asking.")
def vouch(kit: Path, listed: bool, text: str | None) -> None:
    """Read what no claim proves in KIT, and vouch for it.

    Shows each text that is new or has changed, or whose facts have changed, one at a time: where it is written, what
    it was, and what the game does. Answer y if it is true. The answers are kept in the kit's vouched.yaml, which
    `pnp check` compares with what is printed.
    """
    diagnostics = Diagnostics()
    context = job.to_check(kit, diagnostics)
    if context is None or diagnostics:
        refuse(diagnostics, "nothing was vouched for")
    found = vouching.open_differences(context)
    if text is not None:
        found = [one for one in found if one.sentence and one.sentence.text.startswith(text)]
        if len(found) != 1:
            raise click.UsageError(f"{len(found)} texts that are not vouched for begin with {text!r}; expected one")
        echo(f"vouched for in {vouching.renew(context, found[0]).name}")
        return
    if not found:
        echo(f"every printed text of {kit.name} is vouched for or proved")
        return
    for number, difference in enumerate(found, start=1):
        echo(f"[{number}/{len(found)}]", *vouching.explained(context, difference))
        if listed:
            continue
        question = "Remove it?" if difference.sentence is None else "Is it true?"
        answer = click.prompt(question, type=click.Choice(["y", "n", "q"]), default="n")
        if answer == "q":
            return
        if answer == "y":
            vouching.renew(context, difference)
