"""The command line: the only place that prints, exits or asks where it is. One file for each kind of command.

Exit codes: 0 done, 1 the data are wrong, 2 the command was used wrongly or cannot write, 130 Ctrl-C. Stages are
imported where a command uses them, so that `pnp --help` stays quick.
"""

from __future__ import annotations

import errno
import importlib
from typing import Any

import click

from pnp import __version__
from pnp.cli.asking import CONTEXT, STOPPED, WRONG_USE

_PLACES = {
    "printing": ("build", "list"),
    "checking": ("check", "explain"),
    "playing": ("simulate", "replay", "play"),
    "preflighting": ("preflight",),
    "comparing": ("diff",),
    "calibrating": ("calibrate", "printer"),
    "making": ("new", "show"),
    "describing": ("schema",),
    "exporting": ("export",),
    "watching": ("preview", "watch"),
}
"""The commands by the file that each is in."""
_FILES = {command: file for file, commands in _PLACES.items() for command in commands}


class _Commands(click.Group):
    """All commands, each imported when it is asked for. Ctrl-C ends them with a code of its own: click's would say that
    the data are wrong.

    Where even the terminal, or the file in its place, cannot be written to, that is said and no traceback.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_FILES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _FILES:
            return None
        file = importlib.import_module(f"{__name__}.{_FILES[cmd_name]}")
        command: click.Command = getattr(file, "list_" if cmd_name == "list" else cmd_name)
        return command

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
