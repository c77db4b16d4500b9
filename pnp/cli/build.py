"""Commands that print: `build` and `list`."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pnp import writing
from pnp.cli import deferred, many
from pnp.cli.console import CONTEXT, NOTHING, WRONG_DATA, echo, echo_styled, progress_bar, refuse, report
from pnp.cli.here import Argument, kit_argument
from pnp.cli.params import (
    BuildCommand,
    KitName,
    KitNames,
    cannot_write,
    chosen_paper,
    default_output,
    fetch_tables,
    given_options,
    options_of,
    own_papers,
    print_facts,
    wrong_use,
)
from pnp.confined import cores
from pnp.diagnostics import Diagnostics, counted, unknown
from pnp.diagnostics.report import by_code
from pnp.diagnostics.text import LISTED_BY
from pnp.kit import paths
from pnp.pipeline import choices
from pnp.pipeline.option_table import CommandLine, named
from pnp.pipeline.unchanged import MANIFEST, last_build, other_kit

if TYPE_CHECKING:
    from pnp.kit import Kit
    from pnp.kit.sizes import Measure
    from pnp.pipeline import BuildOptions, BuildResult


@click.command(cls=BuildCommand, context_settings=CONTEXT)
@kit_argument("kits", KitNames(), several=True)
@options_of(CommandLine)
def build(kits: tuple[Path, ...], output: Path | None, fetch: bool, workers: int | None, **wanted: Any) -> None:
    """Print KIT: a PDF for each stock, and a manifest.

    KIT is a name from `pnp list`, a kit's folder, or `all` for every game, without editions. The manifest lists where
    each piece is printed.

    \b
    Examples:  pnp build rhino --paper a4
               pnp build kits/mine --paper letter --ink low
               pnp build rhino --cards swerve --copies 1
    """
    given = given_options()
    _check_choices(wanted, given)
    if fetch and (failed := fetch_tables(kits)):
        refuse(failed)
    _check_names(kits)
    known = _known(kits, wanted)
    on_paper = {name: value for name, value in wanted.items() if name in (*given, "paper")}
    if wanted["together"]:
        if workers is not None:
            raise click.BadParameter("not with --together", param_hint="'--workers'")
        wanted |= chosen_paper(on_paper)
        _print_together(kits, output, known, wanted)
        return
    chosen = [(kit, _chosen(known[kit], wanted) if known else wanted) for kit in kits]
    alone = (workers or cores()) if len(kits) == 1 else None
    todo = [_Task(kit, output, options, on_paper, alone) for kit, options in chosen if options is not None]
    if alone:
        echo(*_lines(todo[0]))
    else:
        _print_all(todo, workers)


def _check_choices(wanted: dict[str, Any], given: list[str]) -> None:
    """Refuse options that exclude each other, and codes that cannot be ignored."""
    with wrong_use():
        choices.check_profile(wanted, given)
        choices.check_version(wanted)
        if wanted["ignore"]:  # the module imports all checks, which a build of unchanged files does not need
            deferred.ignoring.checked(wanted["ignore"])


def _print_all(todo: Sequence[_Task], workers: int | None) -> None:
    """Print kits at the same time, and report each in turn."""
    wrong = False
    for number, printed in enumerate(many.results(_print, todo, workers, "printing", _print_elsewhere)):
        echo_styled(printed.errors.split("\n")[:-1], err=True)
        if printed.lines:
            echo(*([""] if number else []), *printed.lines)
        wrong |= not printed.lines  # errors in one of many kits do not keep the others from being printed
    if wrong:
        sys.exit(WRONG_DATA)


def _print_together(
    kits: tuple[Path, ...], output: Path | None, known: dict[Path, Known], wanted: dict[str, Any]
) -> None:
    """Print the cards of several kits in one file, and all else in files of each kit."""
    for name in ("pages", "since"):
        if wanted[name]:
            raise click.BadParameter(f"not with --{name}", param_hint="'--together'")
    folder = output or default_output(f"together-{wanted['paper']}")
    chosen = {kit: _chosen(known[kit], wanted) if known else wanted for kit in kits}
    results = {
        _folder(kit, folder, mine, many=True): _build_kit(deferred.options.BuildOptions(kit, **mine))
        for kit, mine in chosen.items()
        if mine is not None
    }
    diagnostics = Diagnostics()
    with wrong_use():
        shared = deferred.together.build([one.cards for one in results.values() if one.cards], diagnostics)
    if diagnostics:
        refuse(diagnostics)
    for place, result in results.items():
        if result.files:
            echo(*_saved(result, _ready(place)), "")
    echo(*_saved(shared, _ready(folder)), deferred.together.sharing(shared.manifest))


def _ready(folder: Path) -> Path:
    """A folder for files, which may be one and has no half of a build any more."""
    _check_folder(folder)
    return _recovered(folder)


def _recovered(folder: Path) -> Path:
    """A folder for files, once a build that was killed there is finished or undone."""
    try:
        writing.recover(folder)
    except OSError as error:
        cannot_write(folder, error)
    return folder


class _Task(NamedTuple):
    """A kit to print: its options, those that the user gave for its paper, and the most processes that may work on it;
    None if it is one of many, which are printed at the same time."""

    kit: Path
    output: Path | None
    wanted: dict[str, Any]
    on_paper: dict[str, Any]
    workers: int | None


class _Printed(NamedTuple):
    """The summary of a kit, or no lines if its data are wrong; and what was reported out of sight."""

    lines: list[str]
    errors: str = ""


def _print(task: _Task) -> _Printed:
    """Print one of many kits."""
    try:
        return _Printed(_lines(task))
    except SystemExit as leaving:
        if leaving.code != WRONG_DATA:
            raise
        return _Printed([])


def _print_elsewhere(task: _Task) -> _Printed:
    """Print one of many kits in a process whose output is not seen."""
    with redirect_stderr(io.StringIO()) as errors, click.Context(build, color=True).scope():
        printed = _print(task)
    return printed._replace(errors=errors.getvalue())


def _lines(task: _Task) -> list[str]:
    """Print a kit, unless its files are up to date; the lines of its summary. Exits after errors."""
    kit, output, wanted, on_paper, workers = task
    folder = _folder(kit, output, wanted, many=workers is None)
    _recovered(folder)
    manifest = last_build(folder, kit, wanted, own_papers())
    if manifest:
        return [*_summary(manifest, folder), "(nothing has changed: the files are up to date)"]
    wanted = wanted | chosen_paper(on_paper)
    return _print_kit(kit, wanted, _folder(kit, output, wanted, many=workers is None), workers or 1)


def _folder(kit: Path, output: Path | None, wanted: dict[str, Any], *, many: bool) -> Path:
    """The folder for a kit's files: the given one, or a folder in it if many kits are printed."""
    if output and not many:
        return output
    place = "shop" if wanted["profile"] == "shop" else wanted["paper"]
    part = "-part" if any(wanted[name] for name in named(partial=True)) else ""
    name = f"{kit.name}-{place}{part}"
    return output / name if output else default_output(name)


