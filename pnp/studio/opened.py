"""One piece of an opened kit, drawn again with the elements that its faces are made of, and described for the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from pnp import components
from pnp.components import elements
from pnp.components.collector import Collector, DrawnElement, Memos
from pnp.components.context import RenderContext
from pnp.components.elements import Element
from pnp.components.faces import elements_of
from pnp.components.kinds import deck
from pnp.components.places import box_of, key_of
from pnp.components.sides import of_card
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.graphics import Drawing, Piece, Rect, contour
from pnp.graphics.content import Content
from pnp.graphics.drawing import every
from pnp.kit import Style
from pnp.kit.plugins import PluginError
from pnp.studio import styles
from pnp.text.vector import path_data, vector

Changed = dict[tuple[str, int], Element]
"""Elements that are tried in place of others, by face and number."""
LONGEST = 40
"""The characters of a text by which an element is called."""


class OpenPiece(NamedTuple):
    """A piece, what its elements have drawn, and the diagnostics of drawing it."""

    piece: Piece
    drawn: tuple[DrawnElement, ...]
    context: RenderContext
    diagnostics: tuple[Diagnostic, ...]

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces that are drawn, each once."""
        return tuple(dict.fromkeys(one.face for one in self.drawn))

    def elements(self, face: str) -> list[Element]:
        return elements_of(self.context, face, self.context.kit.facebook.faces[face])


def opened(context: RenderContext, id_: str, changed: Changed | None = None) -> OpenPiece | None:
    """Draw a piece, by its id, with its elements; None if there is none, or if it describes the finished set."""
    component, _, name = id_.partition("/")
    spec = context.kit.components.get(component)
    if spec is None or components.describes_set(spec):
        return None
    memos = Memos(elements=_tried(context, changed or {}), face_fields=context.memos.face_fields)
    found, collector = Diagnostics(), Collector(elements=[])
    tracing = replace(context, diagnostics=found, collector=collector, memos=memos)
    if isinstance(spec, deck.Spec):
        cards = context.kit.cards.get(deck.deck_of(component, spec), {})
        card = name if name in cards else name.rpartition("-")[0]  # one of several copies that differ
        pieces = deck.pieces_of_card(component, card, tracing)
    else:
        pieces = components.pieces(component, spec, tracing)
    piece = next((one for one in pieces if one.id == id_), None)
    return OpenPiece(piece, tuple(collector.elements or ()), tracing, tuple(found)) if piece else None


def _tried(context: RenderContext, changed: Changed) -> dict[str, list[Any]]:
    """The elements of the faces in which some are changed. Other faces are built again, with their diagnostics."""
    found: dict[str, list[Any]] = {}
    for (face, number), element in changed.items():
        known = found.get(face) or elements_of(context, face, context.kit.facebook.faces[face])
        found[face] = [element if at == number else one for at, one in enumerate(known)]
    return found


class Description(NamedTuple):
    """A piece as JSON for the page, and the bitmaps that its pictures name, by digest."""

    data: dict[str, Any]
    bitmaps: dict[str, Content]


def described(one: OpenPiece, folder: Path) -> Description:
    """The sides of a piece as SVG, and its elements with their places. `folder` is that of the user's own kit."""
    numbers = _numbers(one)
    ids = {id(item): numbers[drawn.face, drawn.number] for drawn in one.drawn for item in drawn.items}
    bitmaps: dict[str, Content] = {}
    sides = []
    for name, drawing in (("front", one.piece.front), ("back", one.piece.back)):
        if drawing is not None:
            made = vector(drawing.items, _view(drawing), one.context.fonts, f"{name}-", ids)
            bitmaps |= made.bitmaps
            shown = {ids[id(item)] for item in every(drawing.items) if id(item) in ids}
            lines = _lines(one.piece, drawing.bleed, one.context.facts.safe)
            side = {"side": name, "svg": made.svg, "bleed": drawing.bleed, "lines": lines, "elements": sorted(shown)}
            sides.append(side)
    uses = _uses(one.context)
    listed = [_element(one, face, number, folder) | {"cards": uses[face]} for face, number in numbers]
    size, kinds = one.piece.size, {each["kind"] for each in listed}
    data = {
        "id": one.piece.id,
        "size": [size.w, size.h],
        "safe": one.context.facts.safe,
        "sides": sides,
        "elements": listed,
        "palette": dict(one.context.kit.palette),
        "styles": sorted(one.context.kit.facebook.styles),
        "used": styles.described(one.context, (each["values"] for each in listed)),
        "keys": {kind: sorted(elements.keys(kind)) for kind in kinds},
        "offered": offered(one.context, kinds),
    }
    return Description(data, bitmaps)


