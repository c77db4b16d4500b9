"""The build pipeline: plan, draw, impose, check, write.

`build`, `check`, `preview`, `watch` and `diff` run these phases in this order, each as far as it needs to. All errors
in the data are found before a byte is written. The checks run after imposition because components that describe the
finished set are drawn then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple

from pnp import checks, components, pdf
from pnp.checks import CheckContext, OpenedGame
from pnp.components.context import RenderContext
from pnp.components.resize import deck_sizes, main_size
from pnp.components.sharing import SHARE
from pnp.confined import beside
from pnp.diagnostics import Diagnostic, Diagnostics, unknown
from pnp.graphics import Piece
from pnp.graphics.drawing import total
from pnp.kit import Kit, load, sizes
from pnp.kit.plugins import HINT, PluginError
from pnp.pipeline import causes, documents, ignoring, manifest, pages, per_piece, select, severity, sheets, typefaces
from pnp.pipeline.choices import ChoiceError
from pnp.pipeline.context import open_for_checks
from pnp.pipeline.guide import description
from pnp.pipeline.manifest import WholeSet, version
from pnp.pipeline.options import BuildOptions
from pnp.pipeline.pages import OutputFile
from pnp.pipeline.result import BuildResult, KitCards
from pnp.pipeline.sheets import SheetGroup, TooManyError

Pieces = dict[str, list[Piece]]
"""Pieces by component, in the kit's order of components."""
Progress = Callable[[int], None]

PAPERS_CHECKED = ("a4", "letter")
"""The papers that most people have."""


@dataclass(frozen=True, eq=False)
class Plan:
    """A kit opened for drawing, and the components to build."""

    options: BuildOptions
    context: RenderContext
    game: OpenedGame
    components: tuple[str, ...]
    label: str = ""
    """Text that labels show in place of the data version."""
    loaded: Kit | None = None
    """The kit as it was given, if it was not read from its folder now."""

    @cached_property
    def version(self) -> str:
        """The data version that labels and the manifest show."""
        fonts, diagnostics = self.context.fonts.files(), self.context.diagnostics
        return self.label or version(self.options.kit, fonts, diagnostics, self.loaded)

    @property
    def describing(self) -> tuple[str, ...]:
        """The wanted components that describe the finished set. They are drawn after all others are imposed."""
        kit = self.context.kit
        return tuple(id_ for id_ in self.components if components.describes_set(kit.components[id_]))

    def check_context(self, pieces: Pieces) -> CheckContext:
        """The context for the checks. It keeps pieces that describe the finished set apart from the others."""
        described = [piece for id_ in self.describing for piece in pieces.get(id_, ())]
        others = {id_: pieces[id_] for id_ in pieces if id_ not in self.describing}
        return checks.context(self.context, others, self.game, tuple(described))


class Layout(NamedTuple):
    """The imposed set: all pieces by component, and the files with their pages; `books` are not printed."""

    plan: Plan
    pieces: Pieces
    files: list[tuple[OutputFile, list[pdf.Page]]]
    books: list[tuple[OutputFile, list[pdf.Page]]]

    @property
    def all_pieces(self) -> list[Piece]:
        """The pieces of all components."""
        return [piece for pieces in self.pieces.values() for piece in pieces]


def build(
    options: BuildOptions,
    diagnostics: Diagnostics,
    progress: Progress = lambda _left: None,
    loaded: Kit | None = None,
    workers: int = 1,
) -> BuildResult | None:
    """Build a kit's files in memory; None after errors. A kit that is already `loaded` is not read again.

    A draft is built despite errors if the kit can be drawn at all. `progress` is called after each step with the
    number of steps left, an estimate until imposition ends. Up to `workers` processes work at the same time. Raises
    ChoiceError for components, cards and pages that the kit does not have, and OSError if a picture is changed while
    it runs.
    """
    with causes.at_own_lines(options.kit, diagnostics):
        return _build(options, diagnostics, progress, loaded, workers)


