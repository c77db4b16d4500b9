"""Commands that check: `check` and `explain`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from pnp.cli.asking import CONTEXT, WRONG_DATA, KitName, paint

if TYPE_CHECKING:
    from pnp.source import Diagnostic


@click.command(context_settings=CONTEXT)
@click.argument("kits", type=KitName(), nargs=-1, metavar="[KIT]...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github", "sarif"]),
    default="text",
    show_default=True,
    help="For people, for tools, for annotations on GitHub, for code hosts and editors.",
)
@click.option("--warnings-as-errors", is_flag=True, help="Exit with 1 for warnings too.")
def check(kits: tuple[Path, ...], form: str, warnings_as_errors: bool) -> None:
    """Prove that what KITs print is what their games do. Without a KIT, all of them are checked.

    Every count, sentence, table and example is held against the game's engine; faults are told with file, line and
    column. Exit code 0: no faults, 1: faults, 2: wrong use.
    """
    from pnp import report, shelf
    from pnp.report import text

    folders = kits or tuple(shelf.root() / "card_data" / name for name in shelf.kit_names())
    found: list[Diagnostic] = []
    hidden = not sys.stderr.isatty() or len(folders) == 1
    with click.progressbar(folders, label="checking", file=sys.stderr, hidden=hidden) as bar:
        for folder in bar:
            found.extend(_found(folder))
    if form == "text":
        for line in text.lines(found, Path.cwd(), paint, f"in {', '.join(f.name for f in folders)}"):
            click.echo(line)
    else:
        click.echo(report.write(form, found, Path.cwd()))
    grave = {"error", "warning"} if warnings_as_errors else {"error"}
    sys.exit(WRONG_DATA if any(fault.severity in grave for fault in found) else 0)


def _found(folder: Path) -> list[Diagnostic]:
    """Everything that is wrong with a kit: with its data first, and with what it prints if they are right."""
    from pnp import press
    from pnp.source import Faults

    faults = Faults()
    told = press.proved(folder, faults)
    return sorted({*faults, *told})


class Code(click.ParamType[str]):
    """The code of a check."""

    name = "code"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from pnp import checks, shelf

        if str(value) not in checks.checks():
            self.fail(shelf.unknown("check", str(value), checks.checks()), param, ctx)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from pnp import checks

        return [CompletionItem(code) for code in checks.checks() if code.startswith(incomplete)]


@click.command(context_settings=CONTEXT)
@click.argument("code", type=Code(), required=False)
def explain(code: str | None) -> None:
    """Tell what the check CODE finds, why it matters, and show what passes and what fails. Without CODE, list them."""
    from pnp import checks

    if code is None:
        for name, module in checks.checks().items():
            click.echo(f"{name:<16} {(module.__doc__ or '').splitlines()[0]}")
        return
    click.echo(f"{code}\n")
    click.echo((checks.checks()[code].__doc__ or "").strip())
