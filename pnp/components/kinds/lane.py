"""A long board of squares, as one board or as several cards that are laid edge to edge.

Its face is drawn as long as all squares are, from the upper left corner of the whole board, and cut between squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Annotated, NamedTuple

from pnp.components.context import RenderContext
from pnp.components.faces import draw
from pnp.graphics import Drawing, Group, Item, Path, Piece, Rect, Size, Stroke, Tag, Transform
from pnp.graphics.compositing import Outline
from pnp.graphics.drawing import Picture, Text, Use, line, rectangle, walk
from pnp.kit import Component
from pnp.kit.annotations import FaceName, RulePath
from pnp.kit.fields import field_value
from pnp.kit.schema import Between, Side

SHEETS, SCHEME, GAP = "lists", "tile", 0.0

MOST_SQUARES = 100
TICK = (0.2, 1.6)
"""The thickness of the lines at cuts, and how far they reach from the edge, mm."""

REACH = 1.0
"""How far lines may reach beyond their outlines, mm."""
SLACK = 0.001
"""By how much a square may be out of its place, as a share of its width: what is calculated is not exact."""


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """A board of squares side by side, perhaps in several cards."""

    squares: RulePath
    """The name of a rule: a number of squares for one board, or a list of numbers, one for each card."""
    size: tuple[Side, Side]
    """The width of a square and the height of the board, in mm."""
    margin: Annotated[float, Between(0, 10)] = 0.0
    """The space before the first and behind the last square of each card, in widths of a square."""
    face: FaceName
    """The face of the whole board, filled from the kit alone. Its `size` is the width of a square and the height of
    the board that it is made for: for others it is stretched. Each card shows its part of it."""
    back: FaceName | None = None
    """The face of the back of a card, filled from the kit alone."""


class _BoardCard(NamedTuple):
    """A card of the board: its number, its first square and its number of squares."""

    number: int
    first: int
    squares: int


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    cards, face = _cards(spec, context), context.face(spec.face, spec.at("face"))
    if face and face.size is None:
        message = f"the face {spec.face!r} of a lane has no size"
        hint = "add the width of a square and the height of the board: 'size: [25, 90]'"
        context.diagnostics.error(spec.at("face"), "missing-key", message, hint)
    if not cards or face is None or face.size is None:
        return []
    total = cards[-1].first + cards[-1].squares - 1
    scope, span = context.kit_scope(), spec.at("face")
    board = draw(context, spec.face, _size(total, spec), scope, span, title=id_, stretched=Size(*spec.size))
    _check_squares(board, total, spec, context)
    return [_piece(id_, card, len(cards), board, spec, context) for card in cards]


def _check_squares(board: Drawing, total: int, spec: Spec, context: RenderContext) -> None:
    """Report the first square of the face that is not in one of the places between which cards are cut."""
    width = spec.size[0]
    for item, at in walk(board.items):
        if isinstance(item, Tag) and item.role == "Square":
            box = _box(item.items[0], at.frame)
            place = box.x / width - spec.margin
            fits = abs(place - round(place)) < SLACK and abs(box.w / width - 1) < SLACK
            if not fits or not 0 <= round(place) < total:
                message = (
                    f"the square {item.alt} of the face {spec.face!r} is not in one of the {total} places of squares"
                )
                hint = "the face and 'squares' need the same rule, and the face's size is the width of a square"
                context.diagnostics.error(spec.at("squares"), "out-of-range", message, hint)
                return


def _size(squares: int, spec: Spec) -> Size:
    width, height = spec.size
    return Size((squares + 2 * spec.margin) * width, height)


def _cards(spec: Spec, context: RenderContext) -> list[_BoardCard]:
    """The cards of the board; none, with an error, for a rule that has no numbers of squares."""
    number = field_value(context.kit.rules.plain(), spec.squares)
    counts = [number] if type(number) is int else number
    if not (isinstance(counts, list) and counts and all(type(n) is int and n > 0 for n in counts)):
        counts = []
    if not 2 <= sum(counts) <= MOST_SQUARES:
        message = f"{spec.squares!r} is not a rule with a number, or a list of numbers, of 2 to {MOST_SQUARES} squares"
        context.diagnostics.error(spec.at("squares"), "unknown-field", message)
        return []
    firsts = accumulate(counts, initial=1)
    return [_BoardCard(i, first, n) for i, (first, n) in enumerate(zip(firsts, counts, strict=False), 1)]


def _part(card: _BoardCard, spec: Spec) -> Rect:
    """The part of the board that a card shows."""
    return Rect((card.first - 1) * spec.size[0], 0, *_size(card.squares, spec))


def _piece(id_: str, card: _BoardCard, cards: int, board: Drawing, spec: Spec, context: RenderContext) -> Piece:
    size, width = _size(card.squares, spec), spec.size[0]
    items = [_cut(board, _part(card, spec)), *_ticks(card, cards, size, spec, context)]
    front = Drawing(f"{id_}-{card.number}", size, tuple(items), board.bleed)
    back = None
    if spec.back:
        title = f"{id_}-back-{card.squares}"
        back = draw(context, spec.back, size, context.kit_scope(), spec.at("back"), title=title)
    last = card.first + card.squares - 1
    return Piece(
        f"{id_}/{card.number}",
        id_,
        spec.title if cards == 1 else context.say("list_squares", title=spec.title, first=card.first, last=last),
        size,
        front,
        back,
        stock=spec.stock,
        seams=tuple((spec.margin + i) * width for i in range(1, card.squares)),
    )


def _cut(board: Drawing, part: Rect) -> Group:
    """A part of a board, with its bleed."""
    inside = tuple(_within(board.items, part, part.inset(-board.bleed - REACH), Transform()))
    return Group(inside, Transform.move(-part.x, -part.y), clip=rectangle(part.inset(-board.bleed)))


def _within(items: Iterable[Item], part: Rect, around: Rect, frame: Transform) -> Iterator[Item]:
    """The items in a part of a board and around it, so that its card has no others. A square is on the card that has
    its middle."""
    for item in items:
        if isinstance(item, Tag | Group):
            inner = frame.over(item.transform) if isinstance(item, Group) else frame
            is_square = isinstance(item, Tag) and item.role == "Square"
            left = () if is_square and not _has_middle(item, part, frame) else item.items
            kept = tuple(_within(left, part, around, inner))
            if kept:
                yield item._replace(items=kept)
        elif around.overlaps(_box(item, frame)):
            yield item


def _has_middle(square: Tag | Group, part: Rect, frame: Transform) -> bool:
    return part.x <= _box(square.items[0], frame).centre[0] < part.right


def _box(item: Item, frame: Transform) -> Rect:
    """The box around an item that has no others in it; for a text, where it begins."""
    if isinstance(item, Use):
        return frame.over(item.transform).box(Rect(0, 0, *item.drawing.size))
    if isinstance(item, Path):
        return frame.box(Outline(item.segments).bounds)
    if isinstance(item, Picture):
        return frame.box(item.box)
    assert isinstance(item, Text)  # noqa: S101 - for mypy
    return frame.box(Rect(item.x, item.y, REACH, REACH))


def _ticks(card: _BoardCard, cards: int, size: Size, spec: Spec, context: RenderContext) -> Iterator[Item]:
    """A short line on the far and on the near edge of a card at each cut to another card. The rows of a sheet may be
    cut in different places: there are lines only where a cut is. A print shop needs none."""
    if context.for_shop:
        return
    (width, length), ink = TICK, context.colour("ink", spec.at("squares"))
    ends = ((0.0, card.number > 1), (size.w, card.number < cards))
    for x in (x for x, is_cut in ends if is_cut):
        for edge, end in ((0.0, length), (size.h, size.h - length)):
            yield line(x, edge, x, end, Stroke(ink, width))