def _check_names(kits: tuple[Path, ...]) -> None:
    """Refuse two kits whose files would be in one folder."""
    names = [kit.name for kit in kits]
    if twice := next((name for name in names if names.count(name) > 1), None):
        message = f"two kits have the name {twice!r}: their files would be in one folder"
        raise click.BadParameter(message, param_hint="'KIT'")


Known = dict[str, list[str]]
"""The components and cards of a kit, by the options that choose some of them."""


def _selectable(kit: Path) -> Known:
    """The components and cards of a kit; none if its data cannot be read, which building it will report."""
    opened = deferred.load.open_kit(kit, Diagnostics())
    if opened is None:
        return {"only": [], "cards": []}
    return {"only": list(opened.components), "cards": [id_ for deck in opened.cards.values() for id_ in deck]}


def _known(kits: tuple[Path, ...], wanted: dict[str, Any]) -> dict[Path, Known]:
    """The components and cards of many kits, if the user chose some. One kit reports unknown ones when it is built."""
    if len(kits) <= 1 or not (wanted["only"] or wanted["cards"]):
        return {}
    known = {kit: _selectable(kit) for kit in kits}
    _check_known(known, wanted)
    return known


def _check_known(known: dict[Path, Known], wanted: dict[str, Any]) -> None:
    """Refuse a component or a card that none of the kits has."""
    for key, what in (("only", "component"), ("cards", "card")):
        there = dict.fromkeys(name for kit in known.values() for name in kit[key])
        for name in wanted[key]:
            if name not in there:
                raise click.BadParameter(unknown(what, name, there), param_hint=f"'--{key}'")


