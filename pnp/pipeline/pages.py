"""Lay out the pages of each output file in printing order, with labels and marks.

Sheets without backs are in a file of their own, so that nothing is printed on both sides without need. With `--order
sides` all fronts come first, then all backs, for printers that print one side at a time. With `--backs separate` they
are two files with the same number of pages: page n of the backs is the back of page n of the fronts. A sheet to fold
has one printed side.

Books to read on a screen have single pages in reading order, right way up, without marks. The pages are the drawings
that are imposed to be folded, so a second file of them costs little. They keep their colours whatever the ink of the
print, because they are not printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pnp import components, pdf
from pnp.components.context import RenderContext
from pnp.graphics import Piece, Rect, Size, Transform
from pnp.imposition import Placed, Room, Sheet, has_strips, marks, printers, templates, turned_upright
from pnp.imposition.layout import CutLayout, layout
from pnp.imposition.marks import booklet_marks, machine_marks
from pnp.imposition.printers import Profile
from pnp.imposition.registration import Machine
from pnp.pipeline.option_table import named
from pnp.pipeline.options import BuildOptions
from pnp.pipeline.prints import SHOWN
from pnp.pipeline.sheets import STOCKS, SheetGroup


class OutputFile(NamedTuple):
    """An output file before it is written: its name, stock, printed sides and groups of sheets."""

    name: str
    stock: str
    sides: tuple[printers.Side, ...]
    groups: tuple[SheetGroup, ...]

    @property
    def two_sided(self) -> bool:
        return len(self.sides) > 1

    @property
    def has_booklet(self) -> bool:
        return any(group.booklet for group in self.groups)

    @property
    def sheets(self) -> int:
        return sum(len(group.sheets) for group in self.groups)


class _PageSide(NamedTuple):
    """One side of one sheet of a group."""

    group: SheetGroup
    number: int
    sheet: Sheet
    side: printers.Side

    @property
    def placed(self) -> tuple[Placed, ...]:
        if self.sheet.fold:
            return (*self.sheet.front, *self.sheet.back)
        return self.sheet.front if self.side == "front" else self.sheet.back


def files(options: BuildOptions, groups: list[SheetGroup]) -> list[OutputFile]:
    """The files of a build: those of each stock, and one per booklet."""
    found: list[OutputFile] = []
    several = sum(group.booklet for group in groups) > 1
    for stock in STOCKS:
        loose = [group for group in groups if group.stock == stock and not group.booklet]
        found.extend(_loose_files(options, stock, loose))
        for group in groups:
            if group.stock == stock and group.booklet:
                name = f"{options.kit.name}-{options.paper}-{group.key}"
                file = f"{name}-{group.book}.pdf" if several else f"{name}.pdf"
                found.append(OutputFile(file, stock, ("front", "back"), (group,)))
    return found


def _loose_files(options: BuildOptions, stock: str, groups: list[SheetGroup]) -> Iterator[OutputFile]:
    """The files of a stock's loose sheets: those with backs, in one file or two, and those to print on one side."""
    name = f"{options.kit.name}-{options.paper}-{stock}"
    two_sided = _only(groups, two_sided=True)
    one_sided = _only(groups, two_sided=False)
    if two_sided and options.backs == "separate":
        yield OutputFile(f"{name}-fronts.pdf", stock, ("front",), two_sided)
        yield OutputFile(f"{name}-backs.pdf", stock, ("back",), two_sided)
    elif two_sided:
        yield OutputFile(f"{name}.pdf", stock, ("front", "back"), two_sided)
    if one_sided:
        yield OutputFile(f"{name}-one-sided.pdf" if two_sided else f"{name}.pdf", stock, ("front",), one_sided)


def _only(groups: list[SheetGroup], *, two_sided: bool) -> tuple[SheetGroup, ...]:
    """The groups with only those of their sheets that are, or are not, to be printed on both sides."""
    found = []
    for group in groups:
        sheets = tuple(sheet for sheet in group.sheets if bool(sheet.back and not sheet.fold) == two_sided)
        if sheets:
            found.append(group._replace(sheets=sheets))
    return tuple(found)


