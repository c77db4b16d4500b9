"""Parameter types, options and file output shared by the commands."""

from __future__ import annotations

import os
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
from click.shell_completion import CompletionItem

from pnp import writing
from pnp.cli import deferred
from pnp.cli.console import WRONG_USE, echo, refuse, report
from pnp.diagnostics import Diagnostics, files, unknown
from pnp.diagnostics.files import ChangedError
from pnp.kit import address, paths
from pnp.kit.languages import LANGUAGE
from pnp.pipeline import choices
from pnp.pipeline.option_table import CommandLine, Meaning, Option, rows

if TYPE_CHECKING:
    from pnp.imposition.printers import Profile
    from pnp.kit import NamedSize, PrintFacts
    from pnp.kit.sizes import OwnSize


Decorator = Callable[[Any], Any]


@contextmanager
def wrong_use() -> Iterator[None]:
    """Report a choice that is not offered as click reports a wrong value."""
    try:
        yield
    except choices.ChoiceError as error:
        raise click.BadParameter(error.message, param_hint=f"'{error.option}'") from None


@contextmanager
def refused(option: str, *errors: type[Exception]) -> Iterator[None]:
    """Report some exceptions as click reports a wrong value of an option or an argument."""
    try:
        yield
    except errors as error:
        raise click.BadParameter(str(error), param_hint=f"'{option}'") from None


def cannot_write(place: Path, error: OSError) -> NoReturn:
    """Report that a file or folder cannot be written, and exit with 2. Raises an error about a file of the kit."""
    if isinstance(error, ChangedError):
        raise error
    what, left, hint = error.strerror or str(error), "The existing files are unchanged", "close the file in your viewer"
    if isinstance(error, BlockingIOError):
        hint = "wait until that build is done"
    elif isinstance(error, writing.PlaceError):
        hint = "remove that"
    elif isinstance(error, writing.HalfwayError):
        left = "It contains files of two builds; the next build into it repairs that"
    echo(f"Error: cannot write to {place}: {what}. {left}.", err=True)
    echo(f"    hint: choose another folder, or {hint}", err=True)
    sys.exit(WRONG_USE)


def default_output(name: str) -> Path:
    """The path of an output that the user did not name. Refuses a path with a link, which a stranger may have laid."""
    path = Path("output") / name
    link = writing.link_in(path)
    if link is not None:
        message = f"{link} is a link, which may lead anywhere; to write there all the same, name the folder"
        raise click.BadParameter(message, param_hint="'--output'")
    return path


@contextmanager
def writing_to(place: Path) -> Iterator[None]:
    """Exit with 2 if a file or folder cannot be written."""
    try:
        yield
    except OSError as error:
        cannot_write(place, error)


def write(file: Path, data: bytes) -> None:
    """Write a file, creating its folder if needed; exit with 2 if that fails."""
    with writing_to(file):
        writing.write_file(file, data)


def report_left_out(result: str) -> None:
    """Warn of plug-ins that cannot be loaded, after schemas were made without them."""
    diagnostics = Diagnostics()
    diagnostics.add(deferred.schemas.left_out())
    if len(diagnostics):
        report(diagnostics, result)


def fetch_tables(kits: Iterable[Path]) -> Diagnostics:
    """Fetch the tables of kits, and print which; the errors."""
    diagnostics, found = Diagnostics(), False
    for kit in kits:
        for one in deferred.fetch.fetch(kit, diagnostics):
            found = True
            echo(f"{one.file.name}: {'fetched' if one.is_new else 'unchanged'}, {one.address}", err=True)
    if not found and not diagnostics:
        echo("--fetch has nothing to fetch: no table is at an address", err=True)
    return diagnostics


def choice(*names: str, among: tuple[str, ...], about: str | None = None) -> Decorator:
    """A click option with a few values; the first is the default."""
    return click.option(*names, type=click.Choice(among), default=among[0], show_default=True, help=about)


