"""Give lines the minimum width that prints, where drawings are placed smaller than they were drawn.

A picture of a piece is the piece's own drawing, scaled with its pens. Lines thinner than 0.25 pt may vanish on a press,
and print shops refuse them. Each drawing is changed once for each scale, and only where a line of it is too thin.
"""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from pnp.graphics import Drawing, Item, Path, Tag, emoji
from pnp.graphics.black_form import black_form
from pnp.graphics.drawing import Holder, Text, Use, mapped_down
from pnp.graphics.geometry import MM_PER_POINT

AT_SHOP = 0.25 * MM_PER_POINT
"""The minimum width of a line in files for print shops, in mm."""
SMALL_TYPE = 7.0
"""The type size in pt up to which a press blurs what is printed in several inks."""
_ROUNDED = 0.005


class _At(NamedTuple):
    """Where an item is: how long its lengths are on paper, and whether its lines get the minimum width."""

    scale: float
    is_hair: bool


class Pens:
    """Widens the lines of drawings to `least` mm on paper. Lines in the `hair` layers get exactly that width. Emoji in
    text of up to `small` pt on paper become black: in several inks their details are blurred."""

    def __init__(self, least: float, hair: Container[str] = (), small: float = 0.0) -> None:
        self._least, self._hair, self._small = least, hair, small
        self._drawings: dict[tuple[Drawing, float], Drawing] = {}

    def drawing(self, drawing: Drawing, scale: float = 1.0) -> Drawing:
        """The drawing for a place where its lengths are `scale` times as long; the same one if no line is too thin."""
        key = drawing, round(scale, 6)
        if key not in self._drawings:
            at = _At(scale, is_hair=False)
            self._drawings[key] = drawing.having(mapped_down(drawing.items, self._changed, at, self._inside))
        return self._drawings[key]

    def _inside(self, item: Holder, at: _At) -> _At:
        if isinstance(item, Tag):
            return at._replace(is_hair=True) if item.layer in self._hair else at
        return at._replace(scale=at.scale * item.transform.least_scale)

    def _changed(self, item: Item, at: _At) -> tuple[Item]:
        if isinstance(item, Path):
            return (self._path(item, *at),)
        if isinstance(item, Text) and item.icon:
            icon = self._icon(item.icon, at.scale, item.size * at.scale)
            return (item if icon is item.icon else item._replace(icon=icon),)
        return (self._use(item, at.scale) if isinstance(item, Use) else item,)

    def _icon(self, icon: Use, scale: float, size: float) -> Use:
        """An icon of a text of `size` pt on paper."""
        if size <= self._small + _ROUNDED and emoji.is_one(icon.drawing):
            icon = icon._replace(drawing=black_form(icon.drawing))
        return self._use(icon, scale)

    def _use(self, use: Use, scale: float) -> Use:
        drawing = self.drawing(use.drawing, scale * use.transform.least_scale)
        return use if drawing is use.drawing else use._replace(drawing=drawing)

    def _path(self, path: Path, scale: float, is_hair: bool) -> Path:
        if not path.stroke or not scale or (path.stroke.width * scale >= self._least and not is_hair):
            return path
        return path._replace(stroke=path.stroke._replace(width=self._least / scale))
