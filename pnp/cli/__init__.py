"""The command line: the only place that prints, exits or reads the current folder. One module per kind of command.

Exit codes: 0 done, 1 the data is wrong, 2 wrong usage or an output that cannot be written, 130 Ctrl-C, 143 SIGTERM. The
module of a command is imported when the command is used, so that `pnp --help` stays quick; so are the modules in
`deferred`.
"""

from __future__ import annotations

import errno
import io
import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.exceptions import Exit
from click.shell_completion import CompletionItem

from pnp.cli import deferred
from pnp.cli.console import CONTEXT, STOPPED, WRONG_DATA, WRONG_USE, echo
from pnp.diagnostics import did_you_mean, mistakes
from pnp.diagnostics.program import VERSION

_GROUPS = {
    "Make": {
        "new": ("new", "Make a kit of your own, called NAME."),
        "show": ("new", "Show the values of KIT or of one CARD, with file and line."),
        "translate": ("translate", "Make or refresh the work file of KIT, in which its texts are translated."),
        "vouch": ("vouch", "Read what no rule proves in KIT, and vouch for it."),
        "trust": ("trust", "Allow the engine in the folder PATH to run."),
        "schema": ("schema", "Write JSON Schema, for editors to complete and check data."),
    },
    "Look": {
        "list": ("build", "List the kits, papers and card sizes, or the parts of KIT."),
        "preview": ("watch", "Show KIT or one CARD as a picture."),
        "watch": ("watch", "Show KIT on a web page that updates after every save."),
        "studio": (
            "watch",
            "Lay out KIT by eye on a web page that writes its files.",
        ),
    },
    "Check": {
        "check": ("check", "Check that what KITs print agrees with their rules."),
        "explain": ("check", "Explain the CODE of an error, warning or note."),
        "diff": ("diff", "Report what differs between OLD and NEW."),
    },
    "Print": {
        "build": ("build", "Print KIT: a PDF for each stock, and a manifest."),
        "export": ("export", "Write KIT for another program, a digital table or a print shop."),
        "preflight": ("preflight", "Report the contents of PDFs, and problems that will print badly."),
        "calibrate": ("calibrate", "Print a sheet to measure your printer with."),
        "printer": ("calibrate", "Save your printers' errors, which `pnp build` then corrects."),
    },
    "Play": {
        "play": ("play", "Play KIT in the terminal, to try a deck before cutting it."),
        "replay": ("play", "Play the actions in LOG and show the last position."),
        "simulate": ("play", "Play KIT many times and report how games go."),
        "balance": ("balance", "Play KIT many times and report, with intervals, what a designer wants to know."),
    },
}
"""The commands, as help groups them: each with its module, and the first sentence of its help."""
_COMMANDS = {name: command for group in _GROUPS.values() for name, command in group.items()}


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
    except (click.exceptions.Exit, click.Abort):
        raise
    except Exception as error:  # noqa: BLE001 - the last boundary for mistakes of this program
        mistakes.traced(error)
        echo(f"error[internal]: {mistakes.reason(error)}", f"    hint: {mistakes.HINT}", err=True)
        raise Exit(WRONG_DATA) from None


def _trace() -> None:
    """Print the traceback of every exception of a plug-in, and of every mistake."""
    mistakes.trace(lambda error: echo(*"".join(traceback.format_exception(error)).rstrip("\n").split("\n"), err=True))


class _Commands(click.Group):
    """The group of all commands, which are imported on first use.

    `--help` and `--version` write while options are parsed.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"{__name__}.{_COMMANDS[cmd_name][0]}")
        command: click.Command = module.list_ if cmd_name == "list" else getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with the nearest command for one that does not exist."""
        if args and not args[0].startswith("-") and args[0] not in _COMMANDS and not ctx.resilient_parsing:
            near = did_you_mean(args[0], _COMMANDS)
            ctx.fail(f"there is no command {args[0]!r}; {near or 'pnp --help lists them'}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        widest = max(map(len, _COMMANDS))
        for title, group in _GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(widest), summary) for name, (_, summary) in group.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        commands = [
            CompletionItem(name, help=summary)
            for name, (_, summary) in _COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def make_context(self, *arguments: Any, **named: Any) -> click.Context:
        with _exit_codes():
            return super().make_context(*arguments, **named)

    def invoke(self, ctx: click.Context) -> Any:
        deferred.trust.use(Path(click.get_app_dir("pnp")) / deferred.trust.FILE)
        if os.environ.get("PNP_DEBUG"):  # noqa: TID251 - changes only what is shown of errors
            _trace()
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