def _chosen(known: Known, wanted: dict[str, Any]) -> dict[str, Any] | None:
    """The options for one of many kits; None if the user chose nothing of it."""
    mine = {key: tuple(name for name in wanted[key] if name in there) for key, there in known.items()}
    return {**wanted, **mine} if all(mine[key] or not wanted[key] for key in mine) else None


def _print_kit(kit: Path, wanted: dict[str, Any], folder: Path, workers: int) -> list[str]:
    """Print a kit, and return the lines of its summary."""
    _check_folder(folder)
    diagnostics = Diagnostics()
    with wrong_use():
        chosen = deferred.options.BuildOptions(kit, **{**wanted, "since": None})
        since = wanted["since"]
        options = deferred.diff.since(chosen, since, diagnostics) if since is not None else chosen
    if options is None:
        refuse(diagnostics)
    result = _build_kit(options, workers)
    if not result.files and options.since:
        nothing = f"{options.kit.name}: no drawing has changed since {options.since.name}, nothing was printed"
        return [nothing, *_gone_or_more(result)]
    return _saved(result, folder)


def _gone_or_more(result: BuildResult) -> list[str]:
    """The lines about pieces that the set no longer has, and about those with more copies now."""
    gone = [f"no longer in the set: {', '.join(result.gone)}"] if result.gone else []
    how = "print them with --cards and --copies"
    return [*gone, f"unchanged, but more in the set: {', '.join(result.more)}; {how}"] if result.more else gone


def _saved(result: BuildResult, folder: Path) -> list[str]:
    """Save the files of a build, and return the lines of its summary."""
    gone = _gone_or_more(result)
    other = other_kit(folder, result.manifest["kit"]) if result.files else ""
    try:
        removed = result.save(folder)
    except OSError as error:
        cannot_write(folder, error)
    if removed:
        gone.append(f"removed, because this build does not make them: {', '.join(removed)}")
    if other:
        gone.append(f"the files of {other} stay here, but {MANIFEST} is of this build: use a folder for each kit")
    ignored = [f"ignored: {by_code(result.ignored)}"] if result.ignored else []
    to_read = [f"to read: {by_code(result.to_read)}; `pnp check` lists them"] if result.to_read else []
    return [*_summary(result.manifest, folder), *gone, *ignored, *to_read]


_SCALE = f"{NOTHING}: words keep their size on other cards; --scale-cards makes them smaller too"
_LISTED_WITH_SIZE = f"{LISTED_BY}, with this 'size' for the decks in kit.yaml,"
"""The command for errors that only another size of cards has; it has no option for it."""


def _build_kit(options: BuildOptions, workers: int = 1) -> BuildResult:
    """Build a kit, with a progress bar on a terminal. Exits with 1 after errors."""
    diagnostics = Diagnostics()
    with wrong_use(), progress_bar(f"{options.kit.name} on {options.paper}") as progress:
        result = deferred.job.build(options, diagnostics, progress, workers=workers)
    listed_by = LISTED_BY if options.card_size is None else _LISTED_WITH_SIZE
    if result is None:
        is_tight = options.card_size is not None and any(one.code == "text-overflow" for one in diagnostics)
        refuse(diagnostics, _SCALE if is_tight and not options.scale_cards else NOTHING, listed_by)
    if diagnostics:
        report(diagnostics, "printed as a draft", listed_by)
    return result


