"""The command that looks at finished PDFs: `preflight`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.asking import CONTEXT, WRONG_DATA, WRONG_USE, paint, print_facts

if TYPE_CHECKING:
    from pnp.preflight import Profile
    from pnp.preflight.sizes import Known
    from pnp.preflight.telling import Told


class PdfFile(click.Path):
    """A file that is there. Pipes and devices never end, or only once."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(str(super().convert(value, param, ctx)))
        if not path.is_file():
            self.fail(f"{str(path)!r} is not a file", param, ctx)
        return path


@click.command(context_settings=CONTEXT)
@click.argument("files", type=PdfFile(), nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--profile",
    "profile_name",
    type=click.Choice(["home", "shop"]),
    default="home",
    show_default=True,
    help="Where it is to be printed; a print shop also wants CMYK, a trim box, bleed and an output intent.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--warnings-as-errors", is_flag=True, help="Exit with 1 for warnings too.")
def preflight(files: tuple[Path, ...], profile_name: str, form: str, warnings_as_errors: bool) -> None:
    """Tell what is in the PDFs FILE..., whoever made them, and what of it will print badly.

    Page sizes and boxes, fonts, the resolution of pictures, colours, transparency, how it asks to be printed.
    Exit code 0: no errors, 1: errors, 2: wrong use. `pnp explain` explains each code.
    """
    from pnp import preflight as desk
    from pnp.preflight import telling
    from pnp.preflight.sizes import Known

    facts = print_facts()
    known = Known(
        {measure.title: measure.extent for measure in facts.papers.values()},
        {measure.title: measure.extent for measure in facts.cards.values()},
    )
    profile = desk.profile(profile_name, facts.least_dpi, facts.fine_dpi)
    told = []
    for path in files:
        told.append(_looked_at(path, known, profile))
        if form == "text":
            for line in (*telling.lines(told[-1], paint), ""):
                click.echo(line)
    click.echo(telling.as_json(told, profile) if form == "json" else telling.summary(told, profile))
    counts = telling.counts(told)
    sys.exit(WRONG_DATA if counts["error"] or (warnings_as_errors and counts["warning"]) else 0)


def _looked_at(path: Path, known: Known, profile: Profile) -> Told:
    from pnp.preflight import judging, reading
    from pnp.preflight.telling import Told
    from pnp.report import shown

    try:
        facts = reading.read(path, known)
    except OSError as error:
        click.echo(f"Error: cannot read {path}: {error.strerror or error}", err=True)
        sys.exit(WRONG_USE)
    return Told(shown(path, Path.cwd()), facts, judging.judge(facts, profile))
