"""Commands for making a kit of your own: `new` and `show`."""

from __future__ import annotations

import json
import os.path
from pathlib import Path
from typing import NamedTuple

import click

from pnp import writing
from pnp.cli import asking, deferred
from pnp.cli.console import CONTEXT, echo, refuse
from pnp.cli.here import kit_argument, word_behind
from pnp.cli.params import (
    KitName,
    LanguageCode,
    Output,
    TableFile,
    choice,
    given_options,
    refused,
    report_left_out,
    writing_to,
)
from pnp.components.kinds.deck import pictures
from pnp.diagnostics import Diagnostics, counted, unknown
from pnp.kit import first, load, paths
from pnp.kit import new as starting
from pnp.kit import show as showing
from pnp.kit.fetch import FetchError
from pnp.kit.guess import Guess
from pnp.kit.languages import primary
from pnp.kit.paths import check_path
from pnp.kit.work_file import file_name
from pnp.pipeline import schemas
from pnp.pipeline.context import open_context
from pnp.sources import Node, po


@click.command(context_settings=CONTEXT)
@click.argument("name", required=False)
@click.argument("place", type=Output(folder=True), default=Path(), metavar="[DIR]")
@click.option("--from", "base", type=KitName(), metavar="KIT", help="Make an overlay of this kit.")
@click.option("--full", is_flag=True, help="With --from: copy all files of the kit, instead of making an overlay.")
@click.option(
    "--language",
    type=LanguageCode(),
    metavar="CODE",
    help="The language of the kit's texts, such as de or pt-BR. With --from: make a translation into it, with one file "
    "of all texts.",
)
@click.option(
    "--table",
    type=TableFile(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Take the cards from a spreadsheet: CSV, TSV, XLSX, ODS or JSON, or the https:// address of a CSV file.",
)
@click.option("--sheet", metavar="NAME", help="With --table: the sheet of a workbook that has the cards.")
@choice(
    "--kind",
    "kind",
    among=first.KINDS,
    about="What the kit starts with: a deck of cards, boards of squares and hexagons, dice, tokens and mats, or a game "
    "with an engine that plays it and rules that it proves.",
)
def new(
    name: str | None,
    place: Path,
    base: Path | None,
    full: bool,
    language: str | None,
    table: Path | str | None,
    sheet: str | None,
    kind: str,
) -> None:
    """Make a kit of your own, called NAME.

    Its folder, NAME, is created in DIR or here; `kits/mine` is the same as `mine kits`. It contains a small complete
    kit: a few cards or other pieces, their looks, and a page of rules, with explanations. With --table, the cards are
    those of a spreadsheet. With --from, the kit is an overlay of another kit: small files that contain only what
    differs, with examples of common changes. With --from and --language, it is a translation of that kit: one file has
    all texts. No file is ever overwritten. Without NAME, you are asked for all of it.

    \b
    Examples:  pnp new kits/quest
               pnp new kits/maze --kind board
               pnp new kits/joust --from tilt
               pnp new kits/duelo --from duel --language es
    """
    if name is None:
        name, kind, base, table, language = asking.ask(chosen=bool(given_options()))
    _check_kit(table or base, base, full=full)
    _check_language(language, base, kind, full=full)
    _check_table(table, base, sheet)
    folder, diagnostics = place / name, Diagnostics()
    _check_folder(folder, None if full else base)
    if table:
        made = _tabled(table, sheet or "", folder, diagnostics)
    else:
        made = _based(base, folder, language, diagnostics, full=full) if base else _from_nothing(folder, kind)
    if made is None or diagnostics:
        refuse(diagnostics, "no kit was made")
    own = language if not base else None
    _write(folder, made._replace(files=first.in_language(made.files, own)) if own else made)
    if own and not first.has_labels(own):
        echo(f"the labels of sheets are in English until you translate them; a file for that:  pnp translate {folder}")


class _Made(NamedTuple):
    """A new kit's files, what it is, its engine, whether its files contain only what differs from a base, and what the
    user does first."""

    files: dict[str, bytes]
    what: str
    engine: str | None = None
    part: bool = False
    task: str = "edit them"


def _check_kit(source: Path | str | None, base: Path | None, *, full: bool) -> None:
    """Refuse an option that needs `--from`, and a kind for a kit that is made of something."""
    if full and base is None:
        raise click.UsageError("--full copies a kit: name it with --from")
    if "kind" in given_options() and source:
        raise click.UsageError("--kind is for a kit from nothing; leave it out, or --from and --table")


def _check_folder(folder: Path, base: Path | None) -> None:
    with refused("NAME", ValueError):
        check_path(folder)
        starting.check_name(folder.name)
        starting.check_place(folder, base)


def _check_language(language: str | None, base: Path | None, kind: str, *, full: bool) -> None:
    """Refuse a language for a kit that has its own."""
    if not language:
        return
    if full:
        raise click.UsageError("--language is for a translation or a kit of your own; leave it out, or --full")
    if base is None and kind == first.GAME:
        hint = "make it, and a translation of it with --from and --language"
        raise click.UsageError(f"the example of a game has rules in English, which its proof reads; {hint}")


def _check_table(table: Path | str | None, base: Path | None, sheet: str | None) -> None:
    """Refuse a table of an unknown format, one for an edition of a kit, and a sheet of what has none."""
    if sheet and not (isinstance(table, Path) and table.suffix.lower() in first.WITH_SHEETS):
        raise click.UsageError("--sheet is for a workbook: name it with --table")
    if table and base:
        raise click.UsageError("--table makes a kit of its own; leave out --from, or see docs/tables.md for overlays")
    if isinstance(table, Path) and table.suffix.lower() not in first.FORMATS:
        formats = ", ".join(form[1:].upper() for form in first.FORMATS)
        raise click.BadParameter(f"{table.name} is none of {formats}: save it as one of them", param_hint="'--table'")


def _tabled(table: Path | str, sheet: str, folder: Path, diagnostics: Diagnostics) -> _Made | None:
    """A kit with the cards of a table; reports what its columns are read as."""
    try:
        made = (
            first.from_table(folder, table, diagnostics, sheet)
            if isinstance(table, Path)
            else first.from_address(folder, table, diagnostics)
        )
    except FetchError as error:
        raise click.BadParameter(f"{error}; {error.hint}".removesuffix("; "), param_hint="'--table'") from None
    if made is None or diagnostics:
        return None
    name = table.name if isinstance(table, Path) else table
    width = max(len(one.column) for one in made.columns)
    unprinted = first.left_out(made.columns)
    of_sheet = f" in the sheet {made.sheet!r}" if made.sheet else ""
    echo(f"{name}: {counted(made.cards, 'card')}{of_sheet}; the columns are read as")
    for one in made.columns:
        repeats = first.is_repeated(one, made.columns)
        echo(f"  {one.column:{width}}  {one.key}{_remark(one, unprinted, repeats=repeats)}")
    for column in made.comments:
        echo(f"  {column:{width}}  (not read: '#' begins a note; to read it, map it in kit.yaml)")
    if made.lone_heading:
        echo(f"{name}: the first row names the column; if {made.lone_heading!r} is a card, write 'name' above it")
    if missing := made.missing_pictures:
        echo(f"not beside {name}: {_counted_pictures(missing)}; put them into {folder}")
    if unread := made.unread_pictures:
        echo(f"of a kind that is not read: {_counted_pictures(unread)}; export them as JPEG or PNG into {folder}")
    return _Made(made.files, f"a kit with the cards of {name}")


def _counted_pictures(names: list[str]) -> str:
    return f"{counted(len(names), 'picture')} ({', '.join([*names[:3], *['…'] * (len(names) > 3)])})"


def _remark(column: Guess, unprinted: list[str], *, repeats: bool) -> str:
    """Why a column is not printed, in brackets; empty if it is."""
    if column.problem:
        return f"  (ignored: {column.problem})"
    if repeats:
        return "  (not printed: repeats another)"
    return "  (empty)" if not column.cells else "  (not printed: no room)" if column.column in unprinted else ""


def _from_nothing(folder: Path, kind: str) -> _Made:
    what = f"a first kit {'with a' if kind in ('board', first.GAME) else 'of'} {kind}"
    return _Made(first.from_nothing(folder, kind), what)


def _based(base: Path, folder: Path, language: str | None, diagnostics: Diagnostics, *, full: bool) -> _Made | None:
    """A kit made from another kit: a translation if a language is given."""
    return _translation(base, folder, language, diagnostics) if language else _edition(base, folder, full, diagnostics)


def _edition(base: Path, folder: Path, full: bool, diagnostics: Diagnostics) -> _Made | None:
    """An overlay of another kit, or a full copy. None if the other kit has errors."""
    kit = load.open_kit(base, diagnostics)
    if kit is None or diagnostics:
        return None
    if full and kit.work.files:
        hint = "make an overlay of it, without --full"
        raise click.UsageError(f"{base.name} is a translation, which is only complete with its base: {hint}")
    files = starting.copy(kit, base, folder, diagnostics) if full else starting.overlay(kit, base, folder)
    return _Made(files, f"{'a copy' if full else 'an overlay'} of {base.name}", kit.engine, not full)


def _translation(base: Path, folder: Path, language: str, diagnostics: Diagnostics) -> _Made | None:
    """A translation of a kit, with its work file."""
    kit = load.open_kit(base, diagnostics)
    if kit is None or diagnostics:
        return None
    if primary(language) == primary(kit.language):
        raise click.BadParameter(f"{base.name} is in {kit.language!r} already", param_hint="'--language'")
    texts = deferred.translating.begun(base, folder.name, language, diagnostics).entries
    if diagnostics:
        return None
    files = starting.translation(base, folder, language, po.write(texts).encode())
    count, work = counted(len(texts) - 1, "text"), file_name(language)
    what = f"a translation of {base.name} into {language!r}: {count} in {work}"
    return _Made(files, what, kit.engine, part=True, task=f"translate {work}, with Poedit or any editor")


def _write(folder: Path, made: _Made) -> None:
    """Write a new kit with its schemas, and report it. The kits of a repository share their schemas."""
    shared = schemas.shared(folder)
    places = schemas.relative(shared, folder) if shared else schemas.FOLDER
    files, needed = schemas.with_lines(made.files, made.engine, places, part=made.part)
    if shared:
        _share(shared, needed)
    else:
        files |= {f"{places}/{name}": data for name, data in needed.items()}
    with writing_to(folder):
        writing.create_folder(folder, files)
    report_left_out("its schemas have none of their keys")
    echo(f"{folder}: {len(made.files)} files, {made.what}")
    if shared:
        echo(f"schemas for editors: {places}, shared by all kits of the repository")
    quoted = f'"{folder}"' if " " in str(folder) else folder
    task, own_engine = f"{made.task}, then:", any(name.endswith(".py") for name in made.files)
    for command in (*["trust"] * own_engine, "check", "build"):
        echo(f"{task}  pnp {command} {quoted}")
        task = " " * len(task)


def _share(folder: Path, needed: dict[str, bytes]) -> None:
    """Write the schemas that a repository lacks. Those that it has stay: they may be of another version of pnp."""
    missing = {name: data for name, data in needed.items() if not os.path.lexists(folder / name)}
    if missing:
        with writing_to(folder):
            writing.write_folder(folder, missing)


@click.command(context_settings=CONTEXT)
@kit_argument(then="card")
@click.argument("card", required=False, callback=word_behind)
@click.option("--file", metavar="FILE", help="One file of the kit only, such as cards.yaml.")
@choice("--format", "form", among=("text", "json"))
def show(kit: Path, card: str | None, file: str | None, form: str) -> None:
    """Show the values of KIT or of one CARD, with file and line.

    Values that a kit does not set itself come from the kits that it extends.

    \b
    Examples:  pnp show rhino swerve
               pnp show kits/mine --file rules.yaml
    """
    diagnostics = Diagnostics()
    files = load.merged(kit, diagnostics)
    if diagnostics:
        refuse(diagnostics, "nothing was shown")
    chosen = _chosen(files, card, file)
    if form == "json":
        layers = [str(folder) for folder in paths.layers(kit, diagnostics)]
        data = {"layers": layers, "values": showing.values(chosen)}
        echo(*json.dumps(data, indent=1, ensure_ascii=False).split("\n"))
        return
    for name, node in chosen.items():
        echo(f"# {name}", *showing.as_text(list(showing.lines(node))))
    if card:
        details = (*showing.words(load.open_kit(kit, diagnostics), card), *_pictures(kit, card))
        if details:
            echo(*details)


def _pictures(kit: Path, card: str) -> list[str]:
    """Lines about the files of a card's pictures and the files that they replace; none if the kit has errors."""
    context = open_context(kit, Diagnostics())
    return showing.pictures(
        [(name, span, context.gallery.alike(name)) for name, span in pictures(context, card)] if context else []
    )


def _chosen(files: dict[str, Node], card: str | None, file: str | None) -> dict[str, Node]:
    """The files to show, or the part of cards.yaml with one card."""
    if file is not None and file not in files:
        raise click.BadParameter(unknown("file", file, files), param_hint="'--file'")
    if card is None:
        return {name: node for name, node in files.items() if file in (None, name)}
    if file not in (None, "cards.yaml"):
        raise click.BadParameter("cards are in cards.yaml", param_hint="'--file'")
    cards = files.get("cards.yaml")
    found = showing.of_card(cards, card) if cards else None
    if found is None:
        known = showing.card_ids(cards) if cards else []
        raise click.BadParameter(unknown("card", card, known), param_hint="'CARD'")
    return {"cards.yaml": found}
