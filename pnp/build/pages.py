"""Groups of sheets -> volumes: the pages of each file in printing order, with labels and marks.

In a two-sided file a sheet without backs has an empty second side. With `sides` all fronts come first, then all backs,
for printers that print one side at a time; with `separate` they are two files. A folded sheet has one side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, NamedTuple

from pnp import pdf
from pnp.build.options import BuildOptions
from pnp.build.sheets import STOCKS, Group
from pnp.components.context import RenderContext
from pnp.graphics.geometry import Transform
from pnp.imposition import Placed, Room, Sheet, marks, printers, turned_upright
from pnp.imposition.cuts import Style
from pnp.imposition.printers import Profile


class OutputFile(NamedTuple):
    """One file to be: its name, what it is printed on, whether on both sides, and the groups it has sheets of."""

    name: str
    stock: str
    sides: tuple[printers.Side, ...]
    groups: tuple[Group, ...]

    @property
    def two_sided(self) -> bool:
        return len(self.sides) > 1

    @property
    def sheets(self) -> int:
        return sum(len(group.sheets) for group in self.groups)


class _PageSide(NamedTuple):
    """One side of one sheet of a group."""

    group: Group
    number: int
    sheet: Sheet
    side: printers.Side

    @property
    def placed(self) -> tuple[Placed, ...]:
        if self.sheet.fold:
            return (*self.sheet.front, *self.sheet.back)
        return self.sheet.front if self.side == "front" else self.sheet.back


def files(order: BuildOptions, groups: list[Group]) -> list[OutputFile]:
    """The files of an order: one for each stock, one for each booklet, two where backs have a file of their own."""
    found = []
    for stock in STOCKS:
        name = f"{order.kit.name}-{order.paper}-{stock}"
        mine = tuple(group for group in groups if group.stock == stock and not group.booklet)
        backed = tuple(group for group in mine if group.backed and not group.folded)
        if mine and backed and order.backs == "separate":
            found.append(OutputFile(f"{name}-fronts.pdf", stock, ("front",), mine))
            found.append(OutputFile(f"{name}-backs.pdf", stock, ("back",), backed))
        elif mine:
            found.append(OutputFile(f"{name}.pdf", stock, ("front", "back") if backed else ("front",), mine))
        for group in groups:
            if group.stock == stock and group.booklet:
                file = f"{order.kit.name}-{order.paper}-{group.key}.pdf"
                found.append(OutputFile(file, stock, ("front", "back"), (group,)))
    return found


def pages(context: RenderContext, order: BuildOptions, version: str, output_file: OutputFile) -> list[pdf.Page]:
    """The volume's pages."""
    page_sides, say = _page_sides(order, output_file), context.say
    made = []
    for number, side_of_sheet in enumerate(page_sides, start=1):
        group = side_of_sheet.group
        how = (*_how(context, order, output_file, side_of_sheet), *_inked(context, order, group.stock))
        which = (say("label_data", version=version[:8]), say("label_page", number=number, count=len(page_sides)))
        label = " · ".join(filter(None, (context.kit.title, group.name, *which, *how)))
        heading = group.name if side_of_sheet.number == 1 and side_of_sheet.side == output_file.sides[0] else ""
        side = f" {say(f'side_{side_of_sheet.side}')}" if output_file.two_sided or side_of_sheet.side == "back" else ""
        made.append(
            _page(
                context, order, output_file, side_of_sheet, label, f"{group.name} {side_of_sheet.number}{side}", heading
            )
        )
    return made


def _page_sides(order: BuildOptions, output_file: OutputFile) -> list[_PageSide]:
    sheets = [(group, n, sheet) for group in output_file.groups for n, sheet in enumerate(group.sheets, start=1)]
    if order.order == "sides":
        return [_PageSide(*sheet, side) for side in output_file.sides for sheet in sheets]
    return [_PageSide(*sheet, side) for sheet in sheets for side in output_file.sides]


def sheet_numbers(order: BuildOptions, output_file: OutputFile) -> list[int]:
    """For each page of a volume, which of its sheets it is a side of, from 0."""
    return [
        number % output_file.sheets if order.order == "sides" else number // len(output_file.sides)
        for number in range(output_file.sheets * len(output_file.sides))
    ]


def _how(
    context: RenderContext, order: BuildOptions, output_file: OutputFile, side_of_sheet: _PageSide
) -> tuple[str, ...]:
    """The last parts of a label: which side this is, and how to print it."""
    say, side = context.say, context.say(f"side_{side_of_sheet.side}")
    if side_of_sheet.sheet.fold:
        return say("side_both"), say("print_one_sided"), say("gutterfold")
    if not output_file.two_sided:
        return side, say("print_one_sided")
    if not side_of_sheet.placed:
        return say("back_empty"), say(f"flip_{order.flip}")
    note = "" if side_of_sheet.group.backed else say("back_none")
    if side_of_sheet.group.booklet:
        note = say("staple")
    return side, note, say(f"print_{'by_sides' if order.order == 'sides' else 'two_sided'}_{order.flip}")


def _page(
    context: RenderContext,
    order: BuildOptions,
    output_file: OutputFile,
    side_of_sheet: _PageSide,
    label: str,
    name: str,
    heading: str,
) -> pdf.Page:
    sheet, placed = side_of_sheet.sheet, side_of_sheet.placed
    room = Room(sheet.paper, context.facts.margin, context.say)
    cut: Style = order.marks if placed else "none"
    around = placed or sheet.front
    vertical = turned_upright(sheet.paper, order.flip)
    flip_mark = (
        marks.flip_mark(room, side_of_sheet.side, vertical=vertical) if output_file.two_sided and not sheet.fold else ()
    )
    fold, draft = sheet.fold, order.draft
    printer_marks = marks.printer_marks(
        name, room, around, label, context.fonts, cut=cut, fold=fold, flip_mark=flip_mark, draft=draft
    )
    return pdf.Page(sheet.paper, placed, printer_marks, name, heading, _adjust(order, side_of_sheet))


def _profile(order: BuildOptions, stock: str) -> tuple[str, Profile] | None:
    return order.printer.of(stock) if order.printer else None


def _inked(context: RenderContext, order: BuildOptions, stock: str) -> Iterator[str]:
    """The parts of a label that name other inks, and the printer whose errors are taken back."""
    if order.ink != "colour":
        yield context.say(f"ink_{order.ink}")
    if mine := _profile(order, stock):
        yield context.say("label_printer", name=mine[0])


def _adjust(order: BuildOptions, side_of_sheet: _PageSide) -> Transform:
    """What a page is drawn under; without backs there is nothing to turn over, and any edge will do."""
    mine = _profile(order, side_of_sheet.group.stock)
    return (
        printers.correction(mine[1], side_of_sheet.sheet.paper, side_of_sheet.side, order.flip) if mine else Transform()
    )


def correction(order: BuildOptions, stock: str) -> dict[str, Any] | None:
    """The printer whose errors are corrected, for the manifest."""
    mine = _profile(order, stock)
    return {"name": mine[0], **asdict(mine[1])} if mine else None
