"""Convert drawings to greys with the luminances of their colours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pnp.graphics import colour, gradient
from pnp.graphics.content import Content
from pnp.graphics.drawing import Drawing, Item, Path, Picture, Text, Use
from pnp.graphics.inksaver import bitmaps


class Way:
    """Converts each drawing once; `paint` maps a colour to its grey, `bitmap` a bitmap file."""

    def __init__(
        self, paint: Callable[[str], str] = colour.grey, bitmap: Callable[[Content], Content] = bitmaps.grey
    ) -> None:
        self._paint, self._bitmap = paint, bitmap
        self._drawings: dict[Drawing, Drawing] = {}

    def drawing(self, drawing: Drawing) -> Drawing:
        if drawing not in self._drawings:
            self._drawings[drawing] = replace(drawing, items=self._items(drawing.items))
        return self._drawings[drawing]

    def _items(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(self._item(item) for item in items)

    def _item(self, item: Item) -> Item:
        if isinstance(item, Path):
            return self._path(item)
        if isinstance(item, Text):
            icon = item.icon and item.icon._replace(drawing=self.drawing(item.icon.drawing))
            return item._replace(colour=self._paint(item.colour), icon=icon)
        if isinstance(item, Picture):
            return item._replace(content=self._bitmap(item.content))
        if isinstance(item, Use):
            return item._replace(drawing=self.drawing(item.drawing))
        return item._replace(items=self._items(item.items))

    def _path(self, path: Path) -> Path:
        fill = gradient.of(path.fill, self._paint) if path.fill else None
        stroke = path.stroke._replace(colour=self._paint(path.stroke.colour)) if path.stroke else None
        return path._replace(fill=fill, stroke=stroke)
