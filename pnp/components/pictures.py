"""Place picture files in boxes: fitted, cropped, masked and tinted."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pnp.components.context import RenderContext
from pnp.diagnostics import Span
from pnp.graphics import Group, Item, Rect, Size, Tag, Transform
from pnp.graphics.drawing import Segment, Use, ellipse, rectangle
from pnp.graphics.geometry import placed_inside, placed_over
from pnp.kit import Record

Fit = Literal["contain", "cover", "stretch"]
Mask = Literal["circle", "ellipse", "rounded"]
WHOLE = Rect(0, 0, 1, 1)


class PictureView(NamedTuple):
    """How a picture is shown in its box."""

    fit: Fit = "contain"
    focus: tuple[float, float] = (0.5, 0.5)
    """The point of a picture that must stay visible if it covers its box, in shares of what is shown of it."""
    crop: Rect = WHOLE
    """The part of the picture that is shown, in shares of its width and height."""
    mask: Mask | None = None
    radius: float = 0.0
    """The radius of the corners of a rounded mask, in mm."""
    tint: str | None = None
    """The colour whose shades the picture has."""
    mirrored: bool = False
    """Whether left and right change places in the box."""

    def placed(self, size: Size, box: Rect) -> Transform:
        """The map from a picture of a size into a box."""
        shown = Size(size.w * self.crop.w, size.h * self.crop.h)
        if self.fit == "cover":
            fitted = placed_over(shown, box, *self.focus)
        elif self.fit == "contain":
            fitted = placed_inside(shown, box)
        else:
            fitted = Transform(box.w / shown.w, 0, 0, box.h / shown.h, box.x, box.y)
        if self.mirrored:
            fitted = Transform(-1, 0, 0, 1, box.x + box.right, 0).over(fitted)
        return fitted.over(Transform.move(-size.w * self.crop.x, -size.h * self.crop.y))

    def clip(self, size: Size, box: Rect) -> tuple[Segment, ...]:
        """The outline at which a picture is cut; empty if all of it is shown."""
        if self.fit == "contain":
            x, y, w, h = self.crop
            box = self.placed(size, box).box(Rect(x * size.w, y * size.h, w * size.w, h * size.h))
        if self.mask == "rounded":
            return rectangle(box, self.radius)
        if self.mask:
            circle = min(box.w, box.h) / 2
            across, down = (circle, circle) if self.mask == "circle" else (box.w / 2, box.h / 2)
            return ellipse(*box.centre, across, down)
        return rectangle(box) if self.fit == "cover" or self.crop != WHOLE else ()


def note_paint(context: RenderContext, element: Record, name: str) -> None:
    """Note whether a picture that was drawn takes the `colour` of its element, if that has one."""
    if "colour" in element.origin.value:
        context.collector.paint(element.at("colour"), taken=context.gallery.is_painted(name))


def picture(
    context: RenderContext,
    name: str,
    box: Rect,
    colour: str,
    span: Span,
    view: PictureView = PictureView(),  # noqa: B008
    *,
    on_card: bool = False,
) -> list[Item]:
    """Draw a picture in a box: a file, with `colour` for its `currentColor`, or one made from the kit (`card:lunge`).

    With `on_card` it is a card's own."""

    def scale(size: Size) -> float:
        frame = view.placed(size, box)
        return max(abs(frame.a), frame.d)

    if context.is_figure(name):
        drawing = context.figure(context, name, span)
    else:
        drawing = context.gallery.drawing(name, span, colour, scale, on_card=on_card)
    if drawing is None:
        return []
    if view.tint:
        drawing = context.memos.tints.drawing(drawing, view.tint)
    items: tuple[Item, ...] = (Use(drawing, view.placed(drawing.size, box)),)
    clip = view.clip(drawing.size, box)
    if clip:
        items = (Group(items, clip=clip),)
    return [Tag("Figure", items, drawing.alt, span)]