def _build(
    options: BuildOptions, diagnostics: Diagnostics, progress: Progress, loaded: Kit | None, workers: int
) -> BuildResult | None:
    planned = plan(options, diagnostics, loaded=loaded, workers=workers)
    if planned is None:
        return None
    planned, drawn = draw_credited(planned, progress)
    chosen, gone = select.pieces(options, drawn, planned.context.fingerprints.piece)
    more = select.more(options, drawn, planned.context.fingerprints.piece)
    own, cards = select.apart(planned.context.kit, options, chosen)
    nothing = not select.some(options, chosen) or (options.together and not _prints(planned, own))
    layout = Layout(planned, {}, [], []) if nothing else _imposed(planned, own, diagnostics)
    result, found = _finished(layout, drawn, progress, workers)
    if (diagnostics and not options.draft) or not (layout.files or nothing):
        return None
    left = KitCards(planned, cards) if options.together else None
    to_read = diagnostics.kept(severity.to_read(found))  # and what of it is ignored is counted
    return result._replace(gone=gone, more=more, ignored=diagnostics.ignored, to_read=tuple(to_read), cards=left)


def _finished(layout: Layout, drawn: Pieces, progress: Progress, workers: int) -> tuple[BuildResult, list[Diagnostic]]:
    """The files of a layout, and what the checks find; at the same time, if that saves time. None of the files after
    errors, except for a draft."""
    planned, diagnostics = layout.plan, layout.plan.context.diagnostics
    takes_long = planned.context.kit.engine is not None or sum(map(len, drawn.values())) >= LARGE
    apart = workers > 1 and takes_long and bool(layout.files)
    with beside(partial(_checked, planned, drawn, diagnostics), wanted=apart) as checked:
        is_written = layout.files and (planned.options.draft or not diagnostics)
        result = _written(planned, layout, drawn, progress) if is_written else BuildResult({})
        found, reported = checked()
    diagnostics.add([*severity.errors(found), *reported])  # those of another process are not in them yet
    return result, found


def _checked(planned: Plan, drawn: Pieces, diagnostics: Diagnostics) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """What the checks find, and all that there is to report with their errors."""
    found = run_checks(planned, drawn)
    diagnostics.add(severity.errors(found))
    return found, list(diagnostics)


def _written(planned: Plan, layout: Layout, drawn: Pieces, progress: Progress) -> BuildResult:
    """The files of a layout, or of the pages that were chosen of it."""
    files = select.pages(planned.options, layout.files, planned.describing)
    return write(planned, files, layout.books, _whole_set(planned, drawn), progress)


def _imposed(planned: Plan, pieces: Pieces, diagnostics: Diagnostics) -> Layout:
    """The pieces on sheets; an empty layout, with an error, if there are too many."""
    try:
        return impose(planned, pieces)
    except TooManyError as error:
        if planned.options.copies is not None:
            raise ChoiceError("--copies", f"{error}: choose a part with --only or --cards") from None
        diagnostics.add([sheets.too_many(planned.context, error)])
        return Layout(planned, {}, [], [])


def _prints(planned: Plan, pieces: Pieces) -> bool:
    """Whether a kit has anything to print on sheets of its own: some pieces, or what describes the set."""
    describing = planned.describing and not planned.options.picked
    return bool(describing) or any(map(total, pieces.values()))


Look = Callable[[CheckContext], None]
"""Takes what checks look at."""
LARGE = 500
"""Checking a kit with this many cards shows its progress, and files are written at the same time."""


def check(
    folder: Path,
    diagnostics: Diagnostics,
    ignore: Iterable[str] = (),
    progress: Progress = lambda _left: None,
    loaded: Kit | None = None,
    workers: int = 1,
    *,
    strict: bool = False,
    look: Look = lambda _context: None,
) -> list[Diagnostic]:
    """Run all checks on a kit, or on one that is already `loaded`. Errors in its data and layout go to `diagnostics`.

    The kit is drawn and imposed as for printing, on each of `PAPERS_CHECKED`. The codes of `ignore` and those that the
    kit ignores are not reported. If `strict`, matters of taste are errors. `progress` is called after each step with
    the number of steps left, if the kit has `LARGE` cards or more; `look` with what the checks looked at, once they
    are done. Up to `workers` processes draw a large deck.
    """
    each = [one._replace(ignore=tuple(ignore), strict=strict) for one in usual_options(folder, diagnostics)]
    planned = plan(each[0], diagnostics, loaded=loaded, workers=workers) if each else None
    reported = _check(planned, each, progress, look) if planned else []
    before = set(reported) - set(diagnostics)
    every = causes.moved(folder, [*diagnostics, *reported])
    diagnostics.replace(one for one in every if one not in before)
    return [one for one in every if one in before]