def _lines(piece: Piece, bleed: float, safe: float) -> dict[str, str]:
    """The lines of trim, bleed and safe zone, as path data of SVG.

    A small piece has no safe zone, and one that is cut along an outline in its drawing has no lines.
    """
    if piece.outlined:
        return {}
    away = {
        "trim": 0.0,
        **({"bleed": bleed} if bleed else {}),
        **({"safe": -safe} if min(piece.size) > 2 * safe else {}),
    }
    box = Rect(0, 0, *piece.size)
    return {name: path_data(contour.outline(piece.shape, box, by=by)) for name, by in away.items()}


def _numbers(one: OpenPiece) -> dict[tuple[str, int], int]:
    """The number of each element on the page, by its face and its place there; also of those that are not drawn."""
    every_one = ((face, number) for face in one.faces for number in range(len(one.elements(face))))
    return {key: at for at, key in enumerate(every_one)}


def _view(drawing: Drawing) -> Rect:
    return Rect(0, 0, *drawing.size).inset(-drawing.bleed)


def _uses(context: RenderContext) -> Counter[str]:
    """How many designs of cards each face is on."""
    kit = context.kit
    decks = [(deck.deck_of(id_, spec), spec) for id_, spec in kit.components.items() if isinstance(spec, deck.Spec)]
    sides = ({*of_card(kit, name, spec, card)} for name, spec in decks for card in kit.cards.get(name, ()))
    return Counter(face for faces in sides for face in faces if face)


def _element(one: OpenPiece, face: str, number: int, folder: Path) -> dict[str, Any]:
    """An element for the page: what it is, where it is on the piece and in the files, and its values."""
    element = one.elements(face)[number]
    node, box = element.origin, box_of(element.origin)
    drawn = [each for each in one.drawn if (each.face, each.number) == (face, number)]
    span = node.span
    return {
        "face": face,
        "number": number,
        "kind": kind_of(element),
        "id": element.id or "",
        "label": label(element),
        "box": list(box) if box else None,
        "place": key_of(node) or "",
        "boxes": [list(each.box) for each in drawn if each.box and each.items],
        "shown": any(each.items for each in drawn),
        "values": node.plain(),
        "where": f"{Path(span.file).parent.name}/{Path(span.file).name}:{span.line}",
        "own": is_in(span.file, folder),
        "extends": bool(one.context.kit.facebook.faces[face].extends),
        "lines": sorted({(each.file, each.line) for each in node.spans()}),
    }


def kind_of(element: Element) -> str:
    return next((key for key in element.origin.value if key in elements.names()), "")


def label(element: Element) -> str:
    """What an element is called in a list: its id, or the text, picture or colour that it has."""
    if element.id:
        return str(element.id)
    kind = kind_of(element)
    value = element.origin.value[kind].value if kind else ""
    named = value if isinstance(value, str) else getattr(element, "fill", "") or ""
    words = " ".join(str(named if isinstance(named, str) else "").split())
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}…"


def is_in(file: str, folder: Path) -> bool:
    """Whether a file is in a folder, or below it."""
    return Path(file).resolve().is_relative_to(folder.resolve())


def about(faults: Iterable[Diagnostic], listed: list[dict[str, Any]]) -> list[list[int]]:
    """For each diagnostic the numbers of the elements in whose lines it is."""
    lines: dict[tuple[str, int], list[int]] = {}
    for number, element in enumerate(listed):
        for line in element["lines"]:
            lines.setdefault(line, []).append(number)
    return [lines.get((one.span.file, one.span.line), []) for one in faults]


# Offered values -----------------------------------------------------------------------------------------------

# The page offers the values that a model lists for a key of an element or a text style, and the fonts.

FONT, ART, PREFIX, BODY = "font", "art", "styles", "-body"


def offered(context: RenderContext, kinds: Iterable[str]) -> dict[str, list[str]]:
    """The values by key, for elements of some kinds and for text styles; as pictures, the icons."""
    found: dict[str, list[str]] = {}
    for model in (*_models(kinds), Style):
        for key, values in _listed(model).items():
            found[key] = list(dict.fromkeys([*found.get(key, ()), *values]))
    styles = context.kit.facebook.styles
    fonts = sorted({style.font for style in styles.values()})
    prefixes = sorted(name.removesuffix(BODY) for name in styles if name.endswith(BODY))
    return found | {FONT: fonts, ART: sorted(context.kit.icons), PREFIX: prefixes}


def _models(kinds: Iterable[str]) -> Iterator[type]:
    for name in sorted(kinds):
        try:
            yield elements.kind(name).Spec
        except PluginError:
            continue


@cache
def _listed(model: type) -> dict[str, tuple[str, ...]]:
    """The values that a model lists by key."""
    hints = get_type_hints(model)
    return {key: values for key, hint in hints.items() if (values := tuple(_values(hint)))}


def _values(hint: Any) -> Iterator[str]:
    """The values of a type: those of its literals; true and false."""
    if get_origin(hint) is Literal:
        yield from (value for value in get_args(hint) if isinstance(value, str) and value)
    elif hint is bool:
        yield from ("true", "false")
    elif get_origin(hint) in (Union, UnionType):
        for one in get_args(hint):
            yield from _values(one)
