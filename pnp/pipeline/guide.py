"""Describe a set for its printing guide: its files, their contents, and how to print them.

The note for a copy shop: what to print on which paper, on how many sides, and where to cut; as a text and a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pnp import components, pdf
from pnp.components.context import RenderContext
from pnp.components.kinds.deck import Spec as Deck
from pnp.components.kinds.deck import deck_of
from pnp.diagnostics.grouping import by_key
from pnp.graphics import Drawing, Piece, Rect, Size, Transform
from pnp.graphics.drawing import RECTANGLE
from pnp.imposition import Placed, Sheet
from pnp.kit import NamedSize
from pnp.kit.sizes import LANDSCAPE
from pnp.pipeline import pages
from pnp.pipeline.options import BuildOptions
from pnp.pipeline.pages import OutputFile
from pnp.pipeline.sheets import SheetGroup
from pnp.text.layout import paragraphs

BOARD = 100.0
"""The length from which the guide names a board among the contents of a file, mm."""

Titles = tuple[str, ...]
"""What pieces are called: one of them, and several of them; a single title is for any number."""


def description(
    context: RenderContext, options: BuildOptions, groups: list[SheetGroup], books: Iterable[OutputFile] = ()
) -> dict[str, Any]:
    """The fields of the guide's template under `plan`; `books` are to be read on a screen."""
    printed = {id_ for (id_, _), count in _counted(context, groups).items() if count}
    files = pages.files(options, groups)
    loose = [file for file in files if not file.has_booklet]
    backed = any(file.two_sided or "back" in file.sides for file in loose)
    return {
        "files": [*(_file(context, options, file) for file in files), *(_book(context, book) for book in books)],
        "pages": _pages(context, options, files),
        "edge": options.flip if backed else "",
        "order": options.order,
        "by_hand": pages.is_by_hand(options),
        "by_sides": _by_sides(options, loose),
        "books_by_sides": _by_sides(options, [file for file in files if file not in loose]),
        "separate": options.backs == "separate",
        "folded": any(group.folded for group in groups),
        "tiled": any(_is_tile(placed.piece) for placed in _fronts(groups)),
        "joined": _is_joined(context, groups),
        "booklet": options.flip if len(loose) < len(files) else "",
        "kinds": sorted({context.kit.components[id_].kind for id_ in printed}),
        "paper": paper_title(context, options.paper),
        "cutter": options.cutter or "",
        "radius": _radius(context, printed),
        "revised": _revised(context, groups),
        "reprint": _reprint(context, options, groups),
        "right_to_left": context.kit.right_to_left,
        "contents": _contents(context, groups),
    }


def _fronts(groups: Iterable[SheetGroup]) -> Iterator[Placed]:
    """Everything on the fronts of sheets."""
    for group in groups:
        for sheet in group.sheets:
            yield from sheet.front


def _contents(context: RenderContext, groups: list[SheetGroup]) -> list[dict[str, Any]]:
    """The titles and numbers of the pieces that the guide lists."""
    return [
        {"title": titles[0] if count == 1 else titles[-1], "count": count}
        for (id_, titles), count in _counted(context, groups).items()
        if count and _is_listed(context, id_)
    ]


def _by_sides(options: BuildOptions, files: list[OutputFile]) -> list[dict[str, Any]]:
    """The pages of both halves of files that are printed on one side at a time."""
    return [pages.by_sides(options, file) for file in files if options.order == "sides" and file.two_sided]


def _pages(context: RenderContext, options: BuildOptions, files: list[OutputFile]) -> dict[str, list[dict[str, Any]]]:
    """Where each component is printed, by its id: the name of each file, and the numbers of its pages there.

    One that is not printed has an empty list, so that a template can ask for it.
    """
    found: dict[str, list[dict[str, Any]]] = {id_: [] for id_ in context.kit.components}
    for file in files:
        for id_, numbers in pages.component_pages(options, file).items():
            found[id_].append({"file": file.name, "numbers": numbers})
    return found


def _radius(context: RenderContext, printed: set[str]) -> str:
    """The radius of the corners of the printed rectangular cards, in mm; several are separated by slashes."""
    decks = (spec for id_, spec in context.kit.components.items() if isinstance(spec, Deck) and id_ in printed)
    sizes = (context.facts.cards[spec.size] for spec in decks)
    usual = context.facts.corner
    radii = {usual if size.corners is None else size.corners for size in sizes if size.shape == RECTANGLE}
    return " / ".join(map(context.labels.number, sorted(radii - {0}))) or context.labels.number(usual)


