"""Commands that align backs with fronts: `calibrate`, and `printer` with its subcommands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from pnp import pdf
from pnp.cli.console import CONTEXT, echo, refuse
from pnp.cli.params import (
    Named,
    Output,
    PaperName,
    PrinterName,
    default_output,
    given_options,
    known_printers,
    print_facts,
    printers_file,
    refused,
    write,
)
from pnp.diagnostics import Diagnostics, unknown
from pnp.imposition import Flip, Room, calibration, hand_duplex, printers
from pnp.imposition.printers import Printer, Profile
from pnp.kit import NamedSize, load, paths
from pnp.text import ROLES, Fonts
from pnp.text.roles import with_fallbacks

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
    "-o",
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
@click.option("--by-hand", is_flag=True, help="A test with two sheets, for printing all fronts and then all backs.")
def calibrate(paper: NamedSize, output: Path | None, backs: Any, printer: Printer | None, by_hand: bool) -> None:
    """Print a sheet to measure your printer with.

    Print both sides and read them against the light, which takes a minute. The sheet explains how, and shows the
    command for your readings, `pnp printer add`. After that, `pnp build --printer NAME` prints backs behind their
    fronts.

    A printer that prints one side needs --by-hand: the test shows the order of the backs and which way up they are,
    and the command that keeps this, `pnp printer by-hand`. After that, `pnp build --printer NAME --order sides` prints
    backs so.

    \b
    Examples:  pnp calibrate --paper a4
               pnp calibrate --by-hand
    """
    if by_hand:
        _print_test(paper, output, printer)
        return
    corrected = _named_profile(printer, paper) if printer else None
    path = output or default_output(f"calibration-{paper}.pdf")
    write(path, _sheet(paper, backs, corrected))
    echo(f"{path}: print it at 100 %, on both sides, flip on {backs} edge; it explains what to do next")


def _print_test(paper: NamedSize, output: Path | None, printer: Printer | None) -> None:
    """Write the test for printing both sides by hand."""
    if "backs" in given_options():
        raise click.BadParameter("not with --by-hand, which shows the edge", param_hint="'--backs'")
    fonts, name = _fonts(), printer.name.partition(":")[0] if printer else "my-printer"
    with refused("--paper", ValueError):
        drawn = hand_duplex.pages(_area(paper), fonts, name)
    pages = tuple(pdf.Page(paper.size, (), drawing, drawing.name, "") for drawing in drawn)
    path = output or default_output(f"by-hand-{paper}.pdf")
    write(path, pdf.write(pdf.Document("Both sides by hand", "pnp", paper.title, "en", "Simplex", pages), fonts))
    echo(f"{path}: print pages 1 and 2 at 100 %; the first explains what to do next")


def _area(paper: NamedSize) -> Room:
    """The printable area of a paper."""
    return Room(paper.size, print_facts().margin)


def _named_profile(printer: Printer, paper: NamedSize) -> tuple[str, Profile]:
    """The profile for the paper's orientation: that of the name, or else that for cardstock, or any."""
    landscape = printers.is_landscape(paper.size)
    named = printer.of("", landscape=landscape) or printer.of("cardstock", landscape=landscape)
    fits = (item for item in printer.profiles.items() if item[1].landscape == landscape)
    found = named or next(fits, None)
    if found is None:
        raise click.BadParameter(printer.misfit(paper), param_hint="'--printer'")
    return found


def _sheet(paper: NamedSize, flip: Flip, corrected: tuple[str, Profile] | None) -> bytes:
    area, fonts = _area(paper), _fonts()
    about = calibration.About(paper.title, paper.name, flip)
    profile = printers.Profile(landscape=printers.is_landscape(area.paper))
    if corrected:
        name, profile = corrected
        about = about._replace(printer=name, again=True)
    with refused("--paper", ValueError):
        sides = calibration.sheet(area, fonts, about)
    pages = (
        pdf.Page(area.paper, (), sides.front, "front", "", printers.correction(profile, area.paper, "front", flip)),
        pdf.Page(area.paper, (), sides.back, "back", "", printers.correction(profile, area.paper, "back", flip)),
    )
    duplex: pdf.Duplex = "DuplexFlipLongEdge" if flip == "long" else "DuplexFlipShortEdge"
    return pdf.write(pdf.Document("Printer calibration", "pnp", about.title, "en", duplex, pages), fonts)


def _fonts() -> Fonts:
    diagnostics = Diagnostics()
    roles = load.font_roles(diagnostics)
    needed = {role: roles[role] for role in with_fallbacks((*ROLES, "title"), roles)}
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
    "x": ("MM", "How far the back is too far to the right, seen from the front, in mm."),
    "y": ("MM", "How far the back is too high, in mm."),
    "rotate": ("DEGREES", "How far the back is turned anticlockwise, in degrees."),
    "scale_x": ("FACTOR", "How wide the front is printed; 1 is true size. Corrected on both sides."),
    "scale_y": ("FACTOR", "How tall the front is printed; 1 is true size. Corrected on both sides."),
    "back_scale_x": ("FACTOR", "How wide the back is printed, relative to the front."),
    "back_scale_y": ("FACTOR", "How tall the back is printed, relative to the front."),
}


