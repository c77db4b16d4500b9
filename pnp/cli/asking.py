"""Ask a person for what a new kit is to be. A script gives the same as options of `pnp new`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

import click

from pnp.cli.params import KitName, LanguageCode, TableFile
from pnp.kit import first
from pnp.kit.languages import FIRST

TABLE, EDITION = "table", "edition"


class Answers(NamedTuple):
    """A new kit's name, what it begins with, and the game of which it is an edition, or the table with its cards."""

    name: str
    kind: str = first.KINDS[0]
    base: Path | None = None
    table: Path | str | None = None
    language: str | None = None

    @property
    def arguments(self) -> list[str]:
        """The answers as arguments of `pnp new`."""
        given = {"from": self.base, "table": self.table, "language": self.language}
        kind = [] if self.base or self.table else ["--kind", self.kind]
        return [self.name, *kind, *(part for key, value in given.items() if value for part in (f"--{key}", str(value)))]


def ask(*, chosen: bool) -> Answers:
    """The answers of a person at a terminal.

    Raises UsageError if there is none, and if options are `chosen` already, which the answers would replace.
    """
    if chosen or not sys.stdin.isatty():
        raise click.UsageError("name the kit, such as: pnp new quest")
    name = click.prompt("Name of the kit")
    choices = click.Choice([*first.KINDS, TABLE, EDITION])
    begin = click.prompt(
        "Begin with some cards, a board, dice, tokens, a game that is played, your table, or an edition of a game",
        type=choices,
        default=first.KINDS[0],
    )
    if begin == TABLE:
        wanted = TableFile(exists=True, dir_okay=False, path_type=Path)
        table: Any = click.prompt("File of the table, or its https:// address", type=wanted)
        return Answers(name, table=table, language=_language())
    if begin == EDITION:
        base = click.prompt("Which game", type=KitName())
        shown = "Language of a translation, such as es; Enter for an edition in the game's own"
        language = click.prompt(shown, type=LanguageCode(), default="", show_default=False)
        return Answers(name, base=base, language=language or None)
    return Answers(name, begin, language=None if begin == first.GAME else _language())


def _language() -> str:
    """The language of a kit from nothing."""
    language: str = click.prompt("Language of its texts, such as de, es or pt-BR", type=LanguageCode(), default=FIRST)
    return language
