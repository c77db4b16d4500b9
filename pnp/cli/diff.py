"""The command that compares: `diff`."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from pnp.cli.console import CONTEXT, echo, refuse
from pnp.cli.here import kit_here
from pnp.cli.params import Output, PaperName, choice, given_options, refused, write
from pnp.diagnostics import Diagnostics
from pnp.kit import NamedSize
from pnp.pipeline import Snapshot
from pnp.pipeline import diff as comparison
from pnp.sources.git_objects import HistoryError


@click.command(context_settings=CONTEXT)
@click.argument("old", required=False)
@click.argument("new", required=False)
@choice("--format", "form", among=("text", "json"))
@click.option(
    "--output",
    "-o",
    type=Output(),
    metavar="FILE.pdf",
    help="Also write a PDF of every side that looks different: old beside new, at true size if it fits.",
)
@click.option("--paper", type=PaperName(), default="a4", show_default=True, help="The paper of that PDF.")
def diff(old: str | None, new: str | None, form: str, output: Path | None, paper: NamedSize) -> None:
    """Report what differs between OLD and NEW.

    The report lists pieces, drawings and numbers, and names, words, traits and rules.

    OLD and NEW are each a kit's name or folder, a kit at a git revision (HEAD~1:rhino or rhino@HEAD~1), or the
    manifest.json of a build, which lists pieces only. One kit alone is compared with its last commit, by default that
    of the current folder. Exit code 0: compared, 1: errors in data, 2: wrong usage.

    "pnp diff KIT HASH" reports what changed since the print with that hash, "data 2f5b81aa", on its sheets. The last
    100 builds on this computer are known.

    \b
    Examples:  pnp diff kits/mine
               pnp diff kits/mine@HEAD~1 kits/mine
               pnp diff rhino kits/mine -o changes.pdf
    """
    if output is None and "paper" in given_options():
        raise click.BadOptionUsage("--paper", "it is the paper of a PDF: name that with --output, or leave it out")
    if new is None:
        kit = old or str(kit_here())
        old, new = f"{kit}@HEAD", kit
    hints = {str(old): "OLD", new: "NEW"}
    old, new = comparison.in_order(str(old), new)
    with ExitStack() as stack:
        before = _state(old, hints[old], stack, of=new)
        states = before, _state(new, hints[new], stack, of=old, like=before)
        page = _page(*states, paper) if output else None
    changes = comparison.changes(*states)
    if form == "json":
        echo(*comparison.as_json(*states, changes).split("\n"))
    else:
        echo(*comparison.lines(*states, changes))
    if output:
        text = f"drawings side by side in {output}" if page else f"no drawing differs: {output} was not written"
        if page:
            write(output, page)
        echo(text, err=form == "json")


def _state(name: str, argument: str, stack: ExitStack, of: str, like: Snapshot | None = None) -> Snapshot:
    diagnostics = Diagnostics()
    with refused(argument, HistoryError):
        state = comparison.state(name, stack, diagnostics, of=of, like=like)
    if state is None or diagnostics:
        refuse(diagnostics, "nothing was compared")
    return state


def _page(old: Snapshot, new: Snapshot, paper: NamedSize) -> bytes | None:
    diagnostics = Diagnostics()
    with refused("--output", HistoryError):
        page = comparison.page_of_both(old, new, paper, diagnostics)
    if diagnostics:
        refuse(diagnostics)
    return page
