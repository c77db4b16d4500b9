"""Group a kit's pieces by stock and scheme, and impose each group on sheets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp import components, imposition
from pnp.components.context import RenderContext
from pnp.components.kinds.deck import Spec as Deck
from pnp.components.kinds.deck import deck_of
from pnp.diagnostics import Diagnostic, counted
from pnp.graphics import Piece, Size
from pnp.graphics.drawing import RECTANGLE
from pnp.imposition import NoRoomError, Room, Sheet, templates
from pnp.imposition.edge_bleed import EdgeBleed
from pnp.imposition.schemes import tile
from pnp.kit import Component, Kit, NamedSize
from pnp.kit.plugins import HINT, PluginError
from pnp.pipeline.choices import ChoiceError
from pnp.pipeline.option_table import default, flag
from pnp.pipeline.options import BuildOptions

STOCKS = ("cardstock", "paper")
BETWEEN_SHAPES = 4.0
"""The gap between cards that are no rectangles, mm. Scissors cannot cut two of them at once."""
GRID, GUTTERFOLD, BOOKLET, NEST = "grid", "gutterfold", "booklet", "nest"
TILE, TEMPLATE, LABELS = "tile", "template", "labels"
MOST = 12_000
"""The maximum number of pieces in a build. It keeps memory below 1 GB: 10,000 different cards take 0.7 GB."""


class _GroupKey(NamedTuple):
    """The properties that pieces on one sheet have in common; `sheets` names the kind of sheet.

    `is_cut`, `by_machine` and `book` are those of the group.
    """

    sheets: str
    stock: str
    scheme: str
    gap: float
    is_cut: bool = False
    by_machine: bool = False
    book: str = ""


class SheetGroup(NamedTuple):
    """Sheets of one kind; `key` is part of their file's name, `name` is on their labels."""

    key: str
    name: str
    stock: str
    sheets: tuple[Sheet, ...]
    booklet: bool = False
    """Whether the sheets are to be folded and stapled into one another."""
    is_cut: bool = False
    """Whether the sheets hold pieces to cut out, and not pages to read or to write on."""
    by_machine: bool = False
    """Whether a machine cuts them."""
    book: str = ""
    """The component whose pages they are, if they are to be folded: each book is folded and stapled by itself."""

    is_grid: bool = False
    """Whether the pieces are side by side in columns and rows."""

    @property
    def has_inner_sheets(self) -> bool:
        """Whether they are folded into one another."""
        return self.booklet and len(self.sheets) > 1

    @property
    def has_cut_marks(self) -> bool:
        """Whether any pieces are cut by marks, and not along outlines of their own."""
        pieces = (placed.piece for sheet in self.sheets for placed in sheet.front)
        return self.is_cut and not all(piece.outlined for piece in pieces)

    @property
    def has_bleed(self) -> bool:
        """Whether the ink of any pieces extends past the trim."""
        return any(placed.piece.bleed for sheet in self.sheets for placed in (*sheet.front, *sheet.back))

    @property
    def has_gaps(self) -> bool:
        """Whether the gaps between pieces are for the user to choose."""
        return self.is_grid and self.has_cut_marks

    @property
    def backed(self) -> bool:
        return any(sheet.back for sheet in self.sheets)

    @property
    def folded(self) -> bool:
        return any(sheet.fold for sheet in self.sheets)


class TooManyError(Exception):
    """A build has more pieces than `MOST`; `piece` is the first one too many."""

    def __init__(self, piece: Piece, total: int) -> None:
        super().__init__(f"that makes {total:,} pieces in all; one build places at most {MOST:,}")
        self.piece = piece


def too_many(context: RenderContext, error: TooManyError, severity: str = "error") -> Diagnostic:
    """The diagnostic for too many pieces, at the larger of the numbers that multiply."""
    component = error.piece.component
    spec = context.kit.components[error.piece.component]
    span = spec.at("copies")
    if isinstance(spec, Deck):
        own = context.kit.cards.get(deck_of(component, spec), {}).get(error.piece.card)
        span = own.at("count") if own and own.count >= spec.copies else span
    hint = "print fewer, or in parts: --only and --cards choose what is built"
    return Diagnostic(span, severity, "too-many-pieces", str(error), (hint,))


def samples(by_component: dict[str, list[Piece]]) -> dict[str, list[Piece]]:
    """One piece of each size, of each component."""
    return {
        id_: [replace(piece, copies=1) for piece in {piece.size: piece for piece in pieces}.values()]
        for id_, pieces in by_component.items()
    }


