"""Give lines the minimum width that prints, where drawings are placed smaller than they were drawn.

A picture of a piece is the piece's own drawing, scaled with its pens. Lines thinner than 0.25 pt may vanish on a press,
and print shops refuse them. Each drawing is changed once for each scale, and only where a line of it is too thin.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from pnp.graphics import Drawing, Group, Item, Path, Tag, emoji
from pnp.graphics.black_form import black_form
from pnp.graphics.drawing import Text, Use
from pnp.graphics.geometry import MM_PER_POINT

AT_SHOP = 0.25 * MM_PER_POINT
"""The minimum width of a line in files for print shops, in mm."""
SMALL_TYPE = 7.0
"""The type size in pt up to which a press blurs what is printed in several inks."""
_ROUNDED = 0.005


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
            items = self._items(drawing.items, scale, is_hair=False)
            self._drawings[key] = drawing if items is drawing.items else replace(drawing, items=items)
        return self._drawings[key]

    def _items(self, items: tuple[Item, ...], scale: float, *, is_hair: bool) -> tuple[Item, ...]:
        changed = tuple(self._item(item, scale, is_hair) for item in items)
        return items if all(new is old for new, old in zip(changed, items, strict=True)) else changed

    def _item(self, item: Item, scale: float, is_hair: bool) -> Item:
        if isinstance(item, Path):
            return self._path(item, scale, is_hair)
        if isinstance(item, Text):
            icon = item.icon and self._icon(item.icon, scale, item.size * scale)
            return item if icon is item.icon else item._replace(icon=icon)
        if isinstance(item, Use):
            return self._use(item, scale)
        if isinstance(item, Group):
            items = self._items(item.items, scale * item.transform.least_scale, is_hair=is_hair)
            return item if items is item.items else item._replace(items=items)
        if isinstance(item, Tag):
            is_hair = is_hair or (item.role == "Layer" and item.alt in self._hair)
            items = self._items(item.items, scale, is_hair=is_hair)
            return item if items is item.items else item._replace(items=items)
        return item

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
