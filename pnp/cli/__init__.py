"""The command line: the only place that prints, exits or asks where it is. One file for each kind of command.

Exit codes: 0 done, 1 the data are wrong, 2 the command was used wrongly or cannot write, 130 Ctrl-C. Commands import
the stages that they need when they run, so that `pnp --help` stays quick.
"""

from __future__ import annotations

import errno
import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from click.exceptions import Exit

from pnp.cli.build import build, list_
from pnp.cli.calibrate import calibrate, printer
from pnp.cli.check import check, explain
from pnp.cli.diff import diff
from pnp.cli.export import export
from pnp.cli.new import new, show
from pnp.cli.params import CONTEXT, STOPPED, WRONG_USE, echo
from pnp.cli.play import play, replay, simulate
from pnp.cli.preflight import preflight
from pnp.cli.schema import schema
from pnp.cli.watch import preview, watch
from pnp.diagnostics.program import VERSION


@contextmanager
def _ended() -> Iterator[None]:
    """End with exit codes of our own: click's for Ctrl-C and for a closed pipe means that the data are wrong.

    An output that cannot be written is an error message without a traceback. A reader that has read enough, as `head`
    does, gets none.
    """
    try:
        yield
    except click.ClickException as error:  # shown as click does, but the names of files may be in it
        shown = io.StringIO()
        error.show(shown)
        echo(*shown.getvalue().rstrip("\n").split("\n"), err=True)
        raise Exit(error.exit_code) from None
    except KeyboardInterrupt:
        echo("", "stopped", err=True)
        raise Exit(STOPPED) from None
    except OSError as error:
        if error.errno != errno.EPIPE:
            what = ": ".join(str(part) for part in (error.strerror, error.filename) if part)
            echo(f"Error: {what or error}", err=True)
        raise Exit(WRONG_USE) from None


class _Commands(click.Group):
    """All commands, and the options `--help` and `--version`, which write while they are read."""

    def make_context(self, *arguments: Any, **named: Any) -> click.Context:
        with _ended():
            return super().make_context(*arguments, **named)

    def invoke(self, ctx: click.Context) -> Any:
        with _ended():
            return super().invoke(ctx)


@click.group(cls=_Commands, context_settings=CONTEXT)
@click.version_option(VERSION, "--version", prog_name="pnp")
def main() -> None:
    """Print-and-play kits from YAML: cards, boards, standees and rulebooks as print-ready PDFs.

    \b
    Begin with:  pnp list
                 pnp build rhino --paper a4
                 pnp check rhino
    """


for _command in (build, calibrate, check, diff, explain, export, list_, new, play, preflight, preview, printer, replay,
                 schema, show, simulate, watch):  # fmt: skip
    main.add_command(_command)
