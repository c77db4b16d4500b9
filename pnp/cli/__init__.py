"""The command line: the only place that prints, exits or reads the current folder. One module per kind of command.

Exit codes: 0 done, 1 the data is wrong, 2 wrong usage or an output that cannot be written, 130 Ctrl-C. Commands import
other packages when they run, so that `pnp --help` stays quick.
"""

from __future__ import annotations

import errno
import io
import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
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
from pnp.cli.trust import trust
from pnp.cli.vouch import vouch
from pnp.cli.watch import preview, watch
from pnp.diagnostics.program import VERSION


@contextmanager
def _exit_codes() -> Iterator[None]:
    """Replace click's exit codes: its code for Ctrl-C and for a closed pipe is 1, which here means wrong data.

    An output that cannot be written is reported without a traceback. A pipe closed by its reader, such as `head`, is
    not reported.
    """
    try:
        yield
    except click.ClickException as error:  # shown as click does, but escaped: it may contain names of files
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


def _trace_plugins() -> None:
    """Print the traceback of every exception of a plug-in."""
    from pnp.kit import plugins

    plugins.trace(lambda error: echo(*"".join(traceback.format_exception(error)).rstrip("\n").split("\n"), err=True))


class _Commands(click.Group):
    """The group of all commands. `--help` and `--version` write while options are parsed."""

    def make_context(self, *arguments: Any, **named: Any) -> click.Context:
        with _exit_codes():
            return super().make_context(*arguments, **named)

    def invoke(self, ctx: click.Context) -> Any:
        from pnp.kit import trust as trusted

        trusted.use(Path(click.get_app_dir("pnp")) / trusted.FILE)
        if os.environ.get("PNP_DEBUG"):  # noqa: TID251 - changes only what is shown of errors
            _trace_plugins()
        with _exit_codes():
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
                 schema, show, simulate, trust, vouch, watch):  # fmt: skip
    main.add_command(_command)
