"""What commands share: how they name kits, games and papers, how they report faults and leave."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from pnp.source import Faults

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
WRONG_DATA, WRONG_USE = 1, 2
_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan", "hint": "cyan"}


def refuse(faults: Faults, result: str = "nothing was printed") -> NoReturn:
    """Report the faults and leave; `result` says what came of them."""
    tell(faults, result)
    sys.exit(WRONG_DATA)


def tell(faults: Faults, result: str) -> None:
    """Report the faults."""
    from pnp.report import text

    for line in text.lines(faults, Path.cwd(), paint, result):
        click.echo(line, err=True)


def paint(text: str, kind: str) -> str:
    """Colours for what a report marks; click takes them out again where there is no terminal."""
    return click.style(text, fg=_COLOURS.get(kind), bold=True)


class KitName(click.ParamType[Path]):
    """A kit on the shelf, or a path to a kit's folder; unknown names are refused with the nearest known one."""

    name = "kit"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        from pnp import shelf

        folder = value if isinstance(value, Path) else shelf.find(value)
        if folder is None:
            self.fail(shelf.unknown("kit", value, shelf.kit_names()), param, ctx)
        return folder

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from pnp import shelf

        return [CompletionItem(name) for name in shelf.kit_names() if name.startswith(incomplete)]


class GameName(KitName):
    """A game that can be played: on the shelf, or a path to a folder with its rules."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        from pnp import shelf

        folder = value if isinstance(value, Path) else shelf.find_game(value)
        if folder is None:
            self.fail(shelf.unknown("game", value, shelf.game_names()), param, ctx)
        return folder


class PaperName(click.ParamType[str]):
    """A paper of papers.yaml."""

    name = "paper"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from pnp import shelf

        known = papers()
        if str(value).lower() not in known:
            self.fail(shelf.unknown("paper", value, known), param, ctx)
        return str(value).lower()

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in papers() if name.startswith(incomplete)]


def papers() -> list[str]:
    from pnp import shelf
    from pnp.source import Faults

    faults = Faults()
    facts = shelf.print_facts(faults)
    if facts is None:
        refuse(faults)
    return list(facts.papers)
