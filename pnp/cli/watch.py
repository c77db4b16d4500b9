"""Commands that show a kit on the screen: `preview`, `watch` and `studio`."""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Sequence
from contextlib import nullcontext, redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path

import click

from pnp import writing
from pnp.cli import asking
from pnp.cli.console import CONTEXT, STOPPED, echo, refuse, report
from pnp.cli.here import kit_argument, word_behind
from pnp.cli.new import new
from pnp.cli.params import (
    Output,
    PaperName,
    default_output,
    fetch_option,
    fetch_tables,
    own_papers,
    several_names,
    write,
    wrong_use,
)
from pnp.diagnostics import Diagnostics, unknown
from pnp.diagnostics.report import counts
from pnp.graphics import Piece
from pnp.kit import NamedSize, first, paths
from pnp.kit.fetch import Fetched
from pnp.pipeline import BuildOptions, Layout, causes, job, severity
from pnp.pipeline import preview as proofs
from pnp.pipeline.preview import Owners, of_card
from pnp.studio.redraw import Refetch, View, Watch
from pnp.studio.server import Server
from pnp.studio.session import Session
from pnp.studio.start import EDITION, TABLE, StartServer, Wish

SHEET_DPI, CARD_DPI = 120, 300
EVERY = 60
"""Seconds between two fetches of the tables: published sheets change a few minutes after they were edited."""


port_option = click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    default=0,
    show_default=True,
    help="The page's port; 0: any free port.",
)


@click.command(context_settings=CONTEXT)
@kit_argument(then="card")
@click.argument("card", required=False, callback=word_behind)
@click.option(
    "--output",
    "-o",
    type=Output(),
    metavar="FILE.png",
    help="[default: output/KIT-faces.png or output/KIT-CARD.png]",
)
@click.option(
    "--dpi",
    type=click.IntRange(20, 1200),
    metavar="N",
    help=f"Resolution.  [default: {SHEET_DPI} for all faces, {CARD_DPI} for a card]",
)
@click.option(
    "--only",
    metavar="COMPONENT,...",
    multiple=True,
    callback=several_names,
    help="Show only the faces of these components.",
)
@click.option("--faulty", is_flag=True, help="Show only cards with errors or warnings.")
def preview(
    kit: Path, card: str | None, output: Path | None, dpi: int | None, only: tuple[str, ...], faulty: bool
) -> None:
    """Show KIT or one CARD as a picture.

    Without CARD, the picture shows every face once, with its id and its number of copies. With CARD (an id, swerve or
    moves/swerve), it shows that card large, front and back, with lines for trim, bleed and safe zone. The picture is
    made from the PDF that would be printed. Errors and warnings are reported, with CARD only those of this card; the
    kit is shown anyway if it can be drawn.

    \b
    Examples:  pnp preview rhino
               pnp preview rhino swerve
    """
    if output and output.suffix.lower() != ".png":
        raise click.BadParameter(f"the picture is a PNG: call it {output.stem}.png", param_hint="'--output'")
    if card and (only or faulty):
        raise click.UsageError("--only and --faulty choose faces; a CARD is chosen already")
    layout, diagnostics = _laid_out(kit)
    pieces = _pieces(layout, only, diagnostics if faulty else None)
    if not pieces:
        _report(layout, diagnostics, card)
        echo("no card here has an error or a warning; nothing was drawn")
        return
    with wrong_use():
        shown = proofs.picture(layout.plan.context, pieces, card, dpi)
    _report(layout, diagnostics, card)
    file = output or default_output(f"{kit.name}-{card.replace('/', '-') if card else 'faces'}.png")
    write(file, shown.data)
    wide, high = shown.pixels
    echo(f"{shown.label} in {file}, {wide} × {high} pixels at {shown.dpi} dpi")


def _laid_out(kit: Path) -> tuple[Layout, Diagnostics]:
    """Lay out the kit on the first of the usual papers; the layout and the errors."""
    diagnostics = Diagnostics()
    options = job.usual_options(kit, diagnostics)
    layout = job.lay_out(options[0], diagnostics) if options else None
    if layout is None:
        refuse(diagnostics, "nothing was drawn")
    found = job.run_checks(layout.plan, layout.pieces)
    shown = (one for one in found if one.severity == "error" or one.code not in severity.TO_READ)
    diagnostics.add(one for one in shown if one.severity != "note")
    return layout, diagnostics