def check_number(wanted: Iterable[tuple[Piece, int]]) -> None:
    """Raise TooManyError if pieces, each given with its number of placements, are too many in all."""
    total, first = 0, None
    for piece, number in wanted:
        total += number
        first = first or (piece if total > MOST else None)
    if first:
        raise TooManyError(first, total)


def _with_creep(
    room: Room, group_key: _GroupKey, pieces: list[Piece], context: RenderContext, options: BuildOptions
) -> Room:
    """The room of a book with the creep of its paper, unless the user measured it."""
    if group_key.scheme != BOOKLET or options.creep is not None:
        return room
    return room._replace(creep=context.facts.thickness[pieces[0].stock])


def groups(context: RenderContext, by_component: dict[str, list[Piece]], options: BuildOptions) -> list[SheetGroup]:
    """Impose the pieces of all components, in the order of the kit's components. Raises TooManyError."""
    rtl, labels = context.kit.right_to_left, options.paper.labels
    room = Room(options.paper.size, context.facts.margin, context.say, labels=labels, right_to_left=rtl)
    together = _by_key(context, by_component, options, room)
    check_number((piece, _placed(group_key, piece, room)) for group_key, pieces in together.items() for piece in pieces)

    def arranged(group_key: _GroupKey, pieces: list[Piece], begun: list[SheetGroup]) -> list[SheetGroup]:
        """The pieces on sheets of their own, if any; what is nested fills up the last sheets of others first."""
        mine = _with_creep(_room(room, group_key, options), group_key, pieces, context, options)
        sheets = _arranged(context, group_key, pieces, mine, options)
        if begun and sheets and not options.skip:
            sheets = _spread(begun, group_key, pieces, sheets, mine)
        return [_group(context, group_key, sheets)] if sheets else []

    nested = {group_key: pieces for group_key, pieces in together.items() if group_key.scheme == NEST}
    others = [arranged(*one, []) for one in together.items() if one[0] not in nested]
    found = _joined([group for groups_ in others for group in groups_], room, options)
    for group_key, pieces in nested.items():
        found += arranged(group_key, pieces, found)
    return [_backed(group, options) for group in found]


def _by_key(
    context: RenderContext, by_component: dict[str, list[Piece]], options: BuildOptions, room: Room
) -> dict[_GroupKey, list[Piece]]:
    """The pieces that are arranged together."""
    together: dict[_GroupKey, list[Piece]] = {}
    for id_, pieces in by_component.items():
        small = components.shrinks(context.kit.components[id_])
        for piece in (imposition.shrunk(piece, room) if small else piece for piece in pieces):
            together.setdefault(_group_key(context, id_, piece, options, room), []).append(piece)
    return together


def _room(room: Room, group_key: _GroupKey, options: BuildOptions) -> Room:
    """The room on the sheets of a group, which a machine or slots to skip may limit."""
    if group_key.is_cut and group_key.scheme in imposition.GRIDS:
        room = room._replace(skipped=frozenset(options.skip), piled=options.order == "piles")
    if group_key.by_machine and options.machine:
        gap = group_key.gap if group_key.scheme == TEMPLATE else options.card_gap or 0.0
        room = room.for_machine(options.machine, gap)
    return room._replace(creep=options.creep or 0.0) if group_key.scheme == BOOKLET else room


def _group(context: RenderContext, group_key: _GroupKey, sheets: list[Sheet]) -> SheetGroup:
    return SheetGroup(
        group_key.sheets,
        _name(context, group_key),
        group_key.stock,
        tuple(sheets),
        booklet=group_key.scheme == BOOKLET,
        is_cut=group_key.is_cut,
        by_machine=group_key.by_machine,
        book=group_key.book,
        is_grid=group_key.scheme in imposition.GRIDS,
    )


