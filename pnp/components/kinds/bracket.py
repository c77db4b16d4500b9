"""A page of knock-out brackets to write on, one for each number of entrants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pnp.components.context import RenderContext, typeset
from pnp.components.pictures import picture
from pnp.graphics import Drawing, Item, Piece, Rect, Size, Stroke, Tag
from pnp.graphics.drawing import line
from pnp.kit import Component
from pnp.kit.annotations import PictureName

SHEETS, SCHEME, GAP = "bracket", "grid", 0.0
SHRINKS = True

SIZE = Size(180, 245)
HEAD = 26.0
BANNER = 10.0
"""The height of the picture above the brackets, mm."""
ROUNDS = ("final", "semifinals", "quarterfinals")
"""The keys of the names of the rounds, from the last."""
BETWEEN = 12.0


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """Brackets for a tournament, one below the other."""

    entrants: tuple[Literal[2, 4, 8, 16], ...]
    """The sizes of the brackets on the page, from the top."""
    art: PictureName | None = None
    """The file name of a picture beside the title."""
    banner: PictureName | None = None
    """The file name of a picture above the brackets, as wide as the page."""


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    title = context.say("bracket_title", game=context.kit.title, title=spec.title)
    items: list[Item] = [
        Tag("H1", tuple(typeset(context, "bracket-title", title, Rect(0, 0, 150, 14), spec.at("title"))))
    ]
    if spec.art:
        items.extend(picture(context, spec.art, Rect(156, 0, 24, 24), "#000000", spec.at("art")))
    top = HEAD
    if spec.banner:
        box = Rect(0, HEAD, SIZE.w, BANNER)
        items.extend(picture(context, spec.banner, box, "#000000", spec.at("banner")))
        top += BANNER + 4
    room = SIZE.h - top - BETWEEN * (len(spec.entrants) - 1)
    y = top
    for count in spec.entrants:
        height = room * count / sum(spec.entrants)
        items.extend(_bracket(count, Rect(0, y, SIZE.w, height), spec, context))
        y += height + BETWEEN
    drawing = Drawing(id_, SIZE, tuple(items))
    return [Piece(f"{id_}/page", id_, spec.title, SIZE, drawing, stock=spec.stock, outlined=True)]


def _bracket(count: int, box: Rect, spec: Spec, context: RenderContext) -> list[Item]:
    """Draw the rounds from left to right; each pair of lines joins the line of its winner."""
    pen = Stroke(context.colour("ink", spec.at("entrants")), 0.4)
    head = typeset(context, "bracket-head", context.say("riders", n=count), Rect(box.x, box.y, 60, 5), spec.at("title"))
    items: list[Item] = [Tag("H2", tuple(head))]
    rounds = count.bit_length()
    width = box.w / rounds
    top, height = box.y + 12, box.h - 12
    for round_ in range(rounds):
        lines = count >> round_
        x = box.x + round_ * width
        if 1 < lines <= 1 << len(ROUNDS):
            name = context.say(f"bracket_{ROUNDS[lines.bit_length() - 2]}")
            items.extend(typeset(context, "bracket-round", name, Rect(x, box.y + 6, width - 4, 5), spec.at("title")))
        for i in range(lines):
            y = top + height * (i + 0.5) / lines
            items.append(line(x, y, x + width - (0 if round_ < rounds - 1 else 2), y, pen))
            if round_ < rounds - 1 and i % 2 == 0:
                items.append(line(x + width, y, x + width, y + height / lines, pen))
    final = Rect(box.x + (rounds - 1) * width + 2, top + height / 2 + 1.5, width - 4, 5)
    items.extend(typeset(context, "bracket-head", context.say("bracket_champion"), final, spec.at("title")))
    return items