def _check(planned: Plan, each: list[BuildOptions], progress: Progress, look: Look) -> list[Diagnostic]:
    diagnostics = planned.context.diagnostics
    step = _steps(planned, progress)
    planned, drawn = draw_credited(planned, step)
    wrong = []
    for options in each:
        on_paper = replace(planned, options=options)
        try:
            layout = impose(on_paper, drawn)
        except TooManyError as error:  # It can be built in parts, if there is room for its pieces.
            wrong = [sheets.too_many(planned.context, error, "warning")]
            layout = impose(on_paper, sheets.samples(drawn))
        step(0)
    pieces = {**layout.pieces, **drawn}
    reported = diagnostics.kept({*run_checks(planned, pieces, step), *wrong})
    look(planned.check_context(pieces))
    return sorted([*reported, *ignoring.idle(planned.context.kit, diagnostics)])


def _steps(planned: Plan, progress: Progress) -> Progress:
    """A function to call after each step of a check: it calls `progress`, for a large kit, with what is left."""
    shares = _shares(planned.context.kit)
    if not shares:
        return lambda _left: None
    left = len(planned.components) - len(planned.describing) + shares + len(PAPERS_CHECKED) + len(checks.checks())

    def step(_left: int) -> None:
        nonlocal left
        left -= 1
        progress(left)

    return step


def to_check(folder: Path, diagnostics: Diagnostics) -> CheckContext | None:
    """A kit drawn and imposed as for printing on the first of `PAPERS_CHECKED`, to look at its texts."""
    each = usual_options(folder, diagnostics)
    planned = plan(each[0], diagnostics) if each else None
    if planned is None:
        return None
    planned, drawn = draw_credited(planned)
    try:
        layout = impose(planned, drawn)
    except TooManyError:
        layout = impose(planned, sheets.samples(drawn))
    return planned.check_context({**layout.pieces, **drawn})


def mend(folder: Path, diagnostics: Diagnostics) -> list[checks.mending.MendedExample]:
    """Make a kit's worked examples follow play, and write them into its own file; what was done.

    Nothing is written if the kit cannot be opened. Raises ValueError if its file has a form that cannot be changed, and
    OSError.
    """
    opened = open_for_checks(folder, diagnostics)
    if opened:
        diagnostics.add(opened.game.diagnostics)
    if opened is None or diagnostics:
        return []
    drawn = to_check(folder, Diagnostics())  # with what its pages show
    try:
        return checks.mending.mend(drawn or checks.context(opened.render, {}, opened.game))
    except PluginError as error:
        diagnostics.error(opened.render.kit.at("engine"), "unusable-plugin", str(error), HINT)
        return []


def usual_options(folder: Path, diagnostics: Diagnostics) -> list[BuildOptions]:
    """Options for a kit on each of `PAPERS_CHECKED`; empty, with errors, if papers.yaml cannot be read."""
    facts = load.print_facts(diagnostics)
    return [BuildOptions(folder, sizes.paper(name, facts)) for name in PAPERS_CHECKED] if facts else []


def lay_out(
    options: BuildOptions, diagnostics: Diagnostics, label: str = "", loaded: Kit | None = None
) -> Layout | None:
    """Draw and impose a kit without running the checks; None after errors."""
    planned = plan(options, diagnostics, label, loaded)
    if planned is None:
        return None
    try:
        return impose(*draw_credited(planned))
    except TooManyError as error:
        diagnostics.add([sheets.too_many(planned.context, error)])
        return None


# The phases --------------------------------------------------------------------------------------------------


