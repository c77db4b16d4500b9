"""Commands that align backs with fronts: `calibrate`, and `printer` with its subcommands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from pnp.cli.params import CONTEXT, Output, PaperName, echo, print_facts, refuse, write
from pnp.diagnostics import Diagnostics

if TYPE_CHECKING:
    from pnp.imposition import Flip, Room
    from pnp.imposition.printers import Printer, Profile
    from pnp.kit.sizes import NamedSize
    from pnp.text.fit import Fonts


def store() -> Path:
    """The path of the printers' file in the user's configuration folder."""
    from pnp.imposition import printers

    return Path(click.get_app_dir("pnp")) / printers.FILE


def known() -> dict[str, Profile]:
    """The saved profiles. Exits with 1 if their file has errors."""
    from pnp.imposition import printers

    diagnostics = Diagnostics()
    profiles = printers.known(store(), diagnostics)
    if profiles is None:
        refuse(diagnostics, "fix the file, or remove it and add the printers again")
    return profiles


class PrinterName(click.ParamType["Printer"]):
    """A printer that was added: NAME, or NAME:STOCK for one of its profiles."""

    name = "printer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from pnp.imposition import printers
        from pnp.kit import load

        if not isinstance(value, str):
            return value
        saved = known()
        printer = printers.chosen(value, saved)
        if printer is None:
            none = f"there is no printer {value!r}, because none is saved; begin with pnp calibrate"
            self.fail(load.unknown("printer", value, saved) if saved else none, param, ctx)
        return printer

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in known() if name.startswith(incomplete)]


def check_orientation(printer: Printer | None, paper: NamedSize) -> None:
    """Refuse paper in another orientation than the sheets that the printer was measured with."""
    from pnp.pipeline.sheets import STOCKS

    _check_each([mine for mine in map(printer.of, STOCKS) if mine] if printer else [], paper)


def _check_each(profiles: list[tuple[str, Profile]], paper: NamedSize) -> None:
    from pnp.imposition import printers

    landscape = printers.is_landscape(_room(paper).paper)
    ways = ("wider than tall", "upright")
    for name, profile in profiles:
        if profile.landscape != landscape:
            raise click.BadParameter(
                f"{name} was measured on sheets that are {ways[landscape]}, and {paper} is {ways[not landscape]}: "
                f"run pnp calibrate --paper {paper}, and add the readings as another printer",
                param_hint="'--printer'",
            )


def _room(paper: NamedSize) -> Room:
    from pnp.imposition import Room

    return Room(paper.size, print_facts().margin)


# The sheet ---------------------------------------------------------------------------------------------------


@click.command(context_settings=CONTEXT)
@click.option(
    "--paper",
    type=PaperName(),
    default="a4",
    show_default=True,
    help="A name from `pnp list`, also as NAME-landscape, or measures: 200x300mm, 8.5x11in.",
)
@click.option(
    "--output",
    type=Output(),
    help="The PDF.  [default: output/calibration-PAPER.pdf]",
)
@click.option(
    "--backs",
    type=click.Choice(["long", "short"]),
    default="long",
    show_default=True,
    help="Edge on which your printer flips two-sided sheets.",
)
@click.option("--printer", type=PrinterName(), help="Correct the sheet for this printer, to see whether that helps.")
def calibrate(paper: NamedSize, output: Path | None, backs: Any, printer: Printer | None) -> None:
    """Print a sheet to measure your printer with.

    Print both sides and read them against the light, which takes a minute. The sheet explains how, and shows the
    command for your readings, `pnp printer add`. After that, `pnp build --printer NAME` prints backs behind their
    fronts.
    """
    from pnp.imposition.measure import TooSmallError

    corrected = _named_profile(printer) if printer else None
    _check_each([corrected] if corrected else [], paper)
    path = output or Path("output") / f"calibration-{paper}.pdf"
    try:
        data = _sheet(paper, backs, corrected)
    except TooSmallError as error:
        raise click.BadParameter(str(error), param_hint="'--paper'") from None
    write(path, data)
    echo(f"{path}: print it at 100 %, on both sides, flip on {backs} edge; it explains what to do next")


def _named_profile(printer: Printer) -> tuple[str, Profile]:
    """The profile that was named; for a printer with profiles for stocks only, that for cardstock, or any."""
    named = printer.profiles.get(printer.name)
    return (printer.name, named) if named else printer.of("cardstock") or next(iter(printer.profiles.items()))


def _sheet(paper: NamedSize, flip: Flip, corrected: tuple[str, Profile] | None) -> bytes:
    from pnp import pdf
    from pnp.imposition import calibration, printers

    room, fonts = _room(paper), _fonts()
    about = calibration.About(paper.title, paper.name, flip)
    profile = printers.Profile(landscape=printers.is_landscape(room.paper))
    if corrected:
        name, profile = corrected
        about = about._replace(printer=name, again=True)
    sides = calibration.sheet(room, fonts, about)
    pages = (
        pdf.Page(room.paper, (), sides.front, "front", "", printers.correction(profile, room.paper, "front", flip)),
        pdf.Page(room.paper, (), sides.back, "back", "", printers.correction(profile, room.paper, "back", flip)),
    )
    duplex: pdf.Duplex = "DuplexFlipLongEdge" if flip == "long" else "DuplexFlipShortEdge"
    return pdf.write(pdf.Document("Printer calibration", "pnp", about.title, "en", duplex, pages), fonts)


def _fonts() -> Fonts:
    from pnp.kit import load, paths
    from pnp.text.fit import ROLES, Fonts

    diagnostics = Diagnostics()
    roles = load.font_roles(diagnostics)
    needed = {role: font for role, font in roles.items() if role in (*ROLES, "title")}
    fonts = Fonts(needed, paths.fonts_folder(), diagnostics)
    if diagnostics:
        refuse(diagnostics)
    return fonts


# The printers ------------------------------------------------------------------------------------------------


@click.group(context_settings=CONTEXT)
def printer() -> None:
    """Save your printers' errors, which `pnp build` then corrects.

    \b
    Begin with:  pnp calibrate --paper a4
                 pnp printer add home --paper a4 --read -0.25 0.4 0.6 -0.2 0.6 0.4
                 pnp build rhino --paper a4 --printer home
    """


_NUMBERS = {
    "x": "How far the back is too far to the right, seen from the front, in mm.",
    "y": "How far the back is too high, in mm.",
    "rotate": "How far the back is turned anticlockwise, in degrees.",
    "scale_x": "How wide the front is printed; 1 is true size. Corrected on both sides.",
    "scale_y": "How tall the front is printed; 1 is true size. Corrected on both sides.",
    "back_scale_x": "How wide the back is printed, relative to the front.",
    "back_scale_y": "How tall the back is printed, relative to the front.",
}


def _numbers(command: Any) -> Any:
    for name, what in reversed(_NUMBERS.items()):
        command = click.option(f"--{name.replace('_', '-')}", name, type=float, help=what)(command)
    return command


@printer.command("add", context_settings=CONTEXT)
@click.argument("name")
@click.option("--paper", type=PaperName(), default="a4", show_default=True, help="The paper of the sheet.")
@click.option("--read", nargs=6, type=float, metavar="A B C D E F", help="The six readings of the sheet, in mm.")
@_numbers
@click.option("--stock", "--tray", "stock", metavar="LABEL", help="For this stock or tray only: cardstock, paper, ….")
@click.option("--again", is_flag=True, help="The sheet was printed with --printer NAME: correct NAME further.")
@click.option("--force", is_flag=True, help="Replace a printer of the same name.")
def add(
    name: str,
    paper: NamedSize,
    read: tuple[float, ...] | None,
    stock: str | None,
    again: bool,
    force: bool,
    **numbers: Any,
) -> None:
    """Save the errors of the printer NAME.

    Give the six readings of the sheet of `pnp calibrate`, or the errors themselves. NAME:LABEL, or --stock LABEL, is a
    profile for one stock or tray. `pnp build --printer NAME` uses NAME:cardstock for the cardstock file if there is
    one, and NAME otherwise.

    \b
    Example:  pnp printer add home --read -0.25 0.4 0.6 -0.2 0.6 0.4
    """
    from pnp.imposition import printers

    full = _full_name(name, stock)
    saved = known()
    measured = _profile(paper, read, {key: value for key, value in numbers.items() if value is not None})
    if again and full not in saved:
        raise click.BadParameter(f"there is no printer {full!r} to correct further", param_hint="'--again'")
    if full in saved and not (again or force):
        raise click.BadParameter(f"the printer {full!r} already exists; --force replaces it", param_hint="'NAME'")
    profile = printers.further(saved[full], measured) if again else measured
    wrong = printers.beyond(profile)
    if wrong:
        raise click.UsageError(wrong)
    _save({**saved, full: profile})
    echo(f"{full}: {printers.description(profile)}")


def _full_name(name: str, stock: str | None) -> str:
    from pnp.imposition import printers

    full = f"{name}:{stock}" if stock else name
    if not re.fullmatch(printers.FORM.pattern, full):
        raise click.BadParameter(f"{full!r} is not {printers.FORM.what}", param_hint="'NAME'")
    return full


def _profile(paper: NamedSize, read: tuple[float, ...] | None, numbers: dict[str, float]) -> Profile:
    """The profile from the six readings or from single numbers."""
    from dataclasses import replace

    from pnp.imposition import measure, printers

    room = _room(paper)
    twice = [f"--{name.replace('_', '-')}" for name in numbers if not name.startswith("scale")] if read else []
    if twice:
        raise click.UsageError(f"{', '.join(twice)}: the six readings include that already; give one or the other")
    if read is None and not numbers:
        raise click.UsageError(
            "the readings are missing: give --read A B C D E F, as the sheet of pnp calibrate explains"
        )
    try:
        unread = printers.Profile(landscape=printers.is_landscape(room.paper))
        profile = measure.solve(read, room) if read else unread
    except (measure.MisreadError, measure.TooSmallError) as error:
        raise click.BadParameter(str(error), param_hint="'--read'") from None
    changes: dict[str, Any] = {**numbers}
    return replace(profile, **changes)


def _save(profiles: dict[str, Profile]) -> None:
    from pnp.imposition import printers

    write(store(), printers.written(profiles).encode())


class ProfileName(PrinterName):
    """One profile by its full name."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from pnp.kit import load

        saved = known()
        if value not in saved:
            self.fail(load.unknown("printer", value, saved) if saved else f"there is no printer {value!r}", param, ctx)
        return value