def schema_option(text: Callable[[], str]) -> Decorator:
    """The option that prints the JSON Schema of a report, and exits."""

    def print_schema(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
        if wanted:
            echo(*text().rstrip("\n").split("\n"))
            ctx.exit()

    about = "Print the JSON Schema of --format json, and exit."
    return click.option("--schema", is_flag=True, is_eager=True, expose_value=False, callback=print_schema, help=about)


class LanguageCode(click.ParamType[str]):
    """The code of a language; an empty text is none."""

    name = "code"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value and not re.fullmatch(LANGUAGE, value):
            self.fail(f"{value!r} is not a language code like 'es' or 'pt-BR'", param, ctx)
        return str(value)


class TableFile(click.Path):
    """A file that exists, or an address of the web, which is returned as a text."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str) or not address.is_address(value):
            return super().convert(value, param, ctx)
        wrong = address.problem(value)
        return self.fail(wrong, param, ctx) if wrong else value


class Output(click.Path):
    """The path of a file or folder to write. Refuses names that the system does not allow."""

    def __init__(self, *, folder: bool = False, either: bool = False) -> None:
        super().__init__(file_okay=either or not folder, dir_okay=either or folder, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        check_path(self, value, param, ctx)
        return super().convert(value, param, ctx)


def given_options() -> list[str]:
    """The names of the options on the command line."""
    context = click.get_current_context()
    names = (str(param.name) for param in context.command.params)
    return [name for name in names if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE]


def check_path(
    kind: click.ParamType[Any], value: Any, param: click.Parameter | None, ctx: click.Context | None
) -> None:
    """Refuse a path with a name that this system does not allow."""
    failure = files.problem_of_path(Path(value), windows=os.name == "nt")
    if failure:
        kind.fail(failure, param, ctx)


def several_names(_ctx: click.Context, _param: click.Parameter, given: Sequence[str]) -> tuple[str, ...]:
    """The names of an option that takes several, with commas between them, and that may be repeated."""
    return tuple(part.strip() for part in ",".join(given).split(",") if part.strip())


class Named(click.ParamType[Any], ABC):
    """A parameter type with a list of names, which shells complete. The value is one of these if `convert` stays."""

    @abstractmethod
    def names(self) -> Iterable[str]:
        """The names, in the order in which a shell offers them."""

    def unknown(self, name: str) -> str:
        """The message for another name."""
        return unknown(self.name, name, self.names())

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value not in self.names():
            self.fail(self.unknown(value), param, ctx)
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in self.names() if name.startswith(incomplete)]


class KitName(Named):
    """An installed kit, or a path to a kit's folder. An unknown name is refused with the nearest known one."""

    name = "kit"

    def names(self) -> Iterable[str]:
        return paths.kit_names()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            folder = value if isinstance(value, Path) else paths.kit_folder(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        here = Path(value)
        if here != folder and (here / "kit.yaml").is_file() and here.resolve() != folder:
            echo(f"note: {value!r} is the installed kit; write ./{value} for the folder here", err=True)
        return folder


ALL = "all"
BY_NAME = "pnp.by_name"
"""The key of the names of installed kits that the user gave, in place of paths, in the `meta` of a context."""


class KitNames(KitName):
    """Like `KitName`, or `all` for every installed game, with or without editions. The value is a tuple of folders."""

    def __init__(self, *, editions: bool = False) -> None:
        self.editions = editions

    def names(self) -> Iterable[str]:
        return ALL, *super().names()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if ctx and isinstance(value, str) and value in self.names():
            ctx.meta.setdefault(BY_NAME, set()).add(value)
        if value == ALL:
            kits = paths.kit_names() if self.editions else paths.game_kits()
            return tuple(filter(None, map(paths.installed_kit, kits)))
        return value if isinstance(value, tuple) else (super().convert(value, param, ctx),)


class GameName(KitName):
    """A game with an engine: an installed kit, or a path to a folder with its rules."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        check_path(self, value, param, ctx)
        folder = value if isinstance(value, Path) else paths.find_game(value)
        if folder is None:
            self.fail(paths.unknown_kit("game", value, paths.game_names()), param, ctx)
        return folder


_WARNED = f"{__name__}.warned"
"""The key in the data of a command for whether the warnings about papers were reported."""
_ADD_PAPER = f", or add it to {paths.OWN_PAPERS}"
"""The end of the message for a paper that is not known."""


class PaperName(Named):
    """A paper of papers.yaml, upright or `-landscape`, or a size: 200x300mm, 8.5x11in."""

    name = "paper"

    def names(self) -> Iterable[str]:
        return (name + way for name in print_facts().papers for way in ("", deferred.sizes.LANDSCAPE))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return (
                value
                if isinstance(value, deferred.sizes.NamedSize)
                else deferred.sizes.paper(str(value), print_facts(), _ADD_PAPER)
            )
        except ValueError as error:
            self.fail(str(error), param, ctx)


class PaperText(PaperName):
    """A paper as typed, for a command that looks it up later."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value).strip().lower()


class CardSizeParam(Named):
    """A card size of papers.yaml or of the kit, or a size: 70x120mm, 2.5x3.5in."""

    name = "size"

    def names(self) -> Iterable[str]:
        return print_facts().cards

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> NamedSize | OwnSize:
        try:
            return deferred.sizes.card_size(str(value), print_facts())
        except ValueError as error:
            self.fail(str(error), param, ctx)


class IccProfile(click.ParamType[Any]):
    """The file of a CMYK printer's ICC profile, which is read."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        with wrong_use():
            return deferred.options.profile(Path(value))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


def print_facts() -> PrintFacts:
    """The papers, also the user's own, and the card sizes. Exits with 1 if a papers.yaml has errors.

    Warnings are reported once in each command, and not while a shell completes its options.
    """
    diagnostics = Diagnostics()
    facts = deferred.load.print_facts(diagnostics, own_papers())
    if facts is None:
        refuse(diagnostics)
    context = click.get_current_context(silent=True)
    if diagnostics.noted and context and not context.meta.get(_WARNED):
        context.meta[_WARNED] = True
        report(diagnostics, "")
    return facts


def chosen_paper(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The options that depend on the paper, which may be one of the user's own. Exits with 2 if it is unknown."""
    with wrong_use():
        return deferred.options.on_paper(wanted, print_facts(), _ADD_PAPER)


def own_papers() -> Path:
    """The path of the user's own papers, whether there are any or not."""
    return Path(click.get_app_dir("pnp")) / paths.PAPERS_FILE


def printers_file() -> Path:
    """The path of the printers' file in the user's configuration folder."""
    return Path(click.get_app_dir("pnp")) / deferred.printers.FILE


def known_printers() -> dict[str, Profile]:
    """The saved profiles. Exits with 1 if their file has errors."""
    diagnostics = Diagnostics()
    profiles = deferred.printers.known(printers_file(), diagnostics)
    if profiles is None:
        refuse(diagnostics, "fix the file, or remove it and add the printers again")
    return profiles


class PrinterName(Named):
    """A printer that was added: NAME, or NAME:STOCK for one of its profiles."""

    name = "printer"

    def names(self) -> Iterable[str]:
        return known_printers()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        saved = known_printers()
        printer = deferred.printers.chosen(value, saved)
        if printer is None:
            none = f"there is no printer {value!r}, because none is saved; begin with pnp calibrate"
            self.fail(unknown("printer", value, saved) if saved else none, param, ctx)
        return printer


TYPES: dict[Meaning, click.ParamType[Any]] = {
    "paper": PaperText(),
    "card size": CardSizeParam(),
    "printer": PrinterName(),
    "icc": IccProfile(),
    "pdf": click.Path(exists=True, dir_okay=False, path_type=Path),
    "folder": Output(folder=True),
}
"""What texts with a meaning are on the command line."""


def option_of(option: Option) -> Decorator:
    """The option of click for a row of the table."""
    settings: dict[str, Any] = {"help": option.help, "metavar": option.metavar}
    if option.default not in (None, ()):
        settings |= {"default": option.default, "show_default": option.type is not bool and option.default != ""}
    if option.type is bool:
        settings["is_flag"] = True
    elif option.among:
        settings["type"] = click.Choice(option.among)
    elif option.limits:
        number: type[Any] = click.IntRange if option.is_whole else click.FloatRange
        settings["type"] = number(*option.limits)
    elif option.meaning in TYPES:
        settings |= {"type": TYPES[option.meaning], "multiple": option.is_list}
    elif option.is_list:
        settings |= {"callback": several_names, "multiple": True}
    elif option.meaning:
        settings |= {"callback": _reader(option), "multiple": option.default == ()}
    return click.option(*filter(None, [option.flag, option.short]), **settings)


def _reader(option: Option) -> Callable[[click.Context, click.Parameter, str | tuple[str, ...] | None], Any]:
    def read(_ctx: click.Context, _param: click.Parameter, given: str | tuple[str, ...] | None) -> Any:
        if given in (None, ()):
            return option.default
        with wrong_use():
            return choices.checked(option, ",".join(given) if isinstance(given, tuple) else given)

    return read


class GroupedCommand(click.Command):
    """A command whose help has its options under the headings of their table."""

    table: type

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        groups: dict[str, list[tuple[str, str]]] = {}
        known, title = rows(self.table), ""
        for param in self.get_params(ctx):
            option, record = known.get(str(param.name)), param.get_help_record(ctx)
            title = (option.heading or title) if option else "Options"
            if record:
                groups.setdefault(title, []).append(record)
        for heading in sorted(groups, key=lambda one: one == "Options"):
            with formatter.section(heading):
                formatter.write_dl(groups[heading])


class BuildCommand(GroupedCommand):
    """`pnp build`."""

    table = CommandLine


def options_of(table: type) -> Decorator:
    """The options of a command from their table."""

    def decorated(command: Any) -> Any:
        for option in reversed([*rows(table).values()]):
            command = option_of(option)(command)
        return command

    return decorated


fetch_option, ignore_option, strict_option, workers_option = (
    option_of(rows(CommandLine)[name]) for name in ("fetch", "ignore", "strict", "workers")
)

# Options of several commands -----------------------------------------------------------------------------------

players_option = click.option(
    "--players", type=click.IntRange(1, 20), metavar="N", help="Number of seats, in games of several sizes."
)
seed_option = click.option(
    "--seed", type=int, metavar="N", default=1, show_default=True, help="The same seed plays the same games."
)
warnings_option = click.option("--warnings-as-errors", is_flag=True, help="Exit with 1 for warnings too.")