def _revised(context: RenderContext, groups: list[SheetGroup]) -> list[dict[str, Any]]:
    """The names and marks of the printed cards that were revised, in their order."""
    fronts = {placed.piece.id: placed.piece for placed in _fronts(groups)}
    cards = [(context.kit.components[piece.component], piece) for piece in fronts.values()]
    found = {
        piece.card: context.kit.cards[deck_of(piece.component, spec)][piece.card]
        for spec, piece in cards
        if isinstance(spec, Deck)
    }
    return [
        {"name": card.name, "mark": context.say("revised", number=card.revised)}
        for card in found.values()
        if card.revised is not None
    ]


def _reprint(context: RenderContext, options: BuildOptions, groups: list[SheetGroup]) -> dict[str, str]:
    """The first printed card, and the command that prints it once, with its back; empty without cards."""
    fronts = (placed.piece for placed in _fronts(groups))
    piece = next((one for one in fronts if isinstance(context.kit.components[one.component], Deck)), None)
    if piece is None or piece.number:
        return {}
    paper = f" --paper {options.paper.name}" if options.paper.name != "a4" else ""
    backs = f" --backs {options.backs}" if options.backs != "long" else ""
    chosen = f"--only {piece.component} --cards {piece.card} --copies 1"
    return {"name": piece.title, "command": f"pnp build {context.kit.slug}{paper}{backs} {chosen}"}


def _is_tile(piece: Piece) -> bool:
    """Whether a piece is a part of one that is larger than the paper. What is shrunk keeps its id."""
    return len(piece.of) == 1 and piece.id != piece.of[0].id


def _is_joined(context: RenderContext, groups: list[SheetGroup]) -> bool:
    """Whether several cards make one list together."""
    fronts = (placed.piece for placed in _fronts(groups))
    ids = {(piece.of or (piece,))[0].id for piece in fronts if context.kit.components[piece.component].kind == "lane"}
    return len({id_.partition("/")[0] for id_ in ids}) < len(ids)


def _is_listed(context: RenderContext, id_: str) -> bool:
    """Whether the guide counts the pieces of a component: not its own pages, nor those of books."""
    spec = context.kit.components[id_]
    return not components.describes_set(spec) and components.kind(spec.kind).SCHEME != "pages"


def _counted(context: RenderContext, groups: list[SheetGroup]) -> dict[tuple[str, Titles], int]:
    """The finished pieces of each component, by what they are called: all tiles of a board are one."""
    counted: dict[tuple[str, Titles], int] = {(id_, (spec.title,)): 0 for id_, spec in context.kit.components.items()}
    boards = set()
    for placed in _fronts(groups):
        board = (placed.piece.of, placed.copy) if placed.piece.of else None
        if board is None or board not in boards:
            key = placed.piece.component, _called(context, placed.piece)
            counted[key] = counted.get(key, 0) + 1
        boards.add(board)
    order = list(context.kit.components)
    return dict(sorted(counted.items(), key=lambda entry: order.index(entry[0][0])))


def _called(context: RenderContext, piece: Piece) -> Titles:
    """The aside `counted_as` of a card in a deck of several kinds: for one and for several, such as "spare card" and
    "spare cards", or the same text for both; else its component's title.
    """
    spec = context.kit.components[piece.component]
    cards = context.kit.cards.get(deck_of(piece.component, spec), {}) if isinstance(spec, Deck) else {}
    card = cards.get(piece.id.partition("/")[2].partition("/")[0])
    called = card.asides.get("counted_as", spec.title) if card else spec.title
    return (called,) if isinstance(called, str) else called


def paper_title(context: RenderContext, paper: NamedSize) -> str:
    """The paper's title, marked if it is landscape; its size in mm if it has no title."""
    upright = paper.name.removesuffix(LANDSCAPE)
    if upright not in context.facts.papers:
        return " × ".join(context.labels.number(side) for side in paper.size) + " mm"
    title = context.facts.papers[upright].title
    return title if upright == paper.name else context.say("landscape", paper=title)


def _file(context: RenderContext, options: BuildOptions, file: OutputFile) -> dict[str, Any]:
    return {
        "name": file.name,
        "stock_says": context.say(f"stock_{file.stock}"),
        "sheets": file.sheets,
        "sides_say": context.say(sides(options, file)),
        "holds": _holds(context, file),
    }


def _book(context: RenderContext, book: OutputFile) -> dict[str, Any]:
    return {
        "name": book.name,
        "stock_says": context.say(f"stock_{book.stock}"),
        "sheets": "–",
        "sides_say": context.say("do_not_print"),
        "holds": [context.say("sheets_rulebook")],
    }


