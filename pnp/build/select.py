"""An order's selection -> which pieces are printed, and which sheets of them.

Pieces are chosen when all are drawn, and proved, and before they are laid out. Sheets are chosen when all are laid out,
so they keep the numbers that they have in the whole set.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

from pnp.build.choices import ChoiceError
from pnp.build.options import BuildOptions, Ranges
from pnp.build.pages import OutputFile, sheet_numbers
from pnp.diagnostics import counted
from pnp.graphics.drawing import Piece
from pnp.kit import load
from pnp.pdf import Page

Made = dict[str, list[Piece]]
Planned = tuple[OutputFile, list[Page]]


def pieces(order: BuildOptions, made: Made, fingerprint: Callable[[Piece], str]) -> tuple[Made, tuple[str, ...]]:
    """The pieces that an order wants, by component, and the names of those that are gone since the earlier state.

    Raises ChoiceError for a card that has no pieces.
    """
    _check_cards(order.cards, made)
    gone = _gone(order, made)
    if order.picked:
        made = {id_: [p for p in mine if _is_wanted(order, p, fingerprint)] for id_, mine in made.items()}
    return {id_: [_counted(order, piece) for piece in mine] for id_, mine in made.items()}, gone


def _check_cards(cards: Iterable[str], made: Made) -> None:
    known = dict.fromkeys(card_of(piece) for mine in made.values() for piece in mine)
    for card in cards:
        if not known:
            raise ChoiceError("--cards", "what --only names has no cards")
        if card not in known:
            raise ChoiceError("--cards", load.unknown("card", card, known))


def card_of(piece: Piece) -> str:
    """The id of the card that a piece shows, or its own name within its component."""
    return piece.id.rpartition("/")[2]


def _is_wanted(order: BuildOptions, piece: Piece, fingerprint: Callable[[Piece], str]) -> bool:
    if order.cards and card_of(piece) not in order.cards:
        return False
    return order.since is None or order.since.drawings.get(piece.id) != fingerprint(piece)


def _gone(order: BuildOptions, made: Made) -> tuple[str, ...]:
    """What is no longer made, of the components and cards that are wanted."""
    if order.since is None:
        return ()
    there = {piece.id for mine in made.values() for piece in mine}
    lost = [id_ for id_ in order.since.titles if id_ not in there]
    if order.only:
        lost = [id_ for id_ in lost if id_.partition("/")[0] in order.only]
    if order.cards:
        lost = [id_ for id_ in lost if id_.rpartition("/")[2] in order.cards]
    return tuple(f"{order.since.titles[id_]} ({id_})" for id_ in lost)


def _counted(order: BuildOptions, piece: Piece) -> Piece:
    """The piece as often as it is wanted. A filler that was picked is wanted once, and no longer fills what is left."""
    if order.copies is not None:
        return replace(piece, copies=order.copies, filler=False)
    if order.picked and piece.filler:
        return replace(piece, copies=max(1, piece.copies), filler=False)
    return piece


def some(order: BuildOptions, made: Made) -> bool:
    """Whether anything that was picked is to be printed; there may be no changes.

    Raises ChoiceError if cards were chosen and the set has no copies of any of them.
    """
    found = any(piece.copies for mine in made.values() for piece in mine)
    if not found and order.since is None:
        raise ChoiceError("--cards", f"the set has no copies of {', '.join(order.cards)}; ask for some with --copies")
    return found


def pages(order: BuildOptions, planned: list[Planned], last: Collection[str]) -> list[Planned]:
    """The sheets that an order wants, with both their sides; files without any are left out.

    Pages of components that tell of the whole set, `last`, are wanted if they were named, or if there is nothing else.
    Raises ChoiceError for a page that no file has.
    """
    if not order.pages:
        return planned
    _check_pages(order.pages, planned)
    kept = [(file, list(_of_sheets(order, file, made))) for file, made in planned]
    others = [(file, [page for page in made if order.only or not _tells(page, last)]) for file, made in kept]
    chosen = others if any(made for _, made in others) else kept
    return [(file, made) for file, made in chosen if made]


def _check_pages(wanted: Ranges, planned: list[Planned]) -> None:
    most = max((len(made) for _, made in planned), default=0)
    for first, last in wanted:
        if last > most:
            there = ", ".join(f"{file.name} has {counted(len(made), 'page')}" for file, made in planned)
            raise ChoiceError("--pages", f"there is no page {max(first, most + 1)}; {there or 'there are no pages'}")


def _of_sheets(order: BuildOptions, file: OutputFile, made: list[Page]) -> Iterator[Page]:
    sheets = sheet_numbers(order, file)
    wanted = {
        sheet
        for number, sheet in enumerate(sheets, start=1)
        if any(first <= number <= last for first, last in order.pages)
    }
    return (page for page, sheet in zip(made, sheets, strict=True) if sheet in wanted)


def _tells(page: Page, last: Collection[str]) -> bool:
    return bool(page.placed) and all(placed.piece.component in last for placed in page.placed)