def pages(context: RenderContext, options: BuildOptions, version: str, output_file: OutputFile) -> list[pdf.Page]:
    """The pages of a file."""
    page_sides, say = _page_sides(options, output_file), context.say
    made = []
    for number, page_side in enumerate(page_sides, start=1):
        group, cut = page_side.group, _layout(options, page_side)
        instructions = (
            *_instructions(context, options, output_file, page_side),
            *_ink_labels(context, options, group.stock),
            *([say("label_layout", name=cut.name)] if cut else []),
        )
        which, data = (
            say("label_page", number=number, count=len(page_sides)),
            say("label_data", version=version[:SHOWN]),
        )
        label = marks.LABEL_PARTS.join(filter(None, (context.kit.title, group.name, which, *instructions, data)))
        heading = group.name if page_side.number == 1 and page_side.side == output_file.sides[0] else ""
        side = f" {say(f'side_{page_side.side}')}" if output_file.two_sided or page_side.side == "back" else ""
        made.append(
            _page(context, options, output_file, page_side, label, f"{group.name} {page_side.number}{side}", heading)
        )
        if page_side.side == "front" and group.is_cut:
            made[-1] = made[-1]._replace(layout=cut, underlaid=group.by_machine or not options.cutter)
    return made


def _layout(options: BuildOptions, page_side: _PageSide) -> CutLayout | None:
    """What a machine cuts of a sheet; None if it is cut by hand."""
    if not page_side.group.by_machine or options.machine is None:
        return None
    return layout(_machine(options.machine, page_side), page_side.sheet.paper, page_side.sheet.front)


def _machine(machine: Machine, page_side: _PageSide) -> Machine:
    """The machine with the marks of a sheet."""
    return templates.fitted(machine, page_side.sheet.paper, page_side.sheet.front)


def _page_sides(options: BuildOptions, output_file: OutputFile) -> list[_PageSide]:
    sheets = [(group, n, sheet) for group in output_file.groups for n, sheet in enumerate(group.sheets, start=1)]
    sides = output_file.sides
    return [_PageSide(*sheets[index], sides[side]) for index, side in _order(options, output_file)]


def _order(options: BuildOptions, output_file: OutputFile) -> list[tuple[int, int]]:
    """For each page of a file, the index of its sheet and that of its side, from 0."""
    sheets, sides = range(output_file.sheets), range(len(output_file.sides))
    if options.order != "sides":
        return [(sheet, side) for sheet in sheets for side in sides]
    last_first = [options.reverse and side == "back" for side in output_file.sides]
    return [(sheet, side) for side in sides for sheet in (reversed(sheets) if last_first[side] else sheets)]


def by_sides(options: BuildOptions, output_file: OutputFile) -> dict[str, Any]:
    """The numbers of a file's pages for printing all fronts, then all backs: of both, and the back of the first."""
    count = output_file.sheets
    back = next(number for number, at in enumerate(_order(options, output_file), start=1) if at == (0, 1))
    backs = [count + 1, 2 * count]
    return {"name": output_file.name, "fronts": [1, count], "backs": backs, "first_back": back}


def component_pages(options: BuildOptions, output_file: OutputFile) -> dict[str, list[int]]:
    """The numbers of a file's pages, from 1, by the id of each component whose pieces are on their sheets."""
    found: dict[str, list[int]] = {}
    for number, page_side in enumerate(_page_sides(options, output_file), start=1):
        for id_ in dict.fromkeys(placed.piece.component for placed in page_side.sheet.front):
            found.setdefault(id_, []).append(number)
    return found


def sheet_numbers(options: BuildOptions, output_file: OutputFile) -> list[int]:
    """For each page of a file, the index of its sheet, from 0."""
    return [sheet for sheet, _ in _order(options, output_file)]


def _instructions(
    context: RenderContext, options: BuildOptions, output_file: OutputFile, page_side: _PageSide
) -> tuple[str, ...]:
    """The last parts of a label: the side, and how to print it."""
    say, side = context.say, context.say(f"side_{page_side.side}")
    if page_side.sheet.fold:
        return say("side_both"), say("print_one_sided"), say("gutterfold")
    if not output_file.two_sided:
        return side, say("print_one_sided")
    if is_by_hand(options):
        return side, say("print_by_hand")
    return side, say(f"print_{'by_sides' if options.order == 'sides' else 'two_sided'}_{options.flip}")


def is_by_hand(options: BuildOptions) -> bool:
    """Whether the order and the way up of backs are those that a test with the printer showed."""
    return options.order == "sides" and options.printer is not None and options.printer.by_hand is not None


