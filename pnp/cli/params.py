"""What commands share: types of parameters, reports of faults, and files written."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
from click.shell_completion import CompletionItem

from pnp.diagnostics import filenames, terminal

if TYPE_CHECKING:
    from pnp.diagnostics import Diagnostics
    from pnp.kit.model import PrintFacts
    from pnp.kit.sizes import NamedSize

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
WRONG_DATA, WRONG_USE, STOPPED = 1, 2, 130
_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan", "hint": "cyan"}


def echo(*lines: str, err: bool = False) -> None:
    """Print lines. Whatever is in them, the terminal shows it and does nothing else."""
    click.echo("\n".join(map(terminal.line, lines)), err=err)  # noqa: TID251 - this is the place for it


def echo_styled(lines: Iterable[str], *, err: bool = False) -> None:
    """Print lines that a reporter has escaped and then coloured."""
    for line in lines:
        click.echo(line, err=err)  # noqa: TID251 - as above


def refuse(diagnostics: Diagnostics, result: str = "nothing was printed") -> NoReturn:
    """Report the faults and leave; `result` says what follows from them."""
    tell(diagnostics, result)
    sys.exit(WRONG_DATA)


def cannot_write(place: Path, error: OSError) -> NoReturn:
    """Say that a file or folder cannot be written, and leave."""
    from pnp.build.output import BusyError, HalfwayError

    what, left, hint = error.strerror or str(error), "What was there is unchanged", "close the file in your viewer"
    if isinstance(error, BusyError):
        hint = "wait until it is done"
    elif isinstance(error, HalfwayError):
        left = "Its files are partly of this build; the next one into it finishes this or undoes it"
    echo(f"Error: cannot write to {place}: {what}. {left}.", err=True)
    echo(f"    hint: choose another folder, or {hint}", err=True)
    sys.exit(WRONG_USE)


def write(file: Path, data: bytes) -> None:
    """Write a file into a folder that is made as needed; leave if that cannot be done."""
    from pnp.build import output

    try:
        output.write_file(file, data)
    except OSError as error:
        cannot_write(file, error)


def tell(diagnostics: Diagnostics, result: str) -> None:
    from pnp.diagnostics import text

    echo_styled(text.lines(diagnostics, Path.cwd(), paint, result), err=True)


def paint(text: str, kind: str) -> str:
    """Colour a part of a report; click removes the colours where there is no terminal."""
    return click.style(text, fg=_COLOURS.get(kind), bold=True)


def choice(*names: str, among: tuple[str, ...], about: str | None = None) -> Callable[[Any], Any]:
    """An option with a few values; the first is the default."""
    return click.option(*names, type=click.Choice(among), default=among[0], show_default=True, help=about)


class Output(click.Path):
    """Where a file or a folder is to be written. What can have no such name is refused."""

    def __init__(self, *, folder: bool = False) -> None:
        super().__init__(file_okay=not folder, dir_okay=folder, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        check_path(self, value, param, ctx)
        return super().convert(value, param, ctx)


def check_path(
    kind: click.ParamType[Any], value: Any, param: click.Parameter | None, ctx: click.Context | None
) -> None:
    """Refuse a path that this system does not take."""
    failure = filenames.problem_of_path(Path(value), windows=os.name == "nt")
    if failure:
        kind.fail(failure, param, ctx)


class Named(click.ParamType[Any]):
    """A parameter that takes one of some names, which shells complete."""

    def names(self) -> Iterable[str]:
        raise NotImplementedError

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in self.names() if name.startswith(incomplete)]


class KitName(Named):
    """A kit on the shelf, or a path to a kit's folder; unknown names are refused with the nearest known one."""

    name = "kit"

    def names(self) -> Iterable[str]:
        from pnp.kit import paths

        return paths.kit_names()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from pnp.kit import names

        try:
            folder = value if isinstance(value, Path) else names.kit_folder(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        here = Path(value)
        if here != folder and (here / "kit.yaml").is_file() and here.resolve() != folder:
            echo(f"note: {value!r} is the kit on the shelf; for the folder here say ./{value}", err=True)
        return folder


ALL = "all"


class KitNames(KitName):
    """A kit as `KitName` has it, or `all` for every game on the shelf, with its editions or without; their folders."""

    def __init__(self, *, editions: bool = False) -> None:
        self.editions = editions

    def names(self) -> Iterable[str]:
        return ALL, *super().names()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from pnp.kit import paths

        if value == ALL:
            names = paths.kit_names() if self.editions else paths.game_kits()
            return tuple(paths.data_folder() / name for name in names)
        return value if isinstance(value, tuple) else (super().convert(value, param, ctx),)


class GameName(KitName):
    """A game that can be played: on the shelf, or a path to a folder with its rules."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        from pnp.kit import names, paths

        check_path(self, value, param, ctx)
        folder = value if isinstance(value, Path) else paths.find_game(value)
        if folder is None:
            self.fail(names.unknown("game", value, paths.game_names()), param, ctx)
        return folder


class PaperName(Named):
    """A paper of papers.yaml, upright or `-landscape`, or measures: 200x300mm, 8.5x11in."""

    name = "paper"

    def names(self) -> Iterable[str]:
        from pnp.kit import sizes

        return (name + way for name in print_facts().papers for way in ("", sizes.LANDSCAPE))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from pnp.kit import sizes

        try:
            return value if isinstance(value, sizes.NamedSize) else sizes.paper(str(value), print_facts())
        except ValueError as error:
            self.fail(str(error), param, ctx)


class PaperText(PaperName):
    """A paper as it is typed, for a command that looks it up only when it has something to do."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value).strip().lower()


class CardSize(Named):
    """A card size of papers.yaml, or measures: 70x120mm, 2.5x3.5in."""

    name = "size"

    def names(self) -> Iterable[str]:
        return print_facts().cards

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> NamedSize:
        from pnp.kit import sizes

        try:
            return sizes.card_size(str(value), print_facts())
        except ValueError as error:
            self.fail(str(error), param, ctx)


def print_facts() -> PrintFacts:
    """The papers and card sizes; faults in them end the command."""
    from pnp.diagnostics import Diagnostics
    from pnp.kit import load

    diagnostics = Diagnostics()
    facts = load.print_facts(diagnostics)
    if facts is None:
        refuse(diagnostics)
    return facts