def _numbers(command: Any) -> Any:
    for name, (unit, what) in reversed(_NUMBERS.items()):
        command = click.option(f"--{name.replace('_', '-')}", name, type=float, metavar=unit, help=what)(command)
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
    one, and NAME otherwise. Sheets that are wider than tall have profiles of their own, NAME:landscape, because a
    printer feeds them in another direction.

    \b
    Example:  pnp printer add home --read -0.25 0.4 0.6 -0.2 0.6 0.4
    """
    full = _full_name(name, stock, upright=not printers.is_landscape(paper.size))
    saved = known_printers()
    measured = _profile(paper, read, {key: value for key, value in numbers.items() if value is not None})
    if again and full not in saved:
        raise click.BadParameter(f"there is no printer {full!r} to correct further", param_hint="'--again'")
    if full in saved and printers.corrects(saved[full]) and not (again or force):
        raise click.BadParameter(f"the printer {full!r} already exists; --force replaces it", param_hint="'NAME'")
    profile = printers.further(saved[full], measured) if again else printers.with_answers(measured, saved.get(full))
    wrong = printers.beyond(profile)
    if wrong:
        raise click.UsageError(wrong)
    _save({**saved, full: profile})
    echo(f"{full}: {printers.description(profile)}")
    for doubt in printers.doubts(profile):
        echo(f"warning: {doubt}", err=True)


def _full_name(name: str, stock: str | None, *, upright: bool) -> str:
    """The profile's name. NAME itself may be a full one already."""
    landscape = not upright and not name.endswith(printers.LANDSCAPE)
    name, _, label = name.partition(":")
    full = printers.full_name(name, stock or label or None, landscape=landscape)
    if not re.fullmatch(printers.FORM.pattern, full):
        raise click.BadParameter(f"{full!r} is not {printers.FORM.what}", param_hint="'NAME'")
    return full


def _profile(paper: NamedSize, read: tuple[float, ...] | None, numbers: dict[str, float]) -> Profile:
    """The profile from the six readings or from single numbers."""

    area = _area(paper)
    twice = [f"--{name.replace('_', '-')}" for name in numbers if not name.startswith("scale")] if read else []
    if twice:
        raise click.UsageError(f"{', '.join(twice)}: the six readings include that already; give one or the other")
    if read is None and not numbers:
        raise click.UsageError(
            "the readings are missing: give --read A B C D E F, as the sheet of pnp calibrate explains"
        )
    with refused("--read", ValueError):
        unread = printers.Profile(landscape=printers.is_landscape(area.paper))
        profile = printers.solve(read, area) if read else unread
    changes: dict[str, Any] = {**numbers}
    return replace(profile, **changes)


def _save(profiles: dict[str, Profile]) -> None:
    write(printers_file(), printers.written(profiles).encode())


@printer.command("by-hand", context_settings=CONTEXT)
@click.argument("name")
@click.option("--behind", type=click.Choice(["3", "4"]), required=True, help="The number on the back of the 1.")
@click.option("--upside-down", is_flag=True, help="The arrow on the back points down.")
def by_hand(name: str, behind: str, upside_down: bool) -> None:
    """Save how the printer NAME prints both sides by hand.

    The test of `pnp calibrate --by-hand` shows both. What NAME is corrected for stays as it is. If two trays differ,
    give each a NAME of its own.

    \b
    Example:  pnp printer by-hand home --behind 4 --upside-down
    """
    if ":" in name:
        raise click.BadParameter(f"write the printer alone: {name.partition(':')[0]}", param_hint="'NAME'")
    full, saved = _full_name(name, None, upright=True), known_printers()
    answers = printers.Profile(backs="short" if upside_down else "long", reverse=behind != hand_duplex.LIKE_NUMBERS)
    profile = printers.with_answers(saved.get(full, printers.Profile()), answers)
    _save({**saved, full: profile})
    echo(f"{full}: {printers.description(profile)}")


class ProfileName(Named):
    """One profile by its full name."""

    name = "printer"

    def names(self) -> Iterable[str]:
        return known_printers()

    def unknown(self, name: str) -> str:
        saved = known_printers()
        return unknown("printer", name, saved) if saved else f"there is no printer {name!r}"


@printer.command("list", context_settings=CONTEXT)
def list_() -> None:
    """List the printers and their errors."""
    saved = known_printers()
    width = max(map(len, saved), default=0)
    for name, profile in sorted(saved.items()):
        echo(f"{name:<{width}}  {printers.description(profile)}")
    if not saved:
        echo("no printers are saved; begin with pnp calibrate")


@printer.command(context_settings=CONTEXT)
@click.argument("name", type=ProfileName())
def show(name: str) -> None:
    """Show the errors of NAME, and the commands that add it again."""
    profile = known_printers()[name]
    changed = {
        key: getattr(profile, key) for key in _NUMBERS if getattr(profile, key) != getattr(printers.Profile, key)
    }
    options = [f"--{key.replace('_', '-')} {printers.plain(value)}" for key, value in (changed or {"x": 0.0}).items()]
    paper = ["--paper a4-landscape"] * profile.landscape
    echo(f"{name}: {printers.description(profile)}")
    if changed or not profile.backs:
        echo(" ".join(["pnp printer add", name, *paper, *options]))
    if profile.backs:
        behind = "4" if profile.reverse else hand_duplex.LIKE_NUMBERS
        turned = ["--upside-down"] * (profile.backs == "short")
        echo(" ".join(["pnp printer by-hand", name, "--behind", behind, *turned]))
    echo(f"in {printers_file()}")


@printer.command(context_settings=CONTEXT)
@click.argument("name", type=ProfileName())
def remove(name: str) -> None:
    """Remove the printer NAME."""
    _save({full: profile for full, profile in known_printers().items() if full != name})
    echo(f"{name} was removed")