def check_slots(context: RenderContext, by_component: dict[str, list[Piece]], options: BuildOptions) -> None:
    """Raise ChoiceError if a slot to skip is on no sheet, a piece is left without a slot, or nothing makes piles."""
    if options.together or not (options.skip or options.order == "piles"):
        return
    room = Room(options.paper.size, context.facts.margin, labels=options.paper.labels)
    numbers: dict[str, int] = {}
    for id_, pieces in by_component.items():
        for piece, *_ in imposition.by_size(pieces):
            group_key = _group_key(context, id_, piece, options, room)
            if group_key.is_cut:
                mine = _room(room, group_key, options)
                numbers[piece.title] = imposition.slots(group_key.scheme, piece.size, mine, group_key.gap)
    most = max(numbers.values(), default=0)
    if not most:
        name = "--skip" if options.skip else "--order piles"
        raise ChoiceError(name, "these components are not on a grid of cards, which alone has slots")
    if max(options.skip, default=0) > most:
        raise ChoiceError("--skip", f"there is no slot {max(options.skip)}; a sheet has {counted(most, 'slot')}")
    for title, number in numbers.items():
        if number and set(range(1, number + 1)) <= set(options.skip):
            raise ChoiceError(
                "--skip", f"no slot is left for {title!r}; a sheet of its size has {counted(number, 'slot')}"
            )


def check_labels(context: RenderContext, by_component: dict[str, list[Piece]], options: BuildOptions) -> None:
    """Raise ChoiceError for components that are not for the labels of the paper. `by_component` has no empty lists."""
    labels = options.paper.labels
    if labels is None:
        return
    room, known = Room(options.paper.size, 0.0, labels=labels), context.kit.components
    fitting = [
        id_
        for id_, pieces in by_component.items()
        if _is_cut(known[id_], components.kind(known[id_].kind).SCHEME)
        and all(imposition.fits(LABELS, piece.size, room, 0.0) for piece in pieces)
    ]
    if not fitting:
        sizes = dict.fromkeys(str(piece.size) for pieces in by_component.values() for piece in pieces)
        raise ChoiceError("--paper", f"a label is {labels.label}, and nothing fits it: pieces are {', '.join(sizes)}")
    if len(fitting) < len(by_component):
        others = ", ".join(repr(known[id_].title) for id_ in by_component if id_ not in fitting)
        raise ChoiceError(
            "--paper",
            f"a label is {labels.label}, which is not for {others}: print these on plain paper, and here "
            f"--only {','.join(fitting)}",
        )


def with_bleed(
    context: RenderContext, by_component: dict[str, list[Piece]], options: BuildOptions
) -> dict[str, list[Piece]]:
    """The pieces to cut out with bleed from their edges, if wanted. Raises ChoiceError if none needs it."""
    if options.bleed_from is None:
        return by_component
    edges, known = EdgeBleed(options.bleed_from, context.facts.bleed), context.kit.components
    cut = {id_ for id_ in by_component if _is_cut(known[id_], components.kind(known[id_].kind).SCHEME)}
    made = {id_: [edges.piece(one) for one in mine] if id_ in cut else mine for id_, mine in by_component.items()}
    if made == by_component and not options.together:
        raise ChoiceError("--bleed-from", "all of these pieces have bleed of their own, or none of them is a rectangle")
    return made


def check_chosen(kit: Kit, options: BuildOptions) -> None:
    """Raise ChoiceError for an option of cards or of books if `--only` chooses none."""
    if not options.only:
        return  # kits without cards or books are built with those that have some
    wanted = [kit.components[id_] for id_ in options.only]
    if options.card_size and not any(isinstance(spec, Deck) or getattr(spec, "decks", ()) for spec in wanted):
        raise ChoiceError("--card-size", "none of these components is a deck of cards, or a box for one")
    if options.rulebook != default("rulebook") and not any(
        components.kind(spec.kind).SCHEME == "pages" for spec in wanted
    ):
        raise ChoiceError("--rulebook", "none of these components is a book")


_MARKS = ("marks", "mark_colour", "mark_width", "mark_length")
"""Options of marks."""
_CUT, _MARKED, _APART = (
    "these components are not cut out",
    "these pieces have outlines to cut along, and no cut marks",
    "these pieces are no cards, and lie as far apart as they need",
)


def check_cut(groups: list[SheetGroup], options: BuildOptions) -> None:
    """Raise ChoiceError for what cutting and creep have no sheets for, and for a pen that draws nothing.

    What changed since an earlier state may be anything.
    """
    if options.since is not None or options.together or not groups:
        return
    needs = (
        ("cutter", "by_machine", "a machine cuts none of these components: books, plain paper, large boards"),
        ("creep", "has_inner_sheets", "none of these components is a book whose sheets are folded into one another"),
        ("underlay", "is_cut", "these components are not cut out, so no sheet has an underlay"),
        *((name, "is_cut", _CUT) for name in (*_MARKS, "bleed", "gap")),
        *((name, "has_cut_marks", _MARKED) for name in _MARKS),
        ("gap", "has_gaps", _APART),
        ("bleed", "has_bleed", "no face of these pieces has bleed: write `bleeds: true`, or add --bleed-from"),
    )
    for name, needed, message in needs:
        idle = (default(name), "none", 0)  # values that ask for what is so anyway
        if getattr(options, name) not in idle and not any(getattr(group, needed) for group in groups):
            raise ChoiceError(flag(name), message)
    _check_pen(groups, options)


