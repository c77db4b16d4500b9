"""A kit's pieces -> groups of sheets: what lies together on sheets, in which scheme, with which backs."""

from __future__ import annotations

from typing import NamedTuple

from pnp import components, imposition
from pnp.bench import Bench
from pnp.drawing import Piece
from pnp.imposition import NoRoomError, Room, Sheet
from pnp.model import Measure
from pnp.order import Order

STOCKS = ("cardstock", "paper")
GUTTERFOLD, BOOKLET = "gutterfold", "booklet"


class _Heap(NamedTuple):
    """What pieces that lie together on sheets have in common; `sheets` is what their sheets share."""

    sheets: str
    stock: str
    scheme: str
    gap: float


class Group(NamedTuple):
    """Sheets that belong together; `key` is in the names of their files, `name` stands on their labels."""

    key: str
    name: str
    stock: str
    sheets: tuple[Sheet, ...]
    booklet: bool = False
    """Whether the sheets are to be folded and stapled into one another."""

    @property
    def backed(self) -> bool:
        return any(sheet.back for sheet in self.sheets)

    @property
    def folded(self) -> bool:
        return any(sheet.fold for sheet in self.sheets)


def groups(desk: Bench, made: dict[str, list[Piece]], paper: Measure, order: Order) -> list[Group]:
    """The pieces of all components on their sheets, in the order of the kit's components."""
    together: dict[_Heap, list[Piece]] = {}
    for id_, pieces in made.items():
        for piece in pieces:
            together.setdefault(_heap(desk, id_, piece, order), []).append(piece)
    room = Room(paper.extent, desk.facts.margin, desk.say)
    found = []
    for heap, pieces in together.items():
        try:
            sheets = imposition.arrange(heap.scheme, pieces, room, heap.gap)
        except NoRoomError as error:
            _too_large(desk, error, paper)
            continue
        if order.backs != "none" or heap.scheme == BOOKLET:
            sheets = [imposition.duplex(sheet, order.flip) for sheet in sheets]
        if sheets:
            name, booklet = _name(desk, heap), heap.scheme == BOOKLET
            found.append(Group(heap.sheets, name, heap.stock, tuple(sheets), booklet=booklet))
    return found


def _heap(desk: Bench, id_: str, piece: Piece, order: Order) -> _Heap:
    spec = desk.kit.components[id_]
    kind = components.kind(spec.kind)
    gap = kind.GAP
    if order.gap is not None and kind.SCHEME == "grid" and not piece.outlined:
        gap = max(order.gap, gap)
    scheme = BOOKLET if order.rulebook == BOOKLET and kind.SCHEME == "pages" else kind.SCHEME
    return _Heap(kind.SHEETS, spec.stock, GUTTERFOLD if order.backs == GUTTERFOLD and piece.back else scheme, gap)


def _name(desk: Bench, heap: _Heap) -> str:
    name = desk.say(f"sheets_{heap.sheets}")
    return desk.say("sheets_to_fold", sheets=name) if heap.scheme == GUTTERFOLD else name


def _too_large(desk: Bench, error: NoRoomError, paper: Measure) -> None:
    where = desk.kit.components[error.piece.component]
    desk.faults.error(
        where.at("size") if "size" in where.origin.value else where.origin.key_span,
        "too-large",
        f"{error.piece.title!r}, {error.piece.size}, does not fit {paper.title}, which prints {error.area}",
        "choose a larger paper, or make the piece smaller",
    )