def _holds(context: RenderContext, file: OutputFile) -> list[str]:
    """What a file is for: boards and boxes by their titles, and the kinds of its other sheets, the guide's too."""
    sizes: dict[str, float] = {}
    for placed in _fronts(file.groups):
        whole = (placed.piece.of or (placed.piece,))[0]
        sizes[placed.piece.component] = max(*whole.size, sizes.get(placed.piece.component, 0))
    specs = {id_: spec for id_, spec in context.kit.components.items() if id_ in sizes}
    titled = [s for id_, s in specs.items() if s.kind == "tuckbox" or (s.kind == "mat" and sizes[id_] >= BOARD)]
    kinds = {components.kind(spec.kind).SHEETS for spec in specs.values() if spec not in titled}
    named = {components.kind(spec.kind).SHEETS for spec in titled} - kinds
    names = [group.name for group in file.groups if group.key not in named]
    guests = kinds - {group.key for group in file.groups}  # small pieces that fill up the last sheet of cards
    more = [context.say(f"sheets_{kind}") for kind in sorted(guests)]
    return list(dict.fromkeys([*(spec.title for spec in titled), *names, *more]))


def sides(options: BuildOptions, file: OutputFile) -> str:
    """The key of the words that describe the printed sides of a file."""
    if not file.two_sided:
        return "sides_second" if file.sides == ("back",) else "sides_one"
    return "sides_both_by_hand" if pages.is_by_hand(options) else f"sides_both_{options.flip}"


TYPE = 11.0
"""The type size, pt."""
BORDER, APART = 20.0, 5.0
"""The border of the page, and the distance between what is written about two files, mm."""
LEAST_WIDTH = 148.0
"""The least width of the page, mm. It is for reading, so it may be larger than the paper."""
NAME = "job-note"

Printed = Sequence[tuple[OutputFile, list[pdf.Page]]]


def note_text(context: RenderContext, options: BuildOptions, files: Printed) -> bytes:
    """The note as a text file."""
    blocks = ("\n".join(lines) for lines in _blocks(context, options, files))
    return ("\n\n".join(blocks) + "\n").encode()


def note_page(context: RenderContext, options: BuildOptions, files: Printed) -> pdf.Page:
    """The note on a page of the paper, or on a larger one if it needs that."""
    width, top = max(options.paper.size.w, LEAST_WIDTH), BORDER
    groups = []
    for name, *lines in _blocks(context, options, files):
        words, height = paragraphs(context.fonts, (f"**{name}**", *lines), width - 2 * BORDER, TYPE)
        groups.append(words._replace(transform=Transform.move(BORDER, top)))
        top += height + APART
    size = Size(width, max(options.paper.size.h, top + BORDER))
    return pdf.Page(
        size, (), Drawing(NAME, size, tuple(groups)), "1", context.say("note_title", title=context.kit.title)
    )


def _blocks(context: RenderContext, options: BuildOptions, files: Printed) -> Iterator[list[str]]:
    """The lines about all files, then those about each, which begin with its name."""
    say = context.say
    yield [
        say("note_title", title=context.kit.title),
        say("note_scale"),
        say("note_paper", paper=paper_title(context, options.paper)),
        say("note_grey" if options.ink == "grey" else "note_colour"),
        say("note_check"),
        say("note_uncut"),
    ]
    for file, drawn in files:
        yield [
            file.name,
            say(f"note_on_{file.stock}"),
            say("note_sheets", number=len(drawn) // len(file.sides)),
            say("note_sides", sides=say(sides(options, file))),
            *([say("note_fold")] if file.has_booklet else []),
            *_cuts(context, options, file),
        ]


def _cuts(context: RenderContext, options: BuildOptions, file: OutputFile) -> Iterator[str]:
    """Where to cut sheets of equal rectangles: a line for those that are upright, and one for those that are turned."""
    if options.cutter or options.paper.labels:
        return
    sheets = [sheet for group in file.groups if group.is_cut for sheet in group.sheets if _is_grid(sheet)]
    fullest = {sheet.front[0].piece.size: sheet for sheet in sorted(sheets, key=lambda sheet: len(sheet.front))}
    for sheet in fullest.values():
        for boxes in by_key((placed.rect for placed in sheet.front), lambda box: box.size).values():
            yield _cuts_of(context, boxes, sheet.paper)


def _cuts_of(context: RenderContext, boxes: Sequence[Rect], paper: Size) -> str:
    """Where to cut along the edges of equal boxes on a sheet."""
    across = (side for box in boxes for side in (box.x, box.right))
    down = (paper.h - side for box in boxes for side in (box.far, box.y))
    size = " × ".join(map(context.labels.number, boxes[0].size))
    return context.say("note_cuts", size=size, across=_listed(context, across), down=_listed(context, down))


def _is_grid(sheet: Sheet) -> bool:
    """Whether all pieces of a sheet are equal rectangles without cut lines of their own."""
    pieces = [one.piece for one in sheet.front]
    is_plain = all(piece.shape == RECTANGLE and not piece.outlined for piece in pieces)
    return is_plain and not sheet.fold and len({piece.size for piece in pieces}) == 1


def _listed(context: RenderContext, lengths: Iterator[float]) -> str:
    return " · ".join(map(context.labels.number, sorted({round(length, 2) for length in lengths})))
