"""The sentence of a kit's credits that names the typefaces: those in which its pieces and the labels of sheets are set.

Which fallbacks are used is known when all pieces are drawn. So the sentence is first made from the text styles; where
that is printed and not right, the pieces with it are drawn again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pnp.components.context import RenderContext
from pnp.graphics import Piece
from pnp.graphics.drawing import Text
from pnp.imposition.marks import LABEL_FONT
from pnp.kit import Kit
from pnp.kit.labels import SheetWords
from pnp.text import Fonts

_SOFT = "\u00ad"


def credited(kit: Kit, fonts: Fonts) -> Kit:
    """The kit with a sentence about the typefaces of its text styles, unless it has its own."""
    if kit.credit.typefaces:
        return kit
    return _with(kit, _sentence(kit, fonts, {style.font for style in kit.facebook.styles.values()} & {*fonts.roles()}))


def is_own(kit: Kit) -> bool:
    """Whether a kit has a sentence of its own."""
    node = kit.credit.origin.value.get("typefaces")
    return node is not None and bool(node.value)


def corrected(context: RenderContext, drawn: Mapping[str, Sequence[Piece]]) -> RenderContext:
    """The context with the sentence about the typefaces of all pieces; the same one if that is right."""
    old = context.kit.credit.typefaces
    new = _sentence(context.kit, context.fonts, _printed(context, drawn))
    if new == old:
        return context
    return replace(context, kit=_with(context.kit, new), templates=context.templates.crediting(old, new))


def printing(sentence: str, drawn: Mapping[str, Sequence[Piece]]) -> list[str]:
    """The components that print a sentence."""
    wanted = _squeezed([sentence])
    return [id_ for id_, pieces in drawn.items() if wanted and wanted in _squeezed(_texts(pieces))]


def _texts(pieces: Iterable[Piece]) -> list[str]:
    return [text.text for piece in pieces for side in piece.sides for text in side.texts()]


def _squeezed(texts: Iterable[str]) -> str:
    return "".join("".join(texts).replace(_SOFT, "").split())


def _printed(context: RenderContext, drawn: Mapping[str, Sequence[Piece]]) -> set[str]:
    """The font roles in which pieces and labels are set, with fallbacks."""
    sides = [side for pieces in drawn.values() for piece in pieces for side in piece.sides]
    label = Text(0, 0, context.kit.title, LABEL_FONT, 1, "#000000")
    return context.fonts.roles_of([label, *(text for side in sides for text in side.texts())])


def _with(kit: Kit, sentence: str) -> Kit:
    return replace(kit, credit=replace(kit.credit, typefaces=sentence))


def _sentence(kit: Kit, fonts: Fonts, used: set[str]) -> str:
    """The families of some roles, titles first, and their licence, which fonts of the kit's own folder lack."""
    roles = sorted(used, key=lambda role: (role != "title", role))
    families = list(dict.fromkeys(fonts.family(role) for role in roles))
    names = [family for family in families if family]
    if not names:
        return ""
    labels = SheetWords(kit.language, kit.sheets)
    licensed = "" if any(fonts.is_own(role) for role in roles) else "_ofl"
    number = {1: "one", 2: "two"}.get(len(names), "many")
    listed = {"names": f" {labels.say('and')} ".join(filter(None, (kit.sheets.between.join(names[:-1]), names[-1])))}
    return labels.say(f"typefaces_{number}{licensed}", **listed)
