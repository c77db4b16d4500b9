"""A track with one cell per step, with a picture or a number, labelled for one side or for both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pnp.components.context import RenderContext, typeset
from pnp.components.faces import draw
from pnp.components.pictures import picture
from pnp.graphics import Drawing, Group, Item, Path, Piece, Rect, Size, Stroke, Tag, Transform
from pnp.graphics.drawing import Text, line, rectangle
from pnp.kit import Component
from pnp.kit.annotations import FaceName, PictureName, RuleName, With
from pnp.kit.fields import field_value
from pnp.kit.languages import begun
from pnp.kit.schema import Name, Paint, Side

SHEETS, SCHEME, GAP = "pieces", "nest", 8.0

EDGE = 2.5
LABEL = 8.0
ARROW = 2.5
"""Half the width in mm of what a face may draw on the line between two labels."""


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """A row of cells to move a marker along."""

    size: tuple[Side, Side]
    """The trim's width and height in mm."""
    steps: RuleName
    """The name of a rule: a list of ids makes a cell of each, a number n makes cells 0 to n."""
    picture: PictureName | None = None
    """The file name of each cell's picture, in which `{step}` is the step's id; left out, cells have numbers."""
    across: Annotated[bool, With("picture")] = False
    """Whether cells also have a label for the player on the other side: the same list in reverse."""
    face: FaceName | None = None
    """The face under the cells, filled from the kit and from `colourway`; left out, cells are shaded in turn."""
    colourways: tuple[Name, ...] = ()
    """A track of each colourway, which the face can use as `{colourway}`; left out, there is one track."""
    colours: Annotated[tuple[Paint, Paint] | None, With("picture")] = None
    """The colours of the labels on the near and on the far side; left out, those of the style."""


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    steps = field_value(context.kit.rules.plain(), spec.steps)
    if type(steps) is int:
        steps = range(steps + 1)
    if not isinstance(steps, list | range) or not 2 <= len(steps) <= 60:
        message = f"the rules have no {spec.steps!r} for the track: a list of 2 to 60 cells, or a number from 1 to 59"
        context.diagnostics.error(spec.at("steps"), "unknown-field", message)
        return []
    size = Size(*spec.size)
    found = []
    for colourway in spec.colourways or ("",):
        cells = _track([str(step) for step in steps], colourway, spec, context, size)
        drawing = Drawing(f"{id_}-{colourway}" if colourway else id_, size, tuple(cells))
        name = f"{id_}/{colourway or 'track'}"
        title = f"{spec.title}, {context.name_of(colourway)}" if colourway else spec.title
        found.append(Piece(name, id_, title, size, drawing, stock=spec.stock))
    return found


def _track(steps: list[str], colourway: str, spec: Spec, context: RenderContext, size: Size) -> list[Item]:
    ink = context.colour("ink", spec.at("steps"))
    board = Rect(0, 0, *size).inset(EDGE)
    width = board.w / len(steps)
    items: list[Item] = []
    if spec.face:
        scope = {**context.kit_scope(), "colourway": colourway}
        ground = draw(context, spec.face, size, scope, spec.at("face"), title=f"{spec.face}{colourway}")
        items.append(Group(ground.items))  # not a use of it, so that its words are read by the checks
    for index, step in enumerate(steps):
        cell = Rect(board.x + index * width, board.y, width, board.h)
        shade = "cream" if index % 2 == 0 else "paper"
        if not spec.face:
            items.append(Path(rectangle(cell), fill=context.colour(shade, spec.at("steps"))))
        at = 0 if index == 0 else 1 if index == len(steps) - 1 else None
        drawn = _cell(step, steps[-1 - index], spec, context, cell, at)
        items.append(Tag("Cell", tuple(drawn), step, spec.at("steps")))
    inner = [
        line(board.x + i * width, board.y, board.x + i * width, board.far, Stroke(ink, 0.25))
        for i in range(1, len(steps))
        if not spec.face
    ]
    return [*items, *inner, Path(rectangle(board, 1.5), stroke=Stroke(ink, 0.5))]


def _cell(step: str, across: str, spec: Spec, context: RenderContext, cell: Rect, end: int | None) -> list[Item]:
    """One cell with its labels. `end` is 0 for the first cell, 1 for the last."""
    if spec.picture is None:
        return _count_cell(step, spec, context, cell, last=end == 1)
    middle = Rect(cell.x, cell.y + LABEL, cell.w, cell.h - 2 * LABEL).inset(1.0)
    name = spec.picture.replace("{step}", step)
    items = picture(context, name, middle, context.colour("ink", spec.at("picture")), spec.at("picture"))
    near = Rect(cell.x, cell.far - LABEL, cell.w, LABEL)
    items.extend(_label(context.name_of(step), spec, context, near, 0, end))
    if spec.across:
        far = Rect(0, 0, cell.w, LABEL)
        words = _label(context.name_of(across), spec, context, far, 1, None if end is None else 1 - end)
        items.append(Group(tuple(words), Transform(-1, 0, 0, -1, cell.right, cell.y + LABEL)))
    return items


def _label(text: str, spec: Spec, context: RenderContext, box: Rect, side: int, end: int | None) -> list[Text]:
    """A cell's label. A long one leaves room for signs of the face, in a corner at the left (0) or right (1) end."""
    colour = context.colour(spec.colours[side], spec.at("colours", side)) if spec.colours else None
    text = begun(text, context.kit.language)
    words = typeset(context, "track-step", text, box, spec.at("steps"), colour, inset=1.0)
    if spec.face is None or end is None or not words or words[0].x >= box.x + LABEL:
        return words
    free = Rect(box.x + (LABEL if end == 0 else ARROW), box.y, box.w - LABEL - ARROW, box.h)
    return typeset(context, "track-step", text, free, spec.at("steps"), colour, inset=2.0)


def _count_cell(step: str, spec: Spec, context: RenderContext, cell: Rect, *, last: bool) -> list[Item]:
    """A number large enough to read beside a marker; without a face, the last cell is marked as the goal."""
    if not last or spec.face:
        return [*typeset(context, "track-count", step, cell, spec.at("steps"), inset=1.0)]
    goal, red = (context.colour(name, spec.at("steps")) for name in ("sand", "red"))
    count = typeset(context, "track-count", step, cell, spec.at("steps"), red, inset=1.0)
    return [Path(rectangle(cell.inset(1.0), 1.2), fill=goal), *count]