def _check_folder(folder: Path) -> None:
    """Refuse a path that is, or passes through, a file. Other problems are found when writing."""
    for place in (folder, *folder.parents):
        if place.exists():
            if not place.is_dir():
                raise click.BadParameter(f"{place} is not a folder", param_hint="'--output'")
            return


def _summary(manifest: dict[str, Any], folder: Path) -> list[str]:
    rows = [("file", "stock", "pages", "sheets", "cards")]
    for file in manifest["files"]:
        numbers = (str(file[key] or "–") for key in ("pages", "sheets", "cards"))
        rows.append((file["path"], file["stock"], *numbers))
    rows += [
        (file["path"], file["machine"], "–", str(len(file["sheets"])), "–") for file in manifest.get("cut_files", ())
    ]
    rows.append(("manifest.json", "", "", "", ""))
    return [*_table(rows), f"in {folder}"]


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Align columns, numbers to the right."""
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
@click.argument("kit", cls=Argument, type=KitName(), required=False, metavar="[KIT]")
def list_(kit: Path | None) -> None:
    """List the kits, papers and card sizes, or the parts of KIT.

    With KIT, its components and its cards with their numbers are listed, for `--only` and `--cards`. In a kit's folder,
    that kit comes first.

    \b
    Examples:  pnp list
               pnp list rhino
    """
    diagnostics = Diagnostics()
    here = kit or paths.kit_at(Path.cwd())
    if here:
        opened = deferred.load.open_kit(here, diagnostics)
        if opened:
            echo(*_contents(opened))
    if not kit:
        _list_all(diagnostics)
    if diagnostics:
        refuse(diagnostics, "kits with errors are not listed")
    if diagnostics.noted:
        report(diagnostics, "they are not used")


def _contents(kit: Kit) -> list[str]:
    """The components, the card sizes of its own and the cards of a kit."""
    lines = [f"{kit.folder.name}: {kit.title}", "components"]
    lines += _listed({id_: f"{spec.kind}: {spec.title}" for id_, spec in kit.components.items()})
    if kit.sizes:
        lines += ["card sizes", *_listed({id_: size.described for id_, size in kit.sizes.items()})]
    for deck, cards in kit.cards.items():
        lines.append(f"deck {deck}, {counted(kit.totals[deck], 'card')}")
        lines += _listed({id_: f"{card.count} × {card.name}" for id_, card in cards.items()})
    return lines


def _listed(items: Mapping[str, str]) -> list[str]:
    """Names and what they are, below each other."""
    wide = max([12, *map(len, items)])
    return [f"  {name:<{wide}} {text}" for name, text in items.items()]


def _list_all(diagnostics: Diagnostics) -> None:
    """List the installed kits, papers and card sizes."""
    facts = print_facts()
    _list_kits(diagnostics)
    for title, measures in ((f"papers; your own go into {own_papers()}", facts.papers), ("card sizes", facts.cards)):
        echo(title)
        width = max(map(len, measures))
        for name, measure in measures.items():
            echo(f"  {name:<{width}} {measure.extent}{_labels(measure)}")


def _list_kits(diagnostics: Diagnostics) -> None:
    folders = {name: paths.installed_kit(name) for name in paths.kit_names()}
    kits = {name: deferred.load.kit_file(folder, diagnostics) for name, folder in folders.items() if folder}
    diagnostics.add(paths.unused_kits())
    echo("kits")
    width = max(map(len, kits), default=0)
    for name, kit in kits.items():
        base = paths.game_of(name)
        if kit and base != name:
            other = (known := kits.get(base)) and known.language != kit.language
            echo(f"  {name:<{width}} {kit.one_title}: an edition of {base}{f', in {kit.language!r}' if other else ''}")
        elif kit:
            echo(f"  {name:<{width}} {kit.one_title}: {kit.tagline[:1].lower()}{kit.tagline[1:]}")
            echo(f"  {'':<{width}} {', '.join(kit.components)}")


def _labels(measure: Measure) -> str:
    """The number and the size of a paper's labels, for lists; empty for other papers and for cards."""
    labels = getattr(measure, "labels", None)
    return f", {counted(labels.rows * labels.columns, 'label')} of {labels.label}" if labels else ""