def _pieces(layout: Layout, only: tuple[str, ...], errors: Diagnostics | None) -> list[Piece]:
    """The pieces of these components, or of all; with `errors` only those of cards that they are about."""
    for name in only:
        if name not in layout.pieces:
            raise click.BadParameter(unknown("component", name, layout.pieces), param_hint="'--only'")
    pieces = [piece for id_, several in layout.pieces.items() if not only or id_ in only for piece in several]
    if errors is None:
        return pieces
    owners = Owners(layout.plan.context.kit)
    cards = {id_ for diagnostic in errors for id_ in owners.cards(diagnostic)}
    return [piece for piece in pieces if piece.card in cards]


def _report(layout: Layout, diagnostics: Diagnostics, card: str | None) -> None:
    """Report errors and matters of taste, or those of one card and the number of the others."""
    if not list(diagnostics):
        return
    kit, own = layout.plan.context.kit, Diagnostics()
    if card is None:
        own.add(causes.moved(kit.folder, diagnostics))
        report(own, "shown anyway")
        return
    mine = list(of_card(kit, card, diagnostics))
    own.add(causes.moved(kit.folder, mine))
    others = counts(one for one in diagnostics if one not in mine)
    elsewhere = f"{others} elsewhere in the kit: pnp check lists them"
    if mine:
        report(own, "shown anyway" if len(mine) == len(diagnostics) else f"shown anyway; {elsewhere}")
    else:
        echo(f"nothing wrong on this card, {elsewhere}", err=True)


@click.command(context_settings=CONTEXT)
@kit_argument()
@click.option("--paper", type=PaperName(), default="a4", show_default=True, help="The paper of the sheets.")
@port_option
@fetch_option
@click.option(
    "--every",
    type=click.IntRange(5, 86_400),
    metavar="SECONDS",
    help=f"With --fetch: fetch the tables again every so many seconds.  [default: {EVERY}]",
)
@click.option("--open/--no-open", "opened", default=False, help="Open the page in your browser.  [default: no-open]")
def watch(kit: Path, paper: NamedSize, port: int, fetch: bool, every: int | None, opened: bool) -> None:
    """Show KIT on a web page that updates after every save.

    The page shows all cards, sheets and errors until you type Ctrl-C. Only this machine can open it, at the printed
    address. While the kit cannot be drawn, its last cards and sheets stay on the page beside the errors. With --fetch,
    tables at addresses are fetched again while you watch; a table that cannot be fetched stays as it was.

    \b
    Example:  pnp watch kits/mine --open
    """
    if every and not fetch:
        raise click.UsageError("--every is for tables that are fetched: add --fetch")
    failed = _fetched(kit) if fetch else Diagnostics()
    follower = Watch(BuildOptions(kit, paper), _print_view)
    follower.warn(failed)
    refetch = Refetch(kit, every or EVERY, failed, partial(_print_news, follower))
    with refetch.following() if fetch else nullcontext():
        serve(follower, port, opened=opened)


def serve(follower: Watch, port: int, session: Session | None = None, *, opened: bool) -> None:
    """Serve the page of a kit until Ctrl-C, and open it in the browser if `opened`."""
    try:
        server = Server(follower, port, Path.cwd(), session)
    except OSError as error:
        text = f"cannot use port {port}: {error.strerror or error}; choose another, or 0 for any free port"
        raise click.BadParameter(text, param_hint="'--port'") from None
    with server:
        if begun := _start(server.url):
            begun.server_close()
        echo(f"{'editing' if session else 'watching'} {follower.options.kit.name}; stop with Ctrl-C", server.url)
        try:
            with follower.following():
                if opened:
                    click.launch(server.url)
                server.serve_forever(poll_interval=0.1)
        except KeyboardInterrupt:
            echo("stopped", err=True)
            sys.exit(STOPPED)


_START = "pnp.start"
"""The key of the start page and of its wish that waits for an answer, in the `meta` of a context."""


def _start(url: str) -> StartServer | None:
    """Answer the start page, if there is one, with the address of the kit that was made; the page's server."""
    start, asked = click.get_current_context().meta.pop(_START, (None, None))
    if start is None:
        return None
    asked.answer(url)
    start.shutdown()
    return start  # type: ignore[no-any-return]