@printer.command("list", context_settings=CONTEXT)
def list_() -> None:
    """List the printers and their errors."""
    from pnp.imposition import printers

    saved = known()
    width = max(map(len, saved), default=0)
    for name, profile in sorted(saved.items()):
        echo(f"{name:<{width}}  {printers.description(profile)}")
    if not saved:
        echo("no printers are saved; begin with pnp calibrate")


@printer.command(context_settings=CONTEXT)
@click.argument("name", type=ProfileName())
def show(name: str) -> None:
    """Show the errors of NAME, and the command that adds it again."""
    from pnp.imposition import printers

    profile = known()[name]
    changed = {
        key: getattr(profile, key) for key in _NUMBERS if getattr(profile, key) != getattr(printers.Profile, key)
    }
    options = [f"--{key.replace('_', '-')} {printers.plain(value)}" for key, value in (changed or {"x": 0.0}).items()]
    paper = ["--paper a4-landscape"] * profile.landscape
    echo(f"{name}: {printers.description(profile)}")
    echo(" ".join(["pnp printer add", name, *paper, *options]))
    echo(f"in {store()}")


@printer.command(context_settings=CONTEXT)
@click.argument("name", type=ProfileName())
def remove(name: str) -> None:
    """Remove the printer NAME."""
    _save({full: profile for full, profile in known().items() if full != name})
    echo(f"{name} was removed")
