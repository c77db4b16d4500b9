"""What commands share: how they name kits, games and papers, how they report faults and leave."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from pnp.model import PrintFacts
    from pnp.source import Faults

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
WRONG_DATA, WRONG_USE, STOPPED = 1, 2, 130
_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan", "hint": "cyan"}


def refuse(faults: Faults, result: str = "nothing was printed") -> NoReturn:
    """Report the faults and leave; `result` says what came of them."""
    tell(faults, result)
    sys.exit(WRONG_DATA)


def cannot_write(place: Path, error: OSError) -> NoReturn:
    """Say that a file or folder cannot be written, and leave."""
    what = error.strerror or str(error)
    click.echo(f"Error: cannot write to {place}: {what}. What was there is unchanged.", err=True)
    click.echo("    hint: choose another folder, or close the file in your viewer", err=True)
    sys.exit(WRONG_USE)


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
        from pnp import paths

        folder = value if isinstance(value, Path) else paths.find(value)
        if folder is None:
            self.fail(_unknown("kit", value, paths.kit_names()), param, ctx)
        if not _is_text(folder.name):
            self.fail(f"the name of {value!r} is not UTF-8: call the folder something else", param, ctx)
        if not isinstance(value, Path):
            _tell_of_namesake(value, folder)
        return folder

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from pnp import paths

        return [CompletionItem(name) for name in paths.kit_names() if name.startswith(incomplete)]


def _tell_of_namesake(named: str, taken: Path) -> None:
    """A kit of the shelf comes before a folder here that has its name: whoever meant the other one should know."""
    here = Path(named)
    if (here / "kit.yaml").is_file() and here.resolve() != taken:
        click.echo(f"note: {named!r} is the kit on the shelf; for the folder here say ./{named}", err=True)


def _is_text(name: str) -> bool:
    """Whether a file's name can be written into files, which take UTF-8 only."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _unknown(what: str, named: str, known: list[str]) -> str:
    """Why a name is that of no kit or game. The kits that lie here are known, too."""
    from pnp import paths, shelf

    if paths.find(named):
        return f"no engine plays {named!r}: it can be printed, but not played"
    if Path(named).is_dir():
        return f"the folder {named!r} is no {what}: there is no kit.yaml in it"
    if Path(named).is_file():
        return f"{named!r} is a file: name the folder that it lies in"
    here = sorted(path.parent.name for path in Path().glob("*/kit.yaml"))
    return shelf.unknown(what, named, dict.fromkeys((*known, *here)))


ALL = "all"


class KitNames(KitName):
    """A kit as `KitName` has it, or `all` for every game on the shelf but not its editions; the folders of the kits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from pnp import paths

        if value == ALL:
            return tuple(paths.shelf() / name for name in paths.game_kits())
        return value if isinstance(value, tuple) else (super().convert(value, param, ctx),)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        every = [CompletionItem(ALL)] if ALL.startswith(incomplete) else []
        return [*every, *super().shell_complete(ctx, param, incomplete)]


class GameName(KitName):
    """A game that can be played: on the shelf, or a path to a folder with its rules."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        from pnp import paths

        folder = value if isinstance(value, Path) else paths.find_game(value)
        if folder is None:
            self.fail(_unknown("game", value, paths.game_names()), param, ctx)
        return folder


class PaperName(click.ParamType[str]):
    """A paper of papers.yaml, upright or `-landscape`, or measures: 200x300mm, 8.5x11in."""

    name = "paper"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from pnp import shelf

        facts = print_facts()
        found = shelf.paper(str(value), facts)
        if found is None:
            said = shelf.unknown("paper", value, facts.papers)
            own = f"or say its measures, {shelf.SMALLEST_PAPER:g} to {shelf.LARGEST_PAPER:g} mm: 200x300mm, 8.5x11in"
            self.fail(f"{said}; {own}", param, ctx)
        return found[0]

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from pnp import shelf

        names = [name + way for name in print_facts().papers for way in ("", shelf.LANDSCAPE)]
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


class PaperText(PaperName):
    """A paper as it is typed, for a command that looks it up only when it has something to do."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value).strip().lower()


class CardSize(click.ParamType[str]):
    """A card size of papers.yaml, or measures: 70x120mm, 2.5x3.5in."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from pnp import shelf

        facts = print_facts()
        found = shelf.card_size(str(value), facts)
        if found is None:
            said = shelf.unknown("card size", value, facts.cards)
            own = f"or say its measures, {shelf.SMALLEST_CARD:g} to {shelf.LARGEST_CARD:g} mm: 70x120mm, 2.5x3.5in"
            self.fail(f"{said}; {own}", param, ctx)
        return found[0]

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in print_facts().cards if name.startswith(incomplete)]


def print_facts() -> PrintFacts:
    """The papers and card sizes; faults in them end the command."""
    from pnp import shelf
    from pnp.source import Faults

    faults = Faults()
    facts = shelf.print_facts(faults)
    if facts is None:
        refuse(faults)
    return facts