def _check_pen(groups: list[SheetGroup], options: BuildOptions) -> None:
    """Raise ChoiceError for the pen of marks if none is drawn."""
    pieces = (placed.piece for group in groups for sheet in group.sheets for placed in sheet.front)
    if options.marks != "none" or any(piece.shape != RECTANGLE for piece in pieces):
        return
    for name in ("mark_colour", "mark_width"):
        if getattr(options, name) is not None:
            message = "not with --marks none, which has such marks around hexagons and circles only"
            raise ChoiceError(flag(name), message)


def _arranged(
    context: RenderContext, group_key: _GroupKey, pieces: list[Piece], room: Room, options: BuildOptions
) -> list[Sheet]:
    """The fronts of a group's sheets; none, with an error, if a piece is too large or the scheme fails."""
    try:
        return imposition.arrange(group_key.scheme, pieces, room, group_key.gap)
    except NoRoomError as error:
        _too_large(context, error, options.paper)
    except PluginError as error:
        spec = context.kit.components[pieces[0].component]
        context.diagnostics.error(spec.at("kind"), "unusable-plugin", str(error), HINT)
    return []


def _joined(found: list[SheetGroup], room: Room, options: BuildOptions) -> list[SheetGroup]:
    """The groups, with the last sheets of cards of several sizes on fewer sheets where that is possible."""
    if options.skip or options.order == "piles" or room.labels:
        return found
    grids = [group for group in found if group.is_grid and group.is_cut and not (group.by_machine or group.folded)]
    changed = imposition.shared(((group.stock, group.sheets) for group in grids), room)
    kept = ((group, [changed.get(id(sheet), sheet) for sheet in group.sheets]) for group in found)
    return [group._replace(sheets=tuple(filter(None, mine))) for group, mine in kept if any(mine)]


def _spread(
    found: list[SheetGroup], group_key: _GroupKey, pieces: list[Piece], alone: list[Sheet], room: Room
) -> list[Sheet]:
    """Put pieces on the last sheets of other groups too if that saves paper; the sheets that they need beside those.

    Fillers give way if nothing is saved otherwise.
    """
    alike = (group_key.stock, group_key.by_machine)
    hosts = [n for n, group in enumerate(found) if (group.stock, group.by_machine) == alike and _has_room(group, room)]
    last = [found[n].sheets[-1] for n in hosts]
    for over_fillers in (False, True):
        shared = imposition.fill_up(last, pieces, room, group_key.gap, over_fillers=over_fillers)
        if len(shared) - len(last) < len(alone):
            for n, sheet in zip(hosts, shared, strict=False):
                found[n] = found[n]._replace(sheets=(*found[n].sheets[:-1], sheet))
            return shared[len(last) :]
    return alone


def _has_room(group: SheetGroup, room: Room) -> bool:
    """Whether a group's last sheet can take other pieces: not one to fold, nor one with the paper turned."""
    return not group.booklet and not group.sheets[-1].fold and group.sheets[-1].paper == room.paper


def _backed(group: SheetGroup, options: BuildOptions) -> SheetGroup:
    if options.backs == "none" and not group.booklet:
        return group
    return group._replace(sheets=tuple(imposition.duplex(sheet, options.flip) for sheet in group.sheets))


def expected(context: RenderContext, id_: str, options: BuildOptions) -> SheetGroup:
    """The group of a component that is drawn later, with one empty sheet."""
    spec = context.kit.components[id_]
    key = components.kind(spec.kind).SHEETS
    return SheetGroup(key, context.say(f"sheets_{key}"), spec.stock, (Sheet(options.paper.size, ()),))


def in_order(groups: Iterable[SheetGroup], order: Sequence[str]) -> list[SheetGroup]:
    """Sort groups by the first component that each contains, in the order of components."""

    def first(group: SheetGroup) -> int:
        return min(order.index(placed.piece.component) for sheet in group.sheets for placed in sheet.front)

    return sorted(groups, key=first)


