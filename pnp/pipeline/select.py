"""Select the pieces and the sheets that a build prints.

Pieces are selected after drawing, before layout. Sheets are selected after layout, so they keep the numbers that they
have in the whole set.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

from pnp.diagnostics import counted, unknown
from pnp.graphics import Piece
from pnp.kit import Kit
from pnp.pdf import Page
from pnp.pipeline.choices import ChoiceError, Ranges
from pnp.pipeline.options import BuildOptions
from pnp.pipeline.pages import OutputFile, sheet_numbers

_COPY = re.compile(r"-\d+$")
"""The number in the id of a piece that is one of several copies."""

Pieces = dict[str, list[Piece]]
FilePages = tuple[OutputFile, list[Page]]


def pieces(options: BuildOptions, drawn: Pieces, fingerprint: Callable[[Piece], str]) -> tuple[Pieces, tuple[str, ...]]:
    """The pieces to print, by component, and the titles of those removed since the earlier state.

    Raises ChoiceError for a card that has no pieces.
    """
    _check_cards(options.cards, drawn)
    gone = _gone(options, drawn)
    if options.picked:
        drawn = {id_: [p for p in mine if _is_wanted(options, p, fingerprint)] for id_, mine in drawn.items()}
    return {id_: [_with_copies(options, piece) for piece in mine] for id_, mine in drawn.items()}, gone


def _check_cards(cards: Iterable[str], pieces: Pieces) -> None:
    known = dict.fromkeys(piece.card for mine in pieces.values() for piece in mine)
    for card in cards:
        if not known:
            raise ChoiceError("--cards", "the components named by --only have no cards")
        if card not in known:
            raise ChoiceError("--cards", unknown("card", card, known))


def _is_wanted(options: BuildOptions, piece: Piece, fingerprint: Callable[[Piece], str]) -> bool:
    if options.cards and piece.card not in options.cards:
        return False
    return options.since is None or options.since.drawings.get(piece.id) != fingerprint(piece)


def _gone(options: BuildOptions, pieces: Pieces) -> tuple[str, ...]:
    """Titles of pieces that only the earlier state has, of the wanted components and cards."""
    if options.since is None:
        return ()
    present = {piece.id for mine in pieces.values() for piece in mine}
    removed = [id_ for id_ in options.since.titles if id_ not in present]
    if options.only:
        removed = [id_ for id_ in removed if id_.partition("/")[0] in options.only]
    if options.cards:
        removed = [id_ for id_ in removed if {own := id_.rpartition("/")[2], _COPY.sub("", own)} & {*options.cards}]
    return tuple(f"{options.since.titles[id_]} ({id_})" for id_ in removed)


def more(options: BuildOptions, pieces: Pieces, fingerprint: Callable[[Piece], str]) -> tuple[str, ...]:
    """The wanted pieces that look as before, but have more copies than in the earlier state."""
    earlier = options.since
    if earlier is None or options.copies is not None:
        return ()
    same = (
        piece
        for mine in pieces.values()
        for piece in mine
        if not piece.filler
        and (not options.cards or piece.card in options.cards)
        and earlier.drawings.get(piece.id) == fingerprint(piece)
    )
    added = ((piece, piece.copies - earlier.copies[piece.id]) for piece in same)
    return tuple(f"{piece.title}, {count} more ({piece.id})" for piece, count in added if count > 0)


def _with_copies(options: BuildOptions, piece: Piece) -> Piece:
    """The piece with the wanted number of copies.

    A filler that was picked is printed once and fills no sheets; one of a wanted component is printed at least once.
    """
    if options.copies is not None:
        return replace(piece, copies=options.copies, filler=False)
    if options.picked and piece.filler:
        return replace(piece, copies=max(1, piece.copies), filler=False)
    if options.only and piece.filler:
        return replace(piece, copies=max(1, piece.copies))
    return piece


def apart(kit: Kit, options: BuildOptions, pieces: Pieces) -> tuple[Pieces, Pieces]:
    """The pieces for the kit's own sheets, and those for sheets with the cards of other kits: its decks, if wanted."""
    decks = {id_ for id_ in pieces if options.together and kit.components[id_].kind == "deck"}
    own = {id_: mine for id_, mine in pieces.items() if id_ not in decks}
    return own, {id_: mine for id_, mine in pieces.items() if id_ in decks}


def some(options: BuildOptions, pieces: Pieces) -> bool:
    """Whether any selected piece is to be printed: there may be no changes.

    Raises ChoiceError if cards were chosen and the set has no copies of any of them.
    """
    found = not options.picked or any(piece.copies for mine in pieces.values() for piece in mine)
    if not found and options.since is None:
        raise ChoiceError("--cards", f"the set has no copies of {', '.join(options.cards)}; print some with --copies")
    return found


def pages(options: BuildOptions, planned: list[FilePages], describing: Collection[str]) -> list[FilePages]:
    """The sheets to print, with both sides; files without any are left out.

    Pages of the components that describe the set are printed if they were named, or if no other page was selected.
    Raises ChoiceError for a page that no file has.
    """
    if not options.pages:
        return planned
    _check_pages(options.pages, planned)
    kept = [(file, list(_of_sheets(options, file, made))) for file, made in planned]
    others = [
        (file, [page for page in made if options.only or not _describes_set(page, describing)]) for file, made in kept
    ]
    chosen = others if any(made for _, made in others) else kept
    return [(file, made) for file, made in chosen if made]


def _check_pages(wanted: Ranges, planned: list[FilePages]) -> None:
    most = max((len(pages) for _, pages in planned), default=0)
    for first, last in wanted:
        if last > most:
            there = ", ".join(f"{file.name} has {counted(len(pages), 'page')}" for file, pages in planned)
            raise ChoiceError("--pages", f"there is no page {max(first, most + 1)}; {there or 'there are no pages'}")


def _of_sheets(options: BuildOptions, file: OutputFile, pages: list[Page]) -> Iterator[Page]:
    sheets = sheet_numbers(options, file)
    wanted = {
        sheet
        for number, sheet in enumerate(sheets, start=1)
        if any(first <= number <= last for first, last in options.pages)
    }
    return (page for page, sheet in zip(pages, sheets, strict=True) if sheet in wanted)


def _describes_set(page: Page, describing: Collection[str]) -> bool:
    return bool(page.placed) and all(placed.piece.component in describing for placed in page.placed)