def _made_on_page() -> Path:
    """A new kit, which a person makes on a page in the browser."""
    start = StartServer(Path.cwd(), first.KINDS, list(paths.kit_names()), first.FORMATS)
    threading.Thread(target=start.serve_forever, args=(0.05,), name="pnp start", daemon=True).start()
    echo("there is no kit here yet: make one on this page; stop with Ctrl-C", start.url)
    click.launch(start.url)
    try:
        while True:
            asked = start.next()
            try:
                name = _wished(asked.wish)
            except click.ClickException as error:
                asked.answer(refused=error.format_message())
                continue
            click.get_current_context().meta[_START] = (start, asked)
            return Path(name)
    except KeyboardInterrupt:
        echo("stopped", err=True)
        sys.exit(STOPPED)


def _wished(wish: Wish) -> str:
    """Make a kit as a page wishes, with `pnp new`; its name. Raises ClickException, with all that was reported."""
    is_table, is_edition = wish.begin == TABLE, wish.begin == EDITION
    with writing.temporary_folder("table") as folder, writing.Tree(folder) as tree, io.StringIO() as reported:
        table = folder / wish.file if is_table else None
        if table:
            tree.create(wish.file, wish.table, lasts=False)
        kind = first.KINDS[0] if is_table or is_edition else wish.begin
        base = Path(wish.base) if is_edition else None
        answers = asking.Answers(wish.name, kind, base, table, wish.language or None)
        arguments = [*answers.arguments[1:], "--", wish.name]
        try:
            with redirect_stdout(reported), redirect_stderr(reported):
                new.main(arguments, prog_name="pnp new", standalone_mode=False)
        except (SystemExit, click.Abort):
            raise click.ClickException(click.unstyle(reported.getvalue()).strip()) from None
        echo(*reported.getvalue().rstrip().split("\n"))
    return wish.name


def _made() -> Path:
    """A new kit, after the questions of `pnp new`, here or on a page."""
    if click.get_current_context().params.get("opened", True):
        return _made_on_page()
    echo("there is no kit here yet: make one")
    answers = asking.ask(chosen=False)
    new.main(answers.arguments, prog_name="pnp new", standalone_mode=False)
    return Path(answers.name)


@click.command(context_settings=CONTEXT)
@kit_argument(make=_made)
@click.option("--paper", type=PaperName(), default="a4", show_default=True, help="The paper of the sheets.")
@port_option
@click.option("--look", is_flag=True, help="Only look: as `pnp watch`, without editing.")
@click.option("--open/--no-open", "opened", default=True, help="Open the page in your browser.  [default: open]")
def studio(kit: Path, paper: NamedSize, port: int, look: bool, opened: bool) -> None:
    """Lay out KIT by eye on a web page that writes its files.

    A click on a card opens it. Click an element, drag it, or type its values: each edit changes only the characters of
    the value in the kit's own files. Comments and order stay, and Ctrl-Z takes edits back. The page shows what does not
    fit while you drag, and what other programs save. Only this machine can open it, at the printed address. In a folder
    without a kit, the page makes one: from your table, a starter or a game; with --no-open, you are asked here.

    \b
    Example:  pnp studio kits/mine
    """
    options = BuildOptions(kit, paper)
    session = None if look else Session(options, Path.cwd(), own_papers())
    serve(Watch(options, _print_view), port, session, opened=opened)


def _fetched(kit: Path) -> Diagnostics:
    """Fetch the tables of a kit, and print and return what cannot be fetched."""
    failed = fetch_tables([kit])
    if failed:
        report(failed, "watched anyway")
    return failed


def _print_news(follower: Watch, changed: Sequence[Fetched], failed: Diagnostics) -> None:
    """Print which tables have changed, and show what cannot be fetched, here and on the page."""
    for one in changed:
        echo(f"{one.file.name}: fetched, {one.address}")
    if failed:
        report(failed, "watched anyway")
    follower.warn(failed)


def _print_view(view: View) -> None:
    """Print one line when a save has been drawn and checked."""
    if not view.checked:
        return
    text = "cannot be drawn" if view.stale else f"{len(view.sheets)} pages drawn in {view.seconds:.2f} s"
    echo(f"{text}: {view.failure or counts(view.diagnostics)}")
