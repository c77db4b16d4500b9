"""Preview a kit: a contact sheet of all faces, or one card large, with lines for trim, bleed and safe zone.

The cards that a diagnostic is about: by their data, their faces, and what is drawn on them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

from pnp.components.context import RenderContext
from pnp.components.fingerprint import Fingerprints
from pnp.components.kinds.deck import Spec, deck_of
from pnp.components.sides import of_card as sides_of
from pnp.diagnostics import Diagnostic, Span, unknown
from pnp.graphics import Drawing, Item, Path, Piece, Rect, Size, Stroke, Tag, Transform
from pnp.graphics.contour import outline
from pnp.graphics.drawing import RECTANGLE, Shape, Text, Use, line, total
from pnp.kit import Kit
from pnp.pdf import Page, png, rendering
from pnp.pipeline.choices import ChoiceError
from pnp.pipeline.diff_pages import INK, fitted, framed
from pnp.sources import Node
from pnp.text import Fonts

FONT, STRONG = "body", "bold"
TYPE, LEAST = 7.0, 3.0
ROW = 3.2
"""Height of a line of text, mm."""
MARGIN, BETWEEN, HEADING = 8.0, 5.0, 8.0

TALLEST = 70.0
"""The maximum length of a face's longest side on a contact sheet, mm; longer faces are scaled down."""
NARROWEST = 26.0
"""The minimum width of a face's caption, mm."""

AROUND = 6.0
"""Room for bleed around a card that is shown large, mm."""
TRIM = Stroke("#d6006c", 0.15)
BLEED = Stroke("#0077c8", 0.15, (2.0, 1.0))
SAFE = Stroke("#00843d", 0.15, (0.8, 0.4))
HALO = Stroke("#ffffff", 0.35, alpha=0.7)
"""A wider stroke under the lines, so that they are visible on any background."""
SAMPLE = 9.0


SHEET_DPI, CARD_DPI = 120, 300
"""The default resolution of a contact sheet and of a card."""
LEAST_DPI, MOST_DPI = 20, 1200


class PreviewPicture(NamedTuple):
    """A PNG file in memory: its label, width and height in pixels, and resolution."""

    data: bytes
    label: str
    pixels: tuple[int, int]
    dpi: int


def picture(context: RenderContext, pieces: Iterable[Piece], card: str | None, dpi: int | None) -> PreviewPicture:
    """Draw all faces, or the pieces of one card.

    Raises ChoiceError for an unknown card and a picture that would be too large.
    """
    pieces = list(pieces)
    page = contact_sheet(context, pieces) if card is None else card_proof(context, _chosen(pieces, card))
    used = dpi or min(SHEET_DPI if card is None else CARD_DPI, rendering.finest(page.paper))
    most = rendering.finest(page.paper)
    if used > most:
        size = f"the picture would have more than {rendering.PIXELS // 1_000_000} million pixels"
        raise ChoiceError("--dpi", f"{size}; the maximum is --dpi {most}")
    data = png.write(page, context.fonts, used)
    return PreviewPicture(data, page.label, png.pixels(page.paper, used), used)


def _chosen(pieces: list[Piece], card: str) -> list[Piece]:
    matches = named(pieces, card)
    if not matches:
        known = dict.fromkeys(piece.id if "/" in card else piece.card for piece in pieces)
        raise ChoiceError("CARD", unknown("card", card, known))
    return matches


class PreviewFace(NamedTuple):
    """A printed face: its name, its component, its drawing, and its number of copies as text."""

    name: str
    component: str
    drawing: Drawing
    times: str
    shape: Shape = RECTANGLE


def faces(pieces: Iterable[Piece], fonts: Fonts) -> list[PreviewFace]:
    """The distinct faces of the pieces, compared by drawing."""
    prints = Fingerprints(fonts)
    sides: dict[tuple[str, bool], list[Piece]] = {}
    for piece in pieces:
        sides.setdefault((prints.side(piece.front), False), []).append(piece)
        if piece.back:
            sides.setdefault((prints.side(piece.back), True), []).append(piece)
    shown = [_face(alike, back=back) for (_, back), alike in sides.items()]
    order = list(dict.fromkeys(face.component for face in shown))
    return sorted(shown, key=lambda face: (order.index(face.component), face.name.startswith("back of")))


def _face(pieces: list[Piece], *, back: bool) -> PreviewFace:
    first = pieces[0]
    drawing = first.back if back and first.back else first.front
    name = f"{first.id} and {len(pieces) - 1} more" if len(pieces) > 1 else first.id
    count = total(pieces)
    filler = "fills up sheets" if any(piece.filler for piece in pieces) else ""
    times = " · ".join(filter(None, (f"× {count}" if count or not filler else "", filler)))
    return PreviewFace(f"back of {name}" if back else name, first.component, drawing, times, first.shape)