def _page(
    context: RenderContext,
    options: BuildOptions,
    output_file: OutputFile,
    page_side: _PageSide,
    label: str,
    name: str,
    heading: str,
) -> pdf.Page:
    sheet, placed = page_side.sheet, page_side.placed
    room = Room(sheet.paper, context.facts.margin, context.say, labels=options.paper.labels)
    vertical = turned_upright(sheet.paper, options.flip)
    flips = vertical if output_file.two_sided else None
    if page_side.group.by_machine and options.machine:
        printer_marks = machine_marks(
            name,
            room,
            _machine(options.machine, page_side),
            label,
            context.fonts,
            side=page_side.side,
            flips=flips,
            draft=options.draft,
        )
    elif page_side.group.booklet:
        printer_marks = booklet_marks(name, room, context.fonts, draft=options.draft)
    else:
        printer_marks = marks.printer_marks(
            name,
            room,
            placed,
            label,
            context.fonts,
            cut=options.marks if placed else "none",
            pen=options.pen,
            side=page_side.side,
            flips=flips,
            fold=sheet.fold,
            draft=options.draft,
            strips=not page_side.group.is_cut or has_strips(_taken(room, placed), room),
        )
    return pdf.Page(sheet.paper, placed, printer_marks, name, heading, _correction(options, page_side))


def _taken(room: Room, placed: tuple[Placed, ...]) -> list[Rect]:
    """The boxes of a sheet in which no label or ruler may be: its labels, or its pieces."""
    return room.cells or [one.rect for one in placed]


def _profile(options: BuildOptions, stock: str, paper: Size) -> tuple[str, Profile] | None:
    """The printer's profile for a stock and the orientation of a sheet, or else for the other orientation."""
    if options.printer is None:
        return None
    landscape = printers.is_landscape(paper)
    mine = options.printer.of(stock, landscape=landscape)
    return mine or options.printer.of(stock, landscape=not landscape)


def _ink_labels(context: RenderContext, options: BuildOptions, stock: str) -> Iterator[str]:
    """The parts of a label that name inks other than colour, and the printer that is corrected for."""
    if options.ink != "colour":
        yield context.say(f"ink_{options.ink}")
    if mine := _profile(options, stock, options.paper.size):
        yield context.say("label_printer", name=mine[0])


def _correction(options: BuildOptions, page_side: _PageSide) -> Transform:
    """The transform that corrects a printer's errors. A file without backs is never flipped, so any edge will do."""
    mine = _profile(options, page_side.group.stock, page_side.sheet.paper)
    return printers.correction(mine[1], page_side.sheet.paper, page_side.side, options.flip) if mine else Transform()


def correction(options: BuildOptions, stock: str) -> dict[str, Any] | None:
    """The manifest's entry for the printer that is corrected for."""
    mine = _profile(options, stock, options.paper.size)
    return {"name": mine[0], **printers.correcting(mine[1])} if mine else None


SCREEN = "screen"
"""In place of the stock, for files that are not printed."""


def books(
    context: RenderContext, options: BuildOptions, drawn: Mapping[str, Sequence[Piece]]
) -> list[tuple[OutputFile, list[pdf.Page]]]:
    """A file for each book among the drawn components; none if only a part of the set is printed."""
    if any(getattr(options, name) != default for name, default in _partial()):
        return []
    found = {id_: list(pages) for id_, pages in drawn.items() if pages and _is_book(context, id_)}
    return [
        (_file(context, options, id_, several=len(found) > 1), _pages(context, options, id_, pages))
        for id_, pages in found.items()
    ]


def _partial() -> Iterator[tuple[str, object]]:
    """The options that print part of a set, with their defaults."""
    return ((name, BuildOptions._field_defaults[name]) for name in named(partial=True))


def _is_book(context: RenderContext, id_: str) -> bool:
    return bool(components.kind(context.kit.components[id_].kind).SCHEME == "pages")


def _file(context: RenderContext, options: BuildOptions, id_: str, *, several: bool) -> OutputFile:
    key = components.kind(context.kit.components[id_].kind).SHEETS
    book = f"{key}-{id_}" if several else key
    return OutputFile(f"{options.kit.name}-{book}-{SCREEN}.pdf", SCREEN, (), ())


def _pages(context: RenderContext, options: BuildOptions, id_: str, pages: list[Piece]) -> list[pdf.Page]:
    """The pages of a book, each as large as its trim; the first has the book's entry in the outline."""
    made = []
    for number, page in enumerate(pages, start=1):
        whole, label = Rect(0, 0, *page.size), str(number)
        room = Room(page.size, 0.0, context.say)
        printer_marks = booklet_marks(f"{id_}-{SCREEN}-{number}", room, context.fonts, draft=options.draft)
        heading = context.kit.components[id_].title if number == 1 else ""
        made.append(pdf.Page(page.size, (Placed(page, 1, "front", whole),), printer_marks, label, heading))
    return made
