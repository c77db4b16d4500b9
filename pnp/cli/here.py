"""The argument KIT of the commands: a name, a folder or a file of a kit, by default the kit of the current folder."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import click

from pnp.cli.console import echo
from pnp.cli.params import Decorator, KitName
from pnp.diagnostics import files
from pnp.kit import paths

_WORD = "pnp.word"
"""The key of a lone word that is no kit, in the `meta` of a context, and of the error for it."""


def kit_argument(
    name: str = "kit",
    kind: KitName | None = None,
    *,
    then: str = "",
    several: bool = False,
    make: Callable[[], Path] | None = None,
) -> Decorator:
    """The argument KIT. Without it, the nearest folder with a kit.yaml is taken, from the current one upwards.

    Where there is none, a person at a terminal may `make` one.

    `several` may be given, each of which may stand for many. `then` is the argument behind it: in a kit's folder, a
    lone word that is no kit is that.
    """
    known = kind or KitName()
    return click.argument(
        name,
        cls=Argument,
        type=_KitOrWord(known) if then else known,
        required=False,
        nargs=-1 if several else 1,
        metavar="[KIT]..." if several else "[KIT]",
        callback=_given_or_here(known, make, several=several),
    )


class Argument(click.Argument):
    """An argument that may be left out; errors name it without the brackets of help."""

    def get_error_hint(self, ctx: click.Context | None) -> str:
        return f"'{self.make_metavar(ctx or click.Context(click.Command(None))).strip('[].')}'"


class _KitOrWord(KitName):
    """A kit; or, in a kit's folder, the word for the next argument."""

    def __init__(self, kind: KitName) -> None:
        self._kind, self.name = kind, kind.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return self._kind.convert(value, param, ctx)
        except click.BadParameter as error:
            if ctx is None or paths.kit_at(Path.cwd()) is None or not isinstance(value, str):
                raise
            ctx.meta[_WORD] = value, error
            return None


def _given_or_here(kind: KitName, make: Callable[[], Path] | None, *, several: bool) -> Any:
    def callback(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
        if value or ctx.resilient_parsing:
            return tuple(dict.fromkeys(chain.from_iterable(value or ()))) if several else value
        if make and sys.stdin.isatty() and paths.kit_at(Path.cwd()) is None:
            return kind.convert(str(make()), param, ctx)
        return kind.convert(str(kit_here()), param, ctx)

    return callback


def kit_here() -> Path:
    """The folder of the kit that the current folder is in, which is named on standard error. Raises UsageError."""
    folder = paths.kit_at(Path.cwd())
    if folder is None:
        message = "give a KIT: there is no kit.yaml in the current folder or above it"
        raise click.UsageError(f"{message}; `pnp list` shows the games, and `pnp new NAME` makes a kit of your own")
    echo(f"kit {files.short(folder.name)}, in {folder}", err=True)
    return folder


def word_behind(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    """The callback of the argument behind KIT: its value, or the lone word.

    Raises the error for a first word that is no kit, if there is a second one.
    """
    word, error = ctx.meta.pop(_WORD, (None, None))
    if word is None:
        return value
    if value is not None:
        raise error
    return param.type.convert(word, param, ctx)