def plan(
    options: BuildOptions, diagnostics: Diagnostics, label: str = "", loaded: Kit | None = None, workers: int = 1
) -> Plan | None:
    """Open a kit and find the wanted components; None after errors. A kit that is already `loaded` is not read again.

    Labels show `label` in place of the data version. Up to `workers` processes draw a large deck. Raises ChoiceError
    for a component that the kit does not have.
    """
    opened = open_for_checks(
        options.kit, diagnostics, options.card_size, options.bleed, loaded, scales=options.scale_cards
    )
    if opened is None:
        file = load.kit_file(options.kit, Diagnostics())  # what it ignores of its tables, too
        diagnostics.ignore({*options.ignore, *(ignoring.of_kit(file, Diagnostics()) if file else ())})
        return None
    diagnostics.ignore({*options.ignore, *ignoring.of_kit(opened.render.kit, diagnostics)})
    known = opened.render.kit.components
    if options.card_size and deck_sizes(opened.render.kit) and not main_size(opened.render.kit, opened.render.facts):
        raise ChoiceError("--card-size", "this kit has no rectangular cards, and cards of other shapes keep their size")
    for name in options.only:
        if name not in known:
            raise ChoiceError("--only", unknown("component", name, known))
    sheets.check_chosen(opened.render.kit, options)
    wanted = tuple(id_ for id_ in known if not options.only or id_ in options.only)
    bleed, for_shop = opened.render.facts.bleed, options.profile == "shop"
    past_cut = bleed if for_shop else min(bleed, opened.render.past_cut)
    folded = options.backs == sheets.GUTTERFOLD
    facts = opened.render.facts
    if options.margin is not None:
        facts = replace(facts, margin=options.margin)
    reopen = partial(_reopened, options, loaded)
    render = replace(
        opened.render, folded=folded, for_shop=for_shop, past_cut=past_cut, facts=facts, workers=workers, reopen=reopen
    )
    return Plan(options, render, opened.game, wanted, label, loaded)


def _reopened(options: BuildOptions, loaded: Kit | None) -> RenderContext | None:
    """A kit that was opened, opened again in another process."""
    planned = plan(options, Diagnostics(), loaded=loaded)
    return planned.context if planned else None


def draw_credited(planned: Plan, progress: Progress = lambda _left: None) -> tuple[Plan, Pieces]:
    """Draw the pieces as `draw` does, with the typefaces in their credits in which they are printed.

    If these are others than those of the text styles, the plan has a kit that names them.
    """
    drawn = draw(planned, progress)
    kit = planned.context.kit
    crediting = [] if typefaces.is_own(kit) else typefaces.printing(kit.credit.typefaces, drawn)
    if not crediting:
        return planned, drawn
    corrected = typefaces.corrected(planned.context, {**_others(planned, drawn), **drawn})
    if corrected is planned.context:
        return planned, drawn
    again = {id_: components.pieces(id_, corrected.kit.components[id_], corrected) for id_ in crediting}
    return replace(planned, context=corrected), {**drawn, **again}


def _others(planned: Plan, drawn: Pieces) -> Pieces:
    """The pieces that `only` leaves out. Their errors must not stop the build."""
    rest = plan(planned.options._replace(only=()), Diagnostics()) if planned.options.only else None
    return draw(rest, without=drawn) if rest else {}


def draw(planned: Plan, progress: Progress = lambda _left: None, without: Collection[str] = ()) -> Pieces:
    """Draw the pieces of the wanted components, except those that describe the finished set."""
    shares = _shares(planned.context.kit)
    pages = sum(planned.context.kit.totals.values()) // 5 if shares else 0  # nine cards on each, on both sides
    left = 2 * len(planned.components) + shares + pages

    def step() -> None:
        nonlocal left
        left -= 1
        progress(left)

    drawn: Pieces = {}
    context = replace(planned.context, step=step) if shares else planned.context
    for id_ in (id_ for id_ in planned.components if id_ not in (*planned.describing, *without)):
        drawn[id_] = components.pieces(id_, context.kit.components[id_], context)
        step()
    return drawn


def _shares(kit: Kit) -> int:
    """In how many steps the cards of a large kit are drawn; 0 for others, which are drawn soon."""
    cards = sum(map(len, kit.cards.values()))
    return 1 + cards // SHARE if cards >= LARGE else 0


