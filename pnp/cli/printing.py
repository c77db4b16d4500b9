"""Commands that print: `build` and `list`."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from pnp.cli.asking import CONTEXT, WRONG_DATA, WRONG_USE, CardSize, KitNames, PaperName, refuse, tell
from pnp.cli.calibrating import PrinterName, check_stands

if TYPE_CHECKING:
    from pnp.press import Job, Order


def _components(_ctx: click.Context, _param: click.Parameter, value: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (value or "").split(",") if part.strip())


@click.command(context_settings=CONTEXT)
@click.argument("kits", type=KitNames(), metavar="KIT")
@click.option(
    "--paper",
    type=PaperName(),
    default="a4",
    show_default=True,
    help="A name from `pnp list`, also as NAME-landscape, or measures: 200x300mm, 8.5x11in.",
)
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the files; for all kits, the folder of their folders.  [default: output/KIT-PAPER]",
)
@click.option(
    "--backs",
    type=click.Choice(["long", "short", "gutterfold", "separate", "none"]),
    default="long",
    show_default=True,
    help="Edge on which your printer flips two-sided sheets; or fronts and backs side by side to fold and glue, in "
    "files of their own, or fronts only.",
)
@click.option(
    "--order",
    type=click.Choice(["sheets", "sides"]),
    default="sheets",
    show_default=True,
    help="Front and back of each sheet in turn, or all fronts and then all backs, for printers that print one side.",
)
@click.option(
    "--card-size",
    type=CardSize(),
    help="Lay the cards out for another size: a name from `pnp list`, or measures like 70x120mm.",
)
@click.option(
    "--rulebook",
    type=click.Choice(["pages", "booklet"]),
    default="pages",
    show_default=True,
    help="Pages side by side, printed on one side, or a booklet to fold and staple in a file of its own.",
)
@click.option(
    "--marks",
    type=click.Choice(["corner", "lines", "dots", "none"]),
    default="corner",
    show_default=True,
    help="Where to cut: short marks, lines across the sheet for a guillotine, dots on the corners, or nothing.",
)
@click.option(
    "--bleed",
    type=click.FloatRange(0, 3),
    metavar="MM",
    help="How far ink runs past the trim, 0 to 3 mm.  [default: 3]",
)
@click.option("--gap", type=click.FloatRange(0, 50), metavar="MM", help="Room between cards, 0 to 50 mm.  [default: 0]")
@click.option("--only", metavar="COMPONENT,...", callback=_components, help="Print just these components.")
@click.option("--printer", type=PrinterName(), help="Take back this printer's errors; see `pnp calibrate`.")
@click.option("--draft", is_flag=True, help="Print in spite of faults, with DRAFT across each sheet.")
def build(kits: tuple[Path, ...], output: Path | None, **wanted: Any) -> None:
    """Print KIT, a name from `pnp list`, a kit's folder, or `all`: a PDF for each stock, and a manifest of what lies
    where."""
    # A build makes many small values, keeps most of them and ends: looking for garbage only costs time.
    gc.disable()
    try:
        _build(kits, output, wanted)
    finally:
        gc.freeze()
        gc.enable()


def _build(kits: tuple[Path, ...], output: Path | None, wanted: dict[str, Any]) -> None:
    """Each kit in turn; where one of many has faults the others are printed all the same."""
    from pnp.press import Order

    wrong = 0
    only = wanted["only"]
    _check_only(only, kits)
    check_stands(wanted["printer"], wanted["paper"])
    for number, kit in enumerate(kits):
        folder = output or Path("output")
        if output is None or len(kits) > 1:
            folder /= f"{kit.name}-{wanted['paper']}"
        chosen = only if len(kits) == 1 else tuple(name for name in only if name in _component_names(kit))
        if only and not chosen:
            continue
        _check_folder(folder)
        try:
            lines = _printed(Order(kit, **{**wanted, "only": chosen}), folder)
        except SystemExit as leaving:
            if len(kits) == 1 or leaving.code != WRONG_DATA:
                raise
            wrong += 1
            continue
        for line in ["", *lines] if number else lines:
            click.echo(line)
    if wrong:
        sys.exit(WRONG_DATA)


def _component_names(kit: Path) -> list[str]:
    """The components of a kit; none where its data cannot be read, which building it will tell."""
    from pnp import shelf
    from pnp.source import Faults

    found = shelf.open_kit(kit, Faults())
    return list(found.components) if found else []


def _check_only(only: tuple[str, ...], kits: tuple[Path, ...]) -> None:
    """Refuse, when many kits are printed, a component that none of them has."""
    from pnp import shelf

    known = [name for kit in kits for name in _component_names(kit)] if only and len(kits) > 1 else list(only)
    for name in only:
        if name not in known:
            raise click.BadParameter(shelf.unknown("component", name, dict.fromkeys(known)), param_hint="'--only'")


def _printed(order: Order, folder: Path) -> list[str]:
    """Print one order; the lines that sum it up."""
    from pnp.press import deliver

    job = _make(order)
    try:
        deliver(job, folder)
    except OSError as error:
        _cannot_write(folder, error)
    return _summary(job, folder)


def _make(order: Order) -> Job:
    """The order's job, with a progress bar on a terminal; faults end the command."""
    from pnp import press, shelf
    from pnp.source import Faults

    faults = Faults()
    hidden = not sys.stderr.isatty()
    with click.progressbar(
        length=100, label=f"{order.kit.name} on {order.paper}", file=sys.stderr, hidden=hidden
    ) as bar:
        done = 0

        def progress(_what: str, left: int) -> None:
            nonlocal done
            done += 1
            bar.length = done + max(left, 0)
            bar.update(1)

        try:
            job = press.make(order, faults, progress)
        except press.UnknownComponentError as error:
            message = shelf.unknown("component", error.name, error.known)
            raise click.BadParameter(message, param_hint="'--only'") from None
    if job is None:
        refuse(faults)
    if faults:
        tell(faults, "printed as a draft")
    return job