def named(pieces: Iterable[Piece], name: str) -> list[Piece]:
    """The pieces of a card by its id (`swerve`), or one piece by its own (`moves/swerve`)."""
    return [piece for piece in pieces if name in (piece.id, piece.card)]


def contact_sheet(context: RenderContext, pieces: Iterable[Piece]) -> Page:
    """A page with every distinct face of the pieces, its id and its number of copies."""
    drawn = faces(pieces, context.fonts)
    width = 300.0
    rows = _rows(drawn, width)
    while width < 3000 and _height(rows) > 1.1 * width:
        width += 60
        rows = _rows(drawn, width)
    paper = Size(width, _height(rows))
    area = Rect(0, 0, *paper).inset(MARGIN)
    total = f"{context.kit.title} · {len(drawn)} faces"
    items: list[Item] = [_words(total, area.x, area.y + 4, area.w, context.fonts, STRONG, 2 * TYPE)]
    y = area.y + HEADING
    for row in rows:
        items.extend(_row(row, area.x, y, context.fonts))
        y += _row_height(row)
    return _page("contact sheet", paper, items)


def _rows(faces: list[PreviewFace], width: float) -> list[list[PreviewFace]]:
    rows: list[list[PreviewFace]] = []
    left = 0.0
    for face in faces:
        need = _cell(face)
        if not rows or need > left:
            rows.append([])
            left = width - 2 * MARGIN
        rows[-1].append(face)
        left -= need + BETWEEN
    return rows


def _scale(face: PreviewFace) -> float:
    return min(1.0, TALLEST / max(face.drawing.size))


def _cell(face: PreviewFace) -> float:
    return max(NARROWEST, _scale(face) * face.drawing.size.w)


def _row_height(row: list[PreviewFace]) -> float:
    return max(_scale(face) * face.drawing.size.h for face in row) + 2 * ROW + BETWEEN


def _height(rows: list[list[PreviewFace]]) -> float:
    return 2 * MARGIN + HEADING + sum(map(_row_height, rows))


def _row(row: list[PreviewFace], x: float, y: float, fonts: Fonts) -> Iterator[Item]:
    for face in row:
        scale, width = _scale(face), _cell(face)
        count = face.times if scale == 1 else f"{face.times} · at {100 * scale:.0f} %"
        yield _words(face.name, x, y + ROW - 0.8, width, fonts)
        yield _words(count, x, y + 2 * ROW - 0.8, width, fonts)
        yield framed(face.drawing, scale, x, y + 2 * ROW, face.shape)
        x += width + BETWEEN


def card_proof(context: RenderContext, pieces: Iterable[Piece]) -> Page:
    """A page with pieces at true size, front and back, under lines for trim, bleed and safe zone, with a legend."""
    shown = list(pieces)
    width = max(MARGIN * 2 + sum(side.size.w + 2 * AROUND for side in piece.sides) for piece in shown)
    width = max(width, 120.0)
    paper = Size(width, MARGIN * 2 + sum(map(_proof_height, shown)) + 4 * ROW)
    items: list[Item] = []
    y = MARGIN
    for piece in shown:
        items.extend(_proof(context, piece, y, width))
        y += _proof_height(piece)
    bleed = max(piece.bleed for piece in shown)
    items.extend(_legend(context, bleed, y + ROW, width))
    return _page(f"proof of {shown[0].id}", paper, items)


def _proof_height(piece: Piece) -> float:
    return HEADING + piece.size.h + 2 * AROUND


def places(piece: Piece, y: float = MARGIN) -> list[Rect]:
    """The trim rectangles of a piece's sides on its proof, in drawing coordinates, if it begins at `y`."""
    x, found = MARGIN, []
    for side in piece.sides:
        found.append(Rect(x + AROUND, y + HEADING + AROUND, *side.size))
        x += side.size.w + 2 * AROUND
    return found


def _proof(context: RenderContext, piece: Piece, y: float, width: float) -> Iterator[Item]:
    times = f"× {piece.copies}" if piece.copies else "fills up sheets"
    yield _words(piece.title, MARGIN, y + 2.5, width - 2 * MARGIN, context.fonts, STRONG, TYPE + 1)
    details = " · ".join((piece.id, str(piece.size), times, "front and back" if piece.back else "one side"))
    yield _words(details, MARGIN, y + 2.5 + ROW, width - 2 * MARGIN, context.fonts)
    for side, place in zip(piece.sides, places(piece, y), strict=True):
        yield Use(side, Transform.move(place.x, place.y))
        yield from _outline(piece, place, 0.0, TRIM)
        if side.bleed:
            yield from _outline(piece, place, side.bleed, BLEED)
        if min(place.size) > 2 * context.facts.safe:
            yield from _outline(piece, place, -context.facts.safe, SAFE)