def _placed(group_key: _GroupKey, piece: Piece, room: Room) -> int:
    """The number of placements of a piece: its copies, times its tiles if it is tiled."""
    try:
        return piece.copies * (tile.number(piece, room) if group_key.scheme == TILE else 1)
    except NoRoomError:  # reported by `groups`
        return 0


def _group_key(context: RenderContext, id_: str, piece: Piece, options: BuildOptions, room: Room) -> _GroupKey:
    spec = context.kit.components[id_]
    kind = components.kind(spec.kind)
    scheme, is_cut = _scheme(kind.SCHEME, piece, options, room), _is_cut(spec, kind.SCHEME)
    gap = kind.GAP if piece.shape == RECTANGLE else max(kind.GAP, BETWEEN_SHAPES)
    if room.labels:
        return _GroupKey(kind.SHEETS, spec.stock, LABELS, 0.0, is_cut)
    if is_cut and (by_machine := _by_machine(piece, kind.SCHEME, scheme, gap, options, room)):
        return _GroupKey(kind.SHEETS, spec.stock, *by_machine, is_cut, by_machine=True)
    if options.gap is not None and kind.SCHEME == GRID and not piece.outlined:
        gap = max(options.gap, gap)
    return _GroupKey(kind.SHEETS, spec.stock, scheme, gap, is_cut, book=id_ if scheme == BOOKLET else "")


def _by_machine(
    piece: Piece, usual: str, scheme: str, gap: float, options: BuildOptions, room: Room
) -> tuple[str, float] | None:
    """The scheme and gap for a piece that is cut out, if a machine is chosen and can cut it."""
    machine = options.machine
    if not machine:
        return None
    if machine.by_template:
        return (TEMPLATE, templates.GAP) if _has_template(piece, usual, room) else None
    # Boards of parts that need no tiles are a grid; hands cut them edge to edge, but a machine needs gaps.
    flat = GRID if scheme == TILE and usual == TILE else scheme
    apart = max(options.card_gap or 0.0, gap) if flat == GRID and not piece.outlined else gap
    can_cut = flat in (GRID, NEST) and imposition.fits(flat, piece.size, room.for_machine(machine, apart), apart)
    return (flat, apart) if can_cut else None


def _has_template(piece: Piece, usual: str, room: Room) -> bool:
    """Whether a ready template cuts a piece: a card without an outline of its own."""
    is_card = usual == GRID and piece.shape == RECTANGLE and not piece.outlined
    return is_card and templates.find(room.paper, piece.size) is not None


def _is_cut(spec: Component, scheme: str) -> bool:
    """Whether a component is cut out: cards, and what is on cardstock. Books and plain paper to write on are not."""
    return scheme != "pages" and (isinstance(spec, Deck) or spec.stock == "cardstock")


def _scheme(usual: str, piece: Piece, options: BuildOptions, room: Room) -> str:
    """The scheme for a piece of a kind whose usual scheme is given."""
    if usual == "pages" and _folds(piece, options, room):
        return BOOKLET
    area = room.printable.size
    fits = piece.size.fits(area) or piece.size.turned().fits(area)
    if not fits and (usual == NEST or (options.draft and usual == "grid")):
        return TILE
    return GUTTERFOLD if options.backs == GUTTERFOLD and piece.back else usual


def _folds(page: Piece, options: BuildOptions, room: Room) -> bool:
    """Whether the pages of a book are sheets to fold and staple."""
    if options.rulebook != "auto":
        return options.rulebook == BOOKLET
    spread = Size(2 * page.size.w, page.size.h)
    fits = spread.fits(room.paper) or spread.turned().fits(room.paper)
    return fits and options.backs in ("long", "short")


def _name(context: RenderContext, group_key: _GroupKey) -> str:
    name = context.say(f"sheets_{group_key.sheets}")
    return context.say("sheets_to_fold", sheets=name) if group_key.scheme == GUTTERFOLD else name


def _too_large(context: RenderContext, error: NoRoomError, paper: NamedSize) -> None:
    where = context.kit.components[error.piece.component]
    context.diagnostics.error(
        where.at("size") if "size" in where.origin.value else where.origin.key_span,
        "too-large",
        f"{error.piece.title!r} is {error.piece.size} and does not fit {paper.title}, which can print {error.area}",
        "choose a larger paper, make the piece smaller, or print other components with --only",
    )
