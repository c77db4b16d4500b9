"""The command line: the only place that prints, exits or asks where it is. One file for each kind of command.

Exit codes: 0 done, 1 the data are wrong, 2 the command was used wrongly or cannot write, 130 Ctrl-C. Stages are
imported where a command uses them, so that `pnp --help` stays quick.
"""

from __future__ import annotations

import errno
from typing import Any

import click

from pnp import __version__
from pnp.cli import (
    calibrating,
    checking,
    comparing,
    describing,
    exporting,
    keeping,
    making,
    playing,
    preflighting,
    printing,
    watching,
)
from pnp.cli.asking import CONTEXT, STOPPED, WRONG_USE


class _Commands(click.Group):
    """All commands. Ctrl-C ends them with a code of its own: click's would say that the data are wrong.

    Where even the terminal, or the file in its place, cannot be written to, that is said and no traceback.
    """

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("\nstopped", err=True)
            ctx.exit(STOPPED)
        except OSError as error:
            if error.errno == errno.EPIPE:  # somebody has read enough; click leaves quietly
                raise
            click.echo(f"Error: {error}", err=True)
            ctx.exit(WRONG_USE)


@click.group(cls=_Commands, context_settings=CONTEXT)
@click.version_option(__version__, "--version", prog_name="pnp")
def main() -> None:
    """Print-and-play kits from YAML: cards, boards, foldies and rulebooks as print-ready PDFs.

    \b
    Begin with:  pnp list
                 pnp build rhino --paper a4
                 pnp check rhino
    """


for command in (
    printing.build, printing.list_, checking.check, checking.explain, playing.simulate, playing.replay, playing.play,
    preflighting.preflight, comparing.diff, calibrating.calibrate, calibrating.printer,
    making.new, making.show, keeping.cache, describing.schema, exporting.export, watching.preview, watching.watch,
):  # fmt: skip
    main.add_command(command)