def _outline(piece: Piece, trim: Rect, by: float, stroke: Stroke) -> Iterator[Item]:
    """The line `by` mm outside a piece's trim."""
    segments = outline(piece.shape, trim, by=by)
    yield Path(segments, stroke=HALO)
    yield Path(segments, stroke=stroke)


def _legend(context: RenderContext, bleed: float, y: float, width: float) -> Iterator[Item]:
    entries = [
        (TRIM, "trim: the card is cut here"),
        (SAFE, f"safe zone: text stays inside, {context.facts.safe:g} mm from the trim"),
    ]
    if bleed:
        entries.append((BLEED, f"bleed: the background extends to here, {bleed:g} mm past the trim"))
    for stroke, words in entries:
        yield line(MARGIN, y - 0.9, MARGIN + SAMPLE, y - 0.9, stroke)
        yield _words(words, MARGIN + SAMPLE + 2, y, width - 2 * MARGIN - SAMPLE - 2, context.fonts)
        y += ROW


def _words(words: str, x: float, y: float, width: float, fonts: Fonts, font: str = FONT, size: float = TYPE) -> Text:
    """Text on one line, made smaller to fit the width, and cut off with … if that is not enough."""
    size = fitted(words, width, fonts, font, size, LEAST)
    cut = words
    while cut and fonts.width(cut, font, size) > width:
        cut = cut[:-2] + "…" if len(cut) > 1 else ""
    return Text(x, y, cut, font, size, INK)


def _page(name: str, paper: Size, items: Iterable[Item]) -> Page:
    return Page(paper, (), Drawing(name, paper, (Tag("Artifact", tuple(items)),)), name)


class _Lines(NamedTuple):
    """Lines of a file, or rows of a sheet of a workbook, and the cards that they are about."""

    first: int
    last: int
    cards: frozenset[str]


class Owners:
    """Finds the cards that a diagnostic is about: by its card, or by the lines of the card and of its faces."""

    def __init__(self, kit: Kit) -> None:
        lines: dict[tuple[str, str], list[_Lines]] = {}
        for node, cards in _nodes(kit):
            lines.setdefault((node.key_span.file, _sheet(node.key_span)), []).append(_lines(node, cards))
        self._sorted = {place: sorted(found, key=lambda one: one.first) for place, found in lines.items()}
        self._reach = {
            place: list(accumulate((one.last for one in found), max)) for place, found in self._sorted.items()
        }

    def cards(self, diagnostic: Diagnostic) -> frozenset[str]:
        """The ids of the cards; empty for a diagnostic that is about no card."""
        if diagnostic.card.id:
            return frozenset({diagnostic.card.id})
        span = diagnostic.span
        place = (span.file, _sheet(span))
        found, reach = self._sorted.get(place, []), self._reach.get(place, [])
        cards: frozenset[str] = frozenset()
        number = bisect_right(found, span.line, key=lambda one: one.first) - 1
        while number >= 0 and reach[number] >= span.line:  # no earlier lines end so late
            cards |= found[number].cards if found[number].last >= span.line else frozenset()
            number -= 1
        return cards


def of_card(kit: Kit, name: str, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics of a card, by its id (`swerve`) or that of a piece (`moves/swerve`).

    All of them if the piece shows no card of a deck, as a page of a rulebook.
    """
    id_ = re.sub(r"-\d+$", "", name.rpartition("/")[2])  # perhaps one of several copies
    if not any(id_ in cards for cards in kit.cards.values()):
        return list(diagnostics)
    owners = Owners(kit)
    return [one for one in diagnostics if id_ in owners.cards(one)]


def _nodes(kit: Kit) -> Iterator[tuple[Node, frozenset[str]]]:
    """The parts of the kit's files that are about cards, with the ids of these cards."""
    printed: dict[str, set[str]] = {}
    for deck, cards in kit.cards.items():
        for id_, card in cards.items():
            yield card.origin, frozenset({id_})
            for name in _faces(kit, deck, id_):
                printed.setdefault(name, set()).add(id_)
    for name, ids in printed.items():
        face = kit.facebook.faces[name]
        # An inherited element is in the lines of another face.
        for node in face.elements if face.extends else (face.origin,):
            yield node, frozenset(ids)


def _faces(kit: Kit, deck: str, id_: str) -> set[str]:
    """The names of the faces of a card in all components that print it."""
    decks = ((name, spec) for name, spec in kit.components.items() if isinstance(spec, Spec))
    specs = [spec for name, spec in decks if deck_of(name, spec) == deck]
    return {name for spec in specs for name in sides_of(kit, deck, spec, id_) if name in kit.facebook.faces}


def _lines(node: Node, cards: frozenset[str]) -> _Lines:
    numbers = [span.line for span in (node.key_span, *node.spans()) if span.file == node.key_span.file]
    return _Lines(min(numbers), max(numbers), cards)


def _sheet(span: Span) -> str:
    """The sheet of a place in a workbook; empty for other files."""
    return span.cell.name.rpartition("!")[0]