def _check_folder(folder: Path) -> None:
    """Refuse early what cannot be a folder; what cannot be written is found when writing."""
    for place in (folder, *folder.parents):
        if place.exists():
            if not place.is_dir():
                raise click.BadParameter(f"{place} is not a folder", param_hint="'--output'")
            return


def _cannot_write(folder: Path, error: OSError) -> NoReturn:
    what = error.strerror or str(error)
    click.echo(f"Error: cannot write to {folder}: {what}. What was there is unchanged.", err=True)
    click.echo("    hint: choose another folder with --output, or close the file in your viewer", err=True)
    sys.exit(WRONG_USE)


def _summary(job: Job, folder: Path) -> list[str]:
    rows = [("file", "stock", "pages", "sheets", "cards")]
    for printed in job.printed:
        file = printed.file
        rows.append((file.name, file.stock, str(len(file.pages)), str(file.sheets), str(printed.cards or "–")))
    rows.append(("manifest.json", "", "", "", ""))
    return [*_table(rows), f"in {folder}"]


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns as wide as their longest cell; numbers to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if index > 1 else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


@click.command("list", context_settings=CONTEXT)
def list_() -> None:
    """Name the kits, papers and card sizes."""
    from pnp import shelf
    from pnp.source import Faults

    faults = Faults()
    facts = shelf.print_facts(faults)
    kits = {name: shelf.open_kit(shelf.root() / "card_data" / name, faults) for name in shelf.kit_names()}
    if facts is None or faults:
        refuse(faults)
    click.echo("kits")
    for name, kit in kits.items():
        if kit:
            click.echo(f"  {name:<12} {kit.title}: {kit.tagline[:1].lower()}{kit.tagline[1:]}")
            click.echo(f"  {'':<12} {', '.join(kit.components)}")
    for title, measures in (("papers", facts.papers), ("card sizes", facts.cards)):
        click.echo(title)
        for name, measure in measures.items():
            click.echo(f"  {name:<12} {measure.extent}")