def run_checks(planned: Plan, pieces: Pieces, progress: Progress = lambda _left: None) -> list[Diagnostic]:
    """Run the checks on pieces."""
    found = checks.run(planned.check_context(pieces), progress)
    return sorted(severity.graded(planned.context.kit, found, strict=planned.options.strict))


def impose(planned: Plan, drawn: Pieces) -> Layout:
    """Place all pieces on sheets and lay out the pages of each file. Raises TooManyError.

    Components that describe the finished set are drawn here, once the sheets of all others are known.
    """
    context, options = planned.context, planned.options
    if options.profile == "shop":
        groups = per_piece.groups(context, sheets.with_bleed(context, drawn, options), options)
        if not groups:
            raise ChoiceError(
                "--only", "these components are for printing at home only; name one that a shop can print"
            )
        made = [(file, per_piece.pages(context, options, file)) for file in per_piece.files(options, groups)]
        return Layout(planned, drawn, made, [])
    undrawn: Pieces = {id_: [] for id_ in planned.describing if not options.picked}
    sheets.check_labels(context, {**{id_: mine for id_, mine in drawn.items() if mine}, **undrawn}, options)
    sheets.check_slots(context, drawn, options)
    groups = sheets.groups(context, sheets.with_bleed(context, drawn, options), options)
    books = pages.books(context, options, drawn)
    last = {
        id_: _describe(planned, id_, groups, books)
        for id_ in planned.describing
        if id_ in options.only or not options.picked
    }
    groups = sheets.in_order([*groups, *sheets.groups(context, last, options)], planned.components)
    sheets.check_cut(groups, options)
    every = {**drawn, **last}
    everything = {id_: every[id_] for id_ in planned.components if id_ in every}
    files = pages.files(options, groups)
    if not (files or options.picked or context.diagnostics):
        message, hint = "no card has copies, so this kit prints nothing", "give a card a count of 1 or more"
        context.diagnostics.error(context.kit.at("components"), "no-cards", message, hint)
    made = [(file, pages.pages(context, options, planned.version, file)) for file in files]
    return Layout(planned, everything, made, books)


def write(
    planned: Plan,
    files: Iterable[tuple[OutputFile, list[pdf.Page]]],
    books: Iterable[tuple[OutputFile, list[pdf.Page]]],
    whole: WholeSet,
    progress: Progress = lambda _left: None,
) -> BuildResult:
    """Write the files as PDFs, with their manifest."""
    version = planned.version
    return documents.write(planned.context, planned.options, version, [*files], [*books], whole, progress)


def _whole_set(planned: Plan, drawn: Pieces) -> WholeSet:
    """The pieces of the whole set: those drawn, and those of the components that `only` leaves out."""
    found = manifest.pieces_by_id(
        (piece for pieces in drawn.values() for piece in pieces), planned.context.fingerprints
    )
    others = Diagnostics()  # errors in components that are not printed must not stop the build
    rest = plan(planned.options._replace(only=()), others) if planned.options.only else None
    if rest is None:
        return WholeSet(found)
    undrawn = []
    for id_ in (id_ for id_ in rest.components if id_ not in (*drawn, *rest.describing)):
        errors = others.noted
        pieces = components.pieces(id_, rest.context.kit.components[id_], rest.context)
        if others.noted == errors:
            found |= manifest.pieces_by_id(pieces, rest.context.fingerprints)
        else:
            undrawn.append(id_)
    return WholeSet(found, tuple(undrawn))


def _describe(
    planned: Plan, id_: str, groups: list[SheetGroup], books: list[tuple[OutputFile, list[pdf.Page]]]
) -> list[Piece]:
    """Draw a component that describes the finished set."""
    context, options = planned.context, planned.options
    groups = [sheets.expected(context, id_, options), *groups]
    about = description(context, options, groups, [file for file, _ in books])
    pieces = components.pieces(id_, context.kit.components[id_], replace(context, set_description=about))
    return pieces if options.copies is None else [replace(piece, copies=options.copies) for piece in pieces]
